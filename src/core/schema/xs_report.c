/*
 * xs_report.c -- violations in words, with the label of the node.
 *
 * Labels are made only for nodes that are reported, from the places on the way to them.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

#include <stdarg.h>
#include <stdio.h>

#define XS_EXPECTED 8 /* names listed, at most */

/* ---- labels ---- */

static BxStatus
load_labels(BxValidator *v)
{
	if (v->labels.known)
		return BX_OK;
	v->labels.known = true;
	BX_TRY(bx_root_read(&v->pass.img, &v->arena, &v->labels.root));
	return bx_exceptions_open_pass(&v->labels.exceptions, &v->pass, &v->arena, v->err);
}

/* One more level of the label. */
static BxStatus
put_level(BxValidator *v, BxOrdpathLine line, uint32_t place)
{
	BxExceptionParent parent;
	uint8_t part[BX_ORDPATH_PART_MAX];
	const uint8_t *end;

	if (v->labels.label.len == 0 && v->labels.root.n > 0)
		return bx_buf_append(&v->labels.label, v->labels.root.p, v->labels.root.n, v->err);
	if (v->labels.exceptions.n > 0)
	{
		BX_TRY(bx_exceptions_of(&v->labels.exceptions, v->labels.label.data, v->labels.label.len, &parent));
		return bx_exceptions_level(&v->labels.exceptions, &parent, line, place, &v->labels.label);
	}
	end = bx_ordpath_part_put(part, (BxOrdpathPart){line, 2 * (int64_t) place + 1});
	return bx_buf_append(&v->labels.label, part, (size_t) (end - part), v->err);
}

static BxStatus
make_label(BxValidator *v)
{
	uint32_t i;

	if (v->at.level == XS_NONE)
		return BX_OK;
	v->labels.label.len = 0;
	BX_TRY(load_labels(v));
	for (i = 1; i <= v->at.level; i++)
		BX_TRY(put_level(v, BX_LINE_CHILD, v->frames[i].place));
	if (v->at.kind != BX_EV_ATTRIBUTE)
		return BX_OK;
	return put_level(v, BX_LINE_ATTRIBUTE, v->at.place);
}

BxStatus
xs_label_keep(BxValidator *v, BxStr *label)
{
	BX_TRY(make_label(v));
	*label = bx_str(bx_arena_strndup(&v->arena, (const char *) v->labels.label.data, v->labels.label.len),
					v->labels.label.len);
	return label->s != NULL ? BX_OK : bx_fail_nomem(v->err, label->n);
}

BxStatus
xs_at_kept(BxValidator *v, BxEventKind kind, uint32_t shape, uint32_t off, BxStr label)
{
	v->at = (XsAt){.kind = kind, .shape = shape, .off = off, .level = XS_NONE};
	v->labels.label.len = 0;
	return bx_buf_append(&v->labels.label, label.s, label.n, v->err);
}

/* ---- reports ---- */

BxStr
xs_name_of(const BxValidator *v, uint32_t shape)
{
	const BxNameInfo *name = &v->bind.table.names[v->bind.table.shapes[shape].name];

	return bx_str(name->local, name->len);
}

BxStr
xs_uri_of(const BxValidator *v, uint32_t shape)
{
	return bx_pair_uri(&v->bind.table.pairs[v->bind.table.names[v->bind.table.shapes[shape].name].pair]);
}

BxStatus
xs_report(BxValidator *v, const char *code, const char *detail, const char *fmt, ...)
{
	BxViolation violation = {
		.code = code, .detail = detail, .kind = v->at.kind, .off = v->at.off, .first = v->at.first};
	char msg[BX_MSG_MAX];
	BxError words;

	v->invalid = true;
	/* who stopped the pass hears of nothing more */
	if (v->stop)
		return BX_OK;
	if (v->options == NULL || v->options->take == NULL)
	{
		v->stop = true;
		return BX_OK;
	}
	BX_PUT_MESSAGE(msg, fmt);
	/* cuts between characters */
	bx_fail(&words, BX_OK, -1, "%s", msg);
	violation.msg = words.msg;
	if (v->at.kind != BX_EV_DONE)
	{
		BX_TRY(make_label(v));
		violation.uri = xs_uri_of(v, v->at.shape);
		violation.local = xs_name_of(v, v->at.shape);
		violation.label = v->labels.label.data;
		violation.label_n = v->labels.label.len;
	}
	return v->options->take(v->options->ctx, &violation, &v->stop);
}

/* ---- values ---- */

typedef struct XsFaultWord
{
	const char *code;
	const char *what;
} XsFaultWord;

