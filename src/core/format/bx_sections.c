/*
 * bx_sections.c -- the table of optional sections.
 */
#include "../base/bx_core_int.h"

#include "bx_sections.h"

const BxSection bx_sections[BX_SECTIONS] = {
#define X(name, code, text, edit) {code, BX_SECTION_##edit, text},
	BX_SECTION_LIST(X)
#undef X
};

BxSectionRow
bx_section_row(uint8_t code)
{
	int i;

	for (i = 0; i < BX_SECTIONS && bx_sections[i].code != code; i++)
		;
	return (BxSectionRow) i;
}
