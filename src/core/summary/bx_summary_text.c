/*
 * bx_summary_text.c -- statistics for people: paths and values as text.
 */
#include "../base/bx_core_int.h"
#include "bx_summary_text.h"

#include "../base/bx_utf8.h"
#include "../value/bx_moment.h"
#include <stdio.h>

/* ---- paths ---- */

static BxStatus
put_text(BxBuf *out, const char *text, BxError *err)
{
	return bx_buf_append(out, text, strlen(text), err);
}

static BxStatus
put_step(const BxSummaryPath *path, BxBuf *out, BxError *err)
{
	BxStr uri = path->uri;

	BX_TRY(put_text(out, path->attribute ? "/@" : "/", err));
	if (uri.n > 0 && (memchr(uri.s, '{', uri.n) != NULL || memchr(uri.s, '}', uri.n) != NULL))
		BX_TRY(put_text(out, "*:", err));
	else if (uri.n > 0)
	{
		BX_TRY(put_text(out, "Q{", err));
		BX_TRY(bx_buf_append(out, uri.s, uri.n, err));
		BX_TRY(put_text(out, "}", err));
	}
	return bx_buf_append(out, path->local.s, path->local.n, err);
}

/* Parents are known, not children: each step is found from below. */
BxStatus
bx_summary_path_put(const BxSummary *s, uint32_t number, BxBuf *out, BxError *err)
{
	uint32_t depth = 0, up, at, i;

	for (at = number; at != BX_SUMMARY_NONE; at = s->paths[at].parent)
		depth++;
	for (up = depth; up > 0; up--)
	{
		BX_TRY(bx_steps(out->host, up));
		for (at = number, i = 1; i < up; i++)
			at = s->paths[at].parent;
		BX_TRY(put_step(&s->paths[at], out, err));
	}
	return BX_OK;
}

/* ---- values ---- */

/* Of a string that was cut, what is there of whole characters. */
static BxStatus
put_cut(const BxSummaryValue *value, BxBuf *out, BxError *err)
{
	uint32_t n = value->n;

	if (n <= BX_INDEX_CUT_HASH + 1 || value->bytes[n - BX_INDEX_CUT_HASH - 1] != BX_INDEX_CUT)
		return BX_OK;
	n -= BX_INDEX_CUT_HASH + 1;
	/* the first byte of a character of which others are cut off is one of the last three */
	for (uint32_t i = 1; i <= 3 && i <= n; i++)
		if (value->bytes[n - i] >= 0xC0)
		{
			unsigned length = value->bytes[n - i] >= 0xF0 ? 4 : value->bytes[n - i] >= 0xE0 ? 3 : 2;

			n -= length > i ? i : 0;
			break;
		}
	BX_TRY(bx_buf_append(out, value->bytes, n, err));
	return put_text(out, "...", err);
}

/* "-1.5E-7" */
static BxStatus
put_number(const BxSummaryValue *value, BxBuf *out, BxError *err)
{
	BxIndexDigits d;
	char text[2 * BX_INDEX_NUMBER_MAX + 20];

	if (!bx_index_number_digits(value->bytes, value->n, &d))
		return BX_OK;
	if (d.infinite)
		return put_text(out, d.negative ? "-INF" : "INF", err);
	if (d.n == 0)
		return put_text(out, "0", err);
	snprintf(text, sizeof(text), "%s%c%s%.*sE%d", d.negative ? "-" : "", d.digit[0], d.n > 1 ? "." : "",
			 (int) d.n - 1, d.digit + 1, d.point - 1);
	return put_text(out, text, err);
}

static BxStatus
put_moment(const BxSummaryValue *value, BxBuf *out, BxError *err)
{
	double number = bx_index_number_get(value->bytes, value->n);
	BxMoment m = {.zone = BX_ZONE_NONE};
	char text[BX_MOMENT_TEXT_MAX];

	if (!(number >= -(double) BX_SPAN_MAX && number <= (double) BX_SPAN_MAX))
		return BX_OK;
	m.seconds = (int64_t) number;
	if (value->kind == AT_INDEX_DATE_ZONE || value->kind == AT_INDEX_DATETIME_ZONE)
		m.zone = 0;
	switch (value->kind)
	{
		case AT_INDEX_DATE: return bx_buf_append(out, text, bx_date_format(&m, text), err);
		case AT_INDEX_SPAN: return bx_buf_append(out, text, bx_span_format(&m, text), err);
		case AT_INDEX_MONTHS: return bx_buf_append(out, text, bx_months_format(&m, text), err);
		/* a date with another zone does not begin at midnight in UTC */
		default: return bx_buf_append(out, text, bx_datetime_format(&m, text), err);
	}
}

BxStatus
bx_summary_value_put(const BxSummaryValue *value, BxBuf *out, BxError *err)
{
	if (value->text.s != NULL)
		return bx_buf_append(out, value->text.s, value->text.n, err);
	if (value->kind == AT_INDEX_STRING)
		return put_cut(value, out, err);
	if (value->kind == AT_INDEX_NUMBER)
		return put_number(value, out, err);
	return value->kind > AT_INDEX_NUMBER && value->kind < AT_INDEX_STRING ? put_moment(value, out, err)
																		  : BX_OK;
}
