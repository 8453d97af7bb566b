-- schema.sql -- measuring in the server: samples, which indexes the planner sees, cases as functions.
--
-- psql variable: clock, the module of benchmark/lib.sh.

\set ON_ERROR_STOP on
SET client_min_messages = warning;

CREATE OR REPLACE FUNCTION bench_cpu() RETURNS bigint LANGUAGE C VOLATILE AS :'clock', 'bench_cpu';
CREATE OR REPLACE FUNCTION bench_wall() RETURNS bigint LANGUAGE C VOLATILE AS :'clock', 'bench_wall';

-- Steps of the run that are done.
CREATE TABLE bench_step (name text PRIMARY KEY);

-- Lines of the record, in their order; a step that is repeated replaces its own.
CREATE TABLE bench_line (n serial, set text, measure text, engine text, unit text, median float8, min float8, max float8, runs bigint,
	UNIQUE (set, measure, engine));

-- What a query is about; draw is an SQL expression of text[], the parameters of execution i.
CREATE TABLE bench_query (name text PRIMARY KEY, types text[], draw text, each int);

-- A spelling of it: sets that it belongs to, indexes that the planner sees, statement from FROM on, with @1, @2, @3 for
-- the parameters; @b is the prolog of a path, @x the namespaces of xpath().
CREATE TABLE bench_case (n serial PRIMARY KEY, query text REFERENCES bench_query, sets text[], engine text, indexes text[], statement text);

CREATE UNLOGGED TABLE bench_sample (n int, way text, draw int, wall bigint, cpu bigint, answer bigint);

CREATE OR REPLACE FUNCTION bench_put(the_set text, the_measure text, the_engine text, the_unit text, VARIADIC v float8[]) RETURNS void
	LANGUAGE sql AS $$
	INSERT INTO bench_line (set, measure, engine, unit, median, min, max, runs)
	SELECT the_set, the_measure, the_engine, the_unit, percentile_cont(0.5) WITHIN GROUP (ORDER BY x), min(x), max(x), count(*)
	FROM unnest(v) x
	ON CONFLICT (set, measure, engine) DO UPDATE SET median = excluded.median, min = excluded.min, max = excluded.max,
		runs = excluded.runs
$$;

-- The planner sees these indexes of the tables of orders and no others.
CREATE OR REPLACE FUNCTION bench_see(VARIADIC names text[]) RETURNS void LANGUAGE sql AS $$
	UPDATE pg_index SET indisvalid = (indexrelid::regclass::text = ANY (names))
	WHERE indrelid::regclass::text LIKE 'orders\_%' AND indisvalid <> (indexrelid::regclass::text = ANY (names))
$$;

-- The statement with the parameters: variables p1, p2, p3 or (literals given) these.
CREATE OR REPLACE FUNCTION bench_statement(c bench_case, literals text[] DEFAULT NULL) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
	types text[] := (SELECT q.types FROM bench_query q WHERE q.name = c.query);
	s text := 'SELECT count(*) FROM ' || c.statement;
BEGIN
	s := replace(s, '@b', 'declare namespace o="http://www.fixprotocol.org/FIXML-4-4";');
	s := replace(s, '@x', 'ARRAY[ARRAY[''o'', ''http://www.fixprotocol.org/FIXML-4-4'']]');
	FOR i IN 1 .. cardinality(types) LOOP
		s := replace(s, '@' || i, CASE WHEN literals IS NULL THEN 'p' || i ELSE format('%L::%s', literals[i], types[i]) END);
	END LOOP;
	RETURN s;
END $$;

-- Functions bench_run_N(way, draw, parameters): the statement with a generic plan.
CREATE OR REPLACE PROCEDURE bench_make_functions() LANGUAGE plpgsql AS $$
DECLARE
	c bench_case;
	types text[];
	declared text;
