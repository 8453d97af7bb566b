-- References to parts of documents: the same answers as copies, whatever the plan does with them.
SET client_min_messages = warning;
SELECT plan(15);

CREATE TABLE fragment_docs (k int PRIMARY KEY, form text, doc bxml);
CREATE FUNCTION fragment_big(k int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT string_agg(md5((k * 10000 + i)::text), 'ä') FROM generate_series(1, 2000) i
$$;
CREATE FUNCTION fragment_doc(k int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('<f:r xmlns:f="urn:f" xmlns="urn:d" k="%s"><!--c-->', k) ||
		string_agg(format('<part n="%s" xml:lang="en"><name>part %s</name><text>%s</text><f:in x="1"><v>%s</v>mixed<v>%s.50</v></f:in><e/></part>',
			i, i, (SELECT string_agg(md5((k * 10000 + i * 100 + j)::text), ' ') FROM generate_series(1, 25 * i) j), i * k, i), E'\n') || '<plain>x</plain><big>' || fragment_big(k) || '</big></f:r>'
	FROM generate_series(1, 12) i
$$;
SET bxml.compression = off;
INSERT INTO fragment_docs SELECT k, 'plain', fragment_doc(k)::bxml FROM generate_series(1, 2) k;
SET bxml.compression = auto;
INSERT INTO fragment_docs SELECT k, 'blocks', fragment_doc(k - 2)::bxml FROM generate_series(3, 4) k;
INSERT INTO fragment_docs VALUES (5, 'row', '<r xmlns:p="u"><part n="1"><name>a</name><text>short</text></part><part n="2"/></r>');
ANALYZE fragment_docs;

CREATE FUNCTION same_doc(k int) RETURNS bxml LANGUAGE sql STABLE AS $$ SELECT doc FROM fragment_docs d WHERE d.k = same_doc.k $$;
CREATE FUNCTION through_variable(k int, path bxpath) RETURNS TABLE (t text) LANGUAGE plpgsql AS $$
DECLARE
	d bxml;
	n bxml;
	v text;
	r record;
BEGIN
	SELECT doc INTO d FROM fragment_docs f WHERE f.k = through_variable.k;
	v := d ->> path;
	n := d -> path;
	BEGIN
		v := v || (d ->> path);
		PERFORM 1 / 0;
	EXCEPTION WHEN division_by_zero THEN
		t := 'rolled back';
		RETURN NEXT;
	END;
	t := v;
	RETURN NEXT;
	t := n ->> '.';
	RETURN NEXT;
	FOR r IN SELECT x.id, x.node, x.node ->> '.' AS value FROM bxml_nodes(d, path) x LOOP
		t := r.id::text || (r.node ->> '*[2]') || r.value;
		RETURN NEXT;
	END LOOP;
END $$;

CREATE TABLE fragment_queries (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO fragment_queries (q) VALUES
	-- texts
	($$SELECT k, doc ->> '//*:big' FROM fragment_docs$$),
	($$SELECT k, bxml_value(doc, '//*:part[11]'), bxml_text(doc, '//*:part[10]/*:text') FROM fragment_docs$$),
	($$SELECT bxml_value(doc, '//*:text', '{}', 'first', 'null') FROM fragment_docs$$),
	($$SELECT k, t.* FROM fragment_docs, bxml_table(doc, '//*:part', '@n', '*:text', '*:in', '.', '..') t(n int, a text, b text, c bxml, d text)$$),
	($$SELECT k, r.* FROM fragment_docs, bxml_reader(doc) r$$),
	($$SELECT k, r.id FROM fragment_docs, bxml_reader(doc) r WHERE r.value LIKE '%ab%' AND r.name = 'text'$$),
	($$SELECT length(v), substr(v, 50, 100), v < 'm', v || 'x', md5(v), v ~ 'a.c' FROM (SELECT doc ->> '//*:big' AS v FROM fragment_docs) s$$),
	($$SELECT octet_length(doc ->> '//*:big'), count(*) FROM fragment_docs GROUP BY 1$$),
	($$SELECT DISTINCT doc ->> '//*:big' FROM fragment_docs$$),
	($$SELECT doc ->> '//*:big' AS v FROM fragment_docs ORDER BY v, k$$),
	($$SELECT count(*), max(v), min(v), string_agg(v, ',' ORDER BY k), array_agg(v ORDER BY k), json_agg(v ORDER BY k) FROM (SELECT k, doc ->> '//*:part[9]' AS v FROM fragment_docs) s$$),
	($$SELECT k, lag(v) OVER (ORDER BY k), first_value(v) OVER (ORDER BY k DESC) FROM (SELECT k, doc ->> '//*:big' AS v FROM fragment_docs) s$$),
	($$WITH x AS MATERIALIZED (SELECT k, doc ->> '//*:big' AS v FROM fragment_docs) SELECT a.k, b.k FROM x a JOIN x b USING (v)$$),
	($$SELECT CASE WHEN k > 2 THEN doc ->> '//*:big' ELSE 'none' END, coalesce(doc ->> '/x', doc ->> '//*:big') FROM fragment_docs$$),
	($$SELECT ROW(k, doc ->> '//*:big')::text, to_jsonb(doc ->> '//*:big') FROM fragment_docs$$),
	($$SELECT doc ->> '//*:big' FROM fragment_docs UNION SELECT doc ->> '//*:big' FROM fragment_docs$$),
	-- nodes
	($$SELECT k, n.id, n.node FROM fragment_docs, bxml_nodes(doc, '/*/*') n$$),
	($$SELECT k, n.id, n.node ->> '@n', n.node ->> '*:part/*:name', n.node @? '*:part[*:e]', bxml_count(n.node, '//*:v'), n.node ->> '/' FROM fragment_docs, bxml_nodes(doc, '//*:part') n$$),
	($$SELECT k, n.id, m.id, m.node, o.id, o.node ->> '.' FROM fragment_docs, bxml_nodes(doc, '/*/*:part') n, bxml_nodes(n.node, '*/*:in') m, bxml_nodes(m.node, '//*:v') o$$),
	($$SELECT k, n.id, m.id, m.node ->> '.' FROM fragment_docs, bxml_nodes(doc, '/*/*:part[3]') n, bxml_nodes(n.node, '. | / | /* | .. | */.. | */@* | //text() | //namespace::*') m$$),
	($$SELECT k, n.id, r.* FROM fragment_docs, bxml_nodes(doc, '//*:part[*:name = "part 7"] | //*:name') n, bxml_reader(n.node) r$$),
	($$SELECT k, n.id, r.* FROM fragment_docs, bxml_nodes(doc, '//*:part') n, bxml_reader(n.node, '1.7.5') r$$),
	($$SELECT k, n.id, t.* FROM fragment_docs, bxml_nodes(doc, '//*:part') n, bxml_table(n.node, '/*/*', 'name()', '.', '..', '@*', '.') t(a text, b text, c text, d text, e bxml)$$),
	($$SELECT k, n.id, n.node -> '*/*:in', n.node -> '/', n.node -> '//@*', n.node -> '*:part/*:text/text()' FROM fragment_docs, bxml_nodes(doc, '//*:part') n$$),
	($$SELECT k, n.id, bxml_node(n.node, n.id), bxml_path_of(n.node, (n.id::text || '.3')::ordpath), bxml_node(n.node, (n.id::text || '.5')::ordpath) FROM fragment_docs, bxml_nodes(doc, '//*:part[2]') n$$),
	($$SELECT k, n.id, bxml_is_document(n.node), bxml_root_name(n.node), (SELECT string_agg(p::text, ' ') FROM bxml_paths(n.node) p), bxml_serialize(n.node) FROM fragment_docs, bxml_nodes(doc, '//*:part[5]') n$$),
	($$SELECT k, n.node ->> 'count(//* | //@* | //text() | //comment())', n.node ->> 'name(/*)', n.node ->> 'count(id("x") | /*/preceding::* | /*/following::* | /*/ancestor::node() | /*/following-sibling::*)', n.node ->> 'string(//*:v[last()])', n.node ->> '*/*[last()]/preceding-sibling::*[1]' FROM fragment_docs, bxml_nodes(doc, '/*/*') n$$),
	($$SELECT n.node::text, count(*) FROM fragment_docs, bxml_nodes(doc, '/*/*:part[10]') n GROUP BY 1$$),
	($$SELECT DISTINCT n.node::text FROM fragment_docs, bxml_nodes(doc, '/*/*:part[10]') n ORDER BY 1$$),
	($$SELECT n.id, n.node ->> '@n' FROM fragment_docs, bxml_nodes(doc, '/*/*:part') n ORDER BY n.node::text, k$$),
	($$WITH x AS MATERIALIZED (SELECT k, n.* FROM fragment_docs, bxml_nodes(doc, '/*/*:part') n) SELECT x.k, m.id, m.node FROM x, bxml_nodes(x.node, '*/*[2]') m$$),
	($$SELECT a.k, a.id, b.node FROM (SELECT k, n.* FROM fragment_docs, bxml_nodes(doc, '/*/*:part') n) a JOIN (SELECT k, n.* FROM fragment_docs, bxml_nodes(doc, '/*/*:part') n OFFSET 0) b USING (k, id)$$),
	($$SELECT s.n, x.node FROM (VALUES (1), (2), (1), (3)) s(n), LATERAL (SELECT n.node FROM fragment_docs d, bxml_nodes(d.doc, '/*/*:part[10]') n WHERE d.k = s.n) x$$),
	($$SELECT array_agg(n.node ORDER BY n.id)::text, bxml_rows_agg(r.id, r.kind, r.prefix, r.ns, r.name, r.value ORDER BY r.id) FROM fragment_docs, bxml_nodes(doc, '/*/*:part[11]') n, bxml_reader(n.node) r GROUP BY k$$),
	($$SELECT k, bxml_node(doc, '1.5'), bxml_node(doc, '1.23') ->> '*/*[2]', bxml_query(doc, '//*:part[9]'), bxml_query(doc, '//*:part') ->> '*[12]/*' FROM fragment_docs$$),
	($$SELECT k, n.node ->> 'declare namespace f="urn:f"; declare default element namespace "urn:d"; part/f:in/v', n.node @@ '*/@n > 9' FROM fragment_docs, bxml_nodes(doc, '/*/*') n WHERE n.node @? '//*:v'$$),
	($$SELECT k, (SELECT count(*) FROM bxml_nodes(doc, '/*/*') n WHERE n.node ->> '*:part/@n' = '5'), (SELECT n.node FROM bxml_nodes(doc, '/*/*[4]') n) FROM fragment_docs$$),
	($$SELECT (bxml_nodes(doc, '/*/*[position() < 4]')).* FROM fragment_docs$$),
	-- variables and savepoints
	($$SELECT through_variable(k, '//*:part[12]') FROM fragment_docs$$),
	($$SELECT same_doc(k) ->> '//*:big', same_doc(k) -> '//*:part[11]' FROM fragment_docs$$);

-- rows of a query under a setting, in order
CREATE FUNCTION fragment_rows(q text, threshold text, plan text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
BEGIN
	PERFORM set_config('bxml.copy_threshold', threshold, true);
	IF plan <> '' THEN
		PERFORM set_config(split_part(s, '=', 1), split_part(s, '=', 2), true) FROM string_to_table(plan, ' ') s;
	END IF;
	EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(md5(t), '','' ORDER BY md5(t)), '''')) FROM (SELECT s::text FROM (%s) s) x(t)', q) INTO answer;
	PERFORM set_config('bxml.copy_threshold', '8192', true);
	IF plan <> '' THEN
		PERFORM set_config(split_part(s, '=', 1), NULL, true) FROM string_to_table(plan, ' ') s;
	END IF;
	RETURN answer;
END $$;
CREATE TABLE fragment_answers AS
	SELECT n, q, p AS plan, t AS threshold, fragment_rows(q, t, p) AS answer
	FROM fragment_queries, unnest(ARRAY['-1', '8192', '0']) t,
		unnest(ARRAY['', 'enable_hashjoin=off enable_mergejoin=off', 'enable_nestloop=off enable_hashagg=off',
			'bxml.reader_scan=off bxml.value_cache=off', 'bxml.path_cache=off enable_sort=off',
			'parallel_setup_cost=0 parallel_tuple_cost=0 min_parallel_table_scan_size=0 debug_parallel_query=on']) p
	WHERE p !~ 'debug_parallel_query' OR current_setting('server_version_num')::int >= 160000;
SELECT is((SELECT string_agg(DISTINCT format('%s under %s with %s', n, threshold, plan), E'\n')
	FROM fragment_answers a WHERE answer <> (SELECT answer FROM fragment_answers b WHERE b.n = a.n AND b.plan = '' AND b.threshold = '-1')),
	NULL, format('%s queries give the same rows', (SELECT count(*) FROM fragment_queries)));
SELECT ok((SELECT count(*) FROM fragment_answers WHERE answer NOT LIKE '0 %') > 400, 'and they do give rows');

-- the same through the client, where nothing collects them
SET bxml.copy_threshold = 0;
SELECT doc ->> '//*:big' AS v FROM fragment_docs WHERE k = 1 \gset
SELECT is(md5(:'v'), md5(fragment_big(1)), 'a text that goes to the client');

-- cursors
BEGIN;
DECLARE held CURSOR WITH HOLD FOR SELECT k, doc ->> '//*:big' AS v, n.node FROM fragment_docs, bxml_nodes(doc, '//*:part[12]') n ORDER BY k;
DECLARE passing CURSOR FOR SELECT doc ->> '//*:big' AS v, n.node FROM fragment_docs, bxml_nodes(doc, '//*:part[12]') n ORDER BY k;
FETCH 1 FROM passing \gset
SELECT is(md5(:'v'), md5(fragment_big(1)), 'cursor');
SAVEPOINT a;
INSERT INTO fragment_docs VALUES (9, 'row', '<a/>');
ROLLBACK TO a;
FETCH 1 FROM passing \gset
SELECT is(md5(:'v'), md5(fragment_big(2)), 'cursor behind a savepoint');
COMMIT;
CREATE TABLE fragment_kept (k int, v text, node bxml);
DELETE FROM fragment_docs WHERE k = 2;
VACUUM fragment_docs;
DO $$
DECLARE
	held refcursor := 'held';
	r record;
BEGIN
	LOOP
		FETCH held INTO r;
		EXIT WHEN NOT FOUND;
		INSERT INTO fragment_kept VALUES (r.k, r.v, r.node);
	END LOOP;
END $$;
CLOSE held;
SELECT is((SELECT string_agg(format('%s %s %s', k, md5(v), md5(node::text)), E'\n' ORDER BY k) FROM fragment_kept),
	(SELECT string_agg(format('%s %s %s', k, md5(x ->> '//*:big'), md5((x -> '//*:part[12]')::text)), E'\n' ORDER BY k)
		FROM generate_series(1, 4) k, LATERAL (SELECT fragment_doc((k - 1) % 2 + 1)::bxml) d(x)),
	'its rows after theirs were deleted and vacuumed');

-- rows that go
WITH gone AS (DELETE FROM fragment_docs WHERE k = 3 RETURNING doc ->> '//*:big' AS v, doc -> '//*:part[12]' AS n)
	SELECT is(md5(v) || md5(n::text), (SELECT md5(v) || md5(node::text) FROM fragment_kept WHERE k = 3), 'DELETE ... RETURNING') FROM gone;
WITH new AS (UPDATE fragment_docs SET doc = '<a/>' WHERE k = 1 RETURNING doc)
	SELECT is(md5(d.doc ->> '//*:big'), (SELECT md5(v) FROM fragment_kept WHERE k = 1), 'UPDATE beside the old row') FROM fragment_docs d, new WHERE d.k = 1;
BEGIN;
INSERT INTO fragment_docs VALUES (1001, 'blocks', fragment_doc(1)::bxml);
SAVEPOINT a;
INSERT INTO fragment_docs VALUES (1002, 'blocks', fragment_doc(2)::bxml);
CREATE TEMP TABLE taken AS SELECT k, doc ->> '//*:big' AS v, doc -> '//*:part[12]' AS node FROM fragment_docs WHERE k > 1000;
ROLLBACK TO a;
CREATE TEMP TABLE taken AS SELECT k, doc ->> '//*:big' AS v, doc -> '//*:part[12]' AS node FROM fragment_docs WHERE k > 1000;
SELECT is((SELECT string_agg(k || md5(v), ' ') FROM taken), '1001' || (SELECT md5(v) FROM fragment_kept WHERE k = 1), 'after a rollback to a savepoint');
COMMIT;

-- procedures
CREATE TABLE fragment_log (n int, what text);
CREATE PROCEDURE commits_between(n int) LANGUAGE plpgsql AS $$
DECLARE
	d bxml;
	v text;
	f bxml;
BEGIN
	SELECT doc INTO d FROM fragment_docs WHERE k = 4;
	v := d ->> '//*:big';
	f := same_doc(4) -> '//*:part[12]';
	COMMIT;
	INSERT INTO fragment_log VALUES (n, md5(v) || md5(f::text));
	ROLLBACK;
	INSERT INTO fragment_log VALUES (n, md5(v) || md5(f::text));
END $$;
CALL commits_between(1);
SELECT is((SELECT string_agg(what, ' ') FROM fragment_log WHERE n = 1), (SELECT md5(v) || md5(node::text) FROM fragment_kept WHERE k = 4),
	'a variable of a procedure that commits');
CREATE PROCEDURE commits_first(v text) LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO fragment_log VALUES (2, md5(v));
	COMMIT;
	BEGIN
		INSERT INTO fragment_log VALUES (2, md5(v));
	EXCEPTION WHEN object_not_in_prerequisite_state THEN
		INSERT INTO fragment_log VALUES (2, SQLERRM);
	END;
END $$;
CALL commits_first(same_doc(4) ->> '//*:big');
SELECT is((SELECT string_agg(what, ' ') FROM fragment_log WHERE n = 2), (SELECT md5(v) FROM fragment_kept WHERE k = 4) || ' stale fragment reference',
	'an argument of a procedure is not used after COMMIT');
SET bxml.copy_threshold = -1;
TRUNCATE fragment_log;
CALL commits_first(same_doc(4) ->> '//*:big');
SELECT is((SELECT string_agg(what, ' ') FROM fragment_log WHERE n = 2), (SELECT md5(v) || ' ' || md5(v) FROM fragment_kept WHERE k = 4), 'but a copy is');
RESET bxml.copy_threshold;

-- what is not looked at is not read: blocks of the TOAST table and its index
CREATE TABLE fragment_large (k int, doc bxml);
INSERT INTO fragment_large SELECT k, ('<r><name>n</name><big>' || x || '</big><sub><a>' || x || '</a><b>1</b></sub><end>e</end></r>')::bxml
	FROM generate_series(0, 1) k, LATERAL (SELECT string_agg(md5(i::text), ' ') FROM generate_series(1, 3000 + k * 297000) i) t(x);
CREATE FUNCTION fragment_cost(q text, size int, threshold text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
	cost bigint;
	blocks text := $q$SELECT sum(pg_stat_get_xact_blocks_fetched(c.reltoastrelid) + pg_stat_get_xact_blocks_fetched(i.indexrelid))
		FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.oid = 'fragment_large'::regclass$q$;
BEGIN
	PERFORM set_config('bxml.copy_threshold', threshold, true), set_config('bxml.value_cache', 'off', true);
	FOR i IN 1 .. 2 LOOP
		EXECUTE blocks INTO before;
		EXECUTE format(q, size);
		EXECUTE blocks INTO cost;
	END LOOP;
	PERFORM set_config('bxml.copy_threshold', '8192', true), set_config('bxml.value_cache', 'on', true);
	RETURN cost - before;
END $$;
CREATE TABLE fragment_costs AS SELECT q, fragment_cost(q, 0, '8192') AS small, fragment_cost(q, 1, '8192') AS large, fragment_cost(q, 1, '-1') AS copied
	FROM unnest(ARRAY['SELECT octet_length(doc ->> ''//big'') FROM fragment_large WHERE k = %s',
		'SELECT octet_length(x.v) FROM (SELECT r.name, r.value AS v FROM fragment_large, bxml_reader(doc) r WHERE k = %s OFFSET 0) x WHERE x.name = ''big''',
		'SELECT octet_length(x.b) FROM (SELECT t.* FROM fragment_large, bxml_table(doc, ''/r'', ''end'', ''big'') t(e text, b text) WHERE k = %s OFFSET 0) x WHERE x.e = ''e''']) q;
SELECT ok(large <= small + 6 AND large < 60 AND copied > 1000, format('%s: %s, %s, copied %s', q, small, large, copied)) FROM fragment_costs;

DROP TABLE fragment_docs, fragment_queries, fragment_answers, fragment_kept, fragment_log, fragment_large, fragment_costs;
DROP FUNCTION fragment_doc, fragment_big, same_doc, through_variable, fragment_rows, fragment_cost;
DROP PROCEDURE commits_between, commits_first;
SELECT * FROM finish();
