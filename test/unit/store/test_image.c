/*
 * test_image.c -- a stored value as its plain bytes, filled in where somebody looks: every range is right, little else
 * is fetched, and whatever is wrong with store, memory or value comes back as a status.
 * Values are packed, plain outside memory, or both; their content is text-like noise, so that a wrong place shows.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_pack.h"

#define BODY 900000
#define FETCH_MAX 16384       /* block of a plain value outside memory */
#define RUN_MAX 16            /* blocks read ahead */
#define PREFIX_MAX (2 * 8192) /* first read, at most */

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

/* One plain value in all the forms it may be stored in. */
typedef enum Form
{
	MEMORY_PLAIN,
	MEMORY_PACKED,
	STORE_PLAIN,
	STORE_PACKED,
	FORMS
} Form;

typedef struct Value
{
	uint8_t *v, *packed;
	size_t n, m;
} Value;

typedef struct Opened
{
	BxArena arena;
	BxStore memory;
	UtStore store;
	BxImage img;
	BxError err;
	const uint8_t *stored;
	size_t stored_n;
} Opened;

/* Words of a small vocabulary with numbers between them: shrinks, but never repeats for long. */
static void
value_make(Value *val, uint32_t body, uint32_t ext)
{
	uint8_t code = BX_EXT_DOCTYPE;
	uint64_t rng = body;
	char word[32];
	UtParts p;

	ut_parts_init(&p);
	p.depth = 1;
	while (p.items.len < body)
	{
		int k = snprintf(word, sizeof(word), "%x-%s ", (unsigned) (ut_rand(&rng) >> 48),
						 body & 1 ? "odd" : "even");

		ut_append(&p.items, word, (size_t) k);
	}
	p.items.len = body;
	if (ext > 0)
	{
		p.flags |= BX_FLAG_EXT;
		p.ext_n = 1;
		ut_append(&p.dir, &code, 1);
		ut_put_number(&p.dir, ext);
	}
	for (; ext > 0; ext--)
		ut_append(&p.ext, "<", 1);
	val->v = ut_assemble(&p, &val->n);
	val->packed = ut_need(ut_pack(val->v, val->n, &val->m));
	ut_parts_free(&p);
}

static void
value_free(Value *val)
{
	free(val->v);
	free(val->packed);
}

static BxStatus
open_bytes(Opened *o, const uint8_t *v, size_t n, bool in_memory, const BxHost *host)
{
	o->stored = v;
	o->stored_n = n;
	bx_arena_init(&o->arena, host);
	bx_error_clear(&o->err);
	bx_store_memory(&o->memory, v, n);
	ut_store_init(&o->store, v, n);
	return bx_image_open(&o->img, in_memory ? &o->memory : &o->store.store, &o->arena, &o->err);
}

static BxStatus
open_form(Opened *o, const Value *val, Form form, const BxHost *host)
{
	bool packed = form == MEMORY_PACKED || form == STORE_PACKED;

	return open_bytes(o, packed ? val->packed : val->v, packed ? val->m : val->n, form < STORE_PLAIN, host);
}

static void
close_image(Opened *o, bool opened)
{
	if (opened)
		bx_image_close(&o->img);
	bx_arena_reset(&o->arena);
}

/* Ask for a range; it and all of the window are the plain bytes. */
static void
ask(Opened *o, const Value *val, uint32_t off, uint32_t len)
{
	uint32_t end = len < val->n - off ? off + len : (uint32_t) val->n;
	BxStatus st = bx_image_need(&o->img, off, len);

	CHECKF(st == BX_OK, "%u..%u: %s", off, end, o->err.msg);
	if (st != BX_OK)
		return;
	CHECKF(off == end || (o->img.lo <= off && o->img.hi >= end), "%u..%u: window %u..%u", off, end, o->img.lo,
		   o->img.hi);
	CHECKF(o->img.hi <= val->n &&
			   memcmp(o->img.v + o->img.lo, val->v + o->img.lo, o->img.hi - o->img.lo) == 0,
		   "%u..%u: window %u..%u", off, end, o->img.lo, o->img.hi);
}

