/*
 * bx_syntax.c -- the words for what is wrong with a text.
 *
 * Lower case and no final period, as the server's messages; where there is something to write instead, the message says
 * what.  %1 to %3 are the words that the code names.
 */
#include "bx_syntax.h"

#include <string.h>

/* A name may be of any length. */
#define WORD_MAX 80

static const char *const messages[BX_SYN_COUNT] = {
	[BX_SYN_UNKNOWN] = "text is not well-formed",
	[BX_SYN_END] = "unexpected end of input",
	[BX_SYN_END_IN_ELEMENT] = "unexpected end of input in element \"%1\"",
	[BX_SYN_EXTRA_CONTENT] = "extra content at the end of the document",
	[BX_SYN_NO_ROOT] = "the root element is missing",
	[BX_SYN_MARKUP] = "markup that is not allowed here",
	[BX_SYN_CHAR] = "invalid character with code %1",
	[BX_SYN_CHAR_REFERENCE] = "invalid character reference",
	[BX_SYN_CHAR_REFERENCE_CODE] = "reference to an invalid character",
	[BX_SYN_AMPERSAND] = "\"&\" must be written as \"&amp;\"",
	[BX_SYN_LT_IN_ATTRIBUTE] = "\"<\" must be written as \"&lt;\" in an attribute value",
	[BX_SYN_LT_IN_ENTITY] = "entity \"%1\" contains \"<\" and cannot be used in an attribute value",
	[BX_SYN_CDATA_END] = "\"]]>\" must be written as \"]]&gt;\" in text",
	[BX_SYN_END_TAG] = "unexpected end tag",
	[BX_SYN_TAG_MISMATCH] = "end tag \"%3\" does not match start tag \"%1\" of line %2",
	[BX_SYN_TAG_MISMATCH_PREFIX] = "end tag \"%3\" does not have the prefix of its start tag",
	[BX_SYN_TAG_MISMATCH_NO_LINE] = "end tag \"%3\" does not match start tag \"%1\"",
	[BX_SYN_ELEMENT_NAME] = "element name expected; \"<\" must be written as \"&lt;\" in text",
	[BX_SYN_ATTRIBUTE_NAME] = "attribute name expected",
	[BX_SYN_ATTRIBUTE_NO_VALUE] = "attribute \"%1\" has no value",
	[BX_SYN_ATTRIBUTE_QUOTE] = "attribute value must be quoted",
	[BX_SYN_ATTRIBUTE_NOT_CLOSED] = "attribute value is not closed",
	[BX_SYN_ATTRIBUTE_TWICE] = "attribute \"%1\" occurs twice",
	[BX_SYN_ATTRIBUTE_TWICE_PREFIXED] = "attribute \"%1:%2\" occurs twice",
	[BX_SYN_ATTRIBUTE_TWICE_NS] = "attribute \"%1\" in namespace \"%2\" occurs twice",
	[BX_SYN_SPACE] = "white space is missing",
	[BX_SYN_GT] = "\">\" expected",
	[BX_SYN_COMMENT_NOT_CLOSED] = "comment is not closed",
	[BX_SYN_COMMENT_HYPHENS] = "\"--\" is not allowed in a comment",
	[BX_SYN_CDATA_NOT_CLOSED] = "CDATA section is not closed",
	[BX_SYN_PI_TARGET] = "target of the processing instruction expected",
	[BX_SYN_PI_NOT_CLOSED] = "processing instruction is not closed",
	[BX_SYN_PI_RESERVED] = "an XML declaration is allowed at the start of the text only",
	[BX_SYN_PI_RESERVED_CASE] = "\"xml\" is not allowed as a target in upper or mixed case either",
	[BX_SYN_QNAME] = "invalid qualified name",
	[BX_SYN_COLON] = "name \"%1\" must not contain a colon",
	[BX_SYN_PREFIX] = "namespace prefix \"%1\" is not declared",
	[BX_SYN_NS_EMPTY] = "prefix \"%1\" cannot be declared with an empty namespace name",
	[BX_SYN_NS_RESERVED] = "the prefixes \"xml\" and \"xmlns\" and their namespace names are reserved",
	[BX_SYN_DECL] = "malformed XML declaration",
	[BX_SYN_DECL_VERSION] = "unsupported XML version in the XML declaration",
	[BX_SYN_DECL_ENCODING] = "invalid encoding name in the XML declaration",
	[BX_SYN_DECL_STANDALONE] = "standalone must be \"yes\" or \"no\" in the XML declaration",
	[BX_SYN_DECL_NOT_CLOSED] = "XML declaration is not closed",
	[BX_SYN_DOCTYPE_NOT_ALLOWED] = "a DOCTYPE is not allowed",
	[BX_SYN_DOCTYPE_SPACE] = "white space is missing after \"<!DOCTYPE\"",
	[BX_SYN_DOCTYPE] = "malformed DOCTYPE",
	[BX_SYN_DTD] = "malformed declaration",
	[BX_SYN_DTD_NAME] = "name expected",
	[BX_SYN_DTD_LITERAL] = "quoted literal expected",
	[BX_SYN_DTD_LITERAL_NOT_CLOSED] = "literal is not closed or holds a character that is not allowed",
	[BX_SYN_DTD_LITERAL_OPEN] = "literal is not closed",
	[BX_SYN_DTD_CONTENT_MODEL] = "malformed content model",
	[BX_SYN_DTD_ENUMERATION] = "malformed type of an attribute",
	[BX_SYN_DTD_NOTATION] = "notation \"%1\" has neither a system nor a public identifier",
	[BX_SYN_DTD_PARAMETER_REFERENCE] = "a parameter entity cannot be referred to within a declaration",
	[BX_SYN_DTD_PERCENT] = "\"%\" must be written as \"&#37;\" where it does not begin a reference",
	[BX_SYN_DTD_BOUNDARY] = "a declaration begins and ends in different entities",
	[BX_SYN_ENTITY_VALUE] = "malformed value of an entity",
	[BX_SYN_ENTITY_LOOP] = "entity \"%1\" refers to itself or is nested too deep",
	[BX_SYN_ENTITY_UNDECLARED] = "entity \"%1\" is not declared",
	[BX_SYN_ENTITY_EXTERNAL] = "entity \"%1\" cannot be expanded: external entities are not read",
	[BX_SYN_ENTITY_EXTERNAL_DTD] =
		"entity \"%1\" cannot be expanded: external DTDs and entities are not read",
	[BX_SYN_ENTITY_UNPARSED] = "entity \"%1\" is unparsed and cannot be referred to",
	[BX_SYN_ENTITY_STANDALONE] =
		"entity \"%1\" is declared in a parameter entity only, but the document is standalone",
	[BX_SYN_ENTITY_IN_ATTRIBUTE] = "an attribute value refers to an external entity",
	[BX_SYN_ENTITY_BOUNDARY] = "an element begins and ends in different entities",
	[BX_SYN_MARKS] = "a noncharacter cannot be told from white space of entities",
};

/* As much of a word as is shown, whole characters. */
static size_t
shown(const char *word)
{
	size_t n = strlen(word);

	if (n <= WORD_MAX)
		return n;
	for (n = WORD_MAX; n > 0 && ((unsigned char) word[n] & 0xC0) == 0x80;)
		n--;
	return n;
}

void
bx_syntax_message(BxSyntax code, const BxSyntaxWords *words, char *out, size_t room)
{
	const char *s = messages[code];
	char *end = out + room - 1;

	while (*s != '\0' && out < end)
	{
		const char *word = *s == '%' && s[1] >= '1' && s[1] <= '3' ? words->word[s[1] - '1'] : NULL;
		size_t n = word != NULL ? shown(word) : 0;

		if (word == NULL)
			*out++ = *s++;
		else
		{
			n = n < (size_t) (end - out) ? n : (size_t) (end - out);
			memcpy(out, word, n);
			out += n;
			s += 2;
		}
	}
	*out = '\0';
}
