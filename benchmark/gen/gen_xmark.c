/*
 * gen_xmark.c -- the auction site of XMark, one document per entity: the tables that Kogan et al. (XSym 2006) shredded
 * it into.
 *
 * Element structure after XMark's public auction.dtd; texts and numbers are our own, drawn so that the benchmark's
 * queries select about what they do on its data.  An item stands in an element of its region, as in the whole document.
 * Scale 1 has 21,750 items, 25,500 people, 12,000 open and 9,750 closed auctions and 1,000 categories; references go
 * to the entities of the same scale.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

/* Documents of each kind at scale 1. */
#define ITEMS 21750u
#define PEOPLE 25500u
#define OPEN 12000u
#define CLOSED 9750u
#define CATEGORIES 1000u

/* Entities of one kind beside args->n documents of another kind, of which `own` make scale 1. */
static uint32_t
beside(const GenArgs *args, uint32_t own, uint32_t other)
{
	uint64_t n = args->n * other / own;

	return n > 0 ? (uint32_t) n : 1;
}

static char *
ref(GenRng *r, char *buf, const char *kind, uint32_t n)
{
	snprintf(buf, GEN_TEXT_MAX, "%s%u", kind, gen_below(r, n));
	return buf;
}

static void
put_ref(GenOut *o, GenRng *r, const char *element, const char *attribute, const char *kind, uint32_t n)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, element);
	gen_attr(o, attribute, ref(r, buf, kind, n));
	gen_close(o, element);
}

static char *
person_name(GenRng *r, char *buf)
{
	snprintf(buf, GEN_TEXT_MAX, "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
	return buf;
}

/* ---------------------------------------------------------------- prose */

/* One stretch of words, or words in an element of mark-up, in which there may be a keyword. */
static void
put_phrase(GenOut *o, GenRng *r, unsigned kind)
{
	static const char *const mark[] = {"bold", "keyword", "emph"};
	char buf[160];

	gen_words(r, buf, sizeof(buf), gen_range(r, 20, 140));
	if (kind >= 3)
	{
		gen_text(o, buf);
		return;
	}
	gen_open(o, mark[kind]);
	gen_text(o, buf);
	if (kind == 2 && gen_chance(r, 40))
	{
		gen_open(o, "keyword");
		gen_text(o, gen_words(r, buf, sizeof(buf), 12));
		gen_close(o, "keyword");
	}
	gen_close(o, mark[kind]);
}

static void
put_text(GenOut *o, GenRng *r)
{
	uint32_t i, n = gen_range(r, 1, 8);

	gen_open(o, "text");
	for (i = 0; i < n; i++)
		put_phrase(o, r, i % 2 == 0 ? 3 : gen_below(r, 3));
	gen_close(o, "text");
}

static void
put_list(GenOut *o, GenRng *r, unsigned depth)
{
	uint32_t i, n = gen_range(r, 1, 4);

	gen_open(o, "parlist");
	for (i = 0; i < n; i++)
	{
		gen_open(o, "listitem");
		if (depth < 2 && gen_chance(r, 30))
			put_list(o, r, depth + 1);
		else
			put_text(o, r);
		gen_close(o, "listitem");
	}
	gen_close(o, "parlist");
}

static void
put_description(GenOut *o, GenRng *r)
{
	gen_open(o, "description");
	if (gen_chance(r, 30))
		put_list(o, r, 0);
	else
		put_text(o, r);
	gen_close(o, "description");
}

/* ---------------------------------------------------------------- items, categories */

static void
put_mail(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "mail");
	gen_leaf(o, "from", person_name(r, buf));
	gen_leaf(o, "to", person_name(r, buf));
	gen_leaf(o, "date", gen_date(r, buf, 1998, 2001));
	put_text(o, r);
	gen_close(o, "mail");
}

