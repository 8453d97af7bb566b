/*
 * ru_construct.h -- constructors of nodes: operators that push content into a sink.
 *
 * To push is the third way to evaluate, beside one item and an iterator: the items go into a node that is being made,
 * and a constructor among them makes no node of its own.  Nobody can see the difference, since content is copied.
 */
#ifndef RU_CONSTRUCT_H
#define RU_CONSTRUCT_H

#include "../../xdm/xd_construct.h"
#include "ru_op.h"

/* An item that an operator gave, into a sink. */
extern BxStatus ru_push_item(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, XdSink *sink);

/* The items of an iterator into a sink: for classes without a push of their own. */
extern BxStatus ru_push_made(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink);

/* All items of an expression into a sink. */
static inline BxStatus
ru_push(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
{
	return op->class->push != NULL ? op->class->push(run, op, cx, sink) : ru_push_made(run, op, cx, sink);
}

/*
 * A sink that was begun for an operator, and back; options as for xd_sink_begin.  ru_sinks_free: of the run, at its
 * end.
 */
extern BxStatus ru_sink_take(RuRun *run, const RuOp *op, XdSinkUse use, const BxWriterOptions *options,
							 XdSink **sink);
extern void ru_sink_give(RuRun *run, XdSink *sink);
extern void ru_sinks_free(RuRun *run);

/*
 * What a constructor knows (RuOp.data).  args[0] of elements, attributes, PIs and namespace nodes computes the name, or
 * is NULL; arguments from 1 on, of the others from 0 on, are the content: of elements and documents items; of the
 * others atomic values, and the values of one argument are joined with spaces.
 */
typedef struct RuConstructor
{
	AtName name;              /* PIs: local is the target; namespaces: local is the prefix */
	const AtPrefix *declared; /* by the direct constructor */
	uint32_t n_declared;
	const AtPrefix *around; /* by direct constructors around this one, and not by it */
	uint32_t n_around;
	const AtPrefix *prefixes; /* in scope for computed names; the last of one name counts */
	uint32_t n_prefixes;
} RuConstructor;

extern const RuClass ru_element, ru_attribute, ru_document, ru_text, ru_comment, ru_pi, ru_namespace;
/* The values of each argument joined with spaces, all of them put together: an xs:string. */
extern const RuClass ru_string_constructor;

#endif
