/*
 * gen_security.c -- TPoX securities after security.xsd: a stock or a fund, its prices, and a description in mixed
 * content, text with elements among the words.  2 to 9 kB, 4.5 kB on average.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

static void
put_pick(GenOut *o, GenRng *r, const char *name, const GenList *list)
{
	gen_leaf(o, name, gen_pick(r, list));
}

static const char *
one_of(GenRng *r, const char *a, const char *b, const char *c)
{
	uint32_t k = gen_below(r, 3);

	return k == 0 ? a : k == 1 ? b : c;
}

static void
put_category(GenOut *o, GenRng *r)
{
	gen_open(o, "Category");
	gen_attr(o, "Capitalization", one_of(r, "Large", "Medium", "Small"));
	gen_attr(o, "Class", one_of(r, "Value", "Growth", "Blend"));
	gen_close(o, "Category");
}

static void
put_industries(GenOut *o, GenRng *r, uint32_t n)
{
	if (n == 0)
		return;
	gen_list(o, "Industry");
	while (n-- > 0)
		put_pick(o, r, "Industry", &gen_industries);
	gen_list_end(o);
}

static void
put_stock(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "StockInformation");
	put_pick(o, r, "Sector", &gen_sectors);
	put_industries(o, r, gen_range(r, 1, 2));
	put_category(o, r);
	gen_leaf_num(o, "OutstShares", gen_digits(r, buf, gen_range(r, 6, 9)));
	gen_close(o, "StockInformation");
}

static void
put_fund(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "FundInformation");
	gen_leaf(o, "FundFamily", gen_fund_family(r, buf));
	if (gen_chance(r, 40))
		put_pick(o, r, "Sector", &gen_sectors);
	put_industries(o, r, gen_below(r, 2));
	gen_leaf(o, "AssetGroup", gen_asset_group(r, buf));
	if (gen_chance(r, 70))
		put_category(o, r);
	if (gen_chance(r, 40))
	{
		gen_open(o, "FixedIncome");
		gen_attr(o, "Duration", one_of(r, "Short Term", "Medium Term", "Long Term"));
		gen_attr(o, "Quality", one_of(r, "High", "Medium", "Low"));
		gen_close(o, "FixedIncome");
	}
	gen_leaf_num(o, "ExpenseRatio", gen_money(r, buf, 250));
	gen_leaf_num(o, "TotalAssets", gen_digits(r, buf, gen_range(r, 7, 11)));
	gen_leaf_num(o, "MinInitialInvestment", gen_int(r, buf, 1, 10000));
	gen_leaf_num(o, "MinSubsequentInvestment", gen_int(r, buf, 1, 500));
	gen_close(o, "FundInformation");
}

/* About `chars` characters of sentences, with an element after each. */
static void
put_prose(GenOut *o, GenRng *r, const char *name, size_t chars)
{
	static const char *const inner[] = {"CEO",      "Product", "Competitor", "Assets",   "Rating",
										"Manager",  "Risk",    "Cost",       "Dividend", "Strategy",
										"Holdings", "Index",   "Keyword"};
	char buf[512];
	size_t n = 0; /* of the text itself: XML and JSON are made of the same words */

	gen_mixed(o, name);
	while (n < chars)
	{
		gen_mixed_text(o, gen_words(r, buf, sizeof(buf), gen_range(r, 80, 400)));
		n += strlen(buf) + 60;
		gen_leaf(o, inner[gen_below(r, 13)], gen_words(r, buf, sizeof(buf), gen_range(r, 10, 40)));
	}
	gen_mixed_end(o, name);
}

static void
put_description(GenOut *o, GenRng *r, bool stock)
{
	/* between 1 and 8 kB, small ones more often */
	size_t chars = 700 + gen_below(r, 3300) + (gen_chance(r, 40) ? gen_below(r, 3800) : 0);

	gen_open(o, "Description");
	if (stock)
		put_prose(o, r, "BusinessSummary", chars);
	else
	{
		put_prose(o, r, "FundDescription", chars * 3 / 4);
		put_prose(o, r, "Management", chars / 4);
	}
	gen_close(o, "Description");
}

/* A price of `cents` changed by up to `percent` up or down. */
static void
put_near(GenOut *o, GenRng *r, const char *name, uint32_t cents, uint32_t percent)
{
	char buf[GEN_TEXT_MAX];
	uint32_t v = cents * (100 - percent) / 100 + gen_below(r, cents * 2 * percent / 100 + 1);

	snprintf(buf, sizeof(buf), "%u.%02u", v / 100, v % 100);
	gen_leaf_num(o, name, buf);
}

static void
put_prices(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];
	uint32_t cents = gen_range(r, 200, 20000);

	gen_open(o, "Price");
	put_near(o, r, "LastTrade", cents, 3);
	put_near(o, r, "Ask", cents, 3);
	put_near(o, r, "Bid", cents, 3);
	put_near(o, r, "Price50DayAvg", cents, 10);
	put_near(o, r, "Price200DayAvg", cents, 20);
	gen_open(o, "PriceToday");
	put_near(o, r, "PreviousClose", cents, 4);
	put_near(o, r, "Open", cents, 4);
	put_near(o, r, "High", cents + cents / 20, 1);
	put_near(o, r, "Low", cents - cents / 20, 1);
	gen_close(o, "PriceToday");
	gen_open(o, "Price52week");
	put_near(o, r, "Price52week-low", cents / 2, 30);
	gen_leaf(o, "Price52week-low-date", gen_date(r, buf, 2003, 2003));
	put_near(o, r, "Price52week-high", cents * 3 / 2, 20);
	gen_leaf(o, "Price52week-high-date", gen_date(r, buf, 2003, 2003));
	gen_close(o, "Price52week");
	gen_close(o, "Price");
}

/* PE is spread evenly, high yields are rare: the search for both finds about ten of 20,833. */
static void
put_ratios(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];
	uint32_t a = gen_below(r, 800), b = gen_below(r, 800), yield = a < b ? a : b, pe = gen_range(r, 50, 600);

	snprintf(buf, sizeof(buf), "%u.%u", pe / 10, pe % 10);
	gen_leaf_num(o, "PE", buf);
	snprintf(buf, sizeof(buf), "%u.%02u", yield / 100, yield % 100);
	gen_leaf_num(o, "Yield", buf);
	gen_leaf_num(o, "DivPerShare", gen_money(r, buf, 500));
}

void
gen_doc_security(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	char buf[GEN_TEXT_MAX];
	uint32_t k = (uint32_t) (index % GEN_SECURITIES);
	const char *type = gen_security_type(k);
	bool stock = strstr(type, "Fund") == NULL;

	(void) args;
	gen_open(o, "Security");
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long) (1 + index));
	gen_attr_num(o, "id", buf);
	gen_xmlns(o, NULL, "http://tpox-benchmark.com/security");
	gen_leaf(o, "Symbol", gen_symbol(k, buf));
	gen_leaf(o, "Name", gen_security_name(k, buf));
	buf[strcspn(buf, " ")] = 0;
	gen_leaf(o, "ShortName", buf);
	gen_leaf(o, "SecurityType", type);
	gen_open(o, "SecurityInformation");
	if (stock)
		put_stock(o, r);
	else
		put_fund(o, r);
	put_description(o, r, stock);
	gen_close(o, "SecurityInformation");
	put_prices(o, r);
	put_ratios(o, r);
	gen_close(o, "Security");
}
