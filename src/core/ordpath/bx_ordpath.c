/*
 * bx_ordpath.c -- the byte form of labels: components, validation, order and ancestry.
 *
 * Everything here walks the components of a label once from the front: no component can be found from the end, and
 * labels are short.
 */
#include "bx_ordpath_int.h"

/* Ascending, without gaps, so that first bytes sort as the numbers do.  The outermost reach past the number limit. */
const NumberClass bx_ordpath_classes[NUMBER_CLASSES] = {
	{-INT64_C(17314615312), 0x04, 4, 4}, /* to -134746129 */
	{-134746128, 0x08, 8, 3},            /* to -528401 */
	{-528400, 0x10, 8, 2},               /* to -4113 */
	{-4112, 0x18, 16, 1},                /* to -17 */
	{-16, 0x28, 144, 0},                 /* to 127 */
	{128, 0xB8, 32, 1},                  /* to 8319 */
	{8320, 0xD8, 32, 2},                 /* to 2105471 */
	{2105472, 0xF8, 4, 3},               /* to 69214335 */
	{69214336, 0xFC, 3, 4}               /* to 12954116223 */
};

/* The class of one byte: nearly all numbers. */
#define SHORT_CLASS 4
#define SHORT_START (-16)

int
bx_ordpath_cmp(const uint8_t *a, size_t an, const uint8_t *b, size_t bn)
{
	size_t n = an < bn ? an : bn;
	int order = n > 0 ? memcmp(a, b, n) : 0;

	return order != 0 ? order : (an > bn) - (an < bn);
}

/* A number without mark, at p < end. */
static const uint8_t *
number_get(const uint8_t *p, const uint8_t *end, int64_t *number)
{
	const NumberClass *c = bx_ordpath_classes;
	int64_t v;
	int i;

	while (c < bx_ordpath_classes + NUMBER_CLASSES - 1 && *p >= c[1].first)
		c++;
	if (*p < c->first || *p >= c->first + c->count || end - p <= c->tail)
		return NULL;
	v = *p++ - c->first;
	for (i = 0; i < c->tail; i++)
		v = v << 8 | *p++;
	*number = v + c->start;
	return *number < -BX_ORDPATH_NUMBER_MAX || *number > BX_ORDPATH_NUMBER_MAX ? NULL : p;
}

const uint8_t *
bx_ordpath_part_get(const uint8_t *p, const uint8_t *end, BxOrdpathPart *part)
{
	if (p >= end)
		return NULL;
	part->line = BX_LINE_CHILD;
	part->number = 0;
	if (*p == MARK_INFINITY)
	{
		part->line = BX_LINE_INFINITY;
		return p + 1;
	}
	if (*p <= MARK_ATTRIBUTE)
	{
		if (*p == 0 || end - p < 2)
			return NULL;
		part->line = *p++ == MARK_NAMESPACE ? BX_LINE_NAMESPACE : BX_LINE_ATTRIBUTE;
	}
	return number_get(p, end, &part->number);
}

uint8_t *
bx_ordpath_part_put(uint8_t *p, BxOrdpathPart part)
{
	const NumberClass *c = &bx_ordpath_classes[part.number >= SHORT_START ? SHORT_CLASS : 0];
	int64_t v;
	int i;

	if (part.line == BX_LINE_INFINITY)
	{
		*p = MARK_INFINITY;
		return p + 1;
	}
	if (part.line != BX_LINE_CHILD)
		*p++ = part.line == BX_LINE_NAMESPACE ? MARK_NAMESPACE : MARK_ATTRIBUTE;
	while (part.number >= class_end(c))
		c++;
	v = part.number - c->start;
	*p++ = (uint8_t) (c->first + (v >> 8 * c->tail));
	for (i = c->tail - 1; i >= 0; i--)
		*p++ = (uint8_t) (v >> 8 * i);
	return p;
}

const char *
bx_ordpath_follow(Grammar *g, BxOrdpathPart part, size_t end_off)
{
	if (g->done)
		return g->leaf ? "an attribute or a declaration has nothing below it" : "nothing can follow infinity";
	if (part.line == BX_LINE_INFINITY)
	{
		g->done = true;
		return g->caret || g->level_off > 0 ? "infinity must stand alone" : NULL;
	}
	if (g->caret && part.line != BX_LINE_CHILD)
		return "a mark must not follow an even number";
	if (!g->caret)
		g->leaf = part.line != BX_LINE_CHILD;
	g->caret = !is_odd(part.number);
	/* The end of a range may be a byte longer than the label it was made from. */
	if (end_off - g->level_off > (size_t) BX_ORDPATH_LEVEL_MAX + g->caret ||
		end_off > BX_ORDPATH_MAX + g->caret)
		return "label is too long";
	g->done = g->leaf && !g->caret;
	if (!g->caret)
		g->level_off = end_off;
	return NULL;
}

