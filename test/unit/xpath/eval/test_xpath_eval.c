/*
 * test_xpath_eval.c -- axes, node tests, predicates, leaves, typed values, names, and what the entry points give.
 *
 * Every case runs on all forms of storage, streaming and navigating, with and without a cache: see ut_xpath.h.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

/* Section 2.2 */
static void
forward_axes(void)
{
	static const XtCase cases[] = {
		{"/", "[/]"},
		{".", "[/]"},
		{"..", "[]"},
		{"/.", "[/]"},
		{"/r", "[r]"},
		{"r", "[r]"},
		{"/r/child::node()", "[a#1 d g=y]"},
		{"/r/*", "[a#1 d g=y]"},
		{"/r/a/child::node()", "[b=x 't1' c <!--k--> ?p]"},
		{"/r/a/text()", "['t1']"},
		{"/r/a/comment()", "[<!--k-->]"},
		{"/r/a/processing-instruction()", "[?p]"},
		{"/r/a/processing-instruction('p')", "[?p]"},
		{"/r/a/processing-instruction('q')", "[]"},
		{"//text()", "['x' 't1' 'y']"},
		{"/descendant::*", "[r a#1 b=x c d e f g=y]"},
		{"/r/a/descendant::node()", "[b=x 'x' 't1' c <!--k--> ?p]"},
		{"/r/d/descendant-or-self::*", "[d e f]"},
		{"/descendant-or-self::node()", "[/ r a#1 b=x 'x' 't1' c <!--k--> ?p d e f g=y 'y']"},
		{"//.", "[/ r a#1 b=x 'x' 't1' c <!--k--> ?p d e f g=y 'y']"},
		{".//.", "[/ r a#1 b=x 'x' 't1' c <!--k--> ?p d e f g=y 'y']"},
		{"//d//f", "[f]"},
		{"//d//d", "[]"},
		{"//*//f", "[f]"},
		{"//*//*//*", "[b=x c e f]"},
		{"//c/self::c", "[c]"},
		{"//c/self::b", "[]"},
		{"//c/self::node()", "[c]"},
		{"//c/self::text()", "[]"},
		{"//text()/self::text()", "['x' 't1' 'y']"},
		{"//@n/self::node()", "[@n=1]"},
		{"//@n/self::n", "[]"},
		{"//@n/self::*", "[]"},
		{"//@n/.", "[@n=1]"},
		{"//@n//.", "[@n=1]"},
		{"//@n/descendant-or-self::node()", "[@n=1]"},
		{"//@n/node()", "[]"},
		{"//@n/@n", "[]"},
		{"//@*", "[@n=1]"},
		{"//attribute::n", "[@n=1]"},
		{"//@node()", "[@n=1]"},
		{"//@text()", "[]"},
		{"//@comment()", "[]"},
		{"/@n", "[]"},
		{"//text()/@n", "[]"},
		{"//c/following-sibling::node()", "[<!--k--> ?p]"},
		{"//b/following-sibling::node()", "['t1' c <!--k--> ?p]"},
		{"//b/following-sibling::node()[1]", "['t1']"},
		{"//b/following-sibling::node()[last()]", "[?p]"},
		{"//@n/following-sibling::node()", "[]"},
		{"//b/text()/following-sibling::node()", "[]"},
		{"/following-sibling::node()", "[]"},
		{"//a/following-sibling::*", "[d g=y]"},
		{"//c/following::node()", "[<!--k--> ?p d e f g=y 'y']"},
		{"//c/following::*[1]", "[d]"},
		{"//c/following::*[2]", "[e]"},
		{"//b/following::*", "[c d e f g=y]"},
		{"//a/following::node()", "[d e f g=y 'y']"},
		{"//@n/following::node()", "[b=x 'x' 't1' c <!--k--> ?p d e f g=y 'y']"},
		{"//@n/following::*[1]", "[b=x]"},
		{"/r/following::node()", "[]"},
		{"/following::node()", "[]"},
	};

	XT_CASES("<r><a n='1'><b>x</b>t1<c/><!--k--><?p q?></a><d><e><f/></e></d><g>y</g></r>", cases);
}

