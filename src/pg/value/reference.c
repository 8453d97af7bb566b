/*
 * reference.c -- parts of a stored document as expanded objects.
 *
 * A part is given by the offset of its item, its label, and the namespaces in scope.  When it is flattened, the value
 * that a copy would be is written once, and the object keeps the bytes.
 *
 * Only read-only pointers are given out: anything that keeps such a value flattens it, even a PL/pgSQL variable, so
 * no reference outlives its statement.  The exception is an argument of a procedure that commits: the transaction has
 * changed then, and flattening raises an error.  Servers from 17 on flatten in contexts that cannot free memory, so
 * the work is done in a context of its own.
 */
#include "postgres.h"
#include "fmgr.h"
#include "access/detoast.h"
#include "storage/proc.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

#include "../../core/store/bx_window.h"
#include "../../core/xpath/result/xp_eval.h"
#include "../server/compat.h"
#include "datum.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "reference.h"
#include "../server/host.h"
#include "../server/settings.h"
#include "value_cache.h"

#define LARGE_PART 65536 /* bytes of items for which opening an out-of-line document pays */

typedef struct Reference
{
	FlatObject o; /* parts only: texts have no flat form of their own */
	LocalTransactionId lxid;
	Datum source; /* the document: in memory, or the pointer below */
	union
	{
		struct varlena v;
		char bytes[TOAST_POINTER_SIZE];
	} pointer;
} Reference;

typedef struct TextReference
{
	Reference f;
	uint32 at; /* offset in the plain form of the source */
	uint32 n;
} TextReference;

typedef struct PartReference
{
	Reference f;
	XpSubtree part;
} PartReference;

/* ---- both kinds ---- */

static void
init_reference(Reference *f, const ExpandedObjectMethods *methods, Datum doc)
{
	EOH_init_header(&f->o.hdr, methods, CurrentMemoryContext);
	f->o.flat = NULL;
	f->lxid = my_lxid();
	f->source = doc;
	if (!VARATT_IS_EXTERNAL(DatumGetPointer(doc)))
		return;
	memcpy(&f->pointer, DatumGetPointer(doc), TOAST_POINTER_SIZE);
	f->source = PointerGetDatum(&f->pointer);
}

static void
check_fresh(const Reference *f)
{
	if (f->lxid != my_lxid())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("stale fragment reference"),
				 errdetail("The transaction that made the reference to a part of a document has ended."),
				 errhint("Copy arguments of procedures into variables before COMMIT or ROLLBACK.")));
}

/* A context to work in: that of the caller may not be able to free memory. */
static MemoryContext
enter_work(MemoryContext *caller)
{
	MemoryContext work =
		AllocSetContextCreate(CurrentMemoryContext, "bxml reference", ALLOCSET_DEFAULT_SIZES);

	*caller = MemoryContextSwitchTo(work);
	return work;
}

static void
leave_work(MemoryContext work, MemoryContext caller)
{
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(work);
}

/* ---- texts ---- */

static Size
text_size(ExpandedObjectHeader *eoh)
{
	return (Size) ((TextReference *) eoh)->n + VARHDRSZ;
}

static void
text_flatten(ExpandedObjectHeader *eoh, void *result, Size allocated)
{
	TextReference *t = (TextReference *) eoh;
	MemoryContext caller, work;
	DatumStore store;
	PgHost host;
	BxError err;

	Assert(allocated == (Size) t->n + VARHDRSZ);
	check_fresh(&t->f);
	work = enter_work(&caller);
	bx_error_clear(&err);
	datum_store_open(&store, t->f.source);
	error_check(bx_range_read(&store.store, host_here(&host), t->at, t->n, (uint8_t *) VARDATA(result), &err),
				&err);
	SET_VARSIZE(result, allocated);
	leave_work(work, caller);
}

static const ExpandedObjectMethods text_methods = {text_size, text_flatten};

/* ---- parts ---- */

