/*
 * bx_replace.h -- replacement of the matches of a pattern: XQuery and XPath Functions and Operators 3.1, section 5.6.4.
 */
#ifndef BX_REPLACE_H
#define BX_REPLACE_H

#include "../base/bx_buf.h"
#include "../base/bx_str.h"
#include "bx_regex.h"

/* A piece of a replacement: text, then a group. */
typedef struct BxReplacePiece
{
	BxStr text;
	uint32_t group; /* UINT32_MAX: none */
} BxReplacePiece;

/* A replacement string that was cut; it borrows from it. */
typedef struct BxReplacement
{
	BxReplacePiece *pieces;
	uint32_t n;
	uint32_t max_group;
} BxReplacement;

/*
 * Cut a replacement for a pattern with so many groups; verbatim (flag q): "$" and "\" mean themselves.  BX_E_REGEX
 * when it is none, BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_replacement_parse(BxArena *arena, BxStr s, uint32_t n_groups, bool verbatim,
									 BxReplacement *r, BxError *err);

/* Append s with all matches replaced. */
extern BxStatus bx_regex_replace(const BxRegex *re, BxRegexRun *run, BxStr s, const BxReplacement *r,
								 BxBuf *out);

#endif
