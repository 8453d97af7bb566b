-- index_property_scans.sql -- tables with indexes, and the comparison of scans, for test/t/index_property.

-- ---- tables ----

CREATE FUNCTION index_on(name text) RETURNS text LANGUAGE sql AS $$
	SELECT 'USING gin (doc ' || CASE name
		WHEN 'docs_path' THEN 'bxml_path_ops)'
		WHEN 'docs_path_some' THEN 'bxml_path_ops (types = ''number, string'', paths = ''/r/a | /r/b | //c''))'
		WHEN 'docs_value_some' THEN 'bxml_value_ops (types = ''number, string'', max_value = 8, paths = ''declare namespace p="urn:p"; //a | /r/@i | /r/@f | //p:b | //@k''))'
		WHEN 'docs_value_direct' THEN 'bxml_value_ops) WITH (fastupdate = off)'
		ELSE 'bxml_value_ops)' END $$;
CREATE FUNCTION create_index_command(name text, how text) RETURNS text LANGUAGE sql AS $$
	SELECT format('CREATE INDEX %s %s ON %s %s', CASE WHEN name <> 'docs_parts' THEN how END, name || '_doc', name, index_on(name)) $$;

-- Partitions; btree and hash indexes beside one of the GIN indexes; policies on two of the tables.
CREATE FUNCTION create_table(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE %I (id int PRIMARY KEY, n int, doc bxml) %s', name,
		CASE WHEN name = 'docs_parts' THEN 'PARTITION BY HASH (id)' ELSE 'WITH (fillfactor = 70, autovacuum_enabled = off)' END);
	FOR i IN 0..2 * (name = 'docs_parts')::int - (name <> 'docs_parts')::int LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 3, REMAINDER %s) WITH (fillfactor = 70, autovacuum_enabled = off)', name || i, name, i);
	END LOOP;
