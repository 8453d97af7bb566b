/*
 * bx_parse_int.h -- the parser object and the parts that work on it.
 *
 *   bytes --bx_decode--> UTF-8 --bx_stage, bx_lexer--> libxml2 --bx_sax, bx_entity--> bx_top_level --> BxWriter
 *
 * What libxml2 gets is always UTF-8 without byte order mark and XML declaration, with "\n" line ends, behind a
 * short prefix of ours: the start tag of the synthetic root for content, white space for documents.  The prefix
 * repeats the line ends of the removed declaration, so that line numbers in libxml2's messages are right.
 */
#ifndef BX_PARSE_INT_H
#define BX_PARSE_INT_H

#include <errno.h>
#include <iconv.h>
#include <libxml/parser.h>

#include "../core/base/bx_arena.h"
#include "../core/base/bx_hash.h"
#include "../core/format/bx_format.h"
#include "bx_lexer_int.h"
#include "bx_parse.h"
#include "bx_syntax.h"

/* Up to 2.9.4 the push parser stores wrong text: of three references to an entity of ten characters it keeps two. */
#define BX_LIBXML_LEAST 20905
#if LIBXML_VERSION < BX_LIBXML_LEAST
#error "bxml needs libxml2 2.9.5 or later"
#endif

/* Newer releases mark fields used here as deprecated (input position, options); nothing else gives the same. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#if LIBXML_VERSION >= 21200
typedef const xmlError *BxXmlError;
#else
typedef xmlError *BxXmlError;
#endif

typedef enum BxPhase
{
	BX_PHASE_DETECT, /* too few bytes to detect the encoding */
	BX_PHASE_DECL,   /* looking for the XML declaration */
	BX_PHASE_BODY,
} BxPhase;

/* Steps of work between two polls. */
#define BX_PARSER_POLL 1024

/* Texts up to this size go to libxml2 in one piece. */
#define BX_STAGE_RUN ((size_t) 32 << 10)

/* In place of "#" in the system identifiers that libxml2 gets; nobody writes this control character. */
#define BX_MASKED_FRAGMENT 0x7F

/* One level of namespace declarations or of xml:space: elements without either have none. */
typedef struct BxScope
{
	uint32_t depth;
	uint32_t namespaces;
	bool preserve;
} BxScope;

/* A name or (prefix, URI) pair as libxml2's dictionary spells it; local is NULL for a pair. */
typedef struct BxNameSlot
{
	const xmlChar *local;
	const xmlChar *prefix;
	const xmlChar *uri;
	uint32_t id;
	uint32_t follow; /* the name that came after this one last time: the first guess for the next */
} BxNameSlot;

/* Names and pairs that the writer knows. */
typedef struct BxNames
{
	BxHashMap map;
	BxNameSlot *slots;
	uint32_t n, cap;
	uint32_t room;      /* entries for which map and slots are large enough */
	uint32_t last;      /* name, for BxNameSlot.follow */
	uint32_t last_pair; /* most new names have the pair of the one before */
	bool foreign;       /* the writer may have names that are not here */
} BxNames;

typedef struct BxSplit BxSplit;

typedef struct BxEntity BxEntity;
struct BxEntity
{
	const char *name;
	const char *content; /* NULL: external or unparsed, never read */
	size_t len;
	uint64_t expanded;  /* bytes of the full expansion, once known */
	const char *system; /* system identifier of an external one, or NULL */
	bool parameter;
	bool unparsed;
	bool in_parameter; /* declared within the text of a parameter entity */
	bool skipped;      /* a reference to it was left out */
	bool known;        /* expanded is */
	bool busy;         /* expanded is being computed: a second visit is a loop */
};

/* How far the text of a parameter entity was scanned. */
typedef struct BxTextScan
{
	const xmlChar *base; /* of libxml2's input: identifies the text */
	size_t n;
	BxLexer lex;
} BxTextScan;

/* White space at top level that is dropped from a document and kept in content. */
typedef struct BxHeld
{
	uint32_t before; /* top-level items written so far: the text goes before item number `before` */
	size_t end;      /* end of the text in held_text; it begins where the previous ends */
} BxHeld;

