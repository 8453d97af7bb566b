/*
 * asked_stats.c -- statistics of an expression with the constants of "LIKE 'abc%'", "^@ 'abc'" and "= 'abc'".
 *
 * The server counts the values of a histogram that match, and rare beginnings fall between them.  ANALYZE knows more
 * about these.  So the row of statistics gets, for each such constant of the query, a most common value with the share
 * of all other values that begin so; those of the histogram that do leave it.  The value ends with a character that is
 * in no document, so nothing but such a condition finds it.  A value that is not among the most common is added with
 * the share that the sample leaves open.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_operator_d.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type_d.h"
#include "mb/pg_wchar.h"
#include "nodes/nodeFuncs.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "asked_stats.h"
#include "typed_call.h"

/* Conditions on one expression that are looked at. */
#define ASKED_MAX 4
#define NOT_IN_DOCUMENTS "\001"

/* What a query asks of the values of a path. */
typedef struct AskedTexts
{
	const Const *path;
	char *texts[ASKED_MAX];
	bool equal[ASKED_MAX]; /* the text itself, not what begins so */
	int n;
} AskedTexts;

/* A row of pg_statistic, taken apart. */
typedef struct StatsFields
{
	Relation catalog;
	Datum values[Natts_pg_statistic];
	bool nulls[Natts_pg_statistic];
} StatsFields;

/* ---- what is asked ---- */

/* Of a pattern that is a text and then "%"; NULL for another one. */
static char *
pattern_prefix(char *pattern)
{
	size_t n = strcspn(pattern, "%_\\");

	if (n == 0 || pattern[n] != '%' || pattern[n + strspn(pattern + n, "%")] != '\0')
		return NULL;
	pattern[n] = '\0';
	return pattern;
}

/* Planning must not fail for bytes that no document has: those of a database without an encoding are not checked. */
static bool
is_text(const char *text)
{
	return GetDatabaseEncoding() != PG_SQL_ASCII || pg_verify_mbstr(PG_UTF8, text, (int) strlen(text), true);
}

static void
add_asked(AskedTexts *asked, char *text, bool equal)
{
	for (int i = 0; i < asked->n; i++)
		if (asked->equal[i] == equal && strcmp(asked->texts[i], text) == 0)
			return;
	if (text[0] == '\0' || asked->n == ASKED_MAX || !is_text(text))
		return;
	asked->texts[asked->n] = text;
	asked->equal[asked->n++] = equal;
}

/* The text of a constant on the right of a condition on the path; NULL for another expression. */
static char *
asked_text(const AskedTexts *asked, const OpExpr *op)
{
	Const *path, *value = list_length(op->args) == 2 ? lsecond(op->args) : NULL;
	Var *doc;

	if (value == NULL || !IsA(value, Const) || value->constisnull || value->consttype != TEXTOID ||
		!typed_call_parts(linitial(op->args), &doc, &path) || !equal(path, asked->path))
		return NULL;
	return TextDatumGetCString(value->constvalue);
}

static bool
find_asked(Node *node, void *context)
{
	AskedTexts *asked = context;

	if (node == NULL)
		return false;
	if (IsA(node, OpExpr))
	{
		Oid function = get_opcode(((OpExpr *) node)->opno);
		bool like = function == F_TEXTLIKE || function == F_TEXTNLIKE, equal = function == F_TEXTEQ;
		char *text =
			like || equal || function == F_STARTS_WITH ? asked_text(asked, (const OpExpr *) node) : NULL;

		if (text != NULL && like)
			text = pattern_prefix(text);
		if (text != NULL)
			add_asked(asked, text, equal);
	}
	return expression_tree_walker(node, find_asked, context);
}

/* ---- slots ---- */

static Datum *
field(StatsFields *f, int first, int slot)
{
	return &f->values[first - 1 + slot];
}

/* The slot of a kind; -1: there is none. */
static int
find_slot(StatsFields *f, int kind)
{
	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
		if (DatumGetInt16(*field(f, Anum_pg_statistic_stakind1, i)) == kind)
			return i;
	return -1;
}

static Datum *
array_of(StatsFields *f, int slot, int *n)
{
	Datum *values;

	deconstruct_array(DatumGetArrayTypeP(*field(f, Anum_pg_statistic_stavalues1, slot)), TEXTOID, -1, false,
					  TYPALIGN_INT, &values, NULL, n);
	return values;
}

static void
set_array(StatsFields *f, int slot, Datum *values, int n)
{
	*field(f, Anum_pg_statistic_stavalues1, slot) =
		PointerGetDatum(construct_array(values, n, TEXTOID, -1, false, TYPALIGN_INT));
}

/* ---- the histogram ---- */

static bool
begins_so(Datum text, const char *prefix)
{
	size_t n = strlen(prefix);

	return VARSIZE_ANY_EXHDR(DatumGetPointer(text)) >= n &&
		   memcmp(VARDATA_ANY(DatumGetPointer(text)), prefix, n) == 0;
}

static bool
is_asked(const AskedTexts *asked, Datum text)
{
	for (int i = 0; i < asked->n; i++)
		if (!asked->equal[i] && begins_so(text, asked->texts[i]))
			return true;
	return false;
}