BEGIN
	FOR c IN SELECT * FROM bench_case LOOP
		types := (SELECT q.types FROM bench_query q WHERE q.name = c.query);
		declared := (SELECT string_agg(format('p%s %s := v[%s];', i, types[i], i), ' ') FROM generate_series(1, cardinality(types)) i);
		EXECUTE format($f$
			CREATE OR REPLACE FUNCTION bench_run_%1$s(way text, draw int, v text[]) RETURNS void LANGUAGE plpgsql
			SET plan_cache_mode = force_generic_plan AS $body$
			DECLARE
				%2$s
				n bigint; c bigint; w bigint;
			BEGIN
				c := bench_cpu();
				w := bench_wall();
				%3$s;
				w := bench_wall() - w;
				c := bench_cpu() - c;
				INSERT INTO bench_sample VALUES (%1$s, way, draw, w, c, n);
			END $body$
		$f$, c.n, coalesce(declared, ''), regexp_replace(bench_statement(c), '^SELECT count\(\*\)', 'SELECT count(*) INTO n'));
	END LOOP;
END $$;

-- One execution; "planned": of the statement with literals.
CREATE OR REPLACE FUNCTION bench_run(c bench_case, way text, draw int, v text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	s text := bench_statement(c, v);
	n bigint; cpu bigint; w bigint;
BEGIN
	IF way <> 'planned' THEN
		EXECUTE format('SELECT bench_run_%s($1, $2, $3)', c.n) USING way, draw, v;
		RETURN;
	END IF;
	cpu := bench_cpu();
	w := bench_wall();
	EXECUTE s INTO n;
	w := bench_wall() - w;
	cpu := bench_cpu() - cpu;
	INSERT INTO bench_sample VALUES (c.n, way, draw, w, cpu, n);
END $$;

-- The plan must use one of the indexes; without settings that forbid other plans.
CREATE OR REPLACE FUNCTION bench_check_plan(c bench_case, v text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	types text := (SELECT array_to_string(q.types, ', ') FROM bench_query q WHERE q.name = c.query);
	prepared text := regexp_replace(bench_statement(c), '\mp(\d)\M', '$\1', 'g');
	s text;
	line text;
	plan text;
BEGIN
	FOREACH s IN ARRAY ARRAY['EXPLAIN ' || bench_statement(c, v), 'EXPLAIN EXECUTE bench_prepared'
		|| coalesce((SELECT '(' || string_agg(quote_literal(x), ', ') || ')' FROM unnest(v) x), '')] LOOP
		IF s ~ 'bench_prepared' THEN
			EXECUTE format('PREPARE bench_prepared%s AS %s', '(' || nullif(types, '') || ')', prepared);
			SET LOCAL plan_cache_mode = force_generic_plan;
		END IF;
		plan := '';
		FOR line IN EXECUTE s LOOP
			plan := plan || line || E'\n';
		END LOOP;
		IF s ~ 'bench_prepared' THEN
			DEALLOCATE bench_prepared;
		END IF;
		IF NOT EXISTS (SELECT FROM unnest(c.indexes) i WHERE strpos(plan, 'on ' || i) > 0 OR strpos(plan, 'using ' || i) > 0)
			OR plan ~ 'Seq Scan on orders_' THEN
			RAISE EXCEPTION 'no index scan: %, %, %', c.query, c.engine, c.indexes USING DETAIL = bench_statement(c, v) || E'\n' || plan;
		END IF;
	END LOOP;
END $$;

-- Rounds of all spellings of a query, in turn; each executes the same draws of the round.
CREATE OR REPLACE PROCEDURE bench_measure(the_query text, rounds int) LANGUAGE plpgsql AS $$
DECLARE
	q bench_query := (SELECT x FROM bench_query x WHERE name = the_query);
	c bench_case;
	draws text[];
	way text;
BEGIN
	DELETE FROM bench_sample s USING bench_case b WHERE s.n = b.n AND b.query = the_query;
	FOR round IN 1 .. rounds LOOP
		EXECUTE format('SELECT array_agg((%s)::text) FROM generate_series(1, %s) i', q.draw, q.each) INTO draws;
		FOR c IN SELECT * FROM bench_case WHERE query = the_query ORDER BY CASE round % 2 WHEN 0 THEN n ELSE -n END LOOP
			PERFORM bench_see(VARIADIC c.indexes);
			COMMIT;
			PERFORM bench_check_plan(c, draws[1]::text[]);
			COMMIT;
			-- the first executions read catalogs and make the plan
			FOREACH way IN ARRAY '{first,prepared,planned}'::text[] LOOP
				FOR i IN -1 .. q.each LOOP
					PERFORM bench_run(c, way, CASE WHEN i > 0 THEN round * 10000 + i END, draws[greatest(i, 1)]::text[]);
				END LOOP;
			END LOOP;
			COMMIT;
		END LOOP;
	END LOOP;
	DELETE FROM bench_sample WHERE draw IS NULL;
END $$;

-- Lines of a query: medians, 95th percentile and CPU.  Answers must be the same in all spellings.
CREATE OR REPLACE FUNCTION bench_summarize(the_query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	other text := (SELECT string_agg(DISTINCT c.engine || ' by ' || c.indexes::text, '; ') FROM bench_sample s JOIN bench_case c USING (n)
		JOIN (SELECT draw, min(answer) AS least FROM bench_sample JOIN bench_case USING (n) WHERE query = the_query
			GROUP BY draw HAVING min(answer) < max(answer)) d USING (draw) WHERE c.query = the_query AND s.answer <> d.least);
BEGIN
	IF other IS NOT NULL THEN
		RAISE EXCEPTION '%: different answers by %', the_query, other;
	END IF;
	INSERT INTO bench_line (set, measure, engine, unit, median, min, max, runs)
	SELECT set, format('%s%s: %s', CASE way WHEN 'first' THEN 'first time' ELSE way END, what, c.query), c.engine, 'us', value / 1000, least / 1000.0, most / 1000.0, k
	FROM bench_case c, unnest(c.sets) set, LATERAL (
		SELECT way, count(*) AS k, min(wall) AS least, max(wall) AS most, percentile_cont(0.5) WITHIN GROUP (ORDER BY wall) AS middle,
			percentile_cont(0.95) WITHIN GROUP (ORDER BY wall) AS p95, percentile_cont(0.5) WITHIN GROUP (ORDER BY cpu) AS cpu
		FROM bench_sample s WHERE s.n = c.n GROUP BY way) s,
		LATERAL (VALUES (1, '', middle), (2, ', p95', p95), (3, ', CPU', cpu)) m(k2, what, value)
	WHERE c.query = the_query
	ORDER BY array_position('{prepared,planned,first}', way), k2, set, c.n
	ON CONFLICT (set, measure, engine) DO UPDATE SET median = excluded.median, min = excluded.min, max = excluded.max,
		runs = excluded.runs;
END $$;

-- Rows that were found by the index and are none of the answer, in that many executions.
CREATE OR REPLACE FUNCTION bench_false_hits(c bench_case, executions int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	q bench_query := (SELECT x FROM bench_query x WHERE name = c.query);
	v text[];
	plan json;
	hits bigint := 0;
BEGIN
	FOR i IN 1 .. executions LOOP
		EXECUTE format('SELECT %s FROM generate_series(1, 1) i', q.draw) INTO v;
		EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ' || bench_statement(c, v) INTO plan;
		hits := hits + (SELECT coalesce(sum(x::text::bigint), 0) FROM (VALUES ('strict $.**."Rows Removed by Index Recheck"'::jsonpath),
			('strict $.**."Rows Removed by Filter"')) k(k), jsonb_path_query(plan::jsonb, k) x);
	END LOOP;
	RETURN hits;
END $$;

-- CPU time, in us, that planning a statement takes; the least of so many.
CREATE OR REPLACE FUNCTION bench_planning(s text, times int) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	least bigint;
	started bigint;
BEGIN
	FOR i IN 1 .. times LOOP
		started := bench_cpu();
		EXECUTE 'EXPLAIN ' || s;
		least := least(least, bench_cpu() - started);
	END LOOP;
	RETURN least / 1000.0;
END $$;
