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

typedef struct TablePlanner
{
	BxPlaces *places;
	const BxHost *host;
	BxArena *arena;
	BxError *err;
	BxTablePlan *plan;
	const BxStr *taken;
	uint32_t n_taken;
	uint32_t open[MAX_DEPTH]; /* places from the root to here */
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

/* The name with a word in front of it, cut between characters. */
static BxStr
longer_name(TablePlanner *p, BxStr name, BxStr local)
{
	BxStr pieces[] = {name, name.n > 0 ? WORD("_") : WORD(""), local};
	BxStr all = join(p, pieces, 3);

	if (all.s != NULL && all.n > BX_PLAN_NAME - 5)
		for (all.n = BX_PLAN_NAME - 5; all.n > 0 && ((uint8_t) all.s[all.n] & 0xC0) == 0x80;)
			all.n--;
	return all;
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

	for (i = 0; i < p->n_taken; i++)
		if (same_name(p->taken[i], name))
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

/* The value of an element or attribute; "." where it is that of the row's element.  A nil one is none. */
static BxStatus
value(TablePlanner *p, const BxSchemaPlace *place, const Spot *spot)
{
	BxStr path = spot->path.n > 0 ? spot->path : WORD(".");
	bool filled = !place->unfilled;

	if (!filled)
		path = spot->path.n > 0 ? join(p, (BxStr[]){path, WORD("[. != \"\"]")}, 2)
								: WORD("self::node()[. != \"\"]");
	return add_column(p, spot, path, place->type, spot->required && filled);
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

/* A part of an element. */
static BxStatus
part(TablePlanner *p, const BxPart *part, const Spot *spot)
{
	const BxSchemaPlace place = *bx_places_at(p->places, part->place);
	Spot below = {spot->table, step(p, spot->path, &place), longer_name(p, spot->name, place.local),
				  spot->required && part->least > 0};
	uint32_t i;

	if (part->most == 0 || place.local.s == NULL)
		return BX_OK;
	if (below.path.s == NULL || below.name.s == NULL)
		return bx_fail_nomem(p->err, place.local.n);
	if (place.kind == BX_PLACE_ATTRIBUTE)
		return value(p, &place, &below);
	for (i = 0; i < p->depth; i++)
		if (p->open[i] == part->place)
			return as_xml(p, &below);
	return part->most > 1 ? repeated(p, part->place, &below) : element(p, part->place, &below);
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
	p->open[p->depth++] = place;
	if (shown.type != NULL)
		BX_TRY(value(p, &shown, spot));
	BX_TRY(shown.mixed ? as_xml(p, spot) : parts_of(p, place, spot));
	p->depth--;
	return BX_OK;
}

BxStatus
bx_table_plan(BxPlaces *places, const BxHost *host, const BxStr *taken, uint32_t n, BxArena *arena,
			  BxTablePlan **plan, BxError *err)
{
	TablePlanner p = {
		.places = places, .host = host, .arena = arena, .err = err, .taken = taken, .n_taken = n};
	Spot row = {.path = WORD(""), .name = WORD(""), .required = true};
	const BxPart *parts;
	const BxSchemaPlace *root;
	uint32_t n_parts;
	BxStr path;

	*plan = p.plan = bx_arena_zalloc(arena, sizeof(BxTablePlan));
	if (p.plan == NULL)
		return bx_fail_nomem(err, sizeof(BxTablePlan));
	BX_TRY(bx_places_parts(places, 0, &parts, &n_parts, err));
	if (n_parts != 1)
		return bx_fail(err, BX_E_ARGUMENT, -1, "tables are made for one root element");
	root = bx_places_at(places, parts[0].place);
	path = join(&p, (BxStr[]){WORD("/"), step(&p, WORD(""), root)}, 2);
	BX_TRY(add_table(&p, longer_name(&p, WORD(""), root->local), 0, path, path));
	return element(&p, parts[0].place, &row);
}
