/*
 * bx_split_path.c -- the record path: which elements are records, decided at their start tags.
 *
 * Steps before the last can only be matched by name, since nothing of an element but its name is known when its
 * content begins to pass by.  Predicates of the last step are asked of the finished record: a copy of the path selects
 * them from the record's own value, "/a//b[c]" as "/b[c]".  So they may look at the record alone, and at no position.
 */
#include "bx_split_int.h"

static BxStatus
refuse(BxError *err, const XpExpr *node, const char *what)
{
	BxStatus st = bx_fail(err, BX_E_UNSUPPORTED, node->pos, "a record path %s", what);

	if (err != NULL)
		memcpy(
			err->detail,
			"Allowed are child steps and \"//\" with name tests, and on the last step predicates about the "
			"record itself.",
			sizeof(
				"Allowed are child steps and \"//\" with name tests, and on the last step predicates about "
				"the record itself."));
	return st;
}

static BxStatus
add_test(BxRecordPath *path, const XpBlock *block, const XpExpr *step, BxError *err)
{
	const XpName *name = &xp_names(block)[step->name - 1];
	const char *pool = xp_pool(block);

	if (path->n == BX_RECORD_STEPS)
		return refuse(err, step, "cannot have that many steps");
	if (name->flags & XP_NAME_UNBOUND)
		return bx_fail(err, BX_E_XPATH, step->pos, "namespace prefix \"%.*s\" is not declared",
					   (int) (name->prefix_len < 80 ? name->prefix_len : 80), pool + name->prefix);
	if (!(name->flags & XP_NAME_ANY_LOCAL))
	{
		path->tests[path->n].local = pool + name->local;
		path->tests[path->n].local_len = name->local_len;
	}
	if (!(name->flags & XP_NAME_ANY_NS))
	{
		path->tests[path->n].uri = pool + name->uri;
		path->tests[path->n].uri_len = name->uri_len;
	}
	path->n++;
	return BX_OK;
}

/* A step; *behind tells that "//" stands before it. */
static BxStatus
add_step(BxRecordPath *path, const XpBlock *block, const XpExpr *step, bool *behind, BxError *err)
{
	BxStatus st;

	if (step->op != XP_STEP)
		return refuse(err, step, "cannot have anything but steps");
	if (step->a != 0 && step->next != 0)
		return refuse(err, step, "cannot have predicates before the last step");
	if (step->axis == XP_AX_DESCENDANT_OR_SELF && step->test == XP_TEST_NODE && step->next != 0)
	{
		*behind = true;
		return BX_OK;
	}
	if (step->axis != XP_AX_CHILD && step->axis != XP_AX_DESCENDANT)
		return refuse(err, step, "cannot have axes other than child and descendant");
	if (step->test != XP_TEST_NAME)
		return refuse(err, step, "cannot have steps that are not about elements");
	if (*behind || step->axis == XP_AX_DESCENDANT)
		path->anywhere |= (uint64_t) 1 << path->n;
	*behind = false;
	st = add_test(path, block, step, err);
	return st;
}

/* Whatever is in the block besides the steps belongs to the predicates of the last one. */
static BxStatus
check_predicates(const XpBlock *block, const XpExpr *last, BxError *err)
{
	const XpExpr *nodes = xp_nodes(block);

	for (uint32_t i = last->a; i != 0; i = nodes[i].next)
		if (nodes[i].flags & XP_POSITIONAL)
			return refuse(err, &nodes[i], "cannot have predicates about positions");
	for (uint32_t i = 1; i < block->n_nodes; i++)
	{
		const XpExpr *node = &nodes[i];

		if (node->op == XP_STEP && node->axis >= XP_AX_PARENT)
			return refuse(err, node, "cannot have predicates that look outside the record");
		if (node->op == XP_PATH && (node->flags & XP_ABSOLUTE) && i != block->root)
			return refuse(err, node, "cannot have predicates that look outside the record");
		if (node->op == XP_CALL && (node->func == XP_FN_ID || node->func == XP_FN_LANG))
			return refuse(err, node, "cannot have predicates that look outside the record");
		if (node->op == XP_VARIABLE)
			return refuse(err, node, "cannot have variables without a value");
	}
	return BX_OK;
}

/* "/", then the last step as a child of the document. */
static BxStatus
make_filter(const XpBlock *block, uint32_t last, BxArena *arena, BxRecordPath *path, BxError *err)
{
	XpBlock *copy = bx_arena_alloc(arena, block->total);
	XpExpr *nodes;

	if (copy == NULL)
		return bx_fail_nomem(err, block->total);
	memcpy(copy, block, block->total);
	nodes = (XpExpr *) (copy + 1);
	nodes[copy->root].a = last;
	nodes[copy->root].flags |= XP_ABSOLUTE;
	nodes[last].axis = XP_AX_CHILD;
	nodes[last].flags &= (uint8_t) ~XP_FROM_SLASHES;
	path->filter = copy;
	return BX_OK;
}

BxStatus
bx_record_path(const XpBlock *block, BxArena *arena, BxRecordPath *path, BxError *err)
{
	const XpExpr *nodes = xp_nodes(block);
	const XpExpr *root = &nodes[block->root];
	uint32_t last = 0;
	bool behind = false;
	BxStatus st = BX_OK;

	memset(path, 0, sizeof(*path));
	if (root->op != XP_PATH || root->b != 0)
		return refuse(err, root, "cannot have anything but steps");
	for (uint32_t i = root->a; i != 0 && st == BX_OK; i = nodes[i].next)
	{
		last = i;
		st = add_step(path, block, &nodes[i], &behind, err);
	}
	if (st != BX_OK)
		return st;
	if (path->n == 0)
		return refuse(err, root, "must have a step");
	if (nodes[last].a == 0)
		return BX_OK;
	st = check_predicates(block, &nodes[last], err);
	return st != BX_OK ? st : make_filter(block, last, arena, path, err);
}

static bool
passes(const char *want, uint32_t n, const char *got)
{
	return want == NULL || (strncmp(got, want, n) == 0 && got[n] == '\0');
}

bool
bx_record_near(const BxRecordPath *path, uint64_t live, const char *local, const char *uri)
{
	for (uint32_t i = 0; i < path->n && live >> i != 0; i++)
		if ((live >> i & 1) && path->tests[i].local != NULL &&
			passes(path->tests[i].local, path->tests[i].local_len, local) &&
			!passes(path->tests[i].uri, path->tests[i].uri_len, uri))
			return true;
	return false;
}

uint64_t
bx_record_match(const BxRecordPath *path, uint64_t live, const char *local, const char *uri)
{
	uint64_t next = live & path->anywhere;

	for (uint32_t i = 0; i < path->n && live >> i != 0; i++)
		if ((live >> i & 1) && passes(path->tests[i].local, path->tests[i].local_len, local) &&
			passes(path->tests[i].uri, path->tests[i].uri_len, uri))
			next |= (uint64_t) 1 << (i + 1);
	return next;
}