static void
item_document(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	static const char *const region[] = {"africa", "asia", "australia", "europe", "namerica", "samerica"};
	const char *in = region[gen_below(r, 6)];
	char buf[GEN_TEXT_MAX];
	uint32_t i, n;

	gen_open(o, in);
	gen_open(o, "item");
	snprintf(buf, sizeof(buf), "item%u", (unsigned) index);
	gen_attr(o, "id", buf);
	if (gen_chance(r, 10))
		gen_attr(o, "featured", "yes");
	gen_leaf(o, "location", gen_chance(r, 70) ? "United States" : gen_pick(r, &gen_countries));
	gen_leaf_num(o, "quantity", gen_int(r, buf, 1, 5));
	gen_leaf(o, "name", gen_words(r, buf, sizeof(buf), 16));
	gen_leaf(o, "payment", gen_chance(r, 50) ? "Creditcard" : "Money order, Cash");
	put_description(o, r);
	gen_leaf(o, "shipping",
			 gen_chance(r, 60) ? "Will ship internationally" : "Buyer pays fixed shipping charges");
	for (i = 0, n = gen_range(r, 1, 6); i < n; i++)
		put_ref(o, r, "incategory", "category", "category", beside(args, ITEMS, CATEGORIES));
	gen_open(o, "mailbox");
	for (i = 0, n = gen_below(r, 3); i < n; i++)
		put_mail(o, r);
	gen_close(o, "mailbox");
	gen_close(o, "item");
	gen_close(o, in);
}

static void
category_document(GenOut *o, GenRng *r, uint64_t index)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "category");
	snprintf(buf, sizeof(buf), "category%u", (unsigned) index);
	gen_attr(o, "id", buf);
	gen_leaf(o, "name", gen_words(r, buf, sizeof(buf), 12));
	put_description(o, r);
	gen_close(o, "category");
}

/* ---------------------------------------------------------------- people */

static void
put_address(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "address");
	snprintf(buf, sizeof(buf), "%u %s", gen_range(r, 1, 99), gen_pick(r, &gen_streets));
	gen_leaf(o, "street", buf);
	gen_leaf(o, "city", gen_pick(r, &gen_cities));
	gen_leaf(o, "country", gen_chance(r, 70) ? "United States" : gen_pick(r, &gen_countries));
	if (gen_chance(r, 30))
		gen_leaf(o, "province", gen_pick(r, &gen_states));
	gen_leaf_num(o, "zipcode", gen_int(r, buf, 1, 39));
	gen_close(o, "address");
}

static void
put_profile(GenOut *o, GenRng *r, const GenArgs *args)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n;

	gen_open(o, "profile");
	snprintf(buf, sizeof(buf), "%u.%02u", gen_range(r, 9876, 120000), gen_below(r, 100));
	gen_attr_num(o, "income", buf);
	for (i = 0, n = gen_below(r, 6); i < n; i++)
		put_ref(o, r, "interest", "category", "category", beside(args, PEOPLE, CATEGORIES));
	if (gen_chance(r, 50))
		gen_leaf(o, "education", gen_chance(r, 50) ? "Graduate School" : "High School");
	if (gen_chance(r, 50))
		gen_leaf(o, "gender", gen_chance(r, 50) ? "male" : "female");
	gen_leaf(o, "business", gen_chance(r, 50) ? "Yes" : "No");
	if (gen_chance(r, 60))
		gen_leaf_num(o, "age", gen_int(r, buf, 18, 60));
	gen_close(o, "profile");
}

static void
person_document(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n;

	gen_open(o, "person");
	snprintf(buf, sizeof(buf), "person%u", (unsigned) index);
	gen_attr(o, "id", buf);
	gen_leaf(o, "name", person_name(r, buf));
	snprintf(buf, sizeof(buf), "mailto:%s@example.org", gen_pick(r, &gen_last_names));
	gen_leaf(o, "emailaddress", buf);
	if (gen_chance(r, 50))
	{
		snprintf(buf, sizeof(buf), "+%u (%u) %u", gen_range(r, 1, 39), gen_range(r, 10, 999),
				 gen_range(r, 123457, 99999999));
		gen_leaf(o, "phone", buf);
	}
	if (gen_chance(r, 50))
		put_address(o, r);
	if (gen_chance(r, 50))
	{
		snprintf(buf, sizeof(buf), "http://example.org/~%s", gen_pick(r, &gen_last_names));
		gen_leaf(o, "homepage", buf);
	}
	if (gen_chance(r, 50))
		gen_leaf(o, "creditcard", gen_digits(r, buf, 16));
	if (gen_chance(r, 50))
		put_profile(o, r, args);
	if (gen_chance(r, 50))
	{
		gen_open(o, "watches");
		for (i = 0, n = gen_below(r, 8); i < n; i++)
			put_ref(o, r, "watch", "open_auction", "open_auction", beside(args, PEOPLE, OPEN));
		gen_close(o, "watches");
	}
	gen_close(o, "person");
}