static void
reverse_axes(void)
{
	static const XtCase cases[] = {
		{"//b/..", "[a#1]"},
		{"//@n/..", "[a#1]"},
		{"//b/text()/..", "[b=x]"},
		{"/..", "[]"},
		{"/r/..", "[/]"},
		{"//c/parent::d", "[]"},
		{"//c/parent::a", "[a#1]"},
		{"//*/..", "[/ r a#1 d e]"},
		{"//node()/parent::node()", "[/ r a#1 b=x d e g=y]"},
		{"//f/ancestor::*", "[r d e]"},
		{"//f/ancestor::node()", "[/ r d e]"},
		{"//f/ancestor::*[1]", "[e]"},
		{"//f/ancestor::*[2]", "[d]"},
		{"//f/ancestor::*[last()]", "[r]"},
		{"//f/ancestor::node()[last()]", "[/]"},
		{"//f/ancestor::*[position() = 2]", "[d]"},
		{"//f/ancestor::*[position() > 1][1]", "[d]"},
		{"(//f/ancestor::*)[1]", "[r]"},
		{"//f/ancestor-or-self::*[1]", "[f]"},
		{"//f/ancestor-or-self::*[2]", "[e]"},
		{"//b/text()/ancestor::*[1]", "[b=x]"},
		{"//@n/ancestor::*", "[r a#1]"},
		{"//@n/ancestor-or-self::node()", "[/ r a#1 @n=1]"},
		{"//@n/ancestor-or-self::*", "[r a#1]"},
		{"/ancestor-or-self::node()", "[/]"},
		{"/ancestor::node()", "[]"},
		{"//c/preceding-sibling::node()", "[b=x 't1']"},
		{"//c/preceding-sibling::node()[1]", "['t1']"},
		{"//c/preceding-sibling::node()[last()]", "[b=x]"},
		{"//c/preceding-sibling::node()[position() = 2]", "[b=x]"},
		{"//c/preceding-sibling::node()[position() < 3][last()]", "[b=x]"},
		{"(//c/preceding-sibling::node())[1]", "[b=x]"},
		{"//@n/preceding-sibling::node()", "[]"},
		{"//b/text()/preceding-sibling::node()", "[]"},
		{"//f/preceding::node()", "[a#1 b=x 'x' 't1' c <!--k--> ?p]"},
		{"//f/preceding::node()[1]", "[?p]"},
		{"//f/preceding::node()[2]", "[<!--k-->]"},
		{"//f/preceding::*[1]", "[c]"},
		{"//f/preceding::*[2]", "[b=x]"},
		{"//f/preceding::*[last()]", "[a#1]"},
		{"//g/preceding::*", "[a#1 b=x c d e f]"},
		{"//g/preceding::*[1]", "[f]"},
		{"//g/text()/preceding::*[1]", "[f]"},
		{"//g/text()/preceding::*[3]", "[d]"},
		{"//@n/preceding::node()", "[]"},
		{"/preceding::node()", "[]"},
		{"//f/preceding::* | //f/following::* | //f/ancestor::* | //f", "[r a#1 b=x c d e f g=y]"},
	};

	XT_CASES("<r><a n='1'><b>x</b>t1<c/><!--k--><?p q?></a><d><e><f/></e></d><g>y</g></r>", cases);
}

