-- All items of a result, values of any type, records, variables.

CREATE TABLE items (id int, doc bxml);
INSERT INTO items VALUES
	(1, '<r xmlns:p="u" qty="3"><o id="1" when="2024-01-02"><name>x &amp; y</name><amount>1.50</amount><when>2024-05-06</when></o><o id="2"/><p:o id="3">t<b/></p:o></r>'),
	(2, '<r/>'),
	(3, NULL);

SELECT id, bxml_values_array(doc, '//@id'), bxml_values_array(doc, '//name'), bxml_string_agg(doc, '//@id'),
	bxml_string_agg(doc, '//o/*', ', ') FROM items ORDER BY id;
SELECT id, bxml_query_array(doc, '//*:o | //@id | //text()') FROM items ORDER BY id;
SELECT id, bxml_first(doc, '//o') FROM items ORDER BY id;
SELECT id, v FROM items, bxml_values(doc, '/r/*/@id') v ORDER BY id, v;
SELECT v, n FROM items, bxml_values(doc, '//o[last()]/preceding::text()') WITH ORDINALITY AS x(v, n) WHERE id = 1;
SELECT bxml_values_array('<a/>', 'count(//*)'), bxml_query_array('<a/>', '"<"'), bxml_string_agg('<a/>', 'true()'),
	bxml_first('<a/>', '1 + 1');
SELECT bxml_string_agg('<a><b/><b/></a>', '//b', ','), bxml_string_agg('<a><b>1</b><b>2</b></a>', '//b', NULL),
	bxml_string_agg('<a/>', '//b') IS NULL AS nothing;
SELECT count(*), sum(length(v)) FROM bxml_values(('<r>' || repeat('<i>12345</i>', 50000) || '</r>')::bxml, '/r/i') v;
SELECT cardinality(bxml_query_array(('<r>' || repeat('<i>12345</i>', 50000) || '</r>')::bxml, '/r/i'));

-- one, many, none
SELECT bxml_value('<a><b>1</b><b>2</b></a>', '//b', NULL), bxml_value('<a><b>1</b><b>2</b></a>', '//b', NULL, 'null') IS NULL AS many,
	bxml_value('<a><b>1</b></a>', '//b', NULL, 'error', 'error'), bxml_value('<a/>', '//b', NULL, 'error') IS NULL AS none,
	bxml_value('<a/>', '//b', NULL, on_many => 'null', on_empty => 'null') IS NULL AS none2;
SELECT bxml_value('<a><b>1</b><b>2</b></a>', '//b', NULL, 'error');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '//b', NULL, 'first', 'error');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '//b', NULL, 'last');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '//b', NULL, 'first', 'first');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '//b', NULL, NULL);
\echo :SQLSTATE

-- variables
SELECT id, bxml_exists(doc, '//*[@id = $n]', '{"n": 3}') AS exists, bxml_test(doc, 'count(//o) > $n', '{"n": 1}') AS test,
	bxml_value(doc, '//o[@id = $n]/name', '{"n": "1"}') AS value, bxml_query(doc, '//o[$n]', '{"n": 2}') AS query,
	bxml_count(doc, '//@*[. = $a or . = $b]', '{"a": 1, "b": "2"}') AS count FROM items ORDER BY id;
SELECT bxml_values_array(doc, '//@id[. > $n]', '{"n": 1.5}'), bxml_query_array(doc, '//o[@id = $n]', '{"n": 2}'),
	bxml_first(doc, '//o[position() = $n]', '{"n": 2}'), bxml_string_agg(doc, '//@id[. != $n]', '+', '{"n": 2}')
	FROM items WHERE id = 1;
SELECT bxml_value('<a/>', 'concat($s, "|", $t, "|", $f, "|", $n)', '{"s": "<&>", "t": true, "f": false, "n": 0.1, "other": "x"}');
SELECT bxml_value('<a/>', 'declare namespace p = "u"; concat($p:x, $Q{u}x, $y)', '{"p:x": 1, "y": 2}');
SELECT bxml_value('<a/>', '1', NULL) AS no_vars, bxml_value('<a/>', '1', '{}') AS empty, bxml_value(NULL, '1', '{}') IS NULL AS no_doc;
SELECT bxml_value('<a/>', '$x', '{}');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '$x', '{"x": {}}');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '$x', '{"x": [[1]]}');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '$x', '{"x": [null]}');
\echo :SQLSTATE
SELECT bxpath_bind('$x', '{"x": [1, 2]}');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '$x', '[1]');
\echo :SQLSTATE
SELECT bxml_value('<a/>', '$x', '{"x y": 1}');
\echo :SQLSTATE
-- members the path does not mention may have any name and value
SELECT bxml_value('<a/>', '$x', '{"x": 1, "x y": 2, "": 3, "$x": 4, "5": 5, "p:x": 6, "o": {"x": 7}, "l": [null]}'),
	bxpath_bind('$x', '{"x": 1, "x y": 2, "o": {"x": 7}}');
