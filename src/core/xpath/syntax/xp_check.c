/*
 * xp_check.c -- xp_block_check: may a block that came from outside be evaluated?
 *
 * What holds for every accepted block, so that evaluation needs no checks of its own:
 *   - all references, names and pool pieces are in range; text is UTF-8 of XML characters, pieces are whole
 *     characters; doubles follow the text;
 *   - every node but the root has exactly one place, under a parent with a larger index, so the nodes are one
 *     tree: no cycles, no sharing that could make evaluation exponential; its depth is bounded;
 *   - each node has the children, names and static type its operation needs, and a predicate's flags do not hide
 *     a call of position() or last().
 * Unused fields are zero.  Linear in the size of the block, no memory but 27 kB of stack.
 */
#include "../../base/bx_core_int.h"
#include "xp_shape.h"

#include "../../base/bx_utf8.h"

typedef struct BlockCheck
{
	const XpBlock *block;
	const XpExpr *nodes;
	const XpName *names;
	const char *pool;
	uint32_t text_len;              /* pool bytes before the doubles */
	uint32_t claimed;               /* nodes that have a place in the tree */
	uint8_t seen[XP_MAX_NODES / 8]; /* bit per node: has a place; only those of the nodes that there are */
} BlockCheck;

/* What may stand in a slot. */
typedef enum KidClass
{
	KID_NONE, /* field is 0 */
	KID_POOL, /* not a reference */
	KID_EXPR,
	KID_OPTIONAL, /* expression or none */
	KID_ARGUMENTS,
	KID_STEPS,      /* list, may be empty */
	KID_PREDICATES, /* list, may be empty */
} KidClass;

typedef struct NodeRule
{
	uint8_t a;
	uint8_t b;
	uint8_t flags; /* that may be set */
} NodeRule;

static NodeRule
rule_of(unsigned op)
{
	if (xp_is_binary(op))
		return (NodeRule){KID_EXPR, KID_EXPR, 0};
	switch (op)
	{
		case XP_NUMBER:
		case XP_STRING: return (NodeRule){KID_POOL, KID_POOL, 0};
		case XP_CALL: return (NodeRule){KID_ARGUMENTS, KID_NONE, 0};
		case XP_QUERY:
		case XP_NEG: return (NodeRule){KID_EXPR, KID_NONE, 0};
		case XP_PATH: return (NodeRule){KID_STEPS, KID_OPTIONAL, XP_ABSOLUTE};
		case XP_FILTER:
		case XP_SEQ_FILTER: return (NodeRule){KID_EXPR, KID_PREDICATES, 0};
		case XP_SEQUENCE:
		case XP_IF:
		case XP_FOR:
		case XP_LET:
		case XP_SOME:
		case XP_EVERY: return (NodeRule){KID_ARGUMENTS, KID_NONE, 0};
		case XP_STEP: return (NodeRule){KID_PREDICATES, KID_NONE, XP_FROM_SLASHES};
		case XP_PREDICATE: return (NodeRule){KID_EXPR, KID_NONE, XP_POSITIONAL | XP_USES_LAST};
		default: return (NodeRule){KID_NONE, KID_NONE, 0};
	}
}

/* Header and sizes. */
static bool
check_header(const XpBlock *b, size_t n)
{
	uint64_t total;

	if (n < sizeof(XpBlock) || b->version != XP_VERSION || b->total != n || b->mode > XP_MODE_QUERY)
		return false;
	if (b->n_nodes < 2 || b->n_nodes > XP_MAX_NODES || b->n_names >= b->n_nodes)
		return false;
	total = sizeof(XpBlock) + (uint64_t) b->n_nodes * sizeof(XpExpr) +
			(uint64_t) b->n_names * sizeof(XpName) + b->pool_len;
	return total == n && b->source_len <= XP_MAX_SOURCE && b->root != 0 && b->root < b->n_nodes;
}

/* Split the pool into text and doubles, and check the text once, whatever pieces of it are used. */
static bool
check_pool(BlockCheck *c)
{
	uint64_t doubles = 0;
	size_t bad;
	uint32_t i;

	for (i = 1; i < c->block->n_nodes; i++)
		doubles += c->nodes[i].op == XP_NUMBER ? XP_DOUBLE_BYTES : 0;
	if (doubles > c->block->pool_len)
		return false;
	c->text_len = c->block->pool_len - (uint32_t) doubles;
	return c->block->source_len <= c->text_len &&
		   bx_utf8_is_xml((const uint8_t *) c->pool, c->text_len, &bad);
}

/* Is there the start of a character, or the end of the text? */
static bool
is_boundary(const BlockCheck *c, uint32_t off)
{
	return off == c->text_len || ((uint8_t) c->pool[off] & 0xC0) != 0x80;
}

static bool
check_piece(const BlockCheck *c, uint32_t off, uint32_t len)
{
	if (off > c->text_len || len > c->text_len - off)
		return false;
	return is_boundary(c, off) && is_boundary(c, off + len);
}

