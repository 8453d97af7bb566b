/*
 * bx_markup_tag.c -- start tags with their attributes and declarations, and end tags.
 *
 * The attributes of a tag are kept until its end, because a declaration after them may be about them.
 */
#include "bx_markup_int.h"

/* ---- attribute values ---- */

/* The value from start to the quote at end, with the run from *run on copied, if any of it had to be. */
static bool
end_value(BxMarkup *m, BxTagAttribute *a, const uint8_t *start, const uint8_t *run, const uint8_t *end)
{
	if (BX_LIKELY(!a->copied))
	{
		a->value.s = start;
		a->len = (size_t) (end - start);
		return true;
	}
	if (!bx_markup_did(m, bx_buf_append(&m->scratch, run, (size_t) (end - run), m->err)))
		return false;
	a->len = m->scratch.len - a->value.off;
	return true;
}

/* A stop in a value that is not its quote; *run is where what was not copied yet begins. */
static const uint8_t *
value_stop(BxMarkup *m, BxTagAttribute *a, const uint8_t **run, const uint8_t *p)
{
	uint8_t out[4];
	unsigned n = 1;
	const uint8_t *q = p + 1;

	if (*p >= 0x80)
		return bx_markup_wide(m, p);
	if (*p == '&' || *p == '\r')
		q = bx_markup_replaced(m, p, out, &n);
	else if (*p != '\t' && *p != '\n')
		return *p != '<' && bx_markup_is_plain(m, p) && bx_markup_poll(m, p) ? p : NULL;
	if (q == NULL)
		return NULL;
	if (*p != '&')
		out[0] = ' ';
	if (!a->copied)
		a->value.off = m->scratch.len;
	a->copied = true;
	if (!bx_markup_copy(m, *run, p, out, n))
		return NULL;
	*run = q;
	return q;
}

/* A value whose first byte, behind the quote, is at p. */
BX_INLINE const uint8_t *
read_value(BxMarkup *m, BxTagAttribute *a, const uint8_t *p, uint8_t quote)
{
	const BxStopSet set = {'<', '&', quote, true};
	BxStops *stops = &m->value[quote == '\''];
	const uint8_t *start = p;
	const uint8_t *run = p;

	a->copied = false;
	for (;;)
	{
		p = bx_next_stop(m, stops, p, set);
		if (p >= m->last_gt)
			return NULL;
		if (*p == quote)
			return end_value(m, a, start, run, p) ? p + 1 : NULL;
		p = value_stop(m, a, &run, p);
		if (p == NULL)
			return NULL;
	}
}

static const uint8_t *
read_apostrophe_value(BxMarkup *m, BxTagAttribute *a, const uint8_t *p)
{
	return read_value(m, a, p, '\'');
}

static const uint8_t *
read_quoted_value(BxMarkup *m, BxTagAttribute *a, const uint8_t *p)
{
	return read_value(m, a, p, '"');
}

static const uint8_t *
value_of(const BxMarkup *m, const BxTagAttribute *a)
{
	return a->copied ? m->scratch.data + a->value.off : a->value.s;
}

/* ---- attributes ---- */

static const uint8_t *
skip_space(const uint8_t *p)
{
	while (bx_is_space(*p))
		p++;
	return p;
}

/* The place behind "=" and the white space around it, where the quote is. */
static const uint8_t *
read_equals(const uint8_t *p)
{
	p = skip_space(p);
	return *p == '=' ? skip_space(p + 1) : NULL;
}

/* Attributes with different prefixes may have the same expanded name. */
static void
note_prefix(BxMarkup *m, uint32_t prefix)
{
	if (prefix <= BX_PREFIX_XML || prefix == m->now.other_prefix)
		return;
	m->now.prefixes_differ |= m->now.other_prefix != BX_PREFIX_NONE;
	m->now.other_prefix = prefix;
}

static const uint8_t *
read_attribute(BxMarkup *m, const uint8_t *p)
{
	uint32_t name = bx_markup_tag_name(m, p);
	BxTagName *t = &m->names.list[name];
	BxTagAttributes *to = t->kind == BX_TAG_NAME_XMLNS ? &m->decls : &m->attrs;
	BxTagAttribute *a;

	if (name == 0 || t->serial == m->names.serial || !BX_MARKUP_ROOM(m, to->list, to->n, to->cap))
		return NULL;
	t->serial = m->names.serial;
	if (t->prefix != BX_PREFIX_NONE)
		note_prefix(m, t->kind == BX_TAG_NAME_XMLNS ? BX_PREFIX_NONE : t->prefix);
	p += t->len;
	if (BX_LIKELY(*p == '=' && p[1] == '"'))
		p++;
	else
		p = read_equals(p);
	if (p == NULL || p >= m->last_gt)
		return NULL;
	a = &to->list[to->n++];
	a->name = name;
	if (BX_LIKELY(*p == '"'))
		return read_quoted_value(m, a, p + 1);
	return *p == '\'' ? read_apostrophe_value(m, a, p + 1) : NULL;
}