/* ---- right bytes ---- */

static void
a_plain_value_is_its_image(void)
{
	Value val;
	Opened o;

	value_make(&val, 50000, 10);
	CHECK(open_form(&o, &val, MEMORY_PLAIN, bx_host_lz4()) == BX_OK);
	CHECK(o.img.v == val.v && o.img.n == val.n && o.img.lo == 0 && o.img.hi == val.n);
	CHECK(o.arena.total == 0 && o.img.fetched == 0);
	CHECK(bx_image_need(&o.img, 0, UINT32_MAX) == BX_OK && bx_image_all(&o.img) == BX_OK);
	close_image(&o, true);
	value_free(&val);
}

static void
random_ranges(void)
{
	static const uint32_t bodies[] = {3000, 9000, 40000, BODY};
	uint64_t rng = 3;
	size_t b;
	int form, i;

	for (b = 0; b < 8; b++)
		for (form = 0; form < FORMS; form++)
		{
			Value val;
			Opened o;

			value_make(&val, bodies[b / 2], b & 1 ? 20000 : 0);
			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			CHECK(o.img.n == val.n && !(o.img.head.flags & BX_FLAG_BLOCKS) && o.img.head.total == val.n);
			for (i = 0; i < 60; i++)
			{
				uint32_t off = ut_below(&rng, (uint32_t) val.n + 1);
				uint32_t len = i % 10 == 9 ? UINT32_MAX - ut_below(&rng, 100) : ut_below(&rng, 40000);

				if (i % 4 == 1)
					bx_image_jump(&o.img, off + ut_below(&rng, 20000));
				ask(&o, &val, off, i % 3 == 0 ? len % 20 : len);
			}
			CHECK(bx_image_all(&o.img) == BX_OK && o.img.lo == 0 && o.img.hi == val.n);
			CHECK(memcmp(o.img.v, val.v, val.n) == 0);
			close_image(&o, true);
			value_free(&val);
		}
}

/* After a jump only the beginning of a long block is inflated; the whole of it when the reader needs more. */
static void
jumps_inflate_part(void)
{
	Value val;
	Opened o;
	uint32_t at;

	value_make(&val, BODY, 0);
	CHECK(open_form(&o, &val, STORE_PACKED, bx_host_lz4()) == BX_OK);
	at = o.img.plain_at[6];
	bx_image_jump(&o.img, at + 5000);
	ask(&o, &val, at + 3000, 100);
	CHECK(o.img.inflated >= 5000 && o.img.inflated < 10000);
	bx_image_jump(&o.img, at + 100);
	ask(&o, &val, at, 3000);
	ask(&o, &val, at + 60000, 10);
	CHECK(o.img.inflated > 65536 && o.img.inflated < 80000);
	close_image(&o, true);
	value_free(&val);
}

/* All at once, and after some of it was read. */
static void
all_of_it(void)
{
	Value val;
	Opened o;
	int form, before;

	value_make(&val, BODY, 500);
	for (form = 0; form < FORMS; form++)
		for (before = 0; before < 4; before++)
		{
			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			if (before & 1)
				ask(&o, &val, 300000, 10);
			if (before & 2)
				ask(&o, &val, (uint32_t) val.n - 1, 1);
			CHECK(bx_image_all(&o.img) == BX_OK && o.img.lo == 0 && o.img.hi == val.n);
			CHECK(memcmp(o.img.v, val.v, val.n) == 0);
			close_image(&o, true);
		}
	value_free(&val);
}

static void
outside_the_value(void)
{
	Value val;
	Opened o;
	int form;

	value_make(&val, 50000, 0);
	for (form = 0; form < FORMS; form++)
	{
		CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
		CHECK(bx_image_need(&o.img, (uint32_t) val.n, 0) == BX_OK);
		CHECK(bx_image_need(&o.img, (uint32_t) val.n, 10) == BX_OK);
		CHECK(bx_image_need(&o.img, (uint32_t) val.n + 1, 0) == BX_E_CORRUPT);
		CHECK(bx_image_need(&o.img, UINT32_MAX, UINT32_MAX) == BX_E_CORRUPT);
		close_image(&o, true);
	}
	value_free(&val);
}

