/*
 * bx_check_table.c -- the validator's rules for tables and extension sections.
 *
 * bx_table_open has made sure that everything is within bounds and refers to what exists; here the strings and
 * the promises are judged: names are names, namespaces obey Namespaces in XML, flags make sense for their kind, the
 * fingerprint is right, a DOCTYPE is one.
 */
#include "bx_check_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_utf8.h"
#include "../read/bx_label.h"

/* ---- tables ---- */

static BxStatus
check_pair(BxCheck *c, const BxPair *p)
{
	size_t off = bx_check_off(c, p->prefix);
	size_t bad;

	if (p->prefix_len > 0 && !bx_is_ncname(p->prefix, p->prefix_len))
		return bx_check_fail(c, off, "a namespace prefix is not a name");
	if (!bx_utf8_is_xml((const uint8_t *) p->uri, p->uri_len, &bad))
		return bx_check_fail(c, bx_check_off(c, p->uri) + bad,
							 "a namespace has characters XML does not allow");
	if (bx_str_is(bx_str(p->prefix, p->prefix_len), "xmlns") ||
		bx_str_is(bx_str(p->uri, p->uri_len), BX_XMLNS_NS))
		return bx_check_fail(c, off, "the namespace of declarations cannot be used");
	if (bx_str_is(bx_str(p->prefix, p->prefix_len), "xml") ||
		bx_str_is(bx_str(p->uri, p->uri_len), BX_XML_NS))
		return bx_check_fail(c, off, "the prefix \"xml\" and its namespace cannot be bound otherwise");
	if (p->prefix_len > 0 && p->uri_len == 0)
		return bx_check_fail(c, off, "a namespace prefix is bound to no namespace");
	return BX_OK;
}

static uint8_t
flags_of_kind(uint8_t kind)
{
	if (kind == BX_KIND_ELEMENT)
		return BX_SHAPE_ONE | BX_SHAPE_MIXED;
	return bx_kind_has_value(kind) ? BX_SHAPE_ONE | BX_SHAPE_CLEAN | BX_SHAPE_TYPED : BX_SHAPE_ONE;
}

static bool
is_xml_target(const BxNameInfo *n)
{
	return n->len == 3 && (n->local[0] | 0x20) == 'x' && (n->local[1] | 0x20) == 'm' &&
		   (n->local[2] | 0x20) == 'l';
}

static BxStatus
check_named_shape(BxCheck *c, const BxShape *r)
{
	const BxNameInfo *name = &c->table.names[r->name];
	const BxPair *pair = &c->table.pairs[name->pair];
	size_t off = bx_check_off(c, name->local);

	/* in path mode check_names has judged all names */
	if ((c->table.head.flags & BX_FLAG_NAMES) && !bx_is_ncname(name->local, name->len))
		return bx_check_fail(c, off, "a name is not an XML name");
	if (r->kind == BX_KIND_PI && (name->pair != BX_PAIR_NONE || is_xml_target(name)))
		return bx_check_fail(c, off, "a processing instruction has an impossible target");
	if (r->kind != BX_KIND_ATTRIBUTE)
		return BX_OK;
	if (pair->prefix_len == 0 && pair->uri_len > 0)
		return bx_check_fail(c, off, "an attribute is in a namespace without a prefix");
	if (name->pair == BX_PAIR_NONE && bx_str_is(bx_str(name->local, name->len), "xmlns"))
		return bx_check_fail(c, off, "a namespace declaration is stored as an attribute");
	return BX_OK;
}

static BxStatus
check_shape(BxCheck *c, const BxShape *r)
{
	bool paths = !(c->table.head.flags & BX_FLAG_NAMES);

	if (paths && (r->flags & ~flags_of_kind(r->kind)))
		return bx_check_fail(c, c->table.head.table_off, "a row has flags that do not fit its kind");
	switch ((BxKind) r->kind)
	{
		case BX_KIND_ELEMENT:
		case BX_KIND_LEAF:
		case BX_KIND_ATTRIBUTE:
		case BX_KIND_PI: return check_named_shape(c, r);
		case BX_KIND_NAMESPACE:
			if (r->name == BX_PAIR_XML)
				return bx_check_fail(c, c->table.head.table_off, "the prefix \"xml\" needs no declaration");
			return BX_OK;
		default: return BX_OK;
	}
}

