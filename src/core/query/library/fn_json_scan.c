/*
 * fn_json_scan.c -- tokens of JSON (RFC 7159), and characters as JSON writes them.
 */
#include "fn_json_int.h"

#include "../../base/bx_utf8.h"

BxStatus
fn_json_fail(const FnJson *j, const char *what)
{
	return ru_fail(j->run, j->op, "FOJS0001", "invalid JSON: %s", what);
}

static void
skip_space(FnJson *j)
{
	j->at = bx_skip_space(j->at, j->end);
}

bool
fn_json_accept(FnJson *j, char c)
{
	skip_space(j);
	if (j->at == j->end || *j->at != c)
		return false;
	j->at++;
	return true;
}

BxStatus
fn_json_expect(FnJson *j, char c)
{
	char what[] = "\"?\" is missing";

	what[1] = c;
	return fn_json_accept(j, c) ? BX_OK : fn_json_fail(j, what);
}

BxStatus
fn_json_begin(FnJson *j, char *kind)
{
	BX_TRY(bx_step(j->run->host));
	skip_space(j);
	if (j->at == j->end)
		return fn_json_fail(j, "a value is missing");
	*kind = *j->at == '-' || bx_is_digit(*j->at) ? '0' : *j->at;
	return strchr("{[\"tfn0", *kind) != NULL ? BX_OK
											 : fn_json_fail(j, "this is not the beginning of a value");
}

BxStatus
fn_json_word(FnJson *j, const char *word)
{
	size_t n = strlen(word);

	if ((size_t) (j->end - j->at) < n || memcmp(j->at, word, n) != 0)
		return fn_json_fail(j, "a word is not true, false or null");
	j->at += n;
	return BX_OK;
}

BxStatus
fn_json_end(FnJson *j)
{
	skip_space(j);
	return j->at == j->end ? BX_OK : fn_json_fail(j, "there is more behind the value");
}

/* ---- numbers ---- */

static bool
skip_digits(FnJson *j)
{
	const char *from = j->at;

	while (j->at < j->end && bx_is_digit(*j->at))
		j->at++;
	return j->at > from;
}

BxStatus
fn_json_number(FnJson *j, BxStr *number)
{
	const char *from = j->at;
	bool good;

	j->at += *j->at == '-';
	if (j->at < j->end && *j->at == '0')
	{
		j->at++;
		good = j->at == j->end || !bx_is_digit(*j->at);
	}
	else
		good = skip_digits(j);
	if (good && j->at < j->end && *j->at == '.')
	{
		j->at++;
		good = skip_digits(j);
	}
	if (good && j->at < j->end && (*j->at == 'e' || *j->at == 'E'))
	{
		j->at++;
		j->at += j->at < j->end && (*j->at == '+' || *j->at == '-');
		good = skip_digits(j);
	}
	*number = bx_str(from, (size_t) (j->at - from));
	return good ? bx_charge(j->run->host, number->n) : fn_json_fail(j, "a number is not well-formed");
}

/* ---- strings ---- */

/* Characters that are written as escapes where strings keep them. */
static bool
is_special(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7F && cp <= 0x9F) || cp == '\\' || !bx_is_xml_char(cp);
}

/* \uHHHH, of surrogates, too */
static BxStatus
put_code(FnText *t, uint32_t code)
{
	char text[6] = {'\\', 'u'};
	int i;

	for (i = 0; i < 4; i++)
		text[2 + i] = "0123456789ABCDEF"[(code >> (12 - 4 * i)) & 15];
	return fn_text_add(t, bx_str(text, sizeof(text)));
}

BxStatus
fn_json_put(FnText *t, uint32_t cp, bool solidus)
{
	static const char from[] = "\b\f\n\r\t\\\"/", to[] = "bfnrt\\\"/";
	const char *hit = cp > 0 && cp < 0x80 ? strchr(from, (int) cp) : NULL;
	char escape[] = "\\?";

	if (hit != NULL && (cp != '/' || solidus))
	{
		escape[1] = to[hit - from];
		return fn_text_puts(t, escape);
	}
	if (!is_special(cp))
		return fn_text_char(t, cp);
	if (cp < 0x10000)
		return put_code(t, cp);
	BX_TRY(put_code(t, 0xD800 + ((cp - 0x10000) >> 10)));
	return put_code(t, 0xDC00 + ((cp - 0x10000) & 0x3FF));
}

