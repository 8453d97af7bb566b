/*
 * xp_dtd.c -- which attributes are IDs, or refer to them, by the document type declaration (XPath 1.0 section 5.2.1).
 *
 * The declaration is kept word for word, so this is a small parser of ATTLIST in its internal subset: comments,
 * processing instructions, other declarations and references to parameter entities are skipped, and external
 * subsets are never fetched.  In text that is not well-formed it misses declarations, nothing worse.  A DTD does not
 * know namespaces: names are compared as written.  Of two declarations of an attribute the first one counts.
 */
#include "xp_id_int.h"

#include "../../base/bx_bytes.h"

typedef struct Text
{
	const char *p;
	const char *end;
} Text;

static bool
starts_with(const Text *t, const char *s)
{
	return bx_str_starts(bx_str(t->p, (size_t) (t->end - t->p)), s);
}

static void
skip_space(Text *t)
{
	t->p = bx_skip_space(t->p, t->end);
}

/* Skip to the end of the next s, or of the text. */
static void
skip_past(Text *t, const char *s)
{
	while (t->p < t->end && !starts_with(t, s))
		t->p++;
	t->p += t->p < t->end ? strlen(s) : 0;
}

/* Skip the quoted text that starts here. */
static void
skip_quoted(Text *t)
{
	const char *close = memchr(t->p + 1, *t->p, (size_t) (t->end - t->p) - 1);

	t->p = close == NULL ? t->end : close + 1;
}

/* Skip to a character that is not of a name. */
static BxStr
take_name(Text *t)
{
	BxStr s = {t->p, 0};

	while (t->p < t->end && !bx_is_space(*t->p) && memchr("<>()[]|\"'%#", *t->p, 11) == NULL)
		t->p++;
	s.n = (size_t) (t->p - s.s);
	return s;
}

/* Skip the rest of a declaration, up to a ">" outside quotes. */
static void
skip_declaration(Text *t)
{
	while (t->p < t->end && *t->p != '>')
		if (*t->p == '"' || *t->p == '\'')
			skip_quoted(t);
		else
			t->p++;
	t->p += t->p < t->end;
}

static XpIdType
take_type(Text *t)
{
	BxStr type;

	skip_space(t);
	type = take_name(t);
	skip_space(t);
	if (t->p < t->end && *t->p == '(')
		skip_past(t, ")"); /* an enumeration, after NOTATION or alone */
	return bx_str_is(type, "ID")                                   ? XP_ID
		   : bx_str_is(type, "IDREF") || bx_str_is(type, "IDREFS") ? XP_IDREFS
																   : XP_ID_NONE;
}

/* #REQUIRED, #IMPLIED, or a value with or without #FIXED */
static void
skip_default(Text *t)
{
	skip_space(t);
	if (t->p < t->end && *t->p == '#')
	{
		t->p++;
		take_name(t);
		skip_space(t);
	}
	if (t->p < t->end && (*t->p == '"' || *t->p == '\''))
		skip_quoted(t);
}

/* After "<!ATTLIST": the element, then its attributes. */
static BxStatus
take_attlist(XpEval *ev, Text *t, XpIdNames *names)
{
	BxStr element, attribute;
	XpIdType type;

	skip_space(t);
	element = take_name(t);
	for (;;)
	{
		BX_TRY(xp_tick(ev));
		skip_space(t);
		attribute = take_name(t);
		if (attribute.n == 0)
			break;
		type = take_type(t);
		skip_default(t);
		BX_TRY(xp_id_declare(ev, names, element, attribute, type));
	}
	skip_declaration(t);
	return BX_OK;
}

static BxStatus
take_subset(XpEval *ev, Text *t, XpIdNames *names)
{
	while (t->p < t->end && *t->p != ']')
	{
		BX_TRY(xp_tick(ev));
		if (starts_with(t, "<!--"))
		{
			t->p += 4;
			skip_past(t, "-->");
		}
		else if (starts_with(t, "<?"))
			skip_past(t, "?>");
		else if (starts_with(t, "<!ATTLIST"))
		{
			t->p += 9;
			BX_TRY(take_attlist(ev, t, names));
		}
		else if (*t->p == '<')
			skip_declaration(t);
		else
			t->p++; /* white space, and what a reference to a parameter entity consists of */
	}
	return BX_OK;
}

BxStatus
xp_dtd_read(XpEval *ev, XpIdNames *names)
{
	const uint8_t *body, *p;
	uint32_t len, place;
	Text t;

	BX_TRY(bx_header_ext(&ev->img->head, ev->img->v, BX_EXT_DOCTYPE, &body, &len, ev->err));
	if (body == NULL)
		return BX_OK;
	BX_TRY(bx_image_need(ev->img, (uint32_t) (body - ev->img->v), len));
	p = bx_varint_get(body, body + len, &place);
	if (p == NULL)
		return xp_damaged(ev, 0);
	t.p = (const char *) p;
	t.end = (const char *) body + len;
	/* the subset starts at the first bracket outside quotes */
	while (t.p < t.end && *t.p != '[')
		if (*t.p == '"' || *t.p == '\'')
			skip_quoted(&t);
		else
			t.p++;
	t.p += t.p < t.end;
	return take_subset(ev, &t, names);
}
