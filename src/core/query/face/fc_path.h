/*
 * fc_path.h -- queries in the place of paths: a compiled path (xp_ast.h) whose text is a query of XQuery.
 *
 * An engine evaluates it as it does paths (fc_engine.c): with the document as its context item, or with the node that
 * evaluation is at.  Its items are nodes of the value, atomic values, or made by the query.
 */
#ifndef FC_PATH_H
#define FC_PATH_H

#include "../../xpath/result/xp_session.h"
#include "../../xpath/terms/xp_terms.h"
#include "fc_query.h"

/*
 * Compile the query of a block, which may not ask for the moment; *query is NULL when it is a path.  Memory is the
 * arena's; block and arena last as long.  Errors of fc_compile.
 */
extern BxStatus fc_path_compile(const XpBlock *block, const BxHost *host, BxArena *arena,
								const FcQuery **query, BxError *err);

/* What the engine of a query has compiled, for those who give it values of variables. */
extern BxStatus fc_engine_query(struct XpEngine *engine, BxError *err, const FcQuery **query);

/*
 * As xp_terms_of (xpath/terms/xp_terms.h), of a block that may be a query.  Values of its variables are not known, and
 * a tree with slots says nothing.
 */
extern BxStatus fc_path_terms(const XpBlock *path, XpTermsAsk ask, const XpVar *vars, uint32_t n_vars,
							  BxArena *arena, XpTerms *terms, BxError *err);

/*
 * The text of a query, from its block, with values in place of external variables and of those that nothing declares;
 * appended.  Values are atomic.
 */
extern BxStatus fc_path_bind(const XpBlock *path, const RuVar *vars, uint32_t n_vars, BxArena *arena,
							 BxBuf *text, BxError *err);

#endif
