-- Paths on documents: functions, operators, result rules.

CREATE TABLE orders (id int, doc bxml);
INSERT INTO orders VALUES
	(1, '<order id="A1" qty="3"><item sku="x1"><name>Bolt &amp; nut</name><price>1.50</price></item><item sku="x2"><name>Nail</name><price>0.05</price></item><note>urgent <b>now</b></note></order>'),
	(2, '<order id="B2" qty="10"><item sku="x2"><name>Nail</name><price>0.04</price></item></order>'),
	(3, '<!-- empty --><order id="C3"/>'),
	(4, NULL);

SELECT id, bxml_exists(doc, '/order/item'), bxml_test(doc, '/order/@qty > 5'), bxml_value(doc, '/order/item/name'),
	bxml_count(doc, '//item') FROM orders ORDER BY id;
SELECT id, doc @? '/order[@qty > 5]' AS "@?", doc @@ 'count(/order/item) = 2' AS "@@", doc -> '//price' AS "->",
	doc ->> '//item[last()]/@sku' AS "->>" FROM orders ORDER BY id;

-- scalars are not escaped, values are
SELECT doc ->> '/order/item[1]/name' AS text, doc -> '/order/item[1]/name/text()' AS bxml FROM orders WHERE id = 1;
-- attributes and atomics become text; adjacent atomics are joined
SELECT doc -> '//@sku' AS attributes, doc -> 'count(//item)' AS number, doc -> 'string(//name)' AS string,
	doc -> '//nothing' AS nothing FROM orders WHERE id = 1;
SELECT doc -> '//b' -> '/b' AS chained FROM orders WHERE id = 1;
SELECT doc -> '/comment()' AS comment, doc -> '/' AS root FROM orders WHERE id = 3;

-- namespaces: the prolog binds prefixes, results declare what is in scope
SELECT '<a xmlns="urn:d" xmlns:p="urn:p"><p:b>1</p:b></a>'::bxml -> 'declare namespace q = "urn:p"; //q:b';
SELECT '<a xmlns="urn:d"><b>1</b></a>'::bxml ->> 'declare default element namespace "urn:d"; /a/b';
SELECT '<a xmlns="urn:d"><b>1</b></a>'::bxml ->> '/a/b' AS missed, '<a xmlns="urn:d"><b>1</b></a>'::bxml ->> '/*:a/Q{urn:d}b' AS found;

-- values
SELECT bxml_value('<a>1</a>', '1 + 1'), bxml_value('<a>1</a>', 'a = 1'), bxml_value('<a/>', '/a') = '' AS empty,
	bxml_value('<a/>', '/b') IS NULL AS missing;
SELECT bxml_exists('<a/>', 'a = 5') AS always, bxml_test('<a/>', 'a = 5') AS test;

-- the type bxpath
SELECT '/a/b[1]'::bxpath, ' declare namespace p="u"; p:a '::bxpath;
SELECT '/a['::bxpath;
SELECT '/a/b)'::bxpath;
SELECT ''::bxpath;
SELECT 'frobnicate(1)'::bxpath;
SELECT 'substring("a")'::bxpath;
SELECT '/p:a'::bxpath;
SELECT bxml_exists('<a/>', '/p:a');
SELECT bxml_value('<a/>', '$v');
SELECT bxml_value('<a/>', 'count(1)');

-- paths from columns, stored paths
CREATE TABLE paths (id int, p bxpath);
INSERT INTO paths VALUES (1, '/order/@id'), (2, '/order/item/@sku'), (3, 'count(//item)');
SELECT p.id, o.id, o.doc ->> p.p FROM paths p, orders o WHERE o.id < 3 ORDER BY p.id, o.id;
CREATE VIEW v AS SELECT id FROM orders WHERE doc @? '/order[@id = "B2"]';
SELECT * FROM v;
-- servers print column names in different ways
SELECT pg_get_viewdef('v') LIKE '%doc @? ''/order[@id = "B2"]''::bxpath%' AS shown;
CREATE INDEX ON orders ((doc ->> '/order/@id'));
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM orders WHERE doc ->> '/order/@id' = 'B2';
SELECT id FROM orders WHERE doc ->> '/order/@id' = 'B2';
RESET enable_seqscan;
RESET enable_bitmapscan;

-- untyped literals keep resolving to core functions and to jsonb operators
SELECT xpath('/a', '<a/>');
SELECT '{"a": 1}'::jsonb @? '$.a', '{"a": 1}'::jsonb -> 'a';
DROP VIEW v;
DROP TABLE paths, orders;

-- how paths run
SELECT bxpath_explain('/a/b[@c = 3]');
SELECT bxpath_explain('//a/preceding-sibling::b[$n]/..');
SELECT bxpath_explain('declare namespace p = "u"; count(//p:a[z:b]) > $p:min + $x');
SELECT bxpath_explain('declare default element namespace "d"; concat("x", //b, //@c)');
SELECT bxpath_explain('$v');

-- what an index is looked up for
CREATE FUNCTION keys(path bxpath) RETURNS text LANGUAGE sql AS $$
	SELECT rtrim(regexp_replace(substring(bxpath_explain(path) FROM 'index keys:\n((  [^\n]*\n?)*)'), '^  ', '', 'gn'), E'\n')
$$;
SELECT keys(p::bxpath), count(*) FROM unnest(ARRAY['//name[. = "x"]', '//name[text() = "x"]', '//name[./text() = "x"]',
	'//name[data(.) = "x"]', '//name[string() = "x"]', '//name[string(.) = "x"]', '//name["x" = .]',
	'//name/self::node()[. = "x"]', '//*[name = "x"]/name', 'for $n in //name return if ($n = "x") then $n else ()',
	'//name[some $t in . satisfies $t = "x"]', '//name[. = ("x")]', 'descendant::name[. eq "x"]',
	'/a/b[c=5]', '/a/b/c[.=5]', '/a/b[c/text()=5]', '/a/b[data(c)=5]', 'exists(/a/b[c=5])', 'count(/a/b[c=5]) > 0',
	'some $x in /a/b satisfies $x/c = 5', '/a/b[5=c]', '/a[b[c=5]]']) p GROUP BY 1 ORDER BY 1;
SELECT p, keys(p::bxpath) FROM unnest(ARRAY['/a[@b >= 1 and @b < 5]', '/a[b >= 1 and b < 5]', '/a[@b = "x" or c = $v]/d',
	'declare namespace p = "u"; //p:a[starts-with(@*:b, "x")]', '/a >= xs:date("2026-01-31")', 'not(/a = 5)',
	'/a != 5 and contains(/b, "x")', 'string(/a) = ""', '/a[@b = number("x")]', '/a[b = c]']) p;
DROP FUNCTION keys;
