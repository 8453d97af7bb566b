/*
 * xp_plan.c -- plans of expressions: all that can be worked out before a value is seen.
 *
 * Every step gets a bit in a 64-bit word, the steps of one path in one word where they fit, so that one mask per shape
 * answers all node tests of the expression at once.  A path streams when its steps go forward (child, attribute,
 * descendant, self) and its predicates can be decided when a node is reached: no last(), and no counting over an axis
 * on which several contexts are live at once.
 */
#include "xp_position_int.h"

#include "../syntax/xp_hint.h"

/* Bounds the masks of a binding to XP_MAX_WORDS * 8 bytes per shape. */
#define XP_MAX_WORDS 64

typedef struct Builder
{
	XpPlan *p;
	BxArena *arena;
	BxError *err;
	uint32_t n_nodes;
	uint32_t word; /* next free bit */
	uint32_t bit;
} Builder;

static void *
plan_alloc(Builder *b, size_t n)
{
	void *p = bx_arena_zalloc(b->arena, n ? n : 1);

	if (p == NULL)
		bx_fail_nomem(b->err, n);
	return p;
}

static bool
has_flag_pred(const Builder *b, uint32_t step, uint8_t flag)
{
	uint32_t i;

	for (i = b->p->nodes[step].a; i != 0; i = b->p->nodes[i].next)
		if (b->p->nodes[i].flags & flag)
			return true;
	return false;
}

/*
 * "a//b" is written as a/descendant-or-self::node()/child::b.  When b does not count positions among its siblings, that
 * is a/descendant::b, and "a//@b" is one step as well: no step then looks at every node there is.  Returns the axis of
 * the step that takes the place of step and its successor, 0 when they stay apart.
 */
static uint8_t
merged_axis(const Builder *b, uint32_t step)
{
	const XpExpr *s = &b->p->nodes[step];
	const XpExpr *next = &b->p->nodes[s->next];

	if (s->axis != XP_AX_DESCENDANT_OR_SELF || s->test != XP_TEST_NODE || s->a != 0 || s->next == 0 ||
		has_flag_pred(b, s->next, XP_POSITIONAL | XP_USES_LAST))
		return 0;
	if (next->axis == XP_AX_CHILD)
		return XP_AX_DESCENDANT;
	return next->axis == XP_AX_ATTRIBUTE ? XP_AX_DEEP_ATTRIBUTE : 0;
}

static bool
step_streams(const Builder *b, uint32_t step)
{
	bool counts = has_flag_pred(b, step, XP_POSITIONAL);

	if (has_flag_pred(b, step, XP_USES_LAST))
		return false;
	switch (b->p->axis[step])
	{
		case XP_AX_CHILD:
		case XP_AX_ATTRIBUTE:
		case XP_AX_DEEP_ATTRIBUTE: return true;
		case XP_AX_DESCENDANT:
		case XP_AX_DESCENDANT_OR_SELF:
		case XP_AX_SELF: return !counts;
		default: return false;
	}
}

/* Bits for a path's steps: together in one word if they fit (one more for "selected"), else one by one. */
static void
assign_bits(Builder *b, XpPath *path)
{
	uint32_t i;

	if (b->bit == XP_WORD_BITS ||
		(path->n_steps + 1 <= XP_WORD_BITS && b->bit + path->n_steps + 1 > XP_WORD_BITS))
	{
		b->word++;
		b->bit = 0;
	}
	path->word = b->word;
	path->first = b->bit;
	for (i = 0; i < path->n_steps; i++)
	{
		if (b->bit == XP_WORD_BITS)
		{
			b->word++;
			b->bit = 0;
		}
		b->p->bit[path->steps[i]] = b->word * XP_WORD_BITS + b->bit++;
	}
	if (path->n_steps + 1 <= XP_WORD_BITS)
		b->bit++; /* selected */
	else
	{
		path->stream = false;
		path->head = 0;
	}
}

static void
classify_step(const Builder *b, XpPath *path, uint32_t i)
{
	const XpExpr *s = &b->p->nodes[path->steps[i]];
	uint64_t bit = 1ull << (path->first + i);
	bool exact = s->test == XP_TEST_NAME && (b->p->names[s->name - 1].flags & 3) == 0;

	switch (b->p->axis[path->steps[i]])
	{
		case XP_AX_CHILD: path->child |= bit; break;
		case XP_AX_DESCENDANT: path->down |= bit; break;
		case XP_AX_DESCENDANT_OR_SELF:
			path->down |= bit;
			path->here |= bit;
			break;
		case XP_AX_SELF: path->here |= bit; break;
		case XP_AX_ATTRIBUTE:
			path->attr |= bit;
			if (exact)
				path->single |= bit;
			break;
		case XP_AX_DEEP_ATTRIBUTE:
			path->attr |= bit;
			path->down |= bit;
			break;
		default: break;
	}
	if (s->a != 0)
		path->pred |= bit;
	path->all |= bit;
}

