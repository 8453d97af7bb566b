/*
 * bx_rx_int.h -- what the files of the regular expressions share.
 *
 * bx_rx_parse.c makes a tree of nodes, bx_rx_class.c sets of characters for it, bx_rx_prog.c a program, the classes
 * of characters the program does not distinguish, and the bytes a match may start with.  bx_rx_find.c simulates the
 * program on all alternatives at once, bx_rx_test.c the same with a table of the sets of alternatives met so far,
 * bx_rx_back.c tries one alternative after the other.
 */
#ifndef BX_RX_INT_H
#define BX_RX_INT_H

#include "../base/bx_core_int.h"
#include "bx_regex.h"
#include "bx_unicode.h"

/* ---- sets of characters: ascending ranges that neither overlap nor touch ---- */

typedef struct BxRxRange
{
	uint32_t first;
	uint32_t last;
} BxRxRange;

typedef struct BxRxSet
{
	BxRxRange *r;
	uint32_t n;
	uint32_t cap;
	uint64_t ascii[2]; /* filled by bx_rx_set_finish */
} BxRxSet;

extern bool bx_rx_set_has(const BxRxSet *set, uint32_t cp);

/* Groups whose spans are reported, and one. */
#define BX_RX_GROUPS 100

/* ---- the tree ---- */

typedef enum BxRxKind
{
	BX_RX_EMPTY,
	BX_RX_CHAR,   /* cp */
	BX_RX_SET,    /* set */
	BX_RX_CAT,    /* list of at least two */
	BX_RX_ALT,    /* list of at least two */
	BX_RX_REPEAT, /* one child, min, max, reluctant */
	BX_RX_GROUP,  /* one child, number */
	BX_RX_ASSERT, /* what: an instruction */
	BX_RX_BACK,   /* number of a group */
} BxRxKind;

#define BX_RX_NO_MAX UINT32_MAX

typedef struct BxRxNode
{
	uint8_t kind;
	bool reluctant;
	uint32_t kid;  /* first child */
	uint32_t next; /* of a list */
	uint32_t x;    /* cp, index of set, minimum, number of group, instruction */
	uint32_t y;    /* maximum */
} BxRxNode;

/* ---- the program ---- */

typedef enum BxRxOp
{
	BX_RX_OP_CHAR, /* x: code point; continues at the next instruction, as all below but jump, split and match */
	BX_RX_OP_SET,   /* x: index of a set */
	BX_RX_OP_RUN,   /* x: index of a run */
	BX_RX_OP_JUMP,  /* x */
	BX_RX_OP_SPLIT, /* x first, then y */
	BX_RX_OP_SAVE,  /* x: number of a slot */
	BX_RX_OP_BACK,  /* x: number of a group, y: whatever the case; bx_rx_back.c only */
	BX_RX_OP_TEXT_START,
	BX_RX_OP_TEXT_END,
	BX_RX_OP_LINE_START,
	BX_RX_OP_LINE_END,
	BX_RX_OP_MATCH,
} BxRxOp;

typedef struct BxRxInst
{
	uint32_t op;
	uint32_t x;
	uint32_t y;
} BxRxInst;

/* A counted repetition of one character or class, in a pattern that matches strings as a whole. */
typedef struct BxRxRun
{
	BxRxInst of; /* the character, or the set */
	uint32_t pc; /* of its instruction */
	uint32_t min;
	uint32_t max; /* BX_RX_NO_MAX: none */
} BxRxRun;

#define BX_RX_RUN_MIN 16 /* repetitions up to so many are written out */

#define BX_RX_MAX_CLASSES 256

/* The next character class starts at this code point. */
typedef struct BxRxCut
{
	uint32_t first;
	uint32_t class_no;
} BxRxCut;

typedef struct BxRxTable BxRxTable;

struct BxRegex
{
	BxRxInst *insts;
	uint32_t n_insts;
	BxRxSet *sets;
	uint32_t n_sets;
	uint32_t n_groups;
	uint16_t *group_in; /* BX_RX_GROUPS; NULL without groups */
	BxRxRun *runs;      /* where there are some, bx_rx_whole matches */
	uint32_t n_runs;
	bool backs;         /* has back-references: bx_rx_back.c matches */
	bool at_start;      /* every match starts at the start of the string */
	bool any_first;     /* a match may start with any byte, or be empty; else first[] says with which */
	uint8_t first[256]; /* 1: a match may start with the byte */
	BxRxTable *table;   /* of bx_regex_warm */
};

/* ---- compilation ---- */

