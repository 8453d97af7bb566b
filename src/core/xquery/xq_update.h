/*
 * xq_update.h -- changes written as text, in the language of XQuery Update Facility 1.0.
 *
 *   insert node <x a="1">{ /y/z }</x> as last into /a, delete node /a/b[2],
 *   replace value of node /a/@n with $v, rename node /a/c as "d"
 *
 * after a prolog as paths have.  Primitives are separated by commas, in parentheses, chosen by "if" and repeated by
 * "for" and "let"; all of them together are one list of changes to the value as it was (core/edit).  Sources are
 * constructors, direct and computed, and expressions.  The forms of T-SQL, without the word "node", are taken as
 * well; there a target that selects nothing changes nothing, where XQuery says XUDY0027.
 *
 * Compiled once, run on many values.  Everything compiled is in one arena; expressions are one block (xp_embed.h).
 */
#ifndef XQ_UPDATE_H
#define XQ_UPDATE_H

#include "../edit/bx_edit.h"
#include "../xpath/result/xp_eval.h"

typedef struct XqUpdate XqUpdate;

/* BX_E_XPATH with the position of what is wrong, BX_E_UNSUPPORTED, BX_E_DEPTH. */
extern BxStatus xq_update_compile(const char *text, size_t n, BxArena *arena, XqUpdate **update,
								  BxError *err);

/* The expressions, for values of variables. */
extern const XpBlock *xq_update_block(const XqUpdate *update);

/* What a target that selects nothing means. */
typedef enum XqUpdateEmpty
{
	XQ_UPDATE_EMPTY_STANDARD, /* XUDY0027 for the forms that XQuery says it of, else nothing */
	XQ_UPDATE_EMPTY_IGNORE,   /* nothing is changed */
	XQ_UPDATE_EMPTY_ERROR     /* XUDY0027 for all forms, "delete" and those of T-SQL as well */
} XqUpdateEmpty;

typedef struct XqUpdateCall
{
	XpCall *xp; /* the value; errors go to its err */
	const BxWriterOptions *options;
	BxEdit *edit;  /* gets the changes */
	BxArena *keep; /* what changes borrow; must outlive the edit, and not be the arena of xp */
	XqUpdateEmpty on_empty;
	/* results */
	uint64_t n_changes;
	bool has_error_node; /* after an error: it is about this node */
	BxEditNode error_node;
} XqUpdateCall;

/*
 * xq_update_run: evaluate, and add the changes to the edit.  Errors of the standard are BX_E_UPDATE with its code in
 * the text; content that makes no well-formed XML is BX_E_SYNTAX_CONTENT, BX_E_COMMENT or BX_E_PI.
 */
extern BxStatus xq_update_run(const XqUpdate *update, XqUpdateCall *call);

#endif
