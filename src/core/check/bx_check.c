/*
 * bx_check.c -- the validator: entry point and the walk over the items.
 *
 * The walk goes through the ordinary reader, so what is accepted here can be read there.  Every rule costs O(1)
 * per item: equal strings were numbered before (bx_check_scope.c), "once per parent" is a stamp per shape with the
 * number of the parent, and namespace scopes are undone when their element ends.  The name of an element is
 * judged when its start tag is complete, since its own declarations count.
 */
#include "bx_check_int.h"

#include "../base/bx_utf8.h"
#include "../value/bx_value.h"
#include "../base/bx_escape.h"
#include "bx_check.h"
#include "../read/bx_reader.h"

/* Events between two polls of the host. */
#define POLL_EVENTS 4096
/* Room for shapes, which no limit counts. */
#define TABLE_SLACK ((size_t) 1 << 20)

/* How far an element was read: its items come in this order. */
typedef enum Part
{
	IN_DECLARATIONS,
	IN_ATTRIBUTES,
	IN_CONTENT
} Part;

/* An open element; level 0 is the value itself. */
typedef struct Frame
{
	uint32_t shape;
	uint32_t element;      /* number of the element, from 1 in document order; 0 for the value */
	uint32_t hidden_n;     /* scope entries before its declarations */
	uint32_t n_attributes; /* namespace declarations included */
	uint32_t n_children;
	Part part;
	bool last_text; /* the child before was text */
	size_t off;
} Frame;

typedef struct Walk
{
	BxCheck *c;
	BxReader *rd;
	Frame *frames;  /* depth of the header + 1 */
	uint32_t *seen; /* shape -> number of the last parent that had one, + 1 */
	uint32_t n_elements;
	uint64_t heap_used; /* bytes of the heap referred to so far */
	uint32_t top_elements;
	uint32_t root; /* index of the first top-level element among top-level items */
	bool top_text;
} Walk;

static size_t
event_off(const BxCheck *c, const BxEvent *ev)
{
	return (size_t) c->table.head.items_off + ev->off;
}

/* ---- payloads ---- */

/* What is asked of a payload, or of a piece of it: n bytes at p, `at` bytes from its start. */
typedef BxStatus (*CheckPiece)(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at);

static size_t
payload_off(const BxCheck *c, const BxEvent *ev)
{
	if (ev->constant)
		return bx_check_off(c, ev->payload);
	return (size_t) c->table.head.items_off + ev->content;
}

/*
 * A long payload comes in pieces.  The next one starts before the last character, so that none is torn and two that
 * stand side by side are seen together.
 */
static BxStatus
check_pieces(Walk *w, const BxEvent *ev, CheckPiece check)
{
	const uint8_t *p;
	uint32_t at, n;

	for (at = 0;; at += n)
	{
		uint32_t torn = 0;

		BX_TRY(bx_poll(w->c->host));
		BX_TRY(bx_reader_piece(w->rd, ev, at, &p, &n));
		if (at + n == ev->len)
			return check(w->c, ev, p, n, at);
		while (torn < 3 && (p[n - 1 - torn] & 0xC0) == 0x80)
			torn++;
		if (p[n - 1 - torn] >= 0xC0)
			n -= torn + 1;
		BX_TRY(check(w->c, ev, p, n, at));
		if (p[n - 1] < 0x80)
			n--;
	}
}

static inline BxStatus
check_payload(Walk *w, const BxEvent *ev, CheckPiece check)
{
	if (BX_UNLIKELY(ev->len > BX_PIECE))
		return check_pieces(w, ev, check);
	return check(w->c, ev, ev->payload, ev->len, 0);
}

static BxStatus
check_characters(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at)
{
	size_t bad;

	if (BX_LIKELY(bx_utf8_is_xml(p, n, &bad)))
		return BX_OK;
	return bx_check_fail(c, payload_off(c, ev) + at + bad, "text has bytes or characters XML does not allow");
}

