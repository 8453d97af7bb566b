-- Changes written in XQuery Update.

CREATE FUNCTION modified(doc bxml, expr text, vars jsonb DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	state text;
	message text;
	detail text;
BEGIN
	RETURN bxml_modify(doc, expr, vars)::text;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' | ', state, message, nullif(detail, ''));
END $$;

-- the primitives
SELECT e, modified('<a n="1"><b>x</b><b>y</b><c k="v">t<d/>u</c></a>', e) FROM unnest(ARRAY[
	'insert node <x a="1"/> as last into /a, delete node /a/b[2], replace value of node /a/@n with 2, rename node /a/c as "d"',
	'insert nodes (<x/>, "text", attribute y {1}) into /a/c',
	'insert nodes (attribute y {1}, <x/>, "text") into /a/c',
	'insert node /a/b before /a/c/d',
	'insert node <x>{/a/b/text(), " ", count(//b)}</x> as first into /a',
	'replace node /a/c with (<e/>, <f/>)',
	'replace node /a/@n with attribute m {"2"}',
	'replace value of node /a/c with ""',
	'rename node /a/@n as "m"',
	'delete nodes //b, delete node //none',
	'delete node (), insert node () into /a',
	'replace value of node /a/@n with "&lt;&#65;"',
	'insert node <x/> before /a/b[1], insert node <y/> before /a/b[1]',
	'()']) e;

-- all of them see the value as it was
SELECT e, modified('<a><b>x</b></a>', e) FROM unnest(ARRAY[
	'delete node /a/b, insert node /a/b into /a',
	'rename node /a/b as "c", replace value of node /a/b with "y", insert node <d/> after /a/b',
	'replace node /a/b with <c/>, insert node <d/> before /a/b, insert node <e/> into /a/b']) e;

-- variables, conditions, loops
SELECT e, modified('<a><b>1</b><b>2</b></a>', e, '{"v": "<&", "n": [1, 2], "t": true}') FROM unnest(ARRAY[
	'insert node <x y="{$v}">{$v}</x> into /a',
	'insert nodes ($n, $v) into /a',
	'if ($t) then delete node /a/b[1] else ()',
	'for $x in /a/b where $x = 2 return replace value of node $x with $x * 2',
	'for $x in /a/b, $i in $n return insert node <i>{$i}</i> into $x',
	'let $x := /a/b return (rename node $x[1] as "c", delete node $x[2])',
	'insert node <x>{$none}</x> into /a']) e;

-- namespaces
SELECT e, modified('<a xmlns="u" xmlns:p="v"><b/></a>', e) FROM unnest(ARRAY[
	'declare default element namespace "u"; insert node <c/> into /a/b',
	'insert node <c/> into /*:a/*:b',
	'declare namespace q = "v"; insert node <q:c q:d="1"/> into /*',
	'declare namespace q = "v"; insert node attribute q:d {1} into /*',
	'declare namespace p = "w"; rename node /*/* as "p:b"',
	'insert node <c xmlns:q="w" q:d="1"><q:e/></c> into /*']) e;

-- as T-SQL writes
SELECT e, modified('<a><b n="1">x</b></a>', e) FROM unnest(ARRAY[
	'insert <c/> into (/a)[1]',
	'insert <c/> as first into (/a)[1]',
	'insert <c/> after (/a/b)[1]',
	'insert attribute m {"2"} into (/a/b)[1]',
	'insert text {"y"} into (/a/b)[1]',
	'replace value of (/a/b/text())[1] with "y"',
	'replace value of (/a/b/@n)[1] with "2"',
	'delete /a/b',
	'delete (/a/c)[1]',
	'replace value of (/a/c)[1] with "y"']) e;

-- constructors
SELECT e, modified('<a n="1">t</a>', 'replace node /a with ' || e) FROM unnest(ARRAY[
	'<x> <y/> {1} z </x>', '<x a="{1 + 1}{{}}"/>', '<x>&lt;&#65;<![CDATA[<]]></x>', '<x><!--c--><?p d?></x>',
	'<x>{/a/@n, /a/text()}</x>', 'element x {attribute y {1}, text {"t"}, comment {"c"}, processing-instruction p {"d"}}',
	'(<!--c-->, <x/>)']) e;

