-- References to parts of documents live no longer than what they point at, whatever keeps them: each statement gives
-- the same rows with all parts as references and with none.
SET client_min_messages = warning;
SELECT plan(12);

CREATE TABLE life_docs (k int PRIMARY KEY, form text, doc bxml);
CREATE FUNCTION life_doc(k int, parts int, size int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('<r xmlns:p="u:%s" k="%s">', k % 3, k) || string_agg(format('<part n="%s"><name>part %s</name><p:text>%s</p:text><in><v>%s</v>mixed</in></part>',
		i, i, (SELECT string_agg(md5((k * 1000 + i * 100 + j)::text), ' ') FROM generate_series(1, size) j), i * k), '') || '</r>'
	FROM generate_series(1, parts) i
$$;
SET bxml.compression = off;
INSERT INTO life_docs SELECT k, 'plain', life_doc(k, 6, 30 * (k % 4 + 1))::bxml FROM generate_series(1, 6) k;
SET bxml.compression = auto;
INSERT INTO life_docs SELECT k, 'blocks', life_doc(k, 6, 30 * (k % 4 + 1))::bxml FROM generate_series(7, 12) k;
INSERT INTO life_docs SELECT k, 'row', life_doc(k, 4, 2)::bxml FROM generate_series(13, 60) k;
INSERT INTO life_docs VALUES (61, 'row', NULL), (62, 'row', '<r/>');
ANALYZE life_docs;
CREATE VIEW life_parts AS SELECT d.k, n.id, n.node, n.node ->> '*/*:text' AS t, d.doc -> '/r/part[2]' AS q, bxml_text(d.doc, '/r/part[1]') AS w
	FROM life_docs d, bxml_nodes(d.doc, '/r/part') n;
CREATE DOMAIN life_node AS bxml CHECK (VALUE @? '/part');
CREATE TYPE life_pair AS (k int, node bxml, t text);
CREATE TABLE life_kept (k int, id ordpath, node bxml, t text, PRIMARY KEY (k, id));
CREATE TABLE life_log (what text);

CREATE FUNCTION life_sql(n bxml) RETURNS SETOF bxml LANGUAGE sql STABLE AS $$ SELECT m.node FROM bxml_nodes(n, '/*/*') m $$;
CREATE FUNCTION life_same(n bxml) RETURNS bxml LANGUAGE plpgsql AS $$
DECLARE
	kept bxml := n;
	own bxml;
	r record;
	pair life_pair;
	list bxml[] := ARRAY[n];
BEGIN
	BEGIN
		own := bxml_set(n, '/*/name', 'other');
		INSERT INTO life_log VALUES (own ->> '/*/name');
		FOR r IN SELECT m.node, m.node ->> '.' AS v FROM bxml_nodes(n, '/*/*') m LOOP
			list := list || r.node;
		END LOOP;
		pair := ROW(1, n, n ->> '/*/name');
		RAISE division_by_zero;
	EXCEPTION WHEN division_by_zero THEN
		list := list || n || pair.node;
	END;
	IF own ->> '/*/name' <> 'other' OR (list[1])::text <> kept::text OR list[array_length(list, 1)]::text <> n::text THEN
		RAISE EXCEPTION 'not the same';
	END IF;
	RETURN list[array_length(list, 1)];
END $$;
CREATE FUNCTION life_loop(at bxpath) RETURNS SETOF life_pair LANGUAGE plpgsql AS $$
DECLARE
	c CURSOR (d bxml) FOR SELECT 0, m.node, m.node ->> '.' FROM bxml_nodes(d, '/*/*') m;
	r record;
	s life_pair;
BEGIN
	FOR r IN SELECT n.node, n.node -> '/' AS whole, d.doc FROM life_docs d, bxml_nodes(d.doc, at) n ORDER BY d.k, n.id LOOP
		RETURN QUERY SELECT 1, m.node, m.node ->> '.' FROM bxml_nodes(r.node, '/*/name') m;
		RETURN QUERY EXECUTE 'SELECT 2, m.node, m.node ->> ''.'' FROM bxml_nodes($1, ''/*/in'') m' USING r.node;
		OPEN c(r.whole);
		FETCH NEXT FROM c INTO s;
		r.whole := NULL;
		FETCH NEXT FROM c INTO s;
		CLOSE c;
		RETURN NEXT s;
	END LOOP;
END $$;
CREATE FUNCTION life_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO life_log SELECT n.node::text FROM bxml_nodes(OLD.node, '/*/name') n;
	END IF;
	NEW.node := bxml_set(bxml_set(NEW.node, '/*/name', 'new'), '/*/in/v', coalesce(NEW.node ->> '/*/name', 'none'));
	NEW.t := NEW.t || (SELECT n.node ->> '.' FROM bxml_nodes(NEW.node, '/*/in[1]') n);
	RETURN NEW;
END $$;
CREATE FUNCTION life_after() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO life_log SELECT o.k || (SELECT string_agg(m.node::text, '') FROM bxml_nodes(o.node, '/*/*') m) FROM new_rows o;
	RETURN NULL;
END $$;
CREATE TRIGGER life_before BEFORE INSERT OR UPDATE ON life_kept FOR EACH ROW EXECUTE FUNCTION life_changes();
CREATE TRIGGER life_after AFTER INSERT ON life_kept REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION life_after();

CREATE TABLE life_queries (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO life_queries (q) VALUES
	($$SELECT k, id, node, t, q, w FROM life_parts$$),
	($$SELECT DISTINCT ON (k) k, id, node, t FROM life_parts ORDER BY k, id DESC$$),
	($$SELECT k, lag(node) OVER w, first_value(node) OVER w, nth_value(t, 2) OVER (ORDER BY k, id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), lead(t, 3, w) OVER w
		FROM life_parts WINDOW w AS (PARTITION BY k ORDER BY id)$$),
	($$SELECT json_agg(node ORDER BY id), jsonb_object_agg(id::text, t), array_agg(q ORDER BY id), bxml_agg(node ORDER BY id), string_agg(w, '' ORDER BY id) FROM life_parts GROUP BY k$$),
	($$SELECT a[2], u FROM (SELECT array_agg(node ORDER BY id) AS a FROM life_parts GROUP BY k OFFSET 0) s, unnest(a) u$$),
	($$SELECT (x).node, (x).t, (x).node -> '/*/in' FROM (SELECT ROW(k, node, t)::life_pair AS x FROM life_parts OFFSET 0) s$$),
	($$SELECT (p.node::life_node) ->> '/part/name', m.node FROM life_parts p, bxml_nodes(p.node::life_node, '/*/in') m$$),
	($$SELECT k, id, t FROM life_parts UNION ALL SELECT k, id, w FROM life_parts$$),
	($$SELECT k, node::text, t FROM life_parts WHERE k < 40 EXCEPT SELECT k, node::text, w FROM life_parts$$),
	($$SELECT t FROM life_parts INTERSECT SELECT t FROM life_parts WHERE k > 20$$),
	($$WITH RECURSIVE down AS (SELECT k, id, node, 1 AS level FROM life_parts UNION ALL
		SELECT d.k, m.id, m.node, level + 1 FROM down d, bxml_nodes(d.node, '/*/*') m WHERE level < 4) SELECT * FROM down$$),
	($$SELECT p.k, f.* FROM life_parts p, life_sql(p.node) f$$),
	($$SELECT p.k, life_sql(p.node) FROM life_parts p$$),
	($$SELECT p.k, life_same(p.node), m.node FROM life_parts p, bxml_nodes(p.node, '/*/*') m$$),
	($$SELECT p.k, m.node, o.node FROM life_parts p, bxml_nodes(life_same(p.node), '/*/in') m, bxml_nodes(p.node, '/*/in') o$$),
	($$SELECT * FROM life_loop('/r/part')$$),
	($$SELECT p.k, x.* FROM life_parts p LEFT JOIN LATERAL (SELECT m.id, m.node FROM bxml_nodes(p.node, '/*/*') m WHERE m.node ->> '.' > 'm' ORDER BY m.id DESC LIMIT 2) x ON p.k % 2 = 0$$),
	($$SELECT p.k, (SELECT m.node FROM bxml_nodes(p.node, '/*/in') m), EXISTS (SELECT FROM bxml_nodes(p.node, '/*/*') m WHERE m.node @? '/name'), ARRAY(SELECT m.node FROM bxml_nodes(p.node, '/*/*') m) FROM life_parts p$$),
	($$SELECT p.k, (SELECT (array_agg(o.node ORDER BY o.id))[1] FROM bxml_nodes(p.node, '/*/*') m, bxml_nodes(m.node, '/*') o) FROM life_parts p$$),
	($$SELECT coalesce(m.node, p.node), CASE WHEN p.k % 2 = 0 THEN m.node ELSE p.q END, greatest(p.t, p.w), nullif(p.t, p.w) FROM life_parts p LEFT JOIN LATERAL bxml_nodes(p.node, '/*/none | /*[@n = "2"]/in') m ON true$$),
	($$SELECT a.k, a.node, b.node FROM life_parts a JOIN life_parts b ON a.t = b.t AND a.id = b.id$$),
	($$SELECT a.k, m.node FROM (SELECT * FROM life_parts ORDER BY t OFFSET 0) a, bxml_nodes(a.node, '/*/in') m$$),
	($$SELECT d.k, x.node FROM generate_series(1, 3) g, life_docs d, LATERAL (SELECT n.node, m.id FROM bxml_nodes(d.doc, '/r/part') n, bxml_nodes(n.node, '/*/*') m OFFSET 1) x$$),
	($$SELECT g, n.node ->> '/*/name', m.node FROM life_docs d, bxml_nodes(d.doc, '/r/part[2]') n, generate_series(1, 3) g, bxml_nodes(n.node, '/*/*[' || g || ']') m$$),
	($$SELECT DISTINCT n.node::text, count(*) OVER (PARTITION BY n.node::text) FROM life_docs d, bxml_nodes(bxml_insert(d.doc, '/r', d.doc, 'last'), '/r/*') n$$),
	($$SELECT r.* FROM life_parts p, bxml_reader(p.node) r$$),
	($$SELECT p.k, r.id, r.value FROM life_parts p, bxml_reader(p.node) r WHERE r.name = 'text' AND r.value > 'a'$$),
	($$SELECT p.k, t.* FROM life_parts p, bxml_table(p.node, '/*/*', '.', '..', 'name()', '.') t(a text, b bxml, c text, d bxml)$$),
	($$SELECT row_to_json(p), to_jsonb(p), p::text FROM life_parts p$$),
	($$SELECT mode() WITHIN GROUP (ORDER BY t), percentile_disc(0.3) WITHIN GROUP (ORDER BY w), min(t), max(w), count(DISTINCT t), array_agg(DISTINCT t) FROM life_parts GROUP BY k$$),
	($$SELECT k, grouping(t), t, count(*), min(w) FROM life_parts GROUP BY GROUPING SETS ((k), (t), ()), k, t$$),
	($$SELECT k, max(t), bxml_agg(node ORDER BY k, id) FILTER (WHERE node @? '/*[@n < 3]') FROM life_parts GROUP BY CUBE (k, t)$$);

-- the rows of a query, through one way of running it
CREATE FUNCTION life_rows(q text, way text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	sum text := $s$SELECT count(*) || ' ' || md5(coalesce(string_agg(md5(t), ',' ORDER BY md5(t)), '')) FROM (SELECT s::text FROM (%s) s) x(t)$s$;
	c refcursor;
	r record;
	answer text;
	rows text[] := '{}';
BEGIN
	IF way = 'cursor' THEN
		OPEN c NO SCROLL FOR EXECUTE q;
	ELSIF way = 'back and forth' THEN
		OPEN c SCROLL FOR EXECUTE q;
		MOVE FORWARD 3 FROM c;
		MOVE BACKWARD ALL FROM c;
	ELSE
		EXECUTE format(sum, q) INTO answer;
		RETURN answer;
	END IF;
	LOOP
		FETCH c INTO r;
		EXIT WHEN NOT FOUND;
		rows := rows || md5(r::text);
	END LOOP;
	CLOSE c;
	RETURN cardinality(rows) || ' ' || md5(coalesce((SELECT string_agg(t, ',' ORDER BY t) FROM unnest(rows) t), ''));
END $$;
CREATE TABLE life_answers (n int, q text, threshold text, way text, answer text);
CREATE PROCEDURE life_ask(threshold text, way text, settings text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('bxml.copy_threshold', threshold, true);
	PERFORM set_config(split_part(s, '=', 1), split_part(s, '=', 2), true) FROM string_to_table(settings, ' ') s WHERE s <> '';
	INSERT INTO life_answers SELECT n, q, threshold, trim(way || ' ' || settings), life_rows(q, way) FROM life_queries ORDER BY n;
	COMMIT; -- ends the settings
END $$;
CALL life_ask('-1', '', '');
CALL life_ask('0', '', '');
CALL life_ask('8192', '', '');
CALL life_ask('0', 'cursor', '');
CALL life_ask('0', 'back and forth', '');
CALL life_ask('0', '', 'work_mem=64kB enable_hashagg=off');
CALL life_ask('0', '', 'enable_nestloop=off enable_material=off plan_cache_mode=force_generic_plan');
CALL life_ask('0', '', 'enable_hashjoin=off enable_mergejoin=off enable_sort=off enable_memoize=on');
CALL life_ask('0', '', 'bxml.value_cache=off jit=off');
CALL life_ask('0', '', 'bxml.reader_scan=off');
SELECT is((SELECT string_agg(format('%s %s: %s', threshold, way, q), E'\n' ORDER BY n) FROM life_answers a
	WHERE answer <> (SELECT answer FROM life_answers b WHERE b.n = a.n ORDER BY threshold, way LIMIT 1)), NULL,
	format('%s statements give the same rows', (SELECT count(*) FROM life_queries)));
SELECT is((SELECT count(*) FROM life_answers WHERE answer LIKE '0 %'), 0::bigint, 'and give rows');

-- statements that change data
CREATE FUNCTION life_sum() RETURNS text LANGUAGE sql AS $$
	SELECT count(*) || ' ' || md5(string_agg(md5(t), ',' ORDER BY md5(t))) FROM (SELECT x::text FROM life_kept x UNION ALL SELECT x::text FROM life_log x) s(t)
$$;
CREATE TABLE life_results (threshold text, step int, sum text);
CREATE PROCEDURE life_change(threshold text) LANGUAGE plpgsql AS $$
DECLARE
	r record;
	n int := 0;
	got text := '';
BEGIN
	TRUNCATE life_kept, life_log;
	PERFORM set_config('bxml.copy_threshold', threshold, true);
	INSERT INTO life_kept SELECT k, id, node, t FROM life_parts WHERE k <= 30;
	INSERT INTO life_results VALUES (threshold, 1, life_sum());
	FOR r IN INSERT INTO life_kept SELECT k, id, q, w FROM life_parts p WHERE k > 10
			ON CONFLICT (k, id) DO UPDATE SET node = bxml_insert(life_kept.node, '/*', excluded.node, 'last'), t = excluded.t
			RETURNING node, bxml_delete(node, '/*/part[1]') AS less, (SELECT m.node FROM bxml_nodes(node, '/*/in') m) AS part LOOP
		got := md5(got || r::text);
	END LOOP;
	INSERT INTO life_results VALUES (threshold, 2, life_sum() || got);
	got := '';
	FOR r IN UPDATE life_kept l SET node = p.node, t = m.node ->> '.' FROM life_parts p, bxml_nodes(p.node, '/*/in') m WHERE (p.k, p.id) = (l.k, l.id)
			RETURNING l.*, m.node AS part, p.q LOOP
		got := md5(got || (SELECT string_agg(x, ',' ORDER BY x) FROM (VALUES (r.part::text), (r.q::text), (r.node::text)) v(x)));
	END LOOP;
	INSERT INTO life_results VALUES (threshold, 3, life_sum());
	MERGE INTO life_kept l USING (SELECT p.k + 20 AS k, p.id, m.node, m.node ->> '.' AS t FROM life_parts p, bxml_nodes(p.node, '/*/in') m) s ON (l.k, l.id) = (s.k, s.id)
		WHEN MATCHED AND s.k % 2 = 0 THEN UPDATE SET node = bxml_insert(l.node, '/*', s.node, 'last'), t = s.t
		WHEN MATCHED THEN DELETE
		WHEN NOT MATCHED THEN INSERT VALUES (s.k, s.id, s.node, s.t);
	INSERT INTO life_results VALUES (threshold, 4, life_sum());
	WITH gone AS (DELETE FROM life_kept WHERE k < 30 RETURNING k, node), parts AS MATERIALIZED (SELECT k, m.node FROM gone, bxml_nodes(node, '/*/*') m)
		INSERT INTO life_log SELECT k || node::text FROM parts;
	INSERT INTO life_results VALUES (threshold, 5, life_sum());
	COMMIT;
	PERFORM set_config('bxml.copy_threshold', threshold, true);
	-- rows, of which those fetched before the end of a transaction are used after it
	FOR r IN SELECT p.k, p.node, p.t, p.q FROM life_parts p ORDER BY k, id LOOP
		n := n + 1;
		INSERT INTO life_log SELECT r.k || m.node::text || r.t FROM bxml_nodes(r.node, '/*/*') m;
		IF n % 20 = 0 THEN
			COMMIT;
			PERFORM set_config('bxml.copy_threshold', threshold, true);
		ELSIF n % 20 = 10 THEN
			ROLLBACK;
			PERFORM set_config('bxml.copy_threshold', threshold, true);
		END IF;
		INSERT INTO life_log VALUES (r.q::text);
	END LOOP;
	INSERT INTO life_results VALUES (threshold, 6, life_sum());
END $$;
CALL life_change('-1');
CALL life_change('0');
CALL life_change('1000');
SELECT is((SELECT count(DISTINCT sum) FROM life_results r WHERE step = s), 1::bigint, format('change %s', s)) FROM generate_series(1, 6) s;

-- values of edits that a variable keeps
CREATE PROCEDURE life_edits() LANGUAGE plpgsql AS $$
DECLARE
	d bxml;
	other bxml;
BEGIN
	SELECT doc INTO d FROM life_docs WHERE k = 7;
	FOR i IN 1 .. 40 LOOP
		d := bxml_set_attribute(bxml_set(d, '/r/part[1]/name', i::text), '/r/part[2]', 'x', i::text);
		other := d;
		BEGIN
			d := bxml_insert(bxml_delete(d, '/r/part[5]'), '/r', d, 'last');
			PERFORM 1 / (i % 2);
		EXCEPTION WHEN division_by_zero THEN
			d := bxml_set(other, '/r/part[3]/name', 'back');
		END;
		d := bxml_delete(d, '/r/r');
		IF i % 3 = 0 THEN
			COMMIT;
		ELSIF i % 3 = 1 THEN
			ROLLBACK;
		END IF;
		ASSERT other ->> '/r/part[1]/name' = i::text AND d ->> '/r/part[2]/@x' = i::text AND bxml_count(d, '//part') >= 4;
	END LOOP;
	TRUNCATE life_log;
	INSERT INTO life_log VALUES (d ->> '/r/part[3]/name');
END $$;
CALL life_edits();
SELECT is((SELECT what FROM life_log), 'back', 'edits in a variable outlive transactions');

-- many rows through one image: nothing is left of it afterwards
SET bxml.copy_threshold = 0;
SELECT is((SELECT count(*) FROM generate_series(1, 200) g, life_docs d, bxml_nodes(d.doc, '/r/part') n, bxml_nodes(n.node, '/*/in') m WHERE d.k IN (3, 9) AND m.node @? '/in/v'),
	2400::bigint, 'many rows');
BEGIN;
CREATE FUNCTION life_fails(n bxml) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
	PERFORM (SELECT m.node ->> (CASE WHEN n ->> '/*/@n' = '3' THEN '/*[. = 1 div $none]' ELSE '.' END)::bxpath FROM bxml_nodes(n, '/*/in') m);
	RETURN 1;
EXCEPTION WHEN OTHERS THEN
	RETURN 0;
END $$;
SELECT is((SELECT string_agg(DISTINCT life_fails(n.node) || (m.node ->> '/name'), ',') FROM life_docs d, bxml_nodes(d.doc, '/r/part') n, bxml_nodes(n.node, '/*/name') m WHERE d.k < 13),
	'0part 3,1part 1,1part 2,1part 4,1part 5,1part 6', 'errors that end the subtransaction of a rowset, not the rowsets around it');
SELECT is((SELECT count(*) FROM pg_backend_memory_contexts WHERE name = 'bxml value' AND used_bytes > 1000000), 0::bigint, 'no image is left');
COMMIT;
RESET bxml.copy_threshold;
DROP VIEW life_parts;
DROP TABLE life_docs, life_kept, life_log, life_queries, life_answers, life_results;
DROP FUNCTION life_doc, life_sql, life_same, life_loop, life_changes, life_after, life_rows, life_sum, life_fails;
DROP PROCEDURE life_ask, life_change, life_edits;
DROP TYPE life_pair;
DROP DOMAIN life_node;
SELECT * FROM finish();
