/*
 * bxgen.c -- command line of the benchmark's document generator.
 *
 * "bxgen SET N" writes N documents (or one document of size N) to standard output: one per line as XML or JSON, or
 * as lines for COPY ("id <tab> document", COPY's text format).  Sets and options: bxgen --help.
 *
 * "bxgen tpox --customers C --kind K" is the data of a TPoX database of that scale: C customers, 5 C orders, 20,833
 * securities, or C accounts that are to be added to customers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

typedef struct GenSet
{
	const char *name;
	GenDocFn doc;
	bool single;          /* N is the size of one document */
	uint64_t first_id;    /* id of document 0 in COPY output */
	const char *variants; /* separated by spaces; the first is the default */
	const char *help;
} GenSet;

static const GenSet sets[] = {
	{"orders", gen_doc_order, false, GEN_ORDER_FIRST, "fixed optional widths tpox",
	 "N FIXML 4.4 orders of about 1.6 kB"},
	{"custacc", gen_doc_custacc, false, GEN_CUSTOMER_FIRST, "",
	 "N TPoX customers with accounts, 5.7 kB on average"},
	{"security", gen_doc_security, false, 1, "", "N TPoX securities with prose, 4.5 kB on average"},
	{"account", gen_doc_account, false, 1, "", "N TPoX accounts without a customer"},
	{"re", gen_doc_re, true, 1, "", "one document of N real-estate listings in cities (60000: 52 MB)"},
	{"dblp", gen_doc_dblp, true, 1, "", "one bibliography of N entries"},
	{"po", gen_doc_po, true, 1, "", "one purchase order of N bytes, or small, medium, big"},
	{"customers", gen_doc_customers, true, 1, "elem attr", "one table of N customers, 11 fields each"},
	{"rows", gen_doc_rows, true, 1, "", "one document of about N bytes: rows of 10 elements"},
	{"xmark", gen_doc_xmark, false, 1, "items people open closed categories",
	 "N entities of XMark's auction site, a document each"},
	{"article", gen_doc_article, false, 1, "4k 12k 40k", "N articles of prose with markup, of that length"},
	{"small", gen_doc_small, false, 1, "", "N documents of about 500 bytes"},
};
#define N_SETS (sizeof(sets) / sizeof(sets[0]))

typedef struct Options
{
	const GenSet *set;
	GenArgs args;
	uint64_t seed;
	uint64_t start;
	bool copy;
	bool bare; /* COPY lines without an id */
	bool nul;
	bool progress;
	GenFormat format;
	GenNumbers numbers;
} Options;

static void
usage(FILE *f)
{
	size_t i;

	fputs("usage: bxgen SET N [options]\n"
		  "       bxgen tpox --customers C --kind custacc|order|security|account [options]\n\nsets:\n",
		  f);
	for (i = 0; i < N_SETS; i++)
		fprintf(f, "  %-10s %s%s%s%s\n", sets[i].name, sets[i].help, *sets[i].variants ? " [" : "",
				sets[i].variants, *sets[i].variants ? "]" : "");
	fputs("\noptions:\n"
		  "  --variant V      one of the names in brackets (the first is the default)\n"
		  "  --format F       xml, json, copy (COPY lines of XML), copy-json (COPY lines of JSON)\n"
		  "  --numbers R      JSON numbers: looks (whatever is one, default), typed (by the schema), none\n"
		  "  --at             JSON: members made of attributes are called \"@name\"\n"
		  "  --bare           COPY lines without the id\n"
		  "  --count N        tpox: that many documents instead of what the scale asks for\n"
		  "  --progress       show on standard error how far it is\n"
		  "  --nul            end documents by a NUL byte instead of a newline\n"
		  "  --start K        begin with document K of the series (default 0)\n"
		  "  --seed S         another series (default 1)\n"
		  "  --customers C    orders refer to accounts of C customers (default N / 5)\n",
		  f);
}

static void
fail(const char *what, const char *arg)
{
	fprintf(stderr, "bxgen: %s \"%s\"; see bxgen --help\n", what, arg);
	exit(2);
}

static uint64_t
number(const char *s)
{
	char *end;
	uint64_t v = strtoull(s, &end, 10);

	if (*s == 0 || *s == '-' || *end != 0)
		fail("not a number:", s);
	return v;
}

static uint64_t
size_arg(const char *s)
{
	/* the sizes of the VTD-XML article */
	if (strcmp(s, "small") == 0)
		return 6780;
	if (strcmp(s, "medium") == 0)
		return 112238;
	if (strcmp(s, "big") == 0)
		return 1060823;
	return number(s);
}

static void
set_format(Options *op, const char *s)
{
	op->copy = strncmp(s, "copy", 4) == 0;
	if (strcmp(s, "xml") == 0 || strcmp(s, "copy") == 0)
		op->format = GEN_XML;
	else if (strcmp(s, "json") == 0 || strcmp(s, "copy-json") == 0)
		op->format = GEN_JSON;
	else
		fail("unknown format", s);
}

static void
set_numbers(Options *op, const char *s)
{
	if (strcmp(s, "looks") == 0)
		op->numbers = GEN_NUMBERS_LOOKS;
	else if (strcmp(s, "typed") == 0)
		op->numbers = GEN_NUMBERS_TYPED;
	else if (strcmp(s, "none") == 0)
		op->numbers = GEN_NUMBERS_NONE;
	else
		fail("unknown rule for numbers", s);
}

static bool
known_variant(const GenSet *set, const char *v)
{
	const char *p = strstr(set->variants, v);
	size_t n = strlen(v);

	return n > 0 && p && (p == set->variants || p[-1] == ' ') && (p[n] == ' ' || p[n] == 0);
}

