/*
 * bx_verdict.c -- what libxml2 says is wrong, in codes of ours.
 *
 * Its numbers mean different things in different places, and the same fault has different numbers in different
 * releases; its wording is never looked at where the text at the place suffices.  What has no entry in the table is
 * "malformed" in the DTD and "not well-formed" elsewhere.
 */
#include "bx_parse_int.h"

#include <stdio.h>

/* Codes of libxml2 with one meaning. */
static const struct
{
	int code;
	BxSyntax syntax;
} verdicts[] = {
	{XML_ERR_DOCUMENT_EMPTY, BX_SYN_NO_ROOT},
	{XML_ERR_DOCUMENT_END, BX_SYN_EXTRA_CONTENT},
	{XML_ERR_INVALID_HEX_CHARREF, BX_SYN_CHAR_REFERENCE},
	{XML_ERR_INVALID_DEC_CHARREF, BX_SYN_CHAR_REFERENCE},
	{XML_ERR_INVALID_CHARREF, BX_SYN_CHAR_REFERENCE},
	{XML_ERR_CHARREF_AT_EOF, BX_SYN_CHAR_REFERENCE},
	{XML_ERR_ENTITYREF_AT_EOF, BX_SYN_AMPERSAND},
	{XML_ERR_ENTITYREF_NO_NAME, BX_SYN_AMPERSAND},
	{XML_ERR_ENTITYREF_SEMICOL_MISSING, BX_SYN_AMPERSAND},
	{XML_ERR_PEREF_AT_EOF, BX_SYN_DTD_PERCENT},
	{XML_ERR_PEREF_NO_NAME, BX_SYN_DTD_PERCENT},
	{XML_ERR_PEREF_SEMICOL_MISSING, BX_SYN_DTD_PERCENT},
	{XML_ERR_PEREF_IN_INT_SUBSET, BX_SYN_DTD_PARAMETER_REFERENCE},
	{XML_ERR_ENTITY_PE_INTERNAL, BX_SYN_DTD_PARAMETER_REFERENCE},
	{XML_ERR_ENTITY_CHAR_ERROR, BX_SYN_ENTITY_VALUE},
	{XML_ERR_ENTITY_NOT_STARTED, BX_SYN_DTD_LITERAL},
	{XML_ERR_ENTITY_NOT_FINISHED, BX_SYN_DTD},
	{XML_ERR_ENTITY_BOUNDARY, BX_SYN_DTD_BOUNDARY},
	{XML_ERR_ENTITY_PROCESSING, BX_SYN_DTD},
	{XML_ERR_STRING_NOT_STARTED, BX_SYN_DTD_LITERAL},
	{XML_ERR_LITERAL_NOT_STARTED, BX_SYN_DTD_LITERAL},
	{XML_ERR_URI_REQUIRED, BX_SYN_DTD_LITERAL},
	{XML_ERR_PUBID_REQUIRED, BX_SYN_DTD_LITERAL},
	{XML_ERR_VALUE_REQUIRED, BX_SYN_DTD_LITERAL},
	{XML_ERR_STRING_NOT_CLOSED, BX_SYN_DTD_LITERAL_NOT_CLOSED},
	{XML_ERR_LITERAL_NOT_FINISHED, BX_SYN_DTD_LITERAL_NOT_CLOSED},
	{XML_ERR_NOTATION_NOT_STARTED, BX_SYN_DTD},
	{XML_ERR_NOTATION_NOT_FINISHED, BX_SYN_DTD},
	{XML_ERR_ATTLIST_NOT_STARTED, BX_SYN_DTD_ENUMERATION},
	{XML_ERR_ATTLIST_NOT_FINISHED, BX_SYN_DTD_ENUMERATION},
	{XML_ERR_NMTOKEN_REQUIRED, BX_SYN_DTD_ENUMERATION},
	{XML_ERR_MIXED_NOT_STARTED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_MIXED_NOT_FINISHED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_ELEMCONTENT_NOT_STARTED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_ELEMCONTENT_NOT_FINISHED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_PCDATA_REQUIRED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_SEPARATOR_REQUIRED, BX_SYN_DTD_CONTENT_MODEL},
	{XML_ERR_CONDSEC_NOT_STARTED, BX_SYN_DTD},
	{XML_ERR_CONDSEC_NOT_FINISHED, BX_SYN_DTD},
	{XML_ERR_CONDSEC_INVALID, BX_SYN_DTD},
	{XML_ERR_CONDSEC_INVALID_KEYWORD, BX_SYN_DTD},
	{XML_ERR_EXT_SUBSET_NOT_FINISHED, BX_SYN_DTD},
	{XML_ERR_DOCTYPE_NOT_FINISHED, BX_SYN_DOCTYPE},
	{XML_ERR_ENTITY_IS_EXTERNAL, BX_SYN_ENTITY_IN_ATTRIBUTE},
	{XML_ERR_ATTRIBUTE_NOT_STARTED, BX_SYN_ATTRIBUTE_QUOTE},
	{XML_ERR_ATTRIBUTE_NOT_FINISHED, BX_SYN_ATTRIBUTE_NOT_CLOSED},
	{XML_ERR_COMMENT_NOT_FINISHED, BX_SYN_COMMENT_NOT_CLOSED},
	{XML_ERR_HYPHEN_IN_COMMENT, BX_SYN_COMMENT_HYPHENS},
	{XML_ERR_PI_NOT_STARTED, BX_SYN_PI_TARGET},
	{XML_ERR_PI_NOT_FINISHED, BX_SYN_PI_NOT_CLOSED},
	{XML_ERR_MISPLACED_CDATA_END, BX_SYN_CDATA_END},
	{XML_ERR_CDATA_NOT_FINISHED, BX_SYN_CDATA_NOT_CLOSED},
	{XML_ERR_SPACE_REQUIRED, BX_SYN_SPACE},
	{XML_ERR_EQUAL_REQUIRED, BX_SYN_ATTRIBUTE_NO_VALUE},
	{XML_ERR_LT_REQUIRED, BX_SYN_NO_ROOT},
	{XML_ERR_GT_REQUIRED, BX_SYN_GT},
	{XML_ERR_LTSLASH_REQUIRED, BX_SYN_END_TAG},
	{XML_ERR_TAG_NOT_FINISHED, BX_SYN_ENTITY_BOUNDARY},
	{XML_ERR_NOT_WELL_BALANCED, BX_SYN_ENTITY_BOUNDARY},
	{XML_ERR_EXTRA_CONTENT, BX_SYN_ENTITY_BOUNDARY},
	{XML_ERR_INTERNAL_ERROR, BX_SYN_MARKUP},
	{XML_NS_ERR_QNAME, BX_SYN_QNAME},
};

