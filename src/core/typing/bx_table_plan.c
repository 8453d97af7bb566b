/*
 * bx_table_plan.c -- tables for the documents of a schema.
 *
 * From the root down: what is there once at most becomes columns of the row, with its attributes and what is below it;
 * what repeats becomes a table of its own.  An element inside itself, mixed content and what a wildcard takes stay XML.
 */
#include "../base/bx_core_int.h"
#include "bx_table_plan.h"

#include <stdio.h>

#include "../base/bx_buf.h"
#include "../base/bx_utf8.h"

#define MAX_TABLES 500
#define MAX_COLUMNS 1000 /* of one table; the server allows 1600 */
#define MAX_DEPTH 100
#define XSI_NS "http://www.w3.org/2001/XMLSchema-instance"

typedef struct TablePlanner
{
	BxPlaces *places;
	const BxHost *host;
	BxArena *arena;
	BxError *err;
	BxTablePlan *plan;
	const BxTableOptions *options;
	bool *met;                /* by branch: is there such an element? */
	bool overflow;            /* there was no room for all */
	uint32_t open[MAX_DEPTH]; /* places from the root to here */
	BxStr names[MAX_DEPTH];   /* and their local names */
	uint32_t depth;
} TablePlanner;

/* Where an element is: in which table, below what of its row. */
typedef struct Spot
{
	uint32_t table;
	BxStr path; /* from the element of the row; empty for it itself */
	BxStr name;
	bool required;
} Spot;

static BxStatus element(TablePlanner *p, uint32_t place, const Spot *spot);

/* ---- text ---- */

/* Pieces one behind the other; .s NULL when memory is short. */
static BxStr
join(TablePlanner *p, const BxStr *pieces, unsigned n)
{
	size_t len = 0, at = 0;
	unsigned i;
	char *s;

	for (i = 0; i < n; i++)
		len += pieces[i].n;
	s = bx_arena_alloc(p->arena, len + 1);
	for (i = 0; s != NULL && i < n; at += pieces[i++].n)
		if (pieces[i].n > 0)
			memcpy(s + at, pieces[i].s, pieces[i].n);
	return bx_str(s, len);
}

#define WORD(literal) bx_str(literal, sizeof(literal) - 1)

/* A step to an element or attribute behind a path, which may be empty. */
static BxStr
step(TablePlanner *p, BxStr path, const BxSchemaPlace *place)
{
	bool ns = place->uri.n > 0;
	BxStr pieces[] = {path,
					  path.n > 0 ? WORD("/") : WORD(""),
					  place->kind == BX_PLACE_ATTRIBUTE ? WORD("@") : WORD(""),
					  ns ? WORD("Q{") : WORD(""),
					  place->uri,
					  ns ? WORD("}") : WORD(""),
					  place->local};

	return join(p, pieces, 7);
}

/* The name with a word in front of it; of one that is too long the end stays, from a "_" on if there is one. */
static BxStr
longer_name(TablePlanner *p, BxStr name, BxStr local)
{
	BxStr pieces[] = {name, name.n > 0 ? WORD("_") : WORD(""), local};
	BxStr all = join(p, pieces, 3);
	size_t from, word;

	if (all.s == NULL || all.n <= BX_PLAN_NAME - 5)
		return all;
	for (from = all.n - (BX_PLAN_NAME - 5); ((uint8_t) all.s[from] & 0xC0) == 0x80;)
		from++;
	for (word = from; word < all.n - 1 && all.s[word - 1] != '_';)
		word++;
	if (word < all.n - 1)
		from = word;
	return bx_str(all.s + from, all.n - from);
}

static bool
same_name(BxStr a, BxStr b)
{
	size_t i;

	for (i = 0; i < a.n && i < b.n && (a.s[i] | 0x20) == (b.s[i] | 0x20);)
		i++;
	return a.n == b.n && i == a.n;
}

/* A number behind a name that is there already. */
static BxStr
numbered(TablePlanner *p, BxStr name, unsigned number)
{
	char digits[12];

	snprintf(digits, sizeof(digits), "_%u", number);
	return join(p, (BxStr[]){name, bx_str(digits, strlen(digits))}, 2);
}

static bool
is_taken(const TablePlanner *p, const BxPlanTable *t, BxStr name)
{
	uint32_t i;

	for (i = 0; i < p->options->n_taken; i++)
		if (same_name(p->options->taken[i], name))
			return true;
	for (i = 0; i < t->n; i++)
		if (same_name(t->columns[i].name, name))
			return true;
	return false;
}

/* ---- columns and tables ---- */

