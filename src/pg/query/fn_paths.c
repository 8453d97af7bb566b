/*
 * fn_paths.c -- the distinct element and attribute paths of a value and how often each occurs; bxml_paths.
 *
 * One pass of the reader fills a trie whose nodes are (parent node, name).  With path shapes, a shape leads to its
 * node directly after the first time; with name shapes every element is a hash lookup.  Names are equal if they print
 * equal and are in the same namespace.
 */
#include "postgres.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "../../core/base/bx_hash.h"
#include "../../core/read/bx_reader.h"
#include "../../core/store/bx_window.h"
#include "../server/compat.h"
#include "../value/datum.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "paths.h"
#include "result.h"

BXML_FUNCTION(bxml_paths);

/* The greatest number of distinct paths of a call: about 150 MB. */
#define MAX_PATHS (4 * 1024 * 1024)
#define NO_NODE 0 /* the first is the document */

typedef struct PathNode
{
	uint32 parent;
	uint32 name; /* 2 * name number, +1 for an attribute */
	uint32 row;  /* of its first occurrence, for name and kind */
	int64 count;
} PathNode;

typedef struct Trie
{
	const BxTable *table;
	BxHashMap map;   /* of nodes by parent and name */
	PathNode *nodes; /* nodes[0] is the document */
	uint32 n_nodes;
	uint32 cap;
	uint32 *row_name; /* shape to number of its printed name */
	uint32 *row_node; /* path shapes: shape to node, or NO_NODE */
	uint32 *open;     /* level to node of the open element */
} Trie;

static const BxNameInfo *
row_name(const BxTable *t, uint32 row)
{
	return &t->names[t->shapes[row].name];
}

/* Order shapes by name. */
static int
compare_rows(const void *a, const void *b, void *arg)
{
	const BxTable *t = arg;
	const BxNameInfo *x = row_name(t, *(const uint32 *) a);
	const BxNameInfo *y = row_name(t, *(const uint32 *) b);
	const BxPair *p = &t->pairs[x->pair];
	const BxPair *q = &t->pairs[y->pair];
	int c = bx_str_compare(bx_str(x->local, x->len), bx_str(y->local, y->len));

	if (c == 0)
		c = bx_str_compare(bx_str(p->prefix, p->prefix_len), bx_str(q->prefix, q->prefix_len));
	return c != 0 ? c : bx_str_compare(bx_str(p->uri, p->uri_len), bx_str(q->uri, q->uri_len));
}

static bool
row_has_path(const BxShape *row)
{
	return row->kind == BX_KIND_ELEMENT || row->kind == BX_KIND_LEAF || row->kind == BX_KIND_ATTRIBUTE;
}

static uint32 *
number_names(BxTable *t)
{
	uint32 *numbers = palloc0_array(uint32, t->n_shapes + 1);
	uint32 *rows = palloc_array(uint32, t->n_shapes + 1);
	uint32 n = 0;
	uint32 number = 0;

	for (uint32 i = 0; i < t->n_shapes; i++)
		if (row_has_path(&t->shapes[i]))
			rows[n++] = i;
	qsort_arg(rows, n, sizeof(uint32), compare_rows, t);
	for (uint32 i = 0; i < n; i++)
	{
		if (i > 0 && compare_rows(&rows[i - 1], &rows[i], t) != 0)
			number++;
		numbers[rows[i]] = number;
	}
	pfree(rows);
	return numbers;
}

static uint32
new_node(Trie *trie, uint32 parent, uint32 name, uint32 row)
{
	if (trie->n_nodes == trie->cap)
	{
		BxError err;

		if (trie->cap >= MAX_PATHS)
			error_check(bx_fail(&err, BX_E_LIMIT, -1, "value has more than %d distinct paths", MAX_PATHS),
						&err);
		trie->cap *= 2;
		trie->nodes = repalloc_huge(trie->nodes, trie->cap * sizeof(PathNode));
	}
	trie->nodes[trie->n_nodes] = (PathNode){.parent = parent, .name = name, .row = row};
	return trie->n_nodes++;
}

