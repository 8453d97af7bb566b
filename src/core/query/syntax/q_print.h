/*
 * q_print.h -- a tree as text that parses to an equal tree.
 */
#ifndef Q_PRINT_H
#define Q_PRINT_H

#include "q_ast.h"

struct BxBuf;
extern BxStatus q_print_module(const QModule *module, struct BxBuf *out, BxError *err);
extern BxStatus q_print(const QExpr *expr, struct BxBuf *out, BxError *err);
/* Are two trees the same but for positions? */
extern bool q_equal(const QExpr *a, const QExpr *b);

#endif
