/*
 * test_ru_path.c -- paths, predicates, sets and comparisons of nodes, by whole queries.
 */
#include "../ut_query.h"

static const char doc[] =
	"<r><a n='1'><b>x</b><b>y</b><c><b>z</b></c></a><a n='2'><b>u</b></a><d><a n='3'/></d>"
	"<?p q?><!--w--></r>";

static void
steps(void)
{
	static const UtQuery list[] = {
		{"/r/a/b/string()", "x|y|u"},
		{"//b/string()", "x|y|z|u"},
		{"/r/a/@n/string()", "1|2"},
		{"//@n/data()", "1|2|3"},
		{"count(//node())", "16"},
		{"//b/../name()", "a|c|a"},
		{"//c/ancestor::*/name()", "r|a"},
		{"//c/ancestor-or-self::node()/name()", "|r|a|c"},
		{"//b[. = 'z']/preceding::b/string()", "x|y"},
		{"//d/preceding-sibling::a/@n/data()", "1|2"},
		{"//a[@n='2']/following::*/name()", "d|a"},
		{"/r/a[1]/following-sibling::node()/name()", "a|d|p|"},
		{"/r/processing-instruction()/data()", "q"},
		{"/r/processing-instruction(p)/name()", "p"},
		{"/r/processing-instruction('z')", ""},
		{"/r/comment()/string()", "w"},
		{"/r/self::r/name()", "r"},
		{"//@n/self::attribute(n)/data()", "1|2|3"},
		{"//@n/self::element()", ""},
		{"//@n/self::n", ""},
		{"/self::document-node()/r/name()", "r"},
		{"/self::document-node(element(r))/r/name()", "r"},
		{"/self::document-node(element(x))", ""},
		{"//element(c)/name()", "c"},
		{"/r/a/attribute(n)/data()", "1|2"},
		{"//*:c/name()", "c"},
		{"//Q{}c/name()", "c"},
		{"//Q{u}c", ""},
		{"(/)/r/name()", "r"},
		{"count(/)", "1"},
		{"//b/text()/string()", "x|y|z|u"},
		{"//text()/parent::b/string()", "x|y|z|u"},
		{"//descendant::a/descendant-or-self::a/@n/data()", "1|2|3"},
		{"/descendant-or-self::node()/child::c/name()", "c"},
	};

	UT_QUERIES(list, doc);
}

