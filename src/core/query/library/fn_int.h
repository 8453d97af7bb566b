/*
 * fn_int.h -- what the functions of the library share: arguments as text, and results that grow.
 */
#ifndef FN_INT_H
#define FN_INT_H

#include "../../base/bx_core_int.h"

#include "fn_evaluators.h"

#include "../../base/bx_buf.h"
#include "../../base/bx_long.h"

/* ---- fn_text.c ---- */

/* A text in the making, in an arena; fn_text_str gives it. */
typedef struct FnText
{
	BxArena *arena;
	BxError *err;
	char *s;
	size_t n;
	size_t cap;
} FnText;

static inline FnText
fn_text(RuRun *run, BxArena *arena)
{
	return (FnText){arena, run->err, NULL, 0, 0};
}

/* Room for n more bytes; BX_E_NOMEM, and BX_E_LIMIT beyond the size of a value. */
extern BxStatus fn_text_grow(FnText *t, size_t n);
extern BxStatus fn_text_add(FnText *t, BxStr s);
/* A character by its code point. */
extern BxStatus fn_text_char(FnText *t, uint32_t cp);

static inline BxStatus
fn_text_byte(FnText *t, char c)
{
	if (BX_UNLIKELY(t->n == t->cap))
		BX_TRY(fn_text_grow(t, 1));
	t->s[t->n++] = c;
	return BX_OK;
}

static inline BxStatus
fn_text_puts(FnText *t, const char *s)
{
	return fn_text_add(t, bx_str(s, strlen(s)));
}

static inline BxStr
fn_text_str(const FnText *t)
{
	return bx_str(t->s != NULL ? t->s : "", t->n);
}

/* The text of an argument of any atomic type; empty, and *found false, if there is none. */
extern BxStatus fn_arg_text(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, BxStr *s, bool *found);
/*
 * Where a part begins and ends, of the second argument and a third one that has its length: both rounded; the end is
 * infinite without a length, and NaN where nothing is in the part.
 */
extern BxStatus fn_arg_range(RuRun *run, const RuOp *op, const RuCx *cx, double *from, double *end);
/* A string argument, or where the call has none the string value of the context item (FOTY0014). */
extern BxStatus fn_arg_or_context(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *s);

/*
 * "local", "prefix:local" or "Q{uri}local", white space around it taken off; false where it is none, or the prefix
 * unknown.
 */
extern bool fn_eqname(const RuRun *run, const RuOp *op, BxStr s, AtName *name);

/* fn_qname.c: the namespace of a prefix in scope of an element; empty, and *found false, if there is none. */
extern BxStatus fn_prefix_uri(RuRun *run, const XdItem *element, BxStr prefix, BxStr *uri, bool *found);

/* An evaluator that is another function with one more argument. */
#define FN_WITH(name, function, argument)                                                                    \
	BxStatus name(RU_ONE_ARGS)                                                                               \
	{                                                                                                        \
		return function(run, op, cx, argument, item, found);                                                 \
	}

/* A string as result. */
static inline BxStatus
fn_give(BxStr s, XdItem *item, bool *found)
{
	*item = at_string_item(s);
	*found = true;
	return BX_OK;
}

static inline BxStatus
fn_give_integer(int64_t i, XdItem *item, bool *found)
{
	*item = at_integer_item(i);
	*found = true;
	return BX_OK;
}

/* ---- fn_collation.c ---- */

#define FN_CODEPOINT "http://www.w3.org/2005/xpath-functions/collation/codepoint"

#define FN_UCA "http://www.w3.org/2013/collation/UCA"

/* fn_uca.c: the collation of a URI that begins so, over one of the host; NULL where there is none.  uri lasts. */
extern BxStatus fn_uca(RuRun *run, BxStr uri, const AtCollation **collation);
/* The collation that argument i names, the default one where the call has none. */
extern BxStatus fn_arg_collation(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx,
								 const AtCollation **collation);
/* Is it the one that is without the case of ASCII letters: by fn_fold_ascii and bytes? */
extern bool fn_folds_ascii(const AtCollation *collation);
/* The order by that one. */
extern BxStatus fn_order_folded(RuRun *run, BxStr a, BxStr b, int *order);
/* ASCII letters as small ones. */
extern BxStatus fn_fold_ascii(RuRun *run, BxArena *arena, BxStr s, BxStr *out);

#endif
