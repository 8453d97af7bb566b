/*
 * q_word.c -- the words of the grammar.
 */
#include "q_parse_int.h"

static const BxStr words[QW_WORDS] = {
	{"", 0},
#define Q_WORD(id, text) {text, sizeof(text) - 1},
#include "q_words.def"
#undef Q_WORD
};

const char *
q_word_text(QWord word)
{
	return words[word].s;
}

/* Letters that words of a length begin with, a bit each: most names are other ones. */
static const uint32_t first_letters[] = {0x0,      0x0,      0x86953,  0x81839,  0x4c6914, 0x7c6875,
										 0xc6d11a, 0x26411c, 0x38c17f, 0x1ca125, 0x82008,  0x2000,
										 0x20004,  0x8,      0x4201a,  0x4,      0x40001,  0x8020,
										 0x8,      0x0,      0x0,      0x0,      0x8000};

/* Where the words of each letter begin, and behind "z" where they end. */
static const uint8_t first_words[] = {
	QW_AFTER,    QW_BASE_URI, QW_CASE,   QW_DECIMAL_FORMAT, QW_ELEMENT,   QW_FIRST, QW_GE,
	QW_IDIV,     QW_IDIV,     QW_LAST,   QW_LAST,           QW_LAST,      QW_MAP,   QW_NAMESPACE,
	QW_OF,       QW_PARENT,   QW_RENAME, QW_RENAME,         QW_SATISFIES, QW_TEXT,  QW_UNION,
	QW_VALIDATE, QW_WHEN,     QW_XQUERY, QW_WORDS,          QW_WORDS,     QW_WORDS,
};

QWord
q_word_find(BxStr s)
{
	unsigned letter, word;

	if (s.n >= sizeof(first_letters) / sizeof(first_letters[0]))
		return QW_NONE;
	letter = (uint8_t) (s.s[0] - 'a');
	if (letter > 25 || (first_letters[s.n] >> letter & 1) == 0)
		return QW_NONE;
	for (word = first_words[letter]; word < first_words[letter + 1]; word++)
		if (words[word].n == s.n && words[word].s[1] == s.s[1] && memcmp(words[word].s, s.s, s.n) == 0)
			return (QWord) word;
	return QW_NONE;
}
