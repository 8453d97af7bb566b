/*
 * q_annotation.c -- annotations of functions and variables (XQuery 3.1, 4.15).
 */
#include "q_parse_int.h"

/* The value of an annotation: a literal. */
static BxStatus
annotation_value(QParser *p, XdSeqBuilder *values)
{
	XdItem item;
	BxStr s;

	if (q_is(p, Q_TOK_STRING))
	{
		BX_TRY(q_string_value(p, &p->tok, &s));
		item = at_string_item(s);
	}
	else if (q_is(p, Q_TOK_INTEGER) || q_is(p, Q_TOK_DECIMAL) || q_is(p, Q_TOK_DOUBLE))
		BX_TRY(q_number(p, &item));
	else
		return q_unexpected(p, "Expected a literal.");
	BX_TRY(xd_seq_add(values, &item, p->err));
	return q_advance(p);
}

bool
q_is_reserved_uri(BxStr uri)
{
	return bx_str_is(uri, Q_URI_XML) || bx_str_is(uri, Q_URI_XS) || bx_str_is(uri, Q_URI_XSI) ||
		   bx_str_is(uri, Q_URI_FN) || bx_str_is(uri, Q_URI_MATH) || bx_str_is(uri, Q_URI_MAP) ||
		   bx_str_is(uri, Q_URI_ARRAY) || bx_str_is(uri, Q_URI_XQUERY);
}

/* One annotation behind "%". */
static BxStatus
annotation(QParser *p, QAnnotated *annotated, QAnnotation *a)
{
	XdSeqBuilder values = xd_seq_builder(p->arena);
	uint32_t off = p->tok.off;
	char buf[2 * Q_SHOWN_MAX];
	bool more, is_private, is_public, updating;

	BX_TRY(q_name(p, Q_ANNOTATION_DEFAULT, "Expected a name after \"%\".", &a->name));
	is_private = bx_str_is(a->name.uri, Q_URI_XQUERY) && bx_str_is(a->name.local, "private");
	is_public = bx_str_is(a->name.uri, Q_URI_XQUERY) && bx_str_is(a->name.local, "public");
	updating = bx_str_is(a->name.uri, Q_URI_XQUERY) && bx_str_is(a->name.local, "updating");
	if (q_is_reserved_uri(a->name.uri) && !is_private && !is_public && !updating)
		return q_fail(p, off, "XQST0045", NULL, "there is no annotation \"%%%s\"",
					  q_shown_name(&a->name, buf, sizeof(buf)));
	annotated->twice |= (is_private || is_public) && (annotated->is_private || annotated->is_public);
	annotated->is_private |= is_private;
	annotated->is_public |= is_public;
	annotated->updating |= updating;
	BX_TRY(q_accept(p, '(', &more));
	if (!more)
		return BX_OK;
	while (more)
	{
		BX_TRY(annotation_value(p, &values));
		BX_TRY(q_accept(p, ',', &more));
	}
	a->values = values.items;
	a->n_values = (uint32_t) values.n;
	return q_expect(p, ')', "Expected \",\" or \")\" after a literal.");
}

BxStatus
q_annotations(QParser *p, QAnnotated *annotated)
{
	uint32_t mark = p->annotations.n;
	bool more;

	*annotated = (QAnnotated){.annotations = NULL};
	BX_TRY(q_accept(p, '%', &more));
	while (more)
	{
		QAnnotation a = {.values = NULL};

		BX_TRY(annotation(p, annotated, &a));
		BX_TRY(q_push(p, &p->annotations, &a, sizeof(a)));
		BX_TRY(q_accept(p, '%', &more));
	}
	return q_take(p, &p->annotations, mark, sizeof(QAnnotation), &annotated->annotations,
				  &annotated->n_annotations);
}
