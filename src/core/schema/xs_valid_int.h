/*
 * xs_valid_int.h -- what the files that validate a value share.
 *
 * xs_bind.c says what the schema knows of a table, xs_walk.c goes through the items, xs_assess.c judges elements and
 * attributes, xs_scope.c follows declarations and IDs, xs_report.c words violations, xs_track.c follows identity
 * constraints.
 */
#ifndef XS_VALID_INT_H
#define XS_VALID_INT_H

#include "../base/bx_array.h"
#include "../read/bx_labeler.h"
#include "../store/bx_window.h"
#include "bx_validate.h"
#include "xs_int.h"

/* What the attribute of a row is to the type its element had last. */
typedef struct XsCached
{
	const XsType *type;
	const XsUse *use; /* NULL: none, and a wildcard decides */
} XsCached;

/* A constant of the table that was found to be of a type; those that follow from other fields are not kept. */
typedef struct XsGood
{
	const uint8_t *payload;
	const XsSimple *type;
} XsGood;

#define XS_GOODS 512 /* a power of two */

/* What the schema knows of a table. */
typedef struct XsBinding
{
	BxArena arena;
	uint8_t *bytes; /* header and table of the value */
	size_t n_bytes;
	bool bound;
	BxTable table;     /* of those bytes */
	uint32_t *symbol;  /* per name; XS_NONE: the schema does not have it */
	uint32_t *ns;      /* per pair: number of its namespace */
	XsCached *cached;  /* per shape */
	XsGood *good;      /* XS_GOODS, by payload and type; NULL: the table has no constants */
	bool has_xsi;      /* there are names xsi:type or xsi:nil */
	BxStrMap prefixes; /* distinct ones */
	uint32_t *prefix;  /* per pair: number of its prefix */
} XsBinding;

/* An open element. */
typedef struct XsFrame
{
	const XsType *type;
	const XsElement *element; /* NULL: none is declared */
	const XsModel *model;
	uint32_t state;
	uint32_t words; /* start of its counters, of the bits of an all group, or of its ways */
	uint32_t ways;  /* of counting its children; 1 where there is one only */
	uint32_t shape;
	uint32_t off;
	uint32_t place; /* among its siblings, from 0 */
	uint32_t seen[BX_LINE_CHILD + 1];
	uint32_t declared; /* declarations before it */
	uint32_t bits;     /* start of its states of identity constraints */
	uint32_t n_bits;
	uint32_t scopes; /* identity constraints before it */
	uint64_t opened; /* entries of keys before it */
	uint32_t tuples;
	bool open;          /* attributes may still come */
	bool pending;       /* its type waits for its attributes */
	bool named;         /* xsi:type names its type */
	bool wild_id;       /* an ID came that a wildcard allows */
	uint8_t undeclared; /* XsUndeclared: what it is not, unless its type is named */
	bool nil;
	bool broken; /* its content was wrong: nothing more is said about the order */
	bool has_kids;
	bool has_text;
	bool valued; /* its text was checked */
	bool bad;    /* its value is not one of its type */
} XsFrame;

/* What a child that must be declared is not. */
typedef enum XsUndeclared
{
	XS_DECLARED,
	XS_NO_ROOT,
	XS_NOT_BY_WILDCARD
} XsUndeclared;

/* As what a child is judged. */
typedef struct XsJudged
{
	const XsElement *element;
	const XsType *type; /* NULL: it is not */
	uint8_t process;    /* XsProcess */
	uint8_t undeclared; /* XsUndeclared */
	bool known;
} XsJudged;

/* An attribute that waits for the type of its element. */
typedef struct XsWaiting
{
	uint32_t shape;
	uint32_t off;
	uint32_t place;
	bool typed; /* its payload is */
	BxStr text;
} XsWaiting;

typedef struct XsUndo
{
	uint32_t prefix;
	uint32_t pair;
} XsUndo;

/* A reference to an ID that was not there yet. */
typedef struct XsIdRef
{
	BxStr id;
	BxEventKind kind;
	uint32_t shape;
	uint32_t off;
	BxStr label;
} XsIdRef;

/* Attributes of the open element that wait. */
typedef struct XsWaits
{
	XsWaiting *list;
	uint32_t n;
	uint32_t cap;
} XsWaits;

