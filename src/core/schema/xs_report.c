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

BxStatus
xs_report(BxValidator *v, const char *code, const char *detail, const char *fmt, ...)
{
	BxViolation violation = {.code = code, .detail = detail, .kind = v->at.kind, .off = v->at.off};
	char msg[BX_MSG_MAX];
	BxError words;
	va_list ap;

	v->invalid = true;
	/* who stopped the pass hears of nothing more */
	if (v->stop)
		return BX_OK;
	if (v->options == NULL || v->options->take == NULL)
	{
		v->stop = true;
		return BX_OK;
	}
	va_start(ap, fmt);
	vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	/* cuts between characters */
	bx_fail(&words, BX_OK, -1, "%s", msg);
	violation.msg = words.msg;
	if (v->at.kind != BX_EV_DONE)
	{
		const BxNameInfo *name = &v->bind.table.names[v->bind.table.shapes[v->at.shape].name];

		BX_TRY(make_label(v));
		violation.uri = bx_pair_uri(&v->bind.table.pairs[name->pair]);
		violation.local = bx_str(name->local, name->len);
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

/* ---- children ---- */

/* Names that could come in the present state of an element. */
static void
put_expected(const BxValidator *v, const XsFrame *frame, char *buf, size_t cap)
{
	const XsModel *m = frame->model;
	const XsState *state = &m->states[frame->state];
	size_t len = 0;
	uint32_t i, n = 0;

	for (i = 0; i < state->n_edges && n < XS_EXPECTED && len < cap; i++)
	{
		const XsEdge *edge = &m->edges[state->first + i];
		BxStr name = xs_local(v->schema, edge->symbol);
		int k;

		if (!xs_counts_allow(&m->counts[edge->counts], &v->words[frame->words]) ||
			(m->all && (v->words[frame->words + edge->target / 64] >> edge->target % 64 & 1)))
			continue;
		k = snprintf(buf + len, cap - len, "%s \"%.*s\"", n++ > 0 ? "," : "Expected is",
					 (int) (name.n < 40 ? name.n : 40), name.s);
		len += k > 0 ? (size_t) k : 0;
	}
	if (len < cap)
		snprintf(buf + len, cap - len,
				 n == 0               ? "Nothing more is allowed here."
				 : i < state->n_edges ? " or others."
									  : ".");
}

BxStatus
xs_report_child(BxValidator *v, const XsFrame *frame, uint32_t shape)
{
	bool missing = shape == XS_NONE;
	BxStr name = xs_name_of(v, missing ? frame->shape : shape);
	char detail[BX_MSG_MAX];

	put_expected(v, frame, detail, sizeof(detail));
	if (missing)
		return xs_report(v, "cvc-complex-type.2.4.b", detail,
						 "the content of element \"%.*s\" is not complete", (int) (name.n < 80 ? name.n : 80),
						 name.s);
	return xs_report(v, "cvc-complex-type.2.4.a", detail, "element \"%.*s\" is not allowed here",
					 (int) (name.n < 80 ? name.n : 80), name.s);
}