static const XsFaultWord fault_words[] = {
	[XS_BAD_FORM] = {"cvc-datatype-valid.1", "is not a value of type"},
	[XS_BAD_LENGTH] = {"cvc-length-valid", "does not have the length of type"},
	[XS_BAD_MIN_LENGTH] = {"cvc-minLength-valid", "is too short for type"},
	[XS_BAD_MAX_LENGTH] = {"cvc-maxLength-valid", "is too long for type"},
	[XS_BAD_PATTERN] = {"cvc-pattern-valid", "does not match the pattern of type"},
	[XS_BAD_ENUMERATION] = {"cvc-enumeration-valid", "is not one of the values of type"},
	[XS_BAD_MAX_INCLUSIVE] = {"cvc-maxInclusive-valid", "is greater than the bound of type"},
	[XS_BAD_MAX_EXCLUSIVE] = {"cvc-maxExclusive-valid", "is not less than the bound of type"},
	[XS_BAD_MIN_INCLUSIVE] = {"cvc-minInclusive-valid", "is less than the bound of type"},
	[XS_BAD_MIN_EXCLUSIVE] = {"cvc-minExclusive-valid", "is not greater than the bound of type"},
	[XS_BAD_TOTAL_DIGITS] = {"cvc-totalDigits-valid", "has too many digits for type"},
	[XS_BAD_FRACTION_DIGITS] = {"cvc-fractionDigits-valid", "has too many fraction digits for type"},
	[XS_BAD_NAME] = {"cvc-datatype-valid.1", "names what is not declared, for type"},
};

static void
put_words(char *buf, size_t cap, const XsSimple *type)
{
	size_t len = (size_t) snprintf(buf, cap, "Allowed are");
	uint32_t i;

	for (i = 0; i < type->n_values && i < XS_EXPECTED && len < cap; i++)
	{
		BxStr word = type->words[i];
		int n = snprintf(buf + len, cap - len, "%s \"%.*s\"", i > 0 ? "," : "",
						 (int) (word.n < 40 ? word.n : 40), word.s);

		len += n > 0 ? (size_t) n : 0;
	}
	if (len < cap)
		snprintf(buf + len, cap - len, type->n_values > XS_EXPECTED ? " and others." : ".");
}

BxStatus
xs_report_value(BxValidator *v, const XsSimple *type, BxStr text)
{
	const XsFaultWord *word = &fault_words[v->text.fault];
	const XsSimple *at = v->text.at != NULL ? v->text.at : type;
	BxStr part = v->text.part.s != NULL ? v->text.part : text;
	char detail[BX_MSG_MAX] = "";

	if (v->text.fault == XS_BAD_ENUMERATION)
		put_words(detail, sizeof(detail), at);
	else if (v->text.fault == XS_BAD_PATTERN && at->patterns != NULL)
		snprintf(detail, sizeof(detail), "The pattern is %.*s.",
				 (int) (at->patterns->source.n < 200 ? at->patterns->source.n : 200), at->patterns->source.s);
	return xs_report(v, word->code, detail, "\"%.*s\" %s \"%.*s\"", (int) (part.n < 60 ? part.n : 60), part.s,
					 word->what, (int) (at->name.n < 60 ? at->name.n : 60), at->name.s);
}

/* ---- names in another namespace ---- */

/* Names of the schema, looked through for one that differs from that of a node by its namespace alone. */
typedef struct XsAlike
{
	const BxSchema *schema;
	uint32_t local;  /* of the node, XS_NONE: the schema does not have it */
	uint32_t symbol; /* the node's, XS_NONE likewise */
	uint32_t found;  /* XS_NONE: none so far */
	bool own;        /* the node's name is there */
} XsAlike;

static XsAlike
alike_begin(const BxValidator *v, uint32_t shape)
{
	return (XsAlike){v->schema, xs_string_find(v->schema, xs_name_of(v, shape)), xs_symbol_of(v, shape),
					 XS_NONE, false};
}

static void
alike_look(XsAlike *a, uint32_t symbol)
{
	if (symbol == a->symbol)
		a->own = true;
	else if (a->found == XS_NONE && a->schema->symbols[symbol].local == a->local)
		a->found = symbol;
}

/* The node is reported if there is such a name, and the node's own is not there; *done says so. */
static BxStatus
alike_report(BxValidator *v, const XsAlike *a, const char *code, uint32_t shape, bool *done)
{
	*done = !a->own && a->found != XS_NONE;
	return *done ? xs_report_namespace(v, code, shape, xs_uri(v->schema, a->found)) : BX_OK;
}

static void
put_namespace(BxStr uri, char *buf, size_t cap)
{
	if (uri.n == 0)
		snprintf(buf, cap, "no namespace");
	else
		snprintf(buf, cap, "namespace \"%.*s\"", XS_SHOWN(uri));
}

BxStatus
xs_report_namespace(BxValidator *v, const char *code, uint32_t shape, BxStr uri)
{
	char has[BX_MSG_MAX], wants[BX_MSG_MAX];

	put_namespace(xs_uri_of(v, shape), has, sizeof(has));
	put_namespace(uri, wants, sizeof(wants));
	return xs_report(v, code, "", "%s \"%.*s\" is in %s; the schema has it in %s",
					 v->at.kind == BX_EV_ATTRIBUTE ? "attribute" : "element", XS_SHOWN(xs_name_of(v, shape)),
					 has, wants);
}

