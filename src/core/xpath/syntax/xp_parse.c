/*
 * xp_parse.c -- xp_compile: from the text of a path to its block; tokens and errors for the parser's other files.
 *
 * Recursive descent: xp_prolog.c reads the declarations, xp_expr.c operators and primary expressions, xp_step.c
 * location paths, xp_block.c collects nodes and lays out the block.  Chains of operators and steps are loops;
 * only real nesting recurses, counted by xp_enter.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"

/* Length and encoding of the source: the lexer trusts both. */
BxStatus
xp_check_source(const char *text, size_t n, BxError *err)
{
	const uint8_t *s = (const uint8_t *) text;
	const uint8_t *at;
	size_t bad = 0;
	uint32_t pos;

	_Static_assert(XP_MAX_SOURCE == 1048576, "the message says it");
	if (n > XP_MAX_SOURCE)
	{
		pos = (uint32_t) bx_utf8_length(s, XP_MAX_SOURCE) + 1;
		return xp_fail(err, pos, "At most 1048576 bytes are allowed.", "expression too long");
	}
	if (bx_utf8_is_xml(s, n, &bad))
		return BX_OK;
	at = s + bad;
	pos = (uint32_t) bx_utf8_length(s, bad) + 1;
	if (bx_utf8_next(&at, s + n) < 0)
		return bx_fail(err, BX_E_ENCODING, pos, "invalid byte 0x%02x in an XPath expression", s[bad]);
	return xp_fail(err, pos, "The character is not one that XML allows.", "invalid character");
}

uint32_t
xp_parse_all(XpParser *p)
{
	uint32_t root;

	if (!xp_advance(p) || !xp_parse_prolog(p))
		return 0;
	root = xp_parse_expr(p);
	if (root != 0 && p->cur.kind != XP_TOK_END)
		return xp_unexpected(p, "Expected an operator or the end of the expression.");
	return root;
}
