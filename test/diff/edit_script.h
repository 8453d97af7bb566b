/*
 * edit_script.h -- random changes of a random document: what they are, apart from how either side makes them.
 */
#ifndef EDIT_SCRIPT_H
#define EDIT_SCRIPT_H

#include "../unit/ut_edit_random.h"
#include "canonical_doc.h"

#define STEPS_MAX 8

/* One change; the node is a place in the list of all nodes in document order, which both sides have. */
typedef struct Step
{
	BxEditOp op;
	uint32_t node;
	BxStr prefix, uri, local; /* RENAME; of the attribute */
	BxStr text;               /* VALUE; of the attribute */
	char *content;            /* XML, to be freed */
	uint8_t *bytes;           /* the same as a value, to be freed */
	size_t bytes_n;
} Step;

typedef struct Script
{
	Step steps[STEPS_MAX];
	uint32_t n;
} Script;

/* A document without defaults of attributes, which a parser would give back to who deletes them. */
static inline void
edit_document(Gen *g)
{
	static const Scope none;

	gen_clear(g, 3 + pick(g, 40));
	g->dtd = one_in(g, 4);
	if (one_in(g, 3))
		ns_misc(g);
	if (g->dtd)
		put(g, "<!DOCTYPE a [<!ENTITY e \"x&#38;amp;&#9;\">]>\n");
	if (one_in(g, 4))
		ns_misc(g);
	ns_element(g, 0, none);
	while (one_in(g, 3))
		ns_misc(g);
	xt_put(&g->ours, "", 1);
}

/* Nodes to be inserted, as XML and as a value in a form of its own. */
static inline void
script_content(Gen *g, Step *s)
{
	static const unsigned forms[] = {BX_MODE_AUTO, BX_MODE_NAMES, BX_MODE_SHAPES | UT_CONSTANTS,
									 BX_MODE_NAMES | UT_HEAP, BX_MODE_SHAPES | UT_DIRECTORIES};
	static const Scope none;
	uint32_t n = 1 + pick(g, 3);

	gen_clear(g, 1 + pick(g, 10));
	g->dtd = false;
	while (n-- > 0)
	{
		if (!one_in(g, 3))
			ns_element(g, NS_DEPTH - 3, none);
		else if (one_in(g, 2))
			ns_misc(g);
		else
		{
			put(g, "x"); /* parsers leave out white space that stands alone at the top */
			ns_value(g);
		}
	}
	xt_put(&g->ours, "", 1);
	s->content = ut_need(malloc(g->ours.len));
	memcpy(s->content, g->ours.data, g->ours.len);
	s->bytes = ut_need(xt_parse(s->content, g->ours.len - 1, PICK(g, forms), BX_TYPED_LOSSLESS, &s->bytes_n));
}

static inline BxStr
script_text(Gen *g)
{
	static const char *const pool[] = {"",       "1",        "a",          "&<>\"'", "\t\n\r",
									   " a  b ", "\xc3\xa9", "007",        "]]>x",   "<!--x-->",
									   "12.50",  "true",     "2010-06-14", "x",      "2010"};

	return ut_str(PICK(g, pool));
}

/* A name: with a prefix always in a namespace, without one sometimes. */
static inline void
script_name(Gen *g, Step *s)
{
	static const char *const locals[] = {"a", "b", "c", "d"};

	s->local = ut_str(PICK(g, locals));
	s->prefix = ut_str(one_in(g, 2) ? "" : ns_prefixes[pick(g, NS_PREFIXES)]);
	s->uri = ut_str(s->prefix.n == 0 && one_in(g, 2) ? "" : ns_uris[1 + pick(g, 5)]);
}

/* A copy with a zero byte behind it. */
static inline BxStr
script_copy(UtTree *t, BxStr s)
{
	return (BxStr){ut_need(bx_arena_strndup(&t->memory.arena, s.s, s.n)), s.n};
}

/* A name in the namespace the node has, or any. */
static inline void
script_rename(Gen *g, UtTree *t, Step *s, const UtNode *n)
{
	script_name(g, s);
	if (n->kind == UT_PI)
		s->prefix = s->uri = ut_str("");
	else if (one_in(g, 2))
	{
		s->prefix = script_copy(t, n->prefix);
		s->uri = script_copy(t, n->uri);
	}
}

/* Of changes that exclude each other only one: whether two are refused is for test_edit to say. */
static inline bool
script_has(const Script *s, uint32_t node, BxEditOp op)
{
	uint32_t i;

	for (i = 0; i < s->n; i++)
		if (s->steps[i].node == node && s->steps[i].op == op)
			return true;
	return false;
}

static inline void
script_step(Gen *g, UtTree *t, Script *s)
{
	Step *x = &s->steps[s->n];
	const UtNode *n;
	bool only;

	memset(x, 0, sizeof(*x));
	x->node = pick(g, t->all.len);
	n = t->all.n[x->node];
	if (n->kind == UT_NAMESPACE)
		return;
	x->op = ut_change_op(n, &g->rng);
	/* most changes at the top leave no document */
	if ((n->kind == UT_DOCTYPE || (n->parent == t->root && x->op != BX_EDIT_RENAME)) && !one_in(g, 6))
		return;
	only = x->op == BX_EDIT_REPLACE || x->op == BX_EDIT_VALUE || x->op == BX_EDIT_RENAME;
	if (only && script_has(s, x->node, x->op))
		return;
	x->prefix = x->uri = x->local = x->text = ut_str("");
	if (x->op == BX_EDIT_ATTRIBUTES || x->op == BX_EDIT_SET_ATTRIBUTE ||
		(x->op == BX_EDIT_REPLACE && n->kind == UT_ATTRIBUTE))
	{
		script_name(g, x);
		x->text = script_text(g);
	}
	else if (x->op == BX_EDIT_RENAME)
		script_rename(g, t, x, n);
	else if (x->op == BX_EDIT_VALUE)
		x->text = n->kind == UT_COMMENT || n->kind == UT_PI ? ut_str("new - <&>") : script_text(g);
	else if (x->op != BX_EDIT_DELETE)
		script_content(g, x);
	s->n++;
}

static inline void
script_free(Script *s)
{
	while (s->n > 0)
	{
		free(s->steps[--s->n].content);
		free(s->steps[s->n].bytes);
	}
}

#endif
