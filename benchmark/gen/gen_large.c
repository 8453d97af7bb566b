/*
 * gen_large.c -- single large documents: real-estate listings (RE) and a bibliography (DBLP), after the data sets
 * of Bayardo et al. (WWW 2004), and rows and customer tables.
 *
 * The original RE and DBLP files are not redistributable; these have their structure and sizes: RE 60,000 is 52 MB
 * with 102 cities and 2.4 M nodes, a DBLP entry is 417 bytes.  The queries that belong to them are in
 * benchmark/micro/queries.c.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

#define RE_CITIES 102

/* City 1 is the one the queries name; its first ZIP code too. */
static void
city_name(uint32_t c, char *buf)
{
	if (c < gen_cities.n)
		snprintf(buf, GEN_TEXT_MAX, "%s", gen_cities.item[c]);
	else
		snprintf(buf, GEN_TEXT_MAX, "%s %s", c % 2 ? "North" : "South", gen_cities.item[c - gen_cities.n]);
}

static void
put_agent(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "AGENT");
	snprintf(buf, sizeof(buf), "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
	gen_leaf(o, "NAME", buf);
	snprintf(buf, sizeof(buf), "%u-555-%04u", gen_range(r, 201, 989), gen_below(r, 10000));
	gen_leaf(o, "PHONE", buf);
	snprintf(buf, sizeof(buf), "%s Realty", gen_last_names.item[gen_below(r, 24)]);
	gen_leaf(o, "OFFICE", buf);
	gen_close(o, "AGENT");
}

static void
put_place(GenOut *o, GenRng *r, uint32_t city)
{
	char buf[GEN_TEXT_MAX];

	snprintf(buf, sizeof(buf), "%u %s", gen_range(r, 1, 9999), gen_pick(r, &gen_streets));
	gen_leaf(o, "ADDRESS", buf);
	/* four ZIP codes a city; two listings of three are in the first, 95037 for city 1 */
	snprintf(buf, sizeof(buf), "%u", 95030 + city * 7 + (gen_chance(r, 67) ? 0 : gen_range(r, 1, 3)));
	gen_leaf_num(o, "ZIPCODE", buf);
	gen_leaf(o, "STATE", "CA");
}

static void
put_facts(GenOut *o, GenRng *r)
{
	static const char *const style[] = {"Ranch", "Colonial", "Condominium", "Victorian", "Contemporary"};
	char buf[GEN_TEXT_MAX];

	snprintf(buf, sizeof(buf), "%u", gen_range(r, 90, 1400) * 1000);
	gen_leaf_num(o, "PRICE", buf);
	gen_leaf_num(o, "SQFT", gen_int(r, buf, 600, 4500));
	gen_leaf_num(o, "BEDROOMS", gen_int(r, buf, 1, 6));
	snprintf(buf, sizeof(buf), "%u%s", gen_range(r, 1, 4), gen_chance(r, 30) ? ".5" : "");
	gen_leaf_num(o, "BATHROOMS", buf);
	gen_leaf_num(o, "YEARBUILT", gen_int(r, buf, 1900, 2003));
	snprintf(buf, sizeof(buf), "0.%02u", gen_range(r, 5, 99));
	gen_leaf_num(o, "LOTSIZE", buf);
	gen_leaf_num(o, "GARAGE", gen_int(r, buf, 0, 3));
	gen_leaf(o, "STYLE", style[gen_below(r, 5)]);
	gen_leaf(o, "POOL", gen_chance(r, 15) ? "Yes" : "No");
	gen_leaf_num(o, "TAXES", gen_money(r, buf, 1500000));
}

