/*
 * xp_record_rule.c -- the record path: which elements are records, decided at their start tags.
 *
 * Steps before the last can only be matched by name, since nothing of an element but its name is known when its
 * content begins to pass by.  Predicates of the last step are evaluated on the finished record: a copy of the path
 * selects them from the record's own value, "/a//b[c]" as "/b[c]".  So they may look at the record alone, and at no
 * position.
 */
#include "../../base/bx_core_int.h"

#include "../syntax/xp_last_step.h"
#include "xp_eval.h"
#include "xp_record_rule.h"
#include "../plan/xp_run.h"

/* A bit for each step, and one for a whole path. */
#define STEPS_MAX 63

/* Strings are those of the path. */
typedef struct RecordPath
{
	const BxHost *eval_host;
	BxArena arena;     /* of the filter and its cache */
	uint32_t n;        /* steps */
	uint64_t anywhere; /* steps that follow "//": bit i for step i */
	struct
	{
		const char *local; /* NULL: any */
		uint32_t local_len;
		const char *uri; /* NULL: any */
		uint32_t uri_len;
	} tests[STEPS_MAX];
	const XpBlock
		*filter; /* a path that selects from a record's value what its predicates let pass, or NULL */
	XpCache *cache;
	XpEngine *engine;
} RecordPath;

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
add_test(RecordPath *path, const XpBlock *block, const XpExpr *step, BxError *err)
{
	const XpName *name = &xp_names(block)[step->name - 1];
	const char *pool = xp_pool(block);

	if (path->n == STEPS_MAX)
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

/* A step; *behind says that "//" precedes it. */
static BxStatus
add_step(RecordPath *path, const XpBlock *block, const XpExpr *step, bool *behind, BxError *err)
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
make_filter(RecordPath *path, const XpBlock *block, uint32_t last, BxError *err)
{
	XpBlock *filter;

	BX_TRY(xp_step_alone(block, last, &path->arena, &filter, err));
	path->filter = filter;
	return BX_OK;
}

static BxStatus
read_path(RecordPath *path, const XpBlock *block, BxError *err)
{
	const XpExpr *nodes = xp_nodes(block);
	const XpExpr *root = &nodes[block->root];
	uint32_t last = 0;
	bool behind = false;
	BxStatus st = BX_OK;

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
	return st != BX_OK ? st : make_filter(path, block, last, err);
}

/* ---- the rule ---- */

static bool
passes(const char *want, uint32_t n, const char *got)
{
	return want == NULL || (strncmp(got, want, n) == 0 && got[n] == '\0');
}

static bool
has_local(const RecordPath *path, uint32_t i, const char *local)
{
	return passes(path->tests[i].local, path->tests[i].local_len, local);
}

static bool
has_uri(const RecordPath *path, uint32_t i, const char *uri)
{
	return passes(path->tests[i].uri, path->tests[i].uri_len, uri);
}

/* Is step i live, and has the local name? */
static bool
may_match(const RecordPath *path, uint64_t live, uint32_t i, const char *local)
{
	return (live >> i & 1) && has_local(path, i, local);
}

/* Has the element the name of a step it might match, in another namespace? */
static bool
near(const void *ctx, uint64_t live, const char *local, const char *uri)
{
	const RecordPath *path = ctx;

	for (uint32_t i = 0; i < path->n && live >> i != 0; i++)
		if (path->tests[i].local != NULL && may_match(path, live, i, local) && !has_uri(path, i, uri))
			return true;
	return false;
}

/*
 * The steps that children of an element may match, as bits, from those the element itself might match; bit n: the
 * element is a record.  The document's children may match step 0.
 */
static uint64_t
enter(const void *ctx, uint64_t live, const char *local, const char *uri, bool *record)
{
	const RecordPath *path = ctx;
	uint64_t next = live & path->anywhere;

	for (uint32_t i = 0; i < path->n && live >> i != 0; i++)
		if (may_match(path, live, i, local) && has_uri(path, i, uri))
			next |= (uint64_t) 1 << (i + 1);
	*record = (next >> path->n & 1) != 0;
	return next;
}

/* Do the predicates let the record pass? */
static BxStatus
pass_filter(void *ctx, const uint8_t *v, size_t n, bool *pass, BxError *err)
{
	RecordPath *path = ctx;
	BxArena arena;
	XpCall call = {.host = path->eval_host, .arena = &arena, .v = v, .n = n, .err = err};
	BxStatus st;

	if (path->cache == NULL)
		path->cache = xp_cache_new(&path->arena);
	if (path->engine == NULL)
		path->engine = xp_engine_new(path->filter, &path->arena);
	call.cache = path->cache;
	call.engine = path->engine;
	bx_arena_init(&arena, path->eval_host);
	st = xp_exists(&call, path->filter, pass);
	bx_arena_reset(&arena);
	return st;
}

static void
free_path(void *ctx)
{
	RecordPath *path = ctx;
	const BxHost *h = path->arena.host;

	xp_cache_free(path->cache);
	xp_engine_forget(path->engine);
	bx_arena_reset(&path->arena);
	h->release(h->ctx, path);
}

BxStatus
xp_record_rule(const XpBlock *block, const BxHost *host, const BxHost *eval_host, BxRecordRule *rule,
			   BxError *err)
{
	RecordPath *path = host->alloc(host->ctx, sizeof(RecordPath));
	BxStatus st;

	if (path == NULL)
		return bx_fail_nomem(err, sizeof(RecordPath));
	memset(path, 0, sizeof(*path));
	path->eval_host = eval_host;
	bx_arena_init(&path->arena, host);
	st = read_path(path, block, err);
	if (st != BX_OK)
	{
		free_path(path);
		return st;
	}
	*rule = (BxRecordRule){path, enter, near, path->filter != NULL ? pass_filter : NULL, free_path};
	return BX_OK;
}