/* Declarations in scope, IDs and references to them. */
typedef struct XsScopes
{
	uint32_t *bound; /* per prefix: pair, or BX_PAIR_NONE */
	XsUndo *undo;
	uint32_t n_undo;
	uint32_t cap_undo;
	BxStrMap ids;
	XsIdRef *refs;
	uint32_t n_refs;
	uint32_t cap_refs;
} XsScopes;

/* What labels are made with. */
typedef struct XsLabels
{
	bool known; /* exceptions and root are */
	BxExceptions exceptions;
	BxRoot root;
	BxBuf label;
} XsLabels;

/* Host memory. */
typedef struct XsWords
{
	uint64_t *list;
	uint32_t n;
	uint32_t cap;
} XsWords;

typedef struct XsTrack XsTrack;
typedef struct XsRetype XsRetype;

/* The node that is being judged. */
typedef struct XsAt
{
	BxEventKind kind;
	uint32_t shape;
	uint32_t off;
	uint32_t place; /* of an attribute */
	uint32_t level; /* frame of the element, or of the attribute's */
	bool typed;     /* of an attribute that waited: its payload is */
	BxStr first;    /* BxViolation.first */
} XsAt;

/* Values whose table was known, and values in all. */
typedef struct XsWork
{
	uint64_t known;
	uint64_t values;
} XsWork;

struct BxValidator
{
	const BxSchema *schema;
	const BxHost *host;
	XsBinding bind;
	XsWork work;
	/* of the present value */
	BxArena arena;
	BxError *err;
	const BxValidateOptions *options;
	BxReadAll pass;
	BxReader *reader;
	XsFrame *frames; /* [0] is the document */
	uint32_t level;
	uint32_t n_frames;
	XsWords words;      /* counters, bits and ways of the open elements */
	XsWords ways;       /* that a child leads to; n of them, not of words */
	uint64_t *required; /* bits of required attributes of the open element */
	uint32_t n_required;
	uint64_t *given; /* bits of attributes with a given value; where the schema notes them */
	XsWaits waits;
	XsScopes scope;
	BxBuf content; /* text of the open element, when it comes in parts */
	BxBuf value;   /* bytes of a value, to be compared */
	XsText text;
	XsAt at;
	XsRetype *retype; /* NULL: payloads stay as they are */
	XsTrack *track;   /* NULL: the schema has no identity constraints */
	XsLabels labels;
	bool invalid;
	bool stop;
	char digits[BX_VALUE_TEXT_MAX];
};

/* xs_bind.c */
extern BxStatus xs_bind(BxValidator *v);
static inline uint32_t
xs_symbol_of(const BxValidator *v, uint32_t shape)
{
	return v->bind.symbol[v->bind.table.shapes[shape].name];
}

static inline uint32_t
xs_ns_of(const BxValidator *v, uint32_t shape)
{
	return v->bind.ns[v->bind.table.names[v->bind.table.shapes[shape].name].pair];
}

static inline XsFrame *
xs_top(const BxValidator *v)
{
	return &v->frames[v->level];
}

/* For messages. */
#define XS_SHOWN(str) (int) ((str).n < 80 ? (str).n : 80), (str).s

/* The open element is judged. */
static inline void
xs_at_element(BxValidator *v)
{
	const XsFrame *frame = xs_top(v);

	v->at = (XsAt){.kind = BX_EV_ELEMENT, .shape = frame->shape, .off = frame->off, .level = v->level};
}

