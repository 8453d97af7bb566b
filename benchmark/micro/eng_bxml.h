/*
 * eng_bxml.h -- what engines on our form share.  ctx is a set whose documents hold the values to work on.
 */
#ifndef ENG_BXML_H
#define ENG_BXML_H

#include "../../src/core/format/bx_table.h"
#include "../../src/core/store/bx_source.h"
#include "../../src/core/encode/bx_writer.h"
#include "bm.h"

/* Ends the program unless the status is BX_OK. */
extern void bm_bxml_must(BxStatus st, const BxError *err, const char *what);

/* Encode every document of the set, or encode and throw away. */
extern void bm_bxml_encode(BmSet *set, const BxWriterOptions *options);
extern void bm_bxml_parse(const BmSet *set, const BxWriterOptions *options);

/* Hand all items to the receiver; text: typed values formatted. */
extern void bm_bxml_walk(const BxTable *table, BxSource *src, BxArena *arena, bool text, BmTally *tally);

/* A set that shares the texts, with values of its own, NULL as yet; and its end. */
extern BmSet *bm_bxml_own(const BmSet *set);
extern void bm_bxml_own_free(BmSet *own);

/* Functions of a BmEngine. */
extern void bm_bxml_traverse_text(void *ctx, BmTally *t);
extern size_t bm_bxml_serialise(void *ctx);
extern void *bm_bxml_query_new(void *ctx, const BmQuery *q);
extern void bm_bxml_query_run(void *query, BmAnswer *a);
extern void bm_bxml_query_free(void *query);
extern size_t bm_bxml_size(void *ctx);

#endif