static void
find_set(Options *op, const char *name)
{
	size_t i;

	for (i = 0; i < N_SETS; i++)
		if (strcmp(sets[i].name, name) == 0)
			op->set = &sets[i];
	if (op->set == NULL)
		fail("unknown data set", name);
}

static void
set_option(Options *op, const char *name, const char *value)
{
	if (value == NULL)
		fail("missing value of", name);
	if (strcmp(name, "--variant") == 0)
		op->args.variant = value;
	else if (strcmp(name, "--format") == 0)
		set_format(op, value);
	else if (strcmp(name, "--numbers") == 0)
		set_numbers(op, value);
	else if (strcmp(name, "--start") == 0)
		op->start = number(value);
	else if (strcmp(name, "--seed") == 0)
		op->seed = number(value);
	else if (strcmp(name, "--customers") == 0)
		op->args.customers = number(value);
	else if (strcmp(name, "--count") == 0)
		op->args.n = number(value);
	else if (strcmp(name, "--kind") == 0)
		find_set(op, strcmp(value, "order") == 0 ? "orders" : value);
	else
		fail("unknown option", name);
}

static void
default_variant(Options *op)
{
	static char first[32];
	size_t n = strcspn(op->set->variants, " ");

	if (op->args.variant == NULL && n > 0)
	{
		memcpy(first, op->set->variants, n);
		op->args.variant = first;
	}
	else if (op->args.variant != NULL && !known_variant(op->set, op->args.variant))
		fail("unknown variant", op->args.variant);
}

/* What stands alone; false for an option with a value. */
static bool
set_flag(Options *op, const char *arg, GenOut *out)
{
	if (strcmp(arg, "--nul") == 0)
		op->nul = true;
	else if (strcmp(arg, "--bare") == 0)
		op->bare = true;
	else if (strcmp(arg, "--progress") == 0)
		op->progress = true;
	else if (strcmp(arg, "--at") == 0)
		out->at_names = true;
	else if (strncmp(arg, "--", 2) != 0)
		op->args.variant = arg; /* customers N attr: the variant may be given bare */
	else
		return false;
	return true;
}

/* How many documents of a kind a database of C customers has, unless --count is given. */
static void
tpox_defaults(Options *op)
{
	if (op->set == NULL || op->args.customers == 0)
		fail("needs --kind and --customers:", "tpox");
	if (op->args.variant == NULL && op->set->doc == gen_doc_order)
		op->args.variant = "tpox";
	if (op->args.n == 0)
		op->args.n = op->set->doc == gen_doc_order      ? op->args.customers * 5
					 : op->set->doc == gen_doc_security ? GEN_SECURITIES
														: op->args.customers;
}

static void
parse_args(Options *op, int argc, char **argv, GenOut *out)
{
	bool tpox = argc > 1 && strcmp(argv[1], "tpox") == 0;
	int i;

	if (argc < 3)
	{
		bool help = argc == 2 && strcmp(argv[1], "--help") == 0;

		usage(help ? stdout : stderr);
		exit(help ? 0 : 2);
	}
	if (!tpox)
	{
		find_set(op, argv[1]);
		op->args.n = size_arg(argv[2]);
	}
	for (i = tpox ? 2 : 3; i < argc; i++)
		if (!set_flag(op, argv[i], out))
		{
			set_option(op, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
			i++;
		}
	if (tpox)
		tpox_defaults(op);
	default_variant(op);
	if (op->args.customers == 0)
		op->args.customers = op->args.n / 5 > 0 ? op->args.n / 5 : 1;
}

/* COPY's text format: what would end the field or the line is escaped. */
static void
write_copy(const char *s, size_t n)
{
	size_t i, from = 0;

	for (i = 0; i < n; i++)
	{
		const char *esc = s[i] == '\n' ? "\\n" : s[i] == '\t' ? "\\t" : s[i] == '\\' ? "\\\\" : NULL;

		if (esc == NULL)
			continue;
		fwrite(s + from, 1, i - from, stdout);
		fputs(esc, stdout);
		from = i + 1;
	}
	fwrite(s + from, 1, n - from, stdout);
}

static void
write_doc(const Options *op, const GenOut *o, uint64_t index)
{
	if (op->copy)
	{
		if (!op->bare)
			printf("%llu\t", (unsigned long long) (op->set->first_id + index));
		write_copy(o->data, o->len);
	}
	else
		fwrite(o->data, 1, o->len, stdout);
	putchar(op->nul ? 0 : '\n');
}

/* A line that is written over; every 1,000 documents. */
static void
show_progress(const Options *op, uint64_t done, uint64_t n, uint64_t bytes)
{
	if (op->progress && (done % 1000 == 0 || done == n))
		fprintf(stderr, "\rbxgen: %s %llu of %llu, %.1f MB%s", op->set->name, (unsigned long long) done,
				(unsigned long long) n, (double) bytes / 1e6, done == n ? "\n" : "");
}

int
main(int argc, char **argv)
{
	static char stdout_buf[1 << 18];
	Options op = {.seed = 1, .format = GEN_XML};
	GenOut out = {.format = GEN_XML};
	uint64_t i, n, bytes = 0;

	parse_args(&op, argc, argv, &out);
	out.format = op.format;
	out.numbers = op.numbers;
	setvbuf(stdout, stdout_buf, _IOFBF, sizeof(stdout_buf));
	n = op.set->single ? 1 : op.args.n;
	for (i = op.start; i < op.start + n; i++)
	{
		GenRng r;

		gen_rng_init(&r, op.seed, op.set->name, i);
		gen_out_reset(&out);
		op.set->doc(&out, &r, &op.args, i);
		write_doc(&op, &out, i);
		bytes += out.len;
		show_progress(&op, i - op.start + 1, n, bytes);
	}
	free(out.data);
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		perror("bxgen");
		return 1;
	}
	return 0;
}
