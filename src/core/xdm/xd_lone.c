/*
 * xd_lone.c -- the value of a constructed attribute, text, comment, PI or namespace node.
 */
#include "xd_tree_int.h"

static BxStatus
write_lone(const XdTree *tree, BxWriter *w, uint8_t **data, size_t *len)
{
	uint32_t name;

	if (tree->root == XD_COMMENT)
		BX_TRY(bx_writer_comment(w, tree->string.s, tree->string.n));
	else if (tree->root == XD_PI)
	{
		BX_TRY(bx_writer_name(w, BX_PAIR_NONE, tree->name.local, &name));
		BX_TRY(bx_writer_pi(w, name, tree->string.s, tree->string.n));
	}
	else if (tree->string.n > 0)
		BX_TRY(bx_writer_text(w, tree->string.s, tree->string.n));
	return bx_writer_finish(w, data, len);
}

BxStatus
xd_lone_value(XdForest *forest, const XdTree *tree, const BxWriterOptions *options, uint8_t **data,
			  size_t *len)
{
	BxWriter *w = bx_writer_new(forest->host, options, forest->err);
	BxStatus st;

	if (w == NULL)
		return BX_E_NOMEM;
	st = write_lone(tree, w, data, len);
	if (st != BX_OK && forest->err != NULL)
		*forest->err = *bx_writer_error(w);
	bx_writer_free(w);
	return st;
}
