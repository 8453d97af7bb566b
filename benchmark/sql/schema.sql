-- schema.sql -- tables of the SQL benchmark and the procedure that measures.
--
-- psql variable: clock, path of the module with bench_cpu (see run).

\set ON_ERROR_STOP on
SET client_min_messages = warning;

-- CPU time of this backend in nanoseconds.
CREATE FUNCTION bench_cpu() RETURNS bigint LANGUAGE C VOLATILE AS :'clock', 'bench_cpu';

-- Documents wait here as text and are loaded from here by INSERT.
CREATE TABLE bench_set (
	name	text PRIMARY KEY,
	n		int NOT NULL,				-- documents
	scanned	boolean NOT NULL			-- queries run on it
);

CREATE TABLE bench_case (
	id		int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	set		text NOT NULL REFERENCES bench_set,
	measure	text NOT NULL,
	engine	text NOT NULL,
	query	text NOT NULL,				-- what is timed; one value
	floor	text NOT NULL,				-- the same without the work, subtracted
	proof	text						-- its answer must be equal for all engines of a measure
);

CREATE TABLE bench_sample (
	id		bigint GENERATED ALWAYS AS IDENTITY,
	set		text NOT NULL,
	measure	text NOT NULL,
	engine	text NOT NULL,
	unit	text NOT NULL,
	value	double precision NOT NULL
);

