/*
 * bx_edit_scope.c -- the namespace each prefix is bound to, at the element that is being made.
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

static BxStatus
number_prefix(BxEdit *e, uint32_t pair, uint32_t *number)
{
	BxStr prefix = prefix_of(e, pair);
	bool added;

	BX_TRY(bx_strmap_add(&e->prefixes, prefix.s, prefix.n, number, &added, e->err));
	if (!added)
		return BX_OK;
	e->bound = ed_grow(e, e->bound, *number, &e->cap_bound, *number + 1, sizeof(EdBound));
	if (e->bound == NULL)
		return BX_E_NOMEM;
	e->bound[*number] = (EdBound){ED_NONE, 0};
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
	uint32_t number;
	BxStr s = {name, 0};

	for (;; i++)
	{
		s.n = make_prefix(name, i);
		number = bx_strmap_find(&e->prefixes, s.s, s.n);
		if (number == BX_HASH_NONE || e->bound[number].pair == ED_NONE)
			break;
	}
	e->fresh_seq = seq;
	e->fresh_from = i + 1;
	s.s = bx_arena_strndup(&e->arena, name, s.n);
	if (s.s == NULL)
		return ed_nomem(e, s.n);
	return ed_pair(e, s, uri, pair);
}
