/*
 * reader.c -- the info items of a document as rows of bxml_reader.
 *
 * Kinds and names belong to the shapes of the value's table, so their texts are made once per shape and returned by
 * pointer, and a condition on them is decided once per shape.  With path shapes that also shows which subtrees cannot
 * contain a wanted item; these are skipped.  Labels and values are made only if they are wanted.
 */
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "../../core/store/bx_window.h"
#include "../../core/value/bx_value.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/reference.h"
#include "reader.h"
#include "../query/result.h"
#include "../value/rowbuf.h"

typedef enum Verdict
{
	UNDECIDED,
	PASSES,
	FAILS,
} Verdict;

/* A shape of the value's table. */
typedef struct TableRow
{
	Datum values[READER_COLUMNS]; /* the columns of READER_STATIC */
	bool nulls[READER_COLUMNS];
	bool made;
	bool below; /* descendants may pass */
	Verdict verdict;
} TableRow;

struct Reader
{
	const ReaderAsk *ask;
	MemoryContext cxt;
	PgHost host;
	BxArena arena;
	Datum datum;
	uint32 by_reference_from; /* values of at least so many bytes are given as references; 0: none */
	DatumStore doc;
	BxReadAll pass;
	BxTable table;
	BxError err;
	BxExceptions exceptions;
	BxImage where; /* with a range: the value once more, for its directories */
	BxDirs dirs;
	BxWalk *walk;
	TableRow *rows;
	RowBuf buf;  /* of values */
	BxInfo item; /* the last one */
	bool given;  /* and it was returned */
	uint64 values;
	uint64 value_bytes;
};

/* ---- texts that never change ---- */

typedef union FixedText
{
	struct varlena head;
	char bytes[VARHDRSZ + 28];
} FixedText;

static Datum
fixed_text(FixedText *t, const char *s)
{
	size_t n = strlen(s);

	memcpy(VARDATA(&t->head), s, n);
	SET_VARSIZE(&t->head, n + VARHDRSZ);
	return PointerGetDatum(t);
}

static const char *const kind_names[] = {
	"", "element", "element", "attribute", "text", "comment", "processing-instruction", "namespace"};

static Datum
kind_text(uint8 kind)
{
	static FixedText texts[lengthof(kind_names)];

	return VARSIZE(&texts[kind]) > 0 ? PointerGetDatum(&texts[kind])
									 : fixed_text(&texts[kind], kind_names[kind]);
}

uint8
reader_kind(const char *s, size_t n)
{
	for (uint8 kind = 1; kind < lengthof(kind_names); kind++)
		if (strlen(kind_names[kind]) == n && memcmp(kind_names[kind], s, n) == 0)
			return kind;
	return 0;
}

uint8
reader_row_kind(const Datum *values)
{
	struct varlena *kind = (struct varlena *) DatumGetPointer(values[READER_KIND]);

	return reader_kind(VARDATA_ANY(kind), VARSIZE_ANY_EXHDR(kind));
}

static Datum
type_text(const uint8_t *p, uint32_t len)
{
	static FixedText texts[AT_TYPES];
	BxValue v;
	int type = AT_STRING;

	if (len > 0 && bx_value_is_typed(p, len) && bx_value_decode(p, len, &v))
		type = bx_value_is_integer(&v) ? AT_INTEGER : v.type;
	return VARSIZE(&texts[type]) > 0 ? PointerGetDatum(&texts[type])
									 : fixed_text(&texts[type], at_types[type].name.s);
}

/* ---- rows of the table ---- */

static void
put_text(TableRow *row, ReaderColumn column, const char *s, uint32 n)
{
	row->nulls[column] = n == 0;
	if (n > 0)
		row->values[column] = PointerGetDatum(utf8_text(s, n));
}

