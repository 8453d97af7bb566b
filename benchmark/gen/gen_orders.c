/*
 * gen_orders.c -- FIXML 4.4 orders (NewOrderSingle) as the TPoX benchmark uses them: nearly everything is an
 * attribute, most attributes are optional.
 *
 * Attribute names, types and code lists are those of the FIXML 4.4 schema.  Variants:
 *   fixed     every document has the same attributes, values of constant width
 *   optional  each of 60 attributes present half of the time, the others always: nearly every document has its own
 *             set of names
 *   widths    the attributes of "fixed", values of random width
 *   tpox      every attribute the schema calls optional present in TPOX_PRESENT percent, random widths
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

/* 78 attributes a document, as in the published samples; those draw 55 % from a pool larger than ours */
#define TPOX_PRESENT 72

typedef enum OrderVariant
{
	FIXED,
	OPTIONAL,
	WIDTHS,
	TPOX
} OrderVariant;

/*
 * type: i id of digits, s free string, d date, t dateTime, p price, q quantity, l length, m month, and c one of the
 *   codes in `arg` (separated by spaces); a account, y symbol, o order id.
 * class: r required by the schema, a always there except in tpox, h optional half and part of "fixed",
 *   g optional half and not part of "fixed".  There are 60 of h and g together.
 */
typedef struct OrderAttr
{
	const char *name;
	char type;
	char class;
	const char *arg;
} OrderAttr;

static const OrderAttr order_attrs[] = {
	{"ID", 'o', 'r', ""},
	{"ID2", 'i', 'g', ""},
	{"LnkID", 'i', 'g', ""},
	{"OrignDt", 'd', 'a', ""},
	{"TrdDt", 'd', 'a', ""},
	{"Acct", 'a', 'r', ""},
	{"AcctIDSrc", 'c', 'h', "1 2 3 4 5 99"},
	{"AcctTyp", 'c', 'a', "1 2 3 4 6 7 8"},
	{"DayBkngInst", 's', 'g', ""},
	{"BkngUnit", 's', 'h', ""},
	{"AllocID", 'i', 'g', ""},
	{"SettlTyp", 'c', 'g', "0 1 2 3 4 5 6 7 8 9"},
	{"SettlDt", 'd', 'g', ""},
	{"CshMgn", 'c', 'g', "1 2 3"},
	{"ClrFeeInd", 'c', 'h', "B C E F H I L M 1 2 3 4 5 9"},
	{"HandlInst", 'c', 'a', "1 2 3"},
	{"MinQty", 'q', 'g', ""},
	{"MaxFloor", 'q', 'g', ""},
	{"ProcCode", 'c', 'g', "0 1 2 3 4 5 6"},
	{"PrevClsPx", 'p', 'h', ""},
	{"Side", 'c', 'r', "1 2 3 4 5 6 7 8 9 A B C D E F G"},
	{"LocReqd", 'c', 'a', "Y N"},
	{"TxnTm", 't', 'r', ""},
	{"QtyTyp", 'c', 'h', "0 1"},
	{"Typ", 'c', 'r', "1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M P"},
	{"PxTyp", 'c', 'g', "1 2 3 4 5 6 7 8 9 10 11"},
	{"Px", 'p', 'a', ""},
	{"StopPx", 'p', 'h', ""},
	{"Ccy", 's', 'a', ""},
	{"ComplianceID", 's', 'h', ""},
	{"SolFlag", 'c', 'a', "Y N"},
	{"IOIID", 'i', 'a', ""},
	{"QID", 'i', 'g', ""},
	{"TmInForce", 'c', 'a', "0 1 2 3 4 5 6 7"},
	{"EfctvTm", 't', 'g', ""},
	{"ExpireDt", 'd', 'h', ""},
	{"ExpireTm", 't', 'g', ""},
	{"Cpcty", 'c', 'g', "A G I P R W"},
	{"Rstctions", 'c', 'h', "1 2 3 4 5 6 7 8 9 A"},
	{"CustCpcty", 'l', 'g', ""},
	{"ForexReq", 'c', 'g', "Y N"},
	{"SettlCcy", 's', 'h', ""},
	{"BkngTyp", 'c', 'g', "0 1 2"},
	{"Txt", 's', 'a', ""},
	{"EncTxtLen", 'l', 'a', ""},
	{"EncTxt", 's', 'a', ""},
	{"SettlDt2", 'd', 'h', ""},
	{"Qty2", 'p', 'h', ""},
	{"Px2", 'p', 'g', ""},
	{"PosEfct", 'c', 'g', "O C R F"},
	{"Covered", 'c', 'h', "0 1"},
	{"MaxShow", 'q', 'g', ""},
	{"TgtStrategy", 'c', 'h', "1 2 3 1000"},
	{"ParticipationRt", 'p', 'h', ""},
	{"CxllationRights", 'c', 'h', "Y N M O"},
	{"MnyLaunderingStat", 'c', 'h', "Y N 1 2 3"},
	{"RegistID", 'i', 'a', ""},
	{"Designation", 's', 'g', ""},
	{NULL, 0, 0, NULL},
};

