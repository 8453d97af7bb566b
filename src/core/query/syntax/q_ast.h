/*
 * q_ast.h -- the tree of a query: XQuery 3.1 and XQuery Update, as it was written, names resolved.
 *
 * The tree is in the arena that it was parsed with; it may be edited and printed (q_print.h).  The parser
 * resolves prefixes of elements, types, functions and variables by the prolog; it does not look at what is declared.
 */
#ifndef Q_AST_H
#define Q_AST_H

#include "../../xdm/xd_type.h"

/* Whose rules hold: those of XQuery 3.1, or those of bxpath, XPath 1.0 and the lenient ones for what came later. */
typedef enum QMode
{
	Q_MODE_QUERY,
	Q_MODE_PATH,
	Q_MODE_UPDATE /* changes of bxml_modify: paths, where strings have references and constructors are expressions */
} QMode;

typedef enum QKind
{
#define Q_KIND(id, builder) QK_##id,
#include "q_kinds.def"
#undef Q_KIND
	Q_KINDS
} QKind;

/* QExpr.flags */
#define Q_ARROW 0x0001
#define Q_FROM_SLASHES 0x0002
#define Q_LOOKUP_ALL 0x0004
#define Q_ALLOWING_EMPTY 0x0008
#define Q_STABLE 0x0010
#define Q_DESCENDING 0x0020
#define Q_EMPTY_GREATEST 0x0040
#define Q_EMPTY_LEAST 0x0080
#define Q_ONLY_END 0x0100
#define Q_DIRECT 0x0200
#define Q_CURLY 0x0400
#define Q_VALUE_OF 0x0800
#define Q_TRANSFORM_WITH 0x1000
#define Q_PARENTHESIZED 0x2000 /* (E): a path in it is not joined with steps around it */
#define Q_WITHOUT_NODE 0x4000  /* an update as T-SQL has it, without "node": its target may be empty */

/* QExpr.sub of node comparisons, and of insertions */
enum
{
	Q_IS,
	Q_BEFORE,
	Q_AFTER
};
enum
{
	Q_INTO,
	Q_AS_FIRST,
	Q_AS_LAST,
	Q_INSERT_BEFORE,
	Q_INSERT_AFTER
};

/* A variable that is bound, or a parameter. */
typedef struct QParam
{
	AtName name;           /* local empty: none */
	const XdSeqType *type; /* NULL: none was declared */
	uint32_t pos;
} QParam;

typedef struct QExpr QExpr;
struct QExpr
{
	uint8_t kind; /* QKind */
	uint8_t sub;
	uint16_t flags;
	uint32_t pos;     /* character position in the text, from 1 */
	uint32_t start;   /* of its first character; of (E) that of the parenthesis */
	uint32_t bracket; /* of a predicate: of its "[" */
	uint32_t n_args;
	uint32_t n_params;
	QExpr **args;
	QParam *params;
	AtName
		name; /* of a path: a prefix and no URI: the prefix is not declared; so of the name of a STEP, too */
	BxStr text;
	const XdSeqType *type;
	const XdSeqType *types; /* of a case: n_types alternatives */
	const XdTest *tests;    /* of a step: one; of a catch: n_types error names */
	uint32_t n_types;
	const BxStr *texts; /* of GROUP_BY: n_params collations, empty where none is given */
	uint32_t number;    /* arity of a function reference; of a call in a path the function (XpFunc) */
	uint32_t height;    /* levels of the tree here, this one included: at most Q_MAX_DEPTH */
	XdItem value;
};

/* ---- the prolog ---- */

typedef struct QNamespace
{
	BxStr prefix;
	BxStr uri;
} QNamespace;

typedef struct QAnnotation
{
	AtName name;
	const XdItem *values;
	uint32_t n_values;
} QAnnotation;

typedef struct QVariable
{
	AtName name;
	const XdSeqType *type; /* NULL: none was declared */
	bool external;
	bool is_private;
	QExpr *value; /* NULL of external ones without a default */
	uint32_t pos;
} QVariable;

