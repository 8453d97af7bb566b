/*
 * bx_split.h -- one long XML text to many values: a value for each element that a rule makes a record.
 *
 * The parser is that of bx_parse.h; it builds values for the records alone, and what lies outside of them is parsed
 * and forgotten.  Memory is bounded by the largest record and one piece of input, whatever the length of the text.
 *
 * Of records within records only the outermost is one.  A record is a value of its own: it declares on its root every
 * namespace that was in scope.
 *
 * Limits hold for each record, where bx_parse.h has them for the text.  References to entities and default attributes
 * may produce max_entity_expansion bytes, and eight more for each byte read since.
 *
 * What bx_parse.h says of jumps holds here, too: bx_split_feed and bx_split_end must not be jumped out of;
 * bx_split_next may be, after which the splitter can only be freed.
 */
#ifndef BX_SPLIT_H
#define BX_SPLIT_H

#include "../core/encode/bx_record_rule.h"
#include "bx_parse.h"

/* Names of the input, of all kinds, per name that one value may have. */
#define BX_SPLIT_NAMES 4

typedef struct BxSplit BxSplit;

/* NULL on out of memory.  Borrowed: host, that of bx_parser_new.  The rule is the splitter's, in any case. */
extern BxSplit *bx_split_new(const BxHost *host, const BxParseOptions *options, const BxRecordRule *rule,
							 BxError *err);

/*
 * How many bytes to feed at a time so that the records that end in them take a few MB: fewer, the more namespace
 * declarations every record inherits.  Changes with the text.
 */
extern size_t bx_split_portion(const BxSplit *s);

/* Feed the next bytes.  Records that end in them wait for bx_split_next: ask for all before more is fed. */
extern BxStatus bx_split_feed(BxSplit *s, const char *bytes, size_t n);

/* End of input: is the text well-formed as a whole? */
extern BxStatus bx_split_end(BxSplit *s);

/*
 * The next record that waits, also after a failure; *data is NULL when there is none, else host memory that belongs to
 * the caller, as of bx_writer_finish.
 */
extern BxStatus bx_split_next(BxSplit *s, uint8_t **data, size_t *len);

/* The references that were left out so far, as bx_parser_skipped gives them. */
extern const char *bx_split_skipped(const BxSplit *s, uint32_t *n);

/* The error after a failed call. */
extern const BxError *bx_split_error(const BxSplit *s);

/*
 * bx_split_why: append a sentence that says why no record was found, for a hint, when the input ended without one:
 * what the text has in place of what the rule wants, in UTF-8.
 */
extern BxStatus bx_split_why(const BxSplit *s, BxBuf *out, BxError *err);

/* Needed in every case, as bx_parser_free; NULL is allowed. */
extern void bx_split_free(BxSplit *s);

#endif