static BxStatus
check_text(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at)
{
	BX_TRY(check_characters(c, ev, p, n, at));
	if ((c->table.shapes[ev->shape].flags & BX_SHAPE_CLEAN) &&
		!bx_is_clean((const char *) p, n, ev->kind == BX_EV_ATTRIBUTE))
		return bx_check_fail(c, payload_off(c, ev), "a row marked clean has text to be escaped");
	return BX_OK;
}

static BxStatus
check_value(Walk *w, const BxEvent *ev)
{
	BxCheck *c = w->c;

	if (ev->constant)
		return BX_OK; /* check_constants has judged it */
	if (ev->heap)
	{
		w->heap_used += ev->len;
		if (w->heap_used > c->table.head.heap_len)
			return bx_check_fail(c, event_off(c, ev), "items refer to more bytes than the heap has");
	}
	if (ev->heap || !bx_value_is_typed(ev->payload, ev->len) ||
		!(c->table.shapes[ev->shape].flags & BX_SHAPE_TYPED))
		return check_payload(w, ev, check_text);
	if (bx_value_is_canonical(ev->payload, ev->len))
		return BX_OK;
	return bx_check_fail(c, payload_off(c, ev), "a typed value is not in its only form");
}

/* The values of constants obey the rules of their shapes, used or not. */
static BxStatus
check_constants(BxCheck *c)
{
	BxEvent ev = {.constant = true};
	uint32_t i;

	for (i = 0; i < c->table.n_consts; i++)
	{
		const BxConstInfo *k = &c->table.consts[i];
		const BxShape *shape = &c->table.shapes[k->shape];

		if (i % POLL_EVENTS == 0)
			BX_TRY(bx_poll(c->host));
		ev.shape = k->shape;
		ev.kind = (BxEventKind) shape->kind;
		ev.payload = (const uint8_t *) k->payload;
		ev.len = k->len;
		if (ev.kind == BX_EV_TEXT && ev.len == 0)
			return bx_check_fail(c, payload_off(c, &ev), "a text node is empty");
		if (!bx_value_is_typed(ev.payload, ev.len) || !(shape->flags & BX_SHAPE_TYPED))
			BX_TRY(check_text(c, &ev, ev.payload, ev.len, 0));
		else if (!bx_value_is_canonical(ev.payload, ev.len))
			return bx_check_fail(c, payload_off(c, &ev), "a typed value is not in its only form");
	}
	return BX_OK;
}

/* Do the n bytes at p hold the two characters a b next to each other? */
static bool
has_two(const uint8_t *p, uint32_t n, char a, char b)
{
	const uint8_t *end = p + n;

	while (end - p >= 2 && (p = memchr(p, a, (size_t) (end - p) - 1)) != NULL)
	{
		if (p[1] == (uint8_t) b)
			return true;
		p++;
	}
	return false;
}

/* A piece of a comment or of the data of a processing instruction; what: the report of a carriage return. */
static BxStatus
check_markup(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at, const char *what)
{
	if (n > 0 && memchr(p, '\r', n) != NULL)
		return bx_check_fail(c, event_off(c, ev), what);
	return check_characters(c, ev, p, n, at);
}

static BxStatus
check_comment(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at)
{
	if (n > 0 && ((at + n == ev->len && p[n - 1] == '-') || has_two(p, n, '-', '-')))
		return bx_check_fail(c, event_off(c, ev), "a comment contains \"--\" or ends in \"-\"");
	return check_markup(c, ev, p, n, at, "a comment contains a carriage return");
}

static BxStatus
check_pi(BxCheck *c, const BxEvent *ev, const uint8_t *p, uint32_t n, uint32_t at)
{
	if (at == 0 && n > 0 && (p[0] == ' ' || p[0] == '\t' || p[0] == '\n'))
		return bx_check_fail(c, event_off(c, ev), "processing instruction data starts with white space");
	if (has_two(p, n, '?', '>'))
		return bx_check_fail(c, event_off(c, ev), "processing instruction data contains \"?>\"");
	return check_markup(c, ev, p, n, at, "processing instruction data contains a carriage return");
}

/* ---- start tags ---- */

/* All declarations of the element of frame f are known: its own name can be judged. */
static BxStatus
finish_declarations(Walk *w, Frame *f, Part part)
{
	const BxTable *t = &w->c->table;
	bool first = f->part == IN_DECLARATIONS;

	f->part = part;
	if (!first || f->element == 0)
		return BX_OK;
	return bx_scope_use(w->c, t->names[t->shapes[f->shape].name].pair, f->off);
}

