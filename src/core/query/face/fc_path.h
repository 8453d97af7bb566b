/*
 * fc_path.h -- queries in the place of paths: a compiled path (xp_ast.h) whose text is a query of XQuery.
 *
 * Evaluation of paths asks for their items (XpForeign), which are nodes of the value, atomic values, or made by the
 * query.  Each query is evaluated with the document as its context item, or with the node that evaluation is at.
 */
#ifndef FC_PATH_H
#define FC_PATH_H

#include "../../xpath/result/xp_session.h"
#include "../../xpath/terms/xp_terms.h"
#include "fc_query.h"

/* The queries of a block, or of several that are joined; immutable. */
typedef struct FcPathQueries FcPathQueries;

/*
 * Compile the queries of a block, which may not ask for the moment; *queries is NULL when there are none.  Memory is
 * the arena's; block and arena last as long.  Errors of fc_compile.
 */
extern BxStatus fc_path_compile(const XpBlock *block, const BxHost *host, BxArena *arena,
								const FcPathQueries **queries, BxError *err);

/* The only query of a block that is one, for those who give it values of variables. */
extern const FcQuery *fc_path_query(const FcPathQueries *queries);

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

/*
 * What evaluates them in one call, in the arena: to be set as XpCall.foreign.  Variables without a value are errors of
 * evaluation, as are those of the host for arguments that are not the call's.
 */
extern BxStatus fc_path_begin(const FcPathQueries *queries, const BxHost *host, BxArena *arena,
							  const RuVar *vars, uint32_t n_vars, BxError *err, XpForeign **foreign);

#endif