/* The child node with a name, made if missing. */
static uint32
find_child(Trie *trie, uint32 parent, uint32 name, uint32 row)
{
	BxHashMap *m = &trie->map;
	uint32_t hash = bx_hash_numbers(&m->host->seed, parent, name);
	uint32_t i, at;
	BxError err;

	error_check(bx_hashmap_reserve(m, &err), &err);
	bx_hashmap_foreach (i, m, hash, &at)
		if (trie->nodes[i].parent == parent && trie->nodes[i].name == name)
			return i;
	i = new_node(trie, parent, name, row);
	bx_hashmap_put(m, hash, at, i);
	return i;
}

static uint32
find_node(Trie *trie, uint32 parent, uint32 row)
{
	bool attribute = trie->table->shapes[row].kind == BX_KIND_ATTRIBUTE;
	uint32 node;

	if (trie->row_node != NULL && trie->row_node[row] != NO_NODE)
		return trie->row_node[row];
	node = find_child(trie, parent, 2 * trie->row_name[row] + attribute, row);
	if (trie->row_node != NULL)
		trie->row_node[row] = node;
	return node;
}

static void
trie_init(Trie *trie, BxTable *table, const BxHost *host)
{
	memset(trie, 0, sizeof(*trie));
	trie->table = table;
	bx_hashmap_init(&trie->map, host, NULL);
	trie->cap = 256;
	trie->nodes = palloc_array(PathNode, trie->cap);
	new_node(trie, NO_NODE, 0, 0);
	trie->row_name = number_names(table);
	if (!(table->head.flags & BX_FLAG_NAMES))
		trie->row_node = palloc0_array(uint32, table->n_shapes + 1);
	trie->open = palloc0_array(uint32, table->head.depth + 2);
}

static void
trie_fill(Trie *trie, BxReader *rd, const BxError *err)
{
	for (uint64 i = 0;; i++)
	{
		BxEvent ev;
		uint32 node;

		if (i % 4096 == 0)
			CHECK_FOR_INTERRUPTS();
		error_check(bx_reader_next(rd, &ev), err);
		if (ev.kind == BX_EV_DONE)
			return;
		if (ev.kind != BX_EV_ELEMENT && ev.kind != BX_EV_LEAF && ev.kind != BX_EV_ATTRIBUTE)
			continue;
		node = find_node(trie, trie->open[ev.level - 1], ev.shape);
		trie->nodes[node].count++;
		if (ev.kind == BX_EV_ELEMENT)
			trie->open[ev.level] = node;
	}
}

/* "p:b" */
static void
put_printed(const BxNameInfo *name, const BxPair *pair, StringInfo path)
{
	appendBinaryStringInfo(path, pair->prefix, (int) pair->prefix_len);
	if (pair->prefix_len > 0)
		appendStringInfoChar(path, ':');
	appendBinaryStringInfo(path, name->local, (int) name->len);
}

/* "Q{urn:p}b"; a URI with braces, which paths cannot contain, becomes a predicate. */
static void
put_expanded(const BxNameInfo *name, const BxPair *pair, StringInfo path)
{
	bool braces =
		memchr(pair->uri, '{', pair->uri_len) != NULL || memchr(pair->uri, '}', pair->uri_len) != NULL;

	if (braces)
		appendStringInfoString(path, "*:");
	else if (pair->uri_len > 0)
	{
		appendStringInfoString(path, "Q{");
		appendBinaryStringInfo(path, pair->uri, (int) pair->uri_len);
		appendStringInfoChar(path, '}');
	}
	appendBinaryStringInfo(path, name->local, (int) name->len);
	if (braces)
	{
		char quote = memchr(pair->uri, '"', pair->uri_len) != NULL ? '\'' : '"';

		appendStringInfo(path, "[namespace-uri() = %c", quote);
		appendBinaryStringInfo(path, pair->uri, (int) pair->uri_len);
		appendStringInfo(path, "%c]", quote);
	}
}

