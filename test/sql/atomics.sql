-- Atomic values of XPath 2.0: one rule for numbers of all types, dates and durations, ranges, and every function with
-- every type.

-- the items of a result, or what is wrong
CREATE FUNCTION pg_temp.x(path text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	doc bxml := '<r><i><p>1</p></i><i><p>2</p></i><e/><n>7</n><d>2020-02-29</d></r>';
BEGIN
	RETURN coalesce('(' || array_to_string(bxml_values_array(doc, path::bxpath), ' ') || ')', 'null');
EXCEPTION WHEN OTHERS THEN
	RETURN '!' || SQLSTATE || ' ' || SQLERRM;
END $$;
\pset tuples_only on
\pset format unaligned
\pset fieldsep '  =>  '

-- decimals are numbers
SELECT '<r><i><p>1</p></i><i><p>2</p></i></r>'::bxml ->> 'string-join(/r/i[xs:decimal("2")]/p,",")';
SELECT '<a>0</a>'::bxml @@ 'xs:decimal(/a)', '<a>0.00</a>'::bxml @@ 'xs:decimal(/a)', '<a>-0.1</a>'::bxml @@ 'xs:decimal(/a)';
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'/r/i[1 + xs:decimal("1")]/p', '/r/i[xs:decimal("2.00000000000000000001")]/p', '/r/i[xs:decimal("99999999999")]/p',
	'(5, 6, 7)[xs:decimal("3.0")]', 'boolean(xs:decimal("0"))', 'not(xs:decimal("-0.0"))',
	'if (xs:decimal("0")) then 1 else 2', 'xs:decimal("0") or false()',
	'distinct-values((xs:decimal("1.2"), xs:double("1.2")))', 'distinct-values((xs:double("1.2"), xs:decimal("1.20")))',
	'distinct-values((1 to 3, xs:decimal("2"), 5, 2, "2", xs:decimal("2.5")))',
	'index-of((1, xs:decimal("2"), "2"), 2)', 'index-of((1, 2), xs:decimal("2"))', 'xs:decimal("2") eq 2', '(xs:decimal("2"), "x") = 2',
	'max((xs:decimal("2"), 3))', 'min((3, xs:decimal("2")))', 'xs:decimal("0012.500")', 'xs:decimal(-0.5)', 'xs:decimal(true())', 'xs:decimal(1 div 0)'
]) p;

-- digits are kept
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'floor(xs:decimal("123456789012345678901234567890.9"))', 'ceiling(xs:decimal("-123456789012345678901234567890.9"))',
	'round(xs:decimal("123456789012345678901234567890.5"))', 'round(xs:decimal("-2.5"))', 'abs(xs:decimal("-123456789012345678901234567890.5"))',
	'round-half-to-even(xs:decimal("2.5"))', 'round-half-to-even(xs:decimal("123456789012345678901234567890.125"), 2)',
	'round-half-to-even(2.5)', 'round-half-to-even(12345, -2)', 'round-half-to-even(2.675, 2)', 'round-half-to-even(1.245, 2)',
	'round-half-to-even(xs:decimal("2.675"), 2)', 'round-half-to-even(-1.245, 2)', 'round-half-to-even(number("0.00000001"), 3)', 'round-half-to-even((), 1)', 'round-half-to-even(1, 0.5)',
	'-xs:decimal("123456789012345678901234567890.5")', 'xs:decimal("123456789012345678901234567890.5") + xs:decimal("0.5")',
	'xs:decimal("123456789012345678901234567890.5") - xs:decimal("0.5")', 'xs:decimal("123456789012345678901234567890") * xs:decimal("1.1")',
	'xs:decimal("1") div xs:decimal("3")', 'xs:decimal("123456789012345678901234567890.5") mod xs:decimal("10")',
	'xs:decimal("-7") mod xs:decimal("2")', 'xs:decimal("123456789012345678901234567890") idiv xs:decimal("7")', '7 idiv 2', '-7 idiv 2',
	'sum((xs:decimal("0.1"), xs:decimal("0.2")))', 'avg((xs:decimal("0.1"), xs:decimal("0.2")))', 'sum((xs:decimal("0.1"), 0.2))',
	'sum(for $x in 1 to 1000 return xs:decimal("0.001"))', 'avg((xs:decimal("1"), xs:decimal("1"), xs:decimal("0")))',
	'max((xs:decimal("123456789012345678901234567890.5"), xs:decimal("123456789012345678901234567890.4")))',
	'xs:decimal("1") div xs:decimal("0")', 'xs:decimal("1") div 0', '1 idiv 0', '(1 div 0) idiv 2'
]) p;
SELECT bxml_numeric('<a/>', 'xs:decimal("123456789012345678901234567890.5") * xs:decimal("3")'), bxml_int('<a/>', 'xs:decimal("7.0") + xs:decimal("1")');

