/*
 * at_long.c -- magnitudes in limbs of nine digits: views of decimals, multiplication and division.
 */
#include "../base/bx_core_int.h"

#include "at_long.h"

/* ---- views ---- */

void
at_view(const AtDecimal *d, AtView *v)
{
	uint64_t m;

	v->scale = d->scale;
	if (d->is_big)
	{
		v->negative = d->negative;
		v->limb = d->u.big->limb;
		v->n = d->u.big->n;
		return;
	}
	v->negative = d->u.small < 0;
	v->limb = v->own;
	m = v->negative ? 0 - (uint64_t) d->u.small : (uint64_t) d->u.small;
	for (v->n = 0; m > 0; m /= AT_LIMB)
		v->own[v->n++] = (uint32_t) (m % AT_LIMB);
}

static unsigned
digits_of(uint32_t limb)
{
	unsigned n = 0;

	while (n < AT_LIMB_DIGITS && limb >= (uint32_t) bx_pow10[n])
		n++;
	return n;
}

int64_t
at_view_digits(const AtView *v)
{
	return v->n == 0 ? 0 : (int64_t) (v->n - 1) * AT_LIMB_DIGITS + digits_of(v->limb[v->n - 1]);
}

/* The nine digits of which the last is digit number k of the coefficient, from its end and from 0. */
static uint32_t
nine_at(const uint32_t *limb, uint32_t n, int64_t k)
{
	int64_t q = k / AT_LIMB_DIGITS;
	unsigned r = (unsigned) (k % AT_LIMB_DIGITS);
	uint32_t low, high;

	if (k < 0)
	{
		if (k <= -AT_LIMB_DIGITS || n == 0)
			return 0;
		return limb[0] % (uint32_t) bx_pow10[AT_LIMB_DIGITS + k] * (uint32_t) bx_pow10[-k];
	}
	if (q >= n)
		return 0;
	low = limb[q];
	if (r == 0)
		return low;
	high = q + 1 < n ? limb[q + 1] : 0;
	return low / (uint32_t) bx_pow10[r] +
		   high % (uint32_t) bx_pow10[r] * (uint32_t) bx_pow10[AT_LIMB_DIGITS - r];
}

uint32_t
at_view_nine(const AtView *v, int64_t power)
{
	return nine_at(v->limb, v->n, power + v->scale);
}

bool
at_view_below(const AtView *v, int64_t power)
{
	int64_t k = power + v->scale;
	uint32_t i;

	for (i = 0; i < v->n && (int64_t) (i + 1) * AT_LIMB_DIGITS <= k; i++)
		if (v->limb[i] != 0)
			return true;
	k -= (int64_t) i * AT_LIMB_DIGITS;
	return i < v->n && k > 0 && v->limb[i] % (uint32_t) bx_pow10[k] != 0;
}

