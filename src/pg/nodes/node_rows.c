/*
 * node_rows.c -- the nodes of a document as rows of a node table; bxml_node_rows and bxml_node_path.
 *
 * The rows are those of bxml_reader.  What is added is the path, of which the text to the parent is kept for every open
 * element, and the places in the scope, which are kept in the same way.  Texts are in the encoding of the server.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

#include "../query/path.h"
#include "../query/path_scope.h"
#include "../query/typed.h"
#include "../rows/reader.h"
#include "../rows/srf.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/utf8.h"
#include "node_rows.h"

BXML_FUNCTION(bxml_node_rows);
BXML_FUNCTION(bxml_node_path);

/* ---- paths of a table ---- */

struct NodePaths
{
	PgHost host;
	BxArena arena;
	BxIndexScope scope;
};

static const NodePaths *
paths_of(NodePaths *paths, const XpBlock *block)
{
	BxStatus st;
	BxError err;

	bx_error_clear(&err);
	st = path_scope_of(block, &paths->arena, &paths->scope, &err);
	if (st == BX_E_UNSUPPORTED)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("%s", error_text(&err)),
						errhint("Write paths such as \"/a/b | //c/@d\".")));
	error_check(st, &err);
	return paths;
}

static NodePaths *
paths_new(void)
{
	NodePaths *paths = palloc0(sizeof(NodePaths));

	bx_arena_init_small(&paths->arena, host_here(&paths->host));
	return paths;
}

const NodePaths *
node_paths_read(Datum bxpath)
{
	struct varlena *p = PG_DETOAST_DATUM_COPY(bxpath);
	NodePaths *paths = paths_new();

	return paths_of(paths, path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, &paths->arena));
}

const NodePaths *
node_paths_text(const char *text)
{
	NodePaths *paths = paths_new();
	XpBlock *block;
	BxError err;
	size_t n;
	const char *utf8 = encoding_to_utf8(text, strlen(text), &n);

	bx_error_clear(&err);
	error_check(xp_compile(utf8, n, 0, &paths->arena, &block, &err), &err);
	return paths_of(paths, block);
}

/* ---- rows of a document ---- */

/* An open element, or the document. */
typedef struct OpenNode
{
	int path_len; /* of its path; -1: too long */
	BxStr uri;    /* its namespace */
	uint64 places;
} OpenNode;

struct NodeRows
{
	ReaderAsk ask;
	Reader *reader;
	const BxIndexScope *scope; /* or NULL */
	OpenNode *open;            /* by level; 0 is the document */
	int room;
	StringInfoData path;
};

/* All items but declarations of namespaces. */
static bool
is_node(void *arg, const Datum *values, const bool *nulls)
{
	return reader_row_kind(values) != BX_KIND_NAMESPACE;
}

NodeRows *
node_rows_open(Datum doc, const NodePaths *paths)
{
	NodeRows *r = palloc0(sizeof(NodeRows));

	r->ask.want = READER_ALL & ~(1u << READER_TYPE);
	r->ask.passes = is_node;
	r->ask.early = true;
	r->scope = paths != NULL ? &paths->scope : NULL;
	r->room = 32;
	r->open = palloc0_array(OpenNode, r->room);
	if (r->scope != NULL)
		r->open[0].places = r->scope->starts;
	initStringInfo(&r->path);
	r->reader = reader_open(doc, &r->ask);
	return r;
}

void
node_rows_close(NodeRows *r)
{
	reader_close(r->reader);
}

/* A name of the reader, which lives as long as the reader; empty if it is null. */
static BxStr
reader_name(const Datum *values, const bool *nulls, ReaderColumn column)
{
	struct varlena *t = (struct varlena *) DatumGetPointer(values[column]);

	return nulls[column] ? bx_str("", 0) : bx_str(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
}

static BxStr
utf8_name(BxStr name)
{
	size_t n;
	const char *s = encoding_to_utf8(name.s, name.n, &n);

	return bx_str(s, n);
}

/*
 * A step to an element or attribute, as paths of rows have it; `parent` is the namespace of the parent element.
 */
static void
node_path_step(StringInfo path, bool attribute, BxStr parent, BxStr uri, BxStr local)
{
	appendStringInfoString(path, attribute ? "/@" : "/");
	if (attribute ? uri.n > 0 : !bx_str_equal(parent, uri))
	{
		appendStringInfoString(path, "Q{");
		appendBinaryStringInfo(path, uri.s, (int) uri.n);
		appendStringInfoChar(path, '}');
	}
	appendBinaryStringInfo(path, local.s, (int) local.n);
}

/* Put the path of the item into r->path; false if it is too long. */
static bool
put_path(NodeRows *r, const OpenNode *parent, uint8 kind, BxStr uri, BxStr local)
{
	if (parent->path_len < 0)
		return false;
	r->path.len = parent->path_len;
	switch (kind)
	{
		case BX_KIND_TEXT: appendStringInfoString(&r->path, "/text()"); break;
		case BX_KIND_COMMENT: appendStringInfoString(&r->path, "/comment()"); break;
		case BX_KIND_PI: appendStringInfoString(&r->path, "/processing-instruction()"); break;
		default:
			if (uri.n + local.n > NODE_TEXT_MAX)
				return false;
			node_path_step(&r->path, kind == BX_KIND_ATTRIBUTE, parent->uri, uri, local);
	}
	return r->path.len <= NODE_TEXT_MAX;
}

/* The places of the item; elements and attributes take steps. */
static uint64
item_places(const NodeRows *r, const OpenNode *parent, uint8 kind, BxStr uri, BxStr local)
{
	bool attribute = kind == BX_KIND_ATTRIBUTE;
	uint64 match;

	if (r->scope == NULL || parent->places == 0)
		return 0;
	if (kind != BX_KIND_ELEMENT && !attribute)
		return parent->places & r->scope->ends;
	match = bx_index_scope_match(r->scope, utf8_name(uri), utf8_name(local), attribute);
	return attribute ? bx_index_scope_attribute(r->scope, parent->places, match)
					 : bx_index_scope_child(r->scope, parent->places, match);
}

/* The open element that the item is in; one for the item itself is behind it. */
static OpenNode *
parent_of(NodeRows *r, int level)
{
	if (level >= r->room)
	{
		r->room = level * 2;
		r->open = repalloc(r->open, r->room * sizeof(OpenNode));
	}
	return &r->open[level - 1];
}

/* The value in the encoding of the server, if it is short enough, and what else it is. */
static void
put_value(Datum value, Datum *values, bool *nulls)
{
	struct varlena *v = (struct varlena *) DatumGetPointer(value);
	BxStr text;

	if (VARATT_IS_EXTERNAL_EXPANDED(v) || VARSIZE_ANY_EXHDR(v) > NODE_TEXT_MAX)
		return;
	values[NODE_VALUE] = value;
	nulls[NODE_VALUE] = false;
	text = bx_str(VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v));
	nulls[NODE_NUMBER] = !typed_numeric(text, &values[NODE_NUMBER]);
	nulls[NODE_MOMENT] = !nulls[NODE_NUMBER] || !typed_moment(text, &values[NODE_MOMENT]);
}

