/*
 * bx_index_pattern.c -- one pass over a pattern, as containment sees it, with a frame per open element.
 *
 * A text beside elements is left out: where it is in a document, its element has children there, and an element with
 * children has a key of its own that every such text would be looked up by as well.
 */
#include "../base/bx_core_int.h"
#include "bx_index_pattern.h"

#include "../compare/bx_cursor.h"
#include "../store/bx_window.h"

/* Terms of equality, and as many of existence. */
#define EACH_MAX (XP_TERMS_MAX / 2)

/* An open element. */
typedef struct PatternElement
{
	uint64_t hash; /* of the path to it */
	uint32_t name; /* index into the names of the pattern */
	bool known;    /* something in it, or an attribute, says that it is there */
	bool kids;     /* it has an element below */
	BxStr text;    /* its text, if that is all so far */
} PatternElement;

typedef struct Pattern
{
	const BxTable *table;
	BxArena *arena;
	BxError *err;
	BxBuf open;        /* PatternElement */
	XpTermStep *names; /* by index; copied when they are needed */
	const XpTermsNode **kids;
	uint64_t *hashes; /* of the terms, to know them again */
	uint32_t n;       /* terms */
	uint32_t each[2]; /* those of existence, those of equality */
} Pattern;

#define OPEN(p) ((PatternElement *) (p)->open.data)
#define DEPTH(p) ((uint32_t) ((p)->open.len / sizeof(PatternElement)))

/* ---- terms ---- */

static void *
room_for(Pattern *p, size_t n)
{
	void *room = bx_arena_zalloc(p->arena, n);

	if (room == NULL)
		(void) bx_fail_nomem(p->err, n);
	return room;
}

/* The step of a name, whose bytes are the arena's. */
static BxStatus
step_of(Pattern *p, uint32_t name, XpTermStep *step)
{
	XpTermStep *known = &p->names[name];
	const BxNameInfo *info = &p->table->names[name];
	const BxPair *pair = &p->table->pairs[info->pair];

	if (known->local.s == NULL)
	{
		known->uri = bx_str(bx_arena_strndup(p->arena, pair->uri, pair->uri_len), pair->uri_len);
		known->local = bx_str(bx_arena_strndup(p->arena, info->local, info->len), info->len);
		if (known->uri.s == NULL || known->local.s == NULL)
			return bx_fail_nomem(p->err, (size_t) pair->uri_len + info->len);
		BX_TRY(bx_charge(p->arena->host, (uint64_t) pair->uri_len + info->len));
	}
	*step = *known;
	return BX_OK;
}

/* The path to the innermost open element, or to an attribute of it.  A long one loses its first steps. */
static BxStatus
path_of(Pattern *p, const BxAttr *attr, XpTermPath *path)
{
	uint32_t all = DEPTH(p) + (attr != NULL), n = all < XP_TERMS_STEPS_MAX ? all : XP_TERMS_STEPS_MAX, i;
	XpTermStep *steps = room_for(p, n * sizeof(XpTermStep));

	if (steps == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n; i++)
	{
		uint32_t at = all - n + i;

		BX_TRY(step_of(p, at < DEPTH(p) ? OPEN(p)[at].name : attr->source, &steps[i]));
	}
	steps[0].gap = n < all;
	*path = (XpTermPath){.steps = steps, .n = n, .attribute = attr != NULL, .exact = n == all};
	return bx_steps(p->arena->host, n);
}

/* A hash of a term; another term with the same one is left out, which says less and not something else. */
static uint64_t
hash_of(const Pattern *p, const BxAttr *attr, const BxStr *text)
{
	uint64_t h = bx_hash_mix(OPEN(p)[DEPTH(p) - 1].hash, attr != NULL ? attr->source + UINT64_C(1) : 0);

	return text != NULL ? bx_hash_fixed(h, text->s, text->n) : h;
}

/* Is there still room for such a term, and is it a new one? */
static bool
is_new(Pattern *p, uint64_t hash, bool equal)
{
	uint32_t i;

	if (p->each[equal] == EACH_MAX)
		return false;
	for (i = 0; i < p->n; i++)
		if (p->hashes[i] == hash)
			return false;
	p->hashes[p->n] = hash;
	p->each[equal]++;
	return true;
}

/* A term of the innermost element or of an attribute of it: equality with a text, which is copied, or existence. */
static BxStatus
add_term(Pattern *p, const BxAttr *attr, const BxStr *text)
{
	XpTermsNode *node;
	XpTerm *term;

	BX_TRY(bx_charge(p->arena->host, XP_TERMS_MAX + (text != NULL ? (uint64_t) text->n : 0)));
	if (!is_new(p, hash_of(p, attr, text), text != NULL))
		return BX_OK;
	term = room_for(p, sizeof(*term));
	node = room_for(p, sizeof(*node));
	if (term == NULL || node == NULL)
		return BX_E_NOMEM;
	BX_TRY(path_of(p, attr, &term->path));
	term->op = XP_TERM_EXISTS;
	if (text != NULL)
	{
		const char *s = bx_arena_strndup(p->arena, text->s, text->n);

		if (s == NULL)
			return bx_fail_nomem(p->err, text->n);
		term->op = XP_TERM_EQ;
		term->low.key = bx_key_string(bx_str(s, text->n));
		term->low.source = XP_TERM_KEY;
	}
	*node = (XpTermsNode){.kind = XP_TERMS_TERM, .term = term};
	p->kids[p->n++] = node;
	return BX_OK;
}

