/*
 * fn_learn.c -- a vocabulary learned from a schema: bxml_vocabulary_learn_schema.
 *
 * A document is made up that has every element and attribute of the schema once.  It need not be valid: what is learned
 * from it is names.
 */
#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "utils/builtins.h"

#include "../../core/base/bx_utf8.h"
#include "../../core/schema/bx_places.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/learning.h"
#include "../value/parse.h"
#include "choose.h"
#include "language.h"

BXML_FUNCTION(bxml_vocabulary_learn_schema);

/* Elements and attributes of the document, and elements in each other. */
#define NODES 2000
#define DEPTH 60

typedef struct Sketch
{
	BxPlaces *places;
	StringInfoData out;
	List *namespaces;   /* BxStr *, those that names have; that of the root is the first */
	const char *prefix; /* of the root's namespace, UTF-8; NULL: none */
	bool bare;          /* elements below the root have no namespace, so that it cannot be the default one */
	bool *opened;       /* by place: what is in it is written already */
	uint32 n_opened;
	int nodes;
	BxError err;
} Sketch;

/* ---- names ---- */

static int
namespace_number(Sketch *s, BxStr uri)
{
	ListCell *c;
	BxStr *copy;

	foreach (c, s->namespaces)
		if (bx_str_equal(*(BxStr *) lfirst(c), uri))
			return foreach_current_index(c);
	copy = palloc(sizeof(BxStr));
	*copy = uri;
	s->namespaces = lappend(s->namespaces, copy);
	return list_length(s->namespaces) - 1;
}

/* The prefix of a namespace, "" for the default one. */
static const char *
prefix_of(Sketch *s, BxStr uri, bool attribute)
{
	char *made;
	int n;

	if (uri.n == 0)
		return "";
	if (bx_same_bytes(uri.s, uri.n, BX_XML_NS, strlen(BX_XML_NS)))
		return "xml";
	n = namespace_number(s, uri);
	if (n == 0 && s->prefix != NULL)
		return s->prefix;
	if (n == 0 && !s->bare && !attribute)
		return "";
	made = psprintf("ns%d", n);
	return s->prefix != NULL && strcmp(made, s->prefix) == 0 ? psprintf("%s_", made) : made;
}

static void
put_name(Sketch *s, const BxSchemaPlace *place)
{
	const char *prefix = prefix_of(s, place->uri, place->kind == BX_PLACE_ATTRIBUTE);

	if (*prefix)
		appendStringInfo(&s->out, "%s:", prefix);
	appendBinaryStringInfo(&s->out, place->local.s, (int) place->local.n);
}

/* ---- what is in a document ---- */

static const BxPart *
parts_of(Sketch *s, uint32 place, uint32 *n)
{
	const BxPart *parts = NULL;

	error_check(bx_places_parts(s->places, place, &parts, n, &s->err), &s->err);
	if (bx_places_count(s->places) > s->n_opened)
	{
		uint32 room = 2 * bx_places_count(s->places);

		s->opened = s->opened == NULL ? palloc0(room) : repalloc(s->opened, room);
		memset(s->opened + s->n_opened, 0, room - s->n_opened);
		s->n_opened = room;
	}
	return parts;
}

static void
put_escaped(Sketch *s, BxStr text)
{
	for (size_t i = 0; i < text.n; i++)
	{
		if (strchr("&<>\"", text.s[i]) != NULL || (unsigned char) text.s[i] < ' ')
			appendStringInfo(&s->out, "&#%d;", text.s[i]);
		else
			appendStringInfoChar(&s->out, text.s[i]);
	}
}

static void
put_attributes(Sketch *s, const BxPart *parts, uint32 n)
{
	for (uint32 i = 0; i < n && s->nodes < NODES; i++)
	{
		const BxSchemaPlace *at = bx_places_at(s->places, parts[i].place);

		if (at->kind != BX_PLACE_ATTRIBUTE)
			continue;
		s->nodes++;
		appendStringInfoChar(&s->out, ' ');
		put_name(s, at);
		appendStringInfoString(&s->out, "=\"");
		appendStringInfoString(&s->out, "1\"");
	}
}

static void put_element(Sketch *s, uint32 place, int depth);

static void
put_children(Sketch *s, const BxPart *parts, uint32 n, int depth)
{
	for (uint32 i = 0; i < n && s->nodes < NODES && depth < DEPTH; i++)
		if (bx_places_at(s->places, parts[i].place)->kind == BX_PLACE_ELEMENT)
			put_element(s, parts[i].place, depth);
}