static void
predicates(void)
{
	static const UtQuery list[] = {
		{"//b[1]/string()", "x|z|u"},
		{"/descendant::b[1]/string()", "x"},
		{"(//b)[2]/string()", "y"},
		{"(//b)[last()]/string()", "u"},
		{"//b[last()]/string()", "y|z|u"},
		{"//b[last() - 1]/string()", "x"},
		{"//b[position() = 2]/string()", "y"},
		{"(//b)[position() = 2 to 3]/string()", "y|z"},
		{"(//b)[position() < 3]/string()", "x|y"},
		{"(//b)[position() <= 1]/string()", "x"},
		{"(//b)[position() > 3]/string()", "u"},
		{"(//b)[position() ge 3]/string()", "z|u"},
		{"(//b)[position() != 2]/string()", "x|z|u"},
		{"(//b)[0]", ""},
		{"(//b)[-1]", ""},
		{"(//b)[1.5]", ""},
		{"(//b)[2.0]/string()", "y"},
		{"(//b)[position() = last()]/string()", "u"},
		{"//a[@n]/@n/data()", "1|2|3"},
		{"//a[b]/@n/data()", "1|2"},
		{"//a[b][2]/@n/data()", "2"},
		{"//a[2][b]/@n/data()", "2"},
		{"//a[not(b)]/@n/data()", "3"},
		{"//a[@n = '3']/../name()", "d"},
		{"/r/a[xs:integer(@n)]/@n/data()", "1|2"},
		{"let $i := 2 return (//b)[$i]/string()", "y"},
		{"let $i := '2' return (//b)[$i]/string()", "x|y|z|u"},
		{"let $i := () return (//b)[$i]", ""},
		{"(1 to 10)[. mod 3 = 0]", "3|6|9"},
		{"(1 to 10)[5]", "5"},
		{"(1 to 10)[last()]", "10"},
		{"('a', 'b', 'c')[position() > 1]", "b|c"},
		{"(1 to 1000000000000)[3]", "3"},
		{"(1, 2, 3)[true()]", "1|2|3"},
		/* items that last only until the next one, behind some that stay */
		{"let $s := ('a', (1 to 3) ! concat('x', .))[string-length() < 9] return string-join($s, ',')",
		 "a,x1,x2,x3"},
		{"let $s := ('a', (1 to 3) ! concat('x', .))[position() < 4] return string-join($s, ',')", "a,x1,x2"},
		{"let $s := (1 to 2) ! ('a', (1 to 2) ! concat('x', .))[3] return string-join($s, ',')", "x2,x2"},
		{"(1, 2, 3)[(1, 2)]", "!FORG0006"},
		{"(1, 2, 3)[xs:date('2020-01-01')]", "!FORG0006"},
		/* positions count in the order of the axis */
		{"//d/preceding-sibling::a[1]/@n/data()", "2"},
		{"//d/preceding-sibling::a[last()]/@n/data()", "1"},
		{"(//d/preceding-sibling::a)[1]/@n/data()", "1"},
		{"//b[. = 'z']/ancestor::*[1]/name()", "c"},
		{"//b[. = 'z']/ancestor::*[position() < 3]/name()", "a|c"},
		{"//b[. = 'z']/preceding::b[1]/string()", "y"},
		{"//a/following-sibling::*[1]/name()", "a|d"},
		{"//b/following::b[1]/string()", "y|z|u"},
		{"/r/a/(b, c)[1]/string()", "x|u"},
		{"//b[position() mod 2 = 1][. = 'x']/string()", "x"},
		{"/r/a[position() = count(//a) - 1]/@n/data()", "2"},
	};

	UT_QUERIES(list, doc);
}

/* Siblings of many nodes: whether there are some, how many, the last one. */
static void
siblings(void)
{
	static const UtQuery list[] = {
		{"//a/(preceding-sibling::*[last()]/@n/data())", "1"},
		{"//a/(following-sibling::*[last()]/name())", "d|d"},
		{"//*[following-sibling::*[last()][self::d]]/@n/data()", "1|2"},
		{"//c[(preceding-sibling::b)[last()] = 'y']/name()", "c"},
		{"//c[preceding-sibling::b[last()] = 'x']/name()", "c"},
		{"//c/ancestor::*[last()]/name()", "r"},
		{"//@n[../following-sibling::*[last()][self::d]]/data()", "1|2"},
		{"//@n/count(following-sibling::*)", "0|0|0"},
		{"//*/count(following-sibling::b[. = 'y'])", "0|0|1|0|0|0|0|0|0|0"},
		{"//*[count(preceding-sibling::b[. = 'x' or c][1]) = 1]/name()", "b|c"},
		{"//*[preceding-sibling::*[@n = '2'][b]]/name()", "d"},
		{"/r/*[not(preceding-sibling::a[@n = '1'])]/name()", "a"},
		{"/r/*/count(preceding-sibling::element()[b])", "0|1|2"},
	};

	UT_QUERIES(list, doc);
}

/* "/" with any expression on its right side. */
static void
maps(void)
{
	static const UtQuery list[] = {
		{"//a/(@n, b)/string()", "1|x|y|2|u|3"},
		{"//b/position()", "1|2|3|4"},
		{"//b/last()", "4|4|4|4"},
		{"//b/concat(., position())", "x1|y2|z3|u4"},
		{"(//b, //c)/name()", "b|b|b|b|c"},
		{"//a/(if (b) then b else .)/name()", "b|b|b|a"},
		{"/r/a/(/r)/name()", "r"},
		{"//b/(.)/..[1]/name()", "a|c|a"},
		{"/r/a/(b/text())/string()", "x|y|u"},
		{"//a/(b | c)/name()", "b|b|c|b"},
		{"(1, 2)/a", "!XPTY0019"},
		{"//a/1/b", "!XPTY0019"},
		{"//a/(1, b)", "!XPTY0018"},
		{"//a/data()/b", "!XPTY0019"},
		{"for $x in 1 return $x/a", "!XPTY0019"},
		{"(1, 2)[a]", "!XPTY0020"},
		{"(1, 2)[/]", "!XPTY0020"},
		{"(1, 2)[..]", "!XPTY0020"},
		{"(1, 2) ! (./a)", "!XPTY0019"},
		{"()/a", ""},
		{"//a/()", ""},
	};
	static const UtQuery none[] = {
		{"a", "!XPDY0002"}, {"/", "!XPDY0002"}, {".", "!XPDY0002"}, {"//a", "!XPDY0002"}, {"@a", "!XPDY0002"},
	};

	UT_QUERIES(list, doc);
	UT_QUERIES(none, NULL);
}

