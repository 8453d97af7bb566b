/*
 * bx_c14n.c -- canonical XML in one pass over the reader's events.
 *
 * Of a value in memory the attributes of a start tag are written in order when the tag is known, one after the other,
 * so that a reader who sees a difference in the first of them does not pay for the others.  Of any other value, whose
 * bytes do not stay, they are written as they come; only where that was not their order, or namespace declarations go
 * in front of them, the start tag is put together once more from a copy.  Prefixes and URIs are ranked when the pass
 * begins; names of attributes are compared where they meet, which costs a short value less than ranks of names it may
 * not use.
 *
 * Output may be taken wherever no start tag is open, and between its attributes once it is known.  A long text is an
 * item that is written piece by piece, so it can be taken in between as well.
 *
 * shown[prefix] is the URI that the nearest start tag of the output binds the prefix to; what a start tag changed is
 * undone at its end tag.  Both methods declare what is not shown yet: the inclusive one whatever the document declares,
 * the exclusive one what names of the tag use (Exclusive XML Canonicalization 1.0, section 3).
 */
#include "bx_out_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_rank.h"
#include "../base/bx_sort.h"
#include "bx_c14n.h"

/* Canonical XML 1.0, section 2.3. */
static const BxOutRefs refs = {"&#x9;", "&#xA;", "&#xD;"};

/* A binding that a start tag changed. */
typedef struct Change
{
	uint32_t level;
	uint32_t prefix;
	uint32_t before; /* URI */
} Change;

/* An attribute of the current start tag. */
typedef struct Attribute
{
	uint64_t start;    /* first bytes of its local name, as a number that sorts as they do */
	const char *local; /* all of it */
	uint32_t len;
	uint32_t uri; /* number of the URI, by which attributes are sorted first */
	uint32_t at;  /* the how many-th of the tag */
} Attribute;

struct BxC14n
{
	BxOut x;
	BxC14nOptions opt;
	uint32_t *prefix_of; /* per pair: number of its prefix, in order */
	uint32_t *uri_of;    /* per pair: number of its URI */
	uint8_t *listed;     /* per pair: the prefix is in the list */
	uint8_t *is_relative;
	uint32_t *shown; /* per prefix: URI */
	uint32_t no_uri; /* number of the empty one */
	bool stays;      /* payloads stay where they are */
	bool in_tag;     /* the ">" of a start tag is still to be written */
	bool giving;     /* its attributes from number `given` on are to be written */
	size_t given;
	bool sorted;                         /* its attributes came in order */
	size_t tag_at;                       /* where its attributes begin */
	BxBuf attributes, declared, changes; /* arrays of Attribute, uint64_t (prefix, pair), Change */
	BxBuf ends;                          /* size_t: where each attribute ends in the output */
	BxBuf values;                        /* BxEvent of each attribute, when payloads stay */
	BxBuf copy;                          /* of a start tag */
	bool document;
	bool behind; /* the document element has begun */
	BxEvent ev;  /* what comes next, when `ahead` */
	bool ahead;
	BxEvent rest;     /* an item of which only a part is written, when `resting` ... */
	uint32_t rest_at; /* ... from that byte of its payload on the rest is to come */
	bool resting;
};

/* So many attributes are sorted without sorting runs. */
#define FEW_ATTRIBUTES 64
/* So many attributes are put in order one by one, when so few bytes are wanted. */
#define FIRST_ATTRIBUTES 4
#define LITTLE 256

#define COUNT(buf, type) ((buf).len / sizeof(type))

/* ---- ranks ---- */

