/*
 * xp_seq_int.h -- sequences: ordered lists of items, where an item is a node or an atomic value.
 *
 * A sequence is delivered to a sink item by item, and kept only where the operation needs all of it.  Expressions whose
 * static type is boolean, number, string or node-set never come here but as parts of sequences.
 */
#ifndef XP_SEQ_INT_H
#define XP_SEQ_INT_H

#include "xp_eval_int.h"

#include "../regex/bx_regex.h"

/* An item while it is looked at. */
typedef struct XpThing
{
	uint8_t type; /* XP_T_NODESET: a node; XP_T_DATE, XP_T_DATETIME, XP_T_DECIMAL: str is the checked text */
	bool boolean;
	double number;
	XpStr str;
	const XpNd *nd;
} XpThing;

/* Receives items; *stop ends the evaluation. */
typedef struct XpItemSink
{
	BxStatus (*take)(struct XpItemSink *sink, XpEv *ev, const XpThing *thing, bool *stop);
	/* what items refer to in scratch memory must last, and take allocates there; else it is given back between items */
	bool keeps;
} XpItemSink;

/* An item that is kept. */
typedef struct XpKept
{
	union
	{
		XpItem node;
		double number;
		const char *s;
	} u;
	uint32_t n; /* length of s */
	uint8_t type;
	bool boolean;
} XpKept;

typedef struct XpSeq
{
	XpKept *items;
	uint32_t n;
	uint32_t cap;
} XpSeq;

/* Value of a variable of for, let, some or every. */
typedef struct XpLocal
{
	bool bound;
	bool many; /* seq counts; else thing */
	XpThing thing;
	XpNd nd; /* of thing */
	XpSeq seq;
} XpLocal;

/* xp_seq.c: the items of any expression, in order */
extern BxStatus xp_items(XpEv *ev, uint32_t expr, const XpCx *cx, XpItemSink *sink, bool *stop);
extern BxStatus xp_locals_init(XpEv *ev);
extern BxStatus xp_seq_plan(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);
extern BxStatus xp_seq_add(XpEv *ev, XpSeq *seq, const XpThing *thing);
/* An item to look at again; nd is where its node goes. */
extern BxStatus xp_seq_thing(XpEv *ev, const XpKept *kept, XpThing *thing, XpNd *nd);
/* All items, or the first `most`. */
extern BxStatus xp_seq_collect(XpEv *ev, uint32_t expr, const XpCx *cx, uint32_t most, XpSeq *seq);
extern BxStatus xp_seq_give(XpEv *ev, const XpSeq *seq, XpItemSink *sink, bool *stop);
extern BxStatus xp_give_number(XpEv *ev, double d, XpItemSink *sink, bool *stop);
extern BxStatus xp_give_string(XpEv *ev, XpStr s, XpItemSink *sink, bool *stop);

/* xp_seq_use.c: sequences where other types are wanted */
extern BxStatus xp_seq_bool(XpEv *ev, uint32_t expr, const XpCx *cx, bool *b);
extern BxStatus xp_seq_num(XpEv *ev, uint32_t expr, const XpCx *cx, double *d);
extern BxStatus xp_seq_str(XpEv *ev, uint32_t expr, const XpCx *cx, XpStr *s);
extern BxStatus xp_seq_first_str(XpEv *ev, uint32_t expr, const XpCx *cx, XpStr *s, bool *found);
extern BxStatus xp_seq_count(XpEv *ev, uint32_t expr, const XpCx *cx, uint64_t *n);
extern BxStatus xp_seq_any(XpEv *ev, uint32_t expr, const XpCx *cx, bool *found);
extern BxStatus xp_seq_sum(XpEv *ev, uint32_t expr, const XpCx *cx, double *sum);
/* Deliver nodes in the order of the sequence; an atomic value is an error. */
extern BxStatus xp_seq_each(XpEv *ev, uint32_t expr, const XpCx *cx, XpSink *sink);
extern BxStatus xp_seq_nodes(XpEv *ev, uint32_t expr, const XpCx *cx, XpSet *set);
/* A predicate whose value is a sequence: one number is a position, anything else true or false. */
extern BxStatus xp_seq_predicate(XpEv *ev, uint32_t expr, const XpCx *cx, bool *pass);
extern BxStatus xp_quantified(XpEv *ev, const XpNode *e, const XpCx *cx, bool *b);

/* xp_thing.c: atomic values */
extern BxStatus xp_thing_str(XpEv *ev, const XpThing *thing, XpStr *s);
extern BxStatus xp_thing_num(XpEv *ev, const XpThing *thing, double *d);
extern bool xp_thing_bool(const XpThing *thing); /* of an atomic value */

/* A value made comparable; s of decimals and strings borrows. */
typedef struct XpKey
{
	uint8_t type;     /* XP_T_STRING, XP_T_NUMBER, XP_T_BOOLEAN, XP_T_DATE, XP_T_DATETIME, XP_T_DECIMAL */
	bool negative;    /* decimal */
	uint32_t nanos;   /* dateTime */
	uint32_t integer; /* decimal: digits before the point */
	int64_t seconds;  /* date, dateTime: since 1970 in UTC; a value without a zone is taken as UTC */
	double number;    /* number, boolean */
	XpStr s;          /* string; decimal: from the first digit that is not 0, with the point */
} XpKey;

/* The item as a value of a type; *ok false when its text is no such value. */
extern BxStatus xp_key(XpEv *ev, const XpThing *thing, uint8_t type, XpKey *key, bool *ok);
/* The type an atomic value has by itself; text of nodes is a string. */
extern uint8_t xp_key_type(const XpThing *thing);

/* Order of keys of one type; XP_UNORDERED for NaN. */
#define XP_UNORDERED 2
extern int xp_key_order(const XpKey *a, const XpKey *b);
extern uint32_t xp_key_hash(const XpKey *key);
/* Is the outcome of an order what a general comparison asks for? */
extern bool xp_order_holds(uint8_t op, int order);

/* A set of keys of any types; NaN is equal to itself here. */
typedef struct XpKeySet
{
	XpKey *slots; /* type 0: free */
	uint32_t n;
	uint32_t cap;
} XpKeySet;

extern BxStatus xp_key_set_add(XpEv *ev, XpKeySet *set, const XpKey *key, bool *added);
extern bool xp_key_set_has(const XpKeySet *set, const XpKey *key);

/* xp_seq_compare.c */
extern BxStatus xp_seq_compare(XpEv *ev, const XpNode *op, const XpCx *cx, bool *b);
extern BxStatus xp_value_compare(XpEv *ev, const XpNode *op, const XpCx *cx, bool *b);

/* xp_func_seq.c: functions that return sequences */
extern BxStatus xp_call_seq(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop);

/* xp_func_regex.c */
typedef struct XpPattern
{
	BxRegex *re;
	bool empty; /* it matches the empty string */
} XpPattern;

extern BxStatus xp_plan_patterns(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);
extern BxStatus xp_fn_tokenize(XpEv *ev, const XpNode *call, const XpCx *cx, XpItemSink *sink, bool *stop);

#endif
