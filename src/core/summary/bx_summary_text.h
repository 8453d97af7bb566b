/*
 * bx_summary_text.h -- statistics for people: paths and values as text, in UTF-8 as far as the statistics are whole.
 */
#ifndef BX_SUMMARY_TEXT_H
#define BX_SUMMARY_TEXT_H

#include "bx_summary.h"

/*
 * bx_summary_path_put: append the path of this number, "/a/Q{urn:p}b/@c", which selects its nodes.  A namespace with
 * braces, which paths cannot have, becomes "*:".
 */
extern BxStatus bx_summary_path_put(const BxSummary *s, uint32_t number, BxBuf *out, BxError *err);

/*
 * bx_summary_value_put: append a value as one of the documents has it, or as its normal form says where that is not
 * kept; a string that was cut ends in "...".  Nothing for COMPLEX and damage.
 */
extern BxStatus bx_summary_value_put(const BxSummaryValue *value, BxBuf *out, BxError *err);

#endif
