/*
 * source_pair.h -- what bxml_with_source writes and the trigger reads.
 */
#ifndef BXML_SOURCE_PAIR_H
#define BXML_SOURCE_PAIR_H

/* The argument of the trigger: what becomes of a change of a document that has an original. */
#define SOURCE_CLEAR "clear"
#define SOURCE_REFUSE "refuse"

/* Can a column of this type, or domain, have originals?  It must keep every byte. */
extern bool source_type_serves(Oid type);

#endif
