/*
 * xs_version.c -- conditional inclusion, for a processor of version 1.0 with the types and facets of that version.
 */
#include "../base/bx_core_int.h"

#include "xs_version_int.h"

#include "../atomic/types/at_types.h"
#include "../value/bx_key.h"
#include "xs_compile_int.h"

XsCondition
xs_condition_find(BxStr local)
{
	static const char *const names[XS_CONDITIONS] = {"minVersion",      "maxVersion",     "typeAvailable",
													 "typeUnavailable", "facetAvailable", "facetUnavailable"};
	unsigned i = 0;

	while (i < XS_CONDITIONS && !bx_str_is(local, names[i]))
		i++;
	return (XsCondition) i;
}

/* Is the version later than 1.0, or at most that?  What is not a version is neither. */
static bool
is_beyond(BxStr text, bool later)
{
	BxKey here, there;
	int order;

	if (!bx_key_read(AT_DECIMAL, text, &there) || !bx_key_read(AT_DECIMAL, bx_str("1", 1), &here))
		return false;
	order = bx_key_order(&there, &here);
	return later ? order > 0 : order <= 0;
}

static bool
is_facet(BxStr local)
{
	unsigned tag;

	for (tag = 0; tag < XS_TAGS; tag++)
		if (bx_str_is(local, xs_tag_names[tag]))
			return xs_rule_is_facet(tag);
	return false;
}

/* How many of the types or facets of a list there are, and how many words it has. */
static void
count_known(const XsNode *node, BxStr list, bool facets, uint32_t *known, uint32_t *all)
{
	BxStr word;

	for (*known = *all = 0; xs_simple_word(&list, &word); ++*all)
	{
		const char *colon = memchr(word.s, ':', word.n);
		BxStr prefix = bx_str(word.s, colon != NULL ? (size_t) (colon - word.s) : 0);
		BxStr local = colon != NULL ? bx_str(colon + 1, word.n - prefix.n - 1) : word;
		BxStr uri = xs_prefix(node, prefix);

		if (uri.s != NULL && bx_str_is(uri, XS_NS))
			*known += facets ? is_facet(local) : at_type_find(local) < AT_SCHEMA_TYPES;
	}
}

static bool
leaves_out(const XsNode *node, unsigned condition, BxStr text)
{
	uint32_t known, all;

	if (condition <= XS_MAX_VERSION)
		return is_beyond(text, condition == XS_MIN_VERSION);
	count_known(node, text, condition >= XS_FACET_AVAILABLE, &known, &all);
	return condition == XS_TYPE_AVAILABLE || condition == XS_FACET_AVAILABLE ? known < all : known == all;
}

bool
xs_is_left_out(const XsNode *node, const BxStr *conditions)
{
	unsigned i = 0;

	while (i < XS_CONDITIONS && (conditions[i].s == NULL || !leaves_out(node, i, conditions[i])))
		i++;
	return i < XS_CONDITIONS;
}