static void
make_flat(PartReference *p)
{
	MemoryContext caller, work;
	BxWriterOptions options;
	XpCall call = {0};
	PgHost out, host;
	DatumStore store;
	BxArena arena;
	BxError err;
	uint8_t *data;
	BxStatus st;
	size_t len;

	check_fresh(&p->f);
	work = enter_work(&caller);
	bx_error_clear(&err);
	host_init(&out, p->f.o.hdr.eoh_context);
	bx_arena_init(&arena, host_here(&host));
	call.host = &out.host;
	call.arena = &arena;
	call.err = &err;
	call.part = &p->part;
	call.image = value_cache_get(p->f.source, &err);
	if (call.image == NULL)
	{
		datum_store_open(&store, p->f.source);
		call.v = store.store.bytes;
		call.n = store.store.total;
		call.store = &store.store;
	}
	settings_copy_writer(&options);
	st = xp_subtree_value(&call, &options, &data, &len);
	if (st == BX_E_STATE) /* as in result_check: an error of order is damage */
		err.status = BX_E_CORRUPT;
	error_check(st, &err);
	p->f.o.flat = (struct varlena *) DatumGetPointer(datum_written(data, len));
	leave_work(work, caller);
}

static Size
part_size(ExpandedObjectHeader *eoh)
{
	PartReference *p = (PartReference *) eoh;

	if (p->f.o.flat == NULL)
		make_flat(p);
	return VARSIZE(p->f.o.flat);
}

static const ExpandedObjectMethods part_methods = {part_size, kind_flatten_into};

/* The value as a part, or NULL. */
static PartReference *
as_part(Datum value)
{
	PartReference *p;

	if (!VARATT_IS_EXTERNAL_EXPANDED_RO(DatumGetPointer(value)))
		return NULL;
	p = (PartReference *) DatumGetEOHP(value);
	return p->f.o.hdr.eoh_methods == &part_methods ? p : NULL;
}

bool
reference_open_part(Datum value, Datum *doc, const XpSubtree **part)
{
	PartReference *p = as_part(value);

	if (p == NULL || p->f.o.flat != NULL)
		return false;
	check_fresh(&p->f);
	*doc = p->f.source;
	*part = &p->part;
	return true;
}

bool
reference_is_large(Datum doc, const XpSubtree *part)
{
	return bxml_setting_copy_threshold == 0 || !VARATT_IS_EXTERNAL(DatumGetPointer(doc)) ||
		   part->len >= LARGE_PART || value_cache_holds(doc);
}

const ValueKind reference_kind = {.methods = &part_methods, .bytes = kind_flat_bytes};

/* ---- making them ---- */

uint32
reference_from_outside(Datum doc)
{
	if (bxml_setting_copy_threshold < 0 || datum_is_compressed(doc) || !encoding_is_utf8())
		return 0;
	return Max(bxml_setting_copy_threshold, XP_APART_MIN);
}

Datum
reference_text(Datum doc, uint32 at, uint32 n)
{
	TextReference *t;

	if (!AllocSizeIsValid((Size) n + VARHDRSZ))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("value exceeds the 1 GB limit of a single value")));
	t = palloc(sizeof(TextReference));
	init_reference(&t->f, &text_methods, doc);
	t->at = at;
	t->n = n;
	return EOHPGetRODatum(&t->f.o.hdr);
}

/* Is the value in memory plain?  Another one would be made plain for every use. */
static bool
is_plain(const struct varlena *v)
{
	return VARSIZE_ANY_EXHDR(v) > 1 &&
		   (bxml_setting_copy_threshold == 0 ||
			!(((const uint8 *) VARDATA_ANY(v))[1] & (BX_FLAG_BLOCKS | BX_FLAG_VOCABULARY)));
}

bool
reference_parts(Datum doc, uint32 *from)
{
	const struct varlena *v;

	if (bxml_setting_copy_threshold < 0)
		return false;
	*from = (uint32) bxml_setting_copy_threshold;
	v = (const struct varlena *) DatumGetPointer(doc);
	if (datum_is_compressed(PointerGetDatum(v)))
		return false;
	return VARATT_IS_EXTERNAL(v) ? VARATT_IS_EXTERNAL_ONDISK(v) : is_plain(v);
}

Datum
reference_part(Datum doc, const XpSubtree *part)
{
	Size pairs = part->n_pairs * sizeof(uint32_t);
	PartReference *p = palloc(sizeof(PartReference) + pairs + part->root.n);
	uint8 *behind = (uint8 *) (p + 1);

	init_reference(&p->f, &part_methods, doc);
	p->part = *part;
	p->part.pairs = (uint32_t *) behind;
	p->part.root.p = behind + pairs;
	if (pairs > 0)
		memcpy(behind, part->pairs, pairs);
	memcpy(behind + pairs, part->root.p, part->root.n);
	return EOHPGetRODatum(&p->f.o.hdr);
}
