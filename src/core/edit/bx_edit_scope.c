/*
 * bx_edit_scope.c -- the namespace each prefix is bound to, at the element that is being made.
 *
 * Kept only when a change brings names.  A prefix is known by the first pair that has it, so that binding and asking
 * take the same time however many are bound.
 */
#include "bx_edit_int.h"

static BxStr
prefix_of(const BxEdit *e, uint32_t pair)
{
	return bx_pair_prefix(&e->t->pairs[pair]);
}

/* The place of the prefix of a pair in e->scope.prefixes: that of the first pair with the prefix. */
static BxStatus
prefix_number(BxEdit *e, uint32_t pair, uint32_t *number)
{
	EdScope *s = &e->scope;
	uint32_t i = s->cap;

	if (pair >= s->cap)
	{
		s->prefixes = ed_grow(e, s->prefixes, s->cap, &s->cap, e->t->n_pairs, sizeof(EdPrefix));
		if (s->prefixes == NULL)
			return BX_E_NOMEM;
		for (; i < s->cap; i++)
			s->prefixes[i] = (EdPrefix){ED_NONE, {ED_NONE, 0}};
	}
	if (s->prefixes[pair].first == ED_NONE)
		BX_TRY(ed_pair_with(e, prefix_of(e, pair), &s->prefixes[pair].first));
	*number = s->prefixes[pair].first;
	return BX_OK;
}

BxStatus
ed_scope_begin(BxEdit *e)
{
	uint32_t i, n;

	for (i = 0; i < BX_PAIR_FIRST; i++)
	{
		BX_TRY(prefix_number(e, i, &n));
		e->scope.prefixes[n].bound.pair = i;
	}
	return BX_OK;
}

BxStatus
ed_bind(BxEdit *e, uint32_t pair, uint32_t seq)
{
	EdBound *bound;
	EdUndo u;

	BX_TRY(prefix_number(e, pair, &u.prefix));
	bound = &e->scope.prefixes[u.prefix].bound;
	u.before = *bound;
	*bound = (EdBound){pair, seq};
	return bx_buf_append(&e->scope.undo, &u, sizeof(u), e->err);
}

void
ed_unbind(BxEdit *e, uint32_t undo)
{
	const EdUndo *u = (const EdUndo *) (const void *) e->scope.undo.data;
	size_t n = e->scope.undo.len / sizeof(EdUndo);

	while (n > undo)
	{
		n--;
		e->scope.prefixes[u[n].prefix].bound = u[n].before;
	}
	e->scope.undo.len = n * sizeof(EdUndo);
}

BxStatus
ed_bound(BxEdit *e, uint32_t pair, EdBound *bound)
{
	uint32_t n;

	BX_TRY(prefix_number(e, pair, &n));
	*bound = e->scope.prefixes[n].bound;
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
	EdScope *scope = &e->scope;
	uint32_t i = scope->fresh_seq == seq ? scope->fresh_from : 1;
	char name[16];
	uint32_t number;
	BxStr s = {name, 0};

	for (;; i++)
	{
		s.n = make_prefix(name, i);
		BX_TRY(ed_pair_with(e, s, &number));
		if (number >= scope->cap || scope->prefixes[number].bound.pair == ED_NONE)
			break;
	}
	scope->fresh_seq = seq;
	scope->fresh_from = i + 1;
	s.s = bx_arena_strndup(&e->arena, name, s.n);
	if (s.s == NULL)
		return ed_nomem(e, s.n);
	return ed_pair(e, s, uri, pair);
}