static BxStatus
too_many(TablePlanner *p, const char *what)
{
	p->overflow = true;
	bx_fail(p->err, BX_E_LIMIT, -1, "the element needs too many %s", what);
	return bx_hint(p->err, BX_E_LIMIT, "Take an element with less in it.");
}

static BxStatus
add_column(TablePlanner *p, const Spot *spot, BxStr path, const char *type, bool required)
{
	BxPlanTable *t = &p->plan->tables[spot->table];
	BxPlanColumn c = {spot->name, path, type, required};
	unsigned number = 1;
	BxPlanColumn *more;

	if (t->n == MAX_COLUMNS)
		return too_many(p, "columns");
	if (c.name.n == 0)
		c.name = WORD("value");
	while (path.s != NULL && c.name.s != NULL && is_taken(p, t, c.name))
		c.name = numbered(p, spot->name.n > 0 ? spot->name : WORD("value"), ++number);
	if (path.s == NULL || c.name.s == NULL)
		return bx_fail_nomem(p->err, path.n);
	if (t->n == t->cap)
	{
		t->cap = t->cap * 2 + 8;
		more = bx_arena_grow(p->arena, t->columns, t->n * sizeof(*more), t->cap * sizeof(*more));
		if (more == NULL)
			return bx_fail_nomem(p->err, t->cap * sizeof(*more));
		t->columns = more;
	}
	t->columns[t->n++] = c;
	return bx_steps(p->host, t->n);
}

static BxStatus
add_table(TablePlanner *p, BxStr name, uint32_t parent, BxStr path, BxStr row)
{
	BxTablePlan *plan = p->plan;
	BxPlanTable *more, t = {.name = name, .parent = parent, .path = path, .row = row};
	uint32_t i;
	unsigned number = 1;

	if (plan->n == MAX_TABLES)
		return too_many(p, "tables");
	for (i = 0; t.name.s != NULL && i < plan->n; i++)
		if (same_name(plan->tables[i].name, t.name))
		{
			t.name = numbered(p, name, ++number);
			i = 0;
		}
	if (t.name.s == NULL || path.s == NULL || row.s == NULL)
		return bx_fail_nomem(p->err, path.n);
	if (plan->n == plan->cap)
	{
		plan->cap = plan->cap * 2 + 8;
		more = bx_arena_grow(p->arena, plan->tables, plan->n * sizeof(*more), plan->cap * sizeof(*more));
		if (more == NULL)
			return bx_fail_nomem(p->err, plan->cap * sizeof(*more));
		plan->tables = more;
	}
	plan->tables[plan->n++] = t;
	return bx_steps(p->host, plan->n);
}

/* ---- elements ---- */

/* A string literal of a path. */
static BxStr
quoted(TablePlanner *p, BxStr text)
{
	char *s = bx_arena_alloc(p->arena, 2 * text.n + 2), *at = s;
	size_t i;

	if (s == NULL)
		return bx_str(NULL, 0);
	*at++ = '"';
	for (i = 0; i < text.n; i++)
	{
		if (text.s[i] == '"')
			*at++ = '"';
		*at++ = text.s[i];
	}
	*at++ = '"';
	return bx_str(s, (size_t) (at - s));
}

/* The path of a value; a nil or an empty one is none. */
static BxStr
filled_path(TablePlanner *p, BxStr path)
{
	return path.n > 0 ? join(p, (BxStr[]){path, WORD("[. != \"\"]")}, 2) : WORD("self::node()[. != \"\"]");
}

/* The value of an element, or what takes the place of an empty one that is not nil; "." is that of the row. */
static BxStatus
element_value(TablePlanner *p, const BxSchemaPlace *place, const Spot *spot)
{
	BxStr path = spot->path.n > 0 ? spot->path : WORD("."), text = quoted(p, place->given);
	BxStr pieces[] = {WORD("if ("), path, WORD(" = \"\") then "), text, WORD(" else "), path};

	if (place->given.s == NULL)
		return add_column(p, spot, place->unfilled ? filled_path(p, spot->path) : path, place->type,
						  spot->required && !place->unfilled);
	if (text.s == NULL)
		return bx_fail_nomem(p->err, place->given.n);
	if (!place->nillable)
		return add_column(p, spot, join(p, pieces, 6), place->type, spot->required);
	pieces[1] = join(p,
					 (BxStr[]){spot->path.n > 0 ? path : WORD("self::node()"),
							   WORD("[not(@Q{" XSI_NS "}nil = \"true\" or @Q{" XSI_NS "}nil = \"1\")]")},
					 2);
	pieces[5] = filled_path(p, spot->path);
	return add_column(p, spot, join(p, pieces, 6), place->type, false);
}