static void
leave_histogram(StatsFields *f, const AskedTexts *asked)
{
	int slot = find_slot(f, STATISTIC_KIND_HISTOGRAM), n, kept = 0;
	Datum *values;

	if (slot < 0)
		return;
	values = array_of(f, slot, &n);
	for (int i = 0; i < n; i++)
		if (!is_asked(asked, values[i]))
			values[kept++] = values[i];
	if (kept == n)
		return;
	set_array(f, slot, values, kept);
	if (kept < 2)
		*field(f, Anum_pg_statistic_stakind1, slot) = Int16GetDatum(0);
}

/* ---- the most common values ---- */

/* A slot for them, if there is none. */
static int
common_slot(StatsFields *f, Oid collation)
{
	int slot = find_slot(f, STATISTIC_KIND_MCV);

	if (slot >= 0)
		return slot;
	slot = find_slot(f, 0);
	if (slot < 0)
		return -1;
	*field(f, Anum_pg_statistic_stakind1, slot) = Int16GetDatum(STATISTIC_KIND_MCV);
	*field(f, Anum_pg_statistic_staop1, slot) = ObjectIdGetDatum(TextEqualOperator);
	*field(f, Anum_pg_statistic_stacoll1, slot) = ObjectIdGetDatum(collation);
	set_array(f, slot, NULL, 0);
	*field(f, Anum_pg_statistic_stanumbers1, slot) = PointerGetDatum(construct_empty_array(FLOAT4OID));
	f->nulls[Anum_pg_statistic_stavalues1 - 1 + slot] = false;
	f->nulls[Anum_pg_statistic_stanumbers1 - 1 + slot] = false;
	return slot;
}

/* They stay in the order of their shares, greatest first; one that is there stays as it is. */
static void
add_common(StatsFields *f, int slot, Datum value, float4 share)
{
	Datum *numbers = field(f, Anum_pg_statistic_stanumbers1, slot), *old, *shares, *values, *texts;
	int n, at = 0;

	deconstruct_array(DatumGetArrayTypeP(*numbers), FLOAT4OID, sizeof(float4), true, TYPALIGN_INT, &old, NULL,
					  &n);
	texts = array_of(f, slot, &n);
	shares = palloc_array(Datum, n + 1);
	values = palloc_array(Datum, n + 1);
	while (at < n && DatumGetFloat4(old[at]) >= share)
		at++;
	for (int i = 0; i < n; i++)
	{
		if (datumIsEqual(texts[i], value, false, -1))
			return;
		shares[i + (i >= at)] = old[i];
		values[i + (i >= at)] = texts[i];
	}
	shares[at] = Float4GetDatum(share);
	values[at] = value;
	set_array(f, slot, values, n + 1);
	*numbers = PointerGetDatum(construct_array(shares, n + 1, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
}

/* ---- the row ---- */

static double
share_of(const AskedStats *of, const AskedTexts *asked, int i)
{
	size_t n;
	const char *text;

	if (asked->equal[i])
		return bx_estimate_rare(of->estimate, of->path);
	text = encoding_to_utf8(asked->texts[i], strlen(asked->texts[i]), &n);
	return bx_estimate_begins(of->estimate, of->path, bx_str(text, n));
}

/* Nothing is changed where no value has what is asked: a slot without values is none. */
static void
add_all(StatsFields *f, const AskedTexts *asked, const AskedStats *of)
{
	double shares[ASKED_MAX], most = 0;
	int slot;

	for (int i = 0; i < asked->n; i++)
	{
		shares[i] = share_of(of, asked, i) * of->share;
		most = Max(most, shares[i]);
	}
	slot = most > 0 ? common_slot(f, of->collation) : -1;
	if (slot < 0)
		return;
	leave_histogram(f, asked);
	for (int i = 0; i < asked->n; i++)
	{
		const char *end = asked->equal[i] ? "" : NOT_IN_DOCUMENTS;

		if (shares[i] > 0)
			add_common(f, slot, CStringGetTextDatum(psprintf("%s%s", asked->texts[i], end)),
					   (float4) Min(shares[i], 1));
	}
}

HeapTuple
asked_stats_add(PlannerInfo *root, const Const *path, const AskedStats *of, HeapTuple row)
{
	AskedTexts asked = {.path = path};
	HeapTuple changed;
	StatsFields f;

	if (of->path->known == NULL)
		return row;
	query_tree_walker(root->parse, find_asked, &asked, QTW_IGNORE_RT_SUBQUERIES | QTW_IGNORE_CTE_SUBQUERIES);
	if (asked.n == 0)
		return row;
	f.catalog = table_open(StatisticRelationId, AccessShareLock);
	heap_deform_tuple(row, RelationGetDescr(f.catalog), f.values, f.nulls);
	add_all(&f, &asked, of);
	changed = heap_form_tuple(RelationGetDescr(f.catalog), f.values, f.nulls);
	table_close(f.catalog, AccessShareLock);
	heap_freetuple(row);
	return changed;
}
