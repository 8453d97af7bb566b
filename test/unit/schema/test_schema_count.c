/*
 * test_schema_count.c -- content models that count: random ones against a reference that tries every number of
 * occurrences, those of the sizes that are asked for, and what is said about two of them side by side.
 *
 * COUNT_CASES is the number of random models, 200 by default; COUNT_SEED begins another run.
 */
#include <stdarg.h>

#include "../ut_schema.h"

#include "../../../src/core/schema/bx_schema_compat.h"

#define MANY UINT32_MAX
#define LONGEST 60 /* children: places are bits of a word */

static uint64_t rng;

static unsigned
any_of(unsigned n)
{
	uint64_t z = rng += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (unsigned) ((z ^ (z >> 31)) % n);
}

/* ---- models ---- */

/* A name, or a group of other parts. */
typedef struct Part
{
	char kind; /* 'e', 's' or 'c' */
	char name;
	unsigned min, max;
	unsigned n;
	struct Part *kids[4];
} Part;

static Part parts[200];
static unsigned n_parts;

static void
random_times(Part *p, unsigned depth)
{
	static const unsigned some[] = {0, 1, 1, 2, 3, 5, 6, 9, 30, 55, 150};
	unsigned a = some[any_of(sizeof(some) / sizeof(some[0]))],
			 b = some[any_of(sizeof(some) / sizeof(some[0]))];

	p->min = p->max = 1;
	if (any_of(4) == 0)
		return;
	p->min = a < b ? a : b;
	p->max = a < b ? b : a;
	if (depth > 0 && any_of(3) == 0)
		p->min = any_of(2);
	if (p->max < p->min || p->max == 0)
		p->max = p->min > 0 ? p->min : 1;
	if (any_of(8) == 0)
		p->max = MANY;
}

static Part *
random_part(unsigned depth, char *names)
{
	Part *p = &parts[n_parts++];

	*p = (Part){.kind = 'e', .name = *names};
	random_times(p, depth);
	if (depth == 0 || *names == 'e' || n_parts > 150)
	{
		if (*names < 'e')
			++*names;
		return p;
	}
	p->kind = any_of(3) == 0 ? 'c' : 's';
	p->n = 1 + any_of(3);
	for (unsigned i = 0; i < p->n; i++)
		p->kids[i] = random_part(any_of(3) == 0 ? 0 : depth - 1, names);
	return p;
}

/* ---- texts ---- */

static char text[500000];
static size_t text_n;

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void
put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_n += (size_t) vsnprintf(text + text_n, sizeof(text) - text_n, fmt, ap);
	va_end(ap);
}

static void
put_part(const Part *p)
{
	if (p->kind == 'e')
		put("<xs:element name='%c' type='t'", p->name);
	else
		put("<xs:%s", p->kind == 's' ? "sequence" : "choice");
	put(" minOccurs='%u'", p->min);
	if (p->max == MANY)
		put(" maxOccurs='unbounded'>");
	else
		put(" maxOccurs='%u'>", p->max);
	for (unsigned i = 0; i < p->n; i++)
		put_part(p->kids[i]);
	put(p->kind == 'e' ? "</xs:element>" : p->kind == 's' ? "</xs:sequence>" : "</xs:choice>");
}

/* The schema of a model; NULL when it is refused, for a reason that is its own. */
static BxSchema *
schema_of(const Part *p)
{
	const char *texts[] = {text};
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st;

	text_n = 0;
	put(UT_XS "><xs:complexType name='t'/><xs:element name='v'><xs:complexType><xs:sequence>");
	put_part(p);
	put("</xs:sequence></xs:complexType></xs:element></xs:schema>");
	st = ut_schema_on(bx_host_libc(), texts, 1, NULL, &schema, &err);
	CHECKF(st == BX_OK || (st == BX_E_SCHEMA && strstr(err.msg, "ambiguous") != NULL), "%s: %s: %s", text,
		   bx_status_name(st), err.msg);
	return st == BX_OK ? schema : NULL;
}

/* ---- the reference: places that a part may end at, of those where it may begin ---- */