/*
 * bx_route.c: decoded text that libxml2 has not got, because src/core/parse may take all of it.  BxParser.fed, line and
 * col are those of the first byte that is kept.
 */
typedef struct BxRoute
{
	bool own;     /* there may be such text */
	bool waiting; /* ... and nothing is done before a window of it has come, or the end */
	BxStr whole;  /* where all of it is, borrowed from the caller; NULL: it comes in pieces ... */
	BxBuf kept;   /* ... of which these bytes are kept, from offset `base` on: the last ones read ... */
	uint64_t base;
	size_t read; /* ... up to here, and what has not been read yet ... */
	size_t gt;   /* ... where no ">" has been found from here on */

	BxMarkup *reader; /* begun, or NULL */
	BxError err;      /* the reader's */
	BxMarkupRecords records;
	BxLexer prolog; /* over the text: is there a DOCTYPE that has not ended? */
	BxLexer token;  /* over markup that is not complete, if ... */
	bool open;      /* ... there is some at `read` */
	BxBuf lines;    /* uint32_t: where the open elements begin that begin before base */
	uint64_t record_off;

	/* once libxml2 continues a text of which it has not seen the beginning */
	uint64_t from; /* offset of the first byte that libxml2 has got */
	BxBuf before;  /* what was before it, for messages, and room to show more */
	size_t before_n;
	uint64_t before_col; /* characters in its first line before that */
	uint64_t names;      /* names seen before */
	bool replaying;      /* libxml2 gets what was open where the reader stopped ... */
	bool ignoring;       /* ... or a root element in place of one that has ended */
	bool in_text;        /* the first byte of text that libxml2 reports is in place of text before */
} BxRoute;

struct BxParser
{
	const BxHost *host;
	BxParseOptions opt;
	BxError err;           /* set once; the parser is failed from then on */
	BxWriter *w;           /* NULL: nothing is built here (outside of records) */
	BxSplit *split;        /* receiver of records, or NULL: one value of all */
	xmlParserCtxtPtr ctxt; /* NULL until the kind of text is known */
	BxArena arena;         /* DOCTYPE, entities */
	uint64_t total;        /* input bytes so far */

	BxRoute route;

	/* bx_decode.c */
	BxPhase phase;
	const char *seen; /* the encoding that the first bytes show, or NULL */
	bool skip_lf;     /* the last byte was a "\r" */
	bool decoding;    /* cd is open */
	iconv_t cd;
	BxBuf raw;  /* bytes not decoded yet */
	BxBuf head; /* text until the XML declaration is known to be there or not; then owns its strings */
	bool has_decl;
	BxStr version;
	BxStr encoding;
	int standalone;
	uint32_t decl_lines; /* line ends within the declaration */

	/* bx_stage.c: stage holds decoded text that libxml2 has not got yet, starting at offset fed */
	BxBuf stage;
	uint64_t fed;
	BxLexer lex;
	bool begun;
	bool document; /* parsed as a document; else inside the synthetic root */
	bool in_root;  /* the synthetic root is open */
	bool closing;  /* our own end tag of the synthetic root is being fed */
	bool ending;   /* libxml2 was told that there is no more */
	bool finished;
	BxStr doctype; /* its text, in the arena; NULL when there is none or it has no end */
	uint32_t prefix_len;
	uint32_t line;      /* of the first byte of stage, from 1 */
	uint64_t col;       /* characters before it in its line */
	uint64_t start_col; /* characters before libxml2's text in its first line, as of the XML declaration */

	/* bx_sax.c, bx_names.c */
	xmlSAXHandler sax;
	uint32_t depth;
	bool in_dtd;
	bool external_subset;
	bool pe_references;
	BxNames names;
	BxBuf scopes;          /* BxScope */
	uint32_t namespaces_n; /* in scope */
	uint64_t default_bytes;

	/* bx_dtd.c */
	uint64_t work; /* since the last poll */
	uint32_t decls;
	uint32_t default_decls;