-- the empty sequence in arithmetic; an empty node-set among expressions of XPath 1.0 is NaN
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'() + 1', '1 - ()', '-()', 'floor(())', 'abs(())', 'abs(/r/none)', 'sum(())', 'avg(())', '() to 3', 'head(()) * 2', '/r/none + max(/r/n)',
	'count(() + 1)', '() + 1 = ()', 'boolean(() + 1)', 'string(() + 1)', 'number(() + 1)',
	'/r/none + 1', '-/r/none', 'floor(/r/none)', 'sum(/r/none)', 'number(())', 'number(/r/none)', '/r/n + 1', '"x" + 1', 'true() + 1'
]) p;

-- sequences of one atomic value
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'count(("x"))', 'count("x")', 'count(5)', 'count(true())', 'count(string(/r/none))', '(1)[1]', '("x")[2]', '"x"[1]', 'string(/r/d)[. = "2020-02-29"]',
	'count(/r/i)[. > 1]', 'sum(5)', 'sum("5")', 'sum(true())', 'avg(5)', 'name("x")', '("x")/a', '1 | 2',
	-- errors in operands that are evaluated once
	'some $x in (1, 2) satisfies boolean((1, 2))', 'every $x in 1 to 3 satisfies $x = boolean((1, 2))', 'some $x in (1, 2) satisfies $x > number(xs:date("x"))',
	'some $x in ("a", "b") satisfies contains($x, string(xs:date("x")))', 'some $x in (1, 2) satisfies $x = (3, xs:date("x"))', 'some $x in (1, 2) satisfies /r/i[xs:date(.) = 1]'
]) p;

-- dates and times: the same forms as in SQL
SELECT t, pg_temp.x('xs:dateTime("' || t || '")'), bxml_timestamptz(('<a>' || t || '</a>')::bxml, '/a') AT TIME ZONE 'UTC'
	FROM unnest(ARRAY['2020-01-01T00:00:00-00:00', '2020-12-31T24:00:00', '12020-01-01T00:00:00Z', '-0044-03-15T12:00:00Z', '0000-02-29T00:00:00Z',
		'2020-01-01T00:00:00.123456+14:00', ' 2020-01-01T00:00:00.5 ']) t;
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'xs:date("2020-01-01-00:00")', 'xs:date("12020-01-01")', 'xs:date("-0044-03-15")', 'xs:date("0000-02-29")', 'xs:date("02020-01-01")',
	'xs:date("2020-13-01")', 'xs:dateTime("2020-01-01T24:00:01")', 'xs:dateTime("2020-01-01T00:00:60")', 'xs:date("99999999-01-01")',
	'xs:date("-0001-01-01") lt xs:date("0001-01-01")', 'xs:date("10000-01-01") > xs:date("9999-12-31")',
	'xs:dateTime("2020-01-01T24:00:00") = xs:dateTime("2020-01-02T00:00:00-00:00")', '"2020-01-01T24:00:00" = xs:dateTime("2020-01-02T00:00:00Z")',
	'xs:dateTime("2020-01-01T00:00:00.0000001") = xs:dateTime("2020-01-01T00:00:00.0000002")',
	'xs:date(xs:dateTime("2020-02-29T23:59:59.25+01:00"))', 'xs:dateTime(xs:date("2020-02-29"))', 'xs:date(5)',
	'distinct-values((xs:date("2020-01-01"), xs:date("2020-01-01-00:00"), xs:date("2020-01-01+01:00")))'
]) p;

