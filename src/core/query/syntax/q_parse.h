/*
 * q_parse.h -- the text of a query to its tree.
 */
#ifndef Q_PARSE_H
#define Q_PARSE_H

#include "q_ast.h"

/*
 * q_parse: UTF-8 text of a main or library module, or of a path, into a tree in the arena; the text is borrowed.
 * namespaces: prefixes that hold where the prolog does not declare them.  Errors are BX_E_XPATH with the character
 * position, the code of the specification (XPST0003, XQST0031, XPST0081, XQST0033, XQST0039, XQST0040, XQST0045 ...;
 * those of paths have none) and what was expected; BX_E_LIMIT and BX_E_DEPTH where a bound of q_ast.h is exceeded.
 * Errors that depend on what is declared where, and on imported modules, are not seen here: unknown variables and
 * functions, collations, pragmas.
 */
extern BxStatus q_parse(BxStr text, QMode mode, const QNamespace *namespaces, uint32_t n_namespaces,
						BxArena *arena, const BxHost *host, QModule **module, BxError *err);

/* Length and encoding of the text of a path, as q_parse checks them. */
extern BxStatus q_check_path(BxStr text, const BxHost *host, BxError *err);

/* A sequence type by itself, of which the prefixes are those that are predeclared. */
extern BxStatus q_parse_type(BxStr text, BxArena *arena, const BxHost *host, XdSeqType *type, BxError *err);

/*
 * A signature in the words of the specification, "fn:substring($s as xs:string?, $start as xs:double) as xs:string":
 * name, parameters and result.
 */
extern BxStatus q_parse_signature(BxStr text, BxArena *arena, const BxHost *host, QFunction *function,
								  BxError *err);

#endif
