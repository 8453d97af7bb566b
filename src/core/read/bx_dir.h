/*
 * bx_dir.h -- the directories of a value: counts, children and offset lists (FORMAT.md, sections 64 to 66), and where
 * its value lists are (section 69).
 *
 * Everything is read through the image, number by number or chunk by chunk, so that only the needed slices of a value
 * outside memory are fetched.  Results are bounded (offsets are within the items and ascend within a list, or an
 * entry's samples are before the items' end), but not verified: the caller checks whether an item starts there, and
 * which.  BX_E_CORRUPT for sections that do not fit their lengths.
 */
#ifndef BX_DIR_H
#define BX_DIR_H

#include "../store/bx_image.h"

/* Sections a value may have, as bits. */
#define BX_DIR_OFFSETS 0x01
#define BX_DIR_CHILDREN 0x02
#define BX_DIR_COUNTS 0x04
#define BX_DIR_VALUES 0x08 /* value lists: bx_value_list.h */
#define BX_DIR_KINDS 4

typedef struct BxDirs
{
	BxImage *img;       /* borrowed; NULL with mem */
	const uint8_t *mem; /* the extension bodies, which start at mem_off of the plain value */
	uint32_t mem_off;
	BxError *err;
	uint32_t items_len;
	uint32_t off[BX_DIR_KINDS]; /* of the bodies in the plain value, in the order of codes */
	uint32_t len[BX_DIR_KINDS]; /* 0: the value has no such section */
	bool head_read[2];
	uint32_t mask[2];     /* OFFSETS, CHILDREN: stride - 1 */
	uint32_t entries[2];  /* number of entries */
	uint32_t data_off[2]; /* chunk heads; samples */
	uint32_t data_n[2];   /* how many of them */
	uint32_t dist_off;    /* OFFSETS: distances */
	uint32_t dist_len;
} BxDirs;

/* Children of one element (or of the document) that are counted together. */
typedef struct BxDirGroup
{
	uint32_t count;
	uint32_t samples; /* offset in the plain value of the samples */
	uint32_t n_samples;
	uint32_t mask; /* every (mask + 1)th child is a sample */
} BxDirGroup;

/* A place in the offset list of a shape. */
typedef struct BxDirList
{
	BxDirs *dirs;
	uint32_t shape;
	uint32_t count;
	uint32_t first;       /* chunk */
	uint32_t i;           /* number of the item it stands on; count at the end */
	uint32_t at;          /* offset of that item; UINT32_MAX at the end */
	const uint8_t *place; /* next distance, and the end of those of the chunk */
	const uint8_t *place_end;
} BxDirList;

/* Which directories does a value have?  BX_DIR_* bits; reads the header only, which must be filled. */
extern uint32_t bx_dirs_present(const BxHeader *h, const uint8_t *v);

/* bx_dirs_open: places of the sections; nothing is fetched.  Borrows image and err. */
extern BxStatus bx_dirs_open(BxDirs *d, BxImage *img, BxError *err);

/* The same for a value whose header starts at v and whose extension bodies are in memory at ext. */
extern BxStatus bx_dirs_open_memory(BxDirs *d, const BxHeader *h, const uint8_t *v, const uint8_t *ext,
									BxError *err);

/* Bytes of a section, which the caller has bounded; *p stays good. */
extern BxStatus bx_dirs_need(BxDirs *d, uint32_t off, uint32_t len, const uint8_t **p);

/* BX_E_CORRUPT at an offset of the plain value. */
extern BxStatus bx_dirs_damaged(const BxDirs *d, uint32_t off, const char *what);

/* Items of each of n_shapes shapes.  Needs BX_DIR_COUNTS. */
extern BxStatus bx_dir_counts(BxDirs *d, uint32_t n_shapes, uint32_t *counts);

/*
 * bx_dir_group: what is known about the children of the element at offset parent - 1 (0: the document) under key
 * BX_DIR_KEY_ALL or shape + 1.  O(log n) reads.  Needs BX_DIR_CHILDREN.
 */
extern BxStatus bx_dir_group(BxDirs *d, uint32_t parent, uint32_t key, BxDirGroup *group, bool *found);

/* bx_dir_entries, bx_dir_entry: all entries of the child directory one by one, for dumps; i is below *n. */
extern BxStatus bx_dir_entries(BxDirs *d, uint32_t *n);
extern BxStatus bx_dir_entry(BxDirs *d, uint32_t i, uint32_t *parent, uint32_t *key, BxDirGroup *group);

/*
 * bx_dir_sample: the last sample up to child number k (from 0) of the group: its number *i and offset *off; *i = 0
 * when there is none before, and then the search starts with the first child.
 */
extern BxStatus bx_dir_sample(BxDirs *d, const BxDirGroup *group, uint32_t k, uint32_t *i, uint32_t *off);

/* The last sample at an offset up to `limit`, as above.  O(log n) reads. */
extern BxStatus bx_dir_sample_before(BxDirs *d, const BxDirGroup *group, uint32_t limit, uint32_t *i,
									 uint32_t *off);

/* bx_dir_list: the offset list of a shape, standing on its first item.  Needs BX_DIR_OFFSETS. */
extern BxStatus bx_dir_list(BxDirs *d, uint32_t shape, BxDirList *list, bool *found);

/* Advance to the next item. */
extern BxStatus bx_dir_list_next(BxDirList *list);

/* Advance to the first item at or after an offset.  O(log n) reads and a stride of steps. */
extern BxStatus bx_dir_list_seek(BxDirList *list, uint32_t off);

#endif