/* Where a prefix is, or would be, among the n keys. */
static uint32_t
find_prefix(const BxRankKey *keys, uint32_t n, BxStr prefix)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (bx_str_compare(keys[mid].a, prefix) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Mark the pairs whose prefix is in the list; keys are those of the prefixes, in order. */
static BxStatus
mark_listed(BxC14n *c, const BxRankKey *keys)
{
	const uint32_t n = c->x.table->n_pairs;
	uint32_t i, k;

	for (i = 0; i < c->opt.n_prefixes; i++)
	{
		BxStr prefix = c->opt.prefixes[i];

		BX_TRY(bx_step(c->x.host));
		if (bx_str_is(prefix, "#default"))
			prefix.n = 0;
		k = find_prefix(keys, n, prefix);
		/* pairs that are marked already are passed by once: the first of them is */
		for (; k < n && !c->listed[keys[k].rank - c->prefix_of] && bx_str_compare(keys[k].a, prefix) == 0;
			 k++)
			c->listed[keys[k].rank - c->prefix_of] = true;
	}
	return BX_OK;
}

static BxStatus
rank_pairs(BxC14n *c, BxRankKey *keys)
{
	const BxTable *t = c->x.table;
	const BxStr none = {NULL, 0};
	uint32_t i;

	for (i = 0; i < t->n_pairs; i++)
		keys[i] = (BxRankKey){bx_pair_prefix(&t->pairs[i]), none, &c->prefix_of[i]};
	BX_TRY(bx_rank(c->x.host, keys, t->n_pairs, c->x.err));
	BX_TRY(mark_listed(c, keys));
	for (i = 0; i < t->n_pairs; i++)
		keys[i] = (BxRankKey){bx_pair_uri(&t->pairs[i]), none, &c->uri_of[i]};
	return bx_rank(c->x.host, keys, t->n_pairs, c->x.err);
}

/* A URI without a scheme (RFC 3986, section 3.1): relative, unless empty. */
static bool
is_relative(const char *s, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		bool alpha = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z');

		if (s[i] == ':' && i > 0)
			return false;
		if (!alpha && (i == 0 || !(bx_is_digit(s[i]) || s[i] == '+' || s[i] == '-' || s[i] == '.')))
			return true;
	}
	return n > 0;
}

static BxStatus
make_ranks(BxC14n *c, BxArena *arena)
{
	const BxTable *t = c->x.table;
	size_t size = ((size_t) t->n_pairs + 1) * sizeof(BxRankKey);
	BxArenaMark mark;
	BxRankKey *keys;
	uint32_t i;

	c->prefix_of = bx_arena_zalloc(arena, 3 * ((size_t) t->n_pairs + 1) * sizeof(uint32_t));
	c->listed = bx_arena_zalloc(arena, 2 * ((size_t) t->n_pairs + 1));
	mark = bx_arena_mark(arena);
	keys = bx_arena_alloc(arena, size);
	if (c->prefix_of == NULL || c->listed == NULL || keys == NULL)
		return bx_fail_nomem(c->x.err, size);
	c->uri_of = c->prefix_of + t->n_pairs;
	c->shown = c->uri_of + t->n_pairs;
	c->is_relative = c->listed + t->n_pairs;
	BX_TRY(rank_pairs(c, keys));
	bx_arena_release(arena, &mark);
	c->no_uri = c->uri_of[BX_PAIR_NONE];
	for (i = 0; i < t->n_pairs; i++)
	{
		c->is_relative[i] = !c->opt.relative && is_relative(t->pairs[i].uri, t->pairs[i].uri_len);
		c->shown[i] = c->no_uri;
	}
	return BX_OK;
}

/* ---- namespaces ---- */

/* The current start tag needs this binding: declare it, unless it is shown. */
static BxStatus
need_pair(BxC14n *c, uint32_t pair, uint32_t level)
{
	uint32_t prefix = c->prefix_of[pair], uri = c->uri_of[pair];
	uint64_t declared = (uint64_t) prefix << 32 | pair;
	Change change = {level, prefix, c->shown[prefix]};

	if (c->shown[prefix] == uri || prefix == c->prefix_of[BX_PAIR_XML])
		return BX_OK;
	c->shown[prefix] = uri;
	BX_TRY(bx_buf_append(&c->changes, &change, sizeof(change), c->x.err));
	return bx_buf_append(&c->declared, &declared, sizeof(declared), c->x.err);
}

static BxStatus
declaration(BxC14n *c, const BxEvent *ev)
{
	uint32_t pair = c->x.table->shapes[ev->shape].name;

	if (c->is_relative[pair])
		return bx_fail(c->x.err, BX_E_ARGUMENT, (int64_t) c->x.table->head.items_off + ev->off,
					   "relative namespace URI \"%.*s\" has no canonical form",
					   (int) (c->x.table->pairs[pair].uri_len < 100 ? c->x.table->pairs[pair].uri_len : 100),
					   c->x.table->pairs[pair].uri);
	return c->opt.exclusive && !c->listed[pair] ? BX_OK : need_pair(c, pair, ev->level - 1);
}