/* xs_report.c: a violation at v->at.  BX_OK; v->stop says whether the pass ends. */
extern BxStatus xs_report(BxValidator *v, const char *code, const char *detail, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The text is not of the type: t->fault and so on say why. */
extern BxStatus xs_report_value(BxValidator *v, const XsSimple *type, BxStr text);
/* A node with this shape is in another namespace than in the schema, where it is in that of the URI. */
extern BxStatus xs_report_namespace(BxValidator *v, const char *code, uint32_t shape, BxStr uri);
/* The root is not declared; an attribute is not allowed. */
extern BxStatus xs_report_root(BxValidator *v, uint32_t shape);
extern BxStatus xs_report_attribute(BxValidator *v, const XsType *type, uint32_t shape);
/* A child is not allowed, or, with shape XS_NONE, one is missing: names that would be right. */
extern BxStatus xs_report_child(BxValidator *v, const XsFrame *frame, uint32_t shape);
/* Keep the label of v->at for a report that comes later, and come back to such a node. */
extern BxStatus xs_label_keep(BxValidator *v, BxStr *label);
extern BxStatus xs_at_kept(BxValidator *v, BxEventKind kind, uint32_t shape, uint32_t off, BxStr label);
/* Local name and namespace of a node with this shape. */
extern BxStr xs_name_of(const BxValidator *v, uint32_t shape);
extern BxStr xs_uri_of(const BxValidator *v, uint32_t shape);

/* xs_scope.c */
extern BxStatus xs_scope_declare(BxValidator *v, uint32_t shape);
extern void xs_scope_leave(BxValidator *v, uint32_t n);
/* Set up v->text for values of this validation. */
extern BxStatus xs_scope_begin(BxValidator *v);
/* References to IDs that never came. */
extern BxStatus xs_scope_end(BxValidator *v);
/* The type that the text of xsi:type names; NULL when there is none. */
extern BxStatus xs_scope_type(BxValidator *v, BxStr text, const XsType **type);

/* xs_ways.c: an element whose model counts in several ways. */
extern BxStatus xs_ways_begin(BxValidator *v, XsFrame *frame);
/* What a child, the symbol and namespace of its name, is taken as; *edge is NULL when it is not allowed. */
extern BxStatus xs_ways_step(BxValidator *v, XsFrame *frame, uint32_t symbol, uint32_t ns,
							 const XsEdge **edge);
/* Of any model but an all group: the state of a way, what it allows, whether the content may end. */
extern const XsState *xs_way_state(const BxValidator *v, const XsFrame *frame, uint32_t way);
extern bool xs_way_allows(const BxValidator *v, const XsFrame *frame, uint32_t way, uint32_t counts);
extern bool xs_ways_complete(const BxValidator *v, const XsFrame *frame);

/* xs_assess.c */
/* Text of an event's payload. */
extern BxStatus xs_payload_text(BxValidator *v, const BxEvent *ev, BxStr *text);
/*
 * Is the child allowed here, and as what is it to be judged?  If it must be declared and is not, as->undeclared says so
 * and nothing is reported, for its type may be named.  *as is zeroed before.
 */
extern BxStatus xs_child_step(BxValidator *v, uint32_t shape, XsJudged *as);
/* The child is not declared, and xsi:type does not name its type. */
extern BxStatus xs_report_undeclared(BxValidator *v, XsUndeclared what, uint32_t shape);
/* Set the frame up for its type, once that is known. */
extern BxStatus xs_begin_type(BxValidator *v, XsFrame *frame, const XsType *type);
extern BxStatus xs_attribute(BxValidator *v, const BxEvent *ev);
/* No more attributes come. */
extern BxStatus xs_close_attributes(BxValidator *v);
/* The value of an element with simple content. */
extern BxStatus xs_element_value(BxValidator *v, const BxEvent *ev, BxStr text);
/* The end of the element: is anything missing? */
extern BxStatus xs_end_content(BxValidator *v);

/* xs_retype.c: a value of the type, for v->retype: of an event, or of the item at off with this text. */
extern BxStatus xs_retype_payload(BxValidator *v, const XsSimple *type, const BxEvent *ev);
extern BxStatus xs_retype_text(BxValidator *v, const XsSimple *type, uint32_t off, BxStr text);
/* Forget the payloads of the last value; and all of it. */
extern void xs_retype_begin(BxValidator *v);
extern void xs_retype_free(BxValidator *v);

/* xs_track.c */
extern BxStatus xs_track_begin(BxValidator *v);
extern void xs_track_end(BxValidator *v);
extern BxStatus xs_track_enter(BxValidator *v);
/* A value of the open element, or, with a shape, of its attribute. */
extern BxStatus xs_track_value(BxValidator *v, const XsSimple *type, uint32_t shape, BxStr text);
/* The value that an attribute of the open element has by default, unless it was there. */
extern BxStatus xs_track_default(BxValidator *v, const XsUse *use);
extern BxStatus xs_track_leave(BxValidator *v);
/* Does somebody ask for values of the open element, or of its attributes? */
extern bool xs_track_wants(const BxValidator *v, bool attribute);

#endif
