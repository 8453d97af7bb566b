/*
 * q_parse_int.h -- the cursor over the text of a query, and what the files of the parser share.
 *
 * The parser makes one pass.  It stands at a token; what it looks at beyond is one or two tokens, or the byte behind a
 * name.  Inside of direct constructors, string constructors and pragmas it reads characters instead, and continues with
 * tokens behind them (q_resume).
 */
#ifndef Q_PARSE_INT_H
#define Q_PARSE_INT_H

#include "../../base/bx_core_int.h"

#include "q_parse.h"

/* Punctuation of one character is its own kind. */
typedef enum QTokenKind
{
	Q_TOK_END = 128,
	Q_TOK_NAME, /* "x", "p:x", "Q{u}x", "*:x", "p:*", "Q{u}*"; a lone "*" is punctuation */
	Q_TOK_INTEGER,
	Q_TOK_DECIMAL,
	Q_TOK_DOUBLE,
	Q_TOK_STRING,
	Q_TOK_PARENT,   /* ".." */
	Q_TOK_COLONS,   /* "::" */
	Q_TOK_SLASHES,  /* double slash */
	Q_TOK_NE,       /* "!=" */
	Q_TOK_LE,       /* "<=" */
	Q_TOK_GE,       /* ">=" */
	Q_TOK_ASSIGN,   /* ":=" */
	Q_TOK_BEFORE,   /* "<<" */
	Q_TOK_AFTER,    /* ">>" */
	Q_TOK_CONCAT,   /* "||" */
	Q_TOK_ARROW,    /* "=>" */
	Q_TOK_PRAGMA,   /* "(#" */
	Q_TOK_BACKTICKS /* "``[" */
} QTokenKind;

typedef enum QNameForm
{
	Q_FORM_PLAIN,    /* x */
	Q_FORM_PREFIXED, /* p:x */
	Q_FORM_BRACED,   /* Q{uri}x; prefix is what the braces hold */
	Q_FORM_ANY_URI   /* *:x */
} QNameForm;

typedef enum QWord
{
	QW_NONE,
#define Q_WORD(id, text) QW_##id,
#include "q_words.def"
#undef Q_WORD
	QW_WORDS
} QWord;

typedef struct QToken
{
	uint8_t kind;   /* QTokenKind or a character */
	uint8_t form;   /* names: QNameForm */
	uint8_t word;   /* names without prefix: QWord */
	bool any_local; /* names: the local part is "*" */
	uint8_t next;   /* names: the byte behind the white space that follows, 0 at the end; ':' only of "::" */
	uint32_t off;   /* bytes of the source */
	uint32_t end;
	BxStr prefix; /* names */
	BxStr local;  /* names: the local part; strings: what is between the quotes */
} QToken;

/* A token that was looked at before the parser came to it. */
typedef struct QAhead
{
	QToken tok;
	uint32_t from;  /* the byte where it was looked for */
	uint32_t after; /* where the one behind it is looked for; 0: none is here */
} QAhead;

/* The character at a byte has this position. */
typedef struct QPlace
{
	uint32_t off;
	uint32_t pos;
} QPlace;

/* What the parser holds while expressions and parameters are read whose number is not known yet. */
typedef struct QStack
{
	void *items;
	uint32_t n;
	uint32_t cap;
} QStack;

/* What the prolog has declared so far. */
typedef struct QDeclared
{
	QStack variables; /* of QVariable ... */
	QStack functions;
	QStack options;
	QStack formats;
	QStack imports;
	uint32_t outer;   /* namespaces that the prolog may declare anew */
	uint32_t setters; /* that were there: bits of q_prolog.c */
} QDeclared;

