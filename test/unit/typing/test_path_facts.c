/*
 * test_path_facts.c -- what a schema says of paths, held to documents that are valid by it: names, numbers of nodes,
 * types of comparisons, and answers of paths with and without types.
 */
#include "../ut_host.h"
#include "../ut_schema.h"
#include "../ut_xpath.h"

#include "../../../src/core/typing/bx_path_facts.h"
#include "../../../src/core/typing/bx_table_plan.h"

#define T(name, rest) "<xs:complexType name='" name "'>" rest "</xs:complexType>"
#define E(name, type, rest) "<xs:element name='" name "' type='" type "' " rest "/>"
#define A(name, type, rest) "<xs:attribute name='" name "' type='" type "' " rest "/>"
#define SEQ(rest) "<xs:sequence>" rest "</xs:sequence>"

/* A shop: choices, repetition, recursion, substitution, derived types, wildcards, lists, unions, nil. */
static const char shop[] = UT_XS
	"xmlns:s='urn:s' targetNamespace='urn:s'>"
	"<xs:element name='shop' type='s:Shop'/><xs:element name='other' type='xs:int'/>" T(
		"Shop", SEQ(E("order", "s:Order", "minOccurs='0' maxOccurs='unbounded'") E("note", "s:Note", "")
						E("part", "s:Part",
						  "minOccurs='0'") "<xs:element ref='s:thing' maxOccurs='2'/>"
										   "<xs:any namespace='##other' processContents='lax' minOccurs='0' "
										   "maxOccurs='3'/>") A("open", "xs:boolean", "use='required'"))
		T("Order",
		  SEQ(E("day", "xs:date", "") E("at", "xs:dateTime",
										"nillable='true'") "<xs:choice>" E("cash", "xs:decimal", "")
				  SEQ(E("card", "xs:string", "") E("cash", "xs:decimal", "minOccurs='0'")) "</xs:choice>" E(
					  "item", "s:Item", "minOccurs='2' maxOccurs='5'")
					  E("wait", "xs:duration", "minOccurs='0'")) A("id", "xs:int", "use='required'")
			  A("due", "xs:date", "") A("tags", "xs:NMTOKENS", "") A("size", "s:Size", "")
				  A("ready", "xs:boolean", "")
					  A("rate", "xs:double", "")) T("Item",
													"<xs:simpleContent><xs:extension base='xs:decimal'>" A(
														"currency", "xs:string",
														"") "</xs:extension></xs:simpleContent>")
			T("Note", "<xs:sequence/>" A("by", "xs:string", "")) T(
				"LongNote", "<xs:complexContent><xs:extension base='s:Note'>" SEQ(
								E("text", "xs:string", "")) "</xs:extension></xs:complexContent>")
				T("Part",
				  SEQ(E("part", "s:Part", "minOccurs='0' maxOccurs='unbounded'")) A(
					  "no",
					  "xs:integer",
					  "")) "<xs:simpleType name='Size'><xs:union memberTypes='xs:int "
						   "xs:date'/></xs:simpleType>"
						   "<xs:element name='thing' abstract='true' type='xs:date'/><xs:element name='new' "
						   "substitutionGroup='s:thing'/><xs:element name='old' "
						   "substitutionGroup='s:thing'/></xs:schema>";

static const char document[] =
	"<s:shop xmlns:s='urn:s' open='1' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
	"<order id='1' due='2020-01-01+14:00' tags='a b' size='2020-01-01' ready=' true ' "
	"rate='1.0'><day>2020-02-29</day>"
	"<at>2020-02-29T12:00:00+02:00</at><cash>1.50</cash><item currency='EUR'>2</item><item>3.0</item></order>"
	"<order id='2' due='2019-12-31' ready='0' rate='1e2'><day>2021-01-01</day><at "
	"xsi:nil='true'/><card>x</card>"
	"<cash>0.25</cash><item>1</item><item>1.0</item><item>01</item><wait>P1D</wait></order>"
	"<note xsi:type='s:LongNote' by='me'><text>t</text></note><part no='1'><part no='2'><part/></part></part>"
	"<s:new>2020-05-05Z</s:new><s:old>2021-05-05</s:old><x xmlns='urn:x' id='7'><order "
	"due='never'/></x></s:shop>";

#define PROLOG "declare namespace s='urn:s'; "