/* In path mode names are a table of their own and may outnumber the shapes that use them. */
static BxStatus
check_names(BxCheck *c)
{
	const BxTable *t = &c->table;
	uint32_t i;

	if (t->head.flags & BX_FLAG_NAMES)
		return BX_OK;
	for (i = 0; i < t->n_names; i++)
		if (!bx_is_ncname(t->names[i].local, t->names[i].len))
			return bx_check_fail(c, bx_check_off(c, t->names[i].local), "a name is not an XML name");
	return BX_OK;
}

/* Names as the writer counts them, or fewer: shapes without a name share an empty one in name mode. */
static BxStatus
check_name_limits(BxCheck *c)
{
	const BxTable *t = &c->table;
	uint64_t names = t->n_names;
	uint64_t bytes = 0;
	uint32_t i;

	if (c->limits == NULL)
		return BX_OK;
	if (t->head.flags & BX_FLAG_NAMES)
	{
		names = c->ids.n_expanded;
		for (i = 0; i < t->n_names && names > 0; i++)
			names -= t->names[i].len == 0;
	}
	else
		for (i = 0; i < t->n_names; i++)
			bytes += t->names[i].len;
	for (i = BX_PAIR_FIRST; i < t->n_pairs; i++)
		bytes += t->pairs[i].prefix_len;
	if (names + t->n_pairs > c->limits->max_names || bytes > c->limits->max_name_bytes)
		return bx_fail_limit(c->err, BX_E_LIMIT, "bxml.token_limit", c->limits->max_names,
							 "number of distinct names");
	return BX_OK;
}

BxStatus
bx_check_table(BxCheck *c)
{
	const BxTable *t = &c->table;
	BxStatus st = BX_OK;
	uint32_t i;

	if (bx_fingerprint(t->head.flags, c->v + t->head.table_off, t->head.table_len) != t->head.fingerprint)
		return bx_check_fail(c, 2, "the fingerprint does not fit the tables");
	for (i = BX_PAIR_FIRST; i < t->n_pairs && st == BX_OK; i++)
		st = check_pair(c, &t->pairs[i]);
	if (st == BX_OK)
		st = check_names(c);
	for (i = 0; i < t->n_shapes && st == BX_OK; i++)
		st = check_shape(c, &t->shapes[i]);
	if (st == BX_OK)
		st = bx_check_number(c);
	return st == BX_OK ? check_name_limits(c) : st;
}

/* What the walk learned of the top level. */
typedef struct Top
{
	uint32_t n;    /* items */
	uint32_t root; /* index of the root element among them, where there is one */
} Top;

/* ---- DOCTYPE ---- */

/* Just behind the next occurrence of lit from p on; NULL when there is none. */
static const uint8_t *
after(const uint8_t *p, const uint8_t *end, const char *lit)
{
	size_t n = strlen(lit);

	for (; (size_t) (end - p) >= n; p++)
	{
		p = memchr(p, lit[0], (size_t) (end - p));
		if (p == NULL || (size_t) (end - p) < n)
			return NULL;
		if (memcmp(p, lit, n) == 0)
			return p + n;
	}
	return NULL;
}

/* The first of < > [ ] from p on that is in no literal, or NULL. */
static const uint8_t *
next_bracket(const uint8_t *p, const uint8_t *end)
{
	while (p != NULL && p < end && *p != '<' && *p != '>' && *p != '[' && *p != ']')
	{
		if (*p == '"' || *p == '\'')
			p = after(p + 1, end, *p == '"' ? "\"" : "'");
		else
			p++;
	}
	return p != NULL && p < end ? p : NULL;
}

/* One markup declaration, p behind its "<!": just behind its ">", or NULL. */
static const uint8_t *
skip_declaration(const uint8_t *p, const uint8_t *end)
{
	p = next_bracket(p, end);
	return p != NULL && *p == '>' ? p + 1 : NULL;
}