BxStatus
bx_ordpath_check(const uint8_t *p, size_t n, BxStatus bad, BxError *err)
{
	Grammar g = {false, false, false, 0};
	const uint8_t *at = p, *end = p + n, *next;
	BxOrdpathPart part;
	const char *complaint;

	while (at < end)
	{
		next = bx_ordpath_part_get(at, end, &part);
		if (next == NULL)
			return bx_fail(err, bad, at - p, "not a label: invalid component");
		complaint = bx_ordpath_follow(&g, part, (size_t) (next - p));
		if (complaint != NULL)
			return bx_fail(err, bad, at - p, "not a label: %s", complaint);
		at = next;
	}
	return BX_OK;
}

BxStatus
bx_ordpath_damaged(size_t off, BxError *err)
{
	return bx_fail(err, BX_E_CORRUPT, (int64_t) off, "label is damaged");
}

BxStatus
bx_ordpath_last(const uint8_t *p, size_t n, LastLevel *last, BxError *err)
{
	BxOrdpathPart part;
	size_t off = 0;

	last->off = 0;
	last->whole = true;
	while (off < n)
	{
		if (last->whole)
			last->off = off;
		BX_TRY(next_part(p, n, &off, &part, err));
		last->whole = is_odd(part.number);
	}
	return BX_OK;
}

static bool
is_infinity(const uint8_t *p, size_t n)
{
	return n > 0 && p[0] == MARK_INFINITY;
}

BxStatus
bx_ordpath_parent(const uint8_t *p, size_t n, bool *has, size_t *parent_n, BxError *err)
{
	LastLevel last;

	*has = n > 0 && !is_infinity(p, n);
	*parent_n = 0;
	if (!*has)
		return BX_OK;
	BX_TRY(bx_ordpath_last(p, n, &last, err));
	*parent_n = last.off;
	return BX_OK;
}

BxStatus
bx_ordpath_level(const uint8_t *p, size_t n, uint32_t *level, BxError *err)
{
	BxOrdpathPart part;
	size_t off = 0;

	*level = 0;
	while (off < n)
	{
		BX_TRY(next_part(p, n, &off, &part, err));
		*level += is_odd(part.number);
	}
	return BX_OK;
}

/* Components are prefix-free, so a prefix in bytes is one in components. */
bool
bx_ordpath_within(const uint8_t *p, size_t n, const uint8_t *root, size_t root_n)
{
	if (root_n > n || is_infinity(p, n))
		return false;
	return root_n == 0 || memcmp(p, root, root_n) == 0;
}

BxStatus
bx_ordpath_common(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, size_t *common_n, BxError *err)
{
	size_t n = an < bn ? an : bn, same = 0, off = 0;
	BxOrdpathPart part;

	*common_n = 0;
	while (same < n && a[same] == b[same])
		same++;
	while (off < same)
	{
		BX_TRY(next_part(a, an, &off, &part, err));
		if (off <= same && is_odd(part.number))
			*common_n = off;
	}
	return BX_OK;
}

/*
 * The component after which nothing of the subtree comes: one more than the last one that is not at the end of its
 * number line.  Where marked components end, the next line begins.
 */
BxStatus
bx_ordpath_upper(const uint8_t *p, size_t n, BxBuf *out, BxError *err)
{
	BxOrdpathPart part, top = {BX_LINE_INFINITY, 0};
	size_t keep = 0, at, off = 0;
	uint8_t *end;

	while (off < n)
	{
		at = off;
		BX_TRY(next_part(p, n, &off, &part, err));
		if (part.line == BX_LINE_CHILD && part.number == BX_ORDPATH_NUMBER_MAX)
			continue;
		keep = at;
		top = part;
	}
	if (top.number < BX_ORDPATH_NUMBER_MAX)
		top.number++;
	else
	{
		top.line = top.line == BX_LINE_NAMESPACE ? BX_LINE_ATTRIBUTE : BX_LINE_CHILD;
		top.number = -BX_ORDPATH_NUMBER_MAX;
	}
	BX_TRY(bx_buf_reserve(out, keep + BX_ORDPATH_PART_MAX, err));
	if (keep > 0)
		memcpy(out->data + out->len, p, keep);
	end = bx_ordpath_part_put(out->data + out->len + keep, top);
	out->len = (size_t) (end - out->data);
	return BX_OK;
}

BxStatus
bx_ordpath_part_append(BxBuf *out, BxOrdpathPart part, BxError *err)
{
	BX_TRY(bx_buf_reserve(out, BX_ORDPATH_PART_MAX, err));
	out->len = (size_t) (bx_ordpath_part_put(out->data + out->len, part) - out->data);
	return BX_OK;
}

BxStatus
bx_ordpath_append(BxBuf *out, BxOrdpathLine line, uint32_t index, BxError *err)
{
	return bx_ordpath_part_append(out, (BxOrdpathPart){line, 2 * (int64_t) index + 1}, err);
}
