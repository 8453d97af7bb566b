/*
 * bx_status.c -- filling of error reports, and the stable names of statuses.
 *
 * Every failing core function ends here.  A report may quote names from the input, so a message that had to
 * be cut is cut between characters: half a character would make the report itself badly encoded.
 */
#include "bx_core_int.h"
#include "bx_status.h"

#include <stdarg.h>
#include <stdio.h>

void
bx_error_clear(BxError *err)
{
	/* not all of the texts' room: that is done for each text that is parsed */
	err->status = BX_OK;
	err->pos = -1;
	err->line = err->col = 0;
	err->module = 0;
	err->msg[0] = err->detail[0] = err->hint[0] = err->setting[0] = err->code[0] = '\0';
}

/* Drop the first bytes of a UTF-8 character that lost its tail at the end of a full message buffer. */
static void
trim_cut_character(char *msg, size_t len)
{
	size_t start = len;
	size_t need;
	uint8_t lead;

	while (start > 0 && ((uint8_t) msg[start - 1] & 0xC0) == 0x80)
		start--;
	if (start == 0)
		return;
	lead = (uint8_t) msg[start - 1];
	need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
	if (len - (start - 1) < need)
		msg[start - 1] = '\0';
}

/* Format into a field of BX_MSG_MAX bytes. */
static void
put_text(char *field, const char *fmt, va_list ap)
{
	int n = vsnprintf(field, BX_MSG_MAX, fmt, ap);

	if (n < 0)
		field[0] = '\0';
	else if (n >= BX_MSG_MAX)
		trim_cut_character(field, BX_MSG_MAX - 1);
}

/* The first of all that is said of an error. */
static void
put_error(BxError *err, BxStatus status, int64_t pos, const char *fmt, va_list ap)
{
	bx_error_clear(err);
	err->status = status;
	err->pos = pos;
	put_text(err->msg, fmt, ap);
}

BxStatus
bx_fail(BxError *err, BxStatus status, int64_t pos, const char *fmt, ...)
{
	va_list ap;

	if (err == NULL)
		return status;
	va_start(ap, fmt);
	put_error(err, status, pos, fmt, ap);
	va_end(ap);
	return status;
}

BxStatus
bx_fail_code(BxError *err, BxStatus status, int64_t pos, const char *code, const char *fmt, ...)
{
	size_t n;
	va_list ap;

	if (err == NULL)
		return status;
	va_start(ap, fmt);
	put_error(err, status, pos, fmt, ap);
	va_end(ap);
	snprintf(err->code, sizeof(err->code), "%s", code);
	n = strlen(err->msg);
	if (n > BX_MSG_MAX - sizeof(err->code) - 3)
	{
		n = BX_MSG_MAX - sizeof(err->code) - 3;
		err->msg[n] = '\0';
		trim_cut_character(err->msg, n);
		n = strlen(err->msg);
	}
	snprintf(err->msg + n, BX_MSG_MAX - n, " [%s]", err->code);
	return status;
}

BxStatus
bx_hint(BxError *err, BxStatus status, const char *fmt, ...)
{
	va_list ap;

	if (err == NULL)
		return status;
	va_start(ap, fmt);
	put_text(err->hint, fmt, ap);
	va_end(ap);
	return status;
}

BxStatus
bx_fail_limit(BxError *err, BxStatus status, const char *setting, int64_t limit, const char *what)
{
	bx_fail(err, status, -1, "%s exceeds the limit of %lld", what, (long long) limit);
	if (err != NULL && setting != NULL)
		snprintf(err->setting, sizeof(err->setting), "%s", setting);
	return status;
}

BxStatus
bx_fail_nomem(BxError *err, size_t n)
{
	return bx_fail(err, BX_E_NOMEM, -1, "out of memory for a request of %zu bytes", n);
}

const char *
bx_status_name(BxStatus status)
{
	static const char *const names[] = {
		[BX_OK] = "ok",
		[BX_E_SYNTAX_DOC] = "syntax_document",
		[BX_E_SYNTAX_CONTENT] = "syntax_content",
		[BX_E_COMMENT] = "comment",
		[BX_E_PI] = "processing_instruction",
		[BX_E_NOT_DOCUMENT] = "not_document",
		[BX_E_XPATH] = "xpath",
		[BX_E_XPTYPE] = "xpath_type",
		[BX_E_REGEX] = "regex",
		[BX_E_LABEL] = "label",
		[BX_E_ARGUMENT] = "argument",
		[BX_E_UPDATE] = "update",
		[BX_E_UNSUPPORTED] = "unsupported",
		[BX_E_ENCODING] = "encoding",
		[BX_E_WIRE] = "wire",
		[BX_E_CORRUPT] = "corrupt",
		[BX_E_VERSION] = "version",
		[BX_E_LIMIT] = "limit",
		[BX_E_DEPTH] = "depth",
		[BX_E_NOMEM] = "nomem",
		[BX_E_CANCEL] = "cancel",
		[BX_E_SCHEMA] = "schema",
		[BX_E_STATE] = "state",
	};

	_Static_assert(sizeof(names) / sizeof(names[0]) == BX_STATUS_COUNT, "a status has no name");
	return (unsigned) status < BX_STATUS_COUNT ? names[status] : "unknown";
}