/* The internal subset, p behind its "[": just behind its "]", or NULL. */
static const uint8_t *
skip_subset(const uint8_t *p, const uint8_t *end)
{
	while (p != NULL && p < end && *p != ']')
	{
		if (bx_str_starts(bx_str(p, (size_t) (end - p)), "<!--"))
			p = after(p + 4, end, "-->");
		else if (bx_str_starts(bx_str(p, (size_t) (end - p)), "<?"))
			p = after(p + 2, end, "?>");
		else if (bx_str_starts(bx_str(p, (size_t) (end - p)), "<!"))
			p = skip_declaration(p + 2, end);
		else if (*p == '<' || *p == '>' || *p == '"' || *p == '\'' || *p == '[')
			return NULL;
		else
			p++;
	}
	return p != NULL && p < end ? p + 1 : NULL;
}

/*
 * Does the declaration end with the last byte and not before?  This is what keeps its text from opening an element
 * or a second prolog when printed; whether the declarations inside are well-formed needs a DTD parser.
 */
static bool
doctype_is_closed(const uint8_t *p, const uint8_t *end)
{
	p = next_bracket(p, end);
	if (p != NULL && *p == '[')
	{
		p = skip_subset(p + 1, end);
		while (p != NULL && p < end && bx_is_space(*p))
			p++;
	}
	return p != NULL && end - p == 1 && *p == '>';
}

static BxStatus
check_doctype(BxCheck *c, const uint8_t *p, uint32_t len, const Top *top)
{
	const uint8_t *end = p + len;
	const uint8_t *body = p;
	uint32_t place;
	size_t bad;

	if (!(c->table.head.flags & BX_FLAG_DOCUMENT))
		return bx_check_fail(c, bx_check_off(c, body), "only a document can have a DOCTYPE");
	p = bx_varint_get(p, end, &place);
	if (p == NULL || place > top->root)
		return bx_check_fail(c, bx_check_off(c, body), "a DOCTYPE is not before the root element");
	if (!bx_utf8_is_xml(p, (size_t) (end - p), &bad))
		return bx_check_fail(c, bx_check_off(c, p) + bad, "a DOCTYPE has characters XML does not allow");
	if (!bx_str_starts(bx_str(p, (size_t) (end - p)), "<!DOCTYPE") || end - p < 11 || !bx_is_space(p[9]) ||
		!doctype_is_closed(p + 10, end))
		return bx_check_fail(c, bx_check_off(c, p), "a DOCTYPE is not well-formed");
	return BX_OK;
}

/* ---- XML declaration ---- */

/* VersionNum of XML 1.0, fifth edition. */
static bool
is_version(const uint8_t *s, uint32_t n)
{
	uint32_t i;

	if (n == 0)
		return true;
	if (n < 3 || s[0] != '1' || s[1] != '.')
		return false;
	for (i = 2; i < n; i++)
		if (!bx_is_digit(s[i]))
			return false;
	return true;
}

static bool
is_encoding_name(const uint8_t *s, uint32_t n)
{
	uint32_t i;

	if (n == 0)
		return true;
	if (!bx_is_letter(s[0]))
		return false;
	for (i = 1; i < n; i++)
		if (!bx_is_letter(s[i]) && !bx_is_digit(s[i]) && s[i] != '.' && s[i] != '_' && s[i] != '-')
			return false;
	return true;
}

static BxStatus
check_decl(BxCheck *c, const uint8_t *p, uint32_t len, const Top *top)
{
	const uint8_t *end = p + len;
	const uint8_t *body = p;
	const uint8_t *version;
	uint32_t version_len, encoding_len;

	(void) top;
	p = bx_varint_get(p, end, &version_len);
	if (p == NULL || version_len > (size_t) (end - p))
		return bx_check_fail(c, bx_check_off(c, body), "an XML declaration leaves its section");
	version = p;
	p = bx_varint_get(p + version_len, end, &encoding_len);
	if (p == NULL || (size_t) (end - p) != (size_t) encoding_len + 1)
		return bx_check_fail(c, bx_check_off(c, body), "an XML declaration leaves its section");
	if (!is_version(version, version_len) || !is_encoding_name(p, encoding_len) || p[encoding_len] > 2)
		return bx_check_fail(c, bx_check_off(c, body), "an XML declaration is not well-formed");
	return BX_OK;
}

