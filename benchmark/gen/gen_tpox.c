/*
 * gen_tpox.c -- value domains of the TPoX documents that are too large to be lists: the benchmark's cardinalities
 * (10,000 first and last names, 265 cities, 232 countries, 18,978 security names, 463 fund families, 64 asset
 * groups), every value invented by putting parts together.
 *
 * A value depends on its number alone, so that documents which name the same security or account agree without
 * having seen each other.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

#define N_NAMES 10000
#define N_CITIES 265
#define N_COUNTRIES 232
#define N_SECURITY_NAMES 18978
#define N_FUND_FAMILIES 463
#define N_ASSET_GROUPS 64

static const char *const starts[25] = {"Al", "Be", "Ca", "Do", "Ei", "Fa", "Gre", "Ha",  "Is",
									   "Jo", "Ka", "Lu", "Ma", "Ne", "Or", "Pa",  "Qui", "Ro",
									   "Sa", "Te", "Ul", "Va", "Wi", "Ya", "Zo"};
static const char *const middles[20] = {"ba", "co", "da", "fe", "gi", "ha", "ki", "la", "mi", "no",
										"pe", "ra", "ri", "sa", "so", "ta", "ti", "ve", "we", "zu"};
static const char *const first_ends[20] = {"n",   "na", "no",  "r",   "ra", "s",  "sa",  "la",  "lo",  "ly",
										   "mir", "ne", "ray", "ric", "ta", "to", "via", "vin", "win", "x"};
static const char *const last_ends[20] = {"berg", "dahl", "der", "dini", "ford", "gren", "hart",
										  "ic",   "kov",  "ley", "lund", "man",  "mark", "nez",
										  "ni",   "ro",   "sen", "ski",  "ton",  "well"};

static uint32_t
spread(uint32_t k, uint32_t n)
{
	/* 7919 is prime and shares no factor with the sizes here: neighbours get unlike names. */
	return (uint32_t) ((uint64_t) k * 7919 % n);
}

static char *
syllables(uint32_t k, const char *const *ends, char *buf)
{
	k = spread(k, N_NAMES);
	snprintf(buf, GEN_TEXT_MAX, "%s%s%s", starts[k % 25], middles[k / 25 % 20], ends[k / 500]);
	return buf;
}

char *
gen_first_name(GenRng *r, char *buf)
{
	return syllables(gen_below(r, N_NAMES), first_ends, buf);
}

char *
gen_last_name(GenRng *r, char *buf)
{
	return syllables(gen_below(r, N_NAMES), last_ends, buf);
}

char *
gen_city(GenRng *r, char *buf)
{
	static const char *const before[] = {"", "New ", "Port ", "East ", "Upper "};
	uint32_t k = gen_below(r, N_CITIES);

	snprintf(buf, GEN_TEXT_MAX, "%s%s", before[k / gen_cities.n], gen_cities.item[k % gen_cities.n]);
	return buf;
}

static const char *
region(uint32_t k)
{
	static const char *const before[] = {"",      "New ",  "North ", "South ",
										 "East ", "West ", "Upper ", "Lower "};

	return before[k / gen_countries.n];
}

uint32_t
gen_country_number(GenRng *r)
{
	return gen_below(r, N_COUNTRIES);
}

char *
gen_country(uint32_t k, char *buf)
{
	snprintf(buf, GEN_TEXT_MAX, "%s%s", region(k), gen_countries.item[k % gen_countries.n]);
	return buf;
}

char *
gen_nationality(uint32_t k, char *buf)
{
	snprintf(buf, GEN_TEXT_MAX, "%s%s", region(k), gen_nations.item[k % gen_nations.n]);
	return buf;
}

/* ---------------------------------------------------------------- securities */

char *
gen_security_name(uint32_t k, char *buf)
{
	char name[GEN_TEXT_MAX];

	k = spread(k, N_SECURITY_NAMES);
	snprintf(buf, GEN_TEXT_MAX, "%.24s %s %s", syllables(k % N_NAMES, last_ends, name),
			 gen_businesses.item[k % gen_businesses.n], gen_company_ends.item[k / N_NAMES * 5 + k % 5]);
	return buf;
}

const char *
gen_security_type(uint32_t k)
{
	GenRng r;

	gen_rng_init(&r, 1, "security type", k);
	return gen_pick(&r, &gen_types);
}

char *
gen_fund_family(GenRng *r, char *buf)
{
	char name[GEN_TEXT_MAX];

	snprintf(buf, GEN_TEXT_MAX, "%.24s Funds", syllables(gen_below(r, N_FUND_FAMILIES), last_ends, name));
	return buf;
}

char *
gen_asset_group(GenRng *r, char *buf)
{
	static const char *const first[] = {"Large", "Mid-Cap",  "Small", "Foreign",
										"World", "Moderate", "Short", "Long"};
	static const char *const second[] = {"Value",  "Growth",     "Blend",       "Bond",
										 "Income", "Allocation", "Real Estate", "Stock"};
	uint32_t k = gen_below(r, N_ASSET_GROUPS);

	snprintf(buf, GEN_TEXT_MAX, "%s %s", first[k / 8], second[k % 8]);
	return buf;
}

/* ---------------------------------------------------------------- accounts */

uint32_t
gen_account_count(uint64_t customer)
{
	GenRng r;

	gen_rng_init(&r, 1, "accounts", customer);
	return gen_chance(&r, 45) ? 1 : gen_chance(&r, 60) ? 2 : gen_range(&r, 3, 6);
}

char *
gen_account_id(uint64_t customer, uint32_t account, char *buf)
{
	snprintf(buf, GEN_TEXT_MAX, "%llu",
			 (unsigned long long) (GEN_ACCOUNT_FIRST + customer * GEN_ACCOUNTS_MAX + account));
	return buf;
}
