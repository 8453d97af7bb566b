/*
 * gen_small.c -- the purchase order of the VTD-XML articles (the W3C XML Schema primer's document with its
 * two items repeated), and small messages of about 500 bytes.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

static void
put_party(GenOut *o, const char *name, const char *const field[5])
{
	gen_open(o, name);
	gen_attr(o, "country", "US");
	gen_leaf(o, "name", field[0]);
	gen_leaf(o, "street", field[1]);
	gen_leaf(o, "city", field[2]);
	gen_leaf(o, "state", field[3]);
	gen_leaf_num(o, "zip", field[4]);
	gen_close(o, name);
}

static void
put_item(GenOut *o, bool first)
{
	gen_open(o, "item");
	gen_attr(o, "partNum", first ? "872-AA" : "926-AA");
	gen_leaf(o, "productName", first ? "Lawnmower" : "Baby Monitor");
	gen_leaf_num(o, "quantity", "1");
	gen_leaf_num(o, "USPrice", first ? "148.95" : "39.98");
	if (first)
		gen_leaf(o, "comment", "Confirm this is electric");
	else
		gen_leaf(o, "shipDate", "1999-05-21");
	gen_close(o, "item");
}

void
gen_doc_po(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	static const char *const to[5] = {"Alice Smith", "123 Maple Street", "Mill Valley", "CA", "90952"};
	static const char *const bill[5] = {"Robert Smith", "8 Oak Avenue", "Old Town", "PA", "95819"};
	uint64_t i;

	(void) r;
	(void) index;
	o->indent = true;
	gen_open(o, "purchaseOrder");
	gen_attr(o, "orderDate", "1999-10-20");
	put_party(o, "shipTo", to);
	put_party(o, "billTo", bill);
	gen_leaf(o, "comment", "Hurry, my lawn is going wild!");
	gen_open(o, "items");
	gen_list(o, "item");
	/* 445 bytes around the items, a pair of items is 346; at most one item is missing to the size asked for */
	for (i = 0; 445 + (i + 1) * 173 <= args->n; i++)
		put_item(o, i % 2 == 0);
	gen_list_end(o);
	gen_close(o, "items");
	gen_close(o, "purchaseOrder");
}

static void
put_line(GenOut *o, GenRng *r, uint32_t n)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "line");
	snprintf(buf, sizeof(buf), "%u", n);
	gen_attr_num(o, "n", buf);
	gen_leaf(o, "sku", gen_symbol(gen_below(r, GEN_SECURITIES), buf));
	gen_leaf_num(o, "qty", gen_int(r, buf, 1, 99));
	gen_leaf_num(o, "price", gen_money(r, buf, 100000));
	gen_close(o, "line");
}

void
gen_doc_small(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	uint32_t i, n = gen_range(r, 3, 5);
	char buf[GEN_TEXT_MAX];

	(void) args;
	gen_open(o, "order");
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long) (index + 1));
	gen_attr_num(o, "id", buf);
	gen_attr(o, "date", gen_date(r, buf, 2003, 2004));
	gen_open(o, "customer");
	snprintf(buf, sizeof(buf), "%s %s", gen_pick(r, &gen_first_names), gen_pick(r, &gen_last_names));
	gen_leaf(o, "name", buf);
	gen_leaf(o, "city", gen_pick(r, &gen_cities));
	gen_leaf(o, "country", gen_pick(r, &gen_countries));
	gen_close(o, "customer");
	gen_open(o, "lines");
	gen_list(o, "line");
	for (i = 0; i < n; i++)
		put_line(o, r, i + 1);
	gen_list_end(o);
	gen_close(o, "lines");
	gen_leaf(o, "note", gen_words(r, buf, sizeof(buf), 26));
	gen_leaf_num(o, "total", gen_money(r, buf, 1000000));
	gen_close(o, "order");
}