static bool
check_name(const BlockCheck *c, const XpName *name)
{
	bool any_local = (name->flags & XP_NAME_ANY_LOCAL) != 0;
	bool any_ns = (name->flags & XP_NAME_ANY_NS) != 0;
	bool unbound = (name->flags & XP_NAME_UNBOUND) != 0;

	if (name->flags > (XP_NAME_ANY_LOCAL | XP_NAME_ANY_NS | XP_NAME_UNBOUND))
		return false;
	if (!check_piece(c, name->prefix, name->prefix_len) || !check_piece(c, name->uri, name->uri_len) ||
		!check_piece(c, name->local, name->local_len))
		return false;
	if ((any_local && name->local_len > 0) || (any_ns && (name->prefix_len > 0 || name->uri_len > 0)))
		return false;
	return !unbound || (name->prefix_len > 0 && name->uri_len == 0);
}

static bool
check_names(const BlockCheck *c)
{
	uint32_t i;

	for (i = 0; i < c->block->n_names; i++)
		if (!check_name(c, &c->names[i]))
			return false;
	return true;
}

/* Give a node its place; false when it has one already. */
static bool
claim(BlockCheck *c, uint32_t node)
{
	uint8_t bit = (uint8_t) (1u << (node & 7));

	if (c->seen[node >> 3] & bit)
		return false;
	c->seen[node >> 3] |= bit;
	c->claimed++;
	return true;
}

static bool
fits_class(const XpExpr *kid, unsigned kids)
{
	if (kids == KID_STEPS)
		return kid->op == XP_STEP;
	if (kids == KID_PREDICATES)
		return kid->op == XP_PREDICATE;
	return kid->op != XP_STEP && kid->op != XP_PREDICATE;
}

/* The children in one slot of the node at index at; *count is how many.  All lists together are read once. */
static bool
check_kids(BlockCheck *c, uint32_t at, uint32_t kid, unsigned kids, uint32_t *count)
{
	bool list = kids == KID_ARGUMENTS || kids == KID_STEPS || kids == KID_PREDICATES;

	*count = 0;
	if (kids == KID_POOL)
		return true;
	if (kids == KID_NONE || kid == 0)
		return kid == 0 && kids != KID_EXPR;
	for (;;)
	{
		const XpExpr *node;

		if (kid >= at || !claim(c, kid))
			return false;
		node = &c->nodes[kid];
		if (!fits_class(node, kids) || (!list && node->next != 0))
			return false;
		++*count;
		if (node->next == 0)
			return true;
		if (node->next <= kid)
			return false;
		kid = node->next;
	}
}

/* Axis, test and name: steps have them, variables and what binds them have a name, nothing else. */
static bool
check_test(const BlockCheck *c, const XpExpr *node)
{
	uint32_t flags;

	if (node->name > c->block->n_names)
		return false;
	flags = node->name == 0 ? 0 : c->names[node->name - 1].flags;
	if (node->op == XP_VARIABLE || node->op == XP_LOCAL || xp_binds(node->op))
		return node->axis == 0 && node->test == 0 && node->name != 0 && (flags & ~XP_NAME_UNBOUND) == 0;
	if (node->op != XP_STEP)
		return node->axis == 0 && node->test == 0 && node->name == 0;
	if (node->axis == 0 || node->axis >= XP_AX_COUNT || node->test == 0 || node->test > XP_TEST_PI)
		return false;
	if (node->test == XP_TEST_NAME)
		return node->name != 0;
	return node->name == 0 || (node->test == XP_TEST_PI && flags == 0);
}

static bool
check_call(const BlockCheck *c, const XpExpr *node, uint32_t n_args)
{
	const XpFuncInfo *info = xp_func_info(node->func);
	uint32_t arg;

	if (node->op == XP_LOCAL || xp_binds(node->op))
		return node->func == 0 && node->n_args < XP_MAX_LOCALS && (node->op == XP_LOCAL || n_args == 2);
	if (node->op != XP_CALL)
		return node->func == 0 && node->n_args == 0 && (node->op != XP_IF || n_args == 3);
	if (info == NULL || node->n_args != n_args || n_args < info->min_args || n_args > info->max_args)
		return false;
	for (arg = node->a; arg != 0 && (info->needs & XP_NEEDS_NODESETS); arg = c->nodes[arg].next)
		if (!xp_maybe_nodeset(c->nodes[arg].type))
			return false;
	return true;
}

/* Is the step what "//" is expanded to?  Another step follows it. */
static bool
is_slashes(const XpExpr *node)
{
	return node->axis == XP_AX_DESCENDANT_OR_SELF && node->test == XP_TEST_NODE && node->a == 0 &&
		   node->next != 0;
}

