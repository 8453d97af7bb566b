-- Counters of a session show what was skipped; EXPLAIN ANALYZE adds up what parallel workers did.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(203);
SET LOCAL bxml.value_cache = off;

CREATE FUNCTION pg_temp.counted(query text, which text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
	PERFORM bxml_counters_reset();
	EXECUTE query;
	EXECUTE format('SELECT %I FROM bxml_counters()', which) INTO n;
	RETURN n;
END $$;

CREATE TEMP TABLE few (doc bxml);
INSERT INTO few VALUES ('<r a="1"><i><n>x</n></i><i><n>y</n></i><t>z</t></r>');

SELECT bxml_counters_reset();
SELECT is((SELECT row(c.*)::text FROM bxml_counters() c), '(0,0,0,0,0,0,0,0,0,0)', 'all zero after a reset');
SELECT is(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'documents'), 1::bigint, 'one value opened');
SELECT is(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'values_parsed'), 1::bigint, 'one text read');
SELECT is(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'bytes_read'), 1::bigint, 'of one byte');
SELECT is(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'items_read'), 5::bigint, 'the root, its attribute, three children');
SELECT cmp_ok(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'bytes_skipped'), '>', 8::bigint, 'two of these passed over');
SELECT is(pg_temp.counted('SELECT bxml_count(doc, ''//n'') FROM few', 'values_parsed'), 0::bigint, 'a count reads no text');
SELECT is(pg_temp.counted('SELECT bxml_count(doc, ''//n'') FROM few', 'items_read'), 7::bigint, 'but all items that may hold one');
SELECT is(pg_temp.counted('SELECT count(r.value) FROM few, bxml_reader(doc) r WHERE level < 3', 'subtrees_skipped'), 2::bigint, 'a level skips subtrees');
SELECT is(pg_temp.counted('SELECT count(*) FROM few, bxml_reader(doc) r', 'values_parsed'), 0::bigint, 'columns nobody asks for are not read');
SELECT is(pg_temp.counted('SELECT count(value) FROM few, bxml_reader(doc) r', 'values_parsed'), 4::bigint, 'and those of all items when they are');
SELECT is(pg_temp.counted('SELECT count(n) FROM few, bxml_table(doc, ''/r/i'', ''n'') AS t(n text)', 'values_parsed'), 2::bigint, 'columns of a table');
SELECT is(pg_temp.counted(q, c), pg_temp.counted('SET LOCAL bxml.reader_scan = off; ' || q, c), format('%s of the plain function: %s', c, q))
	FROM unnest(ARRAY['SELECT count(t) FROM few, bxml_table(doc, ''/r/i'', ''n'') AS t(n text)', 'SELECT count(n.id) FROM few, bxml_nodes(doc, ''//n'') n']) q,
		unnest(ARRAY['documents', 'items_read', 'values_parsed', 'bytes_read', 'bytes_skipped']) c;
SET LOCAL bxml.reader_scan = on;
SELECT is(pg_temp.counted('SELECT 1', c), 0::bigint, c || ' of nothing') FROM unnest(ARRAY['documents', 'items_read', 'slices_fetched', 'blocks_inflated']) c;
-- work that ends in an error is counted with what follows
SELECT throws_ok('SELECT doc ->> ''/r/i/n/(1 idiv (string-length(.) - 1))'' FROM few', '10608', 'division by zero', 'a call ends in an error');
SELECT cmp_ok(pg_temp.counted('SELECT doc ->> ''/r/t'' FROM few', 'items_read'), '>=', 5::bigint, 'and the session goes on');

-- ---- nodes by label: a call looks at the same number of items however long the document, and what was read stays
CREATE TABLE lists AS SELECT n, ('<r>' || string_agg(format('<i k="%s"><n>%s</n></i>', i, md5(i::text)), '') || '</r>')::bxml AS doc
	FROM unnest(ARRAY[3000, 30000]) n, generate_series(1, n) i GROUP BY n;