/* ---- nodes ---- */

static BxStatus
begin_element(Pattern *p, const BxNode *node)
{
	PatternElement own = {.name = node->source, .known = node->n_attrs > 0}, *around;
	uint32_t i;

	if (DEPTH(p) > 0)
	{
		around = &OPEN(p)[DEPTH(p) - 1];
		around->known = around->kids = true;
		own.hash = around->hash;
	}
	own.hash = bx_hash_mix(own.hash, own.name + UINT64_C(1));
	BX_TRY(bx_buf_append(&p->open, &own, sizeof(own), p->err));
	for (i = 0; i < node->n_attrs; i++)
	{
		BxStr value = bx_str(node->values + node->attrs[i].value, node->attrs[i].n);

		BX_TRY(add_term(p, &node->attrs[i], &value));
	}
	return BX_OK;
}

static BxStatus
take_text(Pattern *p, const BxNode *node)
{
	PatternElement *own;

	if (DEPTH(p) == 0)
		return BX_OK;
	own = &OPEN(p)[DEPTH(p) - 1];
	if (own->kids)
		return BX_OK;
	own->text = bx_str(bx_arena_strndup(p->arena, node->s, node->n), node->n);
	return own->text.s == NULL ? bx_fail_nomem(p->err, node->n) : bx_charge(p->arena->host, node->n);
}

static BxStatus
end_element(Pattern *p)
{
	const PatternElement own = OPEN(p)[DEPTH(p) - 1];

	if (own.text.s != NULL && !own.kids)
		BX_TRY(add_term(p, NULL, &own.text));
	else if (!own.known)
		BX_TRY(add_term(p, NULL, NULL));
	p->open.len -= sizeof(PatternElement);
	return BX_OK;
}

/* As many equalities as there may be are enough: existence says less. */
static BxStatus
read_nodes(Pattern *p, BxCursor *cursor)
{
	BxNode node;

	while (p->each[1] < EACH_MAX)
	{
		BX_TRY(bx_cursor_next(cursor, &node));
		switch (node.kind)
		{
			case BX_NODE_ELEMENT: BX_TRY(begin_element(p, &node)); break;
			case BX_NODE_TEXT: BX_TRY(take_text(p, &node)); break;
			case BX_NODE_END: BX_TRY(end_element(p)); break;
			case BX_NODE_DONE: return BX_OK;
			default: break;
		}
	}
	return BX_OK;
}

/* ---- entry ---- */

/* Numbers of names that are their indexes. */
static uint32_t *
own_numbers(Pattern *p)
{
	uint32_t *numbers = room_for(p, (p->table->n_names + (size_t) 1) * sizeof(uint32_t)), i;

	for (i = 0; numbers != NULL && i < p->table->n_names; i++)
		numbers[i] = i;
	return numbers;
}

static BxStatus
read_pattern(Pattern *p, BxSource *items)
{
	static const BxIgnore ignore = {.comments = true, .pis = true, .whitespace = true};
	uint32_t *numbers = own_numbers(p);
	BxCursor cursor;
	BxStatus st;

	p->names = room_for(p, (p->table->n_names + (size_t) 1) * sizeof(XpTermStep));
	p->kids = room_for(p, XP_TERMS_MAX * sizeof(*p->kids));
	p->hashes = room_for(p, XP_TERMS_MAX * sizeof(*p->hashes));
	if (numbers == NULL || p->names == NULL || p->kids == NULL || p->hashes == NULL)
		return BX_E_NOMEM;
	BX_TRY(bx_steps(p->arena->host, p->table->n_names));
	st = bx_cursor_open(&cursor, p->table, items, numbers, &ignore, p->arena, p->err);
	if (st == BX_OK)
		st = read_nodes(p, &cursor);
	bx_cursor_close(&cursor);
	return st;
}

static BxStatus
make_tree(Pattern *p, XpTerms *terms)
{
	XpTermsNode *root = room_for(p, sizeof(*root));

	if (root == NULL)
		return BX_E_NOMEM;
	*root = (XpTermsNode){.kind = p->n > 0 ? XP_TERMS_AND : XP_TERMS_TRUE, .n = p->n, .kids = p->kids};
	*terms = (XpTerms){.root = p->n == 1 ? p->kids[0] : root, .n_terms = p->n};
	return BX_OK;
}

BxStatus
bx_index_pattern(BxStore *pattern, BxArena *arena, XpTerms *terms, BxError *err)
{
	Pattern p = {.arena = arena, .err = err};
	BxReadAll pass;
	BxTable table;
	BxStatus st;

	bx_buf_init(&p.open, arena->host);
	st = bx_read_all_open(&pass, pattern, arena, err);
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &table, arena);
	p.table = &table;
	if (st == BX_OK)
		st = read_pattern(&p, &pass.items.source);
	if (st == BX_OK)
		st = make_tree(&p, terms);
	bx_buf_free(&p.open);
	bx_read_all_close(&pass);
	return st;
}