static void
put_property(GenOut *o, GenRng *r, uint32_t id, uint32_t city)
{
	char buf[512];

	gen_open(o, "PROPERTY");
	snprintf(buf, sizeof(buf), "%u", 1000000 + id);
	gen_attr_num(o, "ID", buf);
	gen_attr(o, "LISTED", gen_date(r, buf, 2002, 2003));
	put_place(o, r, city);
	put_facts(o, r);
	gen_leaf(o, "SCHOOLDISTRICT", gen_cities.item[city % gen_cities.n]);
	put_agent(o, r);
	gen_leaf(o, "DESCRIPTION", gen_words(r, buf, sizeof(buf), gen_range(r, 200, 440)));
	gen_leaf(o, "STATUS", gen_chance(r, 80) ? "Active" : "Pending");
	gen_close(o, "PROPERTY");
}

void
gen_doc_re(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	uint32_t n = (uint32_t) args->n, c, id = 0;
	uint32_t cities = n >= 10 * RE_CITIES ? RE_CITIES : n / 10 + 2;
	char buf[GEN_TEXT_MAX];

	(void) index;
	gen_open(o, "REALESTATE");
	gen_list(o, "CITY");
	for (c = 0; c < cities; c++)
	{
		uint32_t end = (uint32_t) ((uint64_t) n * (c + 1) / cities);

		gen_open(o, "CITY");
		/* cities run so that the one the queries name stands in the middle */
		city_name((c + cities - cities / 2 + 1) % cities, buf);
		gen_attr(o, "NAME", buf);
		gen_list(o, "PROPERTY");
		for (; id < end; id++)
			put_property(o, r, id, (c + cities - cities / 2 + 1) % cities);
		gen_list_end(o);
		gen_close(o, "CITY");
	}
	gen_list_end(o);
	gen_close(o, "REALESTATE");
}