/* Both forms of the path of a node, in UTF-8. */
static void
node_path(const Trie *trie, uint32 node, StringInfo steps, StringInfo path, StringInfo xpath)
{
	resetStringInfo(steps);
	resetStringInfo(path);
	resetStringInfo(xpath);
	for (; node != NO_NODE; node = trie->nodes[node].parent)
		appendBinaryStringInfo(steps, (char *) &node, sizeof(node));
	for (int at = steps->len - (int) sizeof(node); at >= 0; at -= (int) sizeof(node))
	{
		const BxNameInfo *name;
		const BxPair *pair;
		const char *slash;
		uint32 row;

		memcpy(&node, steps->data + at, sizeof(node));
		row = trie->nodes[node].row;
		name = row_name(trie->table, row);
		pair = &trie->table->pairs[name->pair];
		slash = trie->table->shapes[row].kind == BX_KIND_ATTRIBUTE ? "/@" : "/";
		appendStringInfoString(path, slash);
		put_printed(name, pair, path);
		appendStringInfoString(xpath, slash);
		put_expanded(name, pair, xpath);
	}
}

void
paths_charge(uint64 *total, size_t n, const char *whose)
{
	BxError err;

	*total += n;
	if (*total <= PATHS_BYTES_MAX)
		return;
	bx_fail(&err, BX_E_LIMIT, -1, "distinct paths of the %s take more than %d MB of text", whose,
			(int) (PATHS_BYTES_MAX >> 20));
	bx_hint(
		&err, BX_E_LIMIT,
		"Names are long and elements deeply nested: ask for paths of parts of them, as by doc -> '//name'.");
	error_raise(&err);
}

void
paths_each(Datum datum, PathTake take, void *ctx)
{
	StringInfoData steps;
	StringInfoData path;
	StringInfoData xpath;
	DatumStore doc;
	BxReadAll pass;
	PgHost host;
	BxArena arena;
	BxTable table;
	BxReader *rd;
	BxError err;
	Trie trie;
	uint64 total = 0;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	datum_store_open(&doc, datum);
	error_check(bx_read_all_open(&pass, &doc.store, &arena, &err), &err);
	error_check(bx_read_all_table(&pass, &table, &arena), &err);
	error_check(bx_reader_new(&rd, &table, &pass.items.source, &arena, &err), &err);
	bx_reader_pieces(rd);
	trie_init(&trie, &table, &host.host);
	trie_fill(&trie, rd, &err);
	initStringInfo(&steps);
	initStringInfo(&path);
	initStringInfo(&xpath);
	for (uint32 node = 1; node < trie.n_nodes; node++)
	{
		PathFound found;

		CHECK_FOR_INTERRUPTS();
		node_path(&trie, node, &steps, &path, &xpath);
		paths_charge(&total, (size_t) path.len + (size_t) xpath.len, "value");
		found.path = bx_str(path.data, (size_t) path.len);
		found.xpath = bx_str(xpath.data, (size_t) xpath.len);
		found.count = trie.nodes[node].count;
		take(ctx, &found);
	}
	bx_read_all_close(&pass);
	datum_store_close(&doc);
}

/* Declarations of 0.1.0 lack the third column. */
static void
put_row(void *ctx, const PathFound *found)
{
	ReturnSetInfo *rsinfo = ctx;
	struct varlena *path = utf8_text(found->path.s, found->path.n);
	struct varlena *xpath = utf8_text(found->xpath.s, found->xpath.n);
	Datum values[3] = {PointerGetDatum(path), Int64GetDatum(found->count), PointerGetDatum(xpath)};
	bool nulls[3] = {false, false, false};

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	pfree(path);
	pfree(xpath);
}

Datum
bxml_paths(PG_FUNCTION_ARGS)
{
	InitMaterializedSRF(fcinfo, 0);
	paths_each(PG_GETARG_DATUM(0), put_row, fcinfo->resultinfo);
	return (Datum) 0;
}
