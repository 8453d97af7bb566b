/*
 * at_types.c -- the table of the atomic types.
 */
#include "../base/bx_core_int.h"

#include "at_types.h"

const AtTypeRow at_types[AT_TYPES] = {
#define AT_TYPE(id, local, base_id, primitive_id, family_id, lexical_id, form, low_text, high_text)          \
	{.name = {local, sizeof(local) - 1},                                                                     \
	 .qname = "xs:" local,                                                                                   \
	 .low = low_text,                                                                                        \
	 .high = high_text,                                                                                      \
	 .base = AT_##base_id,                                                                                   \
	 .primitive = AT_##primitive_id,                                                                         \
	 .family = AT_F_##family_id,                                                                             \
	 .lexical = AT_L_##lexical_id},
#include "at_types.def"
#undef AT_TYPE
};

AtType
at_type_find(BxStr local)
{
	unsigned i = 0;

	while (i < AT_TYPES && !bx_str_equal(at_types[i].name, local))
		i++;
	return (AtType) i;
}

bool
at_type_derives(AtType type, AtType from)
{
	while (type != from && type != AT_ANY_TYPE)
		type = at_type_is_list(type) ? AT_ANY_SIMPLE : (AtType) at_types[type].base;
	return type == from;
}
