/*
 * q_print_int.h -- a tree as text: what the files of the printer share.
 *
 * Failure is sticky: what is put after the first one is ignored.  Names are written with a prefix where that means the
 * same at the place, else as Q{uri}x; parentheses stand where the tree has them, and where it could not be read again
 * without them.
 */
#ifndef Q_PRINT_INT_H
#define Q_PRINT_INT_H

#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "q_level.h"
#include "q_print.h"

typedef struct QPrinter
{
	BxBuf *out;
	BxError *err;
	BxStatus status;
	QNamespace *scope; /* prefixes, the last of one name counts; in host memory */
	uint32_t n_scope;
	uint32_t cap_scope;
	BxStr element_uri; /* of names of elements and types without prefix */
	BxStr function_uri;
	size_t root;         /* bytes of the output when "/" alone was the last of it; 0: it is not */
	bool path;           /* what bxpath reads: without references, and operators bind as those of XPath 1.0 */
	const QExpr **spine; /* expressions whose first operands are written first; in host memory */
	uint32_t n_spine;
	uint32_t cap_spine;
} QPrinter;

/* ---- q_put.c: characters, names, literals ---- */

extern void q_put(QPrinter *pr, const char *s);
extern void q_put_str(QPrinter *pr, BxStr s);
/* A path "/" by itself. */
extern void q_put_root(QPrinter *pr);
/* A string literal; that of a URI has references in paths, too. */
extern void q_put_string(QPrinter *pr, BxStr s);
extern void q_put_uri_string(QPrinter *pr, BxStr uri);
/* Characters of XML: in content, or in the value of an attribute between '"'. */
extern void q_put_characters(QPrinter *pr, BxStr s, bool attribute);
/* A name where names without prefix are in the namespace given. */
extern void q_put_name(QPrinter *pr, const AtName *name, BxStr by_default);
/* The same, where no name without prefix is in a namespace. */
extern void q_put_full_name(QPrinter *pr, const AtName *name);
extern void q_put_element_name(QPrinter *pr, const AtName *name);
/* "$x", or nothing for a variable that is none. */
extern void q_put_variable(QPrinter *pr, const AtName *name);
extern void q_put_literal(QPrinter *pr, const XdItem *value);
/* Room for one more behind the n items of a list in host memory, a pointer to them; false: there is none, or failed. */
extern bool q_room(QPrinter *pr, void *list, uint32_t n, uint32_t *cap, size_t size);
extern void q_scope_add(QPrinter *pr, BxStr prefix, BxStr uri);
/* The namespace of a prefix is this one. */
extern bool q_scope_has(QPrinter *pr, BxStr prefix, BxStr uri);

/* ---- q_print_type.c ---- */

extern void q_put_type(QPrinter *pr, const XdSeqType *type);
/* " as T", if there is a type. */
extern void q_put_as(QPrinter *pr, const XdSeqType *type);
extern void q_put_step_test(QPrinter *pr, const QExpr *step);
extern void q_put_error_test(QPrinter *pr, const XdTest *test);
/* "$x as T" */
extern void q_put_param(QPrinter *pr, const QParam *param);
/* "($x as T, $y)" */
extern void q_put_params(QPrinter *pr, const QParam *params, uint32_t n);

/* ---- q_print.c, q_print_clause.c, q_print_node.c ---- */

/* An expression where only those can stand that bind at least so strongly. */
extern void q_put_expr(QPrinter *pr, const QExpr *e, unsigned least);
/* Expressions from the i-th argument on, with ", " between. */
extern void q_put_list(QPrinter *pr, const QExpr *e, uint32_t from);
/* " { E }"; e may be NULL. */
extern void q_put_enclosed(QPrinter *pr, const QExpr *e);
/* FLWOR, quantifiers, branches, updates; false: it is none of them. */
extern bool q_put_clauses(QPrinter *pr, const QExpr *e);
/* Constructors; false: it is none. */
extern bool q_put_constructor(QPrinter *pr, const QExpr *e);

#endif