static const OrderAttr header_attrs[] = {
	{"SID", 'i', 'a', ""},       {"TID", 'i', 'g', ""},        {"D2ID", 'i', 'a', ""},
	{"SSub", 's', 'h', ""},      {"SLoc", 's', 'g', ""},       {"D2Sub", 's', 'h', ""},
	{"PosDup", 'c', 'g', "Y N"}, {"PosRsnd", 'c', 'a', "Y N"}, {"Snt", 't', 'a', ""},
	{"MsgEncd", 's', 'h', ""},   {"SeqNum", 'l', 'a', ""},     {NULL, 0, 0, NULL},
};

static const OrderAttr instrument_attrs[] = {
	{"Sym", 'y', 'r', ""},
	{"Sfx", 'c', 'g', "WI CD"},
	{"ID", 'i', 'a', ""},
	{"Src", 'c', 'a', "1 2 3 4 5 6 7 8 9 A B C D E F G H I J"},
	{"Prod", 'c', 'a', "1 2 3 4 5 6 7 8 9 10 11 12 13"},
	{"CFI", 's', 'g', ""},
	{"SecTyp", 'c', 'a', "CS PS CORP FUT OPT CB BRADY EUCORP FOR YANK"},
	{"SubTyp", 's', 'h', ""},
	{"MMY", 'm', 'g', ""},
	{"MatDt", 'd', 'g', ""},
	{"Issued", 'd', 'a', ""},
	{"RepoTrm", 'l', 'h', ""},
	{"RepoRt", 'p', 'h', ""},
	{"Fctr", 'p', 'a', ""},
	{"CrdRtg", 's', 'h', ""},
	{"StPrv", 's', 'h', ""},
	{"Lcl", 's', 'a', ""},
	{"Redeem", 'd', 'h', ""},
	{"Strk", 'p', 'a', ""},
	{"OptAt", 's', 'h', ""},
	{"CpnRt", 'p', 'a', ""},
	{"Issr", 's', 'g', ""},
	{"Desc", 's', 'a', ""},
	{"EncSecDescLen", 'l', 'a', ""},
	{"EncSecDesc", 's', 'a', ""},
	{"Pool", 's', 'h', ""},
	{"CPPgm", 'c', 'h', "1 2 99"},
	{"Dated", 'd', 'a', ""},
	{"IntAcrl", 'd', 'a', ""},
	{NULL, 0, 0, NULL},
};

static const OrderAttr quantity_attrs[] = {
	{"Qty", 'q', 'r', ""},
	{"Cash", 'p', 'r', ""},
	{"RndDir", 'c', 'h', "0 1 2"},
	{NULL, 0, 0, NULL},
};

typedef struct OrderCall
{
	GenOut *o;
	GenRng *r;
	const GenArgs *args;
	uint64_t index;
	OrderVariant variant;
} OrderCall;

static OrderVariant
variant_of(const char *name)
{
	return strcmp(name, "optional") == 0 ? OPTIONAL
		   : strcmp(name, "widths") == 0 ? WIDTHS
		   : strcmp(name, "tpox") == 0   ? TPOX
										 : FIXED;
}

static bool
present(OrderCall *c, char class)
{
	if (class == 'r')
		return true;
	if (c->variant == TPOX)
		return gen_chance(c->r, TPOX_PRESENT);
	if (class == 'a')
		return true;
	return c->variant == OPTIONAL ? gen_chance(c->r, 50) : class == 'h';
}

/* One of the codes in a list separated by spaces. */
static void
pick_code(GenRng *r, const char *list, char *buf)
{
	unsigned n = 1, k;
	const char *p;
	size_t len;

	for (p = list; *p; p++)
		n += *p == ' ';
	k = gen_below(r, n);
	for (p = list; k > 0; p++)
		k -= *p == ' ';
	len = strcspn(p, " ");
	memcpy(buf, p, len);
	buf[len] = 0;
}