/* Blocks that save what the list takes: places in the stored and the plain value are then the same for a while. */
static void
equal_places(void)
{
	Value val;
	UtPacked p;
	uint32_t body = 60000, i, n;

	value_make(&val, body, 0);
	free(val.packed);
	for (n = 40; n < 240; n++)
	{
		/* a run of n equal bytes in the first block saves a few; one n saves exactly the length of the list */
		uint64_t rng = n;
		uint8_t *noise = val.v + (val.n - body);
		Opened o;

		for (i = 0; i < body; i++)
			noise[i] = i < n ? 'x' : i < 10000 ? (uint8_t) (ut_rand(&rng) >> 33) : (uint8_t) ('a' + i % 7);
		ut_packed_cut(&p, val.v, val.n, 10000, false);
		val.packed = ut_packed_join(&p, &val.m);
		CHECK(open_form(&o, &val, STORE_PACKED, bx_host_lz4()) == BX_OK);
		for (i = 0; i < val.n; i += 9999)
			ask(&o, &val, i, 3);
		CHECK(bx_image_all(&o.img) == BX_OK && memcmp(o.img.v, val.v, val.n) == 0);
		close_image(&o, true);
		free(val.packed);
		ut_packed_free(&p);
	}
	free(val.v);
}

/* A block list of 20 kB does not fit the first read. */
static void
long_headers(void)
{
	Value val;
	UtPacked p;
	Opened o;

	value_make(&val, 30000, 100);
	free(val.packed);
	ut_packed_cut(&p, val.v, val.n, 3, true);
	val.packed = ut_packed_join(&p, &val.m);
	CHECK(open_form(&o, &val, STORE_PACKED, bx_host_lz4()) == BX_OK);
	CHECK(o.store.reads >= 2);
	ask(&o, &val, 20000, 100);
	CHECK(bx_image_all(&o.img) == BX_OK && memcmp(o.img.v, val.v, val.n) == 0);
	close_image(&o, true);
	ut_packed_free(&p);
	value_free(&val);
}

/* ---- little else ---- */

/* A few bytes in the middle cost one block, whatever the length of the value. */
static void
one_place_costs_one_block(void)
{
	static const uint32_t places[] = {700000, 200000, 899000, 500001};
	Value val;
	Opened o;
	size_t i;
	int form;

	value_make(&val, BODY, 0);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
		for (i = 0; i < 4; i++)
		{
			uint32_t block = form == STORE_PLAIN ? FETCH_MAX : BX_BLOCK_SIZE + BX_BLOCK_SIZE / 4;

			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			CHECK(o.store.reads == 1 && o.store.bytes <= PREFIX_MAX);
			ask(&o, &val, places[i], 5);
			CHECK(o.store.reads == 2 && o.store.bytes <= PREFIX_MAX + block);
			CHECK(o.img.fetched == o.store.bytes);
			CHECK(o.img.inflated <= (form == STORE_PLAIN ? 0 : block));
			ask(&o, &val, places[i], 5);
			ask(&o, &val, 0, o.img.head.table_off);
			CHECK(o.store.reads == 2);
			close_image(&o, true);
		}
	value_free(&val);
}