static const char *
word(const char *s)
{
	return s != NULL ? s : "";
}

/* Codes whose meaning, or words, depend on what libxml2 gives with them. */
static bool
with_words(BxParser *p, BxXmlError e, BxVerdict *v)
{
	v->words.word[0] = word(e->str1);
	switch (e->code)
	{
		case XML_ERR_TAG_NAME_MISMATCH:
			/* libxml2 does not know the line before 2.9.11 */
			v->words.word[2] = word(e->str2);
			v->code = !p->document && p->depth == 0                     ? BX_SYN_END_TAG
					  : strcmp(v->words.word[0], v->words.word[2]) == 0 ? BX_SYN_TAG_MISMATCH_PREFIX
					  : e->int1 > 0                                     ? BX_SYN_TAG_MISMATCH
																		: BX_SYN_TAG_MISMATCH_NO_LINE;
			snprintf(v->line, sizeof(v->line), "%d", e->int1);
			v->words.word[1] = v->line;
			return true;
		case XML_ERR_LT_IN_ATTRIBUTE:
			v->code = e->str1 != NULL ? BX_SYN_LT_IN_ENTITY : BX_SYN_LT_IN_ATTRIBUTE;
			return true;
		case XML_ERR_ATTRIBUTE_WITHOUT_VALUE: v->code = BX_SYN_ATTRIBUTE_NO_VALUE; return true;
		case XML_ERR_ATTRIBUTE_REDEFINED:
			v->code = e->str2 != NULL ? BX_SYN_ATTRIBUTE_TWICE_PREFIXED : BX_SYN_ATTRIBUTE_TWICE;
			v->words.word[1] = word(e->str2);
			return true;
		case XML_NS_ERR_ATTRIBUTE_REDEFINED:
			v->code = BX_SYN_ATTRIBUTE_TWICE_NS;
			v->words.word[1] = word(e->str2);
			return true;
		case XML_NS_ERR_UNDEFINED_NAMESPACE: v->code = BX_SYN_PREFIX; return true;
		case XML_NS_ERR_COLON: v->code = BX_SYN_COLON; return true;
		case XML_NS_ERR_XML_NAMESPACE:
			v->code = e->str1 != NULL ? BX_SYN_NS_EMPTY : BX_SYN_NS_RESERVED;
			return true;
		default: return false;
	}
}