/* The texts of a shape, in the context of the reader.  A declaration is named by its prefix. */
static TableRow *
table_row(Reader *r, uint32 i)
{
	TableRow *row = &r->rows[i];
	const BxShape *t = &r->table.shapes[i];
	MemoryContext caller;

	if (likely(row->made))
		return row;
	caller = MemoryContextSwitchTo(r->cxt);
	memset(row->nulls, true, sizeof(row->nulls));
	row->values[READER_KIND] = kind_text(t->kind);
	row->nulls[READER_KIND] = false;
	if (t->kind == BX_KIND_NAMESPACE)
		put_text(row, READER_NAME, r->table.pairs[t->name].prefix, r->table.pairs[t->name].prefix_len);
	else if (t->kind != BX_KIND_TEXT && t->kind != BX_KIND_COMMENT)
	{
		const BxNameInfo *name = &r->table.names[t->name];
		const BxPair *pair = &r->table.pairs[name->pair];

		put_text(row, READER_PREFIX, pair->prefix, pair->prefix_len);
		put_text(row, READER_NS, pair->uri, pair->uri_len);
		put_text(row, READER_NAME, name->local, name->len);
	}
	MemoryContextSwitchTo(caller);
	row->made = true;
	return row;
}

static bool
row_passes(Reader *r, TableRow *row)
{
	if (unlikely(row->verdict == UNDECIDED))
		row->verdict =
			r->ask->passes == NULL || r->ask->passes(r->ask->arg, row->values, row->nulls) ? PASSES : FAILS;
	return row->verdict == PASSES;
}

/* Path shapes, parents before children, say which elements may contain items that pass; name shapes apply to all. */
static void
decide_early(Reader *r)
{
	bool names = (r->table.head.flags & BX_FLAG_NAMES) != 0;
	bool any = false;

	for (uint32 i = r->table.n_shapes; i-- > 0;)
	{
		TableRow *row = table_row(r, i);
		uint32 parent = r->table.shapes[i].parent;

		if (i % 4096 == 0)
			CHECK_FOR_INTERRUPTS();
		if (!row_passes(r, row) && !row->below)
			continue;
		any = true;
		if (parent != BX_SHAPE_NONE)
			r->rows[parent].below = true;
	}
	for (uint32 i = 0; names && i < r->table.n_shapes; i++)
		r->rows[i].below = any;
}

/* ---- opening ---- */

static void
set_range(Reader *r)
{
	struct varlena *lo = (struct varlena *) DatumGetPointer(r->ask->lo);
	struct varlena *hi = (struct varlena *) DatumGetPointer(r->ask->hi);

	if (lo == NULL && hi == NULL)
		return;
	bx_walk_range(r->walk, lo ? (const uint8_t *) VARDATA_ANY(lo) : NULL, lo ? VARSIZE_ANY_EXHDR(lo) : 0,
				  hi ? (const uint8_t *) VARDATA_ANY(hi) : NULL, hi ? VARSIZE_ANY_EXHDR(hi) : 0);
}

/* Go to the start of a range by the directory of children, if there is one. */
static void
set_dirs(Reader *r)
{
	const BxHeader *head = &r->pass.img.head;

	if (DatumGetPointer(r->ask->lo) == NULL || (head->flags & BX_FLAG_NAMES) ||
		!(bx_dirs_present(head, r->pass.img.v) & BX_DIR_CHILDREN))
		return;
	error_check(bx_image_open(&r->where, &r->doc.store, &r->arena, &r->err), &r->err);
	error_check(bx_dirs_open(&r->dirs, &r->where, &r->err), &r->err);
	bx_walk_dirs(r->walk, &r->dirs);
}

/*
 * A reference is read in place, if that pays and does not show: a copy has declarations on its root, and may store
 * values in another form.
 */
static const XpSubtree *
open_part(const ReaderAsk *ask, Datum *doc)
{
	const XpSubtree *part;
	Datum source;

	if ((ask->want & 1u << READER_TYPE) || !reference_open_part(*doc, &source, &part) || part->n_pairs > 0 ||
		!reference_is_large(source, part))
		return NULL;
	*doc = source;
	return part;
}