/* The value of an attribute, or what takes its place where its element is; above is the path to that. */
static BxStatus
attribute_value(TablePlanner *p, const BxSchemaPlace *place, const BxPart *part, const Spot *spot,
				BxStr above)
{
	BxStr text = quoted(p, part->given);
	BxStr pieces[] = {WORD("if ("), spot->path, WORD(") then "), spot->path, WORD(" else "),
					  text,         WORD(""),   WORD(""),        WORD("")};

	if (part->given.s == NULL)
		return add_column(p, spot, spot->path, place->type, spot->required);
	if (text.s == NULL)
		return bx_fail_nomem(p->err, part->given.n);
	if (above.n > 0)
	{
		pieces[5] = WORD("if (");
		pieces[6] = above;
		pieces[7] = join(p, (BxStr[]){WORD(") then "), text}, 2);
		pieces[8] = WORD(" else ()");
	}
	return add_column(p, spot, join(p, pieces, 9), place->type, spot->required);
}

static BxStatus
as_xml(TablePlanner *p, const Spot *spot)
{
	return add_column(p, spot, spot->path.n > 0 ? spot->path : WORD("node()"), NULL, false);
}

/* An element that repeats, in a table of its own. */
static BxStatus
repeated(TablePlanner *p, uint32_t place, const Spot *spot)
{
	const BxPlanTable parent = p->plan->tables[spot->table];
	const BxSchemaPlace *shown = bx_places_at(p->places, place);
	Spot row = {.table = p->plan->n, .path = WORD(""), .name = WORD(""), .required = true};
	BxStr path = join(p, (BxStr[]){parent.row, WORD("/"), spot->path}, 3);

	BX_TRY(add_table(p, longer_name(p, parent.name, spot->name), spot->table, path,
					 join(p, (BxStr[]){WORD("/"), step(p, WORD(""), shown)}, 2)));
	return element(p, place, &row);
}

/* Is the element that is open now, or one of this name in it, on a branch, above one or below one? */
static bool
on_branch(TablePlanner *p, BxStr local)
{
	bool wanted = p->options->n_branches == 0;
	uint32_t i, k;

	for (i = 0; i < p->options->n_branches; i++)
	{
		BxStr rest = p->options->branches[i];

		for (k = 1; k <= p->depth && rest.n > 0; k++)
		{
			BxStr name = k < p->depth ? p->names[k] : local;
			const char *slash = memchr(rest.s, '/', rest.n);
			size_t n = slash != NULL ? (size_t) (slash - rest.s) : rest.n;

			if (!bx_same_bytes(rest.s, n, name.s, name.n))
				break;
			rest = slash != NULL ? bx_str(slash + 1, rest.n - n - 1) : bx_str("", 0);
		}
		p->met[i] |= rest.n == 0;
		wanted |= rest.n == 0 || k > p->depth;
	}
	return wanted;
}

/* Does an element have other elements in it, or occur more than once? */
static BxStatus
is_deep(TablePlanner *p, const BxPart *part, const BxSchemaPlace *place, bool *deep)
{
	const BxPart *parts;
	uint32_t i, n;

	*deep = part->most > 1 || place->mixed || place->type == NULL;
	if (*deep)
		return BX_OK;
	BX_TRY(bx_places_parts(p->places, part->place, &parts, &n, p->err));
	for (i = 0; i < n; i++)
		*deep |= bx_places_at(p->places, parts[i].place)->kind == BX_PLACE_ELEMENT;
	return BX_OK;
}

static BxStatus
element_part(TablePlanner *p, const BxPart *part, const BxSchemaPlace *place, const Spot *below)
{
	bool deep = false;
	uint32_t i;

	for (i = 0; i < p->depth; i++)
		if (p->open[i] == part->place)
			return as_xml(p, below);
	if (p->depth > p->plan->depth)
		BX_TRY(is_deep(p, part, place, &deep));
	if (deep)
		return as_xml(p, below);
	return part->most > 1 ? repeated(p, part->place, below) : element(p, part->place, below);
}

/* A part of an element. */
static BxStatus
part(TablePlanner *p, const BxPart *part, const Spot *spot)
{
	const BxSchemaPlace place = *bx_places_at(p->places, part->place);
	Spot below = {spot->table, step(p, spot->path, &place), longer_name(p, spot->name, place.local),
				  spot->required && (part->least > 0 || part->given.s != NULL)};

	if (part->most == 0 || place.local.s == NULL)
		return BX_OK;
	if (below.path.s == NULL || below.name.s == NULL)
		return bx_fail_nomem(p->err, place.local.n);
	if (place.kind != BX_PLACE_ATTRIBUTE)
		return on_branch(p, place.local) ? element_part(p, part, &place, &below) : BX_OK;
	return part->by_type && !p->options->by_type ? BX_OK
												 : attribute_value(p, &place, part, &below, spot->path);
}