SELECT ok((bxml_storage(doc)).logical > 65536 AND NOT (bxml_storage(doc)).inline, format('a list of %s is out of line', n)) FROM lists;
CREATE FUNCTION pg_temp.find(f text, size int, which text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
	SELECT pg_temp.counted(format('SELECT count(%s(doc, (''1.'' || 2 * (i * 7919 %% n) + 1)::ordpath)) FROM lists, generate_series(1, 500) i WHERE n = %s', f, size), which)
$$;
SELECT is((SELECT string_agg(r.id::text, ' ') FROM bxml_reader(doc, '1.40001') r), '1.40001 1.40001.@1 1.40001.1', 'the reader finds a subtree')
	FROM lists WHERE n = 30000;
SELECT cmp_ok(pg_temp.counted(format('SELECT count(*) FROM lists, bxml_reader(doc, ''1.%s'') WHERE n = 30000', i), 'items_read'), '<', 100::bigint,
	'the reader does not walk to 1.' || i) FROM unnest(ARRAY[1001, 40001, 59999]) i;
SELECT cmp_ok(pg_temp.counted('SELECT count(*) FROM lists, bxml_reader(doc, ''1.40001'') WHERE n = 30000', 'bytes_fetched'), '<',
	(SELECT (bxml_storage(doc)).stored / 2 FROM lists WHERE n = 30000), 'nor fetch what lies before');
SET LOCAL bxml.value_cache = on;
SELECT is((SELECT count(bxml_node(doc, ('1.' || 2 * (i * 7919 % n) + 1)::ordpath) ->> '/i/@k' = (i * 7919 % n + 1)::text OR NULL)
	FROM lists, generate_series(1, 500) i), 1000::bigint, 'nodes are found by their labels');
SELECT cmp_ok(pg_temp.find(f, 30000, 'items_read'), '<', pg_temp.find(f, 3000, 'items_read') * 11 / 10, f || ' looks at the same number of items')
	FROM unnest(ARRAY['bxml_node', 'bxml_path_of']) f;
SELECT cmp_ok(pg_temp.find(f, 30000, 'bytes_fetched'), '<=', (SELECT (bxml_storage(doc)).stored + 8192 FROM lists WHERE n = 30000), f || ' fetches nothing twice')
	FROM unnest(ARRAY['bxml_node', 'bxml_path_of']) f;
SET LOCAL bxml.value_cache = off;
SELECT cmp_ok(pg_temp.find('bxml_node', 30000, 'bytes_fetched'), '>', (SELECT (bxml_storage(doc)).stored::bigint * 10 FROM lists WHERE n = 30000), 'as it would without the cache');

-- ---- a long value that nobody asks for
CREATE TABLE long (form text, mb int, doc bxml);
SET LOCAL bxml.compression = off;
INSERT INTO long SELECT 'plain', mb, ('<r><e k="a">one</e><e k="b">' || string_agg(md5(i::text), '') || '</e><e k="c">three</e><e k="d">' || string_agg(md5(i::text), '') || '</e><e k="e">five</e></r>')::bxml
	FROM unnest(ARRAY[1, 10]) mb, generate_series(1, mb * 32768) i GROUP BY mb;
SET LOCAL bxml.compression = auto;
INSERT INTO long SELECT 'blocks', mb, translate(doc::text, 'f987', '0123')::bxml FROM long;
SELECT ok((bxml_storage(doc)).logical > mb * 1000000 AND NOT (bxml_storage(doc)).inline, format('%s, %s MB: out of line', form, mb)) FROM long;

CREATE FUNCTION pg_temp.blocks() RETURNS bigint LANGUAGE sql VOLATILE AS $$
	SELECT sum(pg_stat_get_xact_blocks_fetched(c.reltoastrelid) + pg_stat_get_xact_blocks_fetched(i.indexrelid))::bigint
	FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.oid = 'long'::regclass
$$;
-- twice, since the first look at an index reads more
CREATE FUNCTION pg_temp.cost(query text, f text, size int, OUT answer text, OUT blocks bigint, OUT slices bigint, OUT fetched bigint) LANGUAGE plpgsql AS $$
DECLARE before bigint;
BEGIN
	FOR i IN 1 .. 2 LOOP
		PERFORM bxml_counters_reset();
		before := pg_temp.blocks();
		EXECUTE query INTO answer USING f, size;
		blocks := pg_temp.blocks() - before;
		SELECT slices_fetched, bytes_fetched INTO slices, fetched FROM bxml_counters();
	END LOOP;
END $$;
CREATE TEMP TABLE queries (q text);
INSERT INTO queries SELECT format('SELECT string_agg(coalesce(%s, ''-''), '' '') FROM long, %s WHERE form = $1 AND mb = $2 AND %s', a, b, c) FROM (VALUES
	('r.id::text', 'bxml_reader(doc) r', 'kind = ''element'' AND name = ''e'''),
	('r.value', 'bxml_reader(doc) r', 'kind = ''attribute'''),
	('r.value', 'bxml_reader(doc) r', 'r.id = ''1.5'''),
	('r.value', 'bxml_reader(doc) r', 'r.id = ''1.3.@1'''),
	('t.k', 'bxml_table(doc, ''/r/e'', ''@k'', ''.'') AS t(k text, v text)', 'true'),
	('t.v', 'bxml_table(doc, ''/r/e[@k = "c"]'', ''@k'', ''.'') AS t(k text, v text)', 'k = ''c'''),
	('n.id::text', 'bxml_nodes(doc, ''/r/e[@k != "b"]'') n', 'true'),
	('n.node::text', 'bxml_nodes(doc, ''/r/e[@k = "e"]'') n', 'true')) v(a, b, c);
CREATE TEMP TABLE costs AS SELECT q, l.form, l.mb, c.* FROM queries, long l, pg_temp.cost(q, l.form, l.mb) c;
SELECT is(b.answer, a.answer, format('same answer, %s: %s', a.form, q)) FROM costs a JOIN costs b USING (q, form) WHERE a.mb = 1 AND b.mb = 10;
-- the index of the larger table of chunks may be a level deeper
SELECT ok(b.blocks BETWEEN 1 AND 60 AND b.blocks <= a.blocks + a.slices + 2, format('%s: %s blocks for 1 MB, %s for 10: %s', a.form, a.blocks, b.blocks, q))
	FROM costs a JOIN costs b USING (q, form) WHERE a.mb = 1 AND b.mb = 10;
SELECT ok(b.slices <= a.slices + 1 AND b.fetched <= a.fetched + 40000 AND b.fetched < 250000, format('%s: %s slices for 1 MB, %s and %s bytes for 10: %s', a.form, a.slices, b.slices, b.fetched, q))
	FROM costs a JOIN costs b USING (q, form) WHERE a.mb = 1 AND b.mb = 10;
SELECT ok(blocks > 1200 AND fetched > 8000000, format('%s: the value itself takes %s blocks', l.form, blocks)) FROM long l,
	pg_temp.cost('SELECT max(length(value)) FROM long, bxml_reader(doc) r WHERE form = $1 AND mb = $2 AND r.id = ''1.3''', l.form, l.mb) WHERE mb = 10;
SELECT cmp_ok(pg_temp.counted('SELECT max(length(value)) FROM long, bxml_reader(doc) r WHERE form = ''blocks'' AND r.id = ''1.3''', 'blocks_inflated'), '>', 100::bigint,
	'blocks are inflated');

-- ---- parallel workers
CREATE TABLE many AS SELECT g AS k, ('<r a="' || g || '">' || repeat('<i><n>x</n><q>1.5</q></i>', g % 60) || '<big>' || CASE WHEN g % 100 = 0 THEN (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 1000) i) END
	|| '</big></r>')::bxml AS doc FROM generate_series(1, 600) g;