/* An element or attribute name is visible in the tag of the element at that level. */
static BxStatus
use_name(BxC14n *c, uint32_t shape, uint32_t level)
{
	const BxTable *t = c->x.table;
	uint32_t pair = t->names[t->shapes[shape].name].pair;

	if (!c->opt.exclusive || (t->shapes[shape].kind == BX_KIND_ATTRIBUTE && t->pairs[pair].prefix_len == 0))
		return BX_OK;
	return need_pair(c, pair, level);
}

/* The element at that level ends. */
static void
undo(BxC14n *c, uint32_t level)
{
	while (c->changes.len > 0)
	{
		const Change *last = (const Change *) (c->changes.data + c->changes.len) - 1;

		if (last->level < level)
			return;
		c->shown[last->prefix] = last->before;
		c->changes.len -= sizeof(Change);
	}
}

/* ---- start tags ---- */

static int
compare_declared(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

	return x < y ? -1 : x > y;
}

static inline int
compare_attributes(const void *a, const void *b)
{
	const Attribute *x = a, *y = b;
	int order;

	if (x->uri != y->uri)
		return x->uri < y->uri ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	order = bx_str_compare(bx_str(x->local, x->len), bx_str(y->local, y->len));
	return order != 0 ? order : x->at < y->at ? -1 : x->at > y->at;
}

/* Few attributes, as a rule in some order already, are sorted as they are put in. */
static BxStatus
sort_attributes(BxC14n *c, Attribute *a, size_t n)
{
	size_t i, k;

	if (n > FEW_ATTRIBUTES)
		return bx_sort(c->x.host, a, n, sizeof(*a), compare_attributes, c->x.err);
	for (i = 1; i < n; i++)
	{
		Attribute x = a[i];

		for (k = i; k > 0 && compare_attributes(&a[k - 1], &x) > 0; k--)
			a[k] = a[k - 1];
		a[k] = x;
	}
	return BX_OK;
}

static BxStatus
put_declaration(BxC14n *c, const BxPair *pair)
{
	BX_TRY(BX_OUT_LIT(&c->x, " xmlns"));
	if (pair->prefix_len > 0)
	{
		BX_TRY(BX_OUT_LIT(&c->x, ":"));
		BX_TRY(bx_out_put(&c->x, pair->prefix, pair->prefix_len));
	}
	BX_TRY(BX_OUT_LIT(&c->x, "=\""));
	BX_TRY(bx_out_escaped(&c->x, pair->uri, pair->uri_len, true));
	return BX_OUT_LIT(&c->x, "\"");
}

/* Those of the start tag, in order. */
static BxStatus
put_declarations(BxC14n *c)
{
	uint64_t *d = (uint64_t *) c->declared.data;
	size_t i, n = COUNT(c->declared, uint64_t);

	if (n == 0)
		return BX_OK;
	BX_TRY(bx_sort(c->x.host, d, n, sizeof(*d), compare_declared, c->x.err));
	for (i = 0; i < n; i++)
		BX_TRY(put_declaration(c, &c->x.table->pairs[(uint32_t) d[i]]));
	return BX_OK;
}

/* Put the start tag together again: declarations, then attributes, both in order. */
static BxStatus
arrange(BxC14n *c)
{
	Attribute *a = (Attribute *) c->attributes.data;
	const size_t *ends = (const size_t *) c->ends.data;
	size_t i, n_a = COUNT(c->attributes, Attribute);
	BxBuf *out = c->x.buf;

	c->copy.len = 0;
	BX_TRY(bx_buf_append(&c->copy, out->data + c->tag_at, out->len - c->tag_at, c->x.err));
	out->len = c->tag_at;
	BX_TRY(put_declarations(c));
	if (!c->sorted)
		BX_TRY(sort_attributes(c, a, n_a));
	for (i = 0; i < n_a; i++)
	{
		size_t from = a[i].at > 0 ? ends[a[i].at - 1] : c->tag_at;

		BX_TRY(bx_buf_append(out, c->copy.data + (from - c->tag_at), ends[a[i].at] - from, c->x.err));
	}
	return BX_OK;
}

/* Put the declarations of the start tag; its attributes are to be given. */
static BxStatus
begin_giving(BxC14n *c)
{
	c->giving = true;
	c->given = 0;
	return put_declarations(c);
}

/*
 * Make attribute number c->given of n the one that comes next in order: the first few are found one by one for a
 * reader who may need no more of them.
 */
