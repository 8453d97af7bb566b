/*
 * fa_compare.c -- what must hold of a document for a comparison to be true.
 *
 * Values of the document have no type: with a string they are compared as strings, with a number as numbers, with
 * dates and the like as such.  Paths compare likewise where both operands are what they seem; bounds are taken as
 * belonging to a range, since numbers may be compared more exactly than there.
 */
#include "fa_condition_int.h"

/* How a path writes it; value: an operator that compares strings by their order. */
static const char *
operator_of(unsigned op, bool value)
{
	switch (op)
	{
		case AT_EQ: return " = ";
		case AT_LT:
		case AT_LE: return value ? " le " : " <= ";
		case AT_GT:
		case AT_GE: return value ? " ge " : " >= ";
		default: return NULL;
	}
}

/* Are they compared as paths compare them?  *value: by the order of strings. */
static bool
comparable(const FaBuild *b, const FaValue *x, const FaValue *y, unsigned op, bool *value)
{
	bool strings = (x->class == FA_STRING || x->class == FA_NODES) &&
				   (y->class == FA_STRING || y->class == FA_NODES) && x->class != y->class;

	*value = false;
	if (x->class == FA_OTHER || y->class == FA_OTHER || op == AT_NE)
		return false;
	if (strings || (x->class == FA_STRING && y->class == FA_STRING))
	{
		*value = op != AT_EQ;
		return !b->collated;
	}
	if (x->class == FA_NODES && y->class == FA_NODES)
		return false;
	return x->class == y->class ||
		   ((x->class == FA_NODES || y->class == FA_NODES) && x->class != FA_STRING && y->class != FA_STRING);
}

const char *
fa_comparison(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue x, y;
	bool value;

	fa_operands(b, e, cx, &x, &y);
	if (comparable(b, &x, &y, e->sub, &value))
		return fa_join(b, "(", x.text, operator_of(e->sub, value), y.text, ")", NULL);
	return fa_and(b, fa_there(b, &x), fa_there(b, &y));
}
