/*
 * test_trail.c -- paths along a pass are those that labels lead to, and are found in the order of the document only.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../../src/core/read/bx_trail.h"
#include "../../../src/core/read/bx_walk.h"
#include "../ut.h"
#include "../ut_golden.h"

typedef struct Opened
{
	BxArena arena;
	BxStore store;
	BxImage img;
	BxTable table;
	BxImageSource items, again;
	BxLabelDoc doc;
	BxExceptions x;
	BxDirs dirs;
	BxError err;
} Opened;

static void
open_value(Opened *o, const uint8_t *v, size_t n)
{
	bx_error_clear(&o->err);
	bx_arena_init(&o->arena, bx_host_libc());
	bx_store_memory(&o->store, v, n);
	CHECK(bx_image_open(&o->img, &o->store, &o->arena, &o->err) == BX_OK);
	CHECK(bx_image_all(&o->img) == BX_OK);
	CHECK(bx_table_open(&o->table, &o->arena, o->img.v, o->img.n, o->img.n, &o->err) == BX_OK);
	bx_image_source(&o->items, &o->img);
	bx_image_source(&o->again, &o->img);
	CHECK(bx_label_doc(&o->doc, &o->img, &o->table, &o->again.source, &o->arena, &o->x, &o->dirs, &o->err) ==
		  BX_OK);
}

static void
close_value(Opened *o)
{
	bx_image_close(&o->img);
	bx_arena_reset(&o->arena);
}

/* The path to the node with a label, or that it cannot be written. */
static BxStatus
by_label(Opened *o, BxWalk *walk, const BxInfo *info, BxBuf *path)
{
	const uint8_t *label;
	size_t n;
	bool found;
	BxStatus st;

	path->len = 0;
	bx_walk_label(walk, info, &label, &n);
	st = bx_label_path(&o->doc, label, n, false, path, &found);
	CHECK(st == BX_E_UNSUPPORTED || found);
	return st;
}

/* Every node of a kind that has a path, or with `every` some of them. */
static void
check_value(const char *name, const uint8_t *v, size_t n, unsigned every)
{
	BxBuf want, got;
	BxWalk *walk;
	BxTrail *trail;
	BxInfo info;
	Opened o;
	unsigned k = 0;
	bool found;

	open_value(&o, v, n);
	bx_buf_init(&want, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	CHECK(bx_walk_new(&walk, &o.table, &o.items.source, o.doc.exceptions, &o.arena, &o.err) == BX_OK);
	if (o.doc.root.n > 0)
		CHECK(bx_walk_root(walk, &o.doc.root, &o.arena) == BX_OK);
	CHECK(bx_trail_new(&trail, &o.table, &o.again.source, &o.arena, &o.err) == BX_OK);
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		BxStatus st;

		if ((info.ev.kind != BX_EV_ELEMENT && info.ev.kind != BX_EV_LEAF &&
			 info.ev.kind != BX_EV_ATTRIBUTE) ||
			k++ % every != 0)
			continue;
		st = by_label(&o, walk, &info, &want);
		got.len = 0;
		CHECKF(bx_trail_path(trail, info.ev.off, &got, &found) == st && found, "%s: %s", name, o.err.msg);
		CHECKF(st != BX_OK || (got.len == want.len && memcmp(got.data, want.data, want.len) == 0), "%s: %.*s",
			   name, (int) got.len, (char *) got.data);
	}
	CHECK(k > 0 || n < 20 || strstr(name, "text") != NULL);
	bx_trail_free(trail);
	bx_buf_free(&want);
	bx_buf_free(&got);
	close_value(&o);
}

static void
golden_values(void)
{
	static UtGolden golden[UT_GOLDEN_MAX];
	int n = ut_goldens(golden), i;

	for (i = 0; i < n; i++)
		if (strncmp(golden[i].name, "rows4k", 6) != 0)
		{
			check_value(golden[i].name, golden[i].v, golden[i].n, 1);
			check_value(golden[i].name, golden[i].v, golden[i].n, 3);
		}
	CHECK(n > 40);
	ut_goldens_free(golden, n);
}

/* What a pass is behind is not found, but elements around where it is are. */
static void
order(void)
{
	static const char xml[] = "<a><b x=\"1\"><c/><d/></b><b><d/><d y=\"2\"/></b></a>";
	size_t n;
	uint8_t *v = ut_encode(xml, sizeof(xml) - 1, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	uint32_t offs[16];
	unsigned k = 0;
	BxReader *rd;
	BxTrail *trail;
	BxEvent ev;
	BxBuf path;
	Opened o;
	bool found;

	open_value(&o, v, n);
	bx_buf_init(&path, bx_host_libc());
	CHECK(bx_reader_new(&rd, &o.table, &o.items.source, &o.arena, &o.err) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
		if (ev.kind != BX_EV_END)
			offs[k++] = ev.off;
	CHECK(k == 9); /* a b @x c d b d d @y */
	CHECK(bx_trail_new(&trail, &o.table, &o.again.source, &o.arena, &o.err) == BX_OK);
	CHECK(bx_trail_path(trail, offs[4], &path, &found) == BX_OK && found);
	CHECK(path.len == 15 && memcmp(path.data, "/a[1]/b[1]/d[1]", 15) == 0);
	CHECK(bx_trail_path(trail, offs[3], &path, &found) == BX_OK && !found && path.len == 15);
	CHECK(bx_trail_path(trail, offs[2], &path, &found) == BX_OK && !found);
	path.len = 0;
	CHECK(bx_trail_path(trail, offs[1], &path, &found) == BX_OK && found);
	CHECK(path.len == 10 && memcmp(path.data, "/a[1]/b[1]", 10) == 0);
	path.len = 0;
	CHECK(bx_trail_path(trail, offs[8], &path, &found) == BX_OK && found);
	CHECK(path.len == 18 && memcmp(path.data, "/a[1]/b[2]/d[2]/@y", 18) == 0);
	CHECK(bx_trail_path(trail, offs[1], &path, &found) == BX_OK && !found);
	path.len = 0;
	CHECK(bx_trail_path(trail, offs[0], &path, &found) == BX_OK && found && path.len == 5);
	/* an offset where no item is */
	CHECK(bx_trail_path(trail, offs[8] + 1000, &path, &found) == BX_OK && !found);
	bx_trail_free(trail);
	bx_buf_free(&path);
	close_value(&o);
	free(v);
}

UT_SUITE(test_trail)
{
	UT_RUN(golden_values);
	UT_RUN(order);
	return ut_done();
}