/* Steps of the whole path that some shape must pass; the document node and leaf text pass tests that no shape does. */
static uint64_t
needed_steps(const Builder *b, const XpPath *path)
{
	uint64_t need = 0;
	uint32_t i;

	if (path->n_steps + 1 > XP_WORD_BITS)
		return 0; /* not in one word */
	for (i = 0; i < path->n_steps; i++)
	{
		const XpExpr *s = &b->p->nodes[path->steps[i]];

		if (s->axis == XP_AX_NAMESPACE)
			continue; /* their nodes are not in shapes */
		if (s->test == XP_TEST_NAME || s->test == XP_TEST_COMMENT || s->test == XP_TEST_PI)
			need |= 1ull << (path->first + i);
	}
	return need;
}

static BxStatus
count_positions(Builder *b, XpPath *path)
{
	uint32_t *pos0 = plan_alloc(b, (path->n_steps + 1) * sizeof(uint32_t));
	uint32_t i, pr;

	if (pos0 == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < path->n_steps; i++)
	{
		pos0[i] = path->n_pos;
		for (pr = b->p->nodes[path->steps[i]].a; pr != 0; pr = b->p->nodes[pr].next)
			path->n_pos += (b->p->nodes[pr].flags & XP_POSITIONAL) != 0;
	}
	path->pos0 = pos0;
	return BX_OK;
}

static BxStatus
plan_path(Builder *b, uint32_t node, XpPath *path)
{
	const XpExpr *nodes = b->p->nodes;
	uint32_t *steps;
	uint32_t i;

	for (i = nodes[node].a; i != 0; i = nodes[i].next)
		path->n_steps++;
	steps = plan_alloc(b, (path->n_steps + 1) * sizeof(uint32_t));
	if (steps == NULL)
		return BX_E_NOMEM;
	path->n_steps = 0;
	path->stream = true;
	for (i = nodes[node].a; i != 0; i = nodes[i].next)
	{
		uint8_t axis = merged_axis(b, i);

		if (axis != 0)
			i = nodes[i].next;
		b->p->axis[i] = axis ? axis : nodes[i].axis;
		steps[path->n_steps++] = i;
		if (path->stream && step_streams(b, i))
			path->head++;
		else
			path->stream = false;
		if (nodes[i].axis >= XP_AX_NAMESPACE)
			b->p->needs_up = true;
	}
	path->steps = steps;
	path->start = nodes[node].b;
	path->absolute = (nodes[node].flags & XP_ABSOLUTE) != 0;
	assign_bits(b, path);
	path->selected = 1ull << ((path->first + path->head) % XP_WORD_BITS);
	for (i = 0; i < path->head; i++)
		classify_step(b, path, i);
	path->need = needed_steps(b, path);
	path->plain = path->stream && path->n_steps > 0 && path->n_steps <= XP_PLAIN_STEPS &&
				  (path->here | path->down | path->pred) == 0;
	path->itself = path->n_steps == 1 && path->start == 0 && !path->absolute && path->here != 0 &&
				   path->down == 0 && path->pred == 0 && b->p->nodes[steps[0]].test == XP_TEST_NODE;
	b->p->has_down = b->p->has_down || path->down != 0;
	return count_positions(b, path);
}

static BxStatus
plan_paths(Builder *b)
{
	uint32_t i, n = 0;

	for (i = 1; i < b->n_nodes; i++)
	{
		const XpFuncInfo *f = b->p->nodes[i].op == XP_CALL ? xp_func_info(b->p->nodes[i].func) : NULL;

		n += b->p->nodes[i].op == XP_PATH;
		b->p->needs_up |= b->p->nodes[i].op == XP_QUERY;
		b->p->needs_up |= f != NULL && (f->needs & XP_NEEDS_PARENTS);
		b->p->needs_names |= f != NULL && (f->needs & XP_NEEDS_NAMES);
	}
	b->p->paths = plan_alloc(b, n * sizeof(XpPath));
	b->p->path_no = plan_alloc(b, b->n_nodes * sizeof(uint16_t));
	b->p->bit = plan_alloc(b, b->n_nodes * sizeof(uint32_t));
	b->p->axis = plan_alloc(b, b->n_nodes);
	if (!b->p->paths || !b->p->path_no || !b->p->bit || !b->p->axis)
		return BX_E_NOMEM;
	for (i = 1, n = 0; i < b->n_nodes; i++)
		if (b->p->nodes[i].op == XP_PATH)
		{
			BX_TRY(plan_path(b, i, &b->p->paths[n]));
			b->p->path_no[i] = (uint16_t) ++n;
		}
	b->p->n_words = b->word + (b->bit > 0);
	if (b->p->n_words == 0)
		b->p->n_words = 1;
	if (b->p->n_words > XP_MAX_WORDS)
		return bx_fail(b->err, BX_E_XPATH, 1, XP_INVALID "too many location steps");
	return BX_OK;
}