static BxStatus
check_root(BxCheck *c, const uint8_t *body, uint32_t len, const Top *top)
{
	if (len == 0 || top->n != 1)
		return bx_check_fail(c, bx_check_off(c, body), "a label is kept of something else than one node");
	BX_TRY(bx_ordpath_check(body, len, BX_E_CORRUPT, c->err));
	return bx_root_possible(body, len)
			   ? BX_OK
			   : bx_check_fail(c, bx_check_off(c, body), "a label is kept that is not that of a child");
}

/* ---- annotations ---- */

static BxStatus
check_annotations(BxCheck *c, const uint8_t *body, uint32_t len, const Top *top)
{
	const uint8_t *end = body + len;
	const uint8_t *p = len < BX_ANNOTATIONS_ID ? NULL : body + BX_ANNOTATIONS_ID;
	uint32_t n = 0, i, shape, type;
	int64_t last = -1;

	(void) top;
	p = p != NULL ? bx_varint_get(p, end, &n) : NULL;
	for (i = 0; i < n && p != NULL; i++)
	{
		BX_TRY(bx_step(c->host));
		p = bx_varint_get(p, end, &shape);
		p = p != NULL ? bx_varint_get(p, end, &type) : NULL;
		if (p != NULL && ((int64_t) shape <= last || shape >= c->table.n_shapes || type == 0))
			return bx_check_fail(c, bx_check_off(c, body), "an annotation is of no shape, or out of order");
		last = shape;
	}
	if (p != end)
		return bx_check_fail(c, bx_check_off(c, body), "annotations leave their section");
	return BX_OK;
}

/* ---- extension directory ---- */

/* Label exceptions, label marks and directories are compared with the items, on the walk. */
static BxStatus
checked_by_walk(BxCheck *c, const uint8_t *body, uint32_t len, const Top *top)
{
	(void) c, (void) body, (void) len, (void) top;
	return BX_OK;
}

/* By row of bx_sections; a section without a check is refused. */
static BxStatus (*const checks[BX_SECTIONS])(BxCheck *c, const uint8_t *body, uint32_t len,
											 const Top *top) = {
	[BX_ROW_LABELS] = checked_by_walk,  [BX_ROW_ROOT] = check_root,
	[BX_ROW_DOCTYPE] = check_doctype,   [BX_ROW_DECL] = check_decl,
	[BX_ROW_OFFSETS] = checked_by_walk, [BX_ROW_CHILDREN] = checked_by_walk,
	[BX_ROW_COUNTS] = checked_by_walk,  [BX_ROW_ANNOTATIONS] = check_annotations,
	[BX_ROW_MARKS] = checked_by_walk,   [BX_ROW_VALUES] = checked_by_walk,
};

BxStatus
bx_check_ext_load(BxCheck *c)
{
	const BxHeader *h = &c->table.head;

	if (h->ext_n == 0)
		return BX_OK;
	return bx_image_ext(&c->pass.img, h->ext_off, h->plain_total - h->ext_off, &c->arena, &c->ext);
}

BxStatus
bx_check_ext(BxCheck *c, uint32_t n_top, uint32_t root)
{
	const BxHeader *h = &c->table.head;
	const uint8_t *p = c->v + h->ext_dir;
	const uint8_t *end = c->v + h->table_off;
	const uint8_t *body = c->ext;
	const Top top = {n_top, root};
	BxStatus st = BX_OK;
	uint32_t i, len;
	int code, last = -1;

	for (i = 0; i < h->ext_n && st == BX_OK; i++)
	{
		size_t off = bx_check_off(c, p);
		BxSectionRow row = bx_section_row(*p);

		code = *p;
		p = bx_varint_get(p + 1, end, &len);
		if (p == NULL || code <= last)
			return bx_check_fail(c, off, "extension sections are not in ascending order");
		if (row < BX_SECTIONS && checks[row] != NULL)
			st = checks[row](c, body, len, &top);
		else
			st = bx_fail(c->err, BX_E_VERSION, (int64_t) off,
						 "bxml value has extension section %d, which this version does not support", code);
		last = code;
		body += len;
	}
	return st;
}