static BxStatus
order_attribute(BxC14n *c, Attribute *a, size_t n, size_t want)
{
	size_t i, least = c->given;
	Attribute x;

	if (c->given == FIRST_ATTRIBUTES || n > FEW_ATTRIBUTES || want > LITTLE)
	{
		c->sorted = true;
		return sort_attributes(c, a + c->given, n - c->given);
	}
	for (i = least + 1; i < n; i++)
		if (compare_attributes(&a[i], &a[least]) < 0)
			least = i;
	x = a[c->given];
	a[c->given] = a[least];
	a[least] = x;
	return BX_OK;
}

/* Everything that belongs into the start tag was there. */
static inline BxStatus
finish_tag(BxC14n *c)
{
	if (!c->in_tag)
		return BX_OK;
	c->in_tag = false;
	if (c->values.len > 0)
		return begin_giving(c);
	if (!c->sorted || c->declared.len > 0)
		BX_TRY(arrange(c));
	return BX_OUT_LIT(&c->x, ">");
}

static BxStatus
start_tag(BxC14n *c, const BxEvent *ev)
{
	BX_TRY(bx_out_name(&c->x, "<", 1, ev->shape, "", 0));
	c->in_tag = true;
	c->sorted = true;
	c->attributes.len = c->ends.len = c->values.len = c->declared.len = 0;
	c->tag_at = c->x.buf->len;
	return use_name(c, ev->shape, ev->level);
}

/* The end tag of an element whose start tag is finished. */
static BxStatus
close_element(BxC14n *c, const BxEvent *ev)
{
	undo(c, ev->level);
	return bx_out_name(&c->x, "</", 2, ev->shape, ">", 1);
}

static BxStatus
end_tag(BxC14n *c, const BxEvent *ev)
{
	BX_TRY(finish_tag(c));
	return close_element(c, ev);
}

/* The first eight bytes of a name as a number that sorts as they do; those of a shorter one are followed by zeros. */
static inline uint64_t
first_bytes(const char *s, uint32_t n)
{
	uint8_t part[8] = {0};

	bx_copy_short(part, s, n < sizeof(part) ? n : sizeof(part));
	return __builtin_bswap64(bx_get_u64(part));
}

static BxStatus
put_attribute(BxC14n *c, const BxEvent *ev)
{
	BX_TRY(bx_out_name(&c->x, " ", 1, ev->shape, "=\"", 2));
	BX_TRY(bx_out_payload(&c->x, ev, true));
	return BX_OUT_LIT(&c->x, "\"");
}

/* Give attributes of the start tag until there are `want` bytes in the buffer. */
static BxStatus
give_attributes(BxC14n *c, size_t want)
{
	Attribute *a = (Attribute *) c->attributes.data;
	const BxEvent *values = (const BxEvent *) c->values.data;
	size_t n = COUNT(c->attributes, Attribute);

	for (; c->given < n && c->x.buf->len < want; c->given++)
	{
		if (!c->sorted)
			BX_TRY(order_attribute(c, a, n, want));
		BX_TRY(put_attribute(c, &values[a[c->given].at]));
	}
	if (c->given < n)
		return BX_OK;
	c->giving = false;
	return BX_OUT_LIT(&c->x, ">");
}

/* Put the next attribute, or keep where its value is. */
static inline BxStatus
take_attribute(BxC14n *c, const BxEvent *ev)
{
	if (c->stays)
		return bx_buf_append(&c->values, ev, sizeof(*ev), c->x.err);
	BX_TRY(put_attribute(c, ev));
	return bx_buf_append(&c->ends, &c->x.buf->len, sizeof(size_t), c->x.err);
}

static BxStatus
attribute(BxC14n *c, const BxEvent *ev)
{
	const BxNameInfo *name = &c->x.table->names[c->x.table->shapes[ev->shape].name];
	size_t n = COUNT(c->attributes, Attribute);
	Attribute a = {first_bytes(name->local, name->len), name->local, name->len, c->uri_of[name->pair],
				   (uint32_t) n};

	BX_TRY(take_attribute(c, ev));
	if (n > 0 && c->sorted)
		c->sorted = compare_attributes((const Attribute *) c->attributes.data + n - 1, &a) <= 0;
	BX_TRY(bx_buf_append(&c->attributes, &a, sizeof(a), c->x.err));
	return use_name(c, ev->shape, ev->level - 1);
}