typedef struct Known
{
	BxSchema *schema;
	BxPlaces *places;
	BxArena arena;
} Known;

static void
know(Known *k, const char *schema, const char *root)
{
	BxError err;

	k->schema = ut_need(ut_schema(schema));
	bx_arena_init(&k->arena, bx_host_libc());
	CHECK(bx_places_new(k->schema, bx_str("urn:s", 5), root != NULL ? ut_str(root) : bx_str(NULL, 0),
						bx_host_libc(), &k->places, &err) == BX_OK);
}

static void
forget(Known *k)
{
	bx_places_free(k->places);
	bx_schema_free(k->schema);
	bx_arena_reset(&k->arena);
}

static BxStatus
facts_of(Known *k, const char *path, BxPathFacts **facts, BxError *err)
{
	XpBlock *block;
	BxStatus st;

	bx_error_clear(err);
	st = xp_compile(path, strlen(path), 0, &k->arena, &block, err);
	if (st != BX_OK)
		return st;
	return bx_path_facts(k->places, bx_host_libc(), block, NULL, &k->arena, facts, err);
}

typedef struct FactCase
{
	const char *path;
	const char *facts; /* "least..most type", of the whole; "never"; "?" for unknown nodes */
} FactCase;

static void
put_facts(const BxPathFacts *facts, char *text, size_t n)
{
	const BxPathFact *all = &facts->at[facts->block->root];

	if (all->never)
		snprintf(text, n, "never@%u", facts->excluded != 0 ? xp_nodes(facts->block)[facts->excluded].pos : 0);
	else if (!all->nodes)
		snprintf(text, n, "value");
	else if (all->places.anything)
		snprintf(text, n, "?");
	else
	{
		const char *type = all->declared == AT_ANY_TYPE ? "-" : at_types[all->declared].qname;

		if (all->most == BX_MANY)
			snprintf(text, n, "%u..* %s", all->least, type);
		else
			snprintf(text, n, "%u..%u %s", all->least, all->most, type);
	}
}

static void
check_facts(Known *k, const FactCase *c)
{
	char text[100] = "";
	BxPathFacts *facts;
	BxError err;
	BxStatus st = facts_of(k, c->path, &facts, &err);

	CHECKF(st == BX_OK, "%s: %s", c->path, err.msg);
	if (st != BX_OK)
		return;
	put_facts(facts, text, sizeof(text));
	CHECKF(strcmp(text, c->facts) == 0, "%s: %s, not %s", c->path, text, c->facts);
}

static const FactCase number_cases[] = {
	{"/*", "1..1 -"},
	{"/*:shop", "1..1 -"},
	{"/shop", "never@2"},
	{"/*/order", "0..* -"},
	{"/*/order[1]/day", "0..1 xs:date"},
	{"/*/order[1]/at", "0..1 xs:dateTime"},
	{"/*/note", "1..1 -"},
	{"/*/note/@by", "0..1 xs:string"},
	{"/*/note/text", "0..1 xs:string"},
	{"/*/note/nothing", "never@9"},
	{"/*/@open", "1..1 xs:boolean"},
	{"/*/@closed", "never@4"},
	{"/*/@Q{http://www.w3.org/2001/XMLSchema-instance}type", "0..* -"},
	{"/*/order[1]/day/@Q{http://www.w3.org/2001/XMLSchema-instance}nil", "0..* -"},
	{"/*/order[1]/day/@Q{http://www.w3.org/2001/XMLSchema}nil", "never@17"},
	{"/*/order[1]/day/@nil", "never@17"},
	{"/*/@*", "1..* -"},
	{"/*/part/part/part/@no", "0..* xs:decimal"},
	{"/*/part/order", "never@9"},
	{"/*/*:thing", "0..3 -"},
	{"/*/Q{urn:s}thing", "never@4"},
	{"/*/Q{urn:s}new", "0..2 xs:date"},
	{"/*/Q{urn:s}other", "never@4"},
	{"/*/Q{urn:x}other", "0..3 -"},
	{"//day", "0..* -"},
	{"//nothing", "0..* -"}, /* in what the wildcard takes */
	{"/*/order//nothing", "never@11"},
	{"/*/order/item", "0..* xs:decimal"},
	{"/*/order[1]/item", "0..5 xs:decimal"},
	{"/*/order/cash/..", "0..* -"},
	{"/*/note/../@open", "1..1 xs:boolean"},
	{"/*/order/item[2]/following-sibling::wait", "0..* xs:duration"},
	{"/*/order/day/text()", "0..* -"},
	{"/*/order/day/child::day", "never@14"},
	{"/*/order/@id/@id", "never@14"},
	{"/*/order/@tags", "0..* -"},
	{"/*/order/@size", "0..* -"},
	{"/*/order/@rate", "0..* xs:double"},
	{"/*/order/@id | /*/part/@no", "0..* xs:decimal"},
	{"/*/order/@id | /*/order/@due", "0..* -"},
	{"/*/note/ancestor::*", "0..* -"},
	{"/*/order/day[. = 1]", "0..* xs:date"},
	{"(/*/order)[1]/day", "0..1 xs:date"},
	{"/*/order[nothing]/day", "never@10"},
	{"/*/order[nothing or day]/day", "0..* xs:date"},
	{"/*/order/nothing = 5", "never@10"},
	{"/*/order/nothing = false()", "value"},
	{"exists(/*/nothing)", "never@11"},
	{"not(/*/nothing)", "value"},
	{"/*/nothing and /*/note", "never@4"},
	{"id('a')", "?"},
	{"/*/order/data(@due)", "0..* xs:date"},
	{"data(/*/order[1]/@due)", "0..1 xs:date"},
	{"for $x in /*/order return $x/day", "?"},
	{"/*/comment()", "0..* -"},
	{"/*/order/self::order/day", "0..* xs:date"},
	{"/*/order/self::note", "never@10"},
	{"/*/p:a", "0..3 -"},
	{"/descendant-or-self::node()/@due", "0..* -"},
	{"/*/order/descendant::*/@currency", "0..* xs:string"},
};