/* The attributes from p on, behind the name of the element: the place of ">" or "/". */
static const uint8_t *
read_attributes(BxMarkup *m, const uint8_t *p)
{
	uint32_t most = m->opt.limits->max_attributes;

	m->names.serial++;
	m->now.other_prefix = BX_PREFIX_NONE;
	m->now.prefixes_differ = false;
	while (p != NULL)
	{
		const uint8_t *q = skip_space(p);

		if (*q == '>' || *q == '/')
			return q;
		if (q == p || m->attrs.n + m->decls.n >= most)
			return NULL;
		p = read_attribute(m, q);
	}
	return NULL;
}

/* ---- elements ---- */

static bool
push_scope(BxMarkup *m, bool preserve)
{
	BxMarkupState *now = &m->now;

	if (!BX_MARKUP_ROOM(m, m->scopes, now->scopes_n, m->scopes_cap))
		return false;
	m->scopes[now->scopes_n++] = (BxTagScope){now->depth, now->shadowed_n, preserve};
	return true;
}

static uint32_t
declared_prefix(const BxMarkup *m, const BxTagAttribute *decl)
{
	return m->names.list[decl->name].declares;
}

/* Bind what the start tag declares. */
static bool
declare(BxMarkup *m)
{
	BxMarkupState *now = &m->now;

	for (uint32_t i = 0; i < m->decls.n; i++)
	{
		const BxTagAttribute *a = &m->decls.list[i];
		uint32_t prefix = declared_prefix(m, a);
		uint32_t pair;

		if (!bx_markup_bind(m, prefix, value_of(m, a), a->len, &pair) ||
			!BX_MARKUP_ROOM(m, m->shadowed, now->shadowed_n, m->shadowed_cap))
			return false;
		m->shadowed[now->shadowed_n++] = (BxShadowed){prefix, m->ns.of_prefix[prefix].pair};
		m->ns.of_prefix[prefix].pair = pair;
	}
	return now->shadowed_n < m->opt.limits->max_attributes;
}

/* What xml:space says, if the start tag has it. */
static bool
preserves(const BxMarkup *m, bool otherwise)
{
	const BxTagAttribute *a = m->attrs.list;

	for (uint32_t n = m->attrs.n; n > 0; n--, a++)
		if (m->names.list[a->name].kind == BX_TAG_NAME_SPACE)
			return bx_str_is(bx_str(value_of(m, a), a->len), "preserve");
	return otherwise;
}

/* The scope of an element that declares namespaces or changes xml:space; its depth counts already. */
static bool
enter_scope(BxMarkup *m)
{
	BxMarkupState *now = &m->now;
	bool outer = now->scopes_n > 0 && m->scopes[now->scopes_n - 1].preserve;
	bool preserve = m->opt.strip ? preserves(m, outer) : false;

	if (m->decls.n == 0 && preserve == outer)
		return true;
	return push_scope(m, preserve) && (m->decls.n == 0 || declare(m));
}

/* The innermost element ends, and its scope if it has one. */
static inline void
leave_scope(BxMarkup *m)
{
	BxMarkupState *now = &m->now;
	const BxTagScope *scope;

	if (now->scopes_n == 0 || m->scopes[now->scopes_n - 1].depth != now->depth)
		return;
	scope = &m->scopes[--now->scopes_n];
	while (now->shadowed_n > scope->shadowed)
	{
		const BxShadowed *s = &m->shadowed[--now->shadowed_n];

		m->ns.of_prefix[s->prefix].pair = s->pair;
	}
}

static bool
write_declarations(BxMarkup *m)
{
	uint32_t id;

	for (uint32_t i = 0; i < m->decls.n; i++)
	{
		uint32_t prefix = declared_prefix(m, &m->decls.list[i]);

		if (prefix == BX_PREFIX_XML)
			continue;
		if (!bx_markup_pair_id(m, m->ns.of_prefix[prefix].pair, &id) ||
			!bx_markup_wrote(m, bx_writer_namespace(m->w, id)))
			return false;
	}
	return true;
}

/* See that the writer's name of t is the one under the binding `pair`. */
BX_INLINE bool
resolve(BxMarkup *m, const BxTagName *t, uint32_t pair, BxNameUse *use)
{
	if (BX_LIKELY(use->pair == pair))
		return true;
	use->pair = BX_MARKUP_UNKNOWN;
	if (!bx_markup_name_id(m, t, pair, &use->id))
		return false;
	use->pair = pair;
	return true;
}

