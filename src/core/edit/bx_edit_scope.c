/*
 * bx_edit_scope.c -- which namespace each prefix stands for, at the element that is being made.
 *
 * Kept only when a change brings names.  Prefixes have numbers, so that binding and asking take the same time however
 * many are bound.
 */
#include "bx_edit_int.h"

static BxStr
prefix_of(const BxEdit *e, uint32_t pair)
{
	return (BxStr){e->t->pairs[pair].prefix, e->t->pairs[pair].prefix_len};
}

static uint32_t
hash_prefix(const BxEdit *e, BxStr s)
{
	return bx_hash_bytes(e->seed, s.s, s.n);
}

static BxStatus
reserve(BxEdit *e)
{
	EdMap *m = &e->prefix_map;
	uint32_t cap = m->cap ? m->cap * 2 : 64, i, h;
	uint32_t *slots;

	if (m->cap > 0 && m->n * 2 < m->cap)
		return BX_OK;
	slots = bx_arena_zalloc(&e->arena, cap * sizeof(uint32_t));
	if (slots == NULL)
		return ed_nomem(e, cap * sizeof(uint32_t));
	for (i = 0; i < m->n; i++)
	{
		for (h = hash_prefix(e, prefix_of(e, e->prefixes[i])); slots[h & (cap - 1)] != 0; h++)
			;
		slots[h & (cap - 1)] = i + 1;
	}
	m->slots = slots;
	m->cap = cap;
	return BX_OK;
}

static bool
find_prefix(const BxEdit *e, BxStr s, uint32_t *h, uint32_t *number)
{
	const EdMap *m = &e->prefix_map;
	BxStr other;
	uint32_t i;

	for (*h = hash_prefix(e, s); (i = m->slots[*h & (m->cap - 1)]) != 0; ++*h)
	{
		other = prefix_of(e, e->prefixes[i - 1]);
		if (other.n == s.n && (s.n == 0 || memcmp(other.s, s.s, s.n) == 0))
		{
			*number = i - 1;
			return true;
		}
	}
	return false;
}

static BxStatus
number_prefix(BxEdit *e, uint32_t pair, uint32_t *number)
{
	EdMap *m = &e->prefix_map;
	uint32_t h;

	BX_TRY(reserve(e));
	if (find_prefix(e, prefix_of(e, pair), &h, number))
		return BX_OK;
	e->prefixes = ed_grow(e, e->prefixes, m->n, &e->cap_prefixes, m->n + 1, sizeof(uint32_t));
	e->bound = ed_grow(e, e->bound, m->n, &e->cap_bound, m->n + 1, sizeof(EdBound));
	if (e->prefixes == NULL || e->bound == NULL)
		return BX_E_NOMEM;
	e->prefixes[m->n] = pair;
	e->bound[m->n] = (EdBound){ED_NONE, 0};
	*number = m->n;
	m->slots[h & (m->cap - 1)] = ++m->n;
	return BX_OK;
}

static BxStatus
prefix_number(BxEdit *e, uint32_t pair, uint32_t *number)
{
	uint32_t old = e->cap_prefix_no;

	if (pair >= e->cap_prefix_no)
	{
		e->prefix_no = ed_grow(e, e->prefix_no, old, &e->cap_prefix_no, e->t->n_pairs, sizeof(uint32_t));
		if (e->prefix_no == NULL)
			return BX_E_NOMEM;
		memset(e->prefix_no + old, 0, (e->cap_prefix_no - old) * sizeof(uint32_t));
	}
	if (e->prefix_no[pair] == 0)
	{
		BX_TRY(number_prefix(e, pair, number));
		e->prefix_no[pair] = *number + 1;
	}
	*number = e->prefix_no[pair] - 1;
	return BX_OK;
}

BxStatus
ed_scope_begin(BxEdit *e)
{
	uint32_t i, n;

	for (i = 0; i < BX_PAIR_FIRST; i++)
	{
		BX_TRY(prefix_number(e, i, &n));
		e->bound[n].pair = i;
	}
	return BX_OK;
}

BxStatus
ed_bind(BxEdit *e, uint32_t pair, uint32_t seq)
{
	EdUndo u;

	BX_TRY(prefix_number(e, pair, &u.prefix));
	u.before = e->bound[u.prefix];
	e->bound[u.prefix] = (EdBound){pair, seq};
	return bx_buf_append(&e->undo, &u, sizeof(u), e->err);
}

void
ed_unbind(BxEdit *e, uint32_t undo)
{
	const EdUndo *u = (const EdUndo *) (const void *) e->undo.data;
	size_t n = e->undo.len / sizeof(EdUndo);

	while (n > undo)
	{
		n--;
		e->bound[u[n].prefix] = u[n].before;
	}
	e->undo.len = n * sizeof(EdUndo);
}

BxStatus
ed_bound(BxEdit *e, uint32_t pair, EdBound *bound)
{
	uint32_t n;

	BX_TRY(prefix_number(e, pair, &n));
	*bound = e->bound[n];
	return BX_OK;
}

/* "ns" and a number, without terminator. */
static uint32_t
make_prefix(char *s, uint32_t number)
{
	uint32_t n = 2, i = number;

	for (; i > 0; i /= 10)
		n++;
	s[0] = 'n';
	s[1] = 's';
	for (i = n; i > 2; number /= 10)
		s[--i] = (char) ('0' + number % 10);
	return n;
}

BxStatus
ed_fresh(BxEdit *e, BxStr uri, uint32_t seq, uint32_t *pair)
{
	uint32_t i = e->fresh_seq == seq ? e->fresh_from : 1;
	char name[16];
	uint32_t h, number;
	BxStr s = {name, 0};

	BX_TRY(reserve(e));
	for (;; i++)
	{
		s.n = make_prefix(name, i);
		if (!find_prefix(e, s, &h, &number) || e->bound[number].pair == ED_NONE)
			break;
	}
	e->fresh_seq = seq;
	e->fresh_from = i + 1;
	s.s = bx_arena_strndup(&e->arena, name, s.n);
	if (s.s == NULL)
		return ed_nomem(e, s.n);
	return ed_pair(e, s, uri, pair);
}