static void
numbers(void)
{

	Known k;

	know(&k, shop, "shop");
	for (size_t i = 0; i < sizeof(number_cases) / sizeof(number_cases[0]); i++)
		check_facts(&k, &number_cases[i]);
	forget(&k);
	know(&k, shop, NULL);
	check_facts(&k, &(FactCase){"/Q{urn:s}other", "0..1 xs:decimal"});
	check_facts(&k, &(FactCase){"/*", "1..1 -"});
	forget(&k);
}

/* ---- documents that are valid ---- */

/* How many nodes a path selects in the document. */
static uint64_t
count_in(const XtDoc *d, BxArena *arena, const XpBlock *block)
{
	XtWay way = {.navigate = true};
	uint64_t count = 0;
	BxError err;
	XpCall c;

	xt_call(&c, arena, d, &way, &err);
	CHECK(xp_count(&c, block, &count) == BX_OK);
	return count;
}

/* Paths of random steps find as many nodes as the schema says, and none where it says so. */
static void
random_paths(void)
{
	static const char *const axes[] = {"",
									   "",
									   "",
									   "@",
									   "descendant::",
									   "parent::",
									   "ancestor::",
									   "self::",
									   "following-sibling::",
									   "preceding::",
									   "descendant-or-self::",
									   "ancestor-or-self::"};
	static const char *const tests[] = {"*",    "*:shop", "order",  "day",    "at",    "cash",
										"item", "note",   "text",   "part",   "s:new", "x:x",
										"id",   "due",    "node()", "text()", "no",    "*:id"};
	static const char *const predicates[] = {"", "", "", "[1]", "[last()]", "[@id]", "[day]", "[order]"};
	uint64_t rng = 17;
	unsigned found = 0, never = 0;
	XtDoc d = {0};
	UtReport r;
	Known k;

	know(&k, shop, "shop");
	r = ut_validate(k.schema, document);
	CHECKF(r.valid, "%s: %s", r.codes, r.msgs);
	CHECK(xt_doc(&d, document, 0, BX_TYPED_LOSSLESS));
	for (unsigned i = 0; i < 20000; i++)
	{
		char path[300] = PROLOG "declare namespace x='urn:x'; ";
		unsigned steps = 1 + ut_below(&rng, 5);
		BxArenaMark mark = bx_arena_mark(&k.arena);
		BxPathFacts *facts;
		const BxPathFact *all;
		uint64_t count;
		BxError err;

		for (unsigned s = 0; s < steps; s++)
		{
			strcat(path, s > 0 && ut_below(&rng, 6) == 0 ? "//" : "/");
			strcat(path, axes[ut_below(&rng, 12)]);
			strcat(path, s == 0 ? "*" : tests[ut_below(&rng, 18)]);
			strcat(path, predicates[ut_below(&rng, 8)]);
		}
		if (facts_of(&k, path, &facts, &err) != BX_OK)
		{
			CHECKF(false, "%s: %s", path, err.msg);
			break;
		}
		all = &facts->at[facts->block->root];
		count = count_in(&d, &k.arena, facts->block);
		CHECKF(count >= all->least && (all->most == BX_MANY || count <= all->most) &&
				   (count == 0 || !all->never),
			   "%s: %u, but %u..%u", path, (unsigned) count, all->least, all->most);
		found += count > 0;
		never += all->never;
		bx_arena_release(&k.arena, &mark);
	}
	CHECKF(found > 500 && never > 500, "%u paths find something, %u never do", found, never);
	xt_doc_free(&d);
	forget(&k);
}

