-- Stored numbers become SQL numbers without text: the same bytes as the input function makes, in tables and indexes
-- alike.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(6);

CREATE TABLE n (t text);
INSERT INTO n VALUES ('0'), ('0.0'), ('0.00'), ('0.000000000000000000'), ('1'), ('-1'), ('1.0'), ('10.00'), ('0.5'), ('-0.05'), ('0.0001'), ('0.00010'), ('-0.00001'),
	('9999'), ('10000'), ('10001'), ('-99999999'), ('100000000'), ('10000.0001'), ('1000000000000000000'), ('9223372036854775807'), ('-9223372036854775808'),
	('9223372036854775808'), ('922337203685477580.7'), ('-92233720368547.75808'), ('0.9223372036854775807'), ('9.223372036854775807'), ('0.000000000000000001'),
	('92.23372036854775807'), ('922.3372036854775807'), ('9223.372036854775807'), ('-0.0000000000000001'), ('12345678901234567890.123'), ('007'), ('+5'), ('1e3'), (' 8 ');
INSERT INTO n SELECT trim_scale((random() * 10 ^ (random() * 9))::numeric(30, 9) * CASE WHEN random() < 0.3 THEN -1 ELSE 1 END)::text FROM generate_series(1, 400);
INSERT INTO n SELECT round((random() * 10 ^ (i % 9))::numeric, i % 18)::text FROM generate_series(1, 400) i;
INSERT INTO n SELECT (10::numeric ^ i - d)::text FROM generate_series(0, 18) i, generate_series(-1, 1) d;
CREATE TABLE d AS SELECT ('<r><i>' || string_agg(t, '</i><i>') || '</i></r>')::bxml AS doc, array_agg(t) AS texts FROM n;

CREATE FUNCTION same(a numeric, b numeric) RETURNS boolean LANGUAGE sql AS 'SELECT numeric_send(a) = numeric_send(b) AND pg_column_size(a) = pg_column_size(b)';
CREATE TABLE got AS SELECT row_number() OVER () AS k, v FROM d, bxml_table(doc, '/r/i', '.') AS t(v numeric);
CREATE TABLE want AS SELECT row_number() OVER () AS k, t::numeric AS v FROM d, unnest(texts) t;
SELECT cmp_ok(count(*), '>', 850::bigint, 'numbers') FROM got;
SELECT is_empty('SELECT got.v, want.v FROM got JOIN want USING (k) WHERE NOT same(got.v, want.v)', 'numeric as its input function makes it');
SELECT is_empty($$SELECT t FROM n WHERE t ~ '^-?[0-9.]+$' AND NOT same(bxml_numeric(('<a>' || t || '</a>')::bxml, '/a'), t::numeric)$$, 'and bxml_numeric');
SELECT is_empty($$SELECT a.v, b.v FROM (SELECT row_number() OVER () AS k, v FROM d, bxml_table(doc, '/r/i', '.') AS t(v numeric(40, 5))) a
	JOIN (SELECT row_number() OVER () AS k, t::numeric(40, 5) AS v FROM d, unnest(texts) t) b USING (k) WHERE NOT same(a.v, b.v)$$, 'with a modifier');
SELECT is_empty($$SELECT t FROM n, bxml_table(('<a>' || t || '</a>')::bxml, '/a', '.') AS x(v int8) WHERE v IS DISTINCT FROM t::int8
	AND t ~ '^-?[0-9]{1,18}$'$$, 'bigint');
SELECT is((SELECT string_agg(concat_ws(' ', i, l, b, d, x), ',') FROM bxml_table('<r><a i="-7" l="-70000000000" b="true" d="2020-02-29" x="2020-02-29T12:00:00Z"/><a i="8" b="false" d="1900-01-01"/></r>',
	'/r/a', '@i', '@l', '@b', '@d', '@x') AS t(i int, l bigint, b boolean, d date, x timestamptz)), '-7 -70000000000 t 2020-02-29 2020-02-29 12:00:00+00,8 f 1900-01-01', 'other types');
SELECT * FROM finish();
ROLLBACK;
