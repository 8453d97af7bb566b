/*
 * bx_serialize_int.h -- what the two halves of the serializer by parameters share: the walk and the characters.
 */
#ifndef BX_SERIALIZE_INT_H
#define BX_SERIALIZE_INT_H

#include "../base/bx_core_int.h"

#include "../format/bx_table.h"
#include "bx_serialize.h"

/* An open element. */
typedef struct BxSerialOpen
{
	uint32_t shape;
	bool mixed;    /* there is text in it, or something says that it is not to be indented */
	bool children; /* something has been written in it */
	bool cdata;    /* its text is in CDATA sections */
	bool raw;      /* HTML: script, style */
	bool html;     /* an element of HTML */
} BxSerialOpen;

typedef struct BxSerial
{
	const BxSerialOptions *opt;
	const BxHost *host;
	const BxTable *table;
	BxBuf *out;
	BxError *err;
	BxSerialOpen *open; /* by level, 0 the document */
	uint32_t level;
	bool in_tag; /* the ">" of the last start tag is missing */
	bool head;   /* HTML: that tag is <head>, whose meta comes first */
	size_t meta; /* HTML: where the last meta in <head> begins, */
	uint32_t meta_level;
	bool drop;            /* which is left out */
	const uint8_t *mixed; /* per element in document order: has it text?  NULL: nothing is indented */
	uint32_t elements;    /* so far */
	bool any;             /* something was written */
	bool doctype;         /* it was written, or there is none */
} BxSerial;

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

/* Text of an element, and the value of an attribute, escaped and mapped; uri: the attribute of HTML holds a URI. */
extern BxStatus bx_serial_text(BxSerial *s, BxStr text);
extern BxStatus bx_serial_attribute(BxSerial *s, BxStr text, bool html, bool uri);

/* Are these the same but for the case of ASCII letters? */
extern bool bx_serial_equal(BxStr a, BxStr b);
extern bool bx_serial_same(BxStr name, const char *word);
/* The same of one of the words of a list that ends with NULL. */
extern bool bx_serial_among(BxStr name, const char *const *list);

#endif
