/*
 * source_trigger.c -- the trigger that keeps a column of documents and the column of their original texts in step;
 * bxml_source_trigger and bxml_source_pair.
 *
 * It is a BEFORE trigger for rows, with the two columns in its condition, where the server renames them.  A document
 * with an original is what the parser makes of it; one that is changed by other means has none any more.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "fmgr.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "../value/parse.h"
#include "../value/print.h"
#include "../value/typmod.h"
#include "source_pair.h"

BXML_FUNCTION(bxml_source_pair);
BXML_FUNCTION(bxml_source_trigger);

extern Datum bxml_in(PG_FUNCTION_ARGS);

/* The condition of the trigger is there for the columns that it names, and is true. */
Datum
bxml_source_pair(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(true);
}

/* A column, and its value in the row that was and in the one that is to be. */
typedef struct PairColumn
{
	AttrNumber column;
	Oid type; /* perhaps a domain */
	const char *name;
	Datum old, new;
	bool null_old, null_new;
} PairColumn;

typedef struct Pair
{
	Oid trigger;
	PairColumn doc, source;
	int32 typmod; /* of the document; of what is below the domain */
	bool is_domain;
	bool bytes;   /* the original is of type bytea */
	bool refuse;  /* changes of documents that have an original */
	void *domain; /* what domain_check keeps */
	MemoryContext memory;
} Pair;

static _Noreturn void
bad_trigger(void)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
		 errmsg("triggers that keep originals must be BEFORE INSERT OR UPDATE triggers for rows, made as by "
				"bxml_with_source")));
}

static void
read_column(PairColumn *s, const FuncExpr *call, int i, TupleDesc desc)
{
	const Var *arg = list_nth(call->args, i);
	Form_pg_attribute column;

	if (!IsA(arg, Var) || arg->varattno <= 0 || arg->varattno > desc->natts)
		bad_trigger();
	column = TupleDescAttr(desc, arg->varattno - 1);
	if (column->attisdropped)
		bad_trigger();
	s->column = arg->varattno;
	s->type = column->atttypid;
	s->name = pstrdup(NameStr(column->attname));
}

bool
source_type_serves(Oid type)
{
	Oid base = getBaseType(type);

	return base == BYTEAOID || base == TEXTOID || base == VARCHAROID;
}

/* Users who may create triggers can name columns of any type. */
static void
check_types(const Pair *p, Relation table)
{
	if (!own_type(p->doc.type, bxml_in))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("column \"%s\" of table \"%s\" is not of type bxml", p->doc.name,
							   RelationGetRelationName(table)),
						errtablecol(table, p->doc.column)));
	if (!source_type_serves(p->source.type))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("column \"%s\" of table \"%s\" is not of type bytea, text or varchar",
							   p->source.name, RelationGetRelationName(table)),
						errtablecol(table, p->source.column)));
}

static void
read_pair(Pair *p, const Trigger *trigger, Relation table)
{
	TupleDesc desc = RelationGetDescr(table);
	FuncExpr *call = trigger->tgqual != NULL ? stringToNode(trigger->tgqual) : NULL;

	if (call == NULL || !IsA(call, FuncExpr) || own_address(call->funcid) != bxml_source_pair ||
		list_length(call->args) != 2 || trigger->tgnargs != 1)
		bad_trigger();
	p->trigger = trigger->tgoid;
	read_column(&p->doc, call, 0, desc);
	read_column(&p->source, call, 1, desc);
	check_types(p, table);
	p->typmod = TupleDescAttr(desc, p->doc.column - 1)->atttypmod;
	p->is_domain = getBaseTypeAndTypmod(p->doc.type, &p->typmod) != p->doc.type;
	p->bytes = getBaseType(p->source.type) == BYTEAOID;
	p->refuse = strcmp(trigger->tgargs[0], SOURCE_CLEAR) != 0;
}

static bool
is_as_before(const PairColumn *s, TupleDesc desc)
{
	return s->column <= desc->natts && TupleDescAttr(desc, s->column - 1)->atttypid == s->type;
}

/* Read once for the rows of a statement, and again if they are of another table than before. */
static Pair *
pair_of(FunctionCallInfo fcinfo)
{
	const TriggerData *data = (const TriggerData *) fcinfo->context;
	TupleDesc desc = RelationGetDescr(data->tg_relation);
	Pair *p = fcinfo->flinfo->fn_extra;
	MemoryContext caller;

	if (p != NULL && p->trigger == data->tg_trigger->tgoid && is_as_before(&p->doc, desc) &&
		is_as_before(&p->source, desc))
		return p;
	caller = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	p = palloc0(sizeof(Pair));
	p->memory = fcinfo->flinfo->fn_mcxt;
	read_pair(p, data->tg_trigger, data->tg_relation);
	MemoryContextSwitchTo(caller);
	fcinfo->flinfo->fn_extra = p;
	return p;
}