typedef struct QFunction
{
	AtName name;
	QParam *params;
	uint32_t n_params;
	const XdSeqType *result; /* NULL: item()* */
	bool external;
	bool is_private;
	bool updating;
	QExpr *body; /* NULL of external ones */
	uint32_t pos;
	const QAnnotation *annotations;
	uint32_t n_annotations;
} QFunction;

typedef struct QOption
{
	AtName name;
	BxStr value;
	uint32_t pos;
} QOption;

/* Properties of a decimal format: names of F&O section 4.7.1. */
typedef struct QDecimalFormat
{
	AtName name; /* local empty: the default one */
	BxStr decimal_separator, grouping_separator, infinity, minus_sign, nan, percent, per_mille, zero_digit,
		digit, pattern_separator, exponent_separator;
} QDecimalFormat;

typedef struct QImport
{
	BxStr prefix; /* empty: none */
	BxStr uri;
	const BxStr *at;
	uint32_t n_at;
	uint32_t pos;
	bool schema;     /* import schema */
	bool is_default; /* import schema default element namespace */
} QImport;

#define Q_BOUNDARY_PRESERVE 0x01
#define Q_CONSTRUCTION_STRIP 0x02
#define Q_UNORDERED 0x04
#define Q_ORDER_EMPTY_GREATEST 0x08
#define Q_COPY_NO_PRESERVE 0x10
#define Q_COPY_NO_INHERIT 0x20

typedef struct QModule
{
	QMode mode;
	BxStr source;
	BxStr version;  /* "1.0", "3.0", "3.1"; empty: not said */
	BxStr base_uri; /* empty: not declared */
	BxStr default_collation;
	BxStr element_namespace;
	bool element_imported; /* that one comes from "import schema default element namespace" */
	BxStr function_namespace;
	unsigned flags;    /* Q_BOUNDARY_PRESERVE ... */
	BxStr library_uri; /* of a library module; empty: a main module */
	BxStr library_prefix;
	QNamespace *namespaces;
	uint32_t n_namespaces; /* predeclared ones among them, but for paths; the last of one prefix counts */
	QVariable *variables;
	uint32_t n_variables;
	QFunction *functions;
	uint32_t n_functions;
	QOption *options;
	uint32_t n_options;
	QDecimalFormat *decimal_formats;
	uint32_t n_decimal_formats;
	QImport *imports;
	uint32_t n_imports;
	bool context_declared;
	bool context_external;
	const XdSeqType *context_type;
	QExpr *context_value;
	QExpr *body; /* NULL of a library module */
} QModule;

/* URIs that are predeclared. */
#define Q_URI_XML "http://www.w3.org/XML/1998/namespace"
#define Q_URI_XS "http://www.w3.org/2001/XMLSchema"
#define Q_URI_XSI "http://www.w3.org/2001/XMLSchema-instance"
#define Q_URI_FN "http://www.w3.org/2005/xpath-functions"
#define Q_URI_MATH "http://www.w3.org/2005/xpath-functions/math"
#define Q_URI_MAP "http://www.w3.org/2005/xpath-functions/map"
#define Q_URI_ARRAY "http://www.w3.org/2005/xpath-functions/array"
#define Q_URI_BXML "urn:bxml:functions"
#define Q_URI_LOCAL "http://www.w3.org/2005/xquery-local-functions"
#define Q_URI_ERR "http://www.w3.org/2005/xqt-errors"
#define Q_URI_OUTPUT "http://www.w3.org/2010/xslt-xquery-serialization"

/* Bounds; exceeding one is BX_E_LIMIT or BX_E_DEPTH, for paths BX_E_XPATH. */
#define Q_MAX_SOURCE (1 << 20)
#define Q_MAX_DEPTH 512
#define Q_MAX_PATH_HEIGHT 65536 /* chains of steps and operators in paths, that nest */
#define Q_MAX_PATH_BINDINGS 256 /* declarations in the prolog of a path: of namespaces, of variables */

#endif
