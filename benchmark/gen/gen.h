/*
 * gen.h -- what the files of the generator share: random values, the document emitter, the data sets.
 *
 * Everything is deterministic.  A document's random numbers depend only on (seed, data set, index), so any range
 * of documents can be made alone and in any order (--start), and two data sets never disturb each other.  To add
 * a data set: write a GenDocFn, declare it below, add a line to the table in bxgen.c.
 */
#ifndef GEN_H
#define GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------- random values (gen_values.c) */

typedef struct GenRng
{
	uint64_t state;
} GenRng;

extern void gen_rng_init(GenRng *r, uint64_t seed, const char *set, uint64_t index);
extern uint64_t gen_next(GenRng *r);
/* 0 .. n-1; n > 0 */
extern uint32_t gen_below(GenRng *r, uint32_t n);
/* lo .. hi, both included */
extern uint32_t gen_range(GenRng *r, uint32_t lo, uint32_t hi);
/* true in `percent` of 100 cases */
extern bool gen_chance(GenRng *r, uint32_t percent);

/*
 * Each writes a NUL-terminated text to buf and returns buf.  GEN_TEXT_MAX bytes are enough for all but
 * gen_words, whose caller gives the size.
 */
#define GEN_TEXT_MAX 64
extern char *gen_date(GenRng *r, char *buf, int year_lo, int year_hi);
extern char *gen_datetime(GenRng *r, char *buf, int year_lo, int year_hi);
/* A number below `below` hundredths, printed with two decimals. */
extern char *gen_money(GenRng *r, char *buf, uint32_t below);
extern char *gen_int(GenRng *r, char *buf, uint32_t lo, uint32_t hi);
/* n decimal digits, the first not 0 */
extern char *gen_digits(GenRng *r, char *buf, unsigned n);
/* n printable ASCII characters as TPoX's free strings have them, XML-special ones included; no leading space */
extern char *gen_printable(GenRng *r, char *buf, unsigned n);
/* n characters of the base64 alphabet */
extern char *gen_base64(GenRng *r, char *buf, unsigned n);
/* Words up to about `chars` characters, ending in a full stop; chars < size. */
extern char *gen_words(GenRng *r, char *buf, size_t size, size_t chars);

/* ---------------------------------------------------------------- value lists (gen_lists.c): all invented */

typedef struct GenList
{
	const char *const *item;
	uint32_t n;
} GenList;

extern const GenList gen_first_names, gen_last_names, gen_cities, gen_states, gen_countries, gen_nations,
	gen_currencies, gen_streets, gen_word_list, gen_types, gen_officers, gen_sectors, gen_industries,
	gen_businesses, gen_journals, gen_company_ends;

extern const char *gen_pick(GenRng *r, const GenList *list);

/* ---------------------------------------------------------------- prose (gen_prose.c) */

#define GEN_PROSE_LISTS 5

/* The subject of one text: which words are frequent in it. */
typedef struct GenProse
{
	GenRng *rng;
	uint32_t common; /* so many words of each list make up most of it */
	uint32_t step[GEN_PROSE_LISTS];
	uint32_t from[GEN_PROSE_LISTS];
} GenProse;

extern void gen_prose_begin(GenProse *p, GenRng *r);
/*
 * Each writes a NUL-terminated text of less than GEN_PROSE_MAX bytes to buf and returns buf: the first part of a
 * sentence, what ends it, a phrase of a few words, a heading.
 */
#define GEN_PROSE_MAX 1024
extern char *gen_sentence_start(GenProse *p, char *buf);
extern char *gen_sentence_end(GenProse *p, char *buf);
extern char *gen_phrase(GenProse *p, char *buf);
extern char *gen_title(GenProse *p, char *buf);

/* ---------------------------------------------------------------- TPoX's domains (gen_tpox.c) */

extern char *gen_first_name(GenRng *r, char *buf);
extern char *gen_last_name(GenRng *r, char *buf);
extern char *gen_city(GenRng *r, char *buf);
/* A country, its name and what its people are called. */
extern uint32_t gen_country_number(GenRng *r);
extern char *gen_country(uint32_t k, char *buf);
extern char *gen_nationality(uint32_t k, char *buf);
extern char *gen_fund_family(GenRng *r, char *buf);
extern char *gen_asset_group(GenRng *r, char *buf);