-- refused
SELECT e, modified('<a n="1"><b>x</b><b>y</b></a>', e) FROM unnest(ARRAY[
	'', 'insert node <x/>', 'insert node <x> into /a', 'insert node <x></y> into /a', 'insert node <p:x/> into /a',
	'insert node element {"x"} {} into /a', 'update node /a', 'for $x in /a order by $x return ()', 'delete node /a[',
	'insert node <x/> into /none', 'insert node <x/> into /a/b', 'insert node <x/> into /a/@n',
	'insert node <x/> before /a/@n', 'insert node <x/> before /', 'insert node <x/> into "a"',
	'insert node attribute x {1} into /', 'insert node attribute n {1} into /a',
	'insert node attribute n {1} into /a, delete node /a/@n',
	'insert node <x y="1" y="2"/> into /a', 'insert node <x>{"t", attribute y {1}}</x> into /a',
	'insert node comment {"--"} into /a', 'insert node processing-instruction xml {} into /a',
	'replace node /a with "text"', 'replace node / with <x/>', 'replace node /a/@n with <x/>',
	'replace node /a/b[1] with attribute x {1}', 'delete node "x"', 'delete node /a',
	'rename node /a as "b c"', 'rename node /a as "p:b"', 'rename node /a/b[1]/text() as "b"',
	'rename node /a as "b", rename node /a as "c"',
	'replace node /a/b[1] with <x/>, replace node /a/b[1] with <y/>',
	'replace value of node /a with 1, replace value of node /a with 2',
	'insert node <x/> into /, insert node <y/> into /']) e;

-- references are characters in the literals of XQuery, once, wherever they are; in a path "&" is a character
SELECT e, modified('<a b="x&amp;">x&amp;</a>', e) FROM unnest(ARRAY[
	'replace value of node /a with "&amp;"', 'replace value of node /a with ''&amp;''''&quot;""''', 'replace value of node /a with "&#38;#38;&#x41;"',
	'replace value of node /a with "&amp;amp;"', 'replace value of node /a/@b with "&lt;&amp;"', 'replace node /a/text() with "&amp;"',
	'insert node "&amp;" into /a', 'insert node text {"&amp;", 1, "&lt;"} into /a', 'insert node attribute c {"&amp;"} into /a',
	'insert node element c {"&amp;"} into /a', 'insert node comment {"&amp;"} into /a', 'insert node processing-instruction c {"&amp;"} into /a',
	'insert node <c d="&amp;{"&amp;"}{{&#10;">&amp;{"&amp;"}{{}}</c> into /a', 'insert node <c d=''&apos;&quot;''>&#38;#38;<![CDATA[&amp;]]></c> into /a',
	'insert node <!--&amp;--> into /a', 'insert node <?c &amp;?> into /a', 'insert node <c xmlns="u&amp;v" xmlns:p="&lt;"/> into /a',
	'declare namespace p = "u&amp;v"; insert node <p:c/> into /a', 'insert node element Q{u&amp;v}c {1} into /a',
	'rename node /a as "&#x62;"', 'declare variable $v := "&amp;"; rename node /a as concat("b", string-length($v))',
	'declare variable $v := "&amp;"; insert node <c d="{$v}">{$v}</c> into /a', 'let $v := "&amp;" return replace value of node /a/@b with $v',
	'for $v in ("&amp;", "&lt;") return insert node <c>{$v}</c> into /a', 'delete node /a/text()[. = "x&amp;"]', 'delete node /a/@b[string(.) eq "x&amp;"]',
	'delete node /a/@b[contains(., "&amp;")]', 'replace value of node /a with (if (/a = "x&amp;") then "&gt;" else "no")',
	'replace value of node /a with replace(/a, "&amp;", "&lt;")', 'replace value of node /a with string-join(tokenize("p&amp;q", "&amp;"), "&gt;")',
	'replace value of node /a with "&amp"', 'replace value of node /a with "&none;"', 'replace value of node /a with "&"']) e;
SELECT bxml_modify('<a/>', 'declare variable $v := "x"; insert node <c d="{$v}">{$v}</c> into /a', '{"v": "&amp;"}'),
	bxml_modify('<a>x</a>', 'replace value of node /a with $v', '{"v": "&"}');
SELECT bxml_rename('<a/>', 'declare variable $v := "&"; /a[$v = "&"]', 'b'),
	bxml_rename('<a/>', 'declare namespace p = "u&amp;v"; declare variable $v := "&none;"; /a', 'p:b'),
	bxml_set_attribute('<a/>', 'declare variable $v := "&amp;"; /a[string-length($v) = 5]', 'b', '&amp;'), bxml_value('<a/>', '"&amp;"');

-- what is null
SELECT bxml_modify(NULL, '()') IS NULL, bxml_modify(NULL, NULL) IS NULL, bxml_modify('<a/>', '()', NULL);
-- a JSON null is the empty sequence, as in paths
SELECT bxml_modify('<a><b>1</b></a>', 'replace value of node /a/b with $v', '{"v": null}'),
	bxml_modify('<a><b>1</b></a>', 'if (exists($v)) then replace value of node /a/b with $v else ()', '{"v": null}');

-- a call site meets many texts, failing ones among them
SELECT i, modified('<a/>', CASE i % 3 WHEN 0 THEN 'insert node <x i="' || i || '"/> into /a' WHEN 1 THEN 'bad' ELSE 'delete node /a/b' END)
FROM generate_series(1, 6) i;
SELECT bxml_modify('<a/>', e) FROM unnest(ARRAY['insert node <x/> into /a', 'insert node <y/> into /a', 'insert node <y/> into /a', '()']) e;

DROP FUNCTION modified;