typedef struct BxRxParser
{
	const uint8_t *s;
	const uint8_t *end;
	const uint8_t *at;
	unsigned flags;
	BxArena *arena;
	BxError *err;
	uint32_t depth;
	bool backs;
	bool in_class;   /* white space counts, whatever the flags say */
	BxRxNode *nodes; /* nodes[0] is not used */
	uint32_t n_nodes;
	uint32_t cap_nodes;
	BxRxSet *sets;
	uint32_t n_sets;
	uint32_t cap_sets;
	uint32_t n_ranges;
	uint32_t n_groups;
	uint32_t inside; /* group that is open, 0: none */
	uint16_t *group_in;
} BxRxParser;

/* BX_E_REGEX at the character at `at`; detail may be NULL. */
extern BxStatus bx_rx_fail(BxRxParser *p, const uint8_t *at, const char *detail, const char *what);
/* An array with room for one more. */
extern BxStatus bx_rx_room(BxRxParser *p, void **array, size_t item, uint32_t used, uint32_t *cap);
/* One level of nesting more, also asked of the host's stack; p->depth-- undoes it. */
extern BxStatus bx_rx_enter(BxRxParser *p);

/* bx_rx_parse.c */
/* The character at p->at, which moves past it; -1 at the end of the pattern. */
extern BxStatus bx_rx_next(BxRxParser *p, int32_t *cp);

/* bx_rx_class.c: p->at stands behind the "\", the "[" or the "." */
extern BxStatus bx_rx_escape(BxRxParser *p, int32_t *cp, BxRxSet *set);
extern BxStatus bx_rx_bracket(BxRxParser *p, BxRxSet *set);
extern BxStatus bx_rx_dot(BxRxParser *p, BxRxSet *set);
/* A character and those that differ in case only. */
extern BxStatus bx_rx_cased(BxRxParser *p, uint32_t cp, BxRxSet *set);
/* Keep a set; *no is its index. */
extern BxStatus bx_rx_keep(BxRxParser *p, BxRxSet *set, uint32_t *no);

/* bx_rx_prog.c */
extern BxStatus bx_rx_program(BxRxParser *p, uint32_t root, BxRegex *re);
/* Cuts of all code points into classes; *n_cuts 0 when there would be too many.  Newline is a class of its own. */
extern BxStatus bx_rx_classes(const BxRegex *re, BxArena *arena, BxRxCut **cuts, uint32_t *n_cuts,
							  uint32_t *n_classes, BxError *err);

/* ---- running ---- */

/* bx_rx_whole.c: bx_regex_test of a pattern with runs. */
extern BxStatus bx_rx_whole(const BxRegex *re, BxRegexRun *run, const uint8_t *s, size_t n, bool *hit);

/* bx_rx_back.c: matching a pattern with back-references in one string. */
typedef struct BxRxBack BxRxBack;

extern BxStatus bx_rx_back_new(const BxRegex *re, BxRegexRun *run, const uint8_t *s, size_t n,
							   BxRxBack **back);
/* A match that starts at an offset, its end, and where its groups start and end; good until the next call. */
extern BxStatus bx_rx_back_try(BxRxBack *back, size_t from, bool *hit, const uint32_t **slots, size_t *end);

/* What stands before and behind a place in the string. */
typedef struct BxRxPlace
{
	bool start; /* of the string */
	bool end;
	bool after_newline;
	bool before_newline;
} BxRxPlace;

/* F&O 5.6.1, flag m: a line end that ends the string starts no line, and no line ends behind it. */
static inline bool
bx_rx_holds(uint32_t op, const BxRxPlace *at)
{
	switch (op)
	{
		case BX_RX_OP_TEXT_START: return at->start;
		case BX_RX_OP_TEXT_END: return at->end;
		case BX_RX_OP_LINE_START: return at->start || (at->after_newline && !at->end);
		default: return at->before_newline || (at->end && !at->after_newline);
	}
}

static inline bool
bx_rx_takes(const BxRegex *re, const BxRxInst *inst, uint32_t cp)
{
	return inst->op == BX_RX_OP_CHAR ? inst->x == cp : bx_rx_set_has(&re->sets[inst->x], cp);
}

/* Decode at p < end; an invalid byte counts as one replacement character. */
extern uint32_t bx_rx_decode(const uint8_t **p, const uint8_t *end);

/* Steps of a matcher are charged in lots; one takes as long as so many bytes do. */
#define BX_RX_STEPS_PER_CHARGE (1 << 14)
#define BX_RX_STEP_UNITS 8

#endif
