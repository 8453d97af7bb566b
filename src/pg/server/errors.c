/*
 * errors.c -- the only place that turns a status of the core into a report of the server.
 *
 * The core words the message (UTF-8, lower case, without a final period) and knows line and column, or position.
 * Here the report gets its SQLSTATE, the detail line, and a hint that names the setting if a limit was exceeded.
 */
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "compat.h"
#include "encoding.h"
#include "errors.h"

/* A new status of the core needs an SQLSTATE below. */
StaticAssertDecl(BX_STATUS_COUNT == 23, "bxml: every status needs an SQLSTATE");

static int
sqlstate_of_status(BxStatus status)
{
	switch (status)
	{
		case BX_E_SYNTAX_DOC: return ERRCODE_INVALID_XML_DOCUMENT;
		case BX_E_SYNTAX_CONTENT: return ERRCODE_INVALID_XML_CONTENT;
		case BX_E_COMMENT: return ERRCODE_INVALID_XML_COMMENT;
		case BX_E_PI: return ERRCODE_INVALID_XML_PROCESSING_INSTRUCTION;
		case BX_E_NOT_DOCUMENT: return ERRCODE_NOT_AN_XML_DOCUMENT;
		case BX_E_XPATH:
		case BX_E_XPTYPE:
		case BX_E_UPDATE: return ERRCODE_INVALID_ARGUMENT_FOR_XQUERY;
		case BX_E_REGEX: return ERRCODE_INVALID_REGULAR_EXPRESSION;
		case BX_E_LABEL: return ERRCODE_INVALID_TEXT_REPRESENTATION;
		case BX_E_SCHEMA:
		case BX_E_ARGUMENT: return ERRCODE_INVALID_PARAMETER_VALUE;
		case BX_E_UNSUPPORTED:
		case BX_E_VERSION: return ERRCODE_FEATURE_NOT_SUPPORTED;
		case BX_E_ENCODING: return ERRCODE_CHARACTER_NOT_IN_REPERTOIRE;
		case BX_E_WIRE: return ERRCODE_INVALID_BINARY_REPRESENTATION;
		case BX_E_CORRUPT: return ERRCODE_DATA_CORRUPTED;
		case BX_E_LIMIT: return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
		case BX_E_DEPTH: return ERRCODE_STATEMENT_TOO_COMPLEX; /* the stack; see sqlstate_of */
		case BX_E_NOMEM: return ERRCODE_OUT_OF_MEMORY;
		case BX_E_CANCEL: return ERRCODE_QUERY_CANCELED;
		case BX_OK:
		case BX_E_STATE:
		case BX_STATUS_COUNT: break;
	}
	return ERRCODE_INTERNAL_ERROR;
}

/* A limit that has a setting is a program limit, even if it limits the depth. */
static int
sqlstate_of(const BxError *err)
{
	if (err->status == BX_E_DEPTH && err->setting[0] != '\0')
		return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
	return sqlstate_of_status(err->status);
}

bool
error_is_malformed(BxStatus status)
{
	return status == BX_E_SYNTAX_DOC || status == BX_E_SYNTAX_CONTENT || status == BX_E_COMMENT ||
		   status == BX_E_PI || status == BX_E_NOT_DOCUMENT || status == BX_E_ENCODING;
}

/* The place of the failure as the detail line; empty if the core gave neither a place nor a detail. */
static char *
detail_of(const BxError *err)
{
	const char *more = encoding_lossy(err->detail, strlen(err->detail));

	if (err->line > 0)
		return *more ? psprintf("line %d, column %d: %s", err->line, err->col, more)
					 : psprintf("line %d, column %d", err->line, err->col);
	switch (err->pos < 0 ? BX_OK : err->status)
	{
		case BX_E_XPATH:
		case BX_E_XPTYPE:
		case BX_E_LABEL:
		case BX_E_UNSUPPORTED:
		case BX_E_UPDATE:
			if (err->pos > 0)
				return psprintf(*more ? "At position %lld. %s" : "At position %lld.", (long long) err->pos,
								more);
			break;
		case BX_E_REGEX:
			return psprintf(*more ? "At character %lld of the pattern. %s"
								  : "At character %lld of the pattern.",
							(long long) err->pos, more);
		case BX_E_WIRE:
		case BX_E_CORRUPT:
		case BX_E_ENCODING:
			return psprintf(*more ? "At byte %lld. %s" : "At byte %lld.", (long long) err->pos, more);
		default: break;
	}
	return pstrdup(more);
}

static int
hint_of(const BxError *err)
{
	if (err->hint[0] != '\0')
		return errhint("%s", encoding_lossy(err->hint, strlen(err->hint)));
	if (strcmp(err->setting, "bxml.relabel") == 0)
		return errhint("Give the document fresh labels with bxml_relabel.");
	if (strcmp(err->setting, "bxml.external_entities") == 0)
		return errhint("To leave such references out of the content, call bxml_parse_skipping, or set "
					   "\"bxml.external_entities\" to \"skip\" for input and COPY.");
	if (strcmp(err->setting, "bxml.output_labels") == 0)
		return errhint("With \"bxml.output_labels\" off, the instruction is a node like any other.");
	if (err->setting[0] != '\0')
		return errhint("The limit is the setting \"%s\".", err->setting);
	if (err->status == BX_E_DEPTH)
		return errhint(
			"Increase the configuration parameter \"max_stack_depth\", after ensuring the platform's "
			"stack depth limit is adequate.");
	return 0;
}

char *
error_text(const BxError *err)
{
	const char *message = encoding_lossy(err->msg, strlen(err->msg));
	const char *detail = encoding_lossy(err->detail, strlen(err->detail));

	return *detail ? psprintf("%s: %s", message, detail) : pstrdup(message);
}

void
error_save(const BxError *err, struct Node *context)
{
	const char *message = encoding_lossy(err->msg, strlen(err->msg));
	const char *detail = detail_of(err);

	if (err->status == BX_E_CANCEL)
		CHECK_FOR_INTERRUPTS(); /* reports the reason better than we can */
	errsave(context, (errcode(sqlstate_of(err)), errmsg_internal("%s", message),
					  *detail ? errdetail_internal("%s", detail) : 0, hint_of(err)));
}

void
error_raise(const BxError *err)
{
	error_save(err, NULL);
	pg_unreachable();
}
