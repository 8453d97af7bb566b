/*
 * bx_constants.h -- the constants of a value that is being laid out.
 *
 * bx_constants_choose picks them; bx_constant_of says for an item on the tape whether it is one.
 */
#ifndef BX_CONSTANTS_H
#define BX_CONSTANTS_H

#include "bx_writer_int.h"

/* What a tape must have before constants are looked for, and what each must save, in bytes (doc/storage.md). */
#define BX_CONSTANTS_FROM 4096
#define BX_CONSTANT_GAIN 16
/* Longer values are not looked at: what they repeat is found by compression. */
#define BX_CONSTANT_LENGTH 64
/* Constants a value gets at most: the others of the tokens of one byte stay with the most frequent shapes. */
#define BX_CONSTANTS_MAX 200

/* A pair of shape and value, and how often it was seen. */
typedef struct BxConstant
{
	uint32_t at;    /* where its first payload is */
	uint32_t place; /* number of that item on the tape */
	uint32_t key;   /* its shape */
	uint32_t digest;
	uint32_t uses; /* since it has its place */
	uint32_t left; /* uses less those of other pairs of this place; 0: free */
	uint32_t len;
} BxConstant;

typedef struct BxConstants
{
	uint32_t n;        /* chosen */
	BxConstant **list; /* those, by first appearance */
	BxConstant *slots;
	uint8_t *numbers; /* per slot: 1 and up when it is chosen; apart, for all values are looked up in it */
	uint32_t mask;
	uint16_t *slot_of; /* per value on the tape of at most BX_CONSTANT_LENGTH bytes, in order: its slot */
	uint32_t n_values; /* so many */
	const uint32_t *key_of;  /* provisional shape -> key */
	const uint8_t *payloads; /* of the tape */
} BxConstants;

/* Is the tape worth looking for constants?  Without, *k of bx_constants_choose stays all zero. */
static inline bool
bx_constants_may_pay(const BxWriter *w)
{
	return w->opt.constants != BX_CONSTANTS_OFF &&
		   (w->opt.constants == BX_CONSTANTS_ALL || w->tape.size >= BX_CONSTANTS_FROM);
}

/*
 * bx_constants_choose: fill *k from the tape; memory comes from the arena.  Values are told apart by the key of their
 * provisional shape, below n_shapes.  counts[i] is how often the shape of final number i occurs, when shapes are
 * numbered by falling frequency, else NULL.  BX_E_NOMEM, BX_E_CANCEL.  Linear in the tape.
 */
extern BxStatus bx_constants_choose(BxWriter *w, BxArena *arena, const uint32_t *key_of,
									const uint32_t *counts, uint32_t n_shapes, BxConstants *k);

static inline bool
bx_constant_is(const BxConstants *k, const BxConstant *s, uint32_t key, const uint8_t *p, uint32_t n)
{
	return s->len == n && s->key == key && bx_equal_short(k->payloads + s->at, p, n);
}

/* Number of the constant that a value of a provisional shape is, from 1; 0: none.  slot is that of the value. */
static inline uint32_t
bx_constant_of(const BxConstants *k, uint16_t slot, uint32_t shape, const uint8_t *p, uint32_t n)
{
	const BxConstant *s = &k->slots[slot];

	return k->numbers[slot] > 0 && bx_constant_is(k, s, k->key_of[shape], p, n) ? k->numbers[slot] : 0;
}

#endif