/* The next item of the reader; false after the last.  *kept: does it have a row? */
static bool
next_item(NodeRows *r, bool *kept, Datum *values, bool *nulls)
{
	Datum item[READER_COLUMNS];
	bool empty[READER_COLUMNS];
	OpenNode *parent;
	BxStr uri, local;
	uint64 places;
	uint8 kind;
	bool named;

	if (!reader_next(r->reader, item, empty))
		return false;
	kind = reader_row_kind(item);
	uri = reader_name(item, empty, READER_NS);
	local = reader_name(item, empty, READER_NAME);
	parent = parent_of(r, DatumGetInt32(item[READER_LEVEL]));
	named = put_path(r, parent, kind, uri, local);
	places = item_places(r, parent, kind, uri, local);
	parent[1] = (OpenNode){named ? r->path.len : -1, uri, places};
	*kept = (r->scope == NULL || (places & r->scope->ends) != 0) &&
			VARSIZE_ANY_EXHDR(DatumGetPointer(item[READER_ID])) <= NODE_TEXT_MAX;
	if (!*kept)
		return true;
	memset(nulls, true, NODE_COLUMNS * sizeof(bool));
	values[NODE_LABEL] = item[READER_ID];
	nulls[NODE_LABEL] = false;
	nulls[NODE_PATH] = !named;
	if (named)
		values[NODE_PATH] = PointerGetDatum(cstring_to_text_with_len(r->path.data, r->path.len));
	if (!empty[READER_VALUE])
		put_value(item[READER_VALUE], values, nulls);
	return true;
}

bool
node_rows_next(NodeRows *r, Datum *values, bool *nulls)
{
	bool kept;

	while (next_item(r, &kept, values, nulls))
		if (kept)
			return true;
	return false;
}

/* ---- functions ---- */

/* The rows of the arguments, in a context of several calls. */
static void *
open_call(FunctionCallInfo fcinfo)
{
	const NodePaths *paths = PG_ARGISNULL(1) ? NULL : node_paths_read(PG_GETARG_DATUM(1));

	return PG_ARGISNULL(0) ? NULL : node_rows_open(PG_GETARG_DATUM(0), paths);
}

Datum
bxml_node_rows(PG_FUNCTION_ARGS)
{
	FuncCallContext *srf;
	Datum values[NODE_COLUMNS];
	bool nulls[NODE_COLUMNS];
	NodeRows *rows;

	srf = srf_call(fcinfo, open_call);
	rows = srf->user_fctx;
	if (rows != NULL && node_rows_next(rows, values, nulls))
		SRF_RETURN_NEXT(srf, HeapTupleGetDatum(heap_form_tuple(srf->tuple_desc, values, nulls)));
	if (rows != NULL)
		node_rows_close(rows);
	SRF_RETURN_DONE(srf);
}

/* The path of names that a bxpath is; raises an error for any other path. */
static const XpTermPath *
names_of(Datum bxpath, BxArena *arena)
{
	struct varlena *p = PG_DETOAST_DATUM(bxpath);
	const XpBlock *block = path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, arena);
	XpTerms terms;
	BxError err;

	bx_error_clear(&err);
	error_check(xp_terms_of(block, XP_TERMS_EXISTS, NULL, 0, arena, &terms, &err), &err);
	if (!path_is_plain(block) || terms.root->kind != XP_TERMS_TERM || !terms.root->term->path.exact)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("path must lead from the document by names of elements to one element or attribute"),
			 errhint("Write a path such as \"/a/b/@c\", with declared prefixes and without conditions.")));
	return &terms.root->term->path;
}

Datum
bxml_node_path(PG_FUNCTION_ARGS)
{
	BxStr parent = bx_str("", 0);
	const XpTermPath *names;
	StringInfoData path;
	BxArena arena;
	PgHost host;

	bx_arena_init_small(&arena, host_here(&host));
	names = names_of(PG_GETARG_DATUM(0), &arena);
	initStringInfo(&path);
	for (uint32 i = 0; i < names->n; i++)
	{
		node_path_step(&path, names->attribute && i + 1 == names->n, parent, names->steps[i].uri,
					   names->steps[i].local);
		parent = names->steps[i].uri;
	}
	PG_RETURN_TEXT_P(utf8_text(path.data, (size_t) path.len));
}
