/*
 * fn_uri_ref.c -- references cut into their parts, and resolved (RFC 3986, sections 3 and 5.2).
 */
#include "../../base/bx_core_int.h"

#include "fn_uri.h"

#include "../../atomic/types/at_types.h"

/* What is before the first of the characters, which stays at the front of *rest. */
static BxStr
take_until(BxStr *rest, const char *stops)
{
	BxStr part = *rest;
	size_t i;

	for (i = 0; i < rest->n && strchr(stops, rest->s[i]) == NULL; i++)
		;
	part.n = i;
	rest->s += i;
	rest->n -= i;
	return part;
}

/* Bytes of the scheme in front of ":"; 0: there is none. */
static size_t
scheme_length(BxStr s)
{
	size_t i;

	if (s.n == 0 || !bx_is_letter(s.s[0]))
		return 0;
	for (i = 1; i < s.n && s.s[i] != ':'; i++)
		if (!bx_is_letter(s.s[i]) && !bx_is_digit(s.s[i]) && strchr("+-.", s.s[i]) == NULL)
			return 0;
	return i < s.n ? i : 0;
}

FnUri
fn_uri_split(BxStr s)
{
	size_t scheme = scheme_length(s);
	FnUri u = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};

	if (scheme > 0)
	{
		u.scheme = bx_str(s.s, scheme);
		s = bx_str(s.s + scheme + 1, s.n - scheme - 1);
	}
	if (bx_str_starts(s, "//"))
	{
		s = bx_str(s.s + 2, s.n - 2);
		u.authority = take_until(&s, "/?#");
	}
	u.path = take_until(&s, "?#");
	if (s.n > 0 && s.s[0] == '?')
	{
		s = bx_str(s.s + 1, s.n - 1);
		u.query = take_until(&s, "#");
	}
	if (s.n > 0)
		u.fragment = bx_str(s.s + 1, s.n - 1);
	return u;
}

bool
fn_uri_is_absolute(BxStr s)
{
	return scheme_length(s) > 0;
}

bool
fn_uri_is_valid(BxStr s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
	{
		uint8_t c = (uint8_t) s.s[i];

		if (c <= ' ' || c == 0x7F || strchr("<>\"{}|\\^`", (int) c) != NULL)
			return false;
	}
	return at_is_uri(s);
}

/* Append a path to out without its "." and ".." segments (section 5.2.4); root is where it begins there. */
static size_t
add_path(char *out, size_t n, size_t root, BxStr path)
{
	size_t at = 0;

	while (at < path.n)
	{
		size_t from = at, len;
		bool slash = path.s[at] == '/';

		for (at += slash; at < path.n && path.s[at] != '/'; at++)
			;
		len = at - from - slash;
		if (len == 1 && path.s[from + slash] == '.')
		{
			if (at == path.n && slash)
				out[n++] = '/';
			continue;
		}
		if (len == 2 && path.s[from + slash] == '.' && path.s[from + slash + 1] == '.')
		{
			while (n > root && out[--n] != '/')
				;
			if (at == path.n && slash)
				out[n++] = '/';
			continue;
		}
		if (len > 0 || slash)
		{
			memcpy(out + n, path.s + from, at - from);
			n += at - from;
		}
	}
	return n;
}

/* Append a part behind what introduces it. */
static size_t
add_part(char *out, size_t n, const char *before, BxStr part, const char *behind)
{
	if (part.s == NULL)
		return n;
	memcpy(out + n, before, strlen(before));
	n += strlen(before);
	if (part.n > 0)
		memcpy(out + n, part.s, part.n);
	n += part.n;
	memcpy(out + n, behind, strlen(behind));
	return n + strlen(behind);
}

/* The path of the reference behind that of the base but for its last segment, into room that is long enough. */
static BxStr
merge(FnUri base, BxStr path, char *room)
{
	size_t keep = base.path.n;

	if (base.authority.s != NULL && base.path.n == 0)
	{
		room[0] = '/';
		memcpy(room + 1, path.s, path.n);
		return bx_str(room, path.n + 1);
	}
	while (keep > 0 && base.path.s[keep - 1] != '/')
		keep--;
	memcpy(room, base.path.s, keep);
	memcpy(room + keep, path.s, path.n);
	return bx_str(room, keep + path.n);
}

BxStatus
fn_uri_resolve(BxArena *arena, BxStr reference, BxStr base_text, BxStr *result, BxError *err)
{
	FnUri r = fn_uri_split(reference), base = fn_uri_split(base_text), t = r;
	size_t n = 0, size = (reference.n + base_text.n) * 2 + 16, root;
	char *out = bx_arena_alloc(arena, size);
	bool dots = true;

	if (out == NULL)
		return bx_fail_nomem(err, size);
	if (r.scheme.s == NULL)
	{
		t.scheme = base.scheme;
		if (r.authority.s == NULL)
			t.authority = base.authority;
		if (r.authority.s == NULL && r.path.n == 0)
		{
			t.path = base.path;
			dots = false;
			if (r.query.s == NULL)
				t.query = base.query;
		}
		else if (r.authority.s == NULL && r.path.s[0] != '/')
			t.path = merge(base, r.path, out + size / 2);
	}
	n = add_part(out, n, "", t.scheme, ":");
	n = add_part(out, n, "//", t.authority, "");
	root = n;
	if (dots)
		n = add_path(out, n, root, t.path);
	else
		n = add_part(out, n, "", t.path, "");
	n = add_part(out, n, "?", t.query, "");
	n = add_part(out, n, "#", t.fragment, "");
	*result = bx_str(out, n);
	return BX_OK;
}
