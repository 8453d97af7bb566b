-- Typed functions agree with casts from text wherever both take a text, whatever the settings; stored typed or not.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(21);

CREATE FUNCTION pg_temp.doc(v text, typed boolean) RETURNS bxml AS $$
BEGIN
	PERFORM set_config('bxml.typed_values', CASE WHEN typed THEN 'lossless' ELSE 'off' END, true);
	RETURN format('<a k="%1$s"><b>%1$s</b><c x="">%1$s</c></a>', v)::bxml;
END $$ LANGUAGE plpgsql VOLATILE;

SELECT setseed(0.5);
CREATE TEMP TABLE texts AS
	SELECT 'int' AS t, ((random() * 2 - 1) * 10 ^ (random() * 9.3))::int::text AS v FROM generate_series(1, 500)
	UNION ALL SELECT 'bigint', trunc((random() * 2 - 1)::numeric * 10 ^ (random() * 18)::numeric)::text FROM generate_series(1, 500)
	UNION ALL SELECT 'numeric', round((random() * 2 - 1)::numeric * 10 ^ (random() * 20)::numeric, (random() * 12)::int)::text FROM generate_series(1, 500)
	UNION ALL SELECT 'float8', ((random() * 2 - 1) * 10 ^ (random() * 600 - 300))::text FROM generate_series(1, 500)
	UNION ALL SELECT 'date', to_char(date '0001-01-01' + (random() * 3652000)::int, 'YYYY-MM-DD') FROM generate_series(1, 500)
	UNION ALL SELECT 'timestamp', to_char(timestamp '0001-01-01' + random() * interval '9998 years', 'YYYY-MM-DD"T"HH24:MI:SS.US') FROM generate_series(1, 500)
	UNION ALL SELECT 'timestamptz', to_char(timestamp '0001-01-02' + random() * interval '9998 years', 'YYYY-MM-DD"T"HH24:MI:SS')
		|| (ARRAY['Z', '+00:00', '-08:00', '+05:30', '+14:00', '-14:00'])[1 + floor(random() * 6)] FROM generate_series(1, 500);
CREATE TEMP TABLE docs AS SELECT t, v, typed, pg_temp.doc(v, typed) AS d, p FROM texts, (VALUES (true), (false)) x(typed),
	(VALUES ('/a/@k'::bxpath), ('/a/b'), ('//c'), ('/a/b/text()'), ('string(/a/@k)')) y(p);

SELECT is(count(*) FILTER (WHERE bxml_int(d, p) = v::int), 5000::bigint, 'bxml_int') FROM docs WHERE t = 'int';
SELECT is(count(*) FILTER (WHERE bxml_bigint(d, p) = v::bigint), 10000::bigint, 'bxml_bigint') FROM docs WHERE t IN ('int', 'bigint');
SELECT is(count(*) FILTER (WHERE bxml_numeric(d, p)::text = v::numeric::text), 15000::bigint, 'bxml_numeric, places included')
	FROM docs WHERE t IN ('int', 'bigint', 'numeric');
SELECT is(count(*) FILTER (WHERE bxml_float8(d, p) = v::float8), 20000::bigint, 'bxml_float8')
	FROM docs WHERE t IN ('int', 'bigint', 'numeric', 'float8');
SELECT is(count(*) FILTER (WHERE bxml_text(d, p) = v), 35000::bigint, 'bxml_text') FROM docs;

-- dates and times under every style
CREATE FUNCTION pg_temp.moments(style text, zone text) RETURNS SETOF text AS $$
BEGIN
	PERFORM set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', 'UTC', true);
	CREATE TEMP TABLE cast_to AS SELECT t, v, CASE t WHEN 'date' THEN extract(epoch FROM v::date)
		WHEN 'timestamp' THEN extract(epoch FROM v::timestamp) ELSE extract(epoch FROM v::timestamptz) END AS e FROM texts
		WHERE t IN ('date', 'timestamp', 'timestamptz');
	PERFORM set_config('DateStyle', style, true), set_config('TimeZone', zone, true), set_config('IntervalStyle', 'iso_8601', true);
	RETURN NEXT is((SELECT count(*) FROM docs JOIN cast_to USING (t, v) WHERE e = CASE t WHEN 'date' THEN extract(epoch FROM bxml_date(d, p))
		WHEN 'timestamp' THEN extract(epoch FROM bxml_timestamp(d, p))
		WHEN 'timestamptz' THEN extract(epoch FROM bxml_timestamptz(d, p)) END),
		(SELECT count(*) FROM docs JOIN cast_to USING (t, v)), 'dates and times under ' || style || ', ' || zone);
	RETURN NEXT is((SELECT count(*) FROM docs WHERE t = 'timestamp' AND bxml_timestamptz(d, p) = bxml_timestamp(d, p) AT TIME ZONE 'UTC'),
		5000::bigint, 'without a zone it is UTC under ' || style || ', ' || zone);
	DROP TABLE cast_to;
