/*
 * lazy.c -- values that are laid out only when somebody keeps them.
 *
 * A lazy value has passed every check that building it would make, so laying it out later reports no error that
 * making it at once would not have reported.  The builder gets what does not pass, and words the error.  Only
 * read-only pointers are given out, as for references and for the same reason (reference.c).
 */
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

#include "../../core/print/bx_text.h"
#include "../../core/encode/bx_wellformed.h"
#include "../server/compat.h"
#include "datum.h"
#include "lazy.h"
#include "../server/errors.h"
#include "reference.h"
#include "print.h"
#include "../server/settings.h"

/* Depth of nested lazy values, which are walked by recursion. */
#define DEPTH_MAX 64
/* Bytes of texts and content: larger values are laid out at once, so that nothing large is kept twice. */
#define SIZE_LIMIT (256 * 1024)
#define TEXT_GUESS 4096 /* bytes of most texts */

typedef enum LazyKind
{
	LAZY_EXCERPT,
	LAZY_TEXT,
	LAZY_ELEMENT
} LazyKind;

typedef struct Lazy
{
	FlatObject o;
	uint8 kind; /* LazyKind */
	uint8 depth;
	uint32 size; /* of an element: approximate bytes of its content */
	union
	{
		BxExcerpt excerpt;
		BxStr text;
		struct
		{
			BxStr uri;
			BxStr local;
			const LazyAttribute *attrs;
			const Datum *content;
			uint32_t n_attrs;
			uint32_t n_content;
		} element;
	} u;
} Lazy;

/* ---- building with them, and flattening ---- */

static void
append_element(PgBuild *p, const Lazy *d)
{
	const BxStr none = {"", 0};

	build_check(p, bx_builder_start(p->b, none, d->u.element.uri, d->u.element.local));
	if (d->u.element.uri.n > 0)
		build_check(p, bx_builder_namespace(p->b, none, d->u.element.uri));
	for (uint32_t i = 0; i < d->u.element.n_attrs; i++)
	{
		const LazyAttribute *a = &d->u.element.attrs[i];

		build_check(p, bx_builder_attribute(p->b, none, none, a->local, a->value));
	}
	for (uint32_t i = 0; i < d->u.element.n_content; i++)
		build_value(p, d->u.element.content[i]);
	build_check(p, bx_builder_end(p->b));
}

static void
append(ExpandedObjectHeader *eoh, PgBuild *p)
{
	const Lazy *d = (const Lazy *) eoh;

	if (d->kind == LAZY_EXCERPT)
	{
		build_check(p, bx_builder_excerpt(p->b, &d->u.excerpt));
		return;
	}
	bx_builder_undeclared(p->b);
	if (d->kind == LAZY_TEXT)
		build_check(p, bx_builder_text(p->b, d->u.text));
	else
		append_element(p, d);
}

/* As in do_query, a copy of a part of a value is not compressed. */
static struct varlena *
flatten_excerpt(const Lazy *d)
{
	BxWriterOptions options;
	uint8_t *data;
	PgHost host;
	BxError err;
	size_t len;
	BxStatus st;

	bx_error_clear(&err);
	settings_copy_writer(&options);
	st = bx_excerpt_value(&d->u.excerpt, &options, host_here(&host), &data, &len, &err);
	error_check(st, &err);
	return (struct varlena *) DatumGetPointer(datum_written(data, len));
}

static struct varlena *
flatten_built(Lazy *d)
{
	PgBuild p;

	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	append(&d->o.hdr, &p);
	return (struct varlena *) DatumGetPointer(build_close(&p));
}

/* The server may ask in a context that cannot free memory, so the work is done in the context of the object. */
static Size
flat_size(ExpandedObjectHeader *eoh)
{
	Lazy *d = (Lazy *) eoh;
	MemoryContext caller;

	if (d->o.flat == NULL)
	{
		caller = MemoryContextSwitchTo(eoh->eoh_context);
		d->o.flat = d->kind == LAZY_EXCERPT ? flatten_excerpt(d) : flatten_built(d);
		MemoryContextSwitchTo(caller);
	}
	return VARSIZE(d->o.flat);
}

static const ExpandedObjectMethods methods = {flat_size, kind_flatten_into};

static Lazy *
get(Datum value)
{
	ExpandedObjectHeader *eoh;

	if (!VARATT_IS_EXTERNAL_EXPANDED_RO(DatumGetPointer(value)))
		return NULL;
	eoh = DatumGetEOHP(value);
	return eoh->eoh_methods == &methods ? (Lazy *) eoh : NULL;
}