static bool
write_attributes(BxMarkup *m)
{
	for (uint32_t i = 0; i < m->attrs.n; i++)
	{
		const BxTagAttribute *a = &m->attrs.list[i];
		BxTagName *t = &m->names.list[a->name];
		uint32_t pair = t->prefix == BX_PREFIX_NONE ? BX_BINDING_NONE : m->ns.of_prefix[t->prefix].pair;

		if (!resolve(m, t, pair, &t->attribute))
			return false;
		if (BX_UNLIKELY(m->now.prefixes_differ) && t->prefix > BX_PREFIX_XML &&
			!bx_markup_is_first(m, a->name))
			return false;
		if (m->w != NULL && !bx_markup_wrote(m, bx_writer_attribute(m->w, t->attribute.id,
																	(const char *) value_of(m, a), a->len)))
			return false;
	}
	return true;
}

/* ---- records ---- */

/* The prefixes that a scope declares do not come from outside. */
static void
hide(BxMarkup *m, uint32_t from, uint32_t end)
{
	for (uint32_t i = from; i < end; i++)
		m->ns.of_prefix[m->shadowed[i].prefix].seen = m->pieces.records_n;
}

/* The declarations from one to another that nothing hides, to the writer. */
static bool
inherit_from(BxMarkup *m, uint32_t from, uint32_t end)
{
	for (uint32_t i = from; i < end; i++)
	{
		uint32_t prefix = m->shadowed[i].prefix;
		BxTagPrefix *p = &m->ns.of_prefix[prefix];
		uint32_t id;

		if (p->seen == m->pieces.records_n || prefix == BX_PREFIX_XML)
			continue;
		p->seen = m->pieces.records_n;
		if (m->ns.uris.strings[m->ns.list[p->pair].uri].n == 0)
			continue;
		if (!bx_markup_pair_id(m, p->pair, &id) || !bx_markup_wrote(m, bx_writer_namespace(m->w, id)))
			return false;
	}
	return true;
}

/* Those of inner elements before those of outer ones, as the other parser has it. */
static bool
inherit(BxMarkup *m)
{
	uint32_t end = m->now.shadowed_n;

	m->pieces.records_n++;
	for (uint32_t k = m->now.scopes_n; k > 0; k--)
	{
		const BxTagScope *scope = &m->scopes[k - 1];

		if (scope->depth == m->now.depth)
			hide(m, scope->shadowed, end);
		else if (!inherit_from(m, scope->shadowed, end))
			return false;
		end = scope->shadowed;
	}
	return true;
}

/* An element outside of records begins, and is open; the root of a record declares all that is in scope. */
static bool
outer_element(BxMarkup *m, BxTagName *name)
{
	uint32_t pair = m->ns.of_prefix[name->prefix].pair;
	const BxMarkupRecords *r = m->opt.records;

	if (r == NULL)
		return true;
	if (!bx_markup_did(m, r->enter(r->ctx, (const char *) name->s + name->local,
								   m->ns.uris.strings[m->ns.list[pair].uri].s, &m->w, m->err)))
		return false;
	if (m->w == NULL)
		return true;
	bx_markup_names_renew(m);
	if (!bx_markup_name_id(m, name, pair, &name->element.id))
		return false;
	name->element.pair = pair;
	m->now.record_depth = m->now.depth;
	m->here.stop = m->s;
	return bx_markup_wrote(m, bx_writer_start_element(m->w, name->element.id)) && inherit(m);
}

/* An element ends whose end tag ends before end, and is still open: a record, or outside of records. */
static bool
leave_outer(BxMarkup *m, const uint8_t *end)
{
	const BxMarkupRecords *r = m->opt.records;
	bool record = m->now.record_depth == m->now.depth;
	bool empty = m->open[m->now.depth - 1].off == m->here.from + (uint64_t) (m->here.at - m->s);
	uint64_t size = empty ? 2 : m->here.from + (uint64_t) (end - m->s) - m->pieces.record_off;

	if (m->w != NULL && !record)
		return true;
	if (!bx_markup_did(m, r->leave(r->ctx, record, size, m->err)))
		return false;
	m->w = NULL;
	m->now.record_depth = 0;
	return true;
}

/* ---- elements that begin and end ---- */