typedef struct QParser QParser;
struct QParser
{
	const char *s; /* UTF-8 made of XML characters */
	uint32_t n;
	uint32_t at; /* next byte behind the token */
	QToken tok;
	QAhead ahead;
	bool ascii; /* a character is a byte */
	QPlace place;
	BxArena *arena;
	const BxHost *host;
	BxError *err;
	QModule *module;
	QMode mode;
	uint32_t ticks;                            /* of a path: tokens so far; */
	uint32_t n_exprs;                          /* nodes of the tree so far */
	BxStatus (*single)(QParser *p, QExpr **e); /* an expression without "," */
	uint32_t depth;                            /* nested expressions */
	uint32_t skipping;   /* above 0: only the end of what is read is wanted, and names mean nothing */
	QStack skipped;      /* values of attributes that were passed over (q_direct.c), in kept */
	BxArena *kept;       /* while names mean nothing, arena is given back soon; this one is not */
	uint32_t last_xmlns; /* where the source has its last "xmlns"; 0: nowhere */
	BxStr element_uri;   /* of names of elements and types without prefix */
	QStack namespaces;   /* of QNamespace: those in scope, the last one wins */
	QStack exprs;        /* of QExpr * */
	QStack params;       /* of QParam */
	QStack types;        /* of XdSeqType */
	QStack tests;        /* of XdTest */
	QStack strings;      /* of BxStr */
	QStack annotations;  /* of QAnnotation */
	QDeclared prolog;
};

/* Reads an expression of some kind. */
typedef BxStatus (*QReader)(QParser *p, QExpr **e);

/* Is it a path, in the language of bxpath, or paths inside of changes? */
static inline bool
q_in_path(const QParser *p)
{
	return p->mode != Q_MODE_QUERY;
}

/* What messages begin with. */
static inline const char *
q_invalid(const QParser *p)
{
	return p->mode == Q_MODE_QUERY    ? "invalid XQuery expression: "
		   : p->mode == Q_MODE_UPDATE ? "invalid XQuery Update expression: "
									  : "invalid XPath expression: ";
}

/* ---- q_parse.c ---- */

/* A parser with the static context that every module begins with; the first token is read. */
extern BxStatus q_begin(QParser *p, BxStr text, QMode mode, BxArena *arena, const BxHost *host, BxError *err);
/* The prolog of a path, at whose expression the parser then stands. */
extern BxStatus q_prolog_of(QParser *p, BxStr text, BxArena *arena, BxError *err);
/* The body of the module, behind its prolog, up to the end. */
extern BxStatus q_body(QParser *p);

/* ---- q_lex.c: tokens and errors ---- */

/* Length and characters of the text are checked here; the first token is read. */
extern BxStatus q_lex_init(QParser *p, const char *s, size_t n);
/* Go to the next token.  Charges the host. */
extern BxStatus q_advance(QParser *p);
/* The token behind the current one, and the one behind that. */
extern BxStatus q_peek(QParser *p, QToken *next);
extern BxStatus q_peek_two(QParser *p, QToken *next, QToken *second);
/* Continue with the token at a byte. */
extern BxStatus q_resume(QParser *p, uint32_t off);
/* Character position of a byte; q_count_pos counts characters. */
extern uint32_t q_count_pos(QParser *p, uint32_t off);
static inline uint32_t
q_pos(QParser *p, uint32_t off)
{
	return BX_LIKELY(p->ascii && off <= p->n) ? off + 1 : q_count_pos(p, off);
}

