/*
 * xp_parse_int.h -- state and private functions of the path parser.
 *
 * Failure is sticky: the first one sets status and fills the report, and every function below then returns 0 (or
 * false), so callers only pass it on.  Nodes are made children first, so a child's index is smaller than its
 * parent's, and members of a list are made in order, so next points to a larger index; xp_check.c relies on both.
 */
#ifndef XP_PARSE_INT_H
#define XP_PARSE_INT_H

#include "xp_shape.h"
#include "xp_lex_int.h"
#include "xp_value.h"

/* Bounds the pairwise searches for a prefix; documents have a dozen. */
#define XP_MAX_BINDINGS 256

/* A piece of the pool. */
typedef struct XpSpan
{
	uint32_t off;
	uint32_t len;
} XpSpan;

typedef struct XpPrefixDecl
{
	XpSpan prefix;
	XpSpan uri; /* empty: the prefix is not bound (any more) */
} XpPrefixDecl;

/*
 * "declare variable": a value given there takes the place of every reference, so that a bound variable costs no more
 * than a literal; an external one stays an XP_VARIABLE node.
 */
typedef struct XpVarDecl
{
	XpSpan uri;
	XpSpan local;
	XpExpr value;  /* op XP_NONE: external; XP_NUMBER: a is not set */
	double number; /* of an XP_NUMBER */
	uint32_t from; /* source offsets: of what follows the name ... */
	uint32_t to;   /* ... and of the ";" */
} XpVarDecl;

/* The namespace of element names without prefix. */
typedef struct XpDefault
{
	XpSpan uri;
	bool declared;
} XpDefault;

/* Where texts end, as source offsets. */
typedef struct XpEnds
{
	uint32_t token;  /* the one before the cursor */
	uint32_t *nodes; /* per node, or NULL when nobody asks */
} XpEnds;

typedef struct XpParser
{
	XpLexer lx;
	XpToken cur;
	BxArena *arena;
	BxError *err;
	BxStatus status;
	uint32_t depth;     /* nested expressions being parsed */
	uint32_t ticks;     /* tokens since the last poll */
	uint8_t positional; /* XP_POSITIONAL, XP_USES_LAST of calls seen at this predicate level */

	XpEnds ends;
	XpExpr *nodes;     /* nodes[0] is not used */
	uint16_t *heights; /* levels of the tree under each node, itself included */
	uint32_t n_nodes;
	uint32_t cap_nodes;
	XpName *names;
	uint32_t n_names;
	uint32_t cap_names;
	double *numbers; /* XP_NUMBER nodes hold indices into it until the block is laid out */
	uint32_t n_numbers;
	uint32_t cap_numbers;
	char *extra; /* text of the pool behind the source: what is not in the source as it is needed */
	uint32_t extra_len;
	uint32_t cap_extra;

	XpPrefixDecl *bindings;
	uint32_t n_bindings;
	uint32_t cap_bindings;
	const XpPrefix
		*outer; /* prefixes the caller binds, looked up after those of the prolog; the last one wins */
	uint32_t n_outer;
	XpDefault by_default;

	XpVarDecl *decls;
	uint32_t n_decls;
	uint32_t cap_decls;

	bool item_context; /* "." may be an atomic value here */
	uint32_t n_locals; /* variables of for, let, some and every in scope ... */

	/* what follows is not set at the start */
	XpName locals[XP_MAX_LOCALS]; /* ... the last wins */
} XpParser;

/* xp_tokens.c: tokens, errors, nesting */
extern void xp_parse_init(XpParser *p, const char *text, uint32_t n, BxArena *arena, BxError *err);
extern bool xp_advance(XpParser *p);
extern bool xp_expect(XpParser *p, uint8_t kind, const char *detail);
extern uint32_t xp_unexpected(XpParser *p, const char *detail);
extern bool xp_enter(XpParser *p);
extern void xp_leave(XpParser *p);
extern bool xp_is_word(const XpParser *p, const XpToken *t, const char *word);
extern bool xp_expect_word(XpParser *p, const char *word, const char *detail);

static inline const char *
xp_source(const XpParser *p, uint32_t off)
{
	return p->lx.s + off;
}

/* Record a failure with position; the value is 0 so that it can be returned at once. */
#define xp_error(p, at, detail, ...) ((p)->status = xp_fail((p)->err, (at), (detail), __VA_ARGS__), 0)