void
xp_plan_read_literals(XpPlan *plan)
{
	uint32_t i;

	for (i = 1; i < plan->block->n_nodes; i++)
		if (plan->lit_no[i] != 0)
		{
			XpLit *l = &plan->lits[plan->lit_no[i] - 1];

			xp_lit_set(l, bx_str(plan->pool + plan->nodes[i].a, plan->nodes[i].b));
			l->number = bx_number_from_text(l->s, l->n);
		}
}

static BxStatus
plan_literals(Builder *b)
{
	XpPlan *p = b->p;
	uint32_t i, n = 0;

	for (i = 1; i < b->n_nodes; i++)
		n += p->nodes[i].op == XP_STRING;
	p->lits = plan_alloc(b, n * sizeof(XpLit));
	p->lit_no = plan_alloc(b, b->n_nodes * sizeof(uint16_t));
	if (!p->lits || !p->lit_no)
		return BX_E_NOMEM;
	for (i = 1, n = 0; i < b->n_nodes; i++)
		if (p->nodes[i].op == XP_STRING)
			p->lit_no[i] = (uint16_t) ++n;
	xp_plan_read_literals(p);
	return BX_OK;
}

/* Kinds of node a node test accepts on an axis, as bits 1 << kind. */
static unsigned
kinds_of(const XpExpr *s)
{
	const unsigned element = 1u << BX_KIND_ELEMENT | 1u << BX_KIND_LEAF;
	const unsigned attribute = 1u << BX_KIND_ATTRIBUTE;
	const unsigned children = element | 1u << BX_KIND_TEXT | 1u << BX_KIND_COMMENT | 1u << BX_KIND_PI;
	bool self =
		s->axis == XP_AX_SELF || s->axis == XP_AX_DESCENDANT_OR_SELF || s->axis == XP_AX_ANCESTOR_OR_SELF;

	switch (s->test)
	{
		case XP_TEST_NAME: return s->axis == XP_AX_ATTRIBUTE ? attribute : element;
		case XP_TEST_NODE:
			if (s->axis == XP_AX_ATTRIBUTE)
				return attribute;
			return 1u << XP_DOC | (self ? children | attribute | 1u << BX_KIND_NAMESPACE : children);
		case XP_TEST_TEXT: return s->axis == XP_AX_ATTRIBUTE ? 0 : 1u << BX_KIND_TEXT;
		case XP_TEST_COMMENT: return s->axis == XP_AX_ATTRIBUTE ? 0 : 1u << BX_KIND_COMMENT;
		default: return s->axis == XP_AX_ATTRIBUTE ? 0 : 1u << BX_KIND_PI;
	}
}

static void
mask_step(XpPlan *p, uint32_t step)
{
	const XpExpr *s = &p->nodes[step];
	uint64_t bit = 1ull << (p->bit[step] % XP_WORD_BITS);
	uint32_t word = p->bit[step] / XP_WORD_BITS;
	unsigned kinds = kinds_of(s);
	bool named = s->name != 0 && (p->names[s->name - 1].flags & 3) != 3;
	unsigned k;

	if (s->test == XP_TEST_PI && s->name == 0)
		named = false;
	for (k = 0; k < XP_KINDS; k++)
		if (kinds & (1u << k))
		{
			if (named)
				p->masks[word].named[k] |= bit;
			else
				p->masks[word].any[k] |= bit;
		}
	if (named)
	{
		const XpName *name = &p->names[s->name - 1];

		if (name->flags & XP_NAME_ANY_LOCAL)
			bx_name_filter_all(&p->wanted);
		else
			bx_name_filter_add(&p->wanted, p->pool + name->local, name->local_len, kinds);
		p->by_name.steps[word * p->block->n_names + s->name - 1] |= bit;
	}
}