/* A character that XML lacks, or half of one, as the options have it. */
static BxStatus
put_missing(FnJson *j, uint32_t code)
{
	FnText written = fn_text(j->run, j->cx->arena);
	XdItem item;
	XdSeq args, result;

	if (!j->has_fallback)
		return fn_text_char(&j->string, 0xFFFD);
	BX_TRY(put_code(&written, code));
	item = at_string_item(fn_text_str(&written));
	args = xd_seq_one(&item);
	BX_TRY(ru_invoke(j->run, j->op, &j->fallback, &args, 1, j->cx->arena, &result));
	item = xd_seq_at(&result, 0);
	return fn_text_add(&j->string, at_item_str(&item));
}

static BxStatus
put_char(FnJson *j, uint32_t cp)
{
	if (j->escape && is_special(cp))
	{
		j->escaped = true;
		return fn_json_put(&j->string, cp, false);
	}
	return bx_is_xml_char(cp) ? fn_text_char(&j->string, cp) : put_missing(j, cp);
}

static BxStatus
hex_code(FnJson *j, uint32_t *code)
{
	int i;

	for (*code = 0, i = 0; i < 4; i++, j->at++)
	{
		if (j->at == j->end || bx_hex_digit(*j->at) < 0)
			return fn_json_fail(j, "\"\\u\" needs four hexadecimal digits");
		*code = *code << 4 | (uint32_t) bx_hex_digit(*j->at);
	}
	return BX_OK;
}

/* \uHHHH, and another one behind a high surrogate. */
static BxStatus
read_code(FnJson *j)
{
	const char *behind;
	uint32_t high, low;

	BX_TRY(hex_code(j, &high));
	if (high < 0xD800 || high > 0xDFFF)
		return put_char(j, high);
	behind = j->at;
	if (high < 0xDC00 && j->end - j->at >= 6 && j->at[0] == '\\' && j->at[1] == 'u')
	{
		j->at += 2;
		BX_TRY(hex_code(j, &low));
		if (low >= 0xDC00 && low <= 0xDFFF)
			return put_char(j, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
		j->at = behind;
	}
	if (!j->escape)
		return put_missing(j, high);
	j->escaped = true;
	return put_code(&j->string, high);
}

static BxStatus
read_escape(FnJson *j)
{
	static const char from[] = "bfnrt\\\"/", to[] = "\b\f\n\r\t\\\"/";
	const char *hit;

	if (j->at == j->end)
		return fn_json_fail(j, "a string does not end");
	if (*j->at == 'u')
	{
		j->at++;
		return read_code(j);
	}
	hit = *j->at != '\0' ? strchr(from, *j->at) : NULL;
	if (hit == NULL)
		return fn_json_fail(j, "there is no such escape in strings");
	j->at++;
	return put_char(j, (uint8_t) to[hit - from]);
}

BxStatus
fn_json_string(FnJson *j)
{
	j->string.n = 0;
	j->escaped = false;
	for (j->at++;;)
	{
		const char *from = j->at;

		while (j->at < j->end && (uint8_t) *j->at >= 0x20 && *j->at != '"' && *j->at != '\\' &&
			   (uint8_t) *j->at < 0x7F)
			j->at++;
		BX_TRY(fn_text_add(&j->string, bx_str(from, (size_t) (j->at - from))));
		if (j->at == j->end)
			return fn_json_fail(j, "a string does not end");
		if (*j->at == '"')
		{
			j->at++;
			return BX_OK;
		}
		if (*j->at == '\\')
		{
			j->at++;
			BX_TRY(read_escape(j));
		}
		else if ((uint8_t) *j->at < 0x20)
			return fn_json_fail(j, "a control character in a string");
		else
		{
			const uint8_t *p = (const uint8_t *) j->at;
			int32_t cp = bx_utf8_next(&p, (const uint8_t *) j->end);

			if (cp < 0)
				return fn_json_fail(j, "a string is not UTF-8");
			j->at = (const char *) p;
			BX_TRY(put_char(j, (uint32_t) cp));
		}
	}
}