/* Digits of a number, or characters of a string: the middle one, or any from 1 to `max`. */
static unsigned
width(OrderCall *c, unsigned max)
{
	return c->variant == WIDTHS || c->variant == TPOX ? gen_range(c->r, 1, max) : (max + 2) / 2;
}

static void
price(OrderCall *c, char *buf)
{
	unsigned n = width(c, 6);

	gen_digits(c->r, buf, n);
	buf[n] = '.';
	gen_digits(c->r, buf + n + 1, 2);
}

/* Qty and Cash are queried: their ranges are those of TPoX in every variant. */
static bool
queried_value(OrderCall *c, const OrderAttr *a, char *buf)
{
	if (strcmp(a->name, "Qty") == 0)
		gen_int(c->r, buf, 1, 9999);
	else if (strcmp(a->name, "Cash") == 0)
		gen_money(c->r, buf, 500000);
	else
		return false;
	return true;
}

/* Any account of any customer. */
static void
account(OrderCall *c, char *buf)
{
	uint32_t customer = gen_below(c->r, (uint32_t) c->args->customers);

	gen_account_id(customer, gen_below(c->r, gen_account_count(customer)), buf);
}

static void
value_of(OrderCall *c, const OrderAttr *a, char *buf)
{
	if (queried_value(c, a, buf))
		return;
	switch (a->type)
	{
		case 'o':
			snprintf(buf, GEN_TEXT_MAX, "%llu", (unsigned long long) (GEN_ORDER_FIRST + c->index));
			break;
		case 'a': account(c, buf); break;
		case 'y': gen_symbol(gen_below(c->r, GEN_SECURITIES), buf); break;
		case 'i': gen_digits(c->r, buf, c->variant == WIDTHS ? width(c, 18) : 10); break;
		case 's': gen_printable(c->r, buf, width(c, 14)); break;
		case 'd': gen_date(c->r, buf, 2003, 2004); break;
		case 't': gen_datetime(c->r, buf, 2003, 2004); break;
		case 'p': price(c, buf); break;
		case 'q':
		case 'l': gen_digits(c->r, buf, width(c, 6)); break;
		case 'm': snprintf(buf, GEN_TEXT_MAX, "2004%02u", gen_range(c->r, 1, 12)); break;
		default: pick_code(c->r, a->arg, buf); break;
	}
}

static void
put_attrs(OrderCall *c, const OrderAttr *a)
{
	char buf[GEN_TEXT_MAX];

	for (; a->name; a++)
	{
		if (!present(c, a->class))
			continue;
		value_of(c, a, buf);
		if (strchr("pql", a->type) != NULL)
			gen_attr_num(c->o, a->name, buf);
		else
			gen_attr(c->o, a->name, buf);
	}
}

static void
put_header(OrderCall *c)
{
	char buf[GEN_TEXT_MAX];

	gen_open(c->o, "Hdr");
	put_attrs(c, header_attrs);
	gen_list(c->o, "Hop");
	gen_open(c->o, "Hop");
	gen_attr(c->o, "ID", gen_digits(c->r, buf, 10));
	gen_attr_num(c->o, "Ref", gen_digits(c->r, buf, 2));
	gen_attr(c->o, "Snt", gen_datetime(c->r, buf, 2003, 2004));
	gen_close(c->o, "Hop");
	gen_list_end(c->o);
	gen_close(c->o, "Hdr");
}

void
gen_doc_order(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	OrderCall c = {o, r, args, index, variant_of(args->variant)};

	gen_open(o, "FIXML");
	gen_xmlns(o, NULL, "http://www.fixprotocol.org/FIXML-4-4");
	gen_xmlns(o, "xsi", "http://www.w3.org/2001/XMLSchema-instance");
	gen_xmlns(o, "xsi:schemaLocation", "http://www.fixprotocol.org/FIXML-4-4 fixml-main-4-4.xsd");
	gen_attr(o, "v", "4.4");
	gen_attr(o, "r", "20030618");
	gen_attr(o, "s", "20040109");
	gen_open(o, "Order");
	put_attrs(&c, order_attrs);
	put_header(&c);
	gen_open(o, "Instrmt");
	put_attrs(&c, instrument_attrs);
	gen_close(o, "Instrmt");
	gen_open(o, "OrdQty");
	put_attrs(&c, quantity_attrs);
	gen_close(o, "OrdQty");
	gen_close(o, "Order");
	gen_close(o, "FIXML");
}