/* xp_block.c: the growing parts of the block */
extern bool xp_build_init(XpParser *p);
extern void *xp_room(XpParser *p, void *array, size_t item, uint32_t used, uint32_t more, uint32_t *cap);
extern uint32_t xp_add_node(XpParser *p, const XpExpr *node);
extern uint32_t xp_add_name(XpParser *p, const XpName *name); /* index + 1 */
extern uint32_t xp_add_number(XpParser *p, double number);    /* index + 1 */
extern bool xp_add_char(XpParser *p, char c);
extern bool xp_add_text(XpParser *p, const char *s, size_t n, XpSpan *span);
extern const char *xp_span_text(const XpParser *p, XpSpan span);
extern bool xp_span_same(const XpParser *p, XpSpan a, XpSpan b);
extern bool xp_span_is(const XpParser *p, XpSpan span, const char *s);
/* The item that "." is, where it may be an atomic value. */
extern uint32_t xp_add_item(XpParser *p, uint32_t pos);
/* That, or elsewhere the path ".". */
extern uint32_t xp_add_context(XpParser *p, uint32_t pos);
extern XpBlock *xp_build_block(XpParser *p, uint32_t root, size_t reserve);

/* xp_query_text.c: the block of the text of a query */

/* xp_literal.c: the text of a string literal */
extern bool xp_literal_text(XpParser *p, const XpToken *t, XpSpan *span);

/* A URI as it is meant: references replaced, white space normalized. */
extern bool xp_uri_value(XpParser *p, const XpToken *t, XpSpan raw, XpSpan *uri);

/* xp_names.c: what names mean */
/* The declaration of a prefix; NULL when there is none. */
extern const XpPrefixDecl *xp_find_binding(const XpParser *p, XpSpan prefix);
extern bool xp_add_binding(XpParser *p, XpSpan prefix, XpSpan uri);
/* The namespace of a prefix, empty when there is none; false when memory is refused. */
extern bool xp_lookup_prefix(XpParser *p, XpSpan prefix, XpSpan *uri);
/* What a name means, without adding it to the block; false on error. */
extern bool xp_meaning(XpParser *p, const XpToken *t, bool element, XpName *name);
/* The name of a token; unprefixed names are in the default element namespace only for element tests. */
extern uint32_t xp_resolve(XpParser *p, const XpToken *t, bool element);
extern XpFunc xp_resolve_func(XpParser *p, const XpToken *t);
/* Is the name in the namespace of XML Schema? */
extern bool xp_is_schema_name(const XpParser *p, const XpName *name);
/* The name of a variable that is bound here, with the cursor on it. */
extern bool xp_parse_local(XpParser *p, XpName *name);
/* The variable of for, let, some or every the name means here; *node 0: none of them.  False on error. */
extern bool xp_find_local(XpParser *p, const XpName *name, uint32_t pos, uint32_t *node);

/* xp_prolog.c: declarations */
extern bool xp_parse_prolog(XpParser *p);

/* xp_prolog_vars.c: variables */
extern bool xp_parse_variable_decl(XpParser *p);
extern const XpVarDecl *xp_find_decl(const XpParser *p, XpSpan uri, XpSpan local);
/* The node of a reference to a declared variable with a value. */
extern uint32_t xp_add_declared(XpParser *p, const XpVarDecl *decl, uint32_t pos);

/* An expression of a language around paths, where it may stand instead of one of paths. */
typedef uint32_t (*XpForm)(XpParser *p);

/* xp_expr.c */
extern uint32_t xp_parse_list(XpParser *p, XpForm form); /* single expressions separated by "," */
extern uint32_t xp_parse_parenthesis(XpParser *p, XpForm form);
extern uint32_t xp_parse_operators(XpParser *p); /* an expression of operators and operands only */
extern uint32_t xp_parse_primary(XpParser *p);
extern bool xp_starts_primary(const XpParser *p);
/* False, with an error at pos, when a static type cannot be a node-set. */
extern bool xp_need_nodeset(XpParser *p, uint32_t node, uint32_t pos, const char *what);

/* xp_step.c */
extern uint32_t xp_parse_path(XpParser *p);

/* xp_parse.c: prolog, expression, end; the root node */
extern uint32_t xp_parse_all(XpParser *p);
/* xp_parse.c: length and encoding of a source: the lexer trusts both */
extern BxStatus xp_check_source(const char *text, size_t n, BxError *err);

/* xp_seq_parse.c: what XPath 2.0 adds */
extern uint32_t xp_parse_one(XpParser *p, XpForm form); /* an expression without "," */

/* The same in paths. */
static inline uint32_t
xp_parse_expr(XpParser *p)
{
	return xp_parse_list(p, NULL);
}

static inline uint32_t
xp_parse_single(XpParser *p)
{
	return xp_parse_one(p, NULL);
}

/* xp_join.c: parse the prolog of a path again, up to the token p->cur. */
extern BxStatus xp_prolog_of(XpParser *p, const XpBlock *path, BxArena *arena, BxError *err);

#endif