/* Sections 2.4 and 3.3 */
static void
predicates(void)
{
	static const XtCase cases[] = {
		{"//a[1]", "[a=1 a=4 a=6]"},
		{"//a[last()]", "[a=3 a=5 a=6]"},
		{"//a[position() = 2]", "[a=2 a=5]"},
		{"//a[2 = position()]", "[a=2 a=5]"},
		{"//a[last() = 2]", "[a=4 a=5]"},
		{"/descendant::a[2]", "[a=2]"},
		{"/descendant::a[5]", "[a=5]"},
		{"/descendant::a[last()]", "[a=6]"},
		{"/descendant-or-self::node()/a[2]", "[a=2 a=5]"},
		{"//b//a[1]", "[a=4 a=6]"},
		{"//b/descendant::a[1]", "[a=4 a=6]"},
		{"/r//a[2]", "[a=2 a=5]"},
		{"/r/descendant::a[4]", "[a=4]"},
		{"//a[position() > 1][1]", "[a=2 a=5]"},
		{"//a[position() > 1][2]", "[a=3]"},
		{"//a[1][2]", "[]"},
		{"//a[2][1]", "[a=2 a=5]"},
		{"//a[. > 2][1]", "[a=3 a=4 a=6]"},
		{"//a[1][. > 2]", "[a=4 a=6]"},
		{"//a[. > 1][. < 6][last()]", "[a=3 a=5]"},
		{"//b[a]", "[b b]"},
		{"//b[a[2]]", "[b]"},
		{"//b[2]/a", "[a=6]"},
		{"//b/a[1]", "[a=4 a=6]"},
		{"//a[0]", "[]"},
		{"//a[1.5]", "[]"},
		{"//a[-1]", "[]"},
		{"//a[1 div 0]", "[]"},
		{"//a[0 div 0]", "[]"},
		{"//a[1000000000000]", "[]"},
		{"//a['x']", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//a['']", "[]"},
		{"//a[true()]", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//a[number('2')]", "[a=2 a=5]"},
		{"//a[string('2')]", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//a[position()]", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//a[last() - 1]", "[a=2 a=4]"},
		{"//a[count(../a)]", "[a=3 a=5 a=6]"},
		{"//a[position() mod 2 = 1]", "[a=1 a=3 a=4 a=6]"},
		{"//a[not(position() = last())]", "[a=1 a=2 a=4]"},
		{"//a[not(position() = 1)]", "[a=2 a=3 a=5]"},
		{"//a[string(position()) = '2']", "[a=2 a=5]"},
		{"//*[a][2]", "[b]"},
		{"//*[a]/a[2]", "[a=2 a=5]"},
		{"//a[3]/preceding-sibling::a[1]", "[a=2]"},
		{"//a[3]/preceding-sibling::a[2]", "[a=1]"},
		{"(//a[3]/preceding-sibling::a)[1]", "[a=1]"},
		{"/r/b[2]/preceding-sibling::*[position() = 2]", "[a=3]"},
		{"/r/b[2]/preceding-sibling::*[self::a][1]", "[a=3]"},
		{"/r/b[2]/preceding-sibling::*[last()]", "[a=1]"},
		{"/r/b[2]/preceding-sibling::*[2][self::b]", "[]"},
		{"//a[. = //a[1]]", "[a=1 a=4 a=6]"},
		{"//a[. = ../a[last()]]", "[a=3 a=5 a=6]"},
		{"//*[*[*[. = 4]]]", "[r]"},
		{"//*[a[position() = last()][. = 5]]", "[b]"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a><b><a>4</a><a>5</a></b><b><a>6</a></b></r>", cases);
}

static void
filters_and_unions(void)
{
	static const XtCase cases[] = {
		{"(//a)[1]", "[a=1]"},
		{"(//a)[2]", "[a=2]"},
		{"(//a)[last()]", "[a=6]"},
		{"(//a)[position() < 3]", "[a=1 a=2]"},
		{"(//a)[. > 2][2]", "[a=4]"},
		{"(//a)[2][1]", "[a=2]"},
		{"(//a)[2][last()]", "[a=2]"},
		{"(//a)[2.5]", "[]"},
		{"(//a)[7]", "[]"},
		{"(//a)[0]", "[]"},
		{"(//b/a)[1]", "[a=4]"},
		{"(//a)[2]/following-sibling::*[1]", "[a=3]"},
		{"(//a)[2]/..", "[r]"},
		{"(//a)[4]/../..", "[r]"},
		{"(//b)[1]/a[2]", "[a=5]"},
		{"(//b)/a[1]", "[a=4 a=6]"},
		{"(//b)[2]//text()", "['6']"},
		{"(//b)//a[1]", "[a=4 a=6]"},
		{"(//a[1])[2]", "[a=4]"},
		{"((//a)[position() > 2])[1]", "[a=3]"},
		{"(/)[1]/r/b[1]/a", "[a=4 a=5]"},
		{"(/r/a | /r/b)[4]", "[b]"},
		{"(//b | //a)[1]", "[a=1]"},
		{"(//b | //a)[last()]", "[a=6]"},
		{"//b/a | //a[1]", "[a=1 a=4 a=5 a=6]"},
		{"//a[3] | //a[1] | //a[2]", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//none | //b", "[b b]"},
		{"//b | //none", "[b b]"},
		{"//none | //nix", "[]"},
		{"//a[1]/text() | //a[1]", "[a=1 '1' a=4 '4' a=6 '6']"},
		{"/r/b | / | /r", "[/ r b b]"},
		{"(//a | //b)[self::b]/a", "[a=4 a=5 a=6]"},
		{"(//a)[. = (//a)[2]]", "[a=2]"},
		{"(//a)[position() = count(//b)]", "[a=2]"},
		{"(//a/ancestor::*)[last()]", "[b]"},
		{"(//a/ancestor::*[1])[1]", "[r]"},
		{"(//b)[1]/preceding-sibling::a[1]", "[a=3]"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a><b><a>4</a><a>5</a></b><b><a>6</a></b></r>", cases);
}

/* A step over many contexts is the union over all of them, also where one context is enough to find it. */
static void
many_contexts(void)
{
	static const XtCase cases[] = {
		{"//a/following::*", "[a=2 a=3 b a=4 c#1 a=5 b a=6 d]"},
		{"//b/following::*", "[b a=6 d]"},
		{"//b//node()/following::*", "[c#1 a=5 b a=6 d]"},
		{"//text()/following::a", "[a=2 a=3 a=4 a=5 a=6]"},
		{"(//b | //c)/following::*", "[b a=6 d]"},
		{"(//c | //d)/following::*", "[b a=6 d]"},
		{"(/ | //d)/following::*", "[]"},
		{"//@n/following::*", "[a=5 b a=6 d]"},
		{"(//@n | //b)/following::*", "[a=5 b a=6 d]"},
		{"//a/preceding::*", "[a=1 a=2 a=3 b a=4 c#1 a=5]"},
		{"//c//node()/preceding::*", "[a=1 a=2 a=3 a=4]"},
		{"(/ | //c)/preceding::*", "[a=1 a=2 a=3 a=4]"},
		{"//@n/preceding::*", "[a=1 a=2 a=3 a=4]"},
		{"(//a | /r)/preceding::text()", "['1' '2' '3' '4' '5']"},
		{"//*/descendant::a", "[a=1 a=2 a=3 a=4 a=5 a=6]"},
		{"//*/descendant::text()", "['1' '2' '3' '4' '5' '6']"},
		{"(//b | //c)/descendant::a", "[a=4 a=5 a=6]"},
		{"(//c | //@n | //c/a)/descendant-or-self::node()", "[c#1 @n=1 a=5 '5']"},
		{"(//a | //a/text())/descendant-or-self::text()", "['1' '2' '3' '4' '5' '6']"},
		{"(/ | //b)/descendant-or-self::node()/self::b", "[b b]"},
		{"(//@n | /)/descendant-or-self::node()/self::c", "[c#1]"},
		{"//a/following-sibling::*[1]", "[a=2 a=3 b c#1]"},
		{"//a/following-sibling::*[2]", "[a=3 b b]"},
		{"//a/following::a[2]", "[a=3 a=4 a=5 a=6]"},
		{"//a/following::*[2][self::b]", "[b]"},
		{"//b/descendant::*[2]", "[c#1]"},
		{"//b/*[1][last()]", "[a=4 a=6]"},
		{"//a/preceding::a[2]", "[a=1 a=2 a=3 a=4]"},
		{"//a/preceding-sibling::*", "[a=1 a=2]"},
		{"//a/ancestor::*", "[r b c#1 b]"},
		{"//node()/ancestor::node()", "[/ r a=1 a=2 a=3 b a=4 c#1 a=5 b a=6]"},
		{"//node()/ancestor-or-self::node()[self::b]", "[b b]"},
		{"(//@n | //c/a | //d)/ancestor::*", "[r b c#1]"},
		{"(//@n | //c/a | //d)/ancestor-or-self::node()", "[/ r b c#1 @n=1 a=5 d]"},
		{"(//b[1] | //a[. = 5] | //b[2]/a/text())/ancestor::*", "[r b c#1 b a=6]"},
		{"//*/following-sibling::*", "[a=2 a=3 b c#1 b d]"},
		{"//*/preceding-sibling::*", "[a=1 a=2 a=3 b a=4 b]"},
		{"//node()/following-sibling::node()", "[a=2 a=3 b c#1 b d]"},
		{"(//c | //a[3] | //d | /r)/following-sibling::*", "[b b d]"},
		{"(//c | //a[3] | //d | /r)/preceding-sibling::*", "[a=1 a=2 a=3 b a=4 b]"},
		{"(//@n | //c | /)/following-sibling::node()", "[]"},
		{"(//@n | //c | /)/preceding-sibling::node()", "[a=4]"},
		{"//b/following-sibling::*", "[b d]"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a><b><a>4</a><c n='1'><a>5</a></c></b><b><a>6</a></b><d/></r>", cases);
}

/* Predicates of forward paths that leave the forward way. */
static void
ways_out_of_predicates(void)
{
	static const XtCase cases[] = {
		{"//a[. = /r/b/a]", "[a=4 a=5 a=6]"},
		{"//a[. > /r/a[2]]", "[a=3 a=4 a=5 a=6]"},
		{"//a[/r/b[2]/a = 6][1]", "[a=1 a=4 a=6]"},
		{"//a[/none]", "[]"},
		{"//a[../b]", "[a=1 a=2 a=3]"},
		{"/r/a[../b]", "[a=1 a=2 a=3]"},
		{"//a[parent::b][2]", "[a=5]"},
		{"//a[ancestor::b and . > 4]", "[a=5 a=6]"},
		{"//b[../a = 3]", "[b b]"},
		{"//a[../../r]", "[a=1 a=2 a=3]"},
		{"//text()[../.. = /r/b[2]]", "['6']"},
		{"//a/text()[../../a = 6]", "['6']"},
		{"//a[count(ancestor::*) = 2]", "[a=4 a=5 a=6]"},
		{"//a[following-sibling::a]", "[a=1 a=2 a=4]"},
		{"//a[preceding-sibling::*[1][self::a]]", "[a=2 a=3 a=5]"},
		{"//a[count(preceding::a) = 3]", "[a=4]"},
		{"//a[following::a = 6][2]", "[a=2 a=5]"},
		{"//b[a[../../a = 1]]", "[b b]"},
		{"//b[a/..//a = 6]", "[b]"},
		{"//b[(a | ../a)[1] = 1]", "[b b]"},
		{"//b[(.//a)[last()]/../a[1] = 4]", "[b]"},
		{"/r[b/a[. = ../../a]]", "[]"},
		{"//*[.//a[ancestor::b]]", "[r b b]"},
	};

	XT_CASES("<r><a>1</a><a>2</a><a>3</a><b><a>4</a><a>5</a></b><b><a>6</a></b></r>", cases);
}

/* An element with text only is one stored item: its text is a node all the same. */
static void
leaves(void)
{
	static const XtCase cases[] = {
		{"//x/text()", "['v']"},
		{"//x/node()", "['v']"},
		{"//x/*", "[]"},
		{"//x/@*", "[]"},
		{"//y/node()", "[]"},
		{"//y/text()", "[]"},
		{"//text()", "['v' 'm' 'w']"},
		{"//text()/..", "[r x=v z=w]"},
		{"//x/text()/following::node()", "['m' y z=w 'w']"},
		{"//x/text()/following::*", "[y z=w]"},
		{"//y/preceding::text()", "['v' 'm']"},
		{"//y/preceding::text()[1]", "['m']"},
		{"//y/preceding::node()[2]", "['v']"},
		{"//y/preceding::node()[3]", "[x=v]"},
		{"//z/text()/preceding::node()[1]", "[y]"},
		{"//z/text()/preceding::node()", "[x=v 'v' 'm' y]"},
		{"//text()[1]", "['v' 'm' 'w']"},
		{"//text()[2]", "[]"},
		{"(//text())[2]", "['m']"},
		{"//x/text()/self::text()", "['v']"},
		{"//x/text()/self::node()", "['v']"},
		{"//x/text()/.", "['v']"},
		{"//x/text()//.", "['v']"},
		{"//x/text()/node()", "[]"},
		{"//x/text()/ancestor::x", "[x=v]"},
		{"//x/text()/ancestor-or-self::node()", "[/ r x=v 'v']"},
		{"//x/text()/ancestor::node()[1]", "[x=v]"},
		{"//x/descendant-or-self::node()", "[x=v 'v']"},
		{"//x//.", "[x=v 'v']"},
		{"//x/text()[. = 'v'][last()]", "['v']"},
		{"//x/text()[1]", "['v']"},
		{"//x/text()[2]", "[]"},
		{"//x/node()[last()]", "['v']"},
		{"//x/text()/parent::x/parent::r/y", "[y]"},
		{"/r/x/text()/../../y", "[y]"},
		{"count(//node())", "=7"},
		{"//x | //x/text()", "[x=v 'v']"},
		{"//x/text() | //x", "[x=v 'v']"},
		{"//x[text()]", "[x=v]"},
		{"//*[text() = 'v']", "[x=v]"},
		{"//*[not(text())]", "[y]"},
		{"//*[not(node())]", "[y]"},
		{"//x/text()[../self::x]", "['v']"},
		{"//x/following-sibling::text()", "['m']"},
		{"/r/*/text()", "['v' 'w']"},
		{"/descendant::text()[2]", "['m']"},
		{"/descendant::text()[3]", "['w']"},
		{"/descendant-or-self::text()", "['v' 'm' 'w']"},
		{"//*[self::x]/self::node()[text()]/text()/self::node()", "['v']"},
		{"/r/node()/node()", "['v' 'w']"},
	};

	xt_expect("<r><x>v</x>m<y/></r>", "//text()", "['v' 'm']");
	xt_expect("<x>v</x>", "//text()", "['v']");
	xt_expect("<x>v</x>", "/x/text()/..", "[x=v]");
	xt_expect("<x>v</x>", "/*/node()/ancestor::node()", "[/ x=v]");
	xt_expect("<x>v</x>", "/x/text()/following::node()", "[]");
	XT_CASES("<r><x>v</x>m<y/><z>w</z></r>", cases);
}

/* The stored type of a value never shows. */
static void
typed_values(void)
{
	static const XtCase cases[] = {
		{"//d = 1.5", "true"},
		{"//d = '1.50'", "true"},
		{"//d = '1.5'", "false"},
		{"'1.50' != //d", "false"},
		{"//d != '1.5'", "true"},
		{"string(//d)", "\"1.50\""},
		{"//d + 1", "=2.5"},
		{"//i = '10'", "true"},
		{"//i = '10.0'", "false"},
		{"//i = 10.0", "true"},
		{"//i > 9", "true"},
		{"//i > '9'", "true"},
		{"//t = '2010-06-14'", "true"},
		{"//t > 2009", "false"},
		{"number(//t)", "=NaN"},
		{"//t = //u", "false"},
		{"string(//u)", "\"2010-06-14T12:30:15.25Z\""},
		{"//b = 'true'", "true"},
		{"//b = true()", "true"},
		{"//f = true()", "true"},
		{"//f = 'false'", "true"},
		{"number(//b)", "=NaN"},
		{"//z = 7", "true"},
		{"//z = '007'", "true"},
		{"//z = '7'", "false"},
		{"//s = 5", "true"},
		{"//s = '5'", "false"},
		{"//s = ' 5 '", "true"},
		{"1 div //m", "=-Infinity"},
		{"string(//m)", "\"-0\""},
		{"//@n = 1.5", "true"},
		{"//@n = '1.50'", "true"},
		{"//@n = //d", "true"},
		{"//@n != //d", "false"},
		{"//@k = //i", "true"},
		{"//z = //seven", "false"},
		{"number(//z) = //seven", "true"},
		{"string-length(//d)", "=4"},
		{"concat(//i, //d)", "\"101.50\""},
		{"//d/text()", "['1.50']"},
		{"//d/text() = 1.5", "true"},
		{"//*[. = 10]", "[i=10 big=10.000000000000000000]"},
		{"//*[. = '10']", "[i=10]"},
		{"//at[@k = 10]", "[at#1.50]"},
		{"//at[@k = '10']", "[at#1.50]"},
		{"//at[@k != '10']", "[]"},
		{"//at[@k > 9.5]", "[at#1.50]"},
		{"sum(//i | //d)", "=11.5"},
		{"starts-with(//t, '2010')", "true"},
		{"translate(//t, '-', '')", "\"20100614\""},
		{"//*[. = 'true']", "[b=true]"},
		{"//*[. = '2010-06-14']", "[t=2010-06-14]"},
		{"string(//mix)", "\"101.50x\""},
		{"//mix/text()", "['10' 'x']"},
		{"//mix/text() = 10", "true"},
		{"//one = 1.5", "true"},
		{"//one = '1.50'", "true"},
		{"string(//l)", "\"12345678901234567890123\""},
		{"//l = 12345678901234567890123", "true"},
	};

	XT_CASES("<r><i>10</i><d>1.50</d><t>2010-06-14</t><u>2010-06-14T12:30:15.25Z</u><b>true</b><f>false</"
			 "f><z>007</z>"
			 "<s> 5 </s><m>-0</m><at n='1.50' k='10'/><seven>7</seven><big>10.000000000000000000</big>"
			 "<mix>10<q>1.50</q>x</mix><one><q>1.50</q></one><l>12345678901234567890123</l></r>",
			 cases);
}

static void
around_the_root(void)
{
	static const XtCase cases[] = {
		{"//comment()", "[<!--c1--> <!--c2--> <!--c3-->]"},
		{"/comment()", "[<!--c1--> <!--c3-->]"},
		{"//processing-instruction()", "[?t ?t ?u]"},
		{"/processing-instruction('t')", "[?t]"},
		{"//processing-instruction('t')[1]", "[?t ?t]"},
		{"string(//r)", "\"abcd\""},
		{"string(/)", "\"abcd\""},
		{"//r/text()", "['a' 'c' 'd']"},
		{"//r/text()[2]", "['c']"},
		{"//r/text()[last()]", "['d']"},
		{"/node()", "[?t <!--c1--> r <!--c3-->]"},
		{"/node()[3]", "[r]"},
		{"/*[1]", "[r]"},
		{"/comment()[1]/following::node()", "[r 'a' b=b 'b' 'c' <!--c2--> 'd' ?t ?u <!--c3-->]"},
		{"/comment()[2]/preceding::node()[1]", "[?u]"},
		{"/comment()[2]/preceding::*", "[r b=b]"},
		{"/comment()[2]/preceding-sibling::node()", "[?t <!--c1--> r]"},
		{"/comment()[2]/preceding-sibling::*[1]", "[r]"},
		{"string(//comment()[1])", "\"c1\""},
		{"string(//processing-instruction('u'))", "\"three\""},
		{"name(//processing-instruction('u'))", "\"u\""},
		{"//r/preceding::node()", "[?t <!--c1-->]"},
		{"//r/preceding-sibling::node()[1]", "[<!--c1-->]"},
		{"//comment()/..", "[/ r]"},
		{"//comment()[. = 'c2']", "[<!--c2-->]"},
		{"//comment()/node()", "[]"},
		{"//b/following-sibling::node()[2]", "[<!--c2-->]"},
		{"count(/node())", "=4"},
	};

	XT_CASES("<?t one?><!--c1--><r>a<b>b</b>c<!--c2-->d<?t two?><?u three?></r><!--c3-->", cases);
}

/* The DOCTYPE and the declaration are not nodes; attributes they give are. */
static void
document_types(void)
{
	static const XtCase cases[] = {
		{"/node()", "[<!--c--> r]"},
		{"//@n", "[@n=d]"},
		{"//a[@n = 'd']", "[a#d]"},
		{"string(//b)", "\"ent\""},
		{"//b/text()", "['ent']"},
		{"/comment()/preceding::node()", "[]"},
		{"//b/preceding::node()", "[<!--c--> a#d]"},
		{"count(//node())", "=5"},
	};

	XT_CASES("<?xml version='1.0'?><!DOCTYPE r [<!ATTLIST a n CDATA 'd'><!ENTITY e "
			 "'ent'>]><!--c--><r><a/><b>&e;</b></r>",
			 cases);
}

static void
several_roots(void)
{
	static const XtCase cases[] = {
		{"/a", "[a=1 a=2]"},
		{"/a[2]", "[a=2]"},
		{"/node()", "[a=1 'text' a=2 <!--c-->]"},
		{"/text()", "['text']"},
		{"string(/)", "\"1text2\""},
		{"/a/following-sibling::node()", "['text' a=2 <!--c-->]"},
		{"/text()/preceding-sibling::a", "[a=1]"},
		{"count(/*)", "=2"},
		{"//a[last()]", "[a=2]"},
		{"/text()/..", "[/]"},
		{"/a[1]/following::node()", "['text' a=2 '2' <!--c-->]"},
	};

	static const XtCase empty[] = {
		{"/", "[/]"},   {"/node()", "[]"},       {"//*", "[]"},      {"string(/)", "\"\""},
		{"//@*", "[]"}, {"count(/)", "=1"},      {"/..", "[]"},      {"/ = ''", "true"},
		{"//.", "[/]"}, {"/following::*", "[]"}, {"name()", "\"\""}, {"not(/*)", "true"},
	};

	XT_CASES("<a>1</a>text<a>2</a><!--c-->", cases);
	XT_CASES("", empty);
	xt_expect("just text", "/text()", "['just text']");
	xt_expect("10", "/ = 10", "true");
}

static void
namespaces(void)
{
#define NS "declare namespace d = 'urn:d'; declare namespace p = 'urn:p'; "
#define DEF "declare default element namespace 'urn:d'; declare namespace p = 'urn:p'; "
	static const XtCase cases[] = {
		{NS "//d:x", "[x=1]"},
		{NS "//x", "[x=3]"},
		{NS "//*:x", "[x=1 p:x=2 x=3 q:x#a]"},
		{NS "//p:x", "[p:x=2 q:x#a]"},
		{NS "//p:*", "[p:x=2 q:x#a]"},
		{NS "//d:*", "[r x=1]"},
		{NS "//p:x[2]", "[q:x#a]"},
		{NS "//p:*[1]", "[p:x=2]"},
		{"//Q{urn:d}x", "[x=1]"},
		{"//Q{}x", "[x=3]"},
		{"//Q{urn:p}*", "[p:x=2 q:x#a]"},
		{"//Q{}*", "[y x=3]"},
		{"//*", "[r x=1 p:x=2 y x=3 q:x#a]"},
		{DEF "//x", "[x=1]"},
		{DEF "/r/x", "[x=1]"},
		{DEF "//y", "[]"},
		{DEF "//Q{}y", "[y]"},
		{DEF "//@n", "[@n=b]"},
		{DEF "//*[@n]", "[q:x#a]"},
		{NS "//@p:n", "[@p:n=a]"},
		{"//@n", "[@n=b]"},
		{"//@*:n", "[@p:n=a @n=b]"},
		{NS "//@p:*", "[@p:n=a]"},
		{"//@Q{urn:p}n", "[@p:n=a]"},
		{"//@*", "[@p:n=a @n=b]"},
		{NS "//p:x[@p:n = 'a'][@n = 'b']", "[q:x#a]"},
		{"//z:x", "!xpath@3"},
		{"//a[z:x = 1]", "!xpath@5"},
		{NS "name(//p:x)", "\"p:x\""},
		{NS "name(//p:x[2])", "\"q:x\""},
		{NS "namespace-uri(//p:x[2])", "\"urn:p\""},
		{"//*[namespace-uri() = '']", "[y x=3]"},
		{"//@xml:lang", "[]"},
		{NS "/d:r/p:x/following-sibling::p:x", "[q:x#a]"},
		{NS "//p:x/self::p:*[1]", "[p:x=2 q:x#a]"},
	};

	XT_CASES("<r xmlns='urn:d' xmlns:p='urn:p'><x>1</x><p:x>2</p:x><y xmlns=''><x>3</x></y>"
			 "<q:x xmlns:q='urn:p' p:n='a' n='b'>4</q:x></r>",
			 cases);
#undef NS
#undef DEF
}

static void
expect_refusal(const char *expr, const char *want, const char *part)
{
	XpBlock *path = NULL;
	BxArena arena;
	BxError err;
	XtWay way = {0};
	XtDoc d;
	XpCall c;
	bool found;

	xt_expect("<r><a/></r>", expr, want);
	if (!xt_doc(&d, "<r><a/></r>", BX_MODE_AUTO, BX_TYPED_LOSSLESS))
		return;
	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	if (xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK)
	{
		xt_call(&c, &arena, &d, &way, &err);
		CHECK(xp_exists(&c, path, &found) == err.status);
	}
	CHECKF(strstr(err.msg, part) != NULL, "%s: %s", expr, err.msg);
	bx_arena_reset(&arena);
	xt_doc_free(&d);
}

static void
refusals(void)
{
	expect_refusal("$v", "!xpath@1", "\"$v\"");
	expect_refusal("1 + $x", "!xpath@5", "\"$x\"");
	expect_refusal("//none[$x]", "!xpath@8", "\"$x\"");
	expect_refusal("declare variable $x external; $x", "!xpath@31", "\"$x\"");
	expect_refusal("/none/p:x", "!xpath@7", "\"p\"");
	expect_refusal("\xc3\xa9/p:x", "!xpath@3", "\"p\"");
}

/* What each entry point makes of each type of result. */
static void
entry_points(void)
{
	static const XtCase cases[] = {
		{"//a", "[a=1 a=2] exists 1 test 1 count 2 value 1 query <a>1</a><a>2</a>"},
		{"//none", "[] exists 0 test 0 count 0 value none query none"},
		{"//e", "[e] exists 1 test 1 count 1 value  query <e/>"},
		{"1 + 1", "=2 exists 1 test 1 count 1 value 2 query 2"},
		{"0", "=0 exists 1 test 0 count 1 value 0 query 0"},
		{"0 div 0", "=NaN exists 1 test 0 count 1 value NaN query NaN"},
		{"''", "\"\" exists 1 test 0 count 1 value  query "},
		{"'<&'", "\"<&\" exists 1 test 1 count 1 value <& query &lt;&amp;"},
		{"true()", "true exists 1 test 1 count 1 value true query true"},
		{"1 = 2", "false exists 1 test 0 count 1 value false query false"},
		{"//@*", "[@x=7 @y=8&] exists 1 test 1 count 2 value 7 query 78&amp;"},
		{"//text()", "['1' '2' 't'] exists 1 test 1 count 3 value 1 query 12t"},
		{"//comment()", "[<!--c-->] exists 1 test 1 count 1 value c query <!--c-->"},
		{"//processing-instruction()", "[?p] exists 1 test 1 count 1 value d query <?p d?>"},
		{"//a[2] | //@x | //comment()",
		 "[@x=7 a=2 <!--c-->] exists 1 test 1 count 3 value 7 query 7<a>2</a><!--c-->"},
		{"/", "[/] exists 1 test 1 count 1 value 12t query "
			  "<r x=\"7\"><a>1</a><a>2</a><e/>t<!--c--><?p d?><f y=\"8&amp;\"/></r>"},
		{"/r", "[r] exists 1 test 1 count 1 value 12t query "
			   "<r x=\"7\"><a>1</a><a>2</a><e/>t<!--c--><?p d?><f y=\"8&amp;\"/></r>"},
	};
	XtWay way = {0};
	XtForms f;
	BxBuf got;
	size_t i;
	int k;

	memset(&f, 0, sizeof(f));
	if (!xt_forms(&f, "<r x='7'><a>1</a><a>2</a><e/>t<!--c--><?p d?><f y='8&amp;'/></r>"))
		return;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (k = 0; k < 2 * XT_FORMS; k++)
		{
			way.navigate = k >= XT_FORMS;
			bx_buf_init(&got, bx_host_libc());
			xt_answer(&got, &f.doc[k % XT_FORMS], cases[i].expr, &way, true);
			xt_compare(&got, cases[i].want, strlen(cases[i].want), cases[i].expr, k);
			CHECK(got.len == strlen(cases[i].want));
			bx_buf_free(&got);
		}
	xt_forms_free(&f);
}

static void
expect_query(const char *text, const char *expr, const char *want)
{
	XtWay way = {0};
	const char *at;
	XtForms f;
	BxBuf got;
	int k;

	memset(&f, 0, sizeof(f));
	if (!xt_forms(&f, text))
		return;
	for (k = 0; k < 2 * XT_FORMS; k++)
	{
		way.navigate = k >= XT_FORMS;
		bx_buf_init(&got, bx_host_libc());
		xt_answer(&got, &f.doc[k % XT_FORMS], expr, &way, true);
		xt_put(&got, "", 1);
		at = strstr((char *) got.data, " query ");
		CHECKF(at != NULL && strcmp(at + 7, want) == 0, "%s: %s, want %s", expr, (char *) got.data, want);
		bx_buf_free(&got);
	}
	xt_forms_free(&f);
}

/* Elements that leave their document declare what was in scope: names in content keep their meaning. */
static void
scope_of_results(void)
{
	expect_query("<r xmlns='urn:d' xmlns:p='urn:p'><x/></r>", "//*:x",
				 "<x xmlns=\"urn:d\" xmlns:p=\"urn:p\"/>");
	expect_query("<r xmlns:p='urn:p'><y xmlns:p='urn:q'><p:z/></y></r>", "//*:z", "<p:z xmlns:p=\"urn:q\"/>");
	expect_query("<r xmlns='u'><y xmlns=''><z/></y></r>", "//z", "<z/>");
	expect_query("<r xmlns='u'><y xmlns=''><z xmlns='u'/></y></r>", "//*:z", "<z xmlns=\"u\"/>");
	expect_query("<r xmlns:p='u'><y p:a='1'><z/></y></r>", "//y", "<y xmlns:p=\"u\" p:a=\"1\"><z/></y>");
	expect_query("<r xmlns:p='u'><y>1</y><y>2</y></r>", "//y",
				 "<y xmlns:p=\"u\">1</y><y xmlns:p=\"u\">2</y>");
	expect_query("<r xmlns:p='u'><y/></r>", "/", "<r xmlns:p=\"u\"><y/></r>");
	expect_query("<r xmlns:p='u'><y/></r>", "//y/..", "<r xmlns:p=\"u\"><y/></r>");
	expect_query("<r xml:lang='en'><y xml:space='preserve'> </y></r>", "//y",
				 "<y xml:space=\"preserve\"> </y>");
	expect_query("<r xmlns:p='u' p:n='p:v'/>", "//@*", "p:v");
	expect_query("<a><b>1<c/>2</b></a>", "//b | //c", "<b>1<c/>2</b><c/>");
	expect_query("<a>10</a>", "//a/text()", "10");
	expect_query("<a>1.50</a>", "//a", "<a>1.50</a>");
	expect_query("<a/>", "//b", "none");
	expect_query("", "/", "");
}

/* One cache per expression, and one for all, over documents in any order: no answer may change. */
static void
caches_change_nothing(void)
{
	static const char *const docs[] = {
		"<r><a n='1'>1</a><b>2</b></r>",
		"<r><a n='2'>3</a><b>4</b></r>",
		"<r><b>2</b><a>1</a><a/></r>",
		"<a><r><b/></r></a>",
		"<r xmlns='urn:d'><a/><b/></r>",
		"<r><p:a xmlns:p='urn:p'>7</p:a></r>",
		"",
		"text<a/><b><a>1</a></b>",
		"<r><x/><y/><z/><a><b><a><b>5</b></a></b></a></r>",
	};
	static const char *const exprs[] = {
		"//a",
		"/r/a",
		"count(//*)",
		"//b[. = 2]",
		"/r/b/preceding-sibling::a",
		"string(//a[last()])",
		"//a[@n]/@n",
		"name(//a)",
		"//*:a",
		"//a//b",
		"//a | //b",
		"sum(//b)",
	};
	enum
	{
		N_DOCS = sizeof(docs) / sizeof(docs[0]),
		N_EXPRS = sizeof(exprs) / sizeof(exprs[0])
	};
	XpCache *own[N_EXPRS];
	XtForms forms[N_DOCS];
	XtWay way = {0};
	BxArena arena;
	uint64_t rng = 42;
	int i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < N_DOCS; i++)
		CHECK(xt_forms(&forms[i], docs[i]));
	for (i = 0; i < N_EXPRS; i++)
		own[i] = ut_need(xp_cache_new(&arena));
	for (i = 0; i < 6000; i++)
	{
		/* long runs of one document are there as well as changes at every call */
		const XtDoc *d = &forms[ut_below(&rng, i & 512 ? 2 : N_DOCS)].doc[ut_below(&rng, XT_FORMS)];
		uint32_t e = ut_below(&rng, N_EXPRS);
		BxBuf with, without;

		bx_buf_init(&with, bx_host_libc());
		bx_buf_init(&without, bx_host_libc());
		way.cache = NULL;
		xt_answer(&without, d, exprs[e], &way, true);
		way.cache = own[i % 7 == 0 ? 0 : e];
		xt_answer(&with, d, exprs[e], &way, true);
		CHECKF(with.len == without.len && memcmp(with.data, without.data, with.len) == 0,
			   "%s: %.*s, not %.*s", exprs[e], (int) with.len, (char *) with.data, (int) without.len,
			   (char *) without.data);
		bx_buf_free(&with);
		bx_buf_free(&without);
	}
	for (i = 0; i < N_DOCS; i++)
		xt_forms_free(&forms[i]);
	for (i = 0; i < N_EXPRS; i++)
		xt_cache_free(own[i]);
	bx_arena_reset(&arena);
}

/* A document of n elements with names of their own, so that its tables are about n * 20 bytes. */
static char *
many_names(uint32_t n, uint32_t salt)
{
	char *text = ut_need(malloc((size_t) n * 32 + 64));
	size_t at = (size_t) sprintf(text, "<r>");
	uint32_t i;

	for (i = 0; i < n; i++)
		at += (size_t) sprintf(text + at, "<n%u_%u_abcdefghij/>", salt, i);
	sprintf(text + at, "<x>%u</x></r>", n);
	return text;
}

/* The tables a cache keeps may be of any size, in any order: smaller and larger than what it took from the host. */
static void
caches_hold_tables_of_any_size(void)
{
	static const uint32_t sizes[] = {700, 5000, 3, 700, 20000, 5000, 40, 400, 401, 402, 5001, 1};
	XtWay way = {0};
	BxArena arena;
	XpCache *cache;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	cache = ut_need(xp_cache_new(&arena));
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
	{
		char *text = many_names(sizes[i], (uint32_t) i);
		char want[32];
		XtForms f;
		int k;

		snprintf(want, sizeof(want), "[x=%u]", sizes[i]);
		CHECK(xt_forms(&f, text));
		for (k = 0; k < XT_FORMS; k++)
		{
			BxBuf got;

			bx_buf_init(&got, bx_host_libc());
			way.cache = cache;
			xt_answer(&got, &f.doc[k], "/r/x", &way, true);
			CHECKF(got.len >= strlen(want) && memcmp(got.data, want, strlen(want)) == 0, "%u names: %.*s",
				   sizes[i], (int) got.len, (char *) got.data);
			bx_buf_free(&got);
		}
		xt_forms_free(&f);
		free(text);
	}
	xt_cache_free(cache);
	bx_arena_reset(&arena);
}

UT_SUITE(test_xpath_eval)
{
	UT_RUN(forward_axes);
	UT_RUN(reverse_axes);
	UT_RUN(predicates);
	UT_RUN(filters_and_unions);
	UT_RUN(many_contexts);
	UT_RUN(ways_out_of_predicates);
	UT_RUN(leaves);
	UT_RUN(typed_values);
	UT_RUN(around_the_root);
	UT_RUN(document_types);
	UT_RUN(several_roots);
	UT_RUN(namespaces);
	UT_RUN(refusals);
	UT_RUN(entry_points);
	UT_RUN(scope_of_results);
	UT_RUN(caches_change_nothing);
	UT_RUN(caches_hold_tables_of_any_size);
	return ut_done();
}