/* From start to end: every byte once besides the first read, in few reads. */
static void
walk_fetches_once(void)
{
	Value val;
	Opened o;
	uint32_t off, step;
	int form;

	value_make(&val, BODY, 30000);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
		for (step = 1; step < 40000; step = step * 9 + 1)
		{
			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			for (off = 0; off < val.n && ut_here == 0; off += step)
			{
				if (bx_image_need(&o.img, off, step) != BX_OK || memcmp(o.img.v + off, val.v + off, 1) != 0)
					CHECKF(false, "form %d, step %u, at %u", form, step, off);
				/* looking back at the beginning must not end the reading ahead */
				if (off % 64 == 0)
					CHECK(bx_image_need(&o.img, off % 20, 1) == BX_OK);
			}
			CHECKF(o.store.bytes <= o.stored_n + PREFIX_MAX, "form %d, step %u: %llu of %zu", form, step,
				   (unsigned long long) o.store.bytes, o.stored_n);
			CHECKF(o.store.reads <= 12, "form %d, step %u: %d reads", form, step, o.store.reads);
			close_image(&o, true);
		}
	value_free(&val);
}

/* Is stored byte `at` of the value allowed to be fetched for plain bytes off .. off + len)? */
static void
check_seen(const Opened *o, uint32_t off, uint32_t end)
{
	const BxImage *img = &o->img;
	uint32_t i, b = 0, first = UINT32_MAX, last = 0;

	for (b = 0; b < img->n_blocks; b++)
		if (img->plain_at[b] < end && img->plain_at[b + 1] > off)
		{
			first = b < first ? b : first;
			last = b;
		}
	for (i = PREFIX_MAX; i < o->stored_n; i++)
	{
		while (b > 0 && (b >= img->n_blocks || img->stored_at[b] > i))
			b--;
		while (b + 1 < img->n_blocks && img->stored_at[b + 1] <= i)
			b++;
		if (o->store.seen[i] && (b < first || b > last + RUN_MAX - 1))
		{
			CHECKF(false, "%u..%u made stored byte %u of block %u be read", off, end, i, b);
			return;
		}
	}
}

static void
nothing_else_is_fetched(void)
{
	uint64_t rng = 5;
	Value val;
	Opened o;
	int form, i;

	value_make(&val, BODY, 1000);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
		for (i = 0; i < 60; i++)
		{
			uint32_t off = ut_below(&rng, (uint32_t) val.n);
			uint32_t len = 1 + ut_below(&rng, i % 2 ? 100 : 200000);

			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			o.store.seen = ut_need(calloc(1, o.stored_n));
			ask(&o, &val, off, len);
			check_seen(&o, off, len < val.n - off ? off + len : (uint32_t) val.n);
			free(o.store.seen);
			close_image(&o, true);
		}
	value_free(&val);
}

/* Blocks that are filled are not fetched again. */
static void
nothing_is_fetched_twice(void)
{
	uint64_t rng = 9;
	Value val;
	Opened o;
	int form, i;

	value_make(&val, BODY, 0);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
	{
		CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
		for (i = 0; i < 3000; i++)
			CHECK(bx_image_need(&o.img, ut_below(&rng, (uint32_t) val.n), ut_below(&rng, 3000)) == BX_OK);
		CHECK(o.store.bytes <= o.stored_n + PREFIX_MAX);
		CHECK(bx_image_all(&o.img) == BX_OK && memcmp(o.img.v, val.v, val.n) == 0);
		CHECK(o.store.bytes <= o.stored_n + PREFIX_MAX);
		close_image(&o, true);
	}
	value_free(&val);
}

/* A short value outside memory is read once. */
static void
short_values_are_read_once(void)
{
	Value val;
	Opened o;
	int form;

	value_make(&val, 3500, 20);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
	{
		CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
		ask(&o, &val, 3000, 10);
		CHECK(bx_image_all(&o.img) == BX_OK && memcmp(o.img.v, val.v, val.n) == 0);
		CHECK(o.store.reads == 1 && o.store.bytes == o.stored_n);
		close_image(&o, true);
	}
	value_free(&val);
}

/* ---- failures ---- */

/* A fixed number of accesses; the first failure ends it. */
static BxStatus
use_image(Opened *o, const Value *val)
{
	static const uint32_t offs[] = {500000, 0, 100, 899000, 9000, 300000};
	BxStatus st = BX_OK;
	size_t i;

	for (i = 0; i < 6 && st == BX_OK; i++)
		st = bx_image_need(&o->img, offs[i], 100000);
	if (st == BX_OK)
		st = bx_image_all(&o->img);
	if (st == BX_OK)
		CHECK(memcmp(o->img.v, val->v, val->n) == 0);
	return st;
}

