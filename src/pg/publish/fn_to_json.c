/*
 * fn_to_json.c -- bxml to jsonb.
 *
 * One pass over the items with a frame per open element.  A frame collects members (BadgerFish) or elements of the
 * array (JsonML); the next element of the level reuses its arrays.  The tree of JsonbValues has a memory context of
 * its own until it is converted to bytes.  All values are strings: the text of a number would not survive numeric.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

#include "../../core/read/bx_reader.h"
#include "../../core/store/bx_window.h"
#include "../../core/value/bx_value.h"
#include "../server/compat.h"
#include "../value/datum.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "json.h"
#include "../query/result.h"

BXML_FUNCTION(bxml_to_jsonb);

/* A growing array of JsonbValues. */
typedef struct Values
{
	JsonbValue *v;
	uint32 n;
	uint32 cap;
} Values;

/* A member of a future object. */
typedef struct Member
{
	JsonbValue key;
	JsonbValue value;
	uint32 seq;
} Member;

/* Members in a growing array. */
typedef struct ToJsonMembers
{
	Member *v;
	uint32 n;
	uint32 cap;
} ToJsonMembers;

typedef struct Frame
{
	JsonbValue name;        /* as written; empty for the document */
	Values items;           /* JsonML: children.  BadgerFish: texts */
	ToJsonMembers members;  /* JsonML: attributes and declarations.  BadgerFish: attributes and children */
	ToJsonMembers declared; /* BadgerFish: members of "@xmlns" */
	uint32 elements;        /* among the children */
} Frame;

typedef struct ToJson
{
	JsonStyle style;
	const BxTable *table;
	JsonbValue *row_name; /* per shape its name as a key; type jbvNull: not made yet */
	Frame *frames;        /* frames[0] is the document */
	uint32 level;
} ToJson;

JsonStyle
json_style(Datum name)
{
	char *s = text_to_cstring(DatumGetTextPP(name));

	if (strcmp(s, "badgerfish") == 0)
		return JSON_BADGERFISH;
	if (strcmp(s, "jsonml") == 0)
		return JSON_JSONML;
	if (strcmp(s, "simple") == 0)
		return JSON_SIMPLE;
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("unrecognized style: \"%s\"", s),
					errhint("Use \"badgerfish\", \"jsonml\" or \"simple\".")));
}

/* ---- values ---- */

static JsonbValue
string_of(char *s)
{
	JsonbValue v = {.type = jbvString};

	v.val.string.val = s;
	v.val.string.len = (int) strlen(s);
	return v;
}

/* A string of n bytes of UTF-8. */
static JsonbValue
utf8_string(const char *s, size_t n)
{
	return string_of(utf8_cstring(s, n));
}

static JsonbValue
literal(const char *s)
{
	return string_of(unconstify(char *, s));
}

static void
push(Values *values, const JsonbValue *v)
{
	if (values->n == values->cap)
	{
		values->cap = values->cap ? values->cap * 2 : 8;
		values->v = values->v ? repalloc_huge(values->v, values->cap * sizeof(JsonbValue))
							  : palloc(values->cap * sizeof(JsonbValue));
	}
	values->v[values->n++] = *v;
}

static void
push_member(ToJsonMembers *m, JsonbValue key, const JsonbValue *value)
{
	if (m->n == m->cap)
	{
		m->cap = m->cap ? m->cap * 2 : 8;
		m->v = m->v ? repalloc_huge(m->v, m->cap * sizeof(Member)) : palloc(m->cap * sizeof(Member));
	}
	m->v[m->n] = (Member){key, *value, m->n};
	m->n++;
}

static JsonbValue
array_of(const JsonbValue *v, uint32 n)
{
	JsonbValue a = {.type = jbvArray};

	a.val.array.nElems = (int) n;
	a.val.array.rawScalar = false;
	a.val.array.elems = MemoryContextAllocHuge(CurrentMemoryContext, Max(n, 1) * sizeof(JsonbValue));
	memcpy(a.val.array.elems, v, n * sizeof(JsonbValue));
	return a;
}