Reader *
reader_open(Datum doc, const ReaderAsk *ask)
{
	Reader *r = palloc0(sizeof(Reader));
	const XpSubtree *part = NULL;
	BxRoot root;

	r->ask = ask;
	r->cxt = CurrentMemoryContext;
	rowbuf_init(&r->buf, r->cxt);
	bx_arena_init(&r->arena, host_here(&r->host));
	bx_error_clear(&r->err);
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(doc)))
		part = open_part(ask, &doc);
	r->datum = doc;
	r->by_reference_from = reference_from(doc);
	datum_store_open(&r->doc, doc);
	error_check(bx_read_all_open(&r->pass, &r->doc.store, &r->arena, &r->err), &r->err);
	error_check(bx_read_all_table(&r->pass, &r->table, &r->arena), &r->err);
	error_check(bx_exceptions_open_pass(&r->exceptions, &r->pass, &r->arena, &r->err), &r->err);
	error_check(bx_walk_new(&r->walk, &r->table, &r->pass.items.source, &r->exceptions, &r->arena, &r->err),
				&r->err);
	if (part != NULL)
	{
		root = part->root;
		error_check(bx_walk_part(r->walk, part->off), &r->err);
	}
	else
		error_check(bx_root_read(&r->pass.img, &r->arena, &root), &r->err);
	error_check(bx_walk_root(r->walk, &root, &r->arena), &r->err);
	set_range(r);
	set_dirs(r);
	r->rows = palloc0_array(TableRow, r->table.n_shapes + 1);
	if (ask->passes != NULL && ask->early)
		decide_early(r);
	else
		for (uint32 i = 0; i < r->table.n_shapes; i++)
			r->rows[i].below = true;
	return r;
}

void
reader_close(Reader *r)
{
	Counters work = {0};

	reader_work(r, &work);
	counters_count(&work);
	bx_image_close(&r->where);
	bx_read_all_close(&r->pass);
	datum_store_close(&r->doc);
	bx_arena_reset(&r->arena);
}

void
reader_work(const Reader *r, Counters *work)
{
	BxWalkWork walk;

	bx_walk_work(r->walk, &walk);
	work->items += walk.items;
	work->values += r->values;
	work->value_bytes += r->value_bytes;
	work->subtrees += walk.skipped;
	work->skipped += walk.bytes;
	work->slices += r->doc.reads;
	work->fetched += r->pass.img.fetched + r->where.fetched;
	work->blocks += r->pass.img.blocks + r->where.blocks;
}

/* ---- rows ---- */

/* The value of an item: its text, and the payload that the text is made from; false if it has none. */
typedef struct ItemValue
{
	const uint8_t *payload;
	uint32_t len;
	const char *s;
	uint32_t n;
	char buf[BX_VALUE_TEXT_MAX];
} ItemValue;

static bool
item_value(Reader *r, const BxInfo *info, ItemValue *v)
{
	bool found;

	v->s = "";
	v->n = v->len = 0;
	v->payload = NULL;
	if (info->ev.kind == BX_EV_NAMESPACE)
	{
		const BxPair *pair = &r->table.pairs[r->table.shapes[info->ev.shape].name];

		v->s = pair->uri;
		v->n = pair->uri_len;
		return true;
	}
	error_check(bx_walk_value(r->walk, info, &found, &v->payload, &v->len), &r->err);
	r->values += found;
	r->value_bytes += v->len;
	if (found && v->len > 0)
		v->s = bx_value_text(v->payload, v->len, v->buf, &v->n);
	if (v->s == NULL)
		error_check(bx_fail(&r->err, BX_E_CORRUPT, info->ev.off, "bxml value is damaged: bad typed value"),
					&r->err);
	return found;
}

/* Is the value of the item the wanted one, if one is wanted? */
static bool
value_passes(Reader *r, const BxInfo *info)
{
	ItemValue v;

	return !r->ask->has_value ||
		   (item_value(r, info, &v) && v.n == r->ask->value_len && memcmp(v.s, r->ask->value, v.n) == 0);
}

