/*
 * eng_bxml.h -- what engines on our form share.  ctx is a set whose documents hold the values to work on.
 */
#ifndef ENG_BXML_H
#define ENG_BXML_H

#include "../../src/core/write/bx_writer.h"
#include "bm.h"

/* Ends the program unless the status is BX_OK. */
extern void bm_bxml_must(BxStatus st, const BxError *err, const char *what);

/* Encode every document of the set, or encode and throw away. */
extern void bm_bxml_encode(BmSet *set, const BxWriterOptions *options);
extern void bm_bxml_parse(const BmSet *set, const BxWriterOptions *options);

/* Functions of a BmEngine. */
extern void bm_bxml_traverse_text(void *ctx, BmTally *t);
extern void *bm_bxml_query_new(void *ctx, const BmQuery *q);
extern void bm_bxml_query_run(void *query, BmAnswer *a);
extern void bm_bxml_query_free(void *query);
extern size_t bm_bxml_size(void *ctx);

#endif
