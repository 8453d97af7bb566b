/*
 * xd_forest.c -- which trees there are, and how long they are.
 *
 * Trees have numbers in the order in which they were made, which is their document order, and no number is given twice.
 * Stored values that were opened stay as long as the run.  A tree that was constructed, or has an owner, is held by
 * the arena that it was made for and by those that nodes of it were kept in, and is given back when the last of them
 * lets it go.
 */
#include "xd_tree_int.h"

#include "xd_function.h"

/* Bytes of the first chunk of a tree that is looked at. */
#define FIRST_CHUNK ((size_t) 2 << 10)

BxStatus
xd_forest_new(const BxHost *host, BxArena *arena, const XdPaths *paths, BxError *err, XdForest **forest)
{
	XdForest *f = bx_arena_zalloc(arena, sizeof(XdForest));

	if (f == NULL)
		return bx_fail_nomem(err, sizeof(XdForest));
	f->host = host;
	f->arena = arena;
	f->paths = paths;
	f->err = err;
	bx_arena_init_small(&f->scratch, host);
	f->gone_tree.root = XD_TEXT;
	f->gone = &f->gone_tree;
	*forest = f;
	return BX_OK;
}

BxKeeper *
xd_keeper(XdForest *forest)
{
	return &forest->keeper;
}

/* ---- numbers ---- */

static BxStatus
add_page(XdForest *f, XdPage **page)
{
	uint32_t number = f->n / XD_PAGE;

	if (number == f->cap_pages)
	{
		uint32_t cap = f->cap_pages ? f->cap_pages * 2 : 8;
		XdPage **pages = bx_arena_grow(f->arena, f->pages, number * sizeof(XdPage *), cap * sizeof(XdPage *));

		if (pages == NULL)
			return bx_fail_nomem(f->err, cap * sizeof(XdPage *));
		memset(pages + number, 0, (cap - number) * sizeof(XdPage *));
		f->pages = pages;
		f->cap_pages = cap;
	}
	*page = number == 0 ? &f->first : f->host->alloc(f->host->ctx, sizeof(XdPage));
	if (*page == NULL)
		return bx_fail_nomem(f->err, sizeof(XdPage));
	memset(*page, 0, sizeof(XdPage));
	f->pages[number] = *page;
	return BX_OK;
}

static void
free_page(XdForest *f, uint32_t number)
{
	if (f->pages[number] != &f->first)
		f->host->release(f->host->ctx, f->pages[number]);
	f->pages[number] = NULL;
}

/* ---- trees ---- */

static void
free_tree(XdTree *tree)
{
	const BxHost *host = tree->forest->host;
	BxKeeper *keeper = tree->held.keeper;
	XdOwner *owner = tree->owner;

	if (!tree->adopted)
		xp_session_close(tree->session);
	bx_arena_reset(&tree->arena);
	bx_keeper_give(keeper, sizeof(XdTree) + (tree->own != NULL || tree->value == NULL ? tree->n : 0));
	host->release(host->ctx, tree->own);
	host->release(host->ctx, tree);
	if (owner != NULL)
		owner->left(owner);
}

static void
give_tree(BxShared *held)
{
	XdTree *tree = (XdTree *) held;
	XdForest *f = tree->forest;
	uint32_t number = tree->number / XD_PAGE;
	XdPage *page = f->pages[number];

	page->trees[tree->number % XD_PAGE] = NULL;
	if (--page->n == 0 && number < f->n / XD_PAGE)
		free_page(f, number);
	free_tree(tree);
}

void
xd_forest_close(XdForest *forest)
{
	uint32_t i, k;

	xd_stores_free(forest);
	for (i = 0; forest->n > 0 && i <= (forest->n - 1) / XD_PAGE; i++)
	{
		XdPage *page = forest->pages[i];

		for (k = 0; page != NULL && k < XD_PAGE; k++)
			if (page->trees[k] != NULL)
				free_tree(page->trees[k]);
		if (page != NULL)
			free_page(forest, i);
	}
	forest->n = 0;
	bx_arena_reset(&forest->scratch);
}