/* XPST0003 or another code at a byte; detail is a sentence or NULL. */
extern BxStatus q_fail(QParser *p, uint32_t off, const char *code, const char *detail, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The status of a failure, whose position is this character. */
extern BxStatus q_at(QParser *p, uint32_t pos, BxStatus status);
/* The token cannot be here. */
extern BxStatus q_unexpected(QParser *p, const char *detail);
/* The character at a byte cannot be here. */
extern BxStatus q_unexpected_at(QParser *p, uint32_t off, const char *detail);
/* Take a token of this kind, or this word. */
extern BxStatus q_expect(QParser *p, unsigned kind, const char *detail);
extern BxStatus q_expect_word(QParser *p, QWord word, const char *detail);
/* Take the token if it is of this kind, or this word; *taken says so. */
extern BxStatus q_accept(QParser *p, unsigned kind, bool *taken);
extern BxStatus q_accept_word(QParser *p, QWord word, bool *taken);
/* The piece of source for a message, in buf: at most 40 bytes. */
#define Q_SHOWN_MAX 48
extern const char *q_shown(BxStr s, char *buf);
extern const char *q_word_text(QWord word);
extern QWord q_word_find(BxStr s);
/* End of the NCName at a byte; that byte itself when there is none. */
extern uint32_t q_ncname_end(const QParser *p, uint32_t off);
/* Where the source has these characters first from a byte on; its end if it does not. */
extern uint32_t q_find(const QParser *p, uint32_t off, const char *what);
/* The byte at off, 0 behind the end. */
static inline uint8_t
q_byte(const QParser *p, uint32_t off)
{
	return off < p->n ? (uint8_t) p->s[off] : 0;
}

static inline bool
q_is_word(const QParser *p, QWord word)
{
	return p->tok.word == word;
}

static inline bool
q_is(const QParser *p, unsigned kind)
{
	return p->tok.kind == kind;
}

/* ---- q_node.c: nodes of the tree, and lists in the making ---- */

extern BxStatus q_alloc(QParser *p, size_t n, void *out);
/* A node at a byte of the source, where its text begins. */
extern BxStatus q_new(QParser *p, QKind kind, uint32_t off, QExpr **e);
/* A step without predicates. */
extern BxStatus q_new_step(QParser *p, uint32_t off, XdAxis axis, const XdTest *test, QExpr **e);
/* The same with operands. */
extern BxStatus q_new_one(QParser *p, QKind kind, uint32_t off, QExpr *a, QExpr **e);
extern BxStatus q_new_two(QParser *p, QKind kind, uint32_t off, QExpr *a, QExpr *b, QExpr **e);
extern BxStatus q_new_string(QParser *p, uint32_t off, BxStr s, QExpr **e);
/* "()" */
extern BxStatus q_new_empty(QParser *p, uint32_t off, QExpr **e);
/* One entry more on a stack. */
extern BxStatus q_push(QParser *p, QStack *stack, const void *item, size_t size);
/* The entries from mark on, in an array of their own; the stack is cut there. */
extern BxStatus q_take(QParser *p, QStack *stack, uint32_t mark, size_t size, void *array, uint32_t *n);
extern BxStatus q_push_expr(QParser *p, QExpr *e);
/* The arguments of e are the expressions pushed since mark.  BX_E_DEPTH when the tree becomes too high. */
extern BxStatus q_take_args(QParser *p, uint32_t mark, QExpr *e);
/* The only argument of e, which may be NULL. */
extern BxStatus q_only_arg(QParser *p, QExpr *e, QExpr *a);
extern BxStatus q_take_params(QParser *p, uint32_t mark, QExpr *e);
/* Both, the parameters from `params` on. */
extern BxStatus q_take_bound(QParser *p, uint32_t params, uint32_t mark, QExpr *e);
/* One level of nesting more; each success is followed by q_leave. */
extern BxStatus q_enter(QParser *p);
static inline void
q_leave(QParser *p)
{
	p->depth--;
}

/* ---- q_name.c: what names mean ---- */

/* The namespace of annotations and options without prefix. */
#define Q_URI_XQUERY "http://www.w3.org/2012/xquery"
#define Q_URI_XMLNS "http://www.w3.org/2000/xmlns/"

typedef enum QNameUse
{
	Q_NO_DEFAULT, /* variables, attributes, options: without prefix no namespace */
	Q_ELEMENT_DEFAULT,
	Q_FUNCTION_DEFAULT,
	Q_ANNOTATION_DEFAULT
} QNameUse;

/* The name of the current token, which must be one without "*"; the token is taken.  XPST0081. */
extern BxStatus q_name(QParser *p, QNameUse use, const char *detail, AtName *name);
/* The name of a function that paths have, and its number (XpFunc); the token is not taken. */
extern BxStatus q_path_function(QParser *p, AtName *name, uint32_t *number);
/* The same of any token, which is not taken. */
extern BxStatus q_resolve(QParser *p, const QToken *t, QNameUse use, AtName *name);
extern BxStatus q_bind(QParser *p, BxStr prefix, BxStr uri);
/* XPST0081 for a prefix at a byte. */
extern BxStatus q_undeclared(QParser *p, uint32_t off, BxStr prefix);
/* A name test with or without "*": kinds are not set; the token is taken. */
extern BxStatus q_name_test(QParser *p, QNameUse use, XdTest *test);
/* A name that is there twice in a list, or NULL; empty ones do not count. */
typedef const AtName *(*QNameAt)(const void *list, uint32_t i);
extern BxStatus q_find_duplicate(QParser *p, const void *list, uint32_t n, QNameAt name_at,
								 const AtName **twice);
/* "x" or "p:x" */
extern const char *q_shown_name(const AtName *name, char *buf, size_t n);

/* ---- q_literal.c: texts ---- */

/* A text in the making, in the arena. */
typedef struct QText
{
	char *s;
	size_t n;
	size_t cap;
} QText;

static inline BxStr
q_text_str(const QText *t)
{
	return bx_str(t->n > 0 ? t->s : "", t->n);
}

extern BxStatus q_text_add(QParser *p, QText *t, const char *s, size_t n);
/* The bytes from..to of the source, ends of lines as "\n". */
extern BxStatus q_text_add_source(QParser *p, QText *t, uint32_t from, uint32_t to);
/* These bytes as a text. */
extern BxStatus q_source_text(QParser *p, uint32_t from, uint32_t to, BxStr *text);
/* The reference at *off, its "&"; *off moves behind its ";".  XPST0003, XQST0090. */
extern BxStatus q_text_add_reference(QParser *p, QText *t, uint32_t *off);
/* The value of the string token. */
extern BxStatus q_string_value(QParser *p, const QToken *t, BxStr *s);
/* Without white space at the ends, and with one space for each run of it. */
extern BxStatus q_collapse(QParser *p, BxStr *s);
/* The string token as text, or as URI with white space normalized; it is taken. */
extern BxStatus q_string(QParser *p, const char *detail, BxStr *s);
extern BxStatus q_uri_literal(QParser *p, const char *detail, BxStr *uri);
/* What the braces of "Q{uri}x" hold. */
extern BxStatus q_braced_uri(QParser *p, BxStr raw, BxStr *uri);
/* The value of a number token. */
extern BxStatus q_number(QParser *p, XdItem *value);

/* ---- q_type.c: sequence types ---- */

extern BxStatus q_sequence_type(QParser *p, const XdSeqType **type);
/* The same without an occurrence. */
extern BxStatus q_item_type(QParser *p, const XdSeqType **type);
/* "as" and a sequence type, or *type is NULL. */
extern BxStatus q_type_declaration(QParser *p, const XdSeqType **type);
/* The type of a cast: XQST0052, XPST0080. */
extern BxStatus q_single_type(QParser *p, const XdSeqType **type);
/* Is the token, a name before "(", the start of a kind test? */
extern bool q_is_kind_test(const QParser *p);
/* A kind test, of which type holds what a step does not show. */
extern BxStatus q_kind_test(QParser *p, XdSeqType *type);
/* The same as an entry of the stack of types. */
extern BxStatus q_push_sequence_type(QParser *p);
/* "$x" where it is used; in a path the prefix may not be declared. */
extern BxStatus q_variable_reference(QParser *p, QParam *param);
/* "$x" where it is declared or bound. */
extern BxStatus q_variable_name(QParser *p, QParam *param);
/* "$x as T": type NULL without "as". */
extern BxStatus q_parameter(QParser *p, QParam *param);
/* The same on the stack of parameters. */
extern BxStatus q_push_parameter(QParser *p);
/* Where a variable may be and none is. */
static inline QParam
q_no_param(void)
{
	return (QParam){.name = {{"", 0}, {"", 0}, {"", 0}}};
}
/* A function's parameters behind "(", with ")"; XQST0039. */
extern BxStatus q_parameters(QParser *p, QParam **params, uint32_t *n);
/* Names of which no two may be the same, those that are empty aside. */
extern BxStatus q_distinct_params(QParser *p, const QParam *params, uint32_t n, const char *code);

/* ---- q_expr.c: operators ---- */

/* An expression without ",": what QParser.single is. */
extern BxStatus q_operators(QParser *p, QExpr **e);

/* ---- q_list.c: expressions inside of others ---- */

/* Expressions separated by ","; one without. */
extern BxStatus q_expr(QParser *p, QExpr **e);
/* The same of what one reads. */
extern BxStatus q_list(QParser *p, QReader one, QExpr **e);
extern BxStatus q_single(QParser *p, QExpr **e);
/* One without, on the stack of expressions. */
extern BxStatus q_push_single(QParser *p);
/* "{ E }" and "{ }", then NULL. */
extern BxStatus q_enclosed(QParser *p, QExpr **e);
/* The same, where "{ }" is the empty sequence. */
extern BxStatus q_enclosed_body(QParser *p, QExpr **e);
/* "(A, B)" at the "(": arguments on the stack of expressions. */
extern BxStatus q_arguments(QParser *p);
/* "[E]" any number of times, on the stack of expressions. */
extern BxStatus q_predicates(QParser *p);

/* ---- q_control.c: conditions, branches, quantifiers ---- */

/* result: reads what it gives, and so on. */
extern BxStatus q_if(QParser *p, QReader result, QExpr **e);
extern BxStatus q_switch(QParser *p, QExpr **e);
extern BxStatus q_typeswitch(QParser *p, QExpr **e);
extern BxStatus q_try(QParser *p, QExpr **e);
extern BxStatus q_quantified(QParser *p, QExpr **e);
/* (# pragma #) { E }, validate { E } */
extern BxStatus q_extension(QParser *p, QExpr **e);
extern BxStatus q_validate(QParser *p, QExpr **e);

/* ---- q_flwor.c ---- */

extern BxStatus q_flwor(QParser *p, QReader result, QExpr **e);

/* ---- q_path.c, q_primary.c ---- */

extern BxStatus q_path(QParser *p, QExpr **e);
/* A primary expression with what follows it: predicates, arguments, look-ups. */
extern BxStatus q_postfix(QParser *p, QExpr **e);
/* "()", or what one reads, separated by ",". */
extern BxStatus q_parenthesized(QParser *p, QReader one, QExpr **e);
extern BxStatus q_variable(QParser *p, QExpr **e);
/* Is it a word that, without a prefix, no function can have as its name? */
extern bool q_is_reserved_word(QWord word);
/* Does the current name begin a constructor with a word, as in "element x {" and "map {"? */
extern BxStatus q_is_computed(QParser *p, bool *is);

/* ---- q_construct.c, q_direct.c ---- */

extern BxStatus q_computed(QParser *p, QExpr **e);
extern BxStatus q_string_constructor(QParser *p, QExpr **e);
/* The braces at *at with an expression or none, as ENCLOSED on the stack; *at moves behind them. */
extern BxStatus q_push_enclosed(QParser *p, uint32_t *at);
/* At "<". */
extern BxStatus q_direct(QParser *p, QExpr **e);

/* ---- q_update.c ---- */

/* Does the current word begin an expression of the Update Facility? */
extern BxStatus q_is_update(QParser *p, bool *is);
extern BxStatus q_update(QParser *p, QExpr **e);
/* Q_MODE_UPDATE: all of it. */
extern BxStatus q_changes(QParser *p, QExpr **e);

/* ---- q_prolog.c, q_declare.c, q_import.c, q_format.c ---- */

/* Declarations up to the body of the query: module->* but the body. */
extern BxStatus q_prolog(QParser *p);
/* A prefix of the prolog that is declared at a byte: XQST0033, XQST0070. */
extern BxStatus q_declare_prefix(QParser *p, uint32_t off, BxStr prefix, BxStr uri);
/* A name that is a prefix; the token is taken. */
extern BxStatus q_prefix(QParser *p, BxStr *prefix);
/* At "import": a module or a schema. */
extern BxStatus q_import(QParser *p);
/* "module namespace p = U;" */
extern BxStatus q_library(QParser *p);
/* At "variable", "function", "%", "updating", "context" and "option". */
extern BxStatus q_declaration(QParser *p);
/* At "decimal-format"; is_default: behind "default". */
extern BxStatus q_decimal_format(QParser *p, bool is_default);
/* No two variables or functions of a name: XQST0049, XQST0034. */
extern BxStatus q_check_declarations(QParser *p);

/* The i-th prefix that every module has; false behind the last. */
extern bool q_predeclared(size_t i, const char **prefix, const char **uri);
/* Those of the mode, for a parser that begins: paths do not have them in their list. */
extern BxStatus q_bind_predeclared(QParser *p);
/* Is it one of those that paths have, too? */
extern bool q_path_has_prefix(BxStr prefix);
/* The properties of decimal formats. */
extern const size_t q_n_format_properties;
extern const char *q_format_property_name(size_t i);
extern BxStr q_format_property(const QDecimalFormat *f, size_t i);

/* What annotations say. */
typedef struct QAnnotated
{
	bool is_private;
	bool is_public;
	bool twice; /* two of these */
	bool updating;
	const QAnnotation *annotations;
	uint32_t n_annotations;
} QAnnotated;

/* "%a(1) %b", or nothing; XQST0045. */
extern BxStatus q_annotations(QParser *p, QAnnotated *annotated);
/* Namespaces in which no query declares anything. */
extern bool q_is_reserved_uri(BxStr uri);

#endif
