/*
 * bx_serialize_int.h -- what the two halves of the serializer by parameters share: the walk and the characters.
 */
#ifndef BX_SERIALIZE_INT_H
#define BX_SERIALIZE_INT_H

#include "../base/bx_core_int.h"

#include "../format/bx_table.h"
#include "bx_serialize.h"

#define URI_XHTML "http://www.w3.org/1999/xhtml"

/* What HTML says of an element. */
enum
{
	BX_SERIAL_KNOWN = 1,  /* the others are set */
	BX_SERIAL_HTML = 2,   /* it is an element of HTML, */
	BX_SERIAL_VOID = 4,   /* which never has content, */
	BX_SERIAL_KEPT = 8,   /* in which white space counts, */
	BX_SERIAL_RAW = 16,   /* whose text is not escaped, or */
	BX_SERIAL_INLINE = 32 /* beside which white space counts */
};

/* A prefix that is declared in the output. */
typedef struct BxSerialPrefix BxSerialPrefix;
struct BxSerialPrefix
{
	BxStr prefix;
	BxStr uri;
	const BxSerialPrefix *outer;
};

/* An open element. */
typedef struct BxSerialOpen
{
	uint32_t shape;
	uint8_t facts;
	bool mixed;                     /* there is text in it, or something says that it is not to be indented */
	bool children;                  /* something has been written in it, */
	bool glued;                     /* the last of it such that no white space may follow */
	bool cdata;                     /* its text is in CDATA sections */
	bool raw;                       /* HTML: it is script or style, or in one */
	bool meta;                      /* HTML: it is a meta in <head>, */
	bool drop;                      /* which is left out, */
	size_t from;                    /* and begins here */
	BxStr own_uri;                  /* the default namespace */
	BxStr default_uri;              /* prefixes are normalized: the default namespace and */
	const BxSerialPrefix *prefixes; /* prefixes, that the output declares */
} BxSerialOpen;

typedef struct BxSerial
{
	const BxSerialOptions *opt;
	const BxHost *host;
	const BxTable *table;
	BxArena *arena;
	BxBuf *out;
	BxError *err;
	BxSerialOpen *open; /* by level, 0 the document */
	uint32_t level;
	uint8_t *facts;  /* of shapes; 0: not known yet */
	bool normalizes; /* HTML 5: elements of HTML, SVG and MathML are written without prefixes */
	bool unmapped;   /* character maps do not apply: to namespaces */
	bool in_tag;     /* the ">" of the last start tag is missing */
	bool undeclared; /* prefixes are normalized: that tag may lack the declaration of its default namespace */
	bool head;       /* HTML: that tag is <head>, whose meta comes first */
	const uint8_t *mixed; /* per element in document order: has it text?  NULL: nothing is indented */
	uint32_t elements;    /* so far */
	bool any;             /* something was written, */
	bool text;            /* also text other than white space before the first element */
	bool doctype;         /* it was written, or there is none */
} BxSerial;

static inline bool
bx_serial_is_html(const BxSerial *s)
{
	return s->opt->method == BX_METHOD_HTML || s->opt->method == BX_METHOD_XHTML;
}

static inline BxStatus
bx_serial_put(BxSerial *s, BxStr text)
{
	return bx_buf_append(s->out, text.s, text.n, s->err);
}

static inline BxStatus
bx_serial_puts(BxSerial *s, const char *text)
{
	return bx_serial_put(s, bx_str(text, strlen(text)));
}

/* Text that stands as it is: characters that the encoding lacks cannot be written (SERE0008). */
extern BxStatus bx_serial_plain(BxSerial *s, BxStr text);

/* Text of an element, and the value of an attribute, escaped and mapped; uri: the attribute of HTML holds a URI. */
extern BxStatus bx_serial_text(BxSerial *s, BxStr text);
extern BxStatus bx_serial_attribute(BxSerial *s, BxStr text, bool html, bool uri);

/* Are these the same but for the case of ASCII letters? */
extern bool bx_serial_equal(BxStr a, BxStr b);
extern bool bx_serial_same(BxStr name, const char *word);
/* The same of one of the words of a list that ends with NULL. */
extern bool bx_serial_among(BxStr name, const char *const *list);

/* bx_serialize_html.c: what HTML says of an element of this name (BX_SERIAL_*). */
extern uint32_t bx_serial_facts(const BxSerial *s, BxSerialName name);
/* Does an attribute without a namespace of an element of HTML hold a URI?  Is it a truth value that its name says? */
extern bool bx_serial_holds_uri(BxStr element, BxStr attribute);
extern bool bx_serial_is_truth(BxStr element, BxStr attribute, BxStr value);
/* Are elements of this namespace written without a prefix (prefix normalization, section 6)? */
extern bool bx_serial_normalized(const BxSerial *s, BxStr uri);

#endif