-- arithmetic of dates and durations
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'xs:date("2020-03-01") - xs:date("2020-02-28")', 'xs:date("2020-01-01+02:00") - xs:date("2020-01-01")', 'xs:date("0001-01-01") - xs:date("-0001-01-01")',
	'xs:dateTime("2020-03-01T00:00:00.5Z") - xs:dateTime("2020-03-01T01:00:00+01:00")', 'xs:dateTime("2020-01-01T00:00:00") - xs:dateTime("2020-01-01T00:00:00.000000001")',
	'xs:date("2020-01-31") + xs:yearMonthDuration("P1M")', 'xs:date("2020-02-29") - xs:yearMonthDuration("P4Y1M")', 'xs:yearMonthDuration("P1M") + xs:date("2020-01-31-05:00")',
	'xs:date("2020-03-01") - xs:dayTimeDuration("PT1S")', 'xs:date("2020-03-01") + xs:dayTimeDuration("P1DT23H")',
	'xs:dateTime("2020-02-28T23:00:00Z") + xs:dayTimeDuration("PT90M")', 'xs:dateTime("0000-01-01T00:00:00") - xs:dayTimeDuration("PT0.001S")',
	'xs:date("9999999-12-31") + xs:dayTimeDuration("P1D")', 'xs:date("-9999999-01-01") - xs:yearMonthDuration("P1M")',
	'(xs:date("2020-03-01") - xs:date("2020-02-28")) div xs:dayTimeDuration("P1D")', 'xs:dayTimeDuration("PT1H") * 1.5', '1.5 * xs:dayTimeDuration("PT1H")',
	'xs:dayTimeDuration("PT1H") div xs:decimal("3")', 'xs:dayTimeDuration("-PT1H") + xs:dayTimeDuration("PT0.5S")', 'xs:yearMonthDuration("P1Y") * 1.5', 'xs:yearMonthDuration("P1Y") div 24',
	'xs:yearMonthDuration("P3Y") div xs:yearMonthDuration("P1M")', 'xs:dayTimeDuration("PT1H") div 0', 'xs:dayTimeDuration("PT1H") * (0 div 0)', 'xs:dayTimeDuration("PT1H") * (1 div 0)',
	'xs:date("2020-01-01") + 1', 'xs:date("2020-01-01") + xs:date("2020-01-01")', 'xs:date("2020-01-01") - xs:dateTime("2020-01-01T00:00:00")', '/r/d - xs:date("2020-01-01")',
	'1 - xs:dayTimeDuration("PT1H")', 'xs:dayTimeDuration("PT1H") + xs:yearMonthDuration("P1M")', 'xs:date("2020-01-01") - ()', '-xs:dayTimeDuration("PT1H")',
	'xs:dayTimeDuration("P1DT25H61M61.50S")', 'xs:dayTimeDuration("P1Y")', 'xs:dayTimeDuration("PT")', 'xs:dayTimeDuration("-P0D")', 'xs:yearMonthDuration("-P25M")',
	'xs:dayTimeDuration("PT36H") = xs:dayTimeDuration("P1DT12H")', '"PT36H" < xs:dayTimeDuration("P2D")', 'xs:dayTimeDuration("PT1H") eq xs:yearMonthDuration("P1M")',
	'max((xs:dayTimeDuration("PT1H"), xs:dayTimeDuration("PT2H")))', 'sum((xs:dayTimeDuration("PT1H"), xs:dayTimeDuration("PT2H")))', 'avg((xs:yearMonthDuration("P1Y"), xs:yearMonthDuration("P2Y")))',
	'sum((1, xs:dayTimeDuration("PT1H")))', 'sum(xs:date("2020-01-01"))',
	'xs:date(/r/d) + xs:dayTimeDuration("P1D")', '//d[. + xs:dayTimeDuration("P1D") = 1]', '//d[xs:date(.) + xs:dayTimeDuration("P1D") = xs:date("2020-03-01")]',
	'boolean(xs:date("2020-01-01"))', '/r/i[xs:date("2020-01-01")]', 'if (xs:dayTimeDuration("PT0S")) then 1 else 2', 'some $x in 1 satisfies xs:date("2020-01-01")',
	'seconds-from-duration(xs:dayTimeDuration("-PT25H30M1.5S"))', 'timezone-from-date(xs:date("2020-02-29+05:30"))', 'timezone-from-date(xs:date("2020-02-29"))',
	'days-from-duration("P3DT1H")', 'year-from-date(xs:dateTime("2020-01-01T00:00:00"))', 'month-from-date(/r/n)'
]) p;