/* ---- items ---- */

/* Beside the document element these have lines of their own. */
static inline bool
has_line(const BxC14n *c, const BxEvent *ev)
{
	return c->document && ev->level == 1;
}

/* What is written before the payload. */
static BxStatus
begin_item(BxC14n *c, const BxEvent *ev)
{
	if (ev->kind == BX_EV_TEXT)
		return BX_OK;
	if (ev->kind == BX_EV_LEAF)
	{
		c->behind = true;
		BX_TRY(start_tag(c, ev));
		return finish_tag(c);
	}
	if (has_line(c, ev) && c->behind)
		BX_TRY(BX_OUT_LIT(&c->x, "\n"));
	if (ev->kind == BX_EV_COMMENT)
		return BX_OUT_LIT(&c->x, "<!--");
	return bx_out_name(&c->x, "<?", 2, ev->shape, " ", ev->len > 0);
}

/* What is written behind it. */
static BxStatus
end_item(BxC14n *c, const BxEvent *ev)
{
	if (ev->kind == BX_EV_TEXT)
		return BX_OK;
	if (ev->kind == BX_EV_LEAF)
		return close_element(c, ev);
	BX_TRY(ev->kind == BX_EV_COMMENT ? BX_OUT_LIT(&c->x, "-->") : BX_OUT_LIT(&c->x, "?>"));
	return has_line(c, ev) && !c->behind ? BX_OUT_LIT(&c->x, "\n") : BX_OK;
}

/* Text as it is: a comment, the data of an instruction. */
static inline bool
is_verbatim(const BxEvent *ev)
{
	return ev->kind == BX_EV_COMMENT || ev->kind == BX_EV_PI;
}

static BxStatus
put_item(BxC14n *c, const BxEvent *ev)
{
	if (ev->kind == BX_EV_COMMENT && !c->opt.comments)
		return BX_OK;
	BX_TRY(begin_item(c, ev));
	if (BX_UNLIKELY(ev->len > BX_PIECE))
	{
		c->rest = *ev;
		c->rest_at = 0;
		c->resting = true;
		return BX_OK;
	}
	BX_TRY(is_verbatim(ev) ? bx_out_put(&c->x, (const char *) ev->payload, ev->len)
						   : bx_out_payload(&c->x, ev, false));
	return end_item(c, ev);
}

/* The next piece of an item that is not finished. */
static BxStatus
put_rest(BxC14n *c)
{
	const BxEvent *ev = &c->rest;
	uint8_t flags = is_verbatim(ev) ? BX_SHAPE_CLEAN : c->x.table->shapes[ev->shape].flags;
	const uint8_t *p;
	uint32_t n;

	BX_TRY(bx_reader_piece(c->x.rd, ev, c->rest_at, &p, &n));
	BX_TRY(bx_charge(c->x.host, n));
	BX_TRY(bx_out_piece(&c->x, p, n, flags, false));
	c->rest_at += n;
	if (c->rest_at < ev->len)
		return BX_OK;
	c->resting = false;
	return end_item(c, ev);
}

static BxStatus
put_event(BxC14n *c, const BxEvent *ev)
{
	switch (ev->kind)
	{
		/* out of place, which only damage can do, these have no tag to go into */
		case BX_EV_NAMESPACE: return c->in_tag ? declaration(c, ev) : BX_OK;
		case BX_EV_ATTRIBUTE: return c->in_tag ? attribute(c, ev) : BX_OK;
		case BX_EV_END: return end_tag(c, ev);
		case BX_EV_ELEMENT: c->behind = true; return start_tag(c, ev);
		default: return put_item(c, ev);
	}
}

/* What comes next is c->ev, and no start tag is open that it is not part of. */
static inline BxStatus
look(BxC14n *c)
{
	if (!c->ahead)
	{
		BX_TRY(bx_reader_next(c->x.rd, &c->ev));
		BX_TRY(bx_charge(c->x.host, BX_STEP_UNITS + (c->ev.payload != NULL ? c->ev.len : 0)));
		c->ahead = true;
	}
	if (c->in_tag && c->ev.kind != BX_EV_NAMESPACE && c->ev.kind != BX_EV_ATTRIBUTE)
		return finish_tag(c);
	return BX_OK;
}