static bool
is_quote(const BxInputPlace *at)
{
	return at->at != NULL && at->at < at->end && (*at->at == '"' || *at->at == '\'');
}

/* Is the declaration that the place is in one of an entity?  Unless its value has a declaration. */
static bool
is_in_entity(const BxInputPlace *at)
{
	static const char start[] = "<!ENTITY";
	size_t n = sizeof(start) - 1;

	for (const uint8_t *s = at->at; s > at->from; s--)
		if (s[-1] == '<' && s < at->at && *s == '!')
			return (size_t) (at->at - s) >= n && memcmp(s - 1, start, n) == 0;
	return false;
}

/* A name is missing: the characters before the place show of what. */
static BxSyntax
missing_name(const BxParser *p, const BxInputPlace *at)
{
	int before = at->at != NULL && at->at > at->from ? at->at[-1] : 0;

	if (before == '&')
		return BX_SYN_AMPERSAND;
	if (p->in_dtd)
		return before == '%'                      ? BX_SYN_DTD_PERCENT
			   : is_quote(at) && is_in_entity(at) ? BX_SYN_ENTITY_VALUE
												  : BX_SYN_DTD_NAME;
	if (before == '<' && at->at < at->end && (*at->at == '!' || *at->at == '?'))
		return BX_SYN_MARKUP;
	return before == '<' || before == '/' ? BX_SYN_ELEMENT_NAME : BX_SYN_ATTRIBUTE_NAME;
}

