/*
 * qs_build.h -- from the tree of a query to operators: what builders (qs_*.c, one group of kinds each) share.
 *
 * A builder makes the operators of its expression and of those in it (qs_build), puts what the language does by itself
 * into operators of their own (atomization, conversions, checks of types, order and duplicates), and says what is known
 * of the result (RuOp.type, RuOp.uses).  Static errors are BX_E_XPATH with a position and a code.
 */
#ifndef QS_BUILD_H
#define QS_BUILD_H

#include "../library/fn_table.h"
#include "../run/ru_query.h"
#include "../syntax/q_ast.h"
#include "qs_library.h"

/* A variable that is in scope. */
typedef struct QsVariable
{
	AtName name;
	uint32_t slot;
	RuType type;
} QsVariable;

typedef struct QsBuild QsBuild;

struct RuBranch; /* ru_expr.h */

/* Makes the operators of a kind of expression. */
typedef BxStatus (*QsBuilder)(QsBuild *b, const QExpr *e, RuOp **op);

/* What the mode of a query adds: NULL for XQuery. */
typedef struct QsRules
{
	QsBuilder build; /* of any expression, instead of the builder of its kind */
	/* the arguments of a call of the library, which are operators already */
	BxStatus (*arguments)(QsBuild *b, const QExpr *e, RuOp *op);
	/* what is written into a node: content, a value, a name */
	QsBuilder written;
} QsRules;

struct QsBuild
{
	const QsBuilder *builders; /* by kind */
	const QsRules *rules;      /* NULL: there are none */
	BxArena *arena;
	const BxHost *host;
	BxError *err;
	const QModule *module; /* that is being built, */
	uint16_t number;       /* its number, */
	RuModule *current;     /* and what is kept of it */
	RuQuery *query;
	XdPaths *paths;
	QsVariable *scope; /* innermost last; of the function that is being built */
	uint32_t n_scope, cap_scope;
	uint32_t n_slots;   /* slots in use at this place */
	uint32_t max_slots; /* that the frame needs */
	uint32_t depth;
	/* prefixes of the prolog, then those that direct constructors around declare; the last of one name counts */
	const AtPrefix *prefixes;
	uint32_t n_prefixes;
	bool has_focus;          /* there may be a context item here: not in bodies of functions */
	bool immutable;          /* functions of the moment are refused, */
	const char *instead;     /* with this hint */
	bool tables;             /* the caller has tables: collections may be read */
	bool implicit_externals; /* variables that nothing declares are the caller's */
	QMode mode;
	/* of modes with rules: loops around this place, and slots in use where the innermost one begins */
	uint32_t loops, loop_slots;
	bool any_item;   /* the context item may be an atomic value: of modes with rules */
	bool exact_body; /* its value is exact (qs_exact.c) */
	const QExpr
		*exact; /* a sum or an average whose values are decimals (qs_exact.c); NULL again if they cannot be */
};

#define Q_KIND(id, builder) extern BxStatus builder(QsBuild *b, const QExpr *e, RuOp **op);
#include "../syntax/q_kinds.def"
#undef Q_KIND

/* The operators of an expression. */
extern BxStatus qs_build(QsBuild *b, const QExpr *e, RuOp **op);
/* The same with a context item around it, or without one. */
extern BxStatus qs_build_in_focus(QsBuild *b, const QExpr *e, bool has_focus, RuOp **op);
/* The operators of so many expressions. */
extern BxStatus qs_build_all(QsBuild *b, QExpr *const *exprs, uint32_t n, RuOp **ops);
/* Recursion over the query: charge a step; BX_E_DEPTH when the stack does not suffice. */
extern BxStatus qs_check_depth(QsBuild *b, const QExpr *e);

/* A new operator: uses is that of the arguments set later by qs_done. */
extern BxStatus qs_new(QsBuild *b, const RuClass *class, uint32_t pos, uint32_t n_args, RuOp **op);
/* The same for an expression, whose first argument is that of the operator. */
extern BxStatus qs_new_over(QsBuild *b, const QExpr *e, const RuClass *class, uint32_t n_args, RuOp **op);
/* The same of two arguments, where the first gives the second its focus. */
extern BxStatus qs_new_focus(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op);
/* The same of all arguments of the expression. */
extern BxStatus qs_new_all(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op);
/* Such an operator of branches (RuBranches), which are one less than the arguments of the expression. */
extern BxStatus qs_new_branches(QsBuild *b, const QExpr *e, const RuClass *class, uint32_t n_args,
								struct RuBranch **branches, RuOp **op);