typedef struct TypedCase
{
	const char *path;
	const char *plain; /* count of it without types */
	const char *typed;
} TypedCase;

static void
answer(const XtDoc *d, BxArena *arena, const XpBlock *block, bool navigate, char *text, size_t n)
{
	XtWay way = {.navigate = navigate};
	BxBuf out;
	BxError err;
	XpCall c;

	bx_error_clear(&err);
	bx_buf_init(&out, bx_host_libc());
	xt_call(&c, arena, d, &way, &err);
	xt_put_primary(&out, &c, d, block);
	snprintf(text, n, "%.*s", (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
}

/* The text of a typed path is a path that stays as it is. */
static void
check_text(Known *k, const XpBlock *block)
{
	char *text = ut_need(bx_arena_strndup(&k->arena, xp_pool(block), block->source_len));
	BxPathFacts *facts;
	BxError err;

	CHECKF(facts_of(k, text, &facts, &err) == BX_OK && !facts->typed, "%s: %s", text, err.msg);
	CHECK(facts->block->total == block->total);
}

static void
check_typed(Known *k, const TypedCase *c, unsigned form, BxTyped stored)
{
	char plain[200], typed[200];
	BxPathFacts *facts;
	XpBlock *block;
	XtDoc d = {0};
	BxError err;

	CHECK(xt_doc(&d, document, form, stored));
	if (facts_of(k, c->path, &facts, &err) != BX_OK)
		CHECKF(false, "%s: %s", c->path, err.msg);
	else
		for (unsigned navigate = 0; navigate < 2; navigate++)
		{
			CHECK(bx_path_typed(facts, 8, &k->arena, &block, &err) == BX_OK);
			CHECK(xp_block_check(block, block->total));
			check_text(k, block);
			answer(&d, &k->arena, facts->block, navigate, plain, sizeof(plain));
			answer(&d, &k->arena, block, navigate, typed, sizeof(typed));
			CHECKF(strcmp(plain, c->plain) == 0, "%s: %s, not %s", c->path, plain, c->plain);
			CHECKF(strcmp(typed, c->typed) == 0, "%s, typed: %s, not %s", c->path, typed, c->typed);
			CHECK(facts->typed || strcmp(plain, typed) == 0);
		}
	xt_doc_free(&d);
}

/* What a comparison means without a schema, and with one. */
static void
comparisons(void)
{
	static const TypedCase cases[] = {
		{"count(/*/order[@due > '2019-12-31'])", "=0", "=1"},
		{"count(/*/order[@due >= '2019-12-31'])", "=0", "=2"},
		{"count(/*/order[@due = '2019-12-31+14:00'])", "=0", "=0"},
		{"count(/*/order[@due = '2019-12-31Z'])", "=0", "=1"},
		{"count(/*/order['2019-12-31Z' = @due])", "=0", "=1"},
		{"count(/*/order['2020-01-01' > @due])", "=0", "=2"},
		{"count(/*/order[@due gt '2019-12-31'])", "=1", "=1"},
		{"count(/*/order[at = '2020-02-29T10:00:00Z'])", "=0", "=1"},
		{"count(/*/order[@ready = true()])", "=2", "=1"},
		{"count(/*/order[@ready = '1'])", "=0", "=1"},
		{"count(/*/order[@ready = 'false'])", "=0", "=1"},
		{"count(/*/order[@ready != true()])", "=0", "=1"},
		{"count(/*/order[@ready])", "=2", "=2"},
		{"count(/*[@open = true()])", "=1", "=1"},
		{"count(//order[cash = '1.5'])", "=0", "=0"}, /* a wildcard's order may have anything */
		{"count(/*/order[cash = '1.5'])", "=0", "=1"},
		{"count(/*/order[cash = 1.5])", "=1", "=1"},
		{"count(/*/order[cash > '1.4'])", "=1", "=1"},
		{"count(/*/order[@rate = '100'])", "=0", "=1"},
		{"count(/*/order[@rate > 50])", "=0", "=1"},
		{"count(/*/order[@rate = @rate])", "=2", "=2"},
		{"count(/*/order[@rate >= '1E0'])", "=0", "=2"},
		{"count(/*/order[@rate = ('100', '1')])", "=0", "=2"},
		{"count(/*/order[item = '1'])", "=1", "=1"},
		{"count(/*/order/item[. = '01'])", "=1", "=3"},
		{"count(/*/order[wait = 'PT24H'])", "=0", "=1"},
		{"count(/*/order[day = @due])", "=0", "=0"},
		{"count(/*/order[day > @due])", "=0", "=2"},
		{"count(/*/order[day > /*/s:new])", "!xpath@25", "!xpath@25"},
		{"count(/*/*:new[. = '2020-05-05'])", "=0", "=0"}, /* of any namespace */
		{"count(/*/Q{urn:s}new[. = '2020-05-05'])", "=0", "=1"},
		{"count(/*/order[day > /*/Q{urn:s}new])", "=0", "=1"},
		{"count(/*/order[@tags = 'a b'])", "=1", "=1"},
		{"count(/*/order[@size = '2020-01-01'])", "=1", "=1"},
		{"count(/*/order[string(@due) = '2019-12-31'])", "=1", "=1"},
		{"count(/*/order[day/text() = '2021-01-01'])", "=1", "=1"},
		{"/*/order[@id = '1' and @due > '2019-01-01' and day/text() or wait > 'PT1H']/@id", "[]",
		 "[@id=1 @id=2]"},
		{"some $x in /*/order satisfies $x/@due > '2000-01-01'", "false", "false"},
	};
	Known k;

	know(&k, shop, "shop");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (unsigned form = 0; form < 2; form++)
		{
			check_typed(&k, &cases[i], form, BX_TYPED_LOSSLESS);
			check_typed(&k, &cases[i], form, BX_TYPED_OFF);
		}
	forget(&k);
}

/* Literals that no value can be equal to. */
static void
wrong_literals(void)
{
	static const char *const paths[] = {"/*/order[@due > 'yesterday']", "/*/order[at = '2020-01-01']",
										"/*/order[@ready = 'yes']", "/*/order[cash = '']",
										"/*/order[@rate = ('1', 'x')]"};
	BxPathFacts *facts;
	BxPlaces *none;
	BxError err;
	Known k;

	know(&k, shop, "shop");
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
	{
		CHECKF(facts_of(&k, paths[i], &facts, &err) == BX_E_XPTYPE, "%s", paths[i]);
		CHECKF(err.pos > 1 && err.hint[0] != '\0', "%s: %s", paths[i], err.msg);
	}
	CHECK(bx_places_new(k.schema, ut_str("urn:s"), ut_str("order"), bx_host_libc(), &none, &err) ==
		  BX_E_ARGUMENT);
	CHECK(facts_of(&k, "/", &facts, &err) == BX_OK);
	forget(&k);
}

/* xs:boolean alone. */
static void
booleans(void)
{
	static const XtCase cases[] = {
		{"xs:boolean('1')", "(true)"},
		{"xs:boolean(' false ')", "(false)"},
		{"xs:boolean(())", "()"},
		{"xs:boolean(0)", "(false)"},
		{"xs:boolean(true())", "(true)"},
		{"xs:boolean('yes')", "!xpath_type@1"},
		{"//a/@n = xs:boolean('true')", "true"},
		{"//b/@n = xs:boolean('true')", "false"},
	};

	XT_CASES("<r><a n='1'/><a n='2'/><b n='3'/></r>", cases);
}

/* ---- tables ---- */

/* Every table and column of the plan, "item(value:decimal! currency)". */
static void
put_plan(const BxTablePlan *plan, char *text, size_t n)
{
	size_t at = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < plan->n && at < n; i++)
	{
		const BxPlanTable *t = &plan->tables[i];

		at += (size_t) snprintf(text + at, n - at, "%.*s<%u %.*s(", (int) t->name.n, t->name.s, t->parent,
								(int) t->path.n, t->path.s);
		for (uint32_t k = 0; k < t->n && at < n; k++)
			at += (size_t) snprintf(
				text + at, n - at, "%s%.*s=%.*s:%s%s", k > 0 ? " " : "", (int) t->columns[k].name.n,
				t->columns[k].name.s, (int) t->columns[k].path.n, t->columns[k].path.s,
				t->columns[k].type != NULL ? t->columns[k].type : "xml", t->columns[k].required ? "!" : "");
		if (at < n)
			at += (size_t) snprintf(text + at, n - at, ")\n");
	}
}

#define PLANNED                                                                                              \
	UT_XS "><xs:element name='r'><xs:complexType><xs:sequence>" E("a", "xs:int", "")                         \
		E("A", "xs:date", "nillable='true'") E("i", "I", "maxOccurs='2'") E("p", "P", "minOccurs='0'") E(    \
			"m", "M", "") "</xs:sequence>" A("a", "xs:NMTOKENS", "")                                         \
			A("key", "xs:hexBinary", "use='required'") "</xs:complexType></xs:element>" T(                   \
				"I", SEQ(E("w", "xs:string", "maxOccurs='3'")))                                              \
				T("P",                                                                                       \
				  SEQ(E("p", "P", "minOccurs='0'"))                                                          \
					  A("no", "xs:byte",                                                                     \
						"")) "<xs:complexType name='M' mixed='true'><xs:sequence>" E("b", "xs:int",          \
																					 "") "</xs:sequence></"  \
																						 "xs:complexType></" \
																						 "xs:schema>"

static BxStatus
plan_tables_of(const char *schema_text, BxTableOptions options, const BxHost *host, char *text, size_t n,
			   BxError *err)
{
	static const BxStr taken = {"key", 3};
	BxSchema *schema = NULL;
	BxPlaces *places = NULL;
	BxTablePlan *plan;
	BxArena arena;
	BxStatus st = ut_schema_on(host, &schema_text, 1, NULL, &schema, err);

	options.taken = &taken;
	options.n_taken = 1;
	bx_arena_init(&arena, host);
	if (st == BX_OK)
		st = bx_places_new(schema, bx_str("", 0), bx_str("r", 1), host, &places, err);
	if (st == BX_OK)
		st = bx_table_plan(places, host, &options, &arena, &plan, err);
	if (st == BX_OK)
		put_plan(plan, text, n);
	if (places != NULL)
		bx_places_free(places);
	if (schema != NULL)
		bx_schema_free(schema);
	bx_arena_reset(&arena);
	return st;
}

static BxStatus
plan_tables(const BxHost *host, char *text, size_t n, BxError *err)
{
	return plan_tables_of(PLANNED, (BxTableOptions){.depth = UINT32_MAX}, host, text, n, err);
}

static void
tables(void)
{
	static const char want[] =
		"r<0 /r(a=a:int! A_2=A[. != \"\"]:date p_p=p/p:xml p_no=p/@no:byte m=m:xml a_3=@a:NMTOKENS "
		"key_2=@key:hexBinary!)\nr_i<0 /r/i()\nr_i_w<1 /i/w(value=.:string!)\n";
	char text[2000];
	BxError err;

	CHECK(plan_tables(bx_host_libc(), text, sizeof(text), &err) == BX_OK);
	CHECKF(strcmp(text, want) == 0, "%s", text);
}

typedef struct Planned
{
	const char *schema;
	BxTableOptions options;
	const char *want; /* of put_plan, or a message */
} Planned;

#define ALL .depth = UINT32_MAX
#define BRANCH(...)                                                                                          \
	.branches = (const BxStr[]){__VA_ARGS__}, .n_branches = sizeof((BxStr[]){__VA_ARGS__}) / sizeof(BxStr)
#define R(rest) UT_XS "><xs:element name='r'><xs:complexType>" rest "</xs:complexType></xs:element>"
#define EXTENDS(name, base, rest)                                                                            \
	"<xs:complexType name='" name "'><xs:complexContent><xs:extension base='" base "'>" rest                 \
	"</xs:extension></xs:complexContent></xs:complexType>"

/* Attributes of derived types, defaults, levels and branches. */
static void
options(void)
{
	static const char derived[] =
		R(SEQ(E("a", "B", "") E("b", "C", "") E("s", "xs:int", ""))) T("B", A("x", "xs:int", ""))
			EXTENDS("D", "B", A("y", "xs:int", "")) "<xs:complexType name='C' abstract='true'/>" EXTENDS(
				"F", "C", A("z", "xs:int", "")) "<xs:complexType name='S'><xs:simpleContent><xs:extension "
												"base='xs:int'>" A("u", "xs:int",
																   "") "</xs:extension></xs:simpleContent></"
																	   "xs:complexType></xs:schema>";
	static const char given[] =
		R(SEQ(E("a", "xs:int", "default='5'") E("n", "xs:int", "default='6' nillable='true'")
				  E("o", "O", "minOccurs='0'") E("m", "xs:int", "default='7' maxOccurs='2'"))
			  A("x", "xs:string", "default='say \"x\"'") A("y", "xs:int", "fixed='1'"))
			T("O", A("z", "xs:int", "default='3'")) "</xs:schema>";
	static const char levels[] =
		R(SEQ(E("a", "A", "") E("i", "A", "maxOccurs='3'") E("v", "xs:int", "")) A("k", "xs:int", ""))
			T("A", SEQ(E("b", "B", "")))
				T("B", SEQ(E("c", "xs:int", "") E("d", "xs:int", "maxOccurs='2'"))) "</xs:schema>";
	const Planned cases[] = {
		{derived, {ALL}, "r<0 /r(a_x=a/@x:int b_z=b/@z:int s=s:int!)\n"},
		{derived,
		 {ALL, .by_type = true},
		 "r<0 /r(a_x=a/@x:int a_y=a/@y:int b_z=b/@z:int s=s:int! s_u=s/@u:int)\n"},
		{given,
		 {ALL},
		 "r<0 /r(a=if (a = \"\") then \"5\" else a:int! n=if "
		 "(n[not(@Q{http://www.w3.org/2001/XMLSchema-instance}nil = "
		 "\"true\" or @Q{http://www.w3.org/2001/XMLSchema-instance}nil = \"1\")] = \"\") then \"6\" else n[. "
		 "!= \"\"]:int "
		 "o_z=if (o/@z) then o/@z else if (o) then \"3\" else ():int x=if (@x) then @x else \"say "
		 "\"\"x\"\"\":string! "
		 "y=if (@y) then @y else \"1\":int!)\nr_m<0 /r/m(value=if (. = \"\") then \"7\" else .:int!)\n"},
		{levels, {.depth = 0}, "r<0 /r(a=a:xml i=i:xml v=v:int! k=@k:int)\n"},
		{levels, {.depth = 1}, "r<0 /r(a_b=a/b:xml v=v:int! k=@k:int)\nr_i<0 /r/i(b=b:xml)\n"},
		{levels,
		 {.depth = 2},
		 "r<0 /r(a_b_c=a/b/c:int! a_b_d=a/b/d:xml v=v:int! k=@k:int)\nr_i<0 /r/i(b_c=b/c:int! "
		 "b_d=b/d:xml)\n"},
		{levels, {ALL, BRANCH({"i/b/c", 5})}, "r<0 /r(k=@k:int)\nr_i<0 /r/i(b_c=b/c:int!)\n"},
		{levels,
		 {ALL, BRANCH({"v", 1}, {"a", 1})},
		 "r<0 /r(a_b_c=a/b/c:int! v=v:int! k=@k:int)\nr_a_b_d<0 /r/a/b/d(value=.:int!)\n"},
		{levels, {ALL, BRANCH({"v", 1}, {"i/b/x", 5})}, "the schema has no branch \"i/b/x\" there"},
		{levels, {.depth = 0, BRANCH({"i", 1})}, "r<0 /r(i=i:xml k=@k:int)\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		char text[3000];
		BxError err;
		BxStatus st =
			plan_tables_of(cases[i].schema, cases[i].options, bx_host_libc(), text, sizeof(text), &err);
		const char *said = st == BX_OK ? text : err.msg;

		CHECKF(strcmp(said, cases[i].want) == 0, "%zu: %s", i, said);
	}
}

/* Names keep their end; what does not fit into tables stays XML, from a level on. */
static void
many(void)
{
	size_t n = 0, size = 400000;
	char *schema = ut_need(malloc(size)), *text = ut_need(malloc(size));
	BxError err;

	n += (size_t) snprintf(schema, size, "%s",
						   R(SEQ(E("a_first_name_that_is_quite_a_bit_too_long_in_itself", "L0", ""))));
	for (int level = 0; level < 3; level++)
	{
		n += (size_t) snprintf(schema + n, size - n, "<xs:complexType name='L%d'><xs:sequence>", level);
		for (int k = 0; k < 10; k++)
			n += (size_t) snprintf(schema + n, size - n,
								   "<xs:element name='name_%d_%d' type='%s%d' maxOccurs='%s'/>", level, k,
								   level < 2 ? "L" : "xs:in", level + 1, level < 2 ? "2" : "3");
		n += (size_t) snprintf(schema + n, size - n, "</xs:sequence></xs:complexType>");
	}
	snprintf(schema + n, size - n,
			 "<xs:simpleType name='in3'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>");
	for (char *p = schema; (p = strstr(p, "xs:in3")) != NULL;)
		memcpy(p, "in3   ", 6);
	CHECK(plan_tables_of(schema, (BxTableOptions){ALL}, bx_host_libc(), text, size, &err) == BX_OK);
	/* 1 + 10 + 100 tables; those below would be 1000 more */
	CHECKF(strstr(text, "name_1_9=name_1_9:xml") == NULL &&
			   strstr(text, "(name_2_0=name_2_0:xml name_2_1=") != NULL,
		   "%.300s", text);
	CHECKF(strstr(text, "_name_0_9_2<0") == NULL &&
			   strstr(text, "\nr_that_is_quite_a_bit_too_long_in_itself_name_0_9<0") != NULL,
		   "%.600s", text);
	free(schema);
	free(text);
}

/* ---- memory ---- */

static BxStatus
all_facts(const BxHost *host, BxError *err)
{
	static const char *const text = shop;
	static const char path[] =
		"/*/order[@due > '2020-01-01' and ../note]//item[. = ('1', '2')]/following::*/ancestor::*";
	BxSchema *schema = NULL;
	BxPlaces *places = NULL;
	BxPathFacts *facts;
	XpBlock *block;
	BxArena arena;
	BxBuf out;
	BxStatus st = ut_schema_on(host, &text, 1, NULL, &schema, err);

	bx_arena_init(&arena, host);
	bx_buf_init(&out, host);
	if (st == BX_OK)
		st = bx_places_new(schema, bx_str("", 0), bx_str(NULL, 0), host, &places, err);
	if (st == BX_OK)
		st = xp_compile(path, strlen(path), 0, &arena, &block, err);
	if (st == BX_OK)
		st = bx_path_facts(places, host, block, NULL, &arena, &facts, err);
	if (st == BX_OK)
		st = bx_path_typed(facts, 0, &arena, &block, err);
	if (st == BX_OK)
		st = bx_path_facts_put(facts, host, &arena, &out, err);
	if (places != NULL)
		bx_places_free(places);
	if (schema != NULL)
		bx_schema_free(schema);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	return st;
}

/* Refused memory is said, and nothing stays behind. */
static void
short_of_memory(void)
{
	for (int which = 0; which < 2; which++)
	{
		BxStatus st = BX_E_NOMEM;

		for (int at = 1; st != BX_OK && at < 10000; at++)
		{
			char text[2000];
			BxError err;
			UtHost h;

			ut_host_init_as(&h, bx_host_libc());
			h.fail_at = at;
			st = which == 0 ? all_facts(&h.host, &err) : plan_tables(&h.host, text, sizeof(text), &err);
			CHECKF(st == BX_OK || st == BX_E_NOMEM, "request %d: %s", at, err.msg);
			CHECKF(h.live == 0, "request %d: %d blocks left", at, h.live);
		}
		CHECK(st == BX_OK);
	}
}

UT_SUITE(test_path_facts)
{
	UT_RUN(booleans);
	UT_RUN(numbers);
	UT_RUN(random_paths);
	UT_RUN(comparisons);
	UT_RUN(wrong_literals);
	UT_RUN(tables);
	UT_RUN(options);
	UT_RUN(many);
	UT_RUN(short_of_memory);
	return ut_done();
}
