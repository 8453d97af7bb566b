-- Functions in XQuery that are a path to one text give what the query gives, whatever the document and its form.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(8);

CREATE TEMP TABLE docs (name text, d bxml);
INSERT INTO docs VALUES
	('one', '<order id="7"><customer>c1</customer><item n="1"><sku>A1</sku></item></order>'),
	('several', '<order id="8"><customer>c1</customer><customer>c2</customer><item n="1"/><item n="2"><sku>A&lt;2</sku></item></order>'),
	('typed', '<order id="007"><customer>12.50</customer><item n="2"><sku>true</sku></item><item n="3"><sku>2026-11-28</sku></item></order>'),
	('none', '<other/>'),
	('empty', '<order id=""><customer/><item n="2"><sku></sku></item></order>'),
	('mixed', '<order><customer>a<b>b</b>c<!-- x --></customer><item n="2"><sku><x>1</x><x>2</x></sku></item></order>'),
	('names', '<p:order xmlns:p="urn:p" p:id="9"><customer xmlns="urn:q">q</customer><p:customer>p</p:customer></p:order>'),
	('content', 'text');
INSERT INTO docs SELECT 'long', ('<order id="5"><customer>long</customer>' ||
	string_agg(format('<item n="%s"><sku>%s</sku></item>', i, md5(i::text)), '') || '</order>')::bxml FROM generate_series(1, 5000) i;
SET LOCAL bxml.compression = always;
INSERT INTO docs SELECT 'blocks', ('<order id="6"><customer>packed</customer>' ||
	string_agg(format('<item n="%s"><sku>sku number %s</sku></item>', i, i), '') || '</order>')::bxml FROM generate_series(1, 60) i;
SET LOCAL bxml.compression = auto;

CREATE TEMP TABLE queries AS SELECT row_number() OVER () AS n, q FROM unnest(ARRAY[
	'$d/order/customer', 'string($d/order/customer)', '$d/order/customer/string()', '$d/order/@id', 'string($d/order/@id)',
	'$d/order/item[2]/sku', '$d/order/item[@n = "2"]/sku', '$d/order/item[sku = "A1"]/@n', '$d//sku', 'string($d//item[2]/sku)',
	'$d/order/customer/text()', 'string($d/*)', '$d/*/*[1]', '$d/text()', 'string($d/order/nothing)', '$d/order/nothing/string()',
	'declare namespace p = "urn:p"; $d/p:order/p:customer', 'declare namespace p = "urn:p"; string($d/p:order/@p:id)',
	'declare default element namespace "urn:q"; $d//customer', '$d/order/item[4999]/sku', 'string($d/order/item[60]/@n)']) q;
SELECT format('CREATE FUNCTION pg_temp.f%s(d bxml) RETURNS text LANGUAGE xquery IMMUTABLE AS %L', n, q) FROM queries \gexec
CREATE FUNCTION pg_temp.report(n bigint, d bxml) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
BEGIN
	EXECUTE format('SELECT pg_temp.f%s($1)', n) INTO answer USING d;
	RETURN coalesce('=' || answer, 'null');
EXCEPTION WHEN OTHERS THEN
	RETURN concat_ws(' ', SQLSTATE, SQLERRM);
END $$;
CREATE TEMP TABLE reports AS SELECT name, q, pg_temp.report(n, d) AS path, NULL::text AS run FROM docs, queries;
SET LOCAL bxml.path_cache = off;
UPDATE reports r SET run = pg_temp.report(n, d) FROM docs, queries WHERE docs.name = r.name AND queries.q = r.q;
SET LOCAL bxml.path_cache = on;
SELECT is_empty($$SELECT name, q, path, run FROM reports WHERE path IS DISTINCT FROM run$$, 'paths give what runs give');
SELECT results_eq($$SELECT q, path FROM reports WHERE name = 'typed' AND q ~ '^string' AND path > '=1' ORDER BY q COLLATE "C"$$,
	$$VALUES ('string($d/*)', '=12.50true2026-11-28'), ('string($d//item[2]/sku)', '=2026-11-28'), ('string($d/order/customer)', '=12.50')$$, 'typed values as text');
SELECT is(path, '21000 the query of a function that returns one value gave more than one item', 'two nodes') FROM reports
	WHERE name = 'several' AND q = '$d/order/customer';
SELECT matches(path, 'XPTY0004', 'two nodes as one argument') FROM reports WHERE name = 'several' AND q = 'string($d/order/customer)';
SELECT is(path, '=', 'no node as a string') FROM reports WHERE name = 'none' AND q = 'string($d/order/customer)';
SELECT is(path, 'null', 'no node') FROM reports WHERE name = 'none' AND q = '$d/order/customer/string()';

SELECT is(pg_temp.report(n, NULL), CASE WHEN q ~ '^string\(' THEN '=' ELSE 'null' END, 'no document') FROM queries WHERE q = 'string($d/order/@id)';
SELECT is((SELECT count(*) FROM docs a, docs b WHERE a.name = 'one' AND pg_temp.f2(b.d) IS NOT DISTINCT FROM pg_temp.f3(b.d) AND b.name NOT IN ('several', 'none', 'names', 'content')),
	6::bigint, 'document after document');
SELECT * FROM finish();
ROLLBACK;
