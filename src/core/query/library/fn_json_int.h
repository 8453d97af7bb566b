/*
 * fn_json_int.h -- JSON text cut into its tokens, and strings in JSON's way of writing.
 */
#ifndef FN_JSON_INT_H
#define FN_JSON_INT_H

#include "fn_function_int.h"

typedef enum FnJsonDuplicates
{
	FN_JSON_USE_FIRST,
	FN_JSON_USE_LAST,
	FN_JSON_RETAIN,
	FN_JSON_REJECT
} FnJsonDuplicates;

/* A text that is being read. */
typedef struct FnJson
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	const char *at;
	const char *end;
	FnJsonDuplicates duplicates;
	bool exact;        /* numbers are xs:integer or xs:decimal, but for those with an exponent */
	bool escape;       /* characters that XML lacks stay in JSON's way of writing */
	bool has_fallback; /* else they go through this function, or become U+FFFD */
	XdItem fallback;
	FnText string;          /* the one that was read last; its memory is used for the next one */
	bool escaped;           /* it has a backslash that begins an escape */
	const XdFunction *root; /* the first map or array, in whose memory the others are; NULL: none yet */
} FnJson;

/* What a value begins with: one of these characters, 't', 'f' and 'n' of words, '0' of numbers. */
extern BxStatus fn_json_begin(FnJson *j, char *kind);
/* Expect a character behind white space. */
extern BxStatus fn_json_expect(FnJson *j, char c);
/* Is the next character this one?  Then it is passed. */
extern bool fn_json_accept(FnJson *j, char c);
/* A string, whose first quote is next, into j->string. */
extern BxStatus fn_json_string(FnJson *j);
extern BxStatus fn_json_number(FnJson *j, BxStr *number);
/* "true", "false" or "null". */
extern BxStatus fn_json_word(FnJson *j, const char *word);
/* Nothing but white space is left: FOJS0001. */
extern BxStatus fn_json_end(FnJson *j);
extern BxStatus fn_json_fail(const FnJson *j, const char *what);

/* Append a character as JSON writes it within a string; solidus: also "/". */
extern BxStatus fn_json_put(FnText *t, uint32_t cp, bool solidus);

#endif
