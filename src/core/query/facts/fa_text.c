/*
 * fa_text.c -- pieces of the path that says what must hold of a document.
 */
#include "fa_condition_int.h"

#include <stdarg.h>
#include <stdio.h>

static char *
room(FaBuild *b, size_t n)
{
	char *s = NULL;

	b->bytes += n;
	b->over |= b->bytes > FA_BYTES;
	if (b->status == BX_OK && !b->over)
	{
		s = bx_arena_alloc(b->arena, n + 1);
		if (s == NULL)
			b->status = bx_fail_nomem(b->err, n + 1);
	}
	return s;
}

const char *
fa_join(FaBuild *b, ...)
{
	const char *part;
	va_list parts;
	size_t n = 0;
	char *s;

	va_start(parts, b);
	while ((part = va_arg(parts, const char *)) != NULL)
		n += strlen(part);
	va_end(parts);
	s = room(b, n);
	if (s == NULL)
		return "";
	n = 0;
	va_start(parts, b);
	while ((part = va_arg(parts, const char *)) != NULL)
	{
		memcpy(s + n, part, strlen(part));
		n += strlen(part);
	}
	va_end(parts);
	s[n] = '\0';
	return s;
}

const char *
fa_quote(FaBuild *b, BxStr s)
{
	char *out = room(b, 2 * s.n + 2), *p = out;
	size_t i;

	if (out == NULL)
		return "";
	*p++ = '"';
	for (i = 0; i < s.n; i++)
	{
		if (s.s[i] == '"')
			*p++ = '"';
		*p++ = s.s[i];
	}
	*p++ = '"';
	*p = '\0';
	return out;
}

const char *
fa_new_name(FaBuild *b)
{
	char name[16];

	snprintf(name, sizeof(name), "$v%u", b->n_names++);
	return fa_join(b, name, NULL);
}

const char *
fa_and(FaBuild *b, const char *x, const char *y)
{
	if (fa_is_true(x))
		return y;
	return fa_is_true(y) ? x : fa_join(b, "(", x, " and ", y, ")", NULL);
}

const char *
fa_or(FaBuild *b, const char *x, const char *y)
{
	if (fa_is_true(x) || fa_is_true(y))
		return FA_TRUE;
	return fa_join(b, "(", x, " or ", y, ")", NULL);
}

const char *
fa_there(FaBuild *b, const FaValue *v)
{
	return v->always || v->class == FA_OTHER ? FA_TRUE : fa_join(b, "exists(", v->text, ")", NULL);
}