/* Is the value a text to be given as a reference?  An element may hold one that is stored in the heap. */
static bool
is_apart(Reader *r, const BxInfo *info, uint32_t *at, uint32_t *n)
{
	bool apart = false;

	if (r->by_reference_from > 0 && (info->ev.len >= r->by_reference_from ||
									 (info->ev.kind == BX_EV_ELEMENT && r->table.head.heap_len > 0)))
		error_check(bx_walk_apart(r->walk, info, r->by_reference_from, &apart, at, n), &r->err);
	return apart;
}

static void
put_value(Reader *r, const BxInfo *info, Datum *values, bool *nulls)
{
	uint32_t at, n;
	ItemValue v;

	if (is_apart(r, info, &at, &n))
	{
		nulls[READER_VALUE] = nulls[READER_TYPE] = false;
		values[READER_VALUE] = reference_text(r->datum, at, n);
		values[READER_TYPE] = type_text(NULL, 0);
		return;
	}
	if (!item_value(r, info, &v))
		return;
	nulls[READER_VALUE] = nulls[READER_TYPE] = false;
	if (r->ask->want & 1u << READER_VALUE)
		values[READER_VALUE] = rowbuf_text(&r->buf, v.s, v.n);
	if (r->ask->want & 1u << READER_TYPE)
		values[READER_TYPE] = type_text(v.payload, v.len);
}

static Datum
item_label(Reader *r)
{
	const uint8_t *label;
	size_t n;

	bx_walk_label(r->walk, &r->item, &label, &n);
	return rowbuf_bytes(&r->buf, label, n);
}

/* May the item contain a wanted item? */
static bool
may_lie_below(const Reader *r, const BxInfo *info)
{
	return r->rows[info->ev.shape].below &&
		   (r->ask->level_max == 0 || (int32) info->ev.level < r->ask->level_max);
}

/* The next wanted item; false after the last. */
static bool
find_item(Reader *r)
{
	const ReaderAsk *ask = r->ask;
	BxInfo *info = &r->item;

	for (;;)
	{
		int32 level;

		error_check(bx_walk_next(r->walk, info), &r->err);
		if (info->ev.kind == BX_EV_DONE)
			return false;
		level = (int32) info->ev.level;
		if (level >= ask->level_min && (ask->level_max == 0 || level <= ask->level_max) &&
			row_passes(r, table_row(r, info->ev.shape)) && value_passes(r, info))
			return true;
		if (!may_lie_below(r, info))
			bx_walk_skip(r->walk, info);
	}
}

bool
reader_next(Reader *r, Datum *values, bool *nulls)
{
	uint32 want = r->ask->want;
	TableRow *row;

	/* the content of the previous item could not be skipped while its value might be wanted */
	if (r->given && !may_lie_below(r, &r->item))
		bx_walk_skip(r->walk, &r->item);
	r->given = find_item(r);
	if (!r->given)
		return false;
	row = &r->rows[r->item.ev.shape];
	if (want & READER_STATIC)
	{
		memcpy(nulls + READER_KIND, row->nulls + READER_KIND, READER_STATICS * sizeof(bool));
		memcpy(values + READER_KIND, row->values + READER_KIND, READER_STATICS * sizeof(Datum));
	}
	nulls[READER_TYPE] = nulls[READER_VALUE] = true;
	rowbuf_reset(&r->buf);
	nulls[READER_ID] = (want & 1u << READER_ID) == 0;
	if (!nulls[READER_ID])
		values[READER_ID] = item_label(r);
	nulls[READER_LEVEL] = false;
	values[READER_LEVEL] = Int32GetDatum((int32) r->item.ev.level);
	if (want & (1u << READER_VALUE | 1u << READER_TYPE))
		put_value(r, &r->item, values, nulls);
	return true;
}