/* The order of keys in jsonb. */
static int
compare_keys(const Member *x, const Member *y)
{
	int c = (x->key.val.string.len > y->key.val.string.len) - (x->key.val.string.len < y->key.val.string.len);

	return c != 0 ? c : memcmp(x->key.val.string.val, y->key.val.string.val, x->key.val.string.len);
}

/* Equal keys in document order. */
static int
compare_members(const void *a, const void *b)
{
	const Member *x = a, *y = b;
	int c = compare_keys(x, y);

	return c != 0 ? c : (x->seq > y->seq) - (x->seq < y->seq);
}

/* Members as an object; those with one key become an array. */
static JsonbValue
object_of(const ToJsonMembers *m)
{
	Member *members = m->v;
	uint32 n = m->n;
	JsonbValue o = {.type = jbvObject};
	JsonbPair *pairs = MemoryContextAllocHuge(CurrentMemoryContext, Max(n, 1) * sizeof(JsonbPair));
	uint32 n_pairs = 0;

	if (n > 1)
		qsort(members, n, sizeof(Member), compare_members);
	for (uint32 i = 0, end; i < n; i = end)
	{
		JsonbPair *pair = &pairs[n_pairs];

		for (end = i + 1; end < n && compare_keys(&members[i], &members[end]) == 0;)
			end++;
		pair->key = members[i].key;
		pair->order = n_pairs++;
		pair->value = members[i].value;
		if (end - i > 1)
		{
			JsonbValue *v = MemoryContextAllocHuge(CurrentMemoryContext, (end - i) * sizeof(JsonbValue));

			for (uint32 k = i; k < end; k++)
				v[k - i] = members[k].value;
			pair->value.type = jbvArray;
			pair->value.val.array.nElems = (int) (end - i);
			pair->value.val.array.elems = v;
			pair->value.val.array.rawScalar = false;
		}
	}
	o.val.object.nPairs = (int) n_pairs;
	o.val.object.pairs = pairs;
	return o;
}

/* ---- names ---- */

/* "p:local" after a mark. */
static char *
qualified(const char *mark, const BxPair *pair, const char *local, uint32 n)
{
	StringInfoData s;
	char *name;

	initStringInfo(&s);
	appendStringInfoString(&s, mark);
	appendBinaryStringInfo(&s, pair->prefix, (int) pair->prefix_len);
	if (pair->prefix_len > 0)
		appendStringInfoChar(&s, ':');
	appendBinaryStringInfo(&s, local, (int) n);
	name = utf8_cstring(s.data, s.len);
	return name;
}

static char *
declaration_name(const ToJson *j, const BxPair *pair)
{
	if (j->style == JSON_BADGERFISH)
		return pair->prefix_len > 0 ? utf8_cstring(pair->prefix, pair->prefix_len) : pstrdup(BADGERFISH_TEXT);
	return psprintf("xmlns%s%s", pair->prefix_len > 0 ? ":" : "",
					utf8_cstring(pair->prefix, pair->prefix_len));
}

static JsonbValue
name_of(ToJson *j, uint32 row)
{
	JsonbValue *name = &j->row_name[row];
	const BxShape *r = &j->table->shapes[row];
	const BxNameInfo *n = &j->table->names[r->name];

	if (name->type != jbvNull)
		return *name;
	switch (r->kind)
	{
		case BX_KIND_NAMESPACE: *name = string_of(declaration_name(j, &j->table->pairs[r->name])); break;
		case BX_KIND_PI:
			*name = string_of(qualified("?", &j->table->pairs[BX_PAIR_NONE], n->local, n->len));
			break;
		default:
			*name = string_of(qualified(r->kind == BX_KIND_ATTRIBUTE && j->style != JSON_JSONML ? "@" : "",
										&j->table->pairs[j->style == JSON_SIMPLE ? BX_PAIR_NONE : n->pair],
										n->local, n->len));
	}
	return *name;
}