	/* bx_entity.c */
	BxHashMap entity_map;
	BxEntity **entities; /* in the arena */
	uint32_t entities_n;
	uint32_t entities_cap;
	BxTextScan *scans; /* by level of nesting, or NULL */
	bool unread;       /* a parameter entity that is not read was referred to */

	BxBuf skipped; /* what was left out, as a list for the reader */
	uint32_t skipped_n;
	BxEntity *fresh; /* just declared: libxml2 looks it up once without using it */
	uint64_t expanded;

	/* bx_mark.c */
	uint32_t marks; /* the plane of the marks in use, 0: none are */
	char skip_mark[8];
	BxBuf unmarked;

	/* bx_top_level.c */
	BxBuf run; /* white space that may turn out to be a whole text node */
	bool run_mixed;
	BxBuf held; /* BxHeld */
	BxBuf held_text;
	uint32_t top_items;
	uint32_t top_elements;
	bool content_proven;
};

/* bx_decode.c: bytes in, bx_stage_text out. */
extern BxStatus bx_decode_init(BxParser *p);
/* How many of the first bytes of a text show its encoding and have its declaration. */
extern size_t bx_decode_head(const char *s, size_t n);
/* What the declaration says, to the writer. */
extern BxStatus bx_decode_write(BxParser *p);
extern BxStatus bx_decode_feed(BxParser *p, const uint8_t *s, size_t n);
extern BxStatus bx_decode_end(BxParser *p);
extern void bx_decode_free(BxParser *p);

/*
 * True when there is nothing to do for a handler: the parser has failed, or libxml2 got no memory and what it says
 * now may lack names and values.  errno is 0 when libxml2 begins, see bx_stage_give.
 */
static inline bool
bx_parser_stopped(const BxParser *p)
{
	return p->err.status != BX_OK || errno == ENOMEM;
}

/* The writer is no longer needed. */
static inline void
bx_free_writer(BxParser *p)
{
	if (p->opt.reader != NULL)
		bx_markup_writer_done(p->opt.reader, p->w);
	else
		bx_writer_free(p->w);
	p->w = NULL;
}

/* bx_parse.c: the parser without a writer; the end of the text without a value. */
extern BxParser *bx_parser_bare(const BxHost *host, const BxParseOptions *options, BxError *err);
extern BxStatus bx_parser_end(BxParser *p);

/*
 * bx_route.c: decoded text comes; give libxml2 what has to be read, and from then on all that comes; the end of the
 * text: *done when the writer has all of it, otherwise libxml2 has got it.
 */
extern void bx_route_init(BxParser *p);
extern void bx_route_free(BxParser *p);
extern BxStatus bx_route_keep(BxParser *p, const uint8_t *s, size_t n);
extern BxStatus bx_route_leave(BxParser *p);
/* Declarations in scope where src/core/parse is, and those that what it has not read may hold, of `bytes` bytes. */
extern size_t bx_route_declarations(const BxParser *p, size_t bytes);
extern BxStatus bx_route_end(BxParser *p, bool *done);

/* bx_resume.c: n bytes more of what is kept are no longer of use; libxml2 continues behind what has been read. */
extern BxStatus bx_resume_step(BxParser *p, size_t n);
extern BxStatus bx_resume(BxParser *p);

/* bx_stage.c: a parser of libxml2 for the text, with its prefix. */
extern BxStatus bx_stage_begin(BxParser *p);
/* Mask what libxml2 might misread in a DOCTYPE of n bytes. */
extern BxStatus bx_stage_mask(BxParser *p, uint8_t *s, size_t n);
/* Give libxml2 n bytes, or with last say that these are all. */
extern BxStatus bx_stage_give(BxParser *p, const void *s, size_t n, bool last);
/* Decoded text to the stage, and what can be parsed of it to libxml2. */
extern BxStatus bx_stage_text(BxParser *p, const uint8_t *s, size_t n);
/* Give all staged text to libxml2; drain: so that an error within it comes before the one the caller has found. */
extern BxStatus bx_stage_rest(BxParser *p);
extern BxStatus bx_stage_drain(BxParser *p);