END $$ LANGUAGE plpgsql;
SELECT pg_temp.moments('German, DMY', 'Asia/Tokyo');
SELECT pg_temp.moments('SQL, MDY', 'America/St_Johns');
SELECT pg_temp.moments('Postgres, YMD', 'Pacific/Kiritimati');

-- bytes
SELECT is(count(*) FILTER (WHERE bxml_bytea(format('<a>%s</a>', encode(b, 'base64'))::bxml, '/a') = b
	AND bxml_bytea(format('<a>%s</a>', upper(encode(b, 'hex')))::bxml, '/a', 'hex') = b), 200::bigint, 'bxml_bytea')
	FROM (SELECT decode(repeat(md5(i::text), i), 'hex') || substr(decode(md5('x' || i), 'hex'), 1, i % 16) AS b FROM generate_series(1, 200) i) x;

-- words that only settings or the clock give a meaning
SELECT is(count(*), 0::bigint, 'no word is a date') FROM unnest(ARRAY['now', 'today', 'tomorrow', 'yesterday', 'epoch', 'infinity',
	'-infinity', 'allballs', 'J2451187', '1/2/2024', '20240102', 'January 8, 1999']) w
	WHERE (SELECT count(*) FROM (SELECT lives_ok(format('SELECT bxml_date(%L, ''/a'')', '<a>' || w || '</a>'))) s(ok) WHERE ok LIKE 'ok%') > 0;
SELECT throws_ok($$SELECT bxml_timestamptz('<a>now</a>', '/a')$$, '22007', NULL, 'now is no moment');

-- an index gives what a scan gives
CREATE TEMP TABLE indexed AS SELECT row_number() OVER () AS id, d FROM docs WHERE t = 'int' AND p::text = '/a/@k';
CREATE INDEX ON indexed (bxml_int(d, '/a/@k'));
CREATE INDEX ON indexed (bxml_numeric(d, '/a/b'));
ANALYZE indexed;
CREATE TEMP TABLE scanned AS SELECT id FROM indexed WHERE bxml_int(d, '/a/@k') BETWEEN -1000 AND 5000;
SET LOCAL enable_seqscan = off;
CREATE FUNCTION pg_temp.plan(q text) RETURNS text AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || q LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$ LANGUAGE plpgsql;
SELECT matches(pg_temp.plan($$SELECT id FROM indexed WHERE bxml_int(d, '/a/@k') BETWEEN -1000 AND 5000$$), 'Index', 'the index is used');
SELECT set_eq($$SELECT id FROM indexed WHERE bxml_int(d, '/a/@k') BETWEEN -1000 AND 5000$$, 'SELECT id FROM scanned', 'and right');
SELECT ok((SELECT count(*) FROM scanned) > 10, 'on rows that are there');
SELECT matches(pg_temp.plan($$SELECT id FROM indexed ORDER BY bxml_numeric(d, '/a/b') LIMIT 3$$), 'Index Scan', 'order from an index');

-- items agree with each other
SELECT is(count(*), 0::bigint, 'set = array = joined text = values one by one') FROM docs WHERE t = 'numeric' AND
	(ARRAY(SELECT bxml_values(d, '//@*|//*')) <> bxml_values_array(d, '//@*|//*')
	 OR array_to_string(bxml_values_array(d, '//@*|//*'), '~') <> bxml_string_agg(d, '//@*|//*', '~')
	 OR bxml_query(d, '//@*|//*')::text <> array_to_string(bxml_query_array(d, '//@*|//*'), '')
	 OR cardinality(bxml_query_array(d, '//@*|//*')) <> bxml_count(d, '//@*|//*')
	 OR bxml_first(d, '//c')::text <> (bxml_query_array(d, '//c'))[1]::text);

-- parallel workers
SET LOCAL enable_seqscan = on;
SET LOCAL enable_indexscan = off;
SET LOCAL enable_bitmapscan = off;
CREATE TABLE bxml_typed_par AS SELECT d FROM docs WHERE t = 'int' AND p::text = '/a/@k';
CREATE TEMP TABLE alone AS SELECT sum(bxml_int(d, '/a/@k')) AS s, sum(cardinality(bxml_values_array(d, '//*[. > $n]', '{"n": 5}'))) AS n FROM bxml_typed_par;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT matches(pg_temp.plan($$SELECT sum(bxml_int(d, '/a/@k')) FROM bxml_typed_par$$), 'Parallel', 'workers take part');
SELECT results_eq($$SELECT sum(bxml_int(d, '/a/@k')), sum(cardinality(bxml_values_array(d, '//*[. > $n]', '{"n": 5}'))) FROM bxml_typed_par$$,
	'SELECT * FROM alone', 'workers find the same');

SELECT * FROM finish();
ROLLBACK;