-- ranges are not walked
SELECT p, pg_temp.x(p) FROM unnest(ARRAY[
	'count(1 to 1000000000000)', 'count((1 to 1000000000000, "x", 5 to 4))', 'subsequence(1 to 1000000000000, 999999999999)', 'subsequence(("x", 1 to 1000000000000, "y"), 1000000000000)',
	'(1 to 1000000000000)[999999999999]', '(1 to 1000000000000)[1000000000001]', '(1 to 1000000000000)[last()]', '(1 to 1000000000000)[last() - 1]',
	'(1 to 1000000000000)[position() > 999999999998]', 'count((1 to 1000000000000)[position() < 6][position() > 2])', '(1 to 1000000000000)[position() = 7]',
	'(1 to 1000000000000)[xs:decimal("3") = 1]',
	'max(1 to 1000000000000)', 'min((2 to 1000000000000, 1))', 'sum(1 to 1000000000)', 'avg(1 to 1000000000)', 'exists(1 to 1000000000000)', 'empty(1 to 1000000000000)',
	'reverse(1 to 1000000000000)[1]', 'head(tail(reverse((1 to 1000000000000, "x"))))', 'index-of(1 to 1000000000000, 500)', 'index-of(("x", reverse(1 to 1000000000000)), 500)', 'index-of(1 to 10, 2.5)',
	'count(distinct-values((1 to 1000000000000, 3, xs:decimal("4"), 4.5)))', 'count(data(1 to 1000000000000))',
	'let $r := 1 to 1000000000000 return (count($r), $r[7], $r[last()])', 'count(let $r := 1 to 1000000000000 return $r)',
	'(1 to 1000000000000) = 5', '(1 to 1000000000000) = 0', '5.5 = (1 to 1000000000000)', '(1 to 1000000000000) != 5', '(1 to 1000000000000) < 1', '(1 to 1000000000000) <= 1',
	'1000000000001 > (1 to 1000000000000)', '1 > (1 to 1000000000000)', '(1 to 1000000000000) = (1000000000000 to 1000000000001)', '(1 to 5) = (6 to 1000000000000)', '(1 to 1000000000000) = "17"',
	'(1 to 1000000000000) = xs:decimal("17.0")', '//p[. = (2 to 1000000000000)]', '//p[(2 to 1000000000000) = .]', '(1 to 1000000000000) = xs:date("2020-01-01")', '(1 to 1000000000000) eq 1',
	'string((3 to 1000000000000))', '(3 to 1000000000000) + 1', 'boolean(1 to 1000000000000)', 'reverse((1 to 3, "x", 7 to 9))', '(1 to 10)[. mod 2 = 0][last()]', '(5 to 4)', '2.5 to 4', '1 to 9007199254740992', '-9007199254740992 to 1'
]) p;