BxStatus
xs_report_root(BxValidator *v, uint32_t shape)
{
	XsAlike a = alike_begin(v, shape);
	bool done;

	for (uint32_t i = 0; i < v->schema->n_roots; i++)
		alike_look(&a, v->schema->roots[i]->symbol);
	BX_TRY(alike_report(v, &a, "cvc-elt.1", shape, &done));
	return done ? BX_OK
				: xs_report(v, "cvc-elt.1", "The schema declares no such element globally.",
							"element \"%.*s\" cannot be the root", XS_SHOWN(xs_name_of(v, shape)));
}

BxStatus
xs_report_attribute(BxValidator *v, const XsType *type, uint32_t shape)
{
	const char *code = type->is_simple ? "cvc-type.3.1.1" : "cvc-complex-type.3.2.2";
	XsAlike a = alike_begin(v, shape);
	bool done;

	for (uint32_t i = 0; i < type->n_uses; i++)
		alike_look(&a, type->uses[i].symbol);
	BX_TRY(alike_report(v, &a, code, shape, &done));
	return done ? BX_OK
				: xs_report(v, code, "", "attribute \"%.*s\" is not allowed", XS_SHOWN(xs_name_of(v, shape)));
}

/* ---- children ---- */

/* All names that the content of an element has. */
static void
look_at_content(BxValidator *v, const XsModel *m, XsAlike *a)
{
	for (uint32_t i = 0; i < m->n_states; i++)
	{
		const XsState *state = &m->states[i];

		bx_note(v->host, BX_STEP_UNITS);
		for (uint32_t k = 0; k < state->n_edges; k++)
			alike_look(a, m->edges[state->first + k].symbol);
	}
}

/* Names that could come, without those behind the first. */
typedef struct XsExpected
{
	uint32_t symbols[XS_EXPECTED + 1];
	uint32_t n;
} XsExpected;

static bool
is_expected(const XsExpected *list, uint32_t symbol)
{
	uint32_t i;

	for (i = 0; i < list->n && list->symbols[i] != symbol;)
		i++;
	return i < list->n;
}

/* Names that could come in the present state of an element, by one way of counting. */
static void
expect(const BxValidator *v, const XsFrame *frame, uint32_t way, XsExpected *list)
{
	const XsModel *m = frame->model;
	const XsState *state = xs_way_state(v, frame, way);
	const XsEdge *edge = &m->edges[state->first], *end = edge + state->n_edges;

	for (; edge < end && list->n <= XS_EXPECTED; edge++)
	{
		if (m->all ? (v->words.list[frame->words + edge->target / 64] >> edge->target % 64 & 1) != 0
				   : !xs_way_allows(v, frame, way, edge->counts))
			continue;
		if (!is_expected(list, edge->symbol))
			list->symbols[list->n++] = edge->symbol;
	}
}

static void
put_expected(const BxValidator *v, const XsFrame *frame, char *buf, size_t cap)
{
	XsExpected list = {.n = 0};
	size_t len = 0;
	uint32_t i;

	for (i = 0; i < frame->ways; i++)
		expect(v, frame, i, &list);
	for (i = 0; i < list.n && i < XS_EXPECTED && len < cap; i++)
	{
		BxStr name = xs_local(v->schema, list.symbols[i]);
		int k = snprintf(buf + len, cap - len, "%s \"%.*s\"", i > 0 ? "," : "Expected is",
						 (int) (name.n < 40 ? name.n : 40), name.s);

		len += k > 0 ? (size_t) k : 0;
	}
	if (len < cap)
		snprintf(buf + len, cap - len,
				 list.n == 0            ? "Nothing more is allowed here."
				 : list.n > XS_EXPECTED ? " or others."
										: ".");
}

BxStatus
xs_report_child(BxValidator *v, const XsFrame *frame, uint32_t shape)
{
	bool missing = shape == XS_NONE, done = false;
	BxStr name = xs_name_of(v, missing ? frame->shape : shape);
	char detail[BX_MSG_MAX];
	XsAlike a;

	if (!missing)
	{
		a = alike_begin(v, shape);
		look_at_content(v, frame->model, &a);
		BX_TRY(alike_report(v, &a, "cvc-complex-type.2.4.a", shape, &done));
	}
	if (done)
		return BX_OK;
	put_expected(v, frame, detail, sizeof(detail));
	if (missing)
		return xs_report(v, "cvc-complex-type.2.4.b", detail,
						 "the content of element \"%.*s\" is not complete", (int) (name.n < 80 ? name.n : 80),
						 name.s);
	return xs_report(v, "cvc-complex-type.2.4.a", detail, "element \"%.*s\" is not allowed here",
					 (int) (name.n < 80 ? name.n : 80), name.s);
}
