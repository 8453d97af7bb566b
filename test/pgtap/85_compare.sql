-- Canonical forms, equality and differences agree with each other, however values are stored.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(14);

CREATE TABLE c (k int PRIMARY KEY, t text);
INSERT INTO c VALUES
	(1, '<a/>'),
	(2, '<!--c--><?p x?><r xmlns:p="urn:p" xmlns="urn:d" p:x="1" b="2" a="&#9;&quot;"><p:e>1.50</p:e><e xmlns="">t<![CDATA[<&>]]><!--k--></e></r><?q?>'),
	(3, 'text<a>&lt;</a><a b="&amp;"/>'),
	(4, ''),
	(5, '<a b="2010-06-14">007</a>');
INSERT INTO c SELECT 6, '<r>' || string_agg(format('<i id="%s" k="%s"><n>name %s</n><q>%s</q></i>', g, g % 7, g % 50, g * 1.5), '') || '</r>'
	FROM generate_series(1, 5000) g;
INSERT INTO c SELECT 7, '<r>' || string_agg(format('<t n="%s">%s</t>', g, repeat(chr(97 + g % 26) || g, 9000)), '') || '</r>'
	FROM generate_series(1, 20) g;
INSERT INTO c SELECT 8, '<r>' || string_agg(format('<i%s><n>v</n></i%s>', g, g), '') || '</r>' FROM generate_series(1, 500) g;

-- The same texts in several forms of storage, in the row and out of it.
CREATE TABLE s (k int, form text, doc bxml);
CREATE FUNCTION pg_temp.store(form text, directories text, compression text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('bxml.directories', directories, true), set_config('bxml.compression', compression, true);
	INSERT INTO s SELECT k, form, t::bxml FROM c;
END $$;
SELECT pg_temp.store('plain', 'off', 'off'), pg_temp.store('blocks', 'auto', 'always');

SELECT is_empty($$SELECT k, form, m FROM s, unnest('{c14n10,c14n11,exclusive}'::text[]) m
	WHERE bxml_canonical(bxml_canonical(doc, m, true)::bxml, m, true) <> bxml_canonical(doc, m, true)$$, 'the canonical form of a canonical form is itself');
SELECT is_empty($$SELECT k FROM s GROUP BY k HAVING count(DISTINCT bxml_canonical(doc)) > 1$$, 'storage does not show in it');
SELECT is_empty($$SELECT k FROM s WHERE convert_from(bxml_canonical_bytea(doc), 'UTF8') <> bxml_canonical(doc)$$, 'nor do bytes differ from text');
SELECT is_empty($$SELECT k, form, m FROM s, unnest('{c14n11,exclusive}'::text[]) m
	WHERE NOT bxml_deep_equal(doc, bxml_canonical(doc, m, true)::bxml)$$, 'a value equals its canonical form');
SELECT is_empty($$SELECT x.k, y.k FROM s x, s y WHERE bxml_deep_equal(x.doc, y.doc) <> (x.k = y.k)$$, 'values are equal when their texts are');
SELECT is_empty($$SELECT x.k, y.k FROM s x, s y WHERE x.k IN (6, 7, 1, 2, 3) AND bxml_deep_equal(x.doc, y.doc, '{order://*,whitespace,comments,pi}') <> (x.k = y.k)$$,
	'also with words');
SELECT is_empty($$SELECT x.k, y.k FROM s x, s y WHERE EXISTS (SELECT FROM bxml_diff(x.doc, y.doc)) <> (x.k <> y.k)$$, 'there are differences when they are not');
SELECT is_empty($$SELECT x.k, y.k, d.* FROM s x, s y, bxml_diff(x.doc, y.doc) d WHERE d.op <> 'insert-attribute' AND d.id <> ''
	AND x.k <> 6 AND bxml_path_of(x.doc, d.id) IS DISTINCT FROM d.path$$, 'ids and paths are of the first value');

-- what is the same but for order
SELECT ok(bxml_deep_equal(a, b, '{order:/r}') AND NOT bxml_deep_equal(a, b), '100,000 children in another order') FROM
	(SELECT ('<r>' || string_agg(format('<i>%s</i>', g), '' ORDER BY g) || '</r>')::bxml AS a,
		('<r>' || string_agg(format('<i>%s</i>', g), '' ORDER BY md5(g::text)) || '</r>')::bxml AS b FROM generate_series(1, 100000) g) d;
SELECT is(count(*), 100000::bigint, '100,000 changes') FROM
	(SELECT ('<r>' || string_agg(format('<i>%s</i>', g), '') || '</r>')::bxml AS a,
		('<r>' || string_agg(format('<i>%s</i>', -g), '') || '</r>')::bxml AS b FROM generate_series(1, 100000) g) d, bxml_diff(a, b);

-- states
SELECT throws_ok($$SELECT bxml_deep_equal('<a/>', '<a/>', '{order}')$$, '22023');
SELECT throws_ok($$SELECT bxml_canonical('<a/>', 'none')$$, '22023');
SELECT throws_ok($$SELECT bxml_canonical('<a xmlns="x"/>')$$, '22023');
SELECT throws_ok($$SELECT bxml_deep_equal('<a/>', '<a/>', '{NULL}')$$, '22004');

SELECT * FROM finish();
ROLLBACK;
