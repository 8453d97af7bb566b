/*
 * bx_status.h -- what core functions return, and the report they fill.
 *
 * Core functions never print, jump or exit.  They return a BxStatus; on anything but BX_OK the caller's
 * BxError says what happened, in the wording a user will read.  Only src/pg/server/errors.c turns a status into
 * a server report and only src/cli turns it into an exit code.
 */
#ifndef BX_STATUS_H
#define BX_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum BxStatus
{
	BX_OK = 0,
	BX_E_SYNTAX_DOC,     /* text is not a well-formed document */
	BX_E_SYNTAX_CONTENT, /* text is not well-formed content */
	BX_E_COMMENT,        /* invalid comment content */
	BX_E_PI,             /* invalid processing instruction */
	BX_E_NOT_DOCUMENT,   /* a single-rooted document was required */
	BX_E_XPATH,          /* bad path expression: pos is the character in the expression, from 1 */
	BX_E_XPTYPE,         /* operand of the wrong type in a path expression */
	BX_E_REGEX,          /* bad regular expression: pos is the character in the pattern, from 1 */
	BX_E_LABEL,          /* text is not a node label: pos is the character in the text, from 1 */
	BX_E_ARGUMENT,       /* an argument that the operation is not defined for */
	BX_E_UPDATE,         /* changes that contradict each other or the node they are about */
	BX_E_UNSUPPORTED,    /* valid, but this version does not evaluate it */
	BX_E_ENCODING,       /* bytes are not valid in the declared encoding */
	BX_E_WIRE,           /* received bytes rejected by the validator: pos is the byte offset */
	BX_E_CORRUPT,        /* stored bytes broken: pos is the byte offset */
	BX_E_VERSION,        /* format version or feature newer than this code */
	BX_E_LIMIT,          /* a configured limit was exceeded: setting names it */
	BX_E_DEPTH,          /* nesting too deep: setting names the limit, if it is one */
	BX_E_NOMEM,          /* the host refused memory */
	BX_E_CANCEL,         /* the host's poll asked to stop */
	BX_E_SCHEMA,         /* schema documents that do not make a schema */
	BX_E_STATE,          /* caller used an object in the wrong order */
	BX_STATUS_COUNT
} BxStatus;

#define BX_MSG_MAX 256

/* Filled by the failing function; owned by the caller; no pointers into other memory. */
typedef struct BxError
{
	BxStatus status;
	int64_t pos;             /* byte offset or 1-based character position, -1 when there is none */
	uint32_t module;         /* of a query: number of the module that pos is in; 0: the main one */
	int line;                /* 1-based line of the input text, 0 when there is none */
	int col;                 /* 1-based column in characters, 0 when there is none */
	char msg[BX_MSG_MAX];    /* primary message: lower case, no final period */
	char detail[BX_MSG_MAX]; /* sentence, or empty */
	char hint[BX_MSG_MAX];   /* sentence that says what to write instead, or empty */
	char setting[48];        /* name of the limit setting that was hit, or empty */
	char code[12];           /* W3C code of an error of an expression, "FOAR0001", or empty */
} BxError;

/* No error: status BX_OK, no position, empty texts. */
extern void bx_error_clear(BxError *err);

/*
 * bx_fail: record a formatted message and return the status, so that callers write
 * "return bx_fail(err, BX_E_CORRUPT, off, "...")".  err may be NULL.
 */
extern BxStatus bx_fail(BxError *err, BxStatus status, int64_t pos, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * bx_fail_code: bx_fail for an error that the specification of the language has a code for; it stands at the end of the
 * message, in brackets.
 */
extern BxStatus bx_fail_code(BxError *err, BxStatus status, int64_t pos, const char *code, const char *fmt,
							 ...) __attribute__((format(printf, 5, 6)));

/* bx_hint: add a hint to the report of a failure; returns its status.  err may be NULL. */
extern BxStatus bx_hint(BxError *err, BxStatus status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* bx_fail_limit: BX_E_LIMIT or BX_E_DEPTH naming the setting ("bxml.max_depth") that was exceeded. */
extern BxStatus bx_fail_limit(BxError *err, BxStatus status, const char *setting, int64_t limit,
							  const char *what);

/* bx_fail_nomem: BX_E_NOMEM for a request of n bytes. */
extern BxStatus bx_fail_nomem(BxError *err, size_t n);

/* Stable identifier of a status ("corrupt"), for tools and tests. */
extern const char *bx_status_name(BxStatus status);

/* In a function whose last parameters are `fmt, ...`: the message that they are, into an array. */
#define BX_PUT_MESSAGE(array, fmt)                                                                           \
	do                                                                                                       \
	{                                                                                                        \
		va_list list_;                                                                                       \
		va_start(list_, fmt);                                                                                \
		vsnprintf(array, sizeof(array), fmt, list_);                                                         \
		va_end(list_);                                                                                       \
	} while (0)

#endif
