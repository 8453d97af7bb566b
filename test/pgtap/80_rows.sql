-- Rowsets by the plan node give the rows of the plain functions: conditions, columns, joins, rescans, cursors, workers.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(135);

CREATE TABLE d (k int, doc bxml);
INSERT INTO d VALUES
	(1, '<!--c--><r xmlns:p="urn:p" x="1"><a/><b y="1.50" z="">t<c>x</c>u</b><p:d>2020-01-02</p:d><e q="1">only</e><?pi data?></r>'),
	(2, ''), (3, 'x<a>y</a>z'), (4, NULL), (5, '<a><a><a>1</a><a n="2"/></a><a>3<b/></a></a>');
INSERT INTO d SELECT 6, ('<r>' || string_agg(format('<i id="%s" k="%s"><n>name %s</n><q>%s</q>%s</i>', g, g % 7, g % 50, g * 1.5,
	repeat('<s>t</s>', g % 4)), '') || '</r>')::bxml FROM generate_series(1, 3000) g;
-- beyond the row, and by names
INSERT INTO d SELECT 7, ('<r>' || string_agg(format('<i%s><n>v</n></i%s>', g, g), '') || '</r>')::bxml FROM generate_series(1, 500) g;
-- texts so long that they lie apart from the items
INSERT INTO d SELECT 8, ('<r>' || string_agg(format('<t n="%s">%s</t><u>%s</u>', g, repeat(chr(97 + g % 26) || g, 9000), g), '') || '</r>')::bxml
	FROM generate_series(1, 40) g;
-- a few elements among many, listed in directories
INSERT INTO d SELECT 9, ('<r>' || string_agg(format('<i id="%s"><n>name %s</n>%s</i>', g, g, CASE WHEN g % 2000 = 0 THEN '<rare k="x"/>' ELSE '' END), '')
	|| '</r>')::bxml FROM generate_series(1, 10000) g;
ANALYZE d;

