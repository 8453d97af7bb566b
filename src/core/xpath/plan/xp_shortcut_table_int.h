/*
 * xp_shortcut_table_int.h -- the last small tables of name mode that shortcuts met, read once for all paths.
 */
#ifndef XP_SHORTCUT_TABLE_INT_H
#define XP_SHORTCUT_TABLE_INT_H

#include "xp_call.h"

#include "../../format/bx_name_table.h"

#define XP_SHORT_TABLE_MAX 1024 /* bytes of header and table, for a table that is kept */
#define XP_SHORT_SPACES_MAX 256 /* bytes of the namespaces that are kept */
#define XP_SHORT_PAIRS_MAX 16   /* of them */
#define XP_SHORT_TABLES 4

typedef struct XpShortTable
{
	uint64_t generation; /* of all that follows; no two tables have the same */
	uint64_t spaces_of;  /* that of the first table with these namespaces ... */
	uint64_t bodies_of;  /* ... and with these shapes that have bodies of their own */
	uint64_t key;        /* fingerprint and length */
	uint64_t known_as;   /* id of a table apart that was found to be this one, or 0 */
	uint32_t met;        /* calls in succession */
	bool often;          /* the table before was met by several */
	bool kept;           /* what is read is about the copy */
	uint32_t spaces_len; /* 0: none are kept */
	uint32_t n_pairs;
	BxNameTable table;
	uint8_t spaces[XP_SHORT_SPACES_MAX];
	uint8_t copy[XP_SHORT_TABLE_MAX]; /* of header and table */
} XpShortTable;

/* In memory that is zero at the start. */
typedef struct XpShortTables
{
	uint64_t generation; /* of the last table read */
	uint32_t next;       /* to be replaced by a path that has met none yet */
	uint64_t keys[XP_SHORT_TABLES];
	XpShortTable tables[XP_SHORT_TABLES];
} XpShortTables;

/* Equal for equal tables. */
static inline uint64_t
xp_short_table_key(const BxHeader *h)
{
	return (uint64_t) h->fingerprint << 32 | h->table_len;
}

/*
 * Where the table of this header is, or else where it goes: in the place of the one that the caller used last, or NULL.
 */
extern XpShortTable *xp_short_table_place(XpShortTables *all, XpShortTable *last, const BxHeader *h);

/*
 * Have the table of the value v in its place, by its bytes.  A table that several calls meet is kept, others are read
 * where they are.  False if it is not one that can be read here, or is damaged.
 */
extern bool xp_short_table_take(XpShortTables *all, XpShortTable *t, const BxHeader *h, const uint8_t *v,
								BxArena *arena);

/* Is that the table of the value v, whose id is 0 unless it is apart?  Its header has the key of the table. */
static inline bool
xp_short_table_is(XpShortTable *t, const BxHeader *h, const uint8_t *v, uint64_t id)
{
	if (!t->kept || !((id != 0 && t->known_as == id) ||
					  memcmp(t->table.end - h->table_len, v + h->table_off, h->table_len) == 0))
		return false;
	t->met++;
	t->known_as = id;
	return true;
}

#endif