static BxStatus
enter_attribute(Walk *w, Frame *f, const BxEvent *ev)
{
	BxCheck *c = w->c;
	uint32_t name = c->table.shapes[ev->shape].name;
	uint32_t pair = c->table.names[name].pair;
	BxStatus st = finish_declarations(w, f, IN_ATTRIBUTES);

	if (st == BX_OK && pair != BX_PAIR_NONE)
		st = bx_scope_use(c, pair, event_off(c, ev));
	if (st == BX_OK)
		st = bx_scope_attribute(c, f->element, name, event_off(c, ev));
	return st == BX_OK ? check_value(w, ev) : st;
}

/* Attributes and declarations: where they may stand, how many, none twice. */
static BxStatus
enter_start_tag(Walk *w, const BxEvent *ev)
{
	BxCheck *c = w->c;
	Frame *f = &w->frames[ev->level - 1];

	if (f->element == 0 || f->part == IN_CONTENT)
		return bx_check_fail(c, event_off(c, ev), "an attribute does not follow the start of its element");
	f->n_attributes++;
	if (c->limits != NULL && f->n_attributes > c->limits->max_attributes)
		return bx_fail_limit(c->err, BX_E_LIMIT, "bxml.max_attributes", c->limits->max_attributes,
							 "number of attributes of an element");
	if (ev->kind == BX_EV_ATTRIBUTE)
		return enter_attribute(w, f, ev);
	if (f->part != IN_DECLARATIONS)
		return bx_check_fail(c, event_off(c, ev), "a namespace declaration follows an attribute");
	if (ev->len > 0)
		return bx_check_fail(c, event_off(c, ev), "a namespace declaration has a payload");
	return bx_scope_declare(c, f->element, c->table.shapes[ev->shape].name, event_off(c, ev));
}

/* ---- content ---- */

static BxStatus
enter_text(Walk *w, Frame *f, const BxEvent *ev)
{
	BxCheck *c = w->c;

	if (ev->len == 0)
		return bx_check_fail(c, event_off(c, ev), "a text node is empty");
	if (f->last_text)
		return bx_check_fail(c, event_off(c, ev), "two text nodes follow each other");
	if (f->element == 0)
		w->top_text = true;
	else if (!(c->table.shapes[f->shape].flags & BX_SHAPE_MIXED))
		return bx_check_fail(c, event_off(c, ev), "text in an element whose row does not announce it");
	f->last_text = true;
	return check_value(w, ev);
}

/* Both forms of element, before its frame is opened; a leaf has none. */
static BxStatus
enter_any_element(Walk *w, const BxEvent *ev)
{
	const BxLimits *limits = w->c->limits;

	if (ev->level == 1 && w->top_elements++ == 0)
		w->root = w->frames[0].n_children - 1;
	if (limits != NULL && ev->level > limits->max_depth)
		return bx_fail_limit(w->c->err, BX_E_DEPTH, "bxml.max_depth", limits->max_depth,
							 "depth of nested elements");
	return BX_OK;
}

static BxStatus
enter_leaf(Walk *w, const BxEvent *ev)
{
	BxCheck *c = w->c;
	const BxTable *t = &c->table;
	BxStatus st = enter_any_element(w, ev);

	if (st == BX_OK)
		st = bx_scope_use(c, t->names[t->shapes[ev->shape].name].pair, event_off(c, ev));
	return st == BX_OK ? check_value(w, ev) : st;
}

static BxStatus
enter_element(Walk *w, const BxEvent *ev)
{
	Frame *f = &w->frames[ev->level];
	BxStatus st = enter_any_element(w, ev);

	memset(f, 0, sizeof(*f));
	f->shape = ev->shape;
	f->element = ++w->n_elements;
	f->hidden_n = w->c->scope.hidden_n;
	f->off = event_off(w->c, ev);
	return st != BX_OK || w->c->dir == NULL ? st : bx_check_dir_enter(w->c, ev->shape, ev->off + 1);
}