/* ---------------------------------------------------------------- auctions */

static void
put_annotation(GenOut *o, GenRng *r, uint32_t people)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "annotation");
	put_ref(o, r, "author", "person", "person", people);
	put_description(o, r);
	gen_leaf_num(o, "happiness", gen_int(r, buf, 1, 10));
	gen_close(o, "annotation");
}

/* In hundredths; returns what was bid. */
static uint32_t
put_bidder(GenOut *o, GenRng *r, uint32_t people)
{
	uint32_t increase = gen_range(r, 1, 24) * 150;
	char buf[GEN_TEXT_MAX];

	gen_open(o, "bidder");
	gen_leaf(o, "date", gen_date(r, buf, 1998, 2001));
	snprintf(buf, sizeof(buf), "%02u:%02u:%02u", gen_below(r, 24), gen_below(r, 60), gen_below(r, 60));
	gen_leaf(o, "time", buf);
	put_ref(o, r, "personref", "person", "person", people);
	snprintf(buf, sizeof(buf), "%u.%02u", increase / 100, increase % 100);
	gen_leaf_num(o, "increase", buf);
	gen_close(o, "bidder");
	return increase;
}

static void
open_document(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	uint32_t people = beside(args, OPEN, PEOPLE), i, n = gen_below(r, 12), price = gen_range(r, 150, 30000);
	char buf[GEN_TEXT_MAX];

	gen_open(o, "open_auction");
	snprintf(buf, sizeof(buf), "open_auction%u", (unsigned) index);
	gen_attr(o, "id", buf);
	snprintf(buf, sizeof(buf), "%u.%02u", price / 100, price % 100);
	gen_leaf_num(o, "initial", buf);
	if (gen_chance(r, 45))
	{
		snprintf(buf, sizeof(buf), "%u.%02u", price / 50, price % 100);
		gen_leaf_num(o, "reserve", buf);
	}
	for (i = 0; i < n; i++)
		price += put_bidder(o, r, people);
	snprintf(buf, sizeof(buf), "%u.%02u", price / 100, price % 100);
	gen_leaf_num(o, "current", buf);
	if (gen_chance(r, 40))
		gen_leaf(o, "privacy", "Yes");
	put_ref(o, r, "itemref", "item", "item", beside(args, OPEN, ITEMS));
	put_ref(o, r, "seller", "person", "person", people);
	put_annotation(o, r, people);
	gen_leaf_num(o, "quantity", gen_int(r, buf, 1, 5));
	gen_leaf(o, "type", gen_chance(r, 60) ? "Regular" : "Featured");
	gen_open(o, "interval");
	gen_leaf(o, "start", gen_date(r, buf, 1998, 1999));
	gen_leaf(o, "end", gen_date(r, buf, 2000, 2001));
	gen_close(o, "interval");
	gen_close(o, "open_auction");
}

static void
closed_document(GenOut *o, GenRng *r, const GenArgs *args)
{
	uint32_t people = beside(args, CLOSED, PEOPLE);
	char buf[GEN_TEXT_MAX];

	gen_open(o, "closed_auction");
	put_ref(o, r, "seller", "person", "person", people);
	put_ref(o, r, "buyer", "person", "person", people);
	put_ref(o, r, "itemref", "item", "item", beside(args, CLOSED, ITEMS));
	gen_leaf_num(o, "price", gen_money(r, buf, 20000));
	gen_leaf(o, "date", gen_date(r, buf, 1998, 2001));
	gen_leaf_num(o, "quantity", gen_int(r, buf, 1, 5));
	gen_leaf(o, "type", gen_chance(r, 60) ? "Regular" : "Featured");
	if (gen_chance(r, 70))
		put_annotation(o, r, people);
	gen_close(o, "closed_auction");
}

void
gen_doc_xmark(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	if (strcmp(args->variant, "items") == 0)
		item_document(o, r, args, index);
	else if (strcmp(args->variant, "people") == 0)
		person_document(o, r, args, index);
	else if (strcmp(args->variant, "open") == 0)
		open_document(o, r, args, index);
	else if (strcmp(args->variant, "closed") == 0)
		closed_document(o, r, args);
	else
		category_document(o, r, index);
}