/* Put the names into lists. */
static BxStatus
plan_names(Builder *b)
{
	XpPlan *p = b->p;
	XpNameSteps *n = &p->by_name;
	uint32_t i;

	n->steps = plan_alloc(b, (size_t) p->n_words * p->block->n_names * sizeof(uint64_t));
	n->next = plan_alloc(b, p->block->n_names * sizeof(uint32_t));
	if (n->steps == NULL || n->next == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < p->block->n_names; i++)
	{
		const XpName *x = &p->names[i];
		uint32_t *first = x->flags & XP_NAME_ANY_LOCAL
							  ? &n->any_local
							  : &n->first[xp_name_list(p->pool + x->local, x->local_len)];

		n->next[i] = *first;
		*first = i + 1;
	}
	return BX_OK;
}

static BxStatus
plan_masks(Builder *b)
{
	XpPlan *p = b->p;
	uint64_t any = 0;
	uint32_t i, k;

	p->masks = plan_alloc(b, p->n_words * sizeof(XpWordMasks));
	if (p->masks == NULL)
		return BX_E_NOMEM;
	for (i = 1; i < b->n_nodes; i++)
		if (p->nodes[i].op == XP_STEP && p->axis[i] != 0 && p->axis[i] != XP_AX_NAMESPACE)
			mask_step(p, i);
	for (i = 0; i < p->n_words; i++)
		for (k = 1; k < XP_KINDS; k++)
			any |= p->masks[i].any[k];
	p->named_only = any == 0;
	return BX_OK;
}

static bool
same_name(const XpPlan *p, const XpName *x, const XpName *y)
{
	return x->local_len == y->local_len && x->uri_len == y->uri_len &&
		   memcmp(p->pool + x->local, p->pool + y->local, x->local_len) == 0 &&
		   memcmp(p->pool + x->uri, p->pool + y->uri, x->uri_len) == 0;
}

/* Number of the variable that node i refers to, found among at most XP_MAX_VARS; n_vars when it is new. */
static uint32_t
find_var(const XpPlan *p, uint32_t i)
{
	uint32_t k;

	for (k = 0; k < p->n_vars; k++)
		if (same_name(p, &p->names[p->nodes[p->vars[k]].name - 1], &p->names[p->nodes[i].name - 1]))
			break;
	return k;
}

static BxStatus
plan_vars(Builder *b)
{
	XpPlan *p = b->p;
	uint32_t i, k;

	for (i = 1; i < b->n_nodes; i++)
	{
		if (p->nodes[i].op != XP_VARIABLE)
			continue;
		if (p->var_no == NULL)
		{
			p->var_no = plan_alloc(b, b->n_nodes);
			p->vars = plan_alloc(b, XP_MAX_VARS * sizeof(uint32_t));
			if (!p->var_no || !p->vars)
				return BX_E_NOMEM;
		}
		k = find_var(p, i);
		if (k == XP_MAX_VARS)
			return bx_fail(b->err, BX_E_XPATH, p->nodes[i].pos, XP_INVALID "more than %d variables",
						   XP_MAX_VARS);
		p->var_no[i] = (uint8_t) k;
		if (k < p->n_vars)
			continue;
		p->vars[k] = i;
		p->n_vars++;
	}
	return BX_OK;
}

/* Report the first prefix that is not bound. */
static BxStatus
find_unbound(const Builder *b)
{
	const XpPlan *p = b->p;
	const XpExpr *n = xp_first_unbound(p->nodes, b->n_nodes, p->names);
	const XpName *name;

	if (n == NULL)
		return BX_OK;
	name = &p->names[n->name - 1];
	return xp_undeclared(b->err, n->pos, "", p->pool + name->prefix, name->prefix_len);
}

BxStatus
xp_plan_build(const XpBlock *block, const XpPrepare *prepare, BxArena *arena, XpPlan **plan, BxError *err)
{
	Builder b;
	XpPlan *p = bx_arena_zalloc(arena, sizeof(XpPlan));

	if (p == NULL)
		return bx_fail_nomem(err, sizeof(XpPlan));
	p->block = block;
	bx_name_filter_init(&p->wanted);
	p->nodes = xp_nodes(block);
	p->names = xp_names(block);
	p->pool = xp_pool(block);
	memset(&b, 0, sizeof(b));
	b.p = p;
	b.arena = arena;
	b.err = err;
	b.n_nodes = block->n_nodes;
	BX_TRY(find_unbound(&b));
	BX_TRY(plan_paths(&b));
	BX_TRY(plan_literals(&b));
	BX_TRY(plan_names(&b));
	BX_TRY(plan_masks(&b));
	BX_TRY(plan_vars(&b));
	BX_TRY(xp_plan_positions(p, block->n_nodes, arena, err));
	for (; *prepare != NULL; prepare++)
		BX_TRY((*prepare)(p, block->n_nodes, arena, err));
	*plan = p;
	return BX_OK;
}