/* Its status comes through, and the image is as good as before. */
static void
store_fails(void)
{
	static const BxStatus statuses[] = {BX_E_CANCEL, BX_E_CORRUPT, BX_E_NOMEM, BX_E_STATE};
	Value val;
	Opened o;
	int form, at, done;

	value_make(&val, BODY, 100);
	for (form = STORE_PLAIN; form <= STORE_PACKED; form++)
	{
		CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
		close_image(&o, true);
		for (at = 1, done = 0; !done && at < 100; at++)
		{
			BxStatus want = statuses[at % 4];
			BxStatus st;

			CHECK(open_form(&o, &val, (Form) form, bx_host_lz4()) == BX_OK);
			o.store.fail_at = at + 1;
			o.store.fail_with = want;
			st = use_image(&o, &val);
			done = o.store.reads < at + 1;
			CHECKF(done ? st == BX_OK : st == want && o.err.status == want, "form %d, read %d: %s", form,
				   at + 1, bx_status_name(st));
			CHECK(use_image(&o, &val) == BX_OK);
			close_image(&o, true);
		}
		CHECK(done && at > 5);
	}
	value_free(&val);
}

static BxStatus
open_failing(Opened *o, const Value *val, int at)
{
	bx_arena_init(&o->arena, bx_host_lz4());
	bx_error_clear(&o->err);
	ut_store_init(&o->store, val->packed, val->m);
	o->store.fail_at = at;
	o->store.fail_with = BX_E_CANCEL;
	return bx_image_open(&o->img, &o->store.store, &o->arena, &o->err);
}

static void
opening_fails(void)
{
	Value val;
	Opened o;

	value_make(&val, BODY, 0);
	CHECK(open_failing(&o, &val, 1) == BX_E_CANCEL && o.err.status == BX_E_CANCEL);
	bx_arena_reset(&o.arena);
	/* no codec, and another one */
	CHECK(open_form(&o, &val, MEMORY_PACKED, bx_host_libc()) == BX_E_VERSION);
	close_image(&o, false);
	CHECK(open_form(&o, &val, STORE_PLAIN, bx_host_libc()) == BX_OK);
	close_image(&o, true);
	/* damage that more bytes cannot mend costs one read */
	val.v[7] ^= 1;
	CHECK(open_form(&o, &val, STORE_PLAIN, bx_host_lz4()) == BX_E_CORRUPT && o.store.reads == 1);
	close_image(&o, false);
	val.packed[0] = 0xB2;
	CHECK(open_form(&o, &val, STORE_PACKED, bx_host_lz4()) == BX_E_VERSION && o.store.reads == 1);
	close_image(&o, false);
	/* longer than any value */
	ut_store_init(&o.store, val.v, BX_VALUE_MAX + 1);
	bx_arena_init(&o.arena, bx_host_lz4());
	CHECK(bx_image_open(&o.img, &o.store.store, &o.arena, &o.err) == BX_E_CORRUPT && o.store.reads == 0);
	bx_arena_reset(&o.arena);
	value_free(&val);
}

static void
every_request_refused(void)
{
	Value val;
	Opened o;
	int form, at, done;

	value_make(&val, BODY, 100);
	for (form = 0; form < FORMS; form++)
		for (at = 1, done = 0; !done && at < 200; at++)
		{
			UtHost h;
			BxStatus st;
			bool opened;

			ut_host_init(&h);
			h.fail_at = at;
			st = open_form(&o, &val, (Form) form, &h.host);
			opened = st == BX_OK;
			if (opened)
				st = use_image(&o, &val);
			done = h.calls < at;
			CHECKF(st == (done ? BX_OK : BX_E_NOMEM), "form %d, request %d: %s", form, at,
				   bx_status_name(st));
			if (opened)
				CHECK(use_image(&o, &val) == BX_OK);
			close_image(&o, opened);
			CHECKF(h.live == 0, "form %d, request %d: %d blocks lost", form, at, h.live);
		}
	value_free(&val);
}