/* ---- items ---- */

static JsonbValue
text_of(const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n;
	const char *s = bx_value_text(ev->payload, ev->len, buf, &n);
	BxError err;

	if (s == NULL)
		error_check(bx_fail(&err, BX_E_CORRUPT, ev->off, "bxml value is damaged: bad value"), &err);
	return utf8_string(s, n);
}

static void
open_frame(ToJson *j, JsonbValue name)
{
	Frame *f = &j->frames[++j->level];

	f->name = name;
	f->items.n = f->members.n = f->declared.n = f->elements = 0;
}

static bool
is_white(const JsonbValue *text)
{
	return strspn(text->val.string.val, " \t\r\n") == (size_t) text->val.string.len;
}

/* The texts of an element as one; texts between elements only if they are not white space. */
static bool
joined_text(const Frame *f, JsonbValue *text)
{
	StringInfoData s;

	if (f->items.n == 1 && f->elements == 0)
	{
		*text = f->items.v[0];
		return true;
	}
	initStringInfo(&s);
	for (uint32 i = 0; i < f->items.n; i++)
		if (f->elements == 0 || !is_white(&f->items.v[i]))
			appendBinaryStringInfo(&s, f->items.v[i].val.string.val, f->items.v[i].val.string.len);
	*text = string_of(s.data);
	return s.len > 0;
}

static JsonbValue
badgerfish_element(Frame *f)
{
	JsonbValue v;

	if (f->declared.n > 0)
	{
		v = object_of(&f->declared);
		push_member(&f->members, literal(BADGERFISH_XMLNS), &v);
	}
	if (joined_text(f, &v))
		push_member(&f->members, literal(BADGERFISH_TEXT), &v);
	return object_of(&f->members);
}

/* An element without attributes and elements is its text. */
static JsonbValue
simple_element(Frame *f)
{
	JsonbValue v;

	if (f->members.n > 0)
		return badgerfish_element(f);
	return joined_text(f, &v) ? v : literal("");
}

static JsonbValue
jsonml_element(Frame *f)
{
	JsonbValue a = {.type = jbvArray};
	uint32 head = f->members.n > 0 ? 2 : 1;

	a.val.array.nElems = (int) (f->items.n + head);
	a.val.array.rawScalar = false;
	a.val.array.elems =
		MemoryContextAllocHuge(CurrentMemoryContext, (f->items.n + head) * sizeof(JsonbValue));
	a.val.array.elems[0] = f->name;
	if (f->members.n > 0)
		a.val.array.elems[1] = object_of(&f->members);
	if (f->items.n > 0)
		memcpy(a.val.array.elems + head, f->items.v, f->items.n * sizeof(JsonbValue));
	return a;
}

/* The innermost element is complete. */
static void
close_frame(ToJson *j)
{
	Frame *f = &j->frames[j->level--];
	Frame *up = f - 1;
	JsonbValue v = j->style == JSON_JSONML   ? jsonml_element(f)
				   : j->style == JSON_SIMPLE ? simple_element(f)
											 : badgerfish_element(f);

	up->elements++;
	if (j->style == JSON_JSONML)
		push(&up->items, &v);
	else
		push_member(&up->members, f->name, &v);
}

static void
take_attribute(ToJson *j, const BxEvent *ev)
{
	Frame *f = &j->frames[j->level];
	JsonbValue v = text_of(ev);

	push_member(&f->members, name_of(j, ev->shape), &v);
}