static BxStatus
parts_of(TablePlanner *p, uint32_t place, const Spot *spot)
{
	bool named = true;
	const BxPart *parts;
	uint32_t i, n;

	BX_TRY(bx_places_parts(p->places, place, &parts, &n, p->err));
	for (i = 0; i < n; i++)
	{
		BX_TRY(part(p, &parts[i], spot));
		named = named && bx_places_at(p->places, parts[i].place)->kind != BX_PLACE_ANY_ELEMENT;
	}
	/* what the schema does not name is there in the element alone */
	return named ? BX_OK : as_xml(p, spot);
}

static BxStatus
element(TablePlanner *p, uint32_t place, const Spot *spot)
{
	const BxSchemaPlace shown = *bx_places_at(p->places, place);

	if (p->depth == MAX_DEPTH || !p->host->stack_ok(p->host->ctx))
		return too_many(p, "levels");
	p->open[p->depth] = place;
	p->names[p->depth++] = shown.local;
	if (shown.type != NULL)
		BX_TRY(element_value(p, &shown, spot));
	BX_TRY(shown.mixed ? as_xml(p, spot) : parts_of(p, place, spot));
	p->depth--;
	return BX_OK;
}

/* ---- the whole ---- */

/* A plan with so many levels in columns. */
static BxStatus
plan_levels(TablePlanner *p, uint32_t place, uint32_t levels)
{
	const BxSchemaPlace *root = bx_places_at(p->places, place);
	BxStr path = join(p, (BxStr[]){WORD("/"), step(p, WORD(""), root)}, 2);
	Spot row = {.path = WORD(""), .name = WORD(""), .required = true};

	if (p->err != NULL)
		bx_error_clear(p->err);
	*p->plan = (BxTablePlan){.depth = levels};
	p->depth = 0;
	p->overflow = false;
	BX_TRY(add_table(p, longer_name(p, WORD(""), root->local), 0, path, path));
	return element(p, place, &row);
}

/* All levels if there is room for them, else as many as there is room for. */
static BxStatus
plan_most(TablePlanner *p, uint32_t place)
{
	BxArenaMark mark = bx_arena_mark(p->arena);
	BxStatus st = plan_levels(p, place, p->options->depth);
	uint32_t levels;

	if (st == BX_OK || !p->overflow)
		return st;
	for (levels = 0; levels < MAX_DEPTH && levels < p->options->depth; levels++)
	{
		bx_arena_release(p->arena, &mark);
		st = plan_levels(p, place, levels);
		if (st != BX_OK)
			break;
	}
	if (st == BX_OK || !p->overflow || levels == 0)
		return st;
	bx_arena_release(p->arena, &mark);
	return plan_levels(p, place, levels - 1);
}

static BxStatus
check_branches(const TablePlanner *p)
{
	const BxTableOptions *o = p->options;

	/* one that is below what is in columns is not looked for */
	for (uint32_t i = 0; i < o->n_branches && p->plan->depth == UINT32_MAX; i++)
		if (!p->met[i])
			return bx_fail(p->err, BX_E_ARGUMENT, -1, "the schema has no branch \"%.*s\" there",
						   (int) (o->branches[i].n < 80 ? o->branches[i].n : 80), o->branches[i].s);
	return BX_OK;
}

BxStatus
bx_table_plan(BxPlaces *places, const BxHost *host, const BxTableOptions *options, BxArena *arena,
			  BxTablePlan **plan, BxError *err)
{
	TablePlanner p = {.places = places, .host = host, .arena = arena, .err = err, .options = options};
	const BxPart *parts;
	uint32_t n_parts;

	*plan = p.plan = bx_arena_zalloc(arena, sizeof(BxTablePlan));
	p.met = bx_arena_zalloc(arena, options->n_branches + (size_t) 1);
	if (p.plan == NULL || p.met == NULL)
		return bx_fail_nomem(err, sizeof(BxTablePlan));
	BX_TRY(bx_places_parts(places, 0, &parts, &n_parts, err));
	if (n_parts != 1)
		return bx_fail(err, BX_E_ARGUMENT, -1, "tables are made for one root element");
	BX_TRY(plan_most(&p, parts[0].place));
	return check_branches(&p);
}
