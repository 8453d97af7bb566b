/*
 * gen_custacc.c -- TPoX customers with their accounts and holdings, after custacc.xsd: element-centred, one default
 * namespace, seven levels deep, about 5.7 kB without white space between the elements.
 *
 * TPoX's own distributions are not known.  Ours: 1 to 6 accounts with mean 2, 1 to 10 positions per account with
 * mean 4, 1 to 8 value dates per account, 1 to 3 addresses and phones.  Numbers of the JSON form: whatever the
 * schema calls integer or decimal; codes and ids stay strings.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gen.h"

typedef struct Person
{
	char first[GEN_TEXT_MAX / 4];
	char last[GEN_TEXT_MAX / 4];
	const char *title;
	bool male;
	uint32_t nation;
} Person;

static void
put_leaf(GenOut *o, GenRng *r, const char *name, const GenList *list)
{
	gen_leaf(o, name, gen_pick(r, list));
}

static void
put_yes_no(GenOut *o, GenRng *r, const char *name)
{
	gen_leaf(o, name, gen_chance(r, 50) ? "Yes" : "No");
}

static void
put_name(GenOut *o, GenRng *r, const Person *p)
{
	char buf[GEN_TEXT_MAX];

	snprintf(buf, sizeof(buf), "%s%s", p->last, p->first);
	gen_leaf(o, "Mnemonic", buf);
	gen_open(o, "ShortNames");
	gen_list(o, "ShortName");
	snprintf(buf, sizeof(buf), "%s %s", p->first, p->last);
	gen_leaf(o, "ShortName", buf);
	gen_list_end(o);
	gen_close(o, "ShortNames");
	gen_open(o, "Name");
	gen_leaf(o, "Title", p->title);
	gen_leaf(o, "FirstName", p->first);
	if (gen_chance(r, 60))
	{
		gen_list(o, "MiddleName");
		gen_leaf(o, "MiddleName", gen_first_name(r, buf));
		gen_list_end(o);
	}
	gen_leaf(o, "LastName", p->last);
	gen_close(o, "Name");
}

static void
put_phones(GenOut *o, GenRng *r)
{
	static const char *const type[] = {"Home", "Work", "Temporary"};
	char buf[GEN_TEXT_MAX];
	uint32_t i, n = gen_range(r, 1, 3);

	gen_open(o, "Phones");
	gen_list(o, "Phone");
	for (i = 0; i < n; i++)
	{
		gen_open(o, "Phone");
		gen_attr(o, "primary", i == 0 ? "Yes" : "No");
		gen_attr(o, "type", type[gen_below(r, 3)]);
		gen_leaf_num(o, "CountryCode", gen_int(r, buf, 1, 200));
		gen_leaf_num(o, "AreaCode", gen_int(r, buf, 100, 999));
		gen_leaf_num(o, "Number", gen_digits(r, buf, 7));
		if (gen_chance(r, 40))
			gen_leaf_num(o, "Extension", gen_int(r, buf, 1000, 9999));
		gen_close(o, "Phone");
	}
	gen_list_end(o);
	gen_close(o, "Phones");
}

static void
put_address(GenOut *o, GenRng *r, bool primary, const char *country)
{
	char buf[3 * GEN_TEXT_MAX], city[GEN_TEXT_MAX], zip[GEN_TEXT_MAX];

	gen_open(o, "Address");
	gen_attr(o, "primary", primary ? "Yes" : "No");
	gen_attr(o, "type", primary ? "Home" : "Temporary");
	gen_open(o, "gStreet");
	gen_list(o, "Street");
	snprintf(buf, sizeof(buf), "%u %s", gen_range(r, 1, 999), gen_pick(r, &gen_streets));
	gen_leaf(o, "Street", buf);
	gen_list_end(o);
	gen_close(o, "gStreet");
	if (gen_chance(r, 50))
		gen_leaf_num(o, "POBox", gen_digits(r, buf, 5));
	gen_leaf(o, "City", gen_city(r, city));
	gen_leaf_num(o, "PostalCode", gen_digits(r, zip, 5));
	put_leaf(o, r, "State", &gen_states);
	gen_leaf(o, "Country", country);
	snprintf(buf, sizeof(buf), "%s %.5s, %s", city, zip, country);
	gen_leaf(o, "CityCountry", buf);
	put_phones(o, r);
	gen_close(o, "Address");
}

static void
put_addresses(GenOut *o, GenRng *r, const Person *p)
{
	char buf[GEN_TEXT_MAX], country[GEN_TEXT_MAX];
	uint32_t i, n = gen_chance(r, 75) ? 1 : gen_range(r, 2, 3);
	size_t len;

	gen_open(o, "Addresses");
	gen_list(o, "Address");
	gen_country(p->nation, country);
	for (i = 0; i < n; i++)
		put_address(o, r, i == 0, country);
	gen_list_end(o);
	gen_open(o, "EmailAddresses");
	gen_list(o, "Email");
	gen_open(o, "Email");
	gen_attr(o, "primary", "Yes");
	snprintf(buf, sizeof(buf), "%s.%s@example.org", p->first, p->last);
	for (len = 0; buf[len]; len++)
		buf[len] = (char) tolower((unsigned char) buf[len]);
	gen_text(o, buf);
	gen_close(o, "Email");
	gen_list_end(o);
	gen_close(o, "EmailAddresses");
	gen_close(o, "Addresses");
}

static void
put_secret(GenOut *o, GenRng *r, const char *name)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, name);
	gen_open(o, "EncryptedData");
	gen_attr(o, "Type", "http://www.w3.org/2001/04/xmlenc#Content");
	gen_open(o, "CipherData");
	gen_leaf(o, "CipherValue", gen_base64(r, buf, 20));
	gen_close(o, "CipherData");
	gen_close(o, "EncryptedData");
	gen_close(o, name);
}

static void
put_banking(GenOut *o, GenRng *r, const Person *p)
{
	static const char *const often[] = {"Daily", "Weekly", "Monthly", "Quarterly", "Yearly"};
	char buf[GEN_TEXT_MAX];

	gen_open(o, "BankingInfo");
	gen_leaf(o, "CustomerSince", gen_date(r, buf, 1980, 2003));
	put_yes_no(o, r, "PremiumCustomer");
	gen_leaf(o, "CustomerStatus", gen_chance(r, 90) ? "Active" : "Inactive");
	gen_leaf(o, "LastContactDate", gen_date(r, buf, 1996, 2004));
	gen_leaf(o, "ReviewFrequency", often[gen_below(r, 5)]);
	gen_open(o, "Online");
	snprintf(buf, sizeof(buf), "%c%s", p->first[0], p->last);
	gen_leaf(o, "Login", buf);
	put_secret(o, r, "Pin");
	put_secret(o, r, "Trading-password");
	gen_close(o, "Online");
	gen_open(o, "Tax");
	if (gen_chance(r, 50))
		put_secret(o, r, "SSN");
	else
		gen_leaf(o, "TaxID", gen_digits(r, buf, 9));
	snprintf(buf, sizeof(buf), "0.%02u", gen_range(r, 10, 45));
	gen_leaf_num(o, "TaxRate", buf);
	gen_close(o, "Tax");
	put_leaf(o, r, "Currency", &gen_currencies);
	gen_close(o, "BankingInfo");
}

static void
put_value_dates(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n = gen_range(r, 1, 4) + (gen_chance(r, 30) ? gen_below(r, 5) : 0);

	gen_open(o, "gValueDate");
	gen_list(o, "mValueDate");
	for (i = 0; i < n; i++)
	{
		gen_open(o, "mValueDate");
		gen_leaf(o, "ValueDate", gen_date(r, buf, 1990, 2004));
		gen_leaf_num(o, "CreditMovement", gen_money(r, buf, 10000000));
		gen_leaf_num(o, "ValueDatedBal", gen_int(r, buf, 1, 999999));
		gen_close(o, "mValueDate");
	}
	gen_list_end(o);
	gen_close(o, "gValueDate");
}

static void
put_holdings(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n = gen_range(r, 1, 6) + (gen_chance(r, 20) ? gen_below(r, 5) : 0);

	gen_open(o, "Holdings");
	gen_list(o, "Position");
	for (i = 0; i < n; i++)
	{
		uint32_t k = gen_below(r, GEN_SECURITIES);

		gen_open(o, "Position");
		gen_leaf(o, "Symbol", gen_symbol(k, buf));
		gen_leaf(o, "Name", gen_security_name(k, buf));
		gen_leaf(o, "Type", gen_security_type(k));
		snprintf(buf, sizeof(buf), "%u.%03u", gen_range(r, 1, 4999), gen_below(r, 1000));
		gen_leaf_num(o, "Quantity", buf);
		gen_close(o, "Position");
	}
	gen_list_end(o);
	gen_close(o, "Holdings");
}

static void
put_balance(GenOut *o, GenRng *r)
{
	char buf[GEN_TEXT_MAX];

	gen_open(o, "Balance");
	gen_leaf_num(o, "OnlineActualBal", gen_int(r, buf, 1, 1200000));
	gen_leaf_num(o, "OnlineClearedBal", gen_int(r, buf, 1, 1200000));
	gen_leaf_num(o, "WorkingBalance", gen_int(r, buf, 1, 1200000));
	gen_close(o, "Balance");
}

static void
put_inputters(GenOut *o, GenRng *r)
{
	uint32_t i, n = gen_range(r, 1, 3);

	gen_open(o, "gInputter");
	gen_list(o, "Inputter");
	for (i = 0; i < n; i++)
		put_leaf(o, r, "Inputter", &gen_officers);
	gen_list_end(o);
	gen_close(o, "gInputter");
}

static void
put_account_names(GenOut *o, const Person *p, const char *currency)
{
	char buf[GEN_TEXT_MAX];

	snprintf(buf, sizeof(buf), "%s %s %s %s", p->title, p->first, p->last, currency);
	gen_leaf(o, "AccountTitle", buf);
	snprintf(buf, sizeof(buf), "%s %s", p->last, currency);
	gen_leaf(o, "ShortTitle", buf);
	snprintf(buf, sizeof(buf), "%s%s", p->last, currency);
	gen_leaf(o, "Mnemonic", buf);
}

/* The element Account is open and has its id. */
static void
put_account(GenOut *o, GenRng *r, const Person *p)
{
	char buf[GEN_TEXT_MAX];
	const char *currency = gen_pick(r, &gen_currencies);

	gen_leaf_num(o, "Category", gen_int(r, buf, 1, 20));
	put_account_names(o, p, currency);
	gen_leaf(o, "Currency", currency);
	gen_leaf_num(o, "CurrencyMarket", gen_int(r, buf, 1, 7));
	gen_leaf(o, "OpeningDate", gen_date(r, buf, 1990, 2004));
	put_leaf(o, r, "AccountOfficer", &gen_officers);
	gen_leaf(o, "LastUpdate", gen_datetime(r, buf, 2003, 2004));
	put_balance(o, r);
	put_yes_no(o, r, "Passbook");
	put_value_dates(o, r);
	gen_leaf(o, "ChargeCcy", currency);
	gen_leaf(o, "InterestCcy", currency);
	put_yes_no(o, r, "AllowNetting");
	put_inputters(o, r);
	put_holdings(o, r);
}