-- every function with every type: one line a function, one cell an argument
CREATE TEMP TABLE arg (id serial, e text);
INSERT INTO arg (e) VALUES ('()'), ('"x"'), ('"12"'), ('true()'), ('2.5'), ('(-1 div 0)'), ('xs:decimal("12345678901234567890.5")'), ('xs:decimal("-2.5")'),
	('xs:date("-0044-03-15")'), ('xs:dateTime("2020-02-28T24:00:00-00:00")'), ('xs:dayTimeDuration("-PT90M")'), ('xs:yearMonthDuration("P14M")'),
	('(3 to 5)'), ('(2, xs:decimal("2"))'), ('/r/n'), ('/r/none');
CREATE TEMP TABLE fn (id serial, f text);
INSERT INTO fn (f) VALUES ('$a'), ('count($a)'), ('exists($a)'), ('empty($a)'), ('boolean($a)'), ('not($a)'), ('/r/i[$a]/p'), ('(7, 8, 9)[$a]'), ('string($a)'), ('number($a)'),
	('sum($a)'), ('avg($a)'), ('min($a)'), ('max($a)'), ('floor($a)'), ('ceiling($a)'), ('round($a)'), ('abs($a)'), ('round-half-to-even($a)'), ('-($a)'),
	('$a + 1'), ('$a + xs:decimal("1")'), ('$a - xs:dayTimeDuration("P1D")'), ('xs:date("2020-02-29") - $a'), ('$a * 2'), ('$a div xs:decimal("4")'), ('$a mod 2'), ('$a idiv 2'),
	('$a = 2.5'), ('$a eq 2'), ('$a < xs:decimal("3")'), ('$a != "12"'), ('$a >= xs:date("2020-01-01")'), ('$a to 4'),
	('distinct-values(($a, $a))'), ('index-of(($a), 12)'), ('index-of((2, 7, "x"), $a)'), ('data($a)'), ('reverse($a)'), ('head($a)'), ('tail($a)'), ('subsequence($a, 2)'), ('subsequence((7, 8, 9), $a)'),
	('string-join(("a", $a), "|")'), ('concat($a, "-")'), ('starts-with($a, "1")'), ('ends-with($a, "5")'), ('contains($a, "-")'), ('substring-before($a, "-")'), ('substring-after($a, "-")'),
	('substring($a, 2)'), ('substring("abcdef", $a)'), ('string-length($a)'), ('normalize-space($a)'), ('translate($a, "12", "xy")'), ('lower-case($a)'), ('upper-case($a)'),
	('matches($a, "^\d")'), ('replace($a, "\d", "#")'), ('tokenize($a, "-")'), ('lang($a)'), ('id($a)'),
	('name($a)'), ('local-name($a)'), ('namespace-uri($a)'),
	('xs:date($a)'), ('xs:dateTime($a)'), ('xs:dayTimeDuration($a)'), ('xs:yearMonthDuration($a)'), ('xs:decimal($a)'), ('xs:double($a)'), ('xs:string($a)'),
	('year-from-date($a)'), ('month-from-date($a)'), ('day-from-date($a)'), ('timezone-from-date($a)'), ('year-from-dateTime($a)'), ('month-from-dateTime($a)'), ('day-from-dateTime($a)'),
	('hours-from-dateTime($a)'), ('minutes-from-dateTime($a)'), ('seconds-from-dateTime($a)'), ('timezone-from-dateTime($a)'),
	('years-from-duration($a)'), ('months-from-duration($a)'), ('days-from-duration($a)'), ('hours-from-duration($a)'), ('minutes-from-duration($a)'), ('seconds-from-duration($a)');
SELECT string_agg(e, ' | ' ORDER BY id) FROM arg;
SELECT f, (SELECT string_agg(regexp_replace(pg_temp.x(replace(f, '$a', e)), '^!10608 (.*)$', '!'), ' | ' ORDER BY arg.id) FROM arg) FROM fn ORDER BY id;