/* Write the next event, with all its pieces. */
static BxStatus
put_next(BxC14n *c)
{
	BX_TRY(look(c));
	if (c->giving)
		BX_TRY(give_attributes(c, SIZE_MAX));
	c->ahead = false;
	BX_TRY(put_event(c, &c->ev));
	while (c->resting)
		BX_TRY(put_rest(c));
	return BX_OK;
}

BxStatus
bx_c14n_more(BxC14n *c, size_t want, bool *done)
{
	*done = false;
	for (;;)
	{
		if (BX_UNLIKELY(c->resting))
		{
			BX_TRY(put_rest(c));
			if (c->x.buf->len >= want)
				return BX_OK;
			continue;
		}
		BX_TRY(look(c));
		if (c->giving)
		{
			BX_TRY(give_attributes(c, want));
			if (c->giving)
				return BX_OK;
		}
		*done = c->ev.kind == BX_EV_DONE;
		if (*done || (c->x.buf->len >= want && !c->in_tag))
			return BX_OK;
		c->ahead = false;
		BX_TRY(put_event(c, &c->ev));
	}
}

BxStatus
bx_c14n_peek(BxC14n *c, const BxEvent **ev)
{
	*ev = NULL;
	if (c->resting)
		return BX_OK;
	BX_TRY(look(c));
	if (c->ev.kind != BX_EV_END && c->ev.kind != BX_EV_DONE && !c->in_tag && !c->giving)
		*ev = &c->ev;
	return BX_OK;
}

BxStatus
bx_c14n_pass(BxC14n *c)
{
	c->ahead = false;
	if (c->ev.kind == BX_EV_ELEMENT || c->ev.kind == BX_EV_LEAF)
		c->behind = true;
	if (c->ev.kind != BX_EV_ELEMENT)
		return BX_OK;
	bx_reader_skip(c->x.rd);
	return bx_reader_next(c->x.rd, &c->ev); /* its end */
}

/* ---- entry ---- */

BxStatus
bx_c14n_new(BxC14n **c14n, const BxTable *table, BxSource *src, const BxC14nOptions *options, BxArena *arena,
			BxBuf *out, BxError *err)
{
	BxC14n *c = bx_arena_zalloc(arena, sizeof(BxC14n));

	if (c == NULL)
		return bx_fail_nomem(err, sizeof(BxC14n));
	*c14n = c;
	c->x = (BxOut){table, NULL, arena->host, out, err, &refs};
	c->opt = *options;
	c->stays = src->base != NULL;
	bx_buf_init(&c->attributes, arena->host);
	bx_buf_init(&c->declared, arena->host);
	bx_buf_init(&c->changes, arena->host);
	bx_buf_init(&c->ends, arena->host);
	bx_buf_init(&c->values, arena->host);
	bx_buf_init(&c->copy, arena->host);
	BX_TRY(bx_reader_new(&c->x.rd, table, src, arena, err));
	bx_reader_pieces(c->x.rd);
	return make_ranks(c, arena);
}

void
bx_c14n_free(BxC14n *c)
{
	bx_buf_free(&c->attributes);
	bx_buf_free(&c->declared);
	bx_buf_free(&c->changes);
	bx_buf_free(&c->ends);
	bx_buf_free(&c->values);
	bx_buf_free(&c->copy);
}

void
bx_c14n_whole(BxC14n *c)
{
	c->document = (c->x.table->head.flags & BX_FLAG_DOCUMENT) != 0;
}

BxStatus
bx_c14n_node(BxC14n *c, uint32_t off)
{
	uint32_t level;
	bool element;

	for (;; c->ahead = false)
	{
		BX_TRY(look(c));
		if (c->ev.kind == BX_EV_DONE || (c->ev.kind != BX_EV_END && c->ev.off > off))
			return bx_fail(c->x.err, BX_E_STATE, -1, "no item at offset %u", off);
		if (c->ev.kind != BX_EV_END && c->ev.off == off)
			break;
		if (c->ev.kind == BX_EV_ELEMENT && c->ev.content + c->ev.len <= off)
			bx_reader_skip(c->x.rd);
	}
	level = c->ev.level;
	element = c->ev.kind == BX_EV_ELEMENT;
	do
		BX_TRY(put_next(c));
	while (element && !(c->ev.kind == BX_EV_END && c->ev.level == level));
	return BX_OK;
}

BxStatus
bx_c14n_text(BxC14n *c, const char *s, size_t n)
{
	return bx_out_escaped(&c->x, s, n, false);
}