static void
put_entry_authors(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n = gen_range(r, 1, 4);

	gen_list(o, "author");
	for (i = 0; i < n; i++)
	{
		snprintf(buf, sizeof(buf), "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
		gen_leaf(o, "author", buf);
	}
	gen_list_end(o);
}

static void
put_entry_source(GenOut *o, GenRng *r, bool article, uint32_t year)
{
	char buf[GEN_TEXT_MAX];
	uint32_t page = gen_range(r, 1, 900);

	snprintf(buf, sizeof(buf), "%u-%u", page, page + gen_range(r, 2, 30));
	gen_leaf(o, "pages", buf);
	snprintf(buf, sizeof(buf), "%u", year);
	gen_leaf_num(o, "year", buf);
	if (article)
	{
		gen_leaf_num(o, "volume", gen_int(r, buf, 1, 60));
		gen_leaf(o, "journal", gen_pick(r, &gen_journals));
		gen_leaf_num(o, "number", gen_int(r, buf, 1, 12));
	}
	else
	{
		snprintf(buf, sizeof(buf), "conf/%s/%u", gen_sectors.item[year % gen_sectors.n], year);
		gen_leaf(o, "crossref", buf);
		gen_leaf(o, "booktitle", gen_sectors.item[year % gen_sectors.n]);
	}
}

static void
put_entry(GenOut *o, GenRng *r, uint32_t id, bool article)
{
	const char *name = article ? "article" : "inproceedings";
	uint32_t year = gen_range(r, 1970, 2003);
	char buf[256];

	gen_open(o, name);
	gen_attr(o, "mdate", gen_date(r, buf, 2002, 2003));
	snprintf(buf, sizeof(buf), "%s/%s%u", article ? "journals" : "conf", gen_pick(r, &gen_last_names), id);
	gen_attr(o, "key", buf);
	put_entry_authors(o, r);
	gen_leaf(o, "title", gen_words(r, buf, sizeof(buf), gen_range(r, 30, 90)));
	put_entry_source(o, r, article, year);
	snprintf(buf, sizeof(buf), "db/%s/%u.html#e%u", article ? "journals" : "conf", year, id);
	gen_leaf(o, "url", buf);
	if (gen_chance(r, 50))
	{
		snprintf(buf, sizeof(buf), "http://example.org/ee/%u", id);
		gen_leaf(o, "ee", buf);
	}
	gen_close(o, name);
}

void
gen_doc_dblp(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	uint32_t i;

	(void) index;
	gen_open(o, "dblp");
	gen_list(o, "entry"); /* two element names alternate: JSON has one array of both */
	for (i = 0; i < args->n; i++)
		put_entry(o, r, i, gen_chance(r, 40));
	gen_list_end(o);
	gen_close(o, "dblp");
}

/* ---------------------------------------------------------------- tables of rows */

static const char *const customer_fields[] = {
	"CustomerID", "CompanyName", "ContactName", "ContactTitle", "Address", "City",
	"Region",     "PostalCode",  "Country",     "Phone",        "Fax",
};

static void
customer_field(GenRng *r, unsigned f, uint32_t id, char *buf)
{
	switch (f)
	{
		case 0: snprintf(buf, GEN_TEXT_MAX, "C%06u", id); break;
		case 1: gen_security_name(id, buf); break;
		case 2:
			snprintf(buf, GEN_TEXT_MAX, "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
			break;
		case 3: snprintf(buf, GEN_TEXT_MAX, "%s Manager", gen_pick(r, &gen_sectors)); break;
		case 4: snprintf(buf, GEN_TEXT_MAX, "%u %s", gen_range(r, 1, 999), gen_pick(r, &gen_streets)); break;
		case 5: snprintf(buf, GEN_TEXT_MAX, "%s", gen_pick(r, &gen_cities)); break;
		case 6: snprintf(buf, GEN_TEXT_MAX, "%s", gen_pick(r, &gen_states)); break;
		case 7: gen_digits(r, buf, 5); break;
		case 8: snprintf(buf, GEN_TEXT_MAX, "%s", gen_pick(r, &gen_countries)); break;
		default:
			snprintf(buf, GEN_TEXT_MAX, "(%u) 555-%04u", gen_range(r, 201, 989), gen_below(r, 10000));
			break;
	}
}

void
gen_doc_customers(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	bool attr = strcmp(args->variant, "attr") == 0;
	char buf[GEN_TEXT_MAX];
	uint32_t i;
	unsigned f;

	(void) index;
	gen_open(o, "Customers");
	gen_list(o, "Customer");
	for (i = 0; i < args->n; i++)
	{
		gen_open(o, "Customer");
		for (f = 0; f < sizeof(customer_fields) / sizeof(customer_fields[0]); f++)
		{
			customer_field(r, f, i, buf);
			if (attr)
				gen_attr(o, customer_fields[f], buf);
			else
				gen_leaf(o, customer_fields[f], buf);
		}
		gen_close(o, "Customer");
	}
	gen_list_end(o);
	gen_close(o, "Customers");
}

static void
put_row(GenOut *o, GenRng *r, uint32_t id)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "Row");
	snprintf(buf, sizeof(buf), "%u", id);
	gen_leaf_num(o, "Id", buf);
	snprintf(buf, sizeof(buf), "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
	gen_leaf(o, "Name", buf);
	snprintf(buf, sizeof(buf), "%u %s", gen_range(r, 1, 999), gen_pick(r, &gen_streets));
	gen_leaf(o, "Street", buf);
	gen_leaf(o, "City", gen_pick(r, &gen_cities));
	gen_leaf(o, "State", gen_pick(r, &gen_states));
	gen_leaf(o, "Since", gen_date(r, buf, 1990, 2004));
	gen_leaf_num(o, "Amount", gen_money(r, buf, 10000000));
	gen_leaf_num(o, "Quantity", gen_int(r, buf, 1, 9999));
	gen_leaf(o, "Active", gen_chance(r, 50) ? "true" : "false");
	gen_leaf(o, "Remark", gen_words(r, buf, sizeof(buf), gen_range(r, 10, 50)));
	gen_close(o, "Row");
}

void
gen_doc_rows(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	uint32_t id = 0;

	(void) index;
	gen_open(o, "Rows");
	gen_list(o, "Row");
	/* A row is about 280 bytes as XML and 200 as JSON: stop by the number of rows, so that both have the same. */
	for (id = 0; id < (args->n + 140) / 280; id++)
		put_row(o, r, id + 1);
	gen_list_end(o);
	gen_close(o, "Rows");
}