/* bx_sax.c */
extern void bx_sax_init(BxParser *p);

/* bx_names.c: the writer's numbers of pairs and names, by strings of libxml2's dictionary. */
extern BxStatus bx_names_pair(BxParser *p, const xmlChar *prefix, const xmlChar *uri, uint32_t *id);
extern BxStatus bx_names_id(BxParser *p, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
							uint32_t *id);
/* Numbers mean nothing to a new writer; foreign: it may have names already. */
extern void bx_names_forget(BxParser *p, bool foreign);
extern void bx_names_free(BxParser *p);

static inline BxStr
bx_str_of_xml(const xmlChar *s)
{
	return (BxStr){s != NULL ? (const char *) s : "", s != NULL ? (uint32_t) strlen((const char *) s) : 0};
}

/*
 * bx_dtd.c: handlers of declarations; and for other handlers: one more declaration, comment or PI of the DTD, and steps
 * of work, of which there are many between two portions of input.  What is not BX_OK has been recorded.
 */
extern void bx_dtd_init(BxParser *p);
extern BxStatus bx_dtd_declared(BxParser *p);
extern BxStatus bx_parser_poll(BxParser *p);
static inline BxStatus
bx_parser_work(BxParser *p, uint64_t steps)
{
	if (bx_parser_stopped(p))
		return p->err.status != BX_OK ? p->err.status : BX_E_NOMEM;
	p->work += steps;
	return p->work < BX_PARSER_POLL ? BX_OK : bx_parser_poll(p);
}

/* The DOCTYPE as far as it is known must not exceed its limit. */
extern BxStatus bx_dtd_check_size(BxParser *p);

/* bx_entity.c: SAX handlers and what bx_sax.c needs of them. */
extern void bx_entity_decl(void *user, const xmlChar *name, int type, const xmlChar *public_id,
						   const xmlChar *system_id, xmlChar *content);
extern void bx_entity_unparsed(void *user, const xmlChar *name, const xmlChar *public_id,
							   const xmlChar *system_id, const xmlChar *notation);
extern xmlEntityPtr bx_entity_get(void *user, const xmlChar *name);
extern xmlEntityPtr bx_entity_get_parameter(void *user, const xmlChar *name);

/*
 * bx_mark.c: the replacement text of an internal entity as libxml2 gets it (that given, or from the arena), that of
 * an external one that is left out, and text without marks: *s becomes text of the parser's, good until the next
 * call.  Text is free of marks while p->marks is 0.
 */
typedef enum BxMarkIn
{
	BX_MARK_TEXT,
	BX_MARK_ATTRIBUTE,
	BX_MARK_OTHER, /* comments and PIs */
} BxMarkIn;

extern const char *bx_mark_content(BxParser *p, const char *content, bool parameter);
extern const char *bx_mark_skipped(BxParser *p);
extern BxStatus bx_mark_resolve(BxParser *p, const char **s, size_t *n, BxMarkIn in);
/* The text that is about to be fed must be free of marks. */
extern BxStatus bx_mark_check(BxParser *p, const uint8_t *s, size_t n);

/* bx_top_level.c: content to the writer, with the rules for white space. */
extern BxStatus bx_top_level_text(BxParser *p, const char *s, size_t n);
/* Call before anything that ends a text node; the kind is that of what comes. */
extern BxStatus bx_top_level_before(BxParser *p, BxKind kind);
/*
 * There is something that a document cannot have at top level: a second element, text, a reference, a CDATA section.
 * White space that was held belongs to the content.
 */
extern BxStatus bx_top_level_prove_content(BxParser *p);
extern BxStatus bx_top_level_finish(BxParser *p);

/*
 * bx_record.c: what the splitter does at the start of an element outside of records (which may begin one), for the
 * declarations of a record's root (those to come before its own, pairs of prefix and URI), at the end of every
 * element, and when libxml2 has taken n bytes.
 */
extern BxStatus bx_record_enter(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces,
								const xmlChar **ns);