static uint64_t ends(const Part *p, const char *s, uint64_t from);

static uint64_t
ends_once(const Part *p, const char *s, uint64_t from)
{
	uint64_t to = p->kind == 's' ? from : 0;

	if (p->kind == 'e')
	{
		for (unsigned i = 0; s[i] != '\0'; i++)
			if ((from >> i & 1) && s[i] == p->name)
				to |= UINT64_C(1) << (i + 1);
		return to;
	}
	for (unsigned i = 0; i < p->n; i++)
		if (p->kind == 's')
			to = ends(p->kids[i], s, to);
		else
			to |= ends(p->kids[i], s, from);
	return to;
}

static uint64_t
ends(const Part *p, const char *s, uint64_t from)
{
	/* a number of occurrences above the least and the length brings nothing new */
	unsigned most = p->max == MANY || p->max > p->min + LONGEST ? p->min + LONGEST : p->max;
	uint64_t to = p->min == 0 ? from : 0;

	for (unsigned k = 1; k <= most && from != 0; k++)
	{
		from = ends_once(p, s, from);
		if (k >= p->min)
			to |= from;
	}
	return to;
}

static bool
allowed(const Part *p, const char *s)
{
	return ends(p, s, 1) >> strlen(s) & 1;
}

/* ---- children ---- */

/* Children that the model may allow, if they are not too many. */
static void
derive(const Part *p, char *s, size_t *n)
{
	unsigned spread = p->max == MANY ? 9 : p->max - p->min;
	unsigned k = p->min + (any_of(3) == 0   ? spread
						   : any_of(3) == 0 ? 0
											: any_of((spread < 4 ? spread : 4) + 1));

	for (; k > 0 && *n < LONGEST; k--)
	{
		if (p->kind == 'e')
			s[(*n)++] = p->name;
		else if (p->kind == 'c')
			derive(p->kids[any_of(p->n)], s, n);
		else
			for (unsigned i = 0; i < p->n; i++)
				derive(p->kids[i], s, n);
	}
	s[*n] = '\0';
}

static void
damage(char *s)
{
	size_t n = strlen(s), at = n > 0 ? any_of((unsigned) n) : 0;

	switch (any_of(4))
	{
		case 0: break;
		case 1:
			if (n > 0)
				memmove(s + at, s + at + 1, n - at);
			break;
		case 2:
			if (n > 0)
				s[at] = (char) ('a' + any_of(4));
			break;
		default:
			if (n < LONGEST)
			{
				memmove(s + at + 1, s + at, n - at + 1);
				s[at] = n > 0 && any_of(2) ? s[at + 1] : (char) ('a' + any_of(4));
			}
	}
}

static bool
is_valid(BxValidator *validator, const char *s)
{
	char doc[LONGEST * 4 + 20] = "<v>";
	size_t n = 3;

	for (; *s != '\0'; s++)
		n += (size_t) sprintf(doc + n, "<%c/>", *s);
	sprintf(doc + n, "</v>");
	return ut_validate_with(validator, doc, &any).valid;
}

static BxValidator *
validator_of(const BxSchema *schema)
{
	BxValidator *validator = NULL;
	BxError err;

	CHECK(bx_validator_new(schema, bx_host_libc(), &validator, &err) == BX_OK);
	return validator;
}

static unsigned
number(const char *name, unsigned usual)
{
	const char *env = getenv(name);

	return env != NULL ? (unsigned) strtoul(env, NULL, 10) : usual;
}

/* ---- random models ---- */

static void
random_models(void)
{
	unsigned cases = number("COUNT_CASES", 200), made = 0, good = 0, bad = 0;

	for (unsigned i = 0; i < cases; i++)
	{
		char names = 'a';
		BxValidator *validator;
		BxSchema *schema;
		Part *p;

		n_parts = 0;
		p = random_part(3, &names);
		schema = schema_of(p);
		if (schema == NULL)
			continue;
		made++;
		validator = validator_of(schema);
		for (unsigned k = 0; k < 40; k++)
		{
			char s[LONGEST + 2] = "";
			size_t n = 0;
			bool want, is;

			derive(p, s, &n);
			damage(s);
			want = allowed(p, s);
			is = is_valid(validator, s);
			*(want ? &good : &bad) += 1;
			CHECKF(is == want, "%s: \"%s\" is %s", text, s, want ? "allowed" : "not allowed");
		}
		bx_validator_free(validator);
		bx_schema_free(schema);
	}
	printf("# %u models of %u, %u contents allowed, %u not\n", made, cases, good, bad);
	CHECK(made > cases / 2 && good > made * 4 && bad > made * 4);
}

