/*
 * external.h -- what the server provides to a query: the moment, Unicode normal forms, reading of XML text.
 */
#ifndef BXML_EXTERNAL_H
#define BXML_EXTERNAL_H

#include "../../core/query/run/ru_op.h"

/*
 * What a run may ask for, but for temporary files (spill.h); stable: it may depend on the session and on what is in the
 * database, such as collations.
 */
extern void external_init(RuExternal *external, bool stable);

/*
 * The moment of the statement's transaction, as now() has it, in the time zone of the session; for immutable functions,
 * which refuse whatever shows the moment, one that is always the same, in UTC.
 */
extern BxMoment external_now(bool stable);

#endif