/* ---- printing ---- */

#define PUT(out, lit) host_append(out, lit, sizeof(lit) - 1)

static void
put_escaped(BxBuf *out, BxStr s, bool attr)
{
	BxError err;

	error_check(bx_text_chars(s.s, s.n, attr, out, &err), &err);
}

static void
put_attribute(BxBuf *out, BxStr name, BxStr value)
{
	PUT(out, " ");
	host_append(out, name.s, name.n);
	PUT(out, "=\"");
	put_escaped(out, value, true);
	PUT(out, "\"");
}

static void print_inside(Datum value, const BxHost *host, BxBuf *out);

static void
print_element(const Lazy *d, const BxHost *host, BxBuf *out)
{
	size_t open;

	PUT(out, "<");
	host_append(out, d->u.element.local.s, d->u.element.local.n);
	if (d->u.element.uri.n > 0)
		put_attribute(out, (BxStr){"xmlns", 5}, d->u.element.uri);
	for (uint32_t i = 0; i < d->u.element.n_attrs; i++)
		put_attribute(out, d->u.element.attrs[i].local, d->u.element.attrs[i].value);
	PUT(out, ">");
	open = out->len;
	for (uint32_t i = 0; i < d->u.element.n_content; i++)
		print_inside(d->u.element.content[i], host, out);
	if (out->len == open)
	{
		out->len--; /* no content: an empty tag */
		PUT(out, "/>");
		return;
	}
	PUT(out, "</");
	host_append(out, d->u.element.local.s, d->u.element.local.n);
	PUT(out, ">");
}

static void
print_lazy(const Lazy *d, const BxHost *host, BxBuf *out)
{
	BxError err;

	CHECK_FOR_INTERRUPTS();
	bx_error_clear(&err);
	if (d->kind == LAZY_ELEMENT)
		print_element(d, host, out);
	else if (d->kind == LAZY_TEXT)
		put_escaped(out, d->u.text, false);
	else
		error_check(bx_text_excerpt(&d->u.excerpt, host, out, &err), &err);
}

/* Print the content of an element. */
static void
print_inside(Datum value, const BxHost *host, BxBuf *out)
{
	static const BxTextOptions inside = {.inside = true};
	const Lazy *d = get(value);
	DatumStore store;
	BxError err;

	if (d != NULL)
	{
		print_lazy(d, host, out);
		return;
	}
	CHECK_FOR_INTERRUPTS();
	bx_error_clear(&err);
	datum_store_open(&store, value);
	error_check(bx_text_read(&store.store, &inside, host, out, &err), &err);
	datum_store_close(&store);
}

/* At the very start of a document U+FEFF would be taken for a byte order mark. */
#define BOM "\xEF\xBB\xBF"

static bool
print(ExpandedObjectHeader *eoh, const BxTextOptions *options, size_t front, BxBuf *out)
{
	const Lazy *d = (const Lazy *) eoh;
	BxStr s = d->u.text;

	if (options != NULL)
		return false;
	print_start(out, out->host, front, TEXT_GUESS);
	if (d->kind != LAZY_TEXT || s.n < sizeof(BOM) - 1 || memcmp(s.s, BOM, sizeof(BOM) - 1) != 0)
	{
		print_lazy(d, out->host, out);
		return true;
	}
	PUT(out, "&#xFEFF;");
	put_escaped(out, (BxStr){s.s + sizeof(BOM) - 1, s.n - (sizeof(BOM) - 1)}, false);
	return true;
}

const ValueKind lazy_kind = {.methods = &methods, .bytes = kind_flat_bytes, .print = print, .append = append};

/* ---- making them ---- */

bool
lazy_wanted(void)
{
	return bxml_setting_copy_threshold >= 0;
}

static Lazy *
new_lazy(LazyKind kind)
{
	Lazy *d = palloc(sizeof(Lazy));

	EOH_init_header(&d->o.hdr, &methods, CurrentMemoryContext);
	d->o.flat = NULL;
	d->kind = kind;
	d->depth = 1;
	d->size = 0;
	return d;
}

Datum
lazy_excerpt(const BxExcerpt *excerpt)
{
	Lazy *d = new_lazy(LAZY_EXCERPT);

	d->u.excerpt = *excerpt;
	d->size = (uint32) excerpt->n;
	return EOHPGetRODatum(&d->o.hdr);
}