static void
polls_are_obeyed(void)
{
	Value val;
	Opened o;
	UtHost h;
	int form;

	value_make(&val, BODY, 0);
	for (form = MEMORY_PACKED; form < FORMS; form++)
	{
		ut_host_init(&h);
		CHECK(open_form(&o, &val, (Form) form, &h.host) == BX_OK);
		h.cancel_at = h.polls + 1;
		CHECK(bx_image_need(&o.img, 400000, 300000) == BX_E_CANCEL);
		h.cancel_at = h.polls + 1;
		CHECK(bx_image_all(&o.img) == BX_E_CANCEL);
		CHECK(use_image(&o, &val) == BX_OK);
		close_image(&o, true);
	}
	value_free(&val);
}

/* ---- damage ---- */

static bool
is_damage(BxStatus st)
{
	return st == BX_E_CORRUPT || st == BX_E_VERSION;
}

/* Read it in parts and all at once; when that works, both agree and the validator may say what it likes. */
static void
survive(const uint8_t *v, size_t n, bool in_memory, uint64_t *rng, long *whole)
{
	Opened o;
	BxStatus st = open_bytes(&o, v, n, in_memory, bx_host_lz4());
	bool opened = st == BX_OK;
	const uint8_t *plain = v;
	size_t plain_n = n;
	BxStatus all;
	int i;

	for (i = 0; i < 4 && st == BX_OK; i++)
		st = bx_image_need(&o.img, ut_below(rng, (uint32_t) o.img.n), ut_below(rng, 5000));
	if (st == BX_OK)
		st = bx_image_all(&o.img);
	CHECKF(st == BX_OK || (is_damage(st) && o.err.status == st && o.err.msg[0] != '\0'), "%s",
		   bx_status_name(st));
	all = bx_plain(&plain, &plain_n, &o.arena, &o.err);
	/* a plain value is not looked at by bx_plain */
	CHECKF(all == st || (all == BX_OK && plain == v), "%s in parts, %s at once", bx_status_name(st),
		   bx_status_name(all));
	if (st == BX_OK)
	{
		CHECK(plain_n == o.img.n && memcmp(plain, o.img.v, plain_n) == 0);
		st = bx_check(v, n, false, NULL, bx_host_lz4(), &o.err);
		CHECKF(st == BX_OK || is_damage(st), "%s", bx_status_name(st));
		*whole += 1;
	}
	close_image(&o, opened);
}

static void
truncation_at_every_byte(void)
{
	uint64_t rng = 1;
	long whole = 0;
	int i;

	for (i = 0; i < golden_n; i++)
	{
		size_t m, k;
		uint8_t *packed;
		UtPacked p;

		if (golden[i].n > 6000)
			continue;
		ut_packed_cut(&p, golden[i].v, golden[i].n, 100, false);
		packed = ut_packed_join(&p, &m);
		for (k = 0; k < m; k++)
		{
			uint8_t *cut = ut_need(malloc(k ? k : 1));

			memcpy(cut, packed, k);
			survive(cut, k, k & 1, &rng, &whole);
			free(cut);
		}
		CHECK(whole == 0);
		free(packed);
		ut_packed_free(&p);
	}
}

/* Every byte of the list and of the blocks changed in turn. */
static void
damage_at_every_byte(void)
{
	uint64_t rng = 1;
	long whole = 0;
	size_t m, k;
	Value val;

	value_make(&val, 4000, 100);
	for (k = 0; k < val.m; k++)
	{
		uint8_t keep = val.packed[k];

		val.packed[k] ^= (uint8_t) (1 + ut_below(&rng, 255));
		survive(val.packed, val.m, k & 1, &rng, &whole);
		val.packed[k] = keep;
	}
	m = val.m;
	CHECK(whole > 0 && whole < (long) m);
	value_free(&val);
}