extern BxStatus bx_record_inherit(BxParser *p, int namespaces, const xmlChar **ns, const xmlChar ***more,
								  int *n);
extern BxStatus bx_record_leave(BxParser *p);
extern BxStatus bx_record_took(BxParser *p, size_t n);
/*
 * The same for src/core/parse; and for libxml2 where it continues: what is open will be told again, up to a record of
 * that depth, 0 for none; or all of the text, of which the records that have been made are left out.
 */
extern void bx_record_methods(BxParser *p, BxMarkupRecords *r);
extern void bx_record_again(BxParser *p, uint32_t record_depth);
extern void bx_record_again_all(BxParser *p);
extern BxStatus bx_record_replay(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces,
								 const xmlChar **ns);

typedef struct BxInputPlace
{
	uint64_t off; /* of the text after the XML declaration */
	uint64_t line;
	uint64_t col;
	const uint8_t *from; /* text around the place: from <= at <= end; all NULL when there is none */
	const uint8_t *at;
	const uint8_t *end;
	uint64_t from_col; /* characters before `from` in its line, 0 where they are not known */
} BxInputPlace;

/* What is wrong, with the words for the message; line is room for one of them. */
typedef struct BxVerdict
{
	BxSyntax code;
	BxSyntaxWords words;
	char line[16];
} BxVerdict;

/* bx_verdict.c: what libxml2 says is wrong at the place. */
extern void bx_verdict(BxParser *p, BxXmlError e, const BxInputPlace *at, BxVerdict *v);

/*
 * bx_parse_error.c: every failure is recorded by one of these, with the place in the input; the first one counts, and
 * libxml2 is stopped.  bx_fail_syntax is at libxml2's place, bx_fail_syntax_at at a byte of the text,
 * bx_fail_encoding at libxml2's place or at the start of the stage.
 */
extern BxStatus bx_fail_syntax(BxParser *p, BxSyntax code, const char *word);
extern BxStatus bx_fail_syntax_at(BxParser *p, uint64_t off, BxSyntax code, const char *word);
/* At the very start of the text: its XML declaration. */
extern BxStatus bx_fail_syntax_start(BxParser *p, BxSyntax code);
extern BxStatus bx_fail_encoding(BxParser *p, bool in_libxml, const char *detail);
/* A limit or memory failure in *err of the parser itself, or of the writer: add the place and stop. */
extern BxStatus bx_fail_here(BxParser *p, const BxError *err);
extern BxStatus bx_fail_limit_here(BxParser *p, BxStatus status, const char *setting, uint64_t limit,
								   const char *what);
extern BxStatus bx_fail_limit_at(BxParser *p, uint64_t off, const char *setting, uint64_t limit,
								 const char *what);
extern BxStatus bx_fail_memory(BxParser *p);
/* The same when libxml2 ran out of memory without a word: an error found since then may be due to that. */
extern BxStatus bx_fail_unnoticed_memory(BxParser *p);

/* The status of a call of the writer, recorded if it failed. */
static inline BxStatus
bx_parser_wrote(BxParser *p, BxStatus st)
{
	return st == BX_OK || p->err.status != BX_OK ? st : bx_fail_here(p, bx_writer_error(p->w));
}

static inline BxStatus
bx_parser_append(BxParser *p, BxBuf *b, const void *s, size_t n)
{
	return bx_buf_append(b, s, n, &p->err) == BX_OK ? BX_OK : bx_fail_here(p, &p->err);
}

/* libxml2's structured error handler. */
extern void bx_parse_error_handler(void *user, BxXmlError e);
/* Account for n bytes leaving the stage. */
extern void bx_input_advance(BxParser *p, const uint8_t *s, size_t n);
/* What libxml2 gets is counted as at this line. */
extern void bx_input_set_line(BxParser *p, uint32_t line);
/* Offset in the text of the place libxml2 is at. */
extern uint64_t bx_input_offset(const BxParser *p);
/* Is what libxml2 has not parsed yet markup or a reference, or does it end with the beginning of a reference? */
extern bool bx_input_is_open(const BxParser *p);

#endif