/* Those of the names, and what documents say of their schema. */
static void
put_namespaces(Sketch *s)
{
	appendStringInfoString(
		&s->out, " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"\"");
	for (int i = 0; i < list_length(s->namespaces); i++)
	{
		BxStr uri = *(BxStr *) list_nth(s->namespaces, i);
		const char *prefix = prefix_of(s, uri, false);

		appendStringInfo(&s->out, " xmlns%s%s=\"", *prefix ? ":" : "", prefix);
		put_escaped(s, uri);
		appendStringInfoChar(&s->out, '"');
	}
}

/* What is in an element is written where it is the first of its place. */
static void
put_element(Sketch *s, uint32 place, int depth)
{
	BxSchemaPlace at = *bx_places_at(s->places, place);
	const BxPart *parts;
	uint32 n = 0;

	s->nodes++;
	if (at.uri.n == 0 && depth > 0)
		s->bare = true;
	appendStringInfoChar(&s->out, '<');
	put_name(s, &at);
	parts = parts_of(s, place, &n);
	if (depth == 0)
		put_namespaces(s);
	if (!s->opened[place])
		put_attributes(s, parts, n);
	appendStringInfoChar(&s->out, '>');
	if (at.type != NULL)
		appendStringInfoString(&s->out, "1");
	else if (!s->opened[place])
	{
		s->opened[place] = true;
		put_children(s, parts, n, depth + 1);
	}
	s->opened[place] = true;
	appendStringInfoString(&s->out, "</");
	put_name(s, &at);
	appendStringInfoChar(&s->out, '>');
}

static void
put_document(Sketch *s)
{
	const BxPart *parts;
	uint32 n = 0;

	resetStringInfo(&s->out);
	s->nodes = 0;
	parts = parts_of(s, 0, &n);
	memset(s->opened, 0, s->n_opened);
	if (n > 0)
		put_element(s, parts[0].place, 0);
}

/* ---- learning ---- */

static void
learn_document(Sketch *s, Learning *l)
{
	ParseSpec spec;

	parse_spec_text(&spec);
	spec.encoding = PG_UTF8;
	spec.fixed = spec.quiet = spec.plain = true;
	/* the first finds the namespaces */
	put_document(s);
	put_document(s);
	learning_add(l, PointerGetDatum(parse_or_raise(s->out.data, (size_t) s->out.len, &spec)));
}

/* The root that was asked for, or the only one. */
static void
get_root(FunctionCallInfo fcinfo, SchemaChoice *choice)
{
	text *root = PG_ARGISNULL(1) ? NULL : PG_GETARG_TEXT_PP(1);
	Oid function = PG_GETARG_SCHEMA(0);

	if (root == NULL)
	{
		List *roots = choice_roots(ready_schema(ready_get(function)));

		if (list_length(roots) != 1)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("schema %s declares %d elements that can be a root", ready_name(function),
								   list_length(roots)),
							errhint("Name one of them.")));
		root = cstring_to_text(linitial(roots));
	}
	choice_make(choice, function, root);
}

/* The prefix that was asked for; an empty one is none. */
static char *
get_prefix(text *prefix)
{
	size_t n;
	const char *s = encoding_to_utf8(VARDATA_ANY(prefix), VARSIZE_ANY_EXHDR(prefix), &n);
	char *copy = pnstrdup(s, n);

	if (n > 0 && (!bx_is_ncname(copy, n) || strcmp(copy, "xml") == 0 || strcmp(copy, "xmlns") == 0 ||
				  strcmp(copy, "xsi") == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME), errmsg("not a prefix: \"%s\"", text_to_cstring(prefix)),
				 errhint("A prefix is a name without colon; \"xml\", \"xmlns\" and \"xsi\" are taken.")));
	return copy;
}

/* bxml_vocabulary_learn_schema(schema, root, prefix) */
Datum
bxml_vocabulary_learn_schema(PG_FUNCTION_ARGS)
{
	/* only names: one document has nothing in common with others */
	const BxLearnLeast least = {1, 0, 20, 0};
	Learning l = {.owner = GetUserId(), .made_up = true};
	BxValidateOptions options = {0};
	Sketch s = {0};
	SchemaChoice choice;
	ReadySchema *ready;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	learning_check_database();
	get_root(fcinfo, &choice);
	ready = choice_only(&choice, &options);
	l.learned_from = psprintf("%s()", ready_name(PG_GETARG_SCHEMA(0)));
	bx_error_clear(&s.err);
	initStringInfo(&s.out);
	if (!PG_ARGISNULL(2))
		s.prefix = get_prefix(PG_GETARG_TEXT_PP(2));
	learning_begin(&l, least);
	s.places = ready_places(ready, options.uri, options.local);
	learn_document(&s, &l);
	ready_places_done(ready);
	learning_end(&l, (ReturnSetInfo *) fcinfo->resultinfo);
	return (Datum) 0;
}