static void
random_damage(void)
{
	const char *env = getenv("BXML_FUZZ_N");
	const char *seed = getenv("BXML_FUZZ_SEED");
	long n = env ? atol(env) : 50000;
	uint64_t rng = seed ? strtoull(seed, NULL, 10) | 1 : 7;
	long i, whole = 0;
	uint8_t *packed[UT_GOLDEN_MAX];
	size_t m[UT_GOLDEN_MAX];
	UtPacked p;

	for (i = 0; i < golden_n; i++)
	{
		ut_packed_cut(&p, golden[i].v, golden[i].n, golden[i].n < 1000 ? 60 : 2000, false);
		packed[i] = ut_packed_join(&p, &m[i]);
		ut_packed_free(&p);
	}
	for (i = 0; i < n && ut_here == 0; i++)
	{
		uint32_t g = ut_below(&rng, (uint32_t) golden_n);
		uint64_t before = rng;
		uint8_t *v;
		size_t k;

		if (m[g] > 2000 && i % 32 != 0)
			g = 2;
		v = ut_mutate_packed(packed[g], m[g], &rng, &k);
		survive(v, k, i & 1, &rng, &whole);
		free(v);
		if (ut_here != 0)
			printf("# damaged value %ld of %s, seed %llu\n", i, golden[g].name, (unsigned long long) before);
	}
	printf("# %ld of %ld damaged values still had a plain form\n", whole, n);
	CHECK(n < 1000 || (whole > n / 20 && whole < n * 9 / 10));
	for (i = 0; i < golden_n; i++)
		free(packed[i]);
}

/* ---- memory follows what is read ---- */

/* 8 kB that say they are 2 MB: address space is asked for, at most 255 times the stored length and the block list. */
static void
declared_size_is_bounded(void)
{
	Value val = {0};
	UtPacked p;
	Opened o;
	uint32_t i;
	uint64_t rng = 1;
	long whole = 0;
	UtParts parts;

	ut_parts_init(&parts);
	parts.depth = 1;
	for (i = 0; i < 8000 * 255; i++)
		ut_append(&parts.items, "x", 1);
	val.v = ut_assemble(&parts, &val.n);
	ut_packed_cut(&p, val.v, val.n, 255, true);
	for (i = 0; i < 8000; i++)
		((uint32_t *) (void *) p.stored.data)[i] = 1;
	p.blocks.len = 8000;
	val.packed = ut_packed_join(&p, &val.m);
	CHECK(open_bytes(&o, val.packed, val.m, true, bx_host_lz4()) == BX_OK);
	CHECK(o.arena.total < val.m * (BX_BLOCK_GROWTH + 16));
	CHECK(bx_image_need(&o.img, 5000, 1) == BX_E_CORRUPT);
	close_image(&o, true);
	survive(val.packed, val.m, false, &rng, &whole);
	CHECK(whole == 0);
	ut_parts_free(&parts);
	ut_packed_free(&p);
	value_free(&val);
}

UT_SUITE(test_image)
{
	golden_n = ut_goldens(golden);
	UT_RUN(a_plain_value_is_its_image);
	UT_RUN(random_ranges);
	UT_RUN(jumps_inflate_part);
	UT_RUN(all_of_it);
	UT_RUN(outside_the_value);
	UT_RUN(equal_places);
	UT_RUN(long_headers);
	UT_RUN(one_place_costs_one_block);
	UT_RUN(walk_fetches_once);
	UT_RUN(nothing_else_is_fetched);
	UT_RUN(nothing_is_fetched_twice);
	UT_RUN(short_values_are_read_once);
	UT_RUN(store_fails);
	UT_RUN(opening_fails);
	UT_RUN(every_request_refused);
	UT_RUN(polls_are_obeyed);
	UT_RUN(truncation_at_every_byte);
	UT_RUN(damage_at_every_byte);
	UT_RUN(random_damage);
	UT_RUN(declared_size_is_bounded);
	ut_goldens_free(golden, golden_n);
	return ut_done();
}