/* Where the grammar wants node-sets, a step where it wants one, and pieces of the pool. */
static bool
check_operands(const BlockCheck *c, const XpExpr *node)
{
	const XpExpr *a = &c->nodes[node->op == XP_NUMBER || node->op == XP_STRING ? 0 : node->a];
	const XpExpr *b = &c->nodes[node->op == XP_NUMBER || node->op == XP_STRING ? 0 : node->b];

	switch (node->op)
	{
		case XP_NUMBER:
			return node->b == 0 && node->a >= c->text_len && node->a <= c->block->pool_len - XP_DOUBLE_BYTES;
		case XP_STRING: return check_piece(c, node->a, node->b);
		case XP_UNION:
		case XP_EXCEPT:
		case XP_INTERSECT: return xp_maybe_nodeset(a->type) && xp_maybe_nodeset(b->type);
		case XP_MAP: return xp_maybe_nodeset(a->type);
		case XP_SEQ_FILTER: return node->b != 0;
		case XP_QUERY: return a->op == XP_STRING && a->a == 0 && a->b == c->block->source_len;
		case XP_FILTER: return node->b != 0 && xp_maybe_nodeset(a->type);
		case XP_PATH:
			if (node->b != 0)
				return node->a != 0 && (node->flags & XP_ABSOLUTE) == 0 && xp_maybe_nodeset(b->type);
			return node->a != 0 || (node->flags & XP_ABSOLUTE) != 0;
		case XP_PREDICATE:
			return (a->type != XP_T_NUMBER && a->type != XP_T_ANY && a->type != XP_T_SEQUENCE) ||
				   (node->flags & XP_POSITIONAL) != 0;
		case XP_STEP: return (node->flags & XP_FROM_SLASHES) == 0 || is_slashes(node);
		default: return true;
	}
}

static bool
check_node(BlockCheck *c, uint32_t at)
{
	const XpExpr *node = &c->nodes[at];
	NodeRule rule = rule_of(node->op);
	uint32_t in_a;
	uint32_t in_b;

	if (xp_op_name(node->op) == NULL || (node->flags & ~rule.flags) != 0)
		return false;
	if (node->next >= c->block->n_nodes || node->pos == 0 || node->pos > c->block->source_len + 1)
		return false;
	if (!check_kids(c, at, node->a, rule.a, &in_a) || !check_kids(c, at, node->b, rule.b, &in_b))
		return false;
	return check_test(c, node) && check_call(c, node, in_a) && node->type == xp_static_type(c->nodes, node) &&
		   check_operands(c, node);
}

/*
 * Parents have larger indices than their children, so when all nodes but the root have a place, following the
 * parents from any node ends at the root: one tree, and every node of it is reached.
 */
static bool
check_nodes(BlockCheck *c)
{
	static const XpExpr unused;
	const XpExpr *root = &c->nodes[c->block->root];
	uint32_t i;

	if (memcmp(&c->nodes[0], &unused, sizeof(unused)) != 0)
		return false;
	for (i = 1; i < c->block->n_nodes; i++)
		if (!check_node(c, i))
			return false;
	return c->claimed == c->block->n_nodes - 2 && claim(c, c->block->root) && root->next == 0 &&
		   fits_class(root, KID_EXPR);
}

/* Depth, and the flags of predicates against the calls in them. */
static bool
check_tree(const BlockCheck *c)
{
	XpWalk w;
	uint32_t at;

	xp_walk_init(&w, c->block);
	while ((at = xp_walk_next(&w)) != 0)
	{
		const XpExpr *node = &c->nodes[at];
		uint32_t scope = w.scope[w.depth - 1];
		const XpFuncInfo *info = node->op == XP_CALL ? xp_func_info(node->func) : NULL;

		if (info != NULL && scope != 0 && (info->needs & XP_POSITION_FLAGS & ~c->nodes[scope].flags) != 0)
			return false;
	}
	return !w.too_deep;
}

/* A query is the whole of its block, and only such a block says that it is one. */
static bool
check_mode(const BlockCheck *c)
{
	const XpBlock *b = c->block;
	uint32_t i, queries = 0;

	for (i = 1; i < b->n_nodes; i++)
		queries += c->nodes[i].op == XP_QUERY;
	if (b->mode == XP_MODE_PATH)
		return queries == 0;
	return queries == 1 && c->nodes[b->root].op == XP_QUERY && b->n_nodes == 3 && b->n_names == 0 &&
		   b->pool_len == b->source_len && xp_is_query_text(c->pool, b->source_len);
}

bool
xp_block_check(const XpBlock *b, size_t n)
{
	BlockCheck c;

	if (((uintptr_t) b & 3) != 0 || !check_header(b, n))
		return false;
	memset(c.seen, 0, (b->n_nodes + 7) / 8);
	c.claimed = 0;
	c.text_len = 0;
	c.block = b;
	c.nodes = xp_nodes(b);
	c.names = xp_names(b);
	c.pool = xp_pool(b);
	return check_pool(&c) && check_names(&c) && check_nodes(&c) && check_tree(&c) && check_mode(&c);
}