static void
sets(void)
{
	static const UtQuery list[] = {
		{"(//b | //c)/name()", "b|b|c|b|b"},
		{"(//b union //b)/string()", "x|y|z|u"},
		{"(//b intersect //c/b)/string()", "z"},
		{"(//b except //c/b)/string()", "x|y|u"},
		{"(//b[2], //b[1]) | ()", "<b>x</b>|<b>y</b>|<b>z</b>|<b>u</b>"},
		{"count((//b, //b) intersect (//b, //b))", "4"},
		{"count((//b, //b) except ())", "4"},
		{"() union ()", ""},
		{"() except //b", ""},
		{"1 | //b", "!XPTY0004"},
		{"//b intersect 1", "!XPTY0004"},
		{"(1, //b) except //b", "!XPTY0004"},
		{"(//a/@n | //a/b)/string()", "1|x|y|2|u|3"},
	};

	UT_QUERIES(list, doc);
}

static void
comparisons(void)
{
	static const UtQuery list[] = {
		{"//b[1] is //b[1]", "!XPTY0004"},
		{"(//b)[1] is (//b)[1]", "true"},
		{"(//b)[1] is (//b)[2]", "false"},
		{"(//b)[1] << (//b)[2]", "true"},
		{"(//b)[1] >> (//b)[2]", "false"},
		{"(//b)[1] << (//b)[1]", "false"},
		{"(//a)[1] << (//a)[1]/@n", "true"},
		{"(//a)[1]/@n << (//a)[1]/b[1]", "true"},
		{"() is //r", ""},
		{"//r >> ()", ""},
		{"1 is //r", "!XPTY0004"},
		{"//r is 'x'", "!XPTY0004"},
		{"/r is //a[1]/..[1]", "!XPTY0004"},
		{"/r is //d/..", "true"},
	};

	UT_QUERIES(list, doc);
}

/* What is in order already, what must be put in order, and what is there twice. */
static void
order(void)
{
	static const char nested[] = "<s><s i='1'><t/><s i='2'><t/></s><t/></s></s>";
	static const UtQuery list[] = {
		{"count(//s/t)", "3"},
		{"//s/s/@i/data()", "1|2"},
		{"count(//s//t)", "3"},
		{"count(//s/descendant::t)", "3"},
		{"count(//t/ancestor::s)", "3"},
		{"//t/ancestor::s/@i/data()", "1|2"},
		{"count(//t/..)", "2"},
		{"(//s[@i='2'], //s[@i='1'])/@i/data()", "1|2"},
		{"let $s := (//s[@i='2'], //s[@i='1']) return $s/@i/data()", "1|2"},
		{"let $s := (//s[@i='2'], //s[@i='1']) return $s ! @i/data()", "2|1"},
		{"let $s := (//s, //s) return count($s/t)", "3"},
		{"//t/preceding::t/count(preceding::t)", "0|1"},
		{"//s/t[1]/count(preceding::t)", "0|1"},
		{"//s/(t, s)/name()", "s|t|s|t|t"},
		{"exists((//s, //s)/t)", "true"},
		{"boolean(//s/x)", "false"},
		{"let $s := reverse(//t) return $s[1]/preceding::t[1] is (//t)[2]", "true"},
	};

	UT_QUERIES(list, nested);
}

