/*
 * xp_record_rule.h -- a path as the rule that splits a text into records.
 *
 * A record path has child steps and "//", with name tests, and predicates on its last step that look at the record
 * alone.  Of records within records only the outermost is one.
 */
#ifndef XP_RECORD_RULE_H
#define XP_RECORD_RULE_H

#include "../../encode/bx_record_rule.h"
#include "../syntax/xp_ast.h"

/*
 * xp_record_rule: the rule of a path, for a splitter that frees it.  Borrowed: the path and both hosts; eval_host
 * evaluates predicates and may jump.  BX_E_UNSUPPORTED for a path that is not one for records, BX_E_NOMEM.
 */
extern BxStatus xp_record_rule(const XpBlock *path, const BxHost *host, const BxHost *eval_host,
							   BxRecordRule *rule, BxError *err);

#endif