int
at_view_compare(const AtView *a, const AtView *b)
{
	int64_t power = at_view_top(a), last = a->scale > b->scale ? -a->scale : -b->scale;

	if (a->n == 0 || b->n == 0)
		return (a->n > 0) - (b->n > 0);
	if (power != at_view_top(b))
		return power < at_view_top(b) ? -1 : 1;
	/* the last nine digits may go beyond the last digit of both */
	for (power -= AT_LIMB_DIGITS - 1; power > last - AT_LIMB_DIGITS; power -= AT_LIMB_DIGITS)
	{
		uint32_t x = at_view_nine(a, power), y = at_view_nine(b, power);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

/* ---- magnitudes ---- */

AtLong *
at_long_new(BxArena *arena, uint64_t n)
{
	AtLong *l;

	if (n > UINT32_MAX / 8)
		return NULL;
	l = bx_arena_alloc(arena, sizeof(AtLong) + n * sizeof(uint32_t));
	if (l != NULL)
	{
		l->n = (uint32_t) n;
		memset(l->limb, 0, n * sizeof(uint32_t));
	}
	return l;
}

/* Take limbs that are 0 off the end. */
static void
trim(AtLong *l)
{
	while (l->n > 0 && l->limb[l->n - 1] == 0)
		l->n--;
}

AtLong *
at_long_shifted(BxArena *arena, const AtView *v, int64_t places, uint32_t room)
{
	int64_t digits = at_view_digits(v) + places;
	uint64_t n = digits > 0 && v->n > 0 ? ((uint64_t) digits + AT_LIMB_DIGITS - 1) / AT_LIMB_DIGITS : 0;
	AtLong *l = at_long_new(arena, n + room);
	uint64_t i;

	for (i = 0; l != NULL && i < n; i++)
		l->limb[i] = nine_at(v->limb, v->n, (int64_t) i * AT_LIMB_DIGITS - places);
	return l;
}

AtLong *
at_long_product(BxArena *arena, const AtView *a, const AtView *b)
{
	AtLong *l = at_long_new(arena, (uint64_t) a->n + b->n);
	uint32_t i, k;

	for (i = 0; l != NULL && i < a->n; i++)
	{
		uint64_t carry = 0;

		for (k = 0; k < b->n; k++)
		{
			carry += (uint64_t) a->limb[i] * b->limb[k] + l->limb[i + k];
			l->limb[i + k] = (uint32_t) (carry % AT_LIMB);
			carry /= AT_LIMB;
		}
		l->limb[i + k] = (uint32_t) carry;
	}
	return l;
}

void
at_long_multiply(AtLong *l, uint32_t factor, uint32_t add)
{
	uint64_t carry = add;
	uint32_t i;

	for (i = 0; i < l->n; i++)
	{
		carry += (uint64_t) l->limb[i] * factor;
		l->limb[i] = (uint32_t) (carry % AT_LIMB);
		carry /= AT_LIMB;
	}
}

/* Divide by one limb; what remains is returned. */
static uint32_t
divide_by(AtLong *l, uint32_t divisor)
{
	uint64_t rest = 0;
	uint32_t i;

	for (i = l->n; i-- > 0;)
	{
		rest = rest * AT_LIMB + l->limb[i];
		l->limb[i] = (uint32_t) (rest / divisor);
		rest %= divisor;
	}
	return (uint32_t) rest;
}

/* Take b times q, not more than one too many, from the limbs of a from i on; q as it should have been is returned. */
static uint32_t
take_away(uint32_t *a, const AtLong *b, uint32_t q)
{
	int64_t rest = 0;
	uint64_t carry = 0;
	uint32_t k;

	for (k = 0; k < b->n; k++)
	{
		carry += (uint64_t) b->limb[k] * q;
		rest += (int64_t) a[k] - (int64_t) (carry % AT_LIMB);
		carry /= AT_LIMB;
		a[k] = (uint32_t) (rest < 0 ? rest + AT_LIMB : rest);
		rest = rest < 0 ? -1 : 0;
	}
	rest += (int64_t) a[k] - (int64_t) carry;
	a[k] = 0;
	if (rest >= 0)
		return q;
	for (carry = 0, k = 0; k < b->n; k++)
	{
		carry += (uint64_t) a[k] + b->limb[k];
		a[k] = (uint32_t) (carry % AT_LIMB);
		carry /= AT_LIMB;
	}
	return q - 1;
}

/* The digit of the quotient that the first limbs suggest: right, or one too many (Knuth, volume 2, 4.3.1). */
static uint32_t
guess(const uint32_t *a, const AtLong *b)
{
	uint32_t n = b->n;
	uint64_t head = (uint64_t) a[n] * AT_LIMB + a[n - 1];
	uint64_t q = head / b->limb[n - 1], rest = head % b->limb[n - 1];

	while (rest < AT_LIMB && (q >= AT_LIMB || q * b->limb[n - 2] > rest * AT_LIMB + a[n - 2]))
	{
		q--;
		rest += b->limb[n - 1];
	}
	return (uint32_t) q;
}

AtLong *
at_long_divide(BxArena *arena, AtLong *a, AtLong *b)
{
	AtLong *q = at_long_new(arena, a->n);
	uint32_t factor, i, rest;

	if (q == NULL)
		return NULL;
	if (b->n == 1)
	{
		memcpy(q->limb, a->limb, a->n * sizeof(uint32_t));
		rest = divide_by(q, b->limb[0]);
		memset(a->limb, 0, a->n * sizeof(uint32_t));
		a->limb[0] = rest;
	}
	else
	{
		/* the first limb of the divisor must be at least half of what a limb may be */
		factor = AT_LIMB / (b->limb[b->n - 1] + 1);
		at_long_multiply(a, factor, 0);
		at_long_multiply(b, factor, 0);
		for (i = a->n > b->n ? a->n - b->n : 0; i-- > 0;)
			q->limb[i] = take_away(a->limb + i, b, guess(a->limb + i, b));
		divide_by(a, factor);
		divide_by(b, factor);
	}
	trim(q);
	trim(a);
	return q;
}

/* ---- the one form of a value ---- */

/* Zeros at the end of a magnitude that is not 0, at most `max`. */
static uint32_t
ending_zeros(const AtLong *l, uint32_t max)
{
	uint32_t i = 0, limb, n;

	while (l->limb[i] == 0)
		i++;
	n = i * AT_LIMB_DIGITS;
	for (limb = l->limb[i]; limb % 10 == 0 && n < max; limb /= 10)
		n++;
	return n < max ? n : max;
}

void
at_long_finish(AtLong *l, uint32_t scale, bool negative, AtDecimal *d)
{
	uint64_t m = 0;
	uint32_t zeros, i;

	trim(l);
	zeros = scale > 0 && l->n > 0 ? ending_zeros(l, scale) : 0;
	for (i = 0; zeros > 0 && i < l->n; i++)
		l->limb[i] = nine_at(l->limb, l->n, (int64_t) i * AT_LIMB_DIGITS + zeros);
	trim(l);
	*d = (AtDecimal){.u.big = l, .scale = l->n > 0 ? scale - zeros : 0, .is_big = true, .negative = negative};
	if (l->n > 3)
		return;
	for (i = l->n; i-- > 0;)
		if (__builtin_mul_overflow(m, (uint64_t) AT_LIMB, &m) || __builtin_add_overflow(m, l->limb[i], &m))
			return;
	if (m > INT64_MAX)
		return;
	d->u.small = negative ? -(int64_t) m : (int64_t) m;
	d->is_big = d->negative = false;
}