static BxStatus
leave_element(Walk *w, const BxEvent *ev)
{
	BxCheck *c = w->c;
	Frame *f = &w->frames[ev->level];
	BxStatus st = finish_declarations(w, f, IN_CONTENT);

	bx_scope_leave(c, f->hidden_n);
	if (st == BX_OK && f->n_attributes == 0 && (f->n_children == 0 || (f->n_children == 1 && f->last_text)))
		st = bx_check_fail(c, f->off, "an element with nothing but text is not stored as a leaf");
	if (st == BX_OK && c->dir != NULL)
		st = bx_check_dir_leave(c, f->shape, ev->off + 1, f->n_children);
	return st;
}

static BxStatus
enter_child(Walk *w, const BxEvent *ev)
{
	Frame *f = &w->frames[ev->level - 1];
	BxStatus st = finish_declarations(w, f, IN_CONTENT);

	if (st != BX_OK)
		return st;
	f->n_children++;
	if (ev->kind == BX_EV_TEXT)
		return enter_text(w, f, ev);
	f->last_text = false;
	switch (ev->kind)
	{
		case BX_EV_ELEMENT: return enter_element(w, ev);
		case BX_EV_LEAF: return enter_leaf(w, ev);
		case BX_EV_COMMENT: return check_payload(w, ev, check_comment);
		case BX_EV_PI: return check_payload(w, ev, check_pi);
		default: return bx_check_fail(w->c, event_off(w->c, ev), "unknown kind of item");
	}
}

/* What the shape of an item promises about its place. */
static BxStatus
check_place(Walk *w, const BxEvent *ev)
{
	BxCheck *c = w->c;
	const Frame *f = &w->frames[ev->level - 1];
	const BxShape *shape = &c->table.shapes[ev->shape];

	if (ev->level > c->table.head.depth)
		return bx_check_fail(c, event_off(c, ev), "items are nested deeper than the header says");
	if (c->table.head.flags & BX_FLAG_NAMES)
		return BX_OK;
	if (shape->parent != f->shape)
		return bx_check_fail(c, event_off(c, ev), "an item is not below the element its row names");
	if ((shape->flags & BX_SHAPE_ONE) && w->seen[ev->shape] == f->element + 1)
		return bx_check_fail(c, event_off(c, ev), "a row marked as single occurs twice below one parent");
	w->seen[ev->shape] = f->element + 1;
	if (c->values != NULL)
		BX_TRY(bx_check_values_item(c, ev));
	return c->dir == NULL ? BX_OK : bx_check_dir_item(c, ev->shape, f->shape, ev->off);
}

static BxStatus
check_event(Walk *w, const BxEvent *ev)
{
	BxStatus st;

	if (ev->kind == BX_EV_END)
		return leave_element(w, ev);
	st = check_place(w, ev);
	if (st == BX_OK && w->c->label != NULL)
		st = bx_check_label_item(w->c, ev);
	if (st != BX_OK)
		return st;
	return ev->kind == BX_EV_ATTRIBUTE || ev->kind == BX_EV_NAMESPACE ? enter_start_tag(w, ev)
																	  : enter_child(w, ev);
}

/* ---- the whole value ---- */

static BxStatus
walk_start(Walk *w, BxCheck *c)
{
	const BxTable *t = &c->table;
	BxStatus st = bx_scope_init(c);

	memset(w, 0, sizeof(*w));
	w->c = c;
	if (st == BX_OK)
		w->frames = bx_check_alloc(c, t->head.depth + 1, sizeof(Frame), &st);
	if (st == BX_OK)
		w->seen = bx_check_alloc(c, t->n_shapes, sizeof(uint32_t), &st);
	if (st != BX_OK)
		return st;
	memset(&w->frames[0], 0, sizeof(Frame));
	w->frames[0].shape = BX_SHAPE_NONE;
	memset(w->seen, 0, t->n_shapes * sizeof(uint32_t));
	BX_TRY(bx_reader_new(&w->rd, t, &c->pass.items.source, &c->arena, c->err));
	bx_reader_pieces(w->rd);
	return BX_OK;
}

