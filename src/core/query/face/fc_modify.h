/*
 * fc_modify.h -- changes of a document that are written as text, for bxml_modify: XQuery Update 1.0 with the rules of
 * bxpath (Q_MODE_UPDATE).
 *
 *   insert node <x a="1">{ /y/z }</x> as last into /a, delete node /a/b[2],
 *   replace value of node /a/@n with $v, rename node /a/c as "d"
 *
 * Updates are separated by commas, in parentheses, chosen by "if" and repeated by "for" and "let"; all of them
 * together are one list of changes to the value as it was.  The forms of T-SQL, without the word "node", are taken as
 * well; there a target that selects nothing changes nothing, where XQuery says XUDY0027.
 */
#ifndef FC_MODIFY_H
#define FC_MODIFY_H

#include "../run/ru_update.h"
#include "fc_query.h"

/*
 * Instead of asking for items of a query in that mode, whose run has a document: evaluate it, and add its changes to
 * the edit.  Errors of updates are BX_E_UPDATE with the code at the start of the message; content that makes no
 * well-formed XML is BX_E_SYNTAX_CONTENT, BX_E_COMMENT or BX_E_PI.
 */
extern BxStatus fc_modify(FcRun *run, RuChanges *changes);

#endif