END $$;
CREATE FUNCTION create_indexes(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE create_index_command(name, '');
	IF name = 'docs_parts' THEN CREATE INDEX ON docs_parts1 USING gin (doc bxml_path_ops); END IF;
	IF name = 'docs_value' THEN
		CREATE INDEX docs_value_order ON docs_value (doc) WHERE octet_length(doc::text) < 800;
		CREATE INDEX docs_value_hash ON docs_value USING hash (doc);
		CREATE INDEX docs_value_int ON docs_value (bxml_try_int(doc, '/r/@i'));
		CREATE INDEX docs_value_text ON docs_value ((doc ->> '/r/@d'));
	END IF;
	IF name IN ('docs_path', 'docs_value') THEN
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
		EXECUTE format('CREATE POLICY reader ON %I USING (%s)', name, policy_of(name));
		EXECUTE format('GRANT SELECT ON %I TO docs_reader', name);
	END IF;
END $$;
CREATE FUNCTION policy_of(name text) RETURNS text LANGUAGE sql AS
	$$ SELECT CASE name WHEN 'docs_value' THEN 'doc @? ''//b''' ELSE 'id % 2 = 0' END $$;

-- The updates of this transaction wrote no index entries.
CREATE FUNCTION check_hot(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT sum(pg_stat_get_xact_tuples_hot_updated(oid)) FROM pg_class WHERE relkind = 'r' AND relname ~ ('^' || name || '\d?$')) = 0 THEN
		RAISE EXCEPTION 'no HOT update in %', name;
	END IF;
END $$;

-- ---- scans ----

CREATE FUNCTION plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; whole text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP whole := whole || line || ' '; END LOOP;
	RETURN whole;
END $$;

-- Rows as a sorted array; an error is its text.
CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE rows text;
BEGIN
	EXECUTE query INTO rows;
	RETURN coalesce(rows, '{}');
EXCEPTION WHEN OTHERS THEN RETURN 'error ' || sqlstate || ' ' || sqlerrm;
END $$;
CREATE FUNCTION is_error(rows text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT rows LIKE 'error%' $$;
-- Errors of a value or path that a predicate may raise.
CREATE FUNCTION is_expected(rows text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT rows ~ '^error (22|10|21)' $$;

CREATE FUNCTION set_for_scan(VARIADIC settings text[]) RETURNS void LANGUAGE sql AS
	$$ SELECT set_config(split_part(s, '=', 1), split_part(s, '=', 2), true) FROM unnest(settings) s $$;
CREATE FUNCTION scan_sequentially() RETURNS void LANGUAGE sql AS
	$$ SELECT set_for_scan('enable_seqscan=on', 'enable_bitmapscan=off', 'enable_indexscan=off') $$;
CREATE FUNCTION scan_by_index() RETURNS void LANGUAGE sql AS
	$$ SELECT set_for_scan('enable_seqscan=off', 'enable_bitmapscan=on', 'enable_indexscan=on') $$;

CREATE FUNCTION query_of(name text, predicate text) RETURNS text LANGUAGE sql AS
	$$ SELECT format('SELECT array_agg(id ORDER BY id) FROM %s WHERE %s', name, predicate) $$;

-- What came of asking in one way: a difference, or NULL; was an index scanned, and were there rows?
CREATE TYPE asked AS (way text, difference text, indexed boolean, found boolean);

CREATE FUNCTION answer(way text, query text, want text, got text, plan text) RETURNS asked LANGUAGE sql AS $$
	SELECT way, CASE WHEN is_error(want) AND NOT is_expected(want) OR NOT is_error(want) AND got <> want
			THEN format('%s: %s: by index %s, sequential %s', way, query, left(got, 200), left(want, 200)) END,
		NOT is_error(want) AND plan LIKE '%Index Scan%', want <> '{}' $$;

-- A query by both scans.
CREATE FUNCTION ask(way text, query text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE want text;
BEGIN
	PERFORM scan_sequentially();
	want := rows_of(query);
	PERFORM scan_by_index();
	RETURN answer(way, query, want, rows_of(query), plan_of(query));
END $$;

-- ---- ways of asking ----

-- A role with a policy finds the rows that it may see, and no error of others.
CREATE FUNCTION ask_policy(predicate text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE name text := pick('docs_path', 'docs_value'); query text := query_of(name, predicate); want text; got text; plan text;
BEGIN
	PERFORM scan_sequentially();
	want := rows_of(query_of(format('(SELECT id, doc FROM %I WHERE %s OFFSET 0) visible', name, policy_of(name)), predicate));
	PERFORM scan_by_index(), set_for_scan('role=docs_reader');
	got := rows_of(query);
	plan := plan_of(query);
	PERFORM set_for_scan('role=none');
	RETURN answer('policy', query, want, got, plan);
END $$;

CREATE FUNCTION ask_parallel(predicate text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE a asked; query text := query_of('docs_value', predicate);
BEGIN
	PERFORM set_for_scan('max_parallel_workers_per_gather=2', 'min_parallel_table_scan_size=0', 'min_parallel_index_scan_size=0', 'parallel_setup_cost=0', 'parallel_tuple_cost=0');
	a := ask('parallel', query);
	a.indexed := a.indexed AND plan_of(query) LIKE '%Parallel Bitmap Heap Scan%';
	PERFORM set_for_scan('max_parallel_workers_per_gather=0');
	RETURN a;
END $$;

-- A generic plan.
CREATE FUNCTION ask_generic(name text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE p record := some_parameter(); query text; want text; got text; plan text;
BEGIN
	query := query_of(name, p.condition);
	PERFORM scan_sequentially();
	want := rows_of(replace(query, '$1', p.value));
	PERFORM scan_by_index();
	EXECUTE format('PREPARE generic(%s) AS %s', p.type, query);
	got := rows_of(format('EXECUTE generic(%s)', p.value));
	plan := plan_of(format('EXECUTE generic(%s)', p.value));
	DEALLOCATE generic;
	RETURN answer('generic', replace(query, '$1', p.value), want, got, plan);
END $$;

-- Values of another table.
CREATE FUNCTION ask_join(name text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE p record := some_parameter();
BEGIN
	RETURN ask('join', format('SELECT array_agg(DISTINCT id ORDER BY id) FROM (VALUES (%s), (%s)) k(v) JOIN %s ON %s', p.value, p.other, name, replace(p.condition, '$1', 'k.v')));
END $$;

CREATE FUNCTION ask_order() RETURNS asked LANGUAGE plpgsql AS $$
BEGIN
	IF chance(0.1) THEN
		RETURN ask('order', 'SELECT array_agg(id) FROM (SELECT id FROM docs_value WHERE octet_length(doc::text) < 800 ORDER BY doc, id) s');
	END IF;
	RETURN ask('order', query_of('docs_value', some_order()));
END $$;

CREATE FUNCTION ask_otherwise(predicate text) RETURNS asked LANGUAGE plpgsql AS $$
DECLARE name text := pick('docs_path', 'docs_value', 'docs_parts', 'docs_value_some');
BEGIN
	RETURN CASE dice(6) WHEN 0 THEN ask_policy(predicate) WHEN 1 THEN ask_parallel(predicate) WHEN 2 THEN ask_order()
		WHEN 3 THEN ask_join(name) ELSE ask_generic(name) END;
END $$;

-- ---- the smallest difference ----

-- Do scans of one document differ?
CREATE FUNCTION still_differs(document bxml, predicate text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE want text; query text := query_of('shrunk', predicate);
BEGIN
	TRUNCATE shrunk;
	INSERT INTO shrunk VALUES (1, 0, document);
	PERFORM scan_sequentially();
	want := rows_of(query);
	PERFORM scan_by_index();
	RETURN NOT is_error(want) AND rows_of(query) <> want;
END $$;

-- The predicate without one of its innermost brackets, or one operand of "and" or "or" in a path.
CREATE FUNCTION smaller_predicates(predicate text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT replace(predicate, m[1], '') FROM regexp_matches(predicate, '(\[[^][]*\])', 'g') m
	UNION SELECT replace(predicate, m[1], '') FROM regexp_matches(predicate, '( (?:and|or) [^][()]*)', 'g') m
	UNION SELECT replace(predicate, m[1], '') FROM regexp_matches(predicate, '([^][() ][^][()]* (?:and|or) )', 'g') m
	EXCEPT SELECT predicate $$;

-- The document without one node; as it is, where that cannot be left out.
CREATE FUNCTION without_node(document bxml, k int) RETURNS bxml LANGUAGE plpgsql AS $$
BEGIN
	RETURN bxml_delete(document, format('(//node() | //@*)[%s]', k)::bxpath);
EXCEPTION WHEN OTHERS THEN RETURN document;
END $$;

CREATE FUNCTION shrink(name text, predicate text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE document bxml; smaller bxml; other text; again boolean := true;
BEGIN
	EXECUTE 'CREATE TEMP TABLE shrunk (id int, n int, doc bxml) ON COMMIT DROP';
	EXECUTE 'CREATE INDEX shrunk_doc ON shrunk ' || index_on(name);
	PERFORM scan_sequentially();
	EXECUTE format('CREATE TEMP TABLE suspects ON COMMIT DROP AS SELECT id, doc FROM %I WHERE doc IS NOT NULL', name);
	SELECT doc INTO document FROM suspects s WHERE still_differs(s.doc, predicate) ORDER BY octet_length(s.doc::text) LIMIT 1;
	IF document IS NULL THEN
		RETURN NEXT '# no document alone shows it in a new index: it is about the state of this one';
		RETURN;
	END IF;
	WHILE again LOOP
		again := false;
		FOR k IN REVERSE bxml_count(document, '//node() | //@*')::int..1 LOOP
			smaller := without_node(document, k);
			IF smaller <> document AND still_differs(smaller, predicate) THEN document := smaller; again := true; END IF;
		END LOOP;
		FOR other IN SELECT * FROM smaller_predicates(predicate) LOOP
			IF still_differs(document, other) THEN predicate := other; again := true; EXIT; END IF;
		END LOOP;
	END LOOP;
	RETURN NEXT '# smallest:';
	RETURN NEXT format('#   CREATE TABLE t (id int, doc bxml); INSERT INTO t VALUES (1, %L);', document::text);
	RETURN NEXT format('#   CREATE INDEX ON t %s; SET enable_seqscan = off;', index_on(name));
	RETURN NEXT format('#   SELECT id FROM t WHERE %s;', predicate);
END $$;

-- ---- all of it ----

-- Evaluate random predicates by both scans.  A predicate that fails in one row fails in a sequential scan, not where an
-- index leaves the row out.
CREATE FUNCTION compare_scans(count int, seed int) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	predicate text; query text; want text; got text; name text; a asked;
	failed int := 0; indexed int := 0; useful int := 0; ways text[] := '{}';
BEGIN
	PERFORM set_for_scan('max_parallel_workers_per_gather=0', 'plan_cache_mode=force_generic_plan', 'enable_hashjoin=off', 'enable_mergejoin=off', 'enable_material=off');
	PERFORM setseed((seed % 100000) / 100000.0);
	FOR i IN 1..count LOOP
		predicate := some_predicate(1);
		a := ask_otherwise(predicate);
		IF a.difference IS NOT NULL THEN RETURN NEXT a.difference; END IF;
		IF a.indexed AND a.found THEN ways := ways || a.way; END IF;
		PERFORM scan_sequentially();
		want := rows_of(query_of('docs_path', predicate));
		IF is_error(want) THEN
			failed := failed + 1;
			IF NOT is_expected(want) THEN RETURN NEXT format('%s: %s', want, predicate); END IF;
			CONTINUE;
		END IF;
		PERFORM scan_by_index();
		FOREACH name IN ARRAY ARRAY['docs_path', 'docs_value', 'docs_path_some', 'docs_value_some', 'docs_value_direct', 'docs_parts'] LOOP
			query := query_of(name, predicate);
			IF plan_of(query) LIKE '%Index Scan%' THEN
				indexed := indexed + 1;
				useful := useful + (want <> '{}')::int;
			END IF;
			got := rows_of(query);
			IF got <> want THEN
				RETURN NEXT format('%s: %s: by index %s, sequential %s', name, predicate, left(got, 200), left(want, 200));
				RETURN QUERY SELECT * FROM shrink(name, predicate);
				RETURN;
			END IF;
		END LOOP;
	END LOOP;
	RETURN NEXT format('# of %s predicates %s failed, %s scans were by an index, %s found some rows and by an index; other ways that did: %s', count, failed, indexed, useful,
		(SELECT string_agg(way || ' ' || n, ', ' ORDER BY way) FROM (SELECT way, count(*) n FROM unnest(ways) way GROUP BY way) s));
END $$;