static BxStatus
check_items(BxCheck *c, uint32_t *n_top, uint32_t *root)
{
	BxStatus st;
	BxEvent ev;
	Walk w;
	uint64_t n;
	bool document;

	st = walk_start(&w, c);
	if (st == BX_OK)
		st = bx_check_dir_begin(c);
	if (st == BX_OK)
		st = bx_check_values_begin(c);
	if (st == BX_OK)
		st = bx_check_dir_enter(c, BX_SHAPE_NONE, 0);
	if (st == BX_OK)
		st = bx_check_label_begin(c);
	for (n = 1; st == BX_OK; n++)
	{
		if (n % POLL_EVENTS == 0 && (st = bx_poll(c->host)) != BX_OK)
			return st;
		st = bx_reader_next(w.rd, &ev);
		if (st != BX_OK || ev.kind == BX_EV_DONE)
			break;
		st = check_event(&w, &ev);
	}
	if (st != BX_OK)
		return st;
	*n_top = w.frames[0].n_children;
	*root = w.root;
	document = w.top_elements == 1 && !w.top_text;
	if (document != ((c->table.head.flags & BX_FLAG_DOCUMENT) != 0))
		return bx_check_fail(c, 1, "the document flag does not fit the top-level nodes");
	st = bx_check_dir_leave(c, BX_SHAPE_NONE, 0, w.frames[0].n_children);
	if (st == BX_OK)
		st = bx_check_dir_finish(c);
	if (st == BX_OK)
		st = bx_check_values_finish(c);
	return st == BX_OK ? bx_check_label_finish(c) : st;
}

/*
 * Before the tables are decoded, which takes up to 28 bytes per byte: a table that honours the limits on names
 * is not much larger than those names.
 */
static BxStatus
check_table_size(BxCheck *c)
{
	const BxLimits *limits = c->limits;

	if (limits != NULL &&
		c->pass.img.head.table_len > limits->max_name_bytes + (size_t) limits->max_names * 32 + TABLE_SLACK)
		return bx_fail_limit(c->err, BX_E_LIMIT, "bxml.token_limit", limits->max_names,
							 "number of distinct names");
	return BX_OK;
}

static BxStatus
check_all(BxCheck *c, BxStore *store)
{
	uint32_t n_top = 0, root = 0;

	BX_TRY(bx_read_all_open(&c->pass, store, &c->arena, c->err));
	c->v = c->pass.img.v;
	BX_TRY(check_table_size(c));
	BX_TRY(bx_read_all_table(&c->pass, &c->table, &c->arena));
	BX_TRY(bx_check_table(c));
	BX_TRY(check_constants(c));
	BX_TRY(bx_check_ext_load(c));
	BX_TRY(check_items(c, &n_top, &root));
	return bx_check_ext(c, n_top, root);
}

static BxStatus
check_store(BxStore *store, const BxLimits *limits, const BxHost *host, BxError *err)
{
	BxCheck c;
	BxStatus st;

	memset(&c, 0, sizeof(c));
	c.limits = limits;
	c.host = host;
	c.err = err;
	bx_arena_init(&c.arena, host);
	st = check_all(&c, store);
	bx_read_all_close(&c.pass);
	host->release(host->ctx, c.scope.hidden);
	bx_arena_reset(&c.arena);
	return st;
}

BxStatus
bx_check_stored(BxStore *store, const BxHost *host, BxError *err)
{
	return check_store(store, NULL, host, err);
}

BxStatus
bx_check(const uint8_t *v, size_t n, bool wire, const BxLimits *limits, const BxHost *host, BxError *err)
{
	BxStore store;
	BxStatus st;

	bx_store_memory(&store, v, n);
	if (wire && n > 1 && v[0] == BX_VERSION_BYTE && (v[1] & BX_FLAG_BLOCKS))
		st = bx_fail(err, BX_E_CORRUPT, 1,
					 "bxml value is compressed: only the plain form is taken from outside");
	else
		st = check_store(&store, limits, host, err);
	if (st == BX_E_CORRUPT && wire)
	{
		st = BX_E_WIRE;
		if (err != NULL)
			err->status = st;
	}
	return st;
}
