/*
 * bx_text_put_int.h -- names and short values, as both loops over the items print them.
 *
 * The place in the buffer is handed from function to function; NULL says that o->status is an error.  So many bytes
 * can be read and written behind what is copied that steps are whole (bx_text_items.c).
 */
#ifndef BX_TEXT_PUT_INT_H
#define BX_TEXT_PUT_INT_H

#include "bx_text_int.h"

#include "../base/bx_escape.h"
#include "../value/bx_value.h"

#define SHORT BX_TEXT_SHORT
#define STEP BX_ESCAPE_BLOCK
/* Room for n bytes and some to spare.  The buffer may become longer than its limit, the text may not. */
extern uint8_t *bx_text_reserve(BxTextOut *o, uint8_t *q, size_t n);

/* Let BX_TEXT_AHEAD bytes be read from the next item on; false on failure. */
extern bool bx_text_see(BxTextOut *o);

/* n bytes at s, at most STEP, with references for those in the mask; 2 STEP bytes can be read. */
extern uint8_t *bx_text_escaped(uint8_t *q, const uint8_t *s, uint32_t n, uint32_t mask);

/* A typed value that is not a decimal number. */
extern uint8_t *bx_text_typed(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags,
							  bool attr);

/* A name, or a declaration, of any length. */
extern uint8_t *bx_text_name(BxTextOut *o, uint8_t *q, const BxTag *t);

/* A constant in the content of an element for the first time. */
extern uint8_t *bx_text_constant(BxTextOut *o, uint8_t *q, uint32_t number);

/* The next item, whatever it is, or the end of the innermost element. */
extern uint8_t *bx_text_next(BxTextOut *o, uint8_t *q);

/* Behind all items. */
extern uint8_t *bx_text_end(BxTextOut *o, uint8_t *q);

/* n bytes in steps; so many more may be read and written that steps are whole. */
static inline uint8_t *
put_steps(uint8_t *q, const uint8_t *s, uint32_t n)
{
	uint8_t step[STEP];
	uint32_t i = 0;

	do
	{
		memcpy(step, s + i, STEP);
		memcpy(q + i, step, STEP);
		i += STEP;
	} while (i < n);
	return q + n;
}

/* A step of a text. */
BX_INLINE uint8_t *
put_step(uint8_t *q, const uint8_t *s, uint32_t n, bool attr)
{
	uint32_t mask = bx_escape_mask(s, attr) & ((1u << n) - 1);

	memcpy(q, s, STEP);
	return BX_UNLIKELY(mask != 0) ? bx_text_escaped(q, s, n, mask) : q + n;
}

/* At most SHORT bytes, where 2 STEP bytes more can be read. */
BX_INLINE uint8_t *
put_short_text(uint8_t *q, const uint8_t *s, uint32_t n, uint8_t flags, bool attr)
{
	if (flags & BX_SHAPE_CLEAN)
		return put_steps(q, s, n);
	for (; n > STEP; s += STEP, n -= STEP)
		q = put_step(q, s, STEP, attr);
	return put_step(q, s, n, attr);
}

/* A name of at most BX_TAG_SLACK bytes. */
static inline uint8_t *
put_usual_name(uint8_t *q, const BxTag *t)
{
	memcpy(q, t->name, BX_TAG_SLACK);
	return q + t->len;
}

/* A number from the n bytes at p, of which 8 can be read. */
static inline int64_t
number(const uint8_t *p, uint32_t n)
{
	unsigned shift = 64 - 8 * n;

	return n == 0 ? 0 : (int64_t) (bx_get_u64(p) << shift) >> shift;
}

/* A value of at most SHORT bytes. */
BX_INLINE uint8_t *
put_short_value(BxTextOut *o, uint8_t *q, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	unsigned len;

	if (n > 0 && (p[0] & 0xC0) == 0x80 && (flags & BX_SHAPE_TYPED))
	{
		if (p[0] <= BX_TAG_DECIMAL_MAX && n <= 9)
			return q + bx_decimal_text(number(p + 1, n - 1), p[0] - BX_TAG_DECIMAL, (char *) q);
		if (p[0] >= BX_TAG_DIGIT && p[0] <= BX_TAG_DIGIT_MAX && n == 1)
		{
			*q = (uint8_t) ('0' + (p[0] - BX_TAG_DIGIT));
			return q + 1;
		}
		if (p[0] < BX_TAG_HEAP && (len = bx_value_print(p, n, (char *) q)) > 0)
			return q + len;
		return bx_text_typed(o, q, p, n, flags, attr);
	}
	return put_short_text(q, p, n, flags, attr);
}

#endif