/* The start of an element whose attributes have been read. */
BX_INLINE bool
open_element(BxMarkup *m, uint32_t name)
{
	BxMarkupState *now = &m->now;
	BxTagName *t = &m->names.list[name];

	if (now->depth >= m->opt.limits->max_depth || !BX_MARKUP_ROOM(m, m->open, now->depth, m->open_cap))
		return false;
	if (BX_UNLIKELY(now->depth == 0 || m->opt.strip) && !bx_markup_before(m, BX_KIND_ELEMENT))
		return false;
	m->open[now->depth++] = (BxOpenElement){m->here.from + (uint64_t) (m->here.at - m->s), name};
	if ((m->decls.n > 0 || (m->opt.strip && m->attrs.n > 0)) && !enter_scope(m))
		return false;
	if (!resolve(m, t, m->ns.of_prefix[t->prefix].pair, &t->element))
		return false;
	return m->w != NULL ? bx_markup_wrote(m, bx_writer_start_element(m->w, t->element.id))
						: outer_element(m, t);
}

void
bx_markup_undo_start(BxMarkup *m)
{
	BxMarkupState *now = &m->now;

	if (now->depth == 0 || m->open[now->depth - 1].off != m->here.from + (uint64_t) (m->here.at - m->s))
		return;
	leave_scope(m);
	if (now->record_depth == now->depth)
		now->record_depth = 0;
	now->depth--;
	now->top_nodes -= now->depth == 0;
	now->top_elements -= now->depth == 0;
}

BX_INLINE bool
close_element(BxMarkup *m, const uint8_t *end)
{
	BxMarkupState *now = &m->now;

	if (BX_UNLIKELY(m->opt.strip) && !bx_markup_before(m, BX_KIND_EXTENDED))
		return false;
	if (m->w != NULL && !bx_markup_wrote(m, bx_writer_end_element(m->w)))
		return false;
	if (BX_UNLIKELY(m->opt.records != NULL) && !leave_outer(m, end))
		return false;
	leave_scope(m);
	now->depth--;
	return true;
}

/* ---- tags ---- */

/* The rest of a start tag with more than a name. */
static const uint8_t *
read_long_tag(BxMarkup *m, uint32_t name, const uint8_t *p)
{
	bool empty;

	m->scratch.len = 0;
	p = read_attributes(m, p);
	if (p == NULL)
		return NULL;
	empty = *p == '/';
	if (p[empty] != '>' || !open_element(m, name))
		return NULL;
	if ((m->w != NULL && m->decls.n > 0 && !write_declarations(m)) || !write_attributes(m))
		return NULL;
	p += 1 + empty;
	return !empty || close_element(m, p) ? p : NULL;
}

/*
 * The element whose start tag ends before p, if there is only a short text in it, as there is in most: the place behind
 * its end tag.  NULL: it is something else, and nothing has been done.
 */
BX_INLINE const uint8_t *
leaf_end(BxMarkup *m, const BxTagName *t, const uint8_t *p, size_t *n)
{
	const uint8_t *end = bx_next_stop(m, &m->text, p, bx_text_stops);

	if (end >= m->last_gt || *end != '<' || end[1] != '/' || !bx_is_tag_name(m, t, end + 2))
		return NULL;
	*n = (size_t) (end - p);
	end += 2 + t->len;
	return *end == '>' ? end + 1 : NULL;
}

static bool
write_leaf(BxMarkup *m, BxTagName *t, const uint8_t *s, size_t n)
{
	return m->now.depth < m->opt.limits->max_depth &&
		   resolve(m, t, m->ns.of_prefix[t->prefix].pair, &t->element) &&
		   bx_markup_wrote(m, bx_writer_leaf(m->w, t->element.id, (const char *) s, n));
}

/* An element whose start tag ends before p. */
BX_INLINE const uint8_t *
start_plain(BxMarkup *m, uint32_t name, const uint8_t *p)
{
	BxTagName *t = &m->names.list[name];
	const uint8_t *end;
	size_t n;

	if (BX_LIKELY(m->w != NULL && m->now.depth > 0 && !m->opt.strip) && (end = leaf_end(m, t, p, &n)) != NULL)
		return write_leaf(m, t, p, n) ? end : NULL;
	return open_element(m, name) ? p : NULL;
}

const uint8_t *
bx_markup_start_tag(BxMarkup *m, const uint8_t *p)
{
	uint32_t name = bx_markup_tag_name(m, p + 1);

	if (name == 0)
		return NULL;
	p += 1 + m->names.list[name].len;
	m->attrs.n = m->decls.n = 0;
	if (*p == '>')
		return start_plain(m, name, p + 1);
	return read_long_tag(m, name, p);
}

const uint8_t *
bx_markup_end_tag(BxMarkup *m, const uint8_t *p)
{
	const BxTagName *t;

	if (m->now.depth == 0)
		return NULL;
	t = &m->names.list[m->open[m->now.depth - 1].name];
	if (!bx_is_tag_name(m, t, p + 2))
		return NULL;
	p += 2 + t->len;
	if (*p != '>')
		p = skip_space(p);
	return *p == '>' && close_element(m, p + 1) ? p + 1 : NULL;
}