/* ---- two models ---- */

static BxStatus
take_difference(void *ctx, const BxIncompatibility *what, bool *stop)
{
	(void) what;
	*(bool *) ctx = true;
	*stop = true;
	return BX_OK;
}

/* What is said to be compatible takes all that the old one takes. */
static void
random_pairs(void)
{
	unsigned cases = number("COUNT_CASES", 200), same = 0, differ = 0;

	for (unsigned i = 0; i < cases; i++)
	{
		char names = 'a';
		BxSchema *old, *now;
		bool different = false;
		BxError err;
		Part *p, *q;

		n_parts = 0;
		p = random_part(2, &names);
		old = schema_of(p);
		if (old == NULL)
			continue;
		q = &parts[any_of(n_parts)];
		if (any_of(2) == 0 && q->max != MANY)
			q->max += any_of(9);
		else
			q->min = q->min > 2 ? any_of(3) : 0;
		if (any_of(3) == 0)
			random_times(q, 1);
		now = schema_of(p);
		if (now != NULL && bx_schema_compatible(old, now, take_difference, &different, &err) == BX_OK)
			*(different ? &differ : &same) += 1;
		if (now != NULL && !different)
		{
			BxValidator *before = validator_of(old), *after = validator_of(now);

			for (unsigned k = 0; k < 20; k++)
			{
				char s[LONGEST + 2] = "";
				size_t n = 0;

				derive(p, s, &n);
				damage(s);
				CHECKF(!is_valid(before, s) || is_valid(after, s), "%s: \"%s\" is not allowed any more", text,
					   s);
			}
			bx_validator_free(before);
			bx_validator_free(after);
		}
		if (now != NULL)
			bx_schema_free(now);
		bx_schema_free(old);
	}
	printf("# %u pairs compatible, %u not\n", same, differ);
	CHECK(same > cases / 10 && differ > cases / 10);
}

/* ---- sizes ---- */

/* A schema whose element v has this content. */
static BxSchema *
schema_with(const char *content)
{
	text_n = 0;
	put(UT_XS
		"><xs:complexType name='t'/><xs:element name='v'><xs:complexType>%s</xs:complexType></xs:element>"
		"</xs:schema>",
		content);
	return ut_schema(text);
}

/* Children s, k times, then those of t. */
static bool
takes(BxValidator *validator, const char *s, unsigned k, const char *t)
{
	size_t n = 3, size = strlen(s);
	char *doc = malloc(size * k + strlen(t) + 20);
	UtReport r;

	memcpy(doc, "<v>", 4);
	for (; k > 0; k--, n += size)
		memcpy(doc + n, s, size);
	sprintf(doc + n, "%s</v>", t);
	r = ut_validate_with(validator, doc, &any);
	free(doc);
	return r.valid;
}

/* From the one number of times on to the other the content has its first part, with the second behind it. */
static void
bounds(const char *what, const char *content, const char *s, unsigned least, unsigned most, const char *t)
{
	BxSchema *schema = schema_with(content);
	BxValidator *validator = schema != NULL ? validator_of(schema) : NULL;

	if (schema == NULL)
		return;
	CHECKF(takes(validator, s, least, t) && takes(validator, s, most, t), "%s", what);
	CHECKF(takes(validator, s, least + (most - least) / 2, t), "%s", what);
	CHECKF(!takes(validator, s, most + 1, t), "%s: %u times", what, most + 1);
	CHECKF(least == 0 || !takes(validator, s, least - 1, t), "%s: %u times", what, least - 1);
	bx_validator_free(validator);
	bx_schema_free(schema);
}

