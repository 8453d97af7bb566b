-- Building: what core's publishing functions make of the same data, compared under Canonical XML; content keeps its
-- names wherever it is put; JSON there and back; workers; cost.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(23);

CREATE FUNCTION pg_temp.same(ours bxml, core xml) RETURNS boolean LANGUAGE sql AS
	$$ SELECT bxml_check(ours) AND bxml_canonical(ours, with_comments => true) = bxml_canonical(core::bxml, with_comments => true) $$;
-- Text of characters that need escaping, and of others.
CREATE FUNCTION pg_temp.noise(n int) RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT coalesce(string_agg((ARRAY['<', '>', '&', '"', '''', E'\t', E'\n', ' ', 'a', 'b', '0', '1', '.', '-', ']]>', 'é', '中', '😀'])[1 + floor(random() * 18)::int], ''), '')
		FROM generate_series(1, n) $$;
SELECT setseed(0.25);
CREATE TABLE noise AS SELECT i, pg_temp.noise(i % 12) AS a, pg_temp.noise(i % 7) AS b, CASE WHEN i % 5 > 0 THEN i * 1.5 END AS n,
	date '2020-01-01' + i AS d, i % 2 = 0 AS o, decode(md5(i::text), 'hex') AS x, ARRAY[i, NULL, i % 3] AS arr FROM generate_series(1, 500) i;

-- beside core
SELECT is(count(*) FILTER (WHERE NOT pg_temp.same(bxml_element('e', jsonb_build_object('a', a, 'n', n), bxml_text(b)),
	xmlelement(name e, xmlattributes(a, n), b))), 0::bigint, 'elements are those of xmlelement') FROM noise;
SELECT is(count(*) FILTER (WHERE NOT pg_temp.same(bxml_forest('a', a, 'b c', b, 'n', n, 'd', d, 'o', o, 'x', x, 'arr', arr),
	xmlforest(a, b AS "b c", n, d, o, x, arr))), 0::bigint, 'forests are those of xmlforest') FROM noise;
SELECT ok(pg_temp.same(bxml_agg(bxml_element('e', NULL, bxml_text(a), bxml_comment(i::text), bxml_pi('p', i::text)) ORDER BY i DESC),
	xmlagg(xmlelement(name e, a, xmlcomment(i::text), xmlpi(name p, i::text)) ORDER BY i DESC)), 'aggregates are those of xmlagg') FROM noise;
SELECT is(count(*) FILTER (WHERE NOT pg_temp.same(bxml_concat('<x/>', to_bxml(a, 'a'), NULL, to_bxml(b, 'b')),
	xmlconcat('<x/>', xmlforest(a), NULL, xmlforest(b)))), 0::bigint, 'concatenations are those of xmlconcat') FROM noise;
SELECT ok(bxml_canonical(query_to_bxml('SELECT i, n, d, o, x, arr, b FROM noise WHERE b ~ ''\S'' ORDER BY i', nulls, forest, ns))
	= bxml_canonical(bxml_parse(query_to_xml('SELECT i, n, d, o, x, arr, b FROM noise WHERE b ~ ''\S'' ORDER BY i', nulls, forest, ns)::text, 'strip')),
	format('query_to_bxml(nulls %s, forest %s, namespace %s)', nulls, forest, ns))
FROM (VALUES (false, false, ''), (true, false, ''), (true, true, 'urn:x')) o (nulls, forest, ns);

-- content keeps its names
CREATE TABLE content (d bxml);
INSERT INTO content SELECT format('<%1$sr%2$s><%3$sa %4$s>t<b/></%3$sa></%1$sr>', r, ns, a, at)::bxml
FROM (VALUES ('', ''), ('', ' xmlns="urn:d"'), ('p:', ' xmlns:p="urn:u"'), ('p:', ' xmlns:p="urn:u" xmlns="urn:d"')) r (r, ns),
	(VALUES ('', ''), ('', 'xmlns="urn:e"'), ('', 'xmlns=""'), ('q:', 'xmlns:q="urn:v" q:x="1"'), ('', 'k="2"')) a (a, at);
INSERT INTO content VALUES ('<leaf>1</leaf>'), ('<leaf xmlns="urn:d">1</leaf>'), ('text'), ('<!--c--><x/>t<y xmlns="urn:d"/>'), ('');
-- Expanded names and texts, with what is around.
CREATE FUNCTION pg_temp.names(d bxml) RETURNS text LANGUAGE sql AS
	$$ SELECT string_agg(concat_ws('|', kind, ns, name, value), E'\n' ORDER BY id) FROM bxml_reader(d) WHERE kind <> 'namespace' $$;
SELECT is(count(*) FILTER (WHERE NOT bxml_check(e) OR pg_temp.names(e) IS DISTINCT FROM concat_ws(E'\n', 'element|' || CASE uri WHEN '' THEN '' ELSE uri || '|' END || 'w', pg_temp.names(d))),
	0::bigint, 'in an element in namespace "' || uri || '"')
FROM (VALUES (''), ('urn:d'), ('urn:e'), ('urn:u')) v (uri), content, LATERAL (SELECT bxml_element('{' || uri || '}w', NULL, d) AS e) b
WHERE bxml_exists(d, '*') GROUP BY uri ORDER BY uri;
SELECT is(count(*) FILTER (WHERE bxml_canonical(bxml_query(bxml_element('{urn:z}w', '{"xmlns:p": "urn:other", "xmlns:q": "urn:other"}', d), '/*/node()'), 'exclusive')
	<> bxml_canonical(d, 'exclusive')), 0::bigint, 'and comes out of it again') FROM content;

-- JSON
CREATE TABLE docs AS SELECT d FROM content UNION ALL SELECT bxml_element('e', jsonb_build_object('a', a, 'xmlns:p', 'urn:u', 'p:b', b), bxml_text(a),
	bxml_element('p:f', '{"xmlns:p": "urn:v"}', bxml_text(b)), bxml_comment('c'), to_bxml(n), bxml_pi('p', 'd'), bxml_element('f')) FROM noise;
SELECT is(count(*) FILTER (WHERE NOT bxml_check(back) OR bxml_canonical(back, with_comments => true) <> bxml_canonical(d, with_comments => true)), 0::bigint,
	'JsonML there and back is the identity') FROM docs, LATERAL (SELECT jsonb_to_bxml(bxml_to_jsonb(d, 'jsonml'), 'jsonml') AS back) b;
SELECT is(count(*) FILTER (WHERE NOT bxml_check(jsonb_to_bxml(j)) OR bxml_to_jsonb(jsonb_to_bxml(j)) <> j), 0::bigint, 'BadgerFish comes back as the same JSON')
	FROM docs, LATERAL (SELECT bxml_to_jsonb(d) AS j) b;
SELECT is(count(*) FILTER (WHERE bxml_canonical(jsonb_to_bxml(bxml_to_jsonb(d))) <> bxml_canonical(d)), 0::bigint,
	'and, without mixed content and notes, as the same document')
	FROM (SELECT row_to_bxml(n) AS d FROM (SELECT i AS a, b AS bb, arr AS ccc FROM noise WHERE b ~ '\S') n) v;
SELECT is((SELECT count(*) FROM noise WHERE jsonb_to_bxml(jsonb_build_array('e', a), 'jsonml')::text <> xmlelement(name e, nullif(a, ''))::text), 0::bigint, 'texts are escaped as core does');

-- what the stack allows and no more
SELECT throws_ok(format('SELECT jsonb_to_bxml(%L, ''jsonml'')', repeat('["a",', 3000) || '"x"' || repeat(']', 3000)), '54000', NULL, 'depth of JSON is limited by bxml.max_depth')
	FROM set_config('bxml.max_depth', '1000', true);
SELECT lives_ok(format('SELECT bxml_to_jsonb(%L::bxml, ''jsonml'')', repeat('<a>', 900) || repeat('</a>', 900)), 'deep documents become JSON');

-- workers
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL max_parallel_workers_per_gather = 2;
CREATE TABLE many AS SELECT i, bxml_element('i', jsonb_build_object('n', i)) AS d FROM generate_series(1, 20000) i;
ANALYZE many;
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; whole text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP whole := whole || line || E'\n'; END LOOP;
	RETURN whole;
END $$;
SELECT matches(pg_temp.plan_of('SELECT bxml_agg(d) FROM many'), 'Partial Aggregate', 'workers aggregate');
SELECT is(bxml_count(a, '/i') || ' ' || bxml_value(a, 'sum(/i/@n)') || ' ' || bxml_check(a), '20000 200010000 true', 'and their parts are put together')
	FROM (SELECT bxml_agg(d) AS a FROM many) s;
SELECT is(bxml_count(a, '/n') || ' ' || bxml_value(a, 'sum(/n)'), '20000 200010000', 'of bxml_forest_agg as well') FROM (SELECT bxml_forest_agg('n', i) AS a FROM many) s;
SET LOCAL max_parallel_workers_per_gather = 0;
SELECT is(bxml_agg(d ORDER BY i)::text, string_agg(d::text, '' ORDER BY i), 'the order of ORDER BY') FROM many;

-- linear: ten times as many rows may not cost fifty times as much
CREATE FUNCTION pg_temp.ms(n int) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE t timestamptz := clock_timestamp(); a bxml;
BEGIN
	SELECT bxml_agg(d) INTO a FROM many, generate_series(1, n);
	RETURN extract(epoch FROM clock_timestamp() - t);
END $$;
SELECT cmp_ok(pg_temp.ms(10) / greatest(pg_temp.ms(1), 0.001), '<', 50::float8, 'cost of bxml_agg is linear');
SELECT * FROM finish();
ROLLBACK;