/* The code of a character that XML does not allow, UTF-8 at s; -1 if it is another one. */
static int
forbidden(const uint8_t *s, const uint8_t *end)
{
	int code;

	if (s < end && *s < ' ')
		return *s;
	if (end - s >= 4 && (s[0] > 0xF4 || (s[0] == 0xF4 && s[1] > 0x8F)))
	{
		code = s[0] & 0x07;
		for (int i = 1; i < 4; i++)
			code = code << 6 | (s[i] & 0x3F);
		return code;
	}
	if (end - s < 3 || (s[0] != 0xED && s[0] != 0xEF))
		return -1;
	code = (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
	return code >= 0xFFFE || (code >= 0xD800 && code <= 0xDFFF) ? code : -1;
}

/* A character that XML does not allow: itself, or a reference to it, of which libxml2 has read the semicolon. */
static BxSyntax
bad_character(const BxInputPlace *at, int said, BxVerdict *v)
{
	int code = at->at != NULL ? forbidden(at->at, at->end) : -1;

	if (code < 0 || (said > 0 && said != code))
		return BX_SYN_CHAR_REFERENCE_CODE;
	snprintf(v->line, sizeof(v->line), "%d", code);
	v->words.word[0] = v->line;
	return BX_SYN_CHAR;
}

/* The target that libxml2 has just read is reserved: is it the XML declaration? */
static BxSyntax
reserved_target(const BxInputPlace *at)
{
	bool other = at->at != NULL && at->at - at->from >= 3 && memcmp(at->at - 3, "xml", 3) != 0;

	return other ? BX_SYN_PI_RESERVED_CASE : BX_SYN_PI_RESERVED;
}

/* Errors that only say that there is no more; what they say differs between releases, and names the root of ours. */
static bool
is_end_of_input(const BxParser *p, int code)
{
	if (!p->ending || (p->document && p->top_elements > 0 && p->depth == 0))
		return false;
	return code == XML_ERR_DOCUMENT_END || code == XML_ERR_DOCUMENT_EMPTY ||
		   code == XML_ERR_TAG_NOT_FINISHED || code == XML_ERR_CDATA_NOT_FINISHED;
}

/* Is the text from s on the beginning of markup or of a reference that could still become well-formed? */
static bool
is_unfinished(const uint8_t *s, const uint8_t *end)
{
	static const char *const markup[] = {"<!--", "<![CDATA[", "&"};
	size_t n = (size_t) (end - s);

	for (size_t i = 0; i < sizeof(markup) / sizeof(markup[0]); i++)
		if (n > 0 && n <= strlen(markup[i]) && memcmp(s, markup[i], n) == 0)
			return true;
	return false;
}

static void
end_of_input(const BxParser *p, BxVerdict *v)
{
	v->code = p->depth > 0 && p->ctxt->name != NULL ? BX_SYN_END_IN_ELEMENT : BX_SYN_END;
	v->words.word[0] = word((const char *) p->ctxt->name);
}

/* At the end of the text releases differ about what is unfinished and what is wrong. */
static void
unify_end(const BxParser *p, const BxInputPlace *at, BxVerdict *v)
{
	const uint8_t *s = at->at;

	if (s == NULL || (p->document && p->top_elements > 0 && p->depth == 0))
		return;
	if (v->code == BX_SYN_END || v->code == BX_SYN_END_IN_ELEMENT)
	{
		if (at->end - s >= 2 && s[0] == '<' && s[1] == '!' && !is_unfinished(s, at->end))
			v->code = BX_SYN_MARKUP;
		return;
	}
	if (s > at->from && (s[-1] == '<' || s[-1] == '&'))
		s--;
	if (s < at->end && *s == '&' && !p->document && p->depth == 0)
		return;
	if ((v->code == BX_SYN_MARKUP || v->code == BX_SYN_ELEMENT_NAME || v->code == BX_SYN_AMPERSAND) &&
		is_unfinished(s, at->end))
		end_of_input(p, v);
}

/* Nothing is wrong with the DOCTYPE but that it does not end. */
static bool
is_open_doctype(const BxParser *p, const BxInputPlace *at)
{
	return p->ending && (p->in_dtd || (p->lex.doctype && !p->lex.doctype_ended)) && at->off >= p->fed;
}

/* What is open at the end of the text, which is in a DOCTYPE. */
static BxSyntax
end_in_doctype(const BxParser *p)
{
	return p->lex.state == BX_LEXER_DTD_COMMENT ? BX_SYN_COMMENT_NOT_CLOSED
		   : p->lex.state == BX_LEXER_DTD_PI    ? BX_SYN_PI_NOT_CLOSED
		   : p->lex.state == BX_LEXER_DTD_QUOTE ? BX_SYN_DTD_LITERAL_OPEN
												: BX_SYN_END;
}

static BxSyntax
from_table(const BxParser *p, int code)
{
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		if (verdicts[i].code == code)
			return verdicts[i].syntax;
	return p->in_dtd ? BX_SYN_DTD : BX_SYN_UNKNOWN;
}

void
bx_verdict(BxParser *p, BxXmlError e, const BxInputPlace *at, BxVerdict *v)
{
	memset(v, 0, sizeof(*v));
	for (int i = 0; i < 3; i++)
		v->words.word[i] = "";
	if (is_open_doctype(p, at))
		v->code = end_in_doctype(p);
	else if (is_end_of_input(p, e->code))
		end_of_input(p, v);
	else if (with_words(p, e, v))
		return;
	else if (e->code == XML_ERR_NAME_REQUIRED)
		v->code = missing_name(p, at);
	else if (e->code == XML_ERR_INVALID_CHAR)
		v->code = bad_character(at, e->int1, v);
	else if (e->code == XML_ERR_RESERVED_XML_NAME)
		v->code = reserved_target(at);
	else
		v->code = from_table(p, e->code);
	if ((v->code == BX_SYN_DTD_CONTENT_MODEL || v->code == BX_SYN_DTD_LITERAL) && at->at != NULL &&
		at->at < at->end && *at->at == '%')
		v->code = BX_SYN_DTD_PARAMETER_REFERENCE;
	else if (v->code == BX_SYN_MARKUP && p->in_dtd)
		v->code = BX_SYN_DTD;
	if (p->ending)
		unify_end(p, at, v);
}