INSERT INTO many SELECT k, ('<r><i>' || k || '</i></r>')::bxml FROM many;
INSERT INTO many SELECT k + 600, '<r><big/><i><n>2</n></i></r>' FROM many;
ANALYZE many;
CREATE FUNCTION pg_temp.told(query text, what text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE line text; n bigint;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ' || query LOOP
		n := coalesce(n, substring(line FROM what || ': (\d+)')::bigint);
	END LOOP;
	RETURN n;
END $$;
CREATE FUNCTION pg_temp.plan_of(query text, options text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; whole text := '';
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (COSTS OFF %s) %s', options, query) LOOP whole := whole || line || E'\n'; END LOOP;
	RETURN whole;
END $$;
CREATE TEMP TABLE scans (q text);
INSERT INTO scans VALUES ('SELECT count(r.value) FROM many, bxml_reader(doc) r WHERE level < 3'), ('SELECT count(r.value) FROM many, bxml_reader(doc) r WHERE name = ''q'''),
	('SELECT count(n) FROM many, bxml_table(doc, ''/r/i'', ''n'', ''q'') AS t(n text, q numeric)'), ('SELECT count(n.id) FROM many, bxml_nodes(doc, ''//q'') n'),
	('SELECT max(length(r.value)) FROM many, bxml_reader(doc) r WHERE name = ''big''');
CREATE TEMP TABLE whats (what text);
INSERT INTO whats VALUES ('Items Read'), ('Subtrees Skipped'), ('Bytes Skipped'), ('Slices Fetched'), ('Bytes Fetched');
SET LOCAL max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE serial AS SELECT q, what, pg_temp.told(q, what) AS n FROM scans, whats;
CREATE TEMP TABLE serial_session AS SELECT q, c, pg_temp.counted(q, c) AS n FROM scans, unnest(ARRAY['documents', 'items_read', 'values_parsed', 'bytes_read', 'subtrees_skipped', 'bytes_skipped', 'slices_fetched', 'bytes_fetched']) c;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT matches(pg_temp.plan_of(q, ''), 'Gather(.|\n)*Parallel Seq Scan on many(.|\n)*->  Custom Scan \(XML Reader\)', 'parallel plan: ' || q) FROM scans;
SELECT is(pg_temp.told(q, what), n, format('%s with workers: %s', what, q)) FROM serial ORDER BY q, what;
SELECT is(pg_temp.counted(q, c), n, format('%s of the session with workers: %s', c, q)) FROM serial_session ORDER BY q, c;
SET LOCAL parallel_leader_participation = off;
SELECT is(pg_temp.told(q, what), n, format('%s by workers alone: %s', what, q)) FROM serial ORDER BY q, what;
SELECT matches(pg_temp.plan_of(q, ', ANALYZE, VERBOSE, TIMING OFF'), 'Reader of Worker \d:\n +Items Read: \d', 'VERBOSE tells workers apart') FROM scans LIMIT 1;
SELECT is(j #>> '{0,Plan,Node Type}', 'Aggregate', 'also as JSON') FROM (SELECT pg_temp.plan_of(q, ', ANALYZE, VERBOSE, TIMING OFF, FORMAT JSON')::jsonb AS j FROM scans LIMIT 1) s;
SELECT is((SELECT sum((w ->> 'Items Read')::bigint)::bigint FROM (SELECT DISTINCT w FROM jsonb_path_query(pg_temp.plan_of(q, ', ANALYZE, VERBOSE, TIMING OFF, FORMAT JSON')::jsonb,
	'$.**."Reader Workers"[*]') w) w), n,
	'workers sum up') FROM serial WHERE what = 'Items Read' ORDER BY q LIMIT 1;
SELECT unalike(pg_temp.plan_of(q, ', ANALYZE'), '%Parallel Custom Scan%', 'the node itself is not parallel') FROM scans LIMIT 1;
SELECT alike(pg_temp.plan_of(q, ', ANALYZE, TIMING OFF'), '%Function Call: bxml_%(many.doc%', 'nor is its call another') FROM scans;
-- a query that is left in the midst of it, and workers launched again and again
SELECT cmp_ok(pg_temp.told('SELECT r.id FROM many, bxml_reader(doc) r LIMIT 3', 'Items Read'), '>=', 3::bigint, 'LIMIT above workers');
SELECT lives_ok('SELECT (SELECT r.level FROM many, bxml_reader(doc) r WHERE level > 1 AND k <> g LIMIT 1) FROM generate_series(1, 5) g', 'LIMIT below a subplan');
DECLARE c CURSOR FOR SELECT r.id FROM many, bxml_reader(doc) r;
SELECT lives_ok('FETCH 5 FROM c', 'a cursor');
CLOSE c;
SELECT finish();
ROLLBACK;
