/*
 * bx_build.h -- a value from parts that nobody has checked: names, strings, and other values.
 *
 * Sits on bx_writer.h and checks what that leaves to its callers: names, characters, namespaces, attributes that occur
 * twice, comments and processing instructions.  A prefix that is not declared where it is used is declared there, so
 * callers may leave declarations out.  Other values are copied item by item; they keep the names they have, whatever
 * is in scope around them: content in no namespace gets xmlns="" below a default namespace.
 *
 * Calls come in document order, as for the writer: start, then declarations and attributes, then content, then end.
 * After the first error every call returns it.  All memory comes from the host; it is that of the writer, the
 * attributes of one start tag, and the table and a window of the value being copied.
 */
#ifndef BX_BUILD_H
#define BX_BUILD_H

#include "../store/bx_image.h"
#include "../read/bx_excerpt.h"
#include "../encode/bx_writer.h"

typedef struct BxBuilder BxBuilder;

/* NULL on out of memory.  Borrowed: host; copied: options, whose limits hold for what is built. */
extern BxBuilder *bx_builder_new(const BxHost *host, const BxWriterOptions *options, BxError *err);
/* Give all memory back; b may be NULL. */
extern void bx_builder_free(BxBuilder *b);

/*
 * Strings are UTF-8, borrowed for the call; empty prefixes and URIs mean none.  BX_E_SYNTAX_CONTENT, BX_E_COMMENT
 * and BX_E_PI for what is not well-formed, BX_E_ARGUMENT for a missing name, BX_E_LIMIT, BX_E_DEPTH.
 */
extern BxStatus bx_builder_start(BxBuilder *b, BxStr prefix, BxStr uri, BxStr local);
/* Text of the element just started, given before its attributes. */
extern BxStatus bx_builder_start_text(BxBuilder *b, BxStr s);
extern BxStatus bx_builder_namespace(BxBuilder *b, BxStr prefix, BxStr uri);
extern BxStatus bx_builder_attribute(BxBuilder *b, BxStr prefix, BxStr uri, BxStr local, BxStr value);
extern BxStatus bx_builder_end(BxBuilder *b);
extern BxStatus bx_builder_text(BxBuilder *b, BxStr s);
extern BxStatus bx_builder_comment(BxBuilder *b, BxStr s);
extern BxStatus bx_builder_pi(BxBuilder *b, BxStr target, BxStr data);

/* The namespace that a prefix is bound to here; false when it is not bound. */
extern BxStatus bx_builder_lookup(BxBuilder *b, BxStr prefix, BxStr *uri, bool *bound);

/*
 * Everything in a stored value.  Its DOCTYPE is dropped, since its parts are not a document any more; XML declarations
 * of values at top level are joined as core's xmlconcat does it.
 */
extern BxStatus bx_builder_value(BxBuilder *b, BxStore *store);

/* An excerpt: what bx_builder_value makes of the value it would be. */
extern BxStatus bx_builder_excerpt(BxBuilder *b, const BxExcerpt *excerpt);

/*
 * bx_excerpt_value: an excerpt laid out with `options` as a value of its own, in host memory that belongs to the
 * caller. BX_E_CORRUPT for damage, which taking an excerpt does not look for.
 */
extern BxStatus bx_excerpt_value(const BxExcerpt *excerpt, const BxWriterOptions *options, const BxHost *host,
								 uint8_t **data, size_t *len, BxError *err);

/* What comes next, at top level, counts as a value without an XML declaration. */
extern void bx_builder_undeclared(BxBuilder *b);

/*
 * bx_builder_is_plain: are there elements in no namespace in the value, which a default namespace around them would
 * catch?  Memory is from the arena.
 */
extern BxStatus bx_builder_is_plain(BxStore *store, BxArena *arena, bool *plain, BxError *err);

/* Lay the value out, as bx_writer_finish does; afterwards b can only be freed. */
extern BxStatus bx_builder_finish(BxBuilder *b, uint8_t **data, size_t *len);

/* The error of a failed builder; valid until it is freed. */
extern const BxError *bx_builder_error(const BxBuilder *b);

/* What the error is about, when it came up only when a start tag was complete. */
typedef enum BxErrorSite
{
	BX_ERROR_AT_CALL,     /* the call that returned it first */
	BX_ERROR_AT_TAG,      /* the innermost element */
	BX_ERROR_AT_ATTRIBUTE /* one of its attributes */
} BxErrorSite;

/* *attribute counts from 0 in the order of calls. */
extern BxErrorSite bx_builder_error_site(const BxBuilder *b, uint32_t *attribute);

#endif