/* A new tree of the kind, with so many bytes behind it; arena NULL, or one that holds nothing: it stays. */
static BxStatus
add_tree(XdForest *f, BxArena *arena, XdKind kind, size_t behind, XdItem *root, XdTree **tree)
{
	size_t size = sizeof(XdTree) + behind;
	XdPage *page;
	XdTree *t;

	if (f->n == UINT32_MAX)
		return bx_fail(f->err, BX_E_LIMIT, -1, "a query constructs more than %u trees", UINT32_MAX);
	if (f->n % XD_PAGE == 0)
		BX_TRY(add_page(f, &page));
	page = f->pages[f->n / XD_PAGE];
	t = bx_keeper_take(&f->keeper, size) ? f->host->alloc(f->host->ctx, size) : NULL;
	if (t == NULL)
	{
		if (f->n % XD_PAGE == 0)
			free_page(f, f->n / XD_PAGE);
		return bx_fail_nomem(f->err, size);
	}
	memset(t, 0, sizeof(XdTree));
	t->held.keeper = &f->keeper;
	t->held.give = give_tree;
	t->forest = f;
	t->number = f->n;
	t->n = behind;
	t->root = (uint8_t) kind;
	t->stays = arena == NULL || arena->keeper == NULL;
	bx_arena_init_of(&t->arena, f->host, FIRST_CHUNK, t->stays ? NULL : &f->keeper);
	page->trees[f->n % XD_PAGE] = t;
	page->n++;
	*root = (XdItem){.u.node = {0, XP_NO_UP}, .n = f->n++, .type = AT_NODE, .form = (uint8_t) kind};
	*tree = t;
	if (t->stays || bx_arena_hold(arena, &t->held))
		return BX_OK;
	give_tree(&t->held);
	return bx_fail_nomem(f->err, sizeof(XdTree));
}

static BxStatus
add_value(XdForest *forest, BxArena *arena, XdKind kind, const uint8_t *value, size_t n, BxStr base_uri,
		  XdItem *root, XdTree **tree)
{
	BX_TRY(add_tree(forest, arena, kind, 0, root, tree));
	(*tree)->value = value;
	(*tree)->n = n;
	(*tree)->base_uri = base_uri;
	if (kind == XD_ELEMENT)
		*root = xd_first_item(root->n, XD_ELEMENT);
	return BX_OK;
}

BxStatus
xd_tree_open(XdForest *forest, const uint8_t *value, size_t n, BxStr base_uri, XdItem *root)
{
	XdTree *tree;

	return add_value(forest, NULL, XD_DOCUMENT, value, n, base_uri, root, &tree);
}

BxStatus
xd_tree_open_image(XdForest *forest, BxImage *image, BxStr base_uri, XdItem *root)
{
	XdTree *tree;

	BX_TRY(add_value(forest, NULL, XD_DOCUMENT, image->v, image->n, base_uri, root, &tree));
	tree->image = image;
	return BX_OK;
}

BxStatus
xd_tree_open_owned(XdForest *forest, BxArena *arena, BxImage *image, XdOwner *owner, XdItem *root)
{
	XdTree *tree;

	BX_TRY(add_value(forest, arena, XD_DOCUMENT, image->v, image->n, bx_str("", 0), root, &tree));
	tree->image = image;
	tree->owner = owner;
	return BX_OK;
}

XdOwner *
xd_tree_owner(const XdForest *forest, const XdItem *node)
{
	return xd_tree_of(forest, node)->owner;
}

BxStatus
xd_tree_open_node(XdForest *forest, const uint8_t *value, size_t n, BxStr base_uri, XdItem *root)
{
	XdTree *tree;

	return add_value(forest, NULL, XD_ELEMENT, value, n, base_uri, root, &tree);
}

BxStatus
xd_tree_own(XdForest *forest, BxArena *arena, XdKind kind, uint8_t *value, size_t n, BxStr base_uri,
			XdItem *root)
{
	BxStatus st = BX_E_NOMEM;
	XdTree *tree;

	if (bx_keeper_take(&forest->keeper, n))
	{
		st = add_value(forest, arena, kind, value, n, base_uri, root, &tree);
		if (st == BX_OK)
			tree->own = value;
		else
			bx_keeper_give(&forest->keeper, n);
	}
	else
		(void) bx_fail_nomem(forest->err, n);
	if (st != BX_OK)
		forest->host->release(forest->host->ctx, value);
	return st;
}

/* A text behind others, where *at is. */
static BxStr
put_text(char **at, BxStr s)
{
	char *p = *at;

	if (s.n > 0)
		memcpy(p, s.s, s.n);
	*at += s.n;
	return bx_str(p, s.n);
}

BxStatus
xd_tree_open_lone(XdForest *forest, BxArena *arena, XdKind kind, const AtName *name, BxStr string,
				  XdItem *root)
{
	const AtName none = {{"", 0}, {"", 0}, {"", 0}};
	XdTree *tree;
	char *at;
	size_t n;

	name = name != NULL ? name : &none;
	n = name->prefix.n + name->uri.n + name->local.n + string.n;
	BX_TRY(add_tree(forest, arena, kind, n, root, &tree));
	at = (char *) (tree + 1);
	tree->name.prefix = put_text(&at, name->prefix);
	tree->name.uri = put_text(&at, name->uri);
	tree->name.local = put_text(&at, name->local);
	tree->string = put_text(&at, string);
	return BX_OK;
}