static void
read_side(PairColumn *s, const TriggerData *data)
{
	TupleDesc desc = RelationGetDescr(data->tg_relation);
	bool update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);

	s->new = heap_getattr(update ? data->tg_newtuple : data->tg_trigtuple, s->column, desc, &s->null_new);
	s->null_old = true;
	if (update)
		s->old = heap_getattr(data->tg_trigtuple, s->column, desc, &s->null_old);
}

/* ---- has a value changed? ---- */

static bool
same_bytes(Datum a, Datum b)
{
	/* one value out of line in both rows need not be fetched */
	return datumIsEqual(a, b, false, -1) || datum_image_eq(a, b, false, -1);
}

/* The same document, however it is stored: with or without vocabulary, compressed or not. */
static bool
same_text(Datum a, Datum b)
{
	size_t n, m;
	char *s, *t;
	bool same;

	if (same_bytes(a, b))
		return true;
	s = print_utf8(a, NULL, 0, &n);
	t = print_utf8(b, NULL, 0, &m);
	same = n == m && memcmp(s, t, n) == 0;
	pfree(s);
	pfree(t);
	return same;
}

static bool
changed(const PairColumn *s, bool (*same)(Datum, Datum))
{
	if (s->null_old || s->null_new)
		return s->null_old != s->null_new;
	return !same(s->old, s->new);
}

/* ---- the document of an original ---- */

static Datum
parse_source(Pair *p)
{
	struct varlena *source = PG_DETOAST_DATUM_PACKED(p->source.new);
	struct varlena *value;
	ParseSpec spec;

	parse_spec_input(&spec);
	spec.plain = typmod_is_schema(p->typmod);
	if (p->bytes)
	{
		spec.encoding = PARSE_DETECT;
		spec.verified = false;
	}
	value = parse_or_raise(VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source), &spec);
	(void) typmod_apply_new(p->typmod, &value, NULL);
	if (p->is_domain)
		domain_check(PointerGetDatum(value), false, p->doc.type, &p->domain, p->memory);
	return PointerGetDatum(value);
}

/* The row with another value of a column. */
static HeapTuple
replaced(HeapTuple row, const TriggerData *data, const PairColumn *s, Datum value, bool isnull)
{
	int column = s->column;

	return heap_modify_tuple_by_cols(row, RelationGetDescr(data->tg_relation), 1, &column, &value, &isnull);
}

/* A document that is given together with its original must be that of the original. */
static HeapTuple
with_document(Pair *p, const TriggerData *data, HeapTuple row, bool given)
{
	Datum doc = parse_source(p);

	if (given && !p->doc.null_new && !same_text(doc, p->doc.new))
		ereport(ERROR, (errcode(ERRCODE_CHECK_VIOLATION),
						errmsg("document in column \"%s\" is not that of its original in column \"%s\"",
							   p->doc.name, p->source.name),
						errhint("Give the original only."), errtablecol(data->tg_relation, p->doc.column)));
	return replaced(row, data, &p->doc, doc, false);
}

static HeapTuple
without_source(const Pair *p, const TriggerData *data, HeapTuple row)
{
	if (p->refuse)
		ereport(ERROR,
				(errcode(ERRCODE_GENERATED_ALWAYS),
				 errmsg("document in column \"%s\" cannot be changed: it has an original in column \"%s\"",
						p->doc.name, p->source.name),
				 errhint("Set \"%s\" to the new text, or to null in the same UPDATE.", p->source.name),
				 errtablecol(data->tg_relation, p->doc.column)));
	return replaced(row, data, &p->source, (Datum) 0, true);
}

static HeapTuple
keep_pair(Pair *p, const TriggerData *data)
{
	bool update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	HeapTuple row = update ? data->tg_newtuple : data->tg_trigtuple;

	read_side(&p->doc, data);
	read_side(&p->source, data);
	if (p->source.null_new)
		return row;
	if (!update)
		return with_document(p, data, row, true);
	if (changed(&p->source, same_bytes))
		return with_document(p, data, row, changed(&p->doc, same_text));
	return changed(&p->doc, same_text) ? without_source(p, data, row) : row;
}

Datum
bxml_source_trigger(PG_FUNCTION_ARGS)
{
	const TriggerData *data = (const TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
						errmsg("function bxml_source_trigger can be called by triggers only")));
	if (!TRIGGER_FIRED_BEFORE(data->tg_event) || !TRIGGER_FIRED_FOR_ROW(data->tg_event) ||
		TRIGGER_FIRED_BY_DELETE(data->tg_event))
		bad_trigger();
	PG_RETURN_POINTER(keep_pair(pair_of(fcinfo), data));
}
