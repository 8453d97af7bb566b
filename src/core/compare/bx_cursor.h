/*
 * bx_cursor.h -- a value as the data model sees it, for comparing: the floor that equality, difference and hashes
 * stand on.
 *
 * What does not count is not there: prefixes, declarations, typed forms, constants, the two ways an element with text
 * is stored, and what the caller ignores.  Names are numbers, the same in both of two values; attributes come with
 * their element, sorted by name; text around what is left out is one text.
 */
#ifndef BX_CURSOR_H
#define BX_CURSOR_H

#include "../base/bx_buf.h"
#include "../read/bx_reader.h"
#include "../value/bx_value.h"
#include "bx_ignore.h"

/* Names of two values as numbers that sort by (URI, local name) and are equal for equal names. */
typedef struct BxNumbers
{
	uint32_t *of[2]; /* per value: by index into its names */
} BxNumbers;

/* O(n log n) in the names.  Memory comes from the arena. */
extern BxStatus bx_numbers_make(BxNumbers *numbers, const BxTable *a, const BxTable *b, BxArena *arena,
								BxError *err);

typedef enum BxNodeKind
{
	BX_NODE_ELEMENT, /* then its content, then END */
	BX_NODE_TEXT,
	BX_NODE_COMMENT,
	BX_NODE_PI,
	BX_NODE_END,
	BX_NODE_DONE
} BxNodeKind;

typedef struct BxAttr
{
	uint32_t name;
	uint32_t n;      /* bytes of its value */
	size_t value;    /* place of its value among the values */
	uint32_t off;    /* of its item */
	uint32_t source; /* index into the names of its value */
} BxAttr;

/* All of it is good until the cursor moves. */
typedef struct BxNode
{
	BxNodeKind kind;
	uint32_t name;   /* element, instruction */
	uint32_t source; /* the same as an index into the names of the value */
	const char *s;   /* text, comment, data */
	uint32_t n;
	const BxAttr *attrs; /* of an element, by name */
	uint32_t n_attrs;
	const uint8_t *values; /* of the attributes */
	bool unordered;        /* the children are a multiset */
	bool in_leaf;          /* text: its item is that of its element */
	uint32_t off;          /* of its item; of the first, when texts were put together */
} BxNode;

typedef struct BxCursor
{
	const BxTable *table;
	const uint32_t *numbers;
	const BxIgnore *ignore;
	BxReader *rd;
	const BxHost *host;
	BxError *err;
	BxRuleWay way;
	BxEvent ev; /* the next one, when `ahead` */
	bool ahead;
	int leaf;    /* of a leaf: 1, its start was given; 2, its text, too */
	BxBuf text;  /* put together */
	BxBuf attrs; /* BxAttr */
	BxBuf values;
	char typed[BX_VALUE_TEXT_MAX]; /* not cleared */
} BxCursor;

/* Borrows everything; memory comes from the arena, and from its host until bx_cursor_close. */
extern BxStatus bx_cursor_open(BxCursor *c, const BxTable *table, BxSource *src, const uint32_t *numbers,
							   const BxIgnore *ignore, BxArena *arena, BxError *err);
extern void bx_cursor_close(BxCursor *c);

/* The next node, start or end.  Statuses as bx_reader_next. */
extern BxStatus bx_cursor_next(BxCursor *c, BxNode *node);

/*
 * The item the next node will begin with, when it is an element with attributes or content other than text; else
 * NULL.
 */
extern BxStatus bx_cursor_element(BxCursor *c, const BxEvent **ev);

/* Pass over that element. */
extern BxStatus bx_cursor_pass(BxCursor *c);

/* In an element: pass over what is left of it, and its end. */
extern BxStatus bx_cursor_leave(BxCursor *c);

#endif