bool
lazy_text(BxStr text, Datum *lazy)
{
	BxError err;
	Lazy *d;

	if (!lazy_wanted() || text.n > SIZE_LIMIT || bx_wellformed_text(text, &err) != BX_OK)
		return false;
	d = new_lazy(LAZY_TEXT);
	d->u.text = text;
	d->size = text.n;
	*lazy = EOHPGetRODatum(&d->o.hdr);
	return true;
}

/* The content of an element to be made. */
typedef struct Sum
{
	bool plain_ok; /* elements in no namespace may be added: the parent is in none */
	uint32 size;
	uint8 depth;
} Sum;

static bool
add_lazy(const Lazy *d, Sum *sum)
{
	if (!sum->plain_ok && ((d->kind == LAZY_ELEMENT && d->u.element.uri.n == 0) ||
						   (d->kind == LAZY_EXCERPT && d->u.excerpt.plain)))
		return false;
	sum->depth = Max(sum->depth, d->depth + 1);
	sum->size += d->size;
	return true;
}

/* A stored value in memory that is neither large nor deep. */
static bool
add_flat(Datum value, Sum *sum)
{
	const struct varlena *v = (const struct varlena *) DatumGetPointer(value);
	BxHeader head;
	BxStore store;
	BxArena arena;
	PgHost host;
	BxError err;
	bool plain = false;
	BxStatus st;

	if (VARATT_IS_EXTERNAL(v) || VARATT_IS_COMPRESSED(v) || VARSIZE_ANY(v) > SIZE_LIMIT)
		return false;
	bx_error_clear(&err);
	bx_store_memory(&store, (const uint8_t *) VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v));
	if (bx_header_read(store.bytes, store.total, store.total, &head, &err) != BX_OK ||
		head.depth >= BX_DEPTH_CEILING - DEPTH_MAX || head.plain_total > SIZE_LIMIT)
		return false;
	sum->size += head.plain_total;
	if (sum->plain_ok)
		return true;
	bx_arena_init(&arena, host_here(&host));
	st = bx_builder_is_plain(&store, &arena, &plain, &err);
	bx_arena_reset(&arena);
	return st == BX_OK && !plain;
}

static bool
names_pass(BxStr uri, BxStr local, const LazyAttribute *attrs, uint32_t n_attrs, Sum *sum)
{
	const BxStr none = {"", 0};
	BxLimits limits;
	BxError err;

	settings_limits(&limits);
	if ((uri.n > 0) + n_attrs > limits.max_attributes || bx_wellformed_name(local, &err) != BX_OK ||
		bx_wellformed_pair(none, uri, &err) != BX_OK)
		return false;
	for (uint32_t i = 0; i < n_attrs && sum->size <= SIZE_LIMIT; i++)
	{
		const LazyAttribute *a = &attrs[i];

		if (bx_wellformed_name(a->local, &err) != BX_OK || bx_wellformed_text(a->value, &err) != BX_OK ||
			bx_wellformed_attribute(none, a->local, &err) != BX_OK || a->value.n > SIZE_LIMIT)
			return false;
		sum->size += a->local.n + a->value.n;
	}
	return true;
}

bool
lazy_element(BxStr uri, BxStr local, const LazyAttribute *attrs, uint32_t n_attrs, const Datum *content,
			 uint32_t n_content, Datum *lazy)
{
	Sum sum = {uri.n == 0, uri.n + local.n, 1};
	Lazy *d;

	if (!lazy_wanted() || !names_pass(uri, local, attrs, n_attrs, &sum))
		return false;
	for (uint32_t i = 0; i < n_content && sum.size <= SIZE_LIMIT; i++)
	{
		const Lazy *part = get(content[i]);

		if (!(part != NULL ? add_lazy(part, &sum) : add_flat(content[i], &sum)))
			return false;
	}
	if (sum.size > SIZE_LIMIT || sum.depth > DEPTH_MAX)
		return false;
	d = new_lazy(LAZY_ELEMENT);
	d->depth = sum.depth;
	d->size = sum.size;
	d->u.element.uri = uri;
	d->u.element.local = local;
	d->u.element.attrs = attrs;
	d->u.element.n_attrs = n_attrs;
	d->u.element.content = content;
	d->u.element.n_content = n_content;
	*lazy = EOHPGetRODatum(&d->o.hdr);
	return true;
}