-- Microseconds of CPU one query takes.
CREATE FUNCTION bench_time(query text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	started bigint;
	answer text;
BEGIN
	started := bench_cpu();
	EXECUTE query INTO answer;
	RETURN (bench_cpu() - started) / 1000.0;
END $$;

-- A query over values (take => expression) or over documents (pick => condition), for one engine.  The names t_SET_
-- and the engine's are the table; the expressions use its column doc.
-- prove: what must be equal for all engines where that is not what is timed.
CREATE PROCEDURE bench_add(the_set text, the_measure text, the_engine text, take text DEFAULT NULL,
						   pick text DEFAULT NULL, may_differ boolean DEFAULT false, kind text DEFAULT 'scan',
						   prove text DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
	tab text := format('%I', 't_' || the_set || '_' || the_engine);
BEGIN
	IF to_regclass(tab) IS NULL THEN
		RETURN;
	END IF;
	INSERT INTO bench_case (set, measure, engine, query, floor, proof)
	VALUES (the_set, kind || ': ' || the_measure, the_engine,
			CASE WHEN pick IS NULL THEN format('SELECT count(%s) FROM %s', take, tab)
				 ELSE format('SELECT count(*) FROM %s WHERE %s', tab, pick) END,
			format('SELECT count(doc) FROM %s', tab),
			CASE WHEN may_differ THEN NULL
				 WHEN pick IS NULL
				 THEN format($q$SELECT md5(string_agg(coalesce((%s)::text, '-'), ',' ORDER BY id)) FROM %s$q$, coalesce(prove, take), tab)
				 ELSE format($q$SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM %s WHERE %s$q$, tab, pick) END);
END $$;

-- All engines must give the same answers.
CREATE PROCEDURE bench_prove() LANGUAGE plpgsql AS $$
DECLARE
	c record;
	answer text;
	last_answer text;
	last_key text := '';
	last_engine text;
BEGIN
	FOR c IN SELECT * FROM bench_case WHERE proof IS NOT NULL ORDER BY set, measure, id LOOP
		EXECUTE c.proof INTO answer;
		IF last_key = c.set || c.measure AND answer IS DISTINCT FROM last_answer THEN
			RAISE EXCEPTION '%, %: % and % answer differently', c.set, c.measure, last_engine, c.engine;
		END IF;
		last_key := c.set || c.measure;
		last_answer := answer;
		last_engine := c.engine;
	END LOOP;
END $$;

-- Alternating rounds over the engines of each measure; the first round only warms.
CREATE PROCEDURE bench_scan(runs int) LANGUAGE plpgsql AS $$
DECLARE
	k record;
	c record;
	net double precision;
BEGIN
	FOR k IN SELECT set, measure, min(id) FROM bench_case GROUP BY 1, 2 ORDER BY 3 LOOP
		FOR r IN 0 .. runs LOOP
			FOR c IN SELECT b.*, s.n FROM bench_case b JOIN bench_set s ON s.name = b.set
					 WHERE b.set = k.set AND b.measure = k.measure ORDER BY id LOOP
				net := bench_time(c.query) - bench_time(c.floor);
				CONTINUE WHEN r = 0;
				INSERT INTO bench_sample (set, measure, engine, unit, value)
				VALUES (c.set, c.measure, c.engine, 'us/doc', greatest(net, 0) / c.n);
			END LOOP;
		END LOOP;
		COMMIT;
	END LOOP;
END $$;

-- Changes of a whole table: expr is the new document.
CREATE TABLE bench_change (
	id		int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	set		text NOT NULL REFERENCES bench_set,
	measure	text NOT NULL,
	engine	text NOT NULL,
	expr	text NOT NULL
);

-- Each round updates every row of a fresh copy of the table; alternating over the engines, the first round only warms.
CREATE PROCEDURE bench_update(runs int) LANGUAGE plpgsql AS $$
DECLARE
	k record;
	c record;
	spent double precision;
BEGIN
	FOR k IN SELECT set, measure, min(id) FROM bench_change GROUP BY 1, 2 ORDER BY 3 LOOP
		FOR r IN 0 .. runs LOOP
			FOR c IN SELECT b.*, s.n, format('%I', 't_' || b.set || '_' || b.engine) AS tab
					 FROM bench_change b JOIN bench_set s ON s.name = b.set
					 WHERE b.set = k.set AND b.measure = k.measure ORDER BY id LOOP
				EXECUTE format('CREATE TABLE bench_copy (LIKE %s INCLUDING STORAGE)', c.tab);
				EXECUTE format('INSERT INTO bench_copy SELECT * FROM %s', c.tab);
				COMMIT;
				spent := bench_time(format('WITH u AS (UPDATE bench_copy SET doc = %s RETURNING 1) SELECT count(*) FROM u', c.expr));
				COMMIT;
				DROP TABLE bench_copy;
				CONTINUE WHEN r = 0;
				INSERT INTO bench_sample (set, measure, engine, unit, value)
				VALUES (c.set, 'update: ' || c.measure, c.engine, 'us/doc', spent / c.n);
			END LOOP;
		END LOOP;
		COMMIT;
	END LOOP;
END $$;

-- Size on disk with TOAST, and what a value itself takes.
CREATE PROCEDURE bench_size(the_set text, the_engine text) LANGUAGE plpgsql AS $$
DECLARE
	tab text := format('%I', 't_' || the_set || '_' || the_engine);
BEGIN
	EXECUTE format($q$
		INSERT INTO bench_sample (set, measure, engine, unit, value)
		SELECT %1$L, 'disk', %2$L, 'bytes/doc', pg_total_relation_size(%3$L) / count(*)::float8 FROM %3$s
		UNION ALL
		SELECT %1$L, 'value bytes', %2$L, 'bytes/doc', avg(pg_column_size(doc)) FROM %3$s $q$,
		the_set, the_engine, tab);
END $$;

-- One JSON line per measurement, in the order of measuring.
CREATE VIEW bench_line AS
SELECT json_build_object('set', set, 'measure', measure, 'engine', engine, 'unit', unit,
						 'median', round(percentile_disc(0.5) WITHIN GROUP (ORDER BY value)::numeric, 4),
						 'min', round(min(value)::numeric, 4), 'max', round(max(value)::numeric, 4),
						 'runs', count(*))::text AS line,
	   min(id) AS place
FROM bench_sample
GROUP BY set, measure, engine, unit;