static void
take_namespace(ToJson *j, const BxEvent *ev)
{
	Frame *f = &j->frames[j->level];
	const BxPair *pair = &j->table->pairs[j->table->shapes[ev->shape].name];
	JsonbValue v;

	if (j->style == JSON_SIMPLE)
		return;
	v = utf8_string(pair->uri, pair->uri_len);
	if (j->style == JSON_JSONML)
		push_member(&f->members, name_of(j, ev->shape), &v);
	else
		push_member(&f->declared, name_of(j, ev->shape), &v);
}

/* A comment or processing instruction, which BadgerFish cannot represent. */
static void
take_note(ToJson *j, const BxEvent *ev)
{
	JsonbValue pair[2], v;

	if (j->style != JSON_JSONML)
		return;
	pair[0] = ev->kind == BX_EV_PI ? name_of(j, ev->shape) : literal(JSONML_COMMENT);
	pair[1] = utf8_string((const char *) ev->payload, ev->len);
	v = array_of(pair, 2);
	push(&j->frames[j->level].items, &v);
}

static void
take_event(ToJson *j, const BxEvent *ev)
{
	JsonbValue v;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT: open_frame(j, name_of(j, ev->shape)); return;
		case BX_EV_END: close_frame(j); return;
		case BX_EV_LEAF:
			open_frame(j, name_of(j, ev->shape));
			if (ev->len > 0)
			{
				v = text_of(ev);
				push(&j->frames[j->level].items, &v);
			}
			close_frame(j);
			return;
		case BX_EV_ATTRIBUTE: take_attribute(j, ev); return;
		case BX_EV_NAMESPACE: take_namespace(j, ev); return;
		case BX_EV_TEXT:
			v = text_of(ev);
			push(&j->frames[j->level].items, &v);
			return;
		default: take_note(j, ev); return;
	}
}

/* ---- the whole ---- */

/* A value that is one element is that element. */
static JsonbValue
whole(ToJson *j)
{
	Frame *f = &j->frames[0];

	if (j->style != JSON_JSONML)
		return badgerfish_element(f);
	return f->elements == 1 && f->items.n == 1 ? f->items.v[0] : jsonml_element(f);
}

static JsonbValue
convert(BxReadAll *pass, JsonStyle style, BxArena *arena, BxError *err)
{
	ToJson j = {.style = style};
	BxTable table;
	BxReader *rd;
	BxEvent ev;

	error_check(bx_read_all_table(pass, &table, arena), err);
	error_check(bx_reader_new(&rd, &table, &pass->items.source, arena, err), err);
	j.table = &table;
	j.row_name = palloc_array(JsonbValue, table.n_shapes + 1);
	for (uint32 i = 0; i < table.n_shapes; i++)
		j.row_name[i].type = jbvNull;
	j.frames = MemoryContextAllocExtended(CurrentMemoryContext, (table.head.depth + 2) * sizeof(Frame),
										  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	j.frames[0].name = literal(JSONML_CONTENT);
	for (uint64 i = 0;; i++)
	{
		if (i % 1024 == 0)
			CHECK_FOR_INTERRUPTS();
		error_check(bx_reader_next(rd, &ev), err);
		if (ev.kind == BX_EV_DONE)
			return whole(&j);
		take_event(&j, &ev);
	}
}

Datum
bxml_to_jsonb(PG_FUNCTION_ARGS)
{
	JsonStyle style = json_style(PG_GETARG_DATUM(1));
	MemoryContext scratch =
		AllocSetContextCreate(CurrentMemoryContext, "bxml to jsonb", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(scratch);
	DatumStore doc;
	BxReadAll pass;
	PgHost host;
	BxArena arena;
	BxError err;
	JsonbValue v;
	Jsonb *result;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	datum_store_open(&doc, PG_GETARG_DATUM(0));
	error_check(bx_read_all_open(&pass, &doc.store, &arena, &err), &err);
	v = convert(&pass, style, &arena, &err);
	MemoryContextSwitchTo(old);
	result = JsonbValueToJsonb(&v);
	MemoryContextDelete(scratch);
	PG_RETURN_JSONB_P(result);
}
