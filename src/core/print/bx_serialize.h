/*
 * bx_serialize.h -- a value as text by the parameters of XSLT and XQuery Serialization 3.1: xml, xhtml, html and text.
 *
 * bx_text.h is the fast way to XML; this one knows CDATA sections, character maps, HTML and all other parameters.
 */
#ifndef BX_SERIALIZE_H
#define BX_SERIALIZE_H

#include "../base/bx_arena.h"
#include "../base/bx_buf.h"
#include "../base/bx_str.h"

typedef enum BxMethod
{
	BX_METHOD_XML,
	BX_METHOD_XHTML,
	BX_METHOD_HTML,
	BX_METHOD_TEXT
} BxMethod;

/* A name of an element. */
typedef struct BxSerialName
{
	BxStr uri;
	BxStr local;
} BxSerialName;

/* What is written for a character. */
typedef struct BxCharMap
{
	uint32_t cp;
	BxStr text;
} BxCharMap;

typedef struct BxSerialOptions
{
	BxMethod method;
	bool declaration;
	bool indent;
	bool undeclare_prefixes;
	bool no_content_type; /* HTML: no <meta http-equiv="Content-Type"> is put into <head> */
	bool no_uri_escapes;  /* HTML: attributes that hold URIs stay as they are */
	bool html5;
	bool byte_order_mark;
	int standalone;            /* -1: not said */
	BxStr version;             /* empty: 1.0 */
	BxStr encoding;            /* empty: UTF-8 */
	uint32_t max_char;         /* characters beyond are references; 0: none are */
	BxStr media_type;          /* empty: text/html */
	BxStr public_id;           /* of the DOCTYPE, and */
	BxStr system_id;           /* empty: none */
	const BxSerialName *cdata; /* elements whose text is in CDATA sections */
	uint32_t n_cdata;
	const BxSerialName *plain; /* elements whose content is not indented */
	uint32_t n_plain;
	const BxCharMap *map; /* ascending */
	uint32_t n_map;
} BxSerialOptions;

/*
 * Append the text of the n bytes of value v, which are plain.  BX_E_XPTYPE with the code for what a method cannot
 * write: SERE0014, SERE0015, SEPM0004.
 */
extern BxStatus bx_serialize(const uint8_t *v, size_t n, const BxSerialOptions *options, BxArena *arena,
							 BxBuf *out, BxError *err);

#endif