#define E(name, min, max) "<xs:element name='" name "' type='t' minOccurs='" min "' maxOccurs='" max "'/>"
#define SEQUENCE(min, max, parts)                                                                            \
	"<xs:sequence minOccurs='" min "' maxOccurs='" max "'>" parts "</xs:sequence>"
#define CHOICE(min, max, parts) "<xs:choice minOccurs='" min "' maxOccurs='" max "'>" parts "</xs:choice>"

static void
large_counts(void)
{
	bounds("a choice", CHOICE("3", "5000", E("a", "1", "1") E("b", "1", "1")), "<a/>", 3, 5000, "");
	bounds("a choice of what may be left out", CHOICE("3", "5000", E("a", "0", "1") E("b", "0", "1")), "<b/>",
		   0, 5000, "");
	bounds("a sequence in a sequence", SEQUENCE("2", "150", E("a", "1", "150") E("b", "0", "1")), "<a/>", 1,
		   149 * 150, "<b/><a/>");
	bounds("a tower", SEQUENCE("100", "300", SEQUENCE("1", "1", SEQUENCE("3", "4", E("a", "100", "200")))),
		   "<a/>", 30000, 240000, "");
	bounds("large least numbers", SEQUENCE("100", "300", E("a", "100", "200") E("b", "0", "1")), "<a/>",
		   10000, 60000, "<b/>");
}

/* Sixty optional elements, up to 100 times; each of them up to 150 times. */
static void
optional_elements(void)
{
	static char content[20000];

	for (unsigned each = 1; each <= 150; each += 149)
	{
		size_t n = (size_t) sprintf(content, "<xs:sequence minOccurs='0' maxOccurs='100'>");

		for (unsigned i = 0; i < 60; i++)
			n += (size_t) sprintf(content + n,
								  "<xs:element name='e%u' type='t' minOccurs='0' maxOccurs='%u'/>", i, each);
		sprintf(content + n, "</xs:sequence>");
		bounds("sixty elements", content, "<e1/><e59/><e0/>", 0, 99, "<e7/><e8/>");
		bounds("one of sixty", content, "<e30/>", 0, 100 * each, "");
		bounds("one behind another", content, "<e30/><e29/>", 0, 99, "<e30/>");
	}
}

/* A choice of 5,000 elements, up to 5,000 times. */
static void
large_choice(void)
{
	static char content[400000];
	size_t n = (size_t) sprintf(content, "<xs:choice minOccurs='0' maxOccurs='5000'>");

	for (unsigned i = 0; i < 5000; i++)
		n += (size_t) sprintf(content + n, "<xs:element name='e%u' type='t'/>", i);
	sprintf(content + n, "</xs:choice>");
	bounds("a choice of many", content, "<e7/><e4999/>", 0, 2499, "<e0/><e0/>");
}

/* Characters of a value. */
static void
large_patterns(void)
{
	BxSchema *schema = ut_schema(
		UT_XS "><xs:element name='v'><xs:simpleType><xs:restriction base='xs:string'><xs:pattern "
			  "value='[A-Z]{1,100000}'/></xs:restriction></xs:simpleType></xs:element></xs:schema>");
	BxValidator *validator = schema != NULL ? validator_of(schema) : NULL;

	if (schema == NULL)
		return;
	CHECK(takes(validator, "A", 1, "") && takes(validator, "Z", 100000, "") &&
		  takes(validator, "Q", 99999, "R"));
	CHECK(!takes(validator, "A", 0, "") && !takes(validator, "A", 100001, "") &&
		  !takes(validator, "A", 5, "a"));
	bx_validator_free(validator);
	bx_schema_free(schema);
}

UT_SUITE(test_schema_count)
{
	rng = number("COUNT_SEED", 1) * UINT64_C(0x2545F4914F6CDD1D);
	UT_RUN(large_counts);
	UT_RUN(optional_elements);
	UT_RUN(large_choice);
	UT_RUN(large_patterns);
	UT_RUN(random_models);
	UT_RUN(random_pairs);
	return ut_done();
}
