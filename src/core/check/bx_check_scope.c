/*
 * bx_check_scope.c -- the validator's view of names and namespaces.
 *
 * Strings that are equal get equal numbers once per value, by sorting: no hash that a sender could aim at, and no
 * pairwise loop.  The walk then answers each question by one array access: what is this prefix bound to, has this
 * element declared it already, has it had this attribute already.
 */
#include "bx_check_int.h"

/* ---- sorting ---- */

typedef int (*Compare)(const BxCheck *c, uint32_t a, uint32_t b);

/* Bottom-up merge of 0..n-1 by cmp: n log n whatever the input.  Returns the sorted order. */
static uint32_t *
sort_order(BxCheck *c, uint32_t n, Compare cmp, BxStatus *st)
{
	uint32_t *a = bx_check_alloc(c, n, 2 * sizeof(uint32_t), st);
	uint32_t *b = a + n;
	uint32_t *swap;
	uint32_t i, j, k, mid, end, lo;
	uint64_t width;

	if (*st != BX_OK)
		return NULL;
	for (i = 0; i < n; i++)
		a[i] = i;
	for (width = 1; width < n; width *= 2)
	{
		*st = bx_poll(c->host);
		if (*st != BX_OK)
			return NULL;
		for (lo = 0; lo < n; lo = end)
		{
			mid = n - lo > width ? lo + (uint32_t) width : n;
			end = n - lo > 2 * width ? lo + (uint32_t) (2 * width) : n;
			for (i = lo, j = mid, k = lo; k < end; k++)
				b[k] = i < mid && (j == end || cmp(c, a[i], a[j]) <= 0) ? a[i++] : a[j++];
		}
		swap = a;
		a = b;
		b = swap;
	}
	return a;
}

static int
compare_numbers(uint32_t a, uint32_t b)
{
	return a < b ? -1 : a > b;
}

static int
by_prefix(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxPair *p = c->table.pairs;

	return bx_str_order(bx_pair_prefix(&p[a]), bx_pair_prefix(&p[b]));
}

static int
by_uri(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxPair *p = c->table.pairs;

	return bx_str_order(bx_pair_uri(&p[a]), bx_pair_uri(&p[b]));
}

static int
by_pair(const BxCheck *c, uint32_t a, uint32_t b)
{
	int d = compare_numbers(c->ids.prefix[a], c->ids.prefix[b]);

	return d ? d : compare_numbers(c->ids.uri[a], c->ids.uri[b]);
}

static int
by_expanded(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxNameInfo *n = c->table.names;
	int d = bx_str_order(bx_str(n[a].local, n[a].len), bx_str(n[b].local, n[b].len));

	return d ? d : compare_numbers(c->ids.uri[n[a].pair], c->ids.uri[n[b].pair]);
}

/* Full identity of a name; in name mode a name belongs to one shape, whose kind is part of it. */
static int
by_name(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxTable *t = &c->table;
	int d = by_expanded(c, a, b);

	if (d == 0)
		d = compare_numbers(t->names[a].pair, t->names[b].pair);
	if (d == 0 && (t->head.flags & BX_FLAG_NAMES))
		d = compare_numbers(t->shapes[a].kind, t->shapes[b].kind);
	return d;
}

static int
by_shape(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxShape *r = c->table.shapes;
	int d = compare_numbers(r[a].parent, r[b].parent);

	if (d == 0)
		d = compare_numbers(r[a].kind, r[b].kind);
	return d ? d : compare_numbers(r[a].name, r[b].name);
}

static int
by_constant(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxConstInfo *k = c->table.consts;

	if (k[a].shape != k[b].shape)
		return compare_numbers(k[a].shape, k[b].shape);
	return bx_str_order(bx_str(k[a].payload, k[a].len), bx_str(k[b].payload, k[b].len));
}

/* ---- numbering ---- */

/* number[i] for 0..n-1, equal where cmp says so, in order; returns how many different ones there are. */
static uint32_t *
number_by(BxCheck *c, uint32_t n, Compare cmp, uint32_t *distinct, BxStatus *st)
{
	uint32_t *number = bx_check_alloc(c, n, sizeof(uint32_t), st);
	uint32_t *order = *st == BX_OK ? sort_order(c, n, cmp, st) : NULL;
	uint32_t i;

	*distinct = 0;
	if (*st != BX_OK)
		return NULL;
	for (i = 0; i < n; i++)
	{
		if (i > 0 && cmp(c, order[i - 1], order[i]) != 0)
			++*distinct;
		number[order[i]] = *distinct;
	}
	if (n > 0)
		++*distinct;
	return number;
}