/* Predicates that the path decides, and what comes close to them. */
static void
conditions(void)
{
	static const char books[] =
		"<l><b k='1' t='x'><n>A</n><n>B</n></b><b k='2'><n>B</n><c/></b><b k='1'><c t='x'/></b>"
		"<b>B</b></l>";
	static const UtQuery list[] = {
		{"//b[@k = '1']/n/string()", "A|B"},
		{"count(//b[@k = '1'])", "2"},
		{"//b['1' = @k][c]/c/@t/data()", "x"},
		{"count(//b[@k != '1'])", "1"},
		{"count(//b[not(@k = '1')])", "2"},
		{"count(//b[@k ne '1'])", "1"},
		{"//b[@k eq '2']/n/string()", "B"},
		{"count(//b[n = 'B'])", "2"},
		{"count(//b[n != 'B'])", "1"},
		{"//b[n eq 'B']", "!XPTY0004"},
		{"count(//b[. = 'B'])", "2"},
		{"count(//b[text() = 'B'])", "1"},
		{"count(//n[. = 'B'])", "2"},
		{"//n[. eq 'A']/../@t/data()", "x"},
		{"count(//@k[. = '1'])", "2"},
		{"count(//b[@k = '1' and n])", "1"},
		{"count(//b[@k = '1' or c])", "3"},
		{"count(//b[@k or n or c or text()])", "4"},
		{"count(//b[empty(@k)])", "1"},
		{"count(//b[exists(c/@t)])", "1"},
		{"count(//b[boolean(c)])", "2"},
		{"count(//b[c][@k = '1'])", "1"},
		{"count(//b[.//@t])", "2"},
		{"count(//b[descendant-or-self::node()/@t = 'x'])", "2"},
		{"count(//b[self::b])", "4"},
		{"count(//b[self::c])", "0"},
		/* positions count what is left, or come first */
		{"/l/b[@k = '1'][2]/c/@t/data()", "x"},
		{"/l/b[2][@k = '1']", ""},
		{"/l/b[@k = '1'][last()]/c/@t/data()", "x"},
		{"//b[n][position() = 1]/@t/data()", "x"},
		{"(//b[n])[2]/@k/data()", "2"},
		/* with numbers and other types it is not the text that is compared */
		{"count(//b[@k = 1])", "2"},
		{"//n[. = 1]", "!FORG0001"},
		{"count(//b[@k = ('1', '2')])", "3"},
		{"let $k := '2' return count(//b[@k = $k])", "1"},
		{"count(//b[@k = '1' = true()])", "!XPST0003"},
		{"count(//b[(@k = '1') = true()])", "2"},
		{"declare default collation "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive'; "
		 "count(//n[. = 'b'])",
		 "2"},
		{"count(//n[. = 'b'])", "0"},
	};

	UT_QUERIES(list, books);
}

/* A piece of text repeated. */
static const char *
repeated(const char *first, const char *piece, uint32_t n)
{
	static char text[1 << 20];
	size_t len = strlen(piece), at = strlen(first);

	strcpy(text, first);
	while (n-- > 0)
	{
		memcpy(text + at, piece, len);
		at += len;
	}
	text[at] = '\0';
	return text;
}

/* However long a path is, the stack is not exhausted. */
static void
long_ones(void)
{
	static const UtQuery pieces[] = {
		{"/..", ""},      {"/r[1]", ""},   {"[1]", "<r/>"}, {"/self::r/.", "<r/>"},
		{"/(.)", "<r/>"}, {"/name()", ""}, {"[.]", "<r/>"}, {"[. and .]", "<r/>"},
	};
	size_t i;

	for (i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
	{
		uint32_t n;

		for (n = 20; n <= 100000; n += 99980)
		{
			const char *got = ut_query(repeated("/r", pieces[i].query, n), "<r/>", false);

			CHECKF(strcmp(got, pieces[i].result) == 0 || (n > 20 && got[0] == '!') ||
					   strcmp(got, "!XPTY0019") == 0,
				   "%s %u times: %s", pieces[i].query, n, got);
		}
	}
}

UT_SUITE(test_ru_path)
{
	UT_RUN(steps);
	UT_RUN(predicates);
	UT_RUN(siblings);
	UT_RUN(maps);
	UT_RUN(sets);
	UT_RUN(comparisons);
	UT_RUN(order);
	UT_RUN(conditions);
	UT_RUN(long_ones);
	return ut_done();
}
