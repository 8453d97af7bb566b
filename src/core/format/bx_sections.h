/*
 * bx_sections.h -- the optional sections of a value: the extension sections of FORMAT.md.
 *
 * To add one: a row of BX_SECTION_LIST, a section of FORMAT.md with the same heading, the check and the dump of
 * check/bx_check_table.c and check/bx_dump.c, and for a section that edits rebuild, its maker in edit/bx_edit_finish.c.
 * Rows are in the order of codes, in which a value has its sections.
 */
#ifndef BX_SECTIONS_H
#define BX_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an edit does with a section. */
typedef enum BxSectionEdit
{
	BX_SECTION_KEEP,    /* the body stays as it is */
	BX_SECTION_REBUILD, /* the new value gets one of its own, or none */
	BX_SECTION_DROP
} BxSectionEdit;

/* name, code, what it is called in dumps and FORMAT.md, what an edit does with it */
#define BX_SECTION_LIST(X)                                                                                   \
	X(LABELS, 6, "label exceptions", REBUILD)                                                                \
	X(ROOT, 7, "label of the root", REBUILD)                                                                 \
	X(DOCTYPE, 9, "DOCTYPE", REBUILD)                                                                        \
	X(DECL, 10, "XML declaration", KEEP)                                                                     \
	X(OFFSETS, 64, "offset lists", REBUILD)                                                                  \
	X(CHILDREN, 65, "child directory", REBUILD)                                                              \
	X(COUNTS, 66, "counts", REBUILD)                                                                         \
	X(ANNOTATIONS, 67, "annotations", DROP)                                                                  \
	X(MARKS, 68, "label marks", REBUILD)                                                                     \
	X(VALUES, 69, "value lists", REBUILD)

/* Codes, as they are stored. */
typedef enum BxExt
{
#define X(name, code, text, edit) BX_EXT_##name = code,
	BX_SECTION_LIST(X)
#undef X
} BxExt;

/* Rows of the table; arrays of functions by section have BX_SECTIONS entries. */
typedef enum BxSectionRow
{
#define X(name, code, text, edit) BX_ROW_##name,
	BX_SECTION_LIST(X)
#undef X
		BX_SECTIONS
} BxSectionRow;

typedef struct BxSection
{
	uint8_t code;
	BxSectionEdit edit;
	const char *name;
} BxSection;

extern const BxSection bx_sections[BX_SECTIONS];

/* The row of a code, BX_SECTIONS for one that this version does not know. */
extern BxSectionRow bx_section_row(uint8_t code);

/* May a reader that does not know the code pass over the section? */
static inline bool
bx_section_may_skip(uint8_t code)
{
	return code >= BX_EXT_OFFSETS;
}

#endif