-- Rows of a query with the node and without.
CREATE FUNCTION pg_temp.rows_of(query text, reader_scan text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('bxml.reader_scan', reader_scan, true);
	RETURN QUERY EXECUTE format('SELECT (q)::text FROM (%s) q', query);
END $$;
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; whole text := '';
BEGIN
	PERFORM set_config('bxml.reader_scan', 'on', true);
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP whole := whole || line || E'\n'; END LOOP;
	RETURN whole;
END $$;
CREATE FUNCTION pg_temp.same(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN NEXT ok(pg_temp.plan_of(query) LIKE '%XML Reader%', 'planned as a scan: ' || query);
	RETURN NEXT is((SELECT array_agg(r) FROM pg_temp.rows_of(query, 'on') r), (SELECT array_agg(r) FROM pg_temp.rows_of(query, 'off') r),
		'same rows: ' || query);
END $$;

SELECT pg_temp.same('SELECT k, r.id, level, kind, prefix, ns, name, type, value FROM d, bxml_reader(doc) r');
SELECT pg_temp.same('SELECT k, id FROM d, bxml_reader(doc)');
SELECT pg_temp.same('SELECT value, k FROM d, bxml_reader(doc)');
SELECT pg_temp.same('SELECT type FROM d, bxml_reader(doc)');
SELECT pg_temp.same('SELECT count(*) FROM d, bxml_reader(doc)');
SELECT pg_temp.same('SELECT k, id FROM d, bxml_reader(doc, ''1.3'')');
SELECT pg_temp.same('SELECT k, r.id FROM d, bxml_reader(doc, CASE k WHEN 5 THEN ''1.1''::ordpath WHEN 6 THEN ''1.@1'' WHEN 1 THEN '''' END) r');

-- every condition that may be decided early, alone and together
SELECT pg_temp.same('SELECT k, r.id FROM d, bxml_reader(doc) r WHERE ' || c) FROM unnest(ARRAY[
	'kind = ''element''', 'kind <> ''element''', 'kind IN (''text'', ''comment'')', 'name = ''n''', 'name LIKE ''i1%''', 'name IS NULL',
	'prefix IS NOT NULL', 'ns = ''urn:p'' OR name = ''b''', 'name < ''b'' COLLATE "C"', 'level = 2', 'level <= 1', 'level > 2', '2 >= level',
	'level < k', 'level = (SELECT NULL::int)', 'level = (SELECT 2)', 'level BETWEEN 2 AND 2 AND kind = ''attribute''', 'r.id <@ ''1.5''', 'r.id > ''1.3.@1'' AND r.id <= ''1.5''',
	'r.id = ''1.3.1''', '''1.3''::ordpath @> r.id AND name = ''q''', 'r.id < ''''', 'r.id >= ''1.5999'' AND level = 2', 'value = ''t''',
	'value = '''' AND kind = ''element''', 'value = ''4.5''', 'value = ''urn:p''', 'value = name', 'length(value) = k', 'value > ''x'' COLLATE "C"',
	'kind = ''element'' AND name = ''n'' AND level = 3 AND value = ''name 7''', 'random() < 2 AND name = ''n''', 'k = 5 AND kind = ''element''']) c;

-- nodes and tables
SELECT pg_temp.same('SELECT k, n.id, n.node::text FROM d, bxml_nodes(doc, ''//*[@id < 20 or @n]'') n');
SELECT pg_temp.same('SELECT k, n.id FROM d, bxml_nodes(doc, ''//i[last()]/preceding-sibling::*[k mod 2 = 0]'') n');
SELECT pg_temp.same('SELECT n.node::text FROM d, bxml_nodes(doc, ''//n[. = $x]'', jsonb_build_object(''x'', ''name '' || k)) n');
SELECT pg_temp.same('SELECT t.* FROM d, bxml_table(doc, ''/r/i'', ''@id'', ''n'', ''q'', ''count(s)'', ''#'') AS t(id int, n text, q numeric, s int, nr int)');
SELECT pg_temp.same('SELECT t.q FROM d, bxml_table(doc, ''/r/i'', ''@id'', ''q'') AS t(id int, q float8) WHERE t.id % 100 = 0');

SELECT pg_temp.same('SELECT k, n.id, n.node::text, t.* FROM d, bxml_nodes(doc, ''//rare'') n, bxml_table(doc, ''//rare'', ''../@id'', ''@k'') AS t(id int, x text)');

-- what joins and subqueries do to a scan
SELECT pg_temp.same('SELECT n.id, m.id, m.node::text FROM d, bxml_nodes(doc, ''/*/*'') n, bxml_nodes(n.node, ''*/*'') m WHERE k IN (1, 5)');
SELECT pg_temp.same('SELECT k, r.id FROM d LEFT JOIN LATERAL bxml_reader(doc) r ON r.name = ''b'' ORDER BY k, r.id');
SELECT pg_temp.same('SELECT k, (SELECT string_agg(value, ''|'' ORDER BY id) FROM bxml_reader(d.doc) WHERE kind = ''text'') FROM d');
SELECT pg_temp.same('SELECT a.id, b.id FROM bxml_reader(''<a><b/><c/></a>'') a, bxml_reader(''<a><b/><c/></a>'') b WHERE a.name = b.name');
SELECT pg_temp.same('SELECT r.*, x.* FROM (SELECT id, name, 1 AS one FROM bxml_reader(''<a><b/></a>'')) r LEFT JOIN (SELECT id, ''y'' AS y FROM bxml_reader(''<b/>'')) x ON x.id = r.id');

SELECT pg_temp.same('SELECT count(n.node) FROM d, LATERAL (SELECT id, node FROM bxml_nodes(doc, ''//*'') LIMIT 5) n');
SELECT pg_temp.same('SELECT k, r.x FROM d, LATERAL (SELECT DISTINCT upper(name) || level AS x FROM bxml_reader(doc) WHERE kind = ''element'' ORDER BY x LIMIT 3) r');

-- a view, a prepared statement with a generic plan, a cursor that is rewound, a function that fails in between
CREATE VIEW v AS SELECT k, r.* FROM d, bxml_reader(doc) r;
SELECT pg_temp.same('SELECT k, name FROM v WHERE kind = ''attribute''');
SET LOCAL plan_cache_mode = force_generic_plan;
PREPARE p(int, text) AS SELECT count(*) FROM d, bxml_reader(doc) WHERE level = $1 AND name = $2;
SELECT results_eq('EXECUTE p(2, ''i'')', ARRAY[13000::bigint], 'parameters of a generic plan');
SELECT results_eq('EXECUTE p(3, ''n'')', ARRAY[13540::bigint], 'others');
SELECT results_eq('EXECUTE p(3, NULL)', ARRAY[0::bigint], 'and null');
DECLARE c SCROLL CURSOR FOR SELECT r.id::text FROM d, bxml_reader(doc) r WHERE k = 6 AND kind = 'element';
MOVE 4 FROM c;
SELECT results_eq('FETCH 1 FROM c', ARRAY['1.1.5'], 'a cursor goes on');
MOVE BACKWARD ALL FROM c;
SELECT results_eq('FETCH 2 FROM c', ARRAY['1', '1.1'], 'and back');
CLOSE c;

CREATE FUNCTION pg_temp.sums() RETURNS text LANGUAGE plpgsql AS $$
DECLARE got text := ''; x text;
BEGIN
	FOREACH x IN ARRAY ARRAY['1', 'bad', '3'] LOOP
		BEGIN
			got := got || (SELECT sum(n) FROM bxml_table(('<r><i>7</i><i>' || x || '</i></r>')::bxml, '/r/i', '.') AS t(n int)) || ' ';
		EXCEPTION WHEN invalid_text_representation THEN
			got := got || 'error ';
		END;
	END LOOP;
	RETURN got;
END $$;
SET LOCAL bxml.reader_scan = off;
SELECT is(pg_temp.sums(), '8 error 10 ', 'a call site goes on after an error');
SET LOCAL bxml.reader_scan = on;
SELECT is(pg_temp.sums(), '8 error 10 ', 'so does a scan');

-- paths that change from row to row, in one call site
SELECT is((SELECT string_agg(n.id::text, ' ' ORDER BY p.o, n.id) FROM (VALUES (1, '/a/b'), (2, '//c'), (3, '/a')) p(o, path),
	bxml_nodes('<a><b><c/></b></a>', p.path::bxpath) n), '1.1 1.1.1 1', 'paths from another table');
SELECT is((SELECT string_agg(t.x, ' ' ORDER BY p.o) FROM (VALUES (1, '@x'), (2, '@y')) p(o, path),
	bxml_table('<a x="1" y="2"/>', '/a', p.path) AS t(x text)), '1 2', 'column paths from another table');

-- LIMIT reads what it needs; a subtree is a range; columns that are not wanted do not fail
CREATE FUNCTION pg_temp.told(query text, what text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE plan json; t text;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, FORMAT JSON) ' || query INTO plan;
	t := substring(plan::text FROM '"' || what || '": *(\d+)');
	RETURN t;
END $$;
SELECT is(pg_temp.told('SELECT r.id FROM d, bxml_reader(doc) r WHERE k = 6 LIMIT 5', 'Items Read'), 5::bigint, 'LIMIT stops the reader');
SELECT cmp_ok(pg_temp.told('SELECT t.* FROM d, bxml_table(doc, ''/r/i'', ''@id'', ''n'') AS t(id int, n text) WHERE k = 6 LIMIT 5', 'Items Read'),
	'<', 60::bigint, 'and the path of a table');
SELECT cmp_ok(pg_temp.told('SELECT n.node FROM d, bxml_nodes(doc, ''//n'') n WHERE k = 6 LIMIT 5', 'Items Read'), '<', 120::bigint, 'and that of nodes, whose labels go with them');
SELECT cmp_ok(pg_temp.told('SELECT count(*) FROM d, bxml_reader(doc) r WHERE k = 6 AND r.id <@ ''1.5999''', 'Subtrees Skipped'), '<', 64::bigint,
	'a subtree is a range, and a directory leads there');
SELECT is(pg_temp.told('SELECT count(*) FROM d, bxml_reader(doc) r WHERE k = 6 AND name = ''i''', 'Subtrees Skipped'), 3000::bigint,
	'subtrees without the name are passed over');
SELECT is((SELECT count(*) FROM bxml_table('<r><i>x</i></r>', '/r/i', '.') AS t(n int)), 1::bigint, 'a column nobody asks for is not made');

SELECT cmp_ok(pg_temp.told('SELECT sum(length(r.value)) FROM d, bxml_reader(doc) r WHERE k = 8 AND name = ''u''', 'Bytes Fetched'), '<', 20000::bigint,
	'long texts nobody asks for are not fetched');

SELECT cmp_ok(pg_temp.told('SELECT t.* FROM d, bxml_table(doc, ''//rare'', ''../@id'') AS t(id int) WHERE k = 9', 'Items Read'), '<', 1000::bigint,
	'rare nodes are found without a walk');
SELECT cmp_ok(pg_temp.told('SELECT n.id FROM d, bxml_nodes(doc, ''//rare'') n WHERE k = 9', 'Items Read'), '>', 10000::bigint, 'labels need one, and it is told');

-- workers
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL max_parallel_workers_per_gather = 2;
ALTER TABLE d SET (parallel_workers = 2);
SELECT matches(pg_temp.plan_of('SELECT count(*), sum(length(r.value)) FROM d, bxml_reader(doc) r WHERE kind = ''element'''), 'Gather(.|\n)*XML Reader', 'workers run it');
SELECT pg_temp.same('SELECT count(*), sum(length(r.value)) FROM d, bxml_reader(doc) r WHERE kind = ''element''');

-- keys of columns are whole words: neither a prefix nor a longer word is one
SELECT throws_ok(format($$SELECT * FROM bxml_table_def('<a/>', '/a', '[{"path": "b", "%s": %s}]') AS t(x text)$$, k, v), '22023',
	format('unrecognized key "%s" of column "x"', k), k || ' is no key')
	FROM (VALUES ('on_man', '"error"'), ('on_manyy', '"error"'), ('pat', '"c"'), ('defaults', '"d"'), ('', '"d"'), ('separato', '","')) k(k, v);

SELECT * FROM finish();
ROLLBACK;
