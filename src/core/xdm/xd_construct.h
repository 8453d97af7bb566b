/*
 * xd_construct.h -- nodes in the making: a sink takes content in document order, and becomes a tree or a value.
 *
 * Start here for what constructors do (XQuery 3.1 section 3.9): adjacent atomic values become text with spaces between
 * them, nodes are copied, documents are replaced by their children, attributes come before other content, and
 * namespaces are declared for the names that are used.  Errors have the W3C code and no position.
 *
 * A sink belongs to one value after the other; to use it again is cheaper than to make a new one.  After an error it
 * can only be begun again, or freed.
 */
#ifndef XD_CONSTRUCT_H
#define XD_CONSTRUCT_H

#include "../encode/bx_writer.h"
#include "xd_tree.h"

typedef struct XdSink XdSink;

/* What is made. */
typedef enum XdSinkUse
{
	XD_SINK_ELEMENT,  /* a tree whose root is the one element that comes */
	XD_SINK_DOCUMENT, /* a tree with a document node: attributes are XPTY0004 in it */
	XD_SINK_RESULT    /* a value for the outside: attributes and namespace nodes become text */
} XdSinkUse;

/* The copy-namespaces mode. */
#define XD_COPY_NO_PRESERVE 0x01
#define XD_COPY_NO_INHERIT 0x02

/* Memory comes from the host of the forest. */
extern BxStatus xd_sink_new(XdForest *forest, XdSink **sink);
/* May be NULL. */
extern void xd_sink_free(XdSink *sink);
/* Begin; options NULL: those of trees of a run. */
extern BxStatus xd_sink_begin(XdSink *sink, XdSinkUse use, unsigned copy, const BxWriterOptions *options);

/*
 * An element: start, then namespaces and attributes, then content, then end.  The name is borrowed until content
 * comes.  XQDY0102 for namespaces that contradict each other or the name, XQDY0025 for two attributes of one name,
 * XQTY0024 for one behind other content.
 */
extern BxStatus xd_sink_start(XdSink *sink, const AtName *name);
extern BxStatus xd_sink_namespace(XdSink *sink, BxStr prefix, BxStr uri);
/* A namespace of the constructors around: in scope unless something else binds the prefix.  Borrowed likewise. */
extern BxStatus xd_sink_around(XdSink *sink, const AtPrefix *namespaces, uint32_t n);
extern BxStatus xd_sink_attribute(XdSink *sink, const AtName *name, BxStr value);
extern BxStatus xd_sink_end(XdSink *sink);

/* Text as it is; characters, "--" and "?>" are the caller's matter here and below. */
extern BxStatus xd_sink_text(XdSink *sink, BxStr s);
extern BxStatus xd_sink_comment(XdSink *sink, BxStr s);
extern BxStatus xd_sink_pi(XdSink *sink, BxStr target, BxStr data);

/* An item of the content, of an array all items of its members; XQTY0105 for other functions. */
extern BxStatus xd_sink_item(XdSink *sink, const XdItem *item, const AtCall *call);
/* The items behind this come from another expression: no space between them and those before. */
extern void xd_sink_break(XdSink *sink);

/* What comes until xd_sink_leave is content of a document node, which is not made; give it what this returns. */
extern uint32_t xd_sink_enter(XdSink *sink);
extern void xd_sink_leave(XdSink *sink, uint32_t before);

/* The tree that was made, which lasts as long as the arena: xd_tree_own. */
extern BxStatus xd_sink_tree(XdSink *sink, BxArena *arena, BxStr base_uri, XdItem *root);
/* The value that was made, host memory of the caller's.  *any: there was an item. */
extern BxStatus xd_sink_value(XdSink *sink, bool *any, uint8_t **data, size_t *len);

/*
 * Is the node an element that was constructed, by itself?  Then the value of its tree is what xd_sink_value would give
 * of it with the default options (xd_is_usual), up to sizes at which directories or a heap come in, and limits apart.
 */
extern bool xd_tree_made(const XdForest *forest, const XdItem *node, const uint8_t **value, size_t *n);
extern bool xd_is_usual(const BxWriterOptions *options);

/* The value of the tree of a node; *value is NULL when the tree is an attribute, text or the like by itself. */
extern void xd_tree_value(const XdForest *forest, const XdItem *node, const uint8_t **value, size_t *n);

#endif