static BxStatus
refuse_equal(BxCheck *c, uint32_t n, Compare cmp, const char *what)
{
	BxStatus st;
	uint32_t *order = sort_order(c, n, cmp, &st);
	uint32_t i;

	if (st != BX_OK)
		return st;
	for (i = 1; i < n; i++)
		if (cmp(c, order[i - 1], order[i]) == 0)
			return bx_check_fail(c, c->table.head.table_off, what);
	return BX_OK;
}

BxStatus
bx_check_number(BxCheck *c)
{
	const BxTable *t = &c->table;
	BxCheckIds *ids = &c->ids;
	BxStatus st;

	ids->prefix = number_by(c, t->n_pairs, by_prefix, &ids->n_prefixes, &st);
	if (st == BX_OK)
		ids->uri = number_by(c, t->n_pairs, by_uri, &ids->n_uris, &st);
	if (st == BX_OK)
		st = refuse_equal(c, t->n_pairs, by_pair, "a namespace pair is listed twice");
	if (st == BX_OK)
		ids->expanded = number_by(c, t->n_names, by_expanded, &ids->n_expanded, &st);
	if (st == BX_OK)
		st = refuse_equal(c, t->n_names, by_name, "a name is listed twice");
	if (st == BX_OK && !(t->head.flags & BX_FLAG_NAMES))
		st = refuse_equal(c, t->n_shapes, by_shape, "a row is listed twice");
	if (st == BX_OK)
		st = refuse_equal(c, t->n_consts, by_constant, "a constant is listed twice");
	return st;
}

/* ---- scope ---- */

BxStatus
bx_scope_init(BxCheck *c)
{
	BxCheckScope *s = &c->scope;
	const BxCheckIds *ids = &c->ids;
	BxStatus st;

	s->bound = bx_check_alloc(c, ids->n_prefixes, sizeof(uint32_t), &st);
	if (st == BX_OK)
		s->declared_by = bx_check_alloc(c, ids->n_prefixes, sizeof(uint32_t), &st);
	if (st == BX_OK)
		s->used_by = bx_check_alloc(c, ids->n_expanded, sizeof(uint32_t), &st);
	if (st != BX_OK)
		return st;
	memset(s->bound, 0xff, ids->n_prefixes * sizeof(uint32_t));
	memset(s->declared_by, 0, ids->n_prefixes * sizeof(uint32_t));
	memset(s->used_by, 0, ids->n_expanded * sizeof(uint32_t));
	s->bound[ids->prefix[BX_PAIR_NONE]] = ids->uri[BX_PAIR_NONE];
	s->bound[ids->prefix[BX_PAIR_XML]] = ids->uri[BX_PAIR_XML];
	return BX_OK;
}

static BxStatus
hide(BxCheck *c, uint32_t prefix, uint32_t uri)
{
	BxCheckScope *s = &c->scope;
	uint32_t cap = s->hidden_cap + s->hidden_cap / 2 + 64;
	BxCheckHidden *p;

	if (s->hidden_n == s->hidden_cap)
	{
		p = c->host->resize(c->host->ctx, s->hidden, cap * sizeof(BxCheckHidden));
		if (p == NULL)
			return bx_fail_nomem(c->err, cap * sizeof(BxCheckHidden));
		s->hidden = p;
		s->hidden_cap = cap;
	}
	s->hidden[s->hidden_n].prefix = prefix;
	s->hidden[s->hidden_n++].uri = uri;
	return BX_OK;
}

BxStatus
bx_scope_declare(BxCheck *c, uint32_t element, uint32_t pair, size_t off)
{
	BxCheckScope *s = &c->scope;
	uint32_t prefix = c->ids.prefix[pair];
	uint32_t uri = c->ids.uri[pair];
	BxStatus st = BX_OK;

	if (s->declared_by[prefix] == element)
		return bx_check_fail(c, off, "an element declares a namespace prefix twice");
	s->declared_by[prefix] = element;
	if (s->bound[prefix] != uri)
		st = hide(c, prefix, s->bound[prefix]);
	s->bound[prefix] = uri;
	return st;
}

BxStatus
bx_scope_use(BxCheck *c, uint32_t pair, size_t off)
{
	if (BX_UNLIKELY(c->scope.bound[c->ids.prefix[pair]] != c->ids.uri[pair]))
		return bx_check_fail(c, off, "the namespace of a name is not declared there");
	return BX_OK;
}

BxStatus
bx_scope_attribute(BxCheck *c, uint32_t element, uint32_t name, size_t off)
{
	uint32_t id = c->ids.expanded[name];

	if (c->scope.used_by[id] == element)
		return bx_check_fail(c, off, "an element has an attribute twice");
	c->scope.used_by[id] = element;
	return BX_OK;
}

void
bx_scope_leave(BxCheck *c, uint32_t n)
{
	BxCheckScope *s = &c->scope;

	while (s->hidden_n > n)
	{
		s->hidden_n--;
		s->bound[s->hidden[s->hidden_n].prefix] = s->hidden[s->hidden_n].uri;
	}
}