-- arrays are sequences, null is the empty one; results may be sequences, too
SELECT bxml_values_array(doc, '//*[@id = $ids]/@id', '{"ids": [1, 3, "x"]}'), bxml_count(doc, '//*[@id = $ids]', '{"ids": null}'),
	bxml_values_array(doc, '$ids', '{"ids": ["a", 1.5, true]}'), bxml_value(doc, '$ids', '{"ids": []}') IS NULL AS empty,
	bxml_value(doc, '$ids', '{"ids": [7, 8]}', 'null') IS NULL AS many FROM items WHERE id = 1;
SELECT bxml_values_array('<a><b>3</b><b>1</b></a>', 'for $b in //b return $b * 2'), bxml_int('<a/>', '(1 to 3)[2]'),
	bxml_numeric('<a><b>3</b><b>1</b></a>', 'max(//b)'), bxml_query_array('<a><b>3</b><b>1</b></a>', '(//b, "x")'),
	bxml_string_agg('<a/>', '("a", "b")', '-'), bxml_first('<a/>', '(1, 2)');
SELECT bxpath_bind('//o[@id = $n]/@*[. = $s]', '{"n": 2, "s": "a\"b", "unused": 1}');
SELECT doc @? bxpath_bind('//o[@id = $n]', '{"n": 2}'), doc ->> bxpath_bind('//o[$n]/@id', '{"n": 2}') FROM items ORDER BY id;
SELECT bxpath_bind('//o', NULL) IS NULL;
PREPARE bound AS SELECT id FROM items WHERE doc @? bxpath_bind('//o[@id = $n]', jsonb_build_object('n', $1::int));
EXECUTE bound(2);
EXECUTE bound(9);
PREPARE untyped AS SELECT bxml_value($1, $2), bxml_value($1, $2, $3), bxml_exists($1, $2, $3), bxml_values_array($1, $2);
EXECUTE untyped('<a>1</a>', '/a', '{}');

-- any type
SELECT bxml_value_as(doc, '/r/@qty', NULL::int) + 1, bxml_value_as(doc, '//amount', 0.0), bxml_value_as(doc, '//o[1]/name', NULL::bxml),
	bxml_value_as(doc, '//o[1]/name', NULL::xml), bxml_value_as(doc, '//when', NULL::date) + 1,
	bxml_value_as(doc, '//none', 7), bxml_value_as(doc, 'count(//*)', NULL::float8) FROM items WHERE id = 1;
SELECT bxml_value_as('<a>{1,2}</a>', '/a', NULL::int[]), bxml_value_as('<a>{"x": 1}</a>', '/a', NULL::jsonb) -> 'x',
	bxml_value_as(NULL, '/a', 1) IS NULL;
SELECT bxml_value_as('<a>x</a>', '/a', NULL::int);

-- records
SELECT r.* FROM items, bxml_to_record(doc, '//*:o') AS r(id2 text, id int, name text, "when" date, amount numeric(10, 1), o bxml)
	ORDER BY items.id;
SELECT r.* FROM items, bxml_to_record(doc, '//*:o[@id = 3]') AS r(id int, b bxml, name xml) WHERE items.id = 1;
SELECT * FROM bxml_to_record('<a><x>1</x><X>2</X><x>3</x></a>', '/a') AS r("X" int, x int);
SELECT bxml_to_record('<a/>', '/a');
SELECT * FROM bxml_to_record('<a/>', 'count(/a)') AS r(a int);
CREATE TYPE o AS (id int, name xml, "when" timestamp, amount numeric);
CREATE DOMAIN positive AS o CHECK ((VALUE).id > 1);
SELECT bxml_populate_record(NULL::o, bxml_first(doc, '//o')) FROM items ORDER BY items.id;
SELECT bxml_populate_record(row(9, '<z/>', '2000-01-01', 5)::o, '<o id="2"/>'),
	bxml_populate_record(row(9, '<z/>', '2000-01-01', 5)::o, NULL), bxml_populate_record(NULL::o, NULL) IS NULL;
SELECT bxml_populate_record(NULL::positive, '<o id="2"/>');
SELECT bxml_populate_record(NULL::positive, '<o id="1"/>');
SELECT bxml_populate_record(1, '<o id="1"/>');
SELECT (bxml_populate_record(NULL::o, '<o id="x"/>')).id;
ALTER TYPE o DROP ATTRIBUTE name, ADD ATTRIBUTE extra text;
SELECT bxml_populate_record(NULL::o, '<o id="2" extra="e"><name>n</name></o>');
-- one call site, many types of row
SELECT bxml_populate_record(r, '<o id="2" k="3"/>') FROM (VALUES (row(1, 2))) v(r);
DROP TYPE o CASCADE;
DROP TABLE items;