/* *op becomes the argument of a new operator that gives items of the same type. */
extern BxStatus qs_wrap(QsBuild *b, const RuClass *class, RuOp **op);
/* Its arguments are set: take over what they use of the context. */
extern void qs_done(RuOp *op);
/* The same for operators whose argument i is evaluated with a focus of its own. */
extern void qs_done_focus(RuOp *op, uint32_t own_focus_from);
/* Of operators that give RuOp.value. */
extern const RuClass qs_constant_class;
/* An operator whose operands are the arguments of the expression; atomize: their typed values. */
extern BxStatus qs_operands(QsBuild *b, const QExpr *e, const RuClass *class, bool atomize, RuOp **op);
extern BxStatus qs_constant(QsBuild *b, uint32_t pos, const XdItem *item, RuOp **op);
/* Is it such an operator, whose item is op->value? */
extern bool qs_is_constant(const RuOp *op);
extern BxStatus qs_empty(QsBuild *b, uint32_t pos, RuOp **op);

/* A static error with its code; the message begins as all of them do. */
extern BxStatus qs_fail(QsBuild *b, uint32_t pos, const char *code, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* ---- conversions: *op is replaced where one is needed ---- */

/* Nodes become their typed values. */
extern BxStatus qs_atomize(QsBuild *b, RuOp **op);
/* What qs_atomize gave for an operator that casts untyped values to xs:double: atomization may do so. */
extern void qs_as_number(const QsBuild *b, RuOp *op);
/* Atomized, and at most one item (XPTY0004): an operand. */
extern BxStatus qs_operand(QsBuild *b, RuOp **op);
/* The function conversion rules (section 3.1.5.2): atomize, cast untyped items, promote, check; XPTY0004.
 * role: for messages, as "argument 2 of fn:substring". */
extern BxStatus qs_convert(QsBuild *b, RuOp **op, const XdSeqType *type, const char *role);
/* The sequence must match the type: a dynamic error with the code where it does not. */
extern BxStatus qs_check(QsBuild *b, RuOp **op, const XdSeqType *type, const char *code, const char *role);

/* The operators of what is written into a node: content, a value, a name. */
static inline BxStatus
qs_written(QsBuild *b, const QExpr *e, RuOp **op)
{
	return b->rules != NULL ? b->rules->written(b, e, op) : qs_build(b, e, op);
}

/* ---- what is known of types ---- */

extern RuType qs_type_of(const XdSeqType *type);
/* Atomic values of a type. */
static inline RuType
qs_atomic_type(AtType atomic, unsigned occurrence)
{
	return (RuType){.kind = XD_T_ATOMIC, .atomic = (uint8_t) atomic, .occurrence = (uint8_t) occurrence};
}
/* What two expressions give, of which one is evaluated. */
extern RuType qs_either(RuType a, RuType b);
static inline bool
qs_at_most_one(const RuOp *op)
{
	return !(op->type.occurrence & XD_REPEATED) || op->type.kind == XD_T_EMPTY;
}

/*
 * Of a path that begins with the preceding siblings of the context item: all children of its parent that pass the test,
 * in order, and the path from one of them as the context item.  *key stays as it is when it is another expression.
 */
extern BxStatus qs_preceding_siblings(QsBuild *b, const QExpr *e, RuOp **nodes, RuOp **key);

/* ---- variables ---- */

/* The name is bound to a new slot until qs_leave is called with what qs_enter gave. */
extern BxStatus qs_declare(QsBuild *b, const AtName *name, RuType type, uint32_t *slot);
static inline uint32_t
qs_enter(const QsBuild *b)
{
	return b->n_scope;
}
extern void qs_leave(QsBuild *b, uint32_t scope);
/*
 * The items that a variable is bound to one by one, each of its declared type (XPTY0004), and what is known of one.
 * allowing_empty: it is bound to the empty sequence where there are none.
 */
extern BxStatus qs_bound_items(QsBuild *b, const QExpr *e, const QParam *variable, bool allowing_empty,
							   RuOp **op, RuType *type);

/* What is built until qs_leave_loop, with what this gave, is evaluated again and again. */
static inline uint32_t
qs_enter_loop(QsBuild *b)
{
	uint32_t before = b->loop_slots;

	b->loops++;
	b->loop_slots = b->n_slots;
	return before;
}
static inline void
qs_leave_loop(QsBuild *b, uint32_t before)
{
	b->loops--;
	b->loop_slots = before;
}

/* ---- the query as a whole: qs_query.c ---- */

typedef struct QsOptions
{
	bool immutable;          /* refuse functions of the moment and of the database, */
	const char *instead;     /* with this hint; NULL: that of functions of SQL */
	bool tables;             /* runs have RuExternal.tables */
	bool implicit_externals; /* variables that the main module uses and nothing declares are the caller's */
	const QsLibraries *libraries; /* NULL: modules cannot be imported */
	bool exact;                   /* of Q_MODE_PATH: sums and so on of decimals are decimals (qs_exact.c) */
	QMode mode;
} QsOptions;

/* Plan a main module, or a library module where there are libraries.  All memory is of the arena. */
extern BxStatus qs_query(const QModule *module, const QsOptions *options, BxArena *arena, const BxHost *host,
						 RuQuery **query, BxError *err);

#endif
