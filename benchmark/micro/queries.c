/*
 * queries.c -- the queries of the micro benchmark.
 *
 * RE-QUERY1..3 and DBLP-QUERY follow Bayardo et al. (WWW 2004) in kind: all records below one named node; a
 * conjunction over several children of a record; one value anywhere; records by author and year.  The paper's exact
 * expressions belong to data that cannot be had; these have about the published selectivity.  VTD1..5 are the
 * expressions of the VTD-XML articles.  "f:" and "c:" are bound to the default namespace of a set.
 */
#include "match.h"

#define RE2 "//PROPERTY[SQFT > 1875 and BEDROOMS = 5 and YEARBUILT > 1995 and PRICE < 130000]"
#define DBLP "/dblp/article[author = \"Thea Kovacs\" and year > 1985]/title"

#define ORDER_QUERIES(set)                                                                                   \
	{set, "value @Acct", BM_VALUE, "/f:FIXML/f:Order/@Acct", &match_order_acct},                             \
		{set, "value @Sym", BM_VALUE, "/f:FIXML/f:Order/f:Instrmt/@Sym", NULL},                              \
		{set, "value absent", BM_VALUE, "/f:FIXML/f:Order/@NoSuchAttribute", NULL},                          \
	{                                                                                                        \
		set, "exists @Cash > 4900", BM_EXISTS, "/f:FIXML/f:Order/f:OrdQty[@Cash > 4900]", &match_order_cash  \
	}

const BmQuery bm_queries[] = {
	{"re", "RE-QUERY1", BM_COUNT, "/REALESTATE/CITY[@NAME = \"Morgan Hill\"]/PROPERTY", &match_re1},
	{"re", "RE-QUERY2", BM_COUNT, RE2, &match_re2},
	{"re", "RE-QUERY3", BM_COUNT, "//ZIPCODE[. = 95037]", &match_re3},
	{"re", "count(//*)", BM_VALUE, "count(//*)", NULL},
	{"re", "first PROPERTY", BM_EXISTS, "//PROPERTY", NULL},
	{"re", "one value, middle", BM_VALUE, "/REALESTATE/CITY[51]/PROPERTY[3]/PRICE", NULL},
	{"re", "one value, far", BM_VALUE, "/REALESTATE/CITY[51]/PROPERTY[100]/PRICE", NULL},
	{"re", "one value, last", BM_VALUE, "/REALESTATE/CITY[last()]/PROPERTY[last()]/PRICE", NULL},
	{"re", "count(//PROPERTY)", BM_VALUE, "count(//PROPERTY)", NULL},
	{"dblp", "entry at the start", BM_VALUE, "/dblp/*[2]/title", NULL},
	{"dblp", "entry in the middle", BM_VALUE, "/dblp/*[12000]/title", NULL},
	{"dblp", "last article", BM_VALUE, "/dblp/article[last()]/title", NULL},
	{"dblp", "DBLP-QUERY", BM_COUNT, DBLP, &match_dblp},
	{"dblp", "count(//*)", BM_VALUE, "count(//*)", NULL},
	{"po-big", "VTD1", BM_COUNT, "/*/*/*[position() mod 2 = 0]", NULL},
	{"po-big", "VTD2", BM_COUNT, "/purchaseOrder/items/item[USPrice<100]", NULL},
	{"po-big", "VTD3", BM_COUNT, "/*/*/*/quantity/text()", NULL},
	{"po-big", "VTD4", BM_COUNT, "//item/comment", NULL},
	{"po-big", "VTD5", BM_COUNT, "//item/comment/../quantity", NULL},
	{"customers-elem", "count(/*/*/*)", BM_VALUE, "count(/*/*/*)", NULL},
	{"customers-elem", "count(//*)", BM_VALUE, "count(//*)", NULL},
	{"customers-attr", "count(/*/*/@*)", BM_VALUE, "count(/*/*/@*)", NULL},
	ORDER_QUERIES("orders-fixed"),
	ORDER_QUERIES("orders-optional"),
	ORDER_QUERIES("orders-widths"),
	{"custacc", "value LastName", BM_VALUE, "/c:Customer/c:Name/c:LastName", NULL},
	{"custacc", "exists City", BM_EXISTS, "/c:Customer/c:Addresses/c:Address[c:City = \"Morgan Hill\"]",
	 NULL},
	{"custacc", "count Balance > n", BM_COUNT,
	 "/c:Customer/c:Accounts/c:Account[c:Balance/c:OnlineActualBal > 900000]", NULL},
	{"custacc", "exists //Symbol", BM_EXISTS, "//c:Symbol[. = \"JTXH\"]", NULL},
	{"small", "value total", BM_VALUE, "/order/total", NULL},
};
const size_t bm_n_queries = sizeof(bm_queries) / sizeof(bm_queries[0]);
