/*
 * at_types.c -- the table of the atomic types, and what the texts of derived ones must be.
 */
#include "../../base/bx_core_int.h"

#include "at_types.h"

#include "../../base/bx_utf8.h"

const AtTypeRow at_types[AT_TYPES] = {
#define AT_TYPE(id, local, base_id, primitive_id, family_id, lexical_id, tag, index_id, low_text, high_text) \
	{.name = {local, sizeof(local) - 1},                                                                     \
	 .qname = "xs:" local,                                                                                   \
	 .low = low_text,                                                                                        \
	 .high = high_text,                                                                                      \
	 .base = AT_##base_id,                                                                                   \
	 .primitive = AT_##primitive_id,                                                                         \
	 .family = AT_F_##family_id,                                                                             \
	 .lexical = AT_L_##lexical_id,                                                                           \
	 .index = AT_INDEX_##index_id},
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
	if (from == AT_ANY_ATOMIC)
		return type == from || at_types[type].primitive != AT_ANY_SIMPLE;
	while (type != from && type != AT_ANY_TYPE)
		type = at_type_is_list(type) ? AT_ANY_SIMPLE : (AtType) at_types[type].base;
	return type == from;
}

static bool
is_name(BxStr s, bool start, bool colon)
{
	const uint8_t *p = (const uint8_t *) s.s, *end = p + s.n;

	if (s.n == 0)
		return false;
	for (; p < end; start = false)
	{
		int32_t cp = bx_utf8_next(&p, end);

		if (cp < 0 || (cp == ':' ? !colon
					   : start   ? !bx_is_name_start((uint32_t) cp)
								 : !bx_is_name_char((uint32_t) cp)))
			return false;
	}
	return true;
}

/* One to eight letters, then parts of one to eight letters or digits behind "-". */
static bool
is_language(BxStr s)
{
	size_t i, n = 0;
	bool first = true;

	for (i = 0; i < s.n; i++)
	{
		if (s.s[i] == '-')
		{
			if (n == 0)
				return false;
			n = 0;
			first = false;
		}
		else if (++n > 8 || !(bx_is_letter(s.s[i]) || (!first && bx_is_digit(s.s[i]))))
			return false;
	}
	return n > 0;
}

bool
at_has_form(AtLexical form, BxStr s)
{
	switch (form)
	{
		case AT_L_LANGUAGE: return is_language(s);
		case AT_L_NMTOKEN: return is_name(s, false, true);
		case AT_L_NAME: return is_name(s, true, true);
		case AT_L_NCNAME: return bx_is_ncname(s.s, s.n);
		case AT_L_INTEGER: return s.n > 0 && memchr(s.s, '.', s.n) == NULL;
		default: return true;
	}
}

/* May the character be in a scheme, as its first one or behind that? */
static bool
is_scheme_char(char c, bool first)
{
	return bx_is_letter(c) || (!first && (bx_is_digit(c) || c == '+' || c == '-' || c == '.'));
}

bool
at_is_uri(BxStr s)
{
	/* before a scheme can have ended; all characters so far may be in one; a "#" was there */
	bool scheme = true, good = true, fragment = false;
	size_t i;

	for (i = 0; i < s.n; i++)
	{
		char c = s.s[i];

		if ((c == '#' && fragment) || (c == ':' && scheme && (i == 0 || !good)))
			return false;
		if (c == '%' && (s.n - i < 3 || bx_hex_digit(s.s[i + 1]) < 0 || bx_hex_digit(s.s[i + 2]) < 0))
			return false;
		fragment |= c == '#';
		scheme &= c != ':' && c != '/' && c != '?' && c != '#';
		good &= is_scheme_char(c, i == 0);
	}
	return true;
}