/* Securities 0 .. GEN_SECURITIES-1: a distinct symbol, a name and a type for each, the same in every data set. */
#define GEN_SECURITIES 20833
extern char *gen_symbol(uint32_t k, char *buf);
extern char *gen_security_name(uint32_t k, char *buf);
extern const char *gen_security_type(uint32_t k);

/* Customer c has accounts 0 .. gen_account_count(c)-1; ids are 9 to 11 digits.  Accounts made without a customer have
 * ids from GEN_ACCOUNT_LOOSE on. */
#define GEN_CUSTOMER_FIRST 1002
#define GEN_ORDER_FIRST 103282
#define GEN_ACCOUNTS_MAX 8
#define GEN_ACCOUNT_FIRST 104130001
#define GEN_ACCOUNT_LOOSE 20000000001
extern uint32_t gen_account_count(uint64_t customer);
extern char *gen_account_id(uint64_t customer, uint32_t account, char *buf);

/* ---------------------------------------------------------------- emitter (gen_out.c) */

typedef enum GenFormat
{
	GEN_XML,
	GEN_JSON
} GenFormat;

/* Which values become JSON numbers. */
typedef enum GenNumbers
{
	GEN_NUMBERS_LOOKS, /* every text that is a JSON number, as converters without a schema do it */
	GEN_NUMBERS_TYPED, /* those the schema calls numbers; ids and codes stay strings */
	GEN_NUMBERS_NONE
} GenNumbers;

#define GEN_DEPTH_MAX 32

/*
 * One document at a time, grown in memory, as XML or as the JSON that jsonb is compared on: attributes become
 * members, leaf elements scalars, numbers JSON numbers, elements that may repeat always arrays, namespaces and the
 * root element's name are dropped; the text beside attributes is "#text".
 */
typedef struct GenOut
{
	GenFormat format;
	GenNumbers numbers;
	bool indent;   /* XML: children on lines of their own */
	bool at_names; /* JSON: members made of attributes are "@name" */
	char *data;
	size_t len;
	size_t cap;
	unsigned depth;
	bool tag_open;               /* XML: ">" of the last start tag is still to come */
	bool filled[GEN_DEPTH_MAX];  /* the element has a child element (XML) or a member (JSON) */
	bool in_list[GEN_DEPTH_MAX]; /* JSON: the level is an array, members have no names */
	bool mixed;                  /* inside mixed content */
} GenOut;

extern void gen_out_reset(GenOut *o);
extern void gen_open(GenOut *o, const char *name);
extern void gen_close(GenOut *o, const char *name);
/* xmlns declaration (prefix NULL: default) or another attribute that JSON drops with the namespaces. */
extern void gen_xmlns(GenOut *o, const char *prefix, const char *uri);
extern void gen_attr(GenOut *o, const char *name, const char *value);
extern void gen_attr_num(GenOut *o, const char *name, const char *value);
extern void gen_leaf(GenOut *o, const char *name, const char *value);
extern void gen_leaf_num(GenOut *o, const char *name, const char *value);
extern void gen_text(GenOut *o, const char *value);
/* Around a run of elements of the same name: an array in JSON, nothing in XML. */
extern void gen_list(GenOut *o, const char *name);
extern void gen_list_end(GenOut *o);
/* Mixed content: texts and leaves by turns; in JSON an array of strings and of objects with one member. */
extern void gen_mixed(GenOut *o, const char *name);
extern void gen_mixed_text(GenOut *o, const char *value);
extern void gen_mixed_end(GenOut *o, const char *name);

/* ---------------------------------------------------------------- data sets */

typedef struct GenArgs
{
	uint64_t n;          /* documents, or the size of the one document */
	const char *variant; /* name given with --variant, or the set's first one, or NULL */
	uint64_t customers;  /* orders refer to accounts of customers 0 .. customers-1 */
} GenArgs;

typedef void (*GenDocFn)(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);

extern void gen_doc_order(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_custacc(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_security(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_account(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_re(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_dblp(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_po(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_customers(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_rows(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_xmark(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_article(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);
extern void gen_doc_small(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index);

#endif