static void
put_accounts(GenOut *o, GenRng *r, const Person *p, uint64_t customer)
{
	char buf[GEN_TEXT_MAX];
	uint32_t i, n = gen_account_count(customer);

	gen_open(o, "Accounts");
	gen_list(o, "Account");
	for (i = 0; i < n; i++)
	{
		gen_open(o, "Account");
		gen_attr(o, "id", gen_account_id(customer, i, buf));
		put_account(o, r, p);
		gen_close(o, "Account");
	}
	gen_list_end(o);
	gen_close(o, "Accounts");
}

static void
make_person(GenRng *r, Person *p)
{
	char buf[GEN_TEXT_MAX];

	p->male = gen_chance(r, 50);
	snprintf(p->first, sizeof(p->first), "%.15s", gen_first_name(r, buf));
	snprintf(p->last, sizeof(p->last), "%.15s", gen_last_name(r, buf));
	p->title = p->male ? "Mr" : gen_chance(r, 50) ? "Ms" : "Mrs";
	p->nation = gen_country_number(r);
}

void
gen_doc_custacc(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	char buf[GEN_TEXT_MAX];
	Person p;

	(void) args;
	make_person(r, &p);
	gen_open(o, "Customer");
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long) (GEN_CUSTOMER_FIRST + index));
	gen_attr_num(o, "id", buf);
	gen_xmlns(o, NULL, "http://tpox-benchmark.com/custacc");
	put_name(o, r, &p);
	gen_leaf(o, "DateOfBirth", gen_date(r, buf, 1930, 1985));
	gen_leaf(o, "Gender", p.male ? "Male" : "Female");
	gen_leaf(o, "Nationality", gen_nationality(p.nation, buf));
	gen_leaf(o, "CountryOfResidence", gen_country(p.nation, buf));
	gen_open(o, "Languages");
	gen_list(o, "Language");
	gen_leaf(o, "Language", gen_nations.item[p.nation % gen_nations.n]);
	gen_list_end(o);
	gen_close(o, "Languages");
	put_addresses(o, r, &p);
	put_banking(o, r, &p);
	put_accounts(o, r, &p, index);
	gen_close(o, "Customer");
}

/* An account by itself, to be added to a customer. */
void
gen_doc_account(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	char buf[GEN_TEXT_MAX];
	Person p;

	(void) args;
	make_person(r, &p);
	gen_open(o, "Account");
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long) (GEN_ACCOUNT_LOOSE + index));
	gen_attr(o, "id", buf);
	gen_xmlns(o, NULL, "http://tpox-benchmark.com/custacc");
	put_account(o, r, &p);
	gen_close(o, "Account");
}
