-- Damaged stored bytes: an error of class XX001 (or a feature of a newer version), or an answer; never a crash.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(16);

-- Bytes as a stored value, unchecked: the function returns its argument.
CREATE FUNCTION pg_temp.raw(bytea) RETURNS bxml LANGUAGE internal IMMUTABLE STRICT AS 'xmltotext';

CREATE FUNCTION pg_temp.poke(v bytea, at int, b int) RETURNS bxml LANGUAGE sql IMMUTABLE AS
	'SELECT pg_temp.raw(set_byte(v, at, b))';

-- Tables that a value is inserted into, and one with a sound value that it is looked for in.
CREATE TEMP TABLE by_value (d bxml);
CREATE INDEX ON by_value USING gin (d) WITH (fastupdate = off);
CREATE TEMP TABLE by_path (d bxml);
CREATE INDEX ON by_path USING gin (d bxml_path_ops) WITH (fastupdate = off);
CREATE TEMP TABLE in_order (d bxml);
CREATE INDEX ON in_order (d);
CREATE INDEX ON in_order USING hash (d);
INSERT INTO in_order VALUES ('<r xmlns:p="urn:p"><b k="1">one</b><b k="2.50">two</b></r>');
INSERT INTO by_value SELECT d FROM in_order;

-- Do all readers with one value; the states of their errors.
CREATE FUNCTION pg_temp.states(d bxml) RETURNS text[] AS $$
DECLARE
	states text[] = '{}';
	query text;
BEGIN
	SET LOCAL enable_seqscan = off;
	FOREACH query IN ARRAY ARRAY['SELECT $1::text', 'SELECT bxml_pretty($1)', 'SELECT bxml_value($1, ''//b[2]/@k'')',
		'SELECT bxml_count($1, ''//*'')', 'SELECT ($1 -> ''//b'')::text', 'SELECT bxml_root_name($1)',
		'SELECT bxml_path_of($1, ''1.3'')', 'SELECT bxml_node($1, ''1.3'')::text',
		'SELECT count(*) FROM bxml_paths($1)', 'SELECT count(*) FROM bxml_namespaces($1)', 'SELECT bxml_stats($1)',
		'SELECT bxml_is_document($1)', 'SELECT count(*) FROM bxml_dump($1)', 'SELECT bxml_check($1)',
		'SELECT bxml_try_int($1, ''//b'')', 'SELECT bxml_format_version($1)', 'SELECT count(id), count(value) FROM bxml_reader($1)',
		'SELECT count(*) FROM bxml_reader($1) WHERE name = ''b''', 'SELECT bxml_deep_equal($1, $1, ''{order://*}'')',
		'SELECT bxml_deep_equal(''<r/>'', $1)', 'SELECT count(*) FROM bxml_diff($1, ''<r/>'')', 'SELECT count(*) FROM bxml_diff(''<r/>'', $1)',
		'SELECT count(id), count(node) FROM bxml_nodes($1, ''//b'')',
		'SELECT count(k), count(b) FROM bxml_table($1, ''//b'', ''@k'', ''.'', ''..'') AS t(k text, b text, x bxml)',
		'SELECT bxml_cmp($1, d), bxml_cmp(d, $1) FROM in_order', 'SELECT bxml_hash($1), bxml_hash_extended($1, 1)',
		'SELECT d @> $1, $1 @> d FROM in_order', 'SELECT count(*) FROM by_value WHERE d @> $1', 'SELECT count(*) FROM in_order WHERE d = $1',
		'INSERT INTO by_value VALUES ($1)', 'INSERT INTO by_path VALUES ($1)', 'INSERT INTO in_order VALUES ($1)']
	LOOP
		BEGIN
			EXECUTE query USING d;
			RAISE 'undo' USING ERRCODE = 'ZZ001';
		EXCEPTION WHEN SQLSTATE 'ZZ001' THEN NULL;
			WHEN OTHERS THEN
			states = states || SQLSTATE::text;
		END;
	END LOOP;
	RETURN states;
END $$ LANGUAGE plpgsql;

CREATE TEMP TABLE good AS SELECT
	'<?xml version="1.0"?><!DOCTYPE r><r xmlns:p="urn:p"><b k="1">one</b><b k="2.50">two<!-- c --></b><p:c/><?pi d?>t</r>'::bxml::bytea AS v
UNION ALL SELECT ('<r>' || repeat('<row a="17"><x>text</x><y>2024-05-01</y></row>', 60) || '</r>')::bxml::bytea;

SELECT is(pg_temp.states(pg_temp.raw(v)), '{}'::text[], 'the values themselves raise nothing') FROM good LIMIT 1;

-- every byte of the first value, by several patterns
CREATE TEMP TABLE seen AS
	SELECT DISTINCT unnest(pg_temp.states(pg_temp.poke(v, at, x))) AS state
	FROM (SELECT v FROM good ORDER BY length(v) LIMIT 1) g, generate_series(0, length(v) - 1) at, unnest(ARRAY[0, 1, 127, 128, 240, 255]) x;
SELECT is(array_agg(state ORDER BY state) FILTER (WHERE state NOT IN ('XX001', '0A000')), NULL, 'changed bytes: no other errors')
	FROM seen;
SELECT ok(bool_or(state = 'XX001'), 'changed bytes: damage is reported as XX001') FROM seen;

-- every truncation
SELECT is(array_agg(DISTINCT state) FILTER (WHERE state NOT IN ('XX001', '0A000')), NULL, 'truncation: no other errors')
	FROM good, generate_series(0, least(length(v) - 1, 300)) n, unnest(pg_temp.states(pg_temp.raw(substr(v, 1, n)))) state;
SELECT is(bool_or(bxml_check(pg_temp.raw(substr(v, 1, n)))), false, 'truncation: the check sees each')
	FROM good, generate_series(0, length(v) - 1) n;

-- the check refuses what it must, and input by cast does with its own state
SELECT ok(bxml_check(pg_temp.raw(v)), 'the check passes a sound value') FROM good LIMIT 1;
SELECT throws_ok($$SELECT substr('<abc>x</abc>'::bxml::bytea, 1, 12)::bxml$$, '22P03', NULL, 'the same from outside is 22P03');

-- a damaged stored path
CREATE FUNCTION pg_temp.raw_path(bytea) RETURNS bxpath LANGUAGE internal IMMUTABLE STRICT AS 'xmltotext';
CREATE FUNCTION pg_temp.path_bytes(bxpath) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'xmltotext';
CREATE FUNCTION pg_temp.path_state(v bytea) RETURNS text AS $$
BEGIN
	PERFORM bxml_value('<a><b>1</b><b>2</b></a>', pg_temp.raw_path(v));
	RETURN 'ok';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE;
END $$ LANGUAGE plpgsql;
SELECT is(array_agg(DISTINCT s) FILTER (WHERE s NOT IN ('ok', 'XX001', '10608', '0A000')), NULL, 'changed bytes of a path')
	FROM (SELECT pg_temp.path_bytes('/a/b[2] | //b[. = "2"]') AS v) p, generate_series(0, length(v) - 1) at,
		unnest(ARRAY[0, 1, 64, 255]) x, pg_temp.path_state(set_byte(v, at, x)) s;
SELECT is(pg_temp.path_state(set_byte(v, 0, 99)), 'ok', 'a path of an unknown version is compiled again from its text')
	FROM (SELECT pg_temp.path_bytes('/a/b[2]') AS v) p;

-- the same in compressed blocks: stored bytes as they are, by a function that returns its argument
CREATE FUNCTION pg_temp.stored(bxml) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'xmltotext';
-- for the end: one that refers to a vocabulary, where the database has one that fits
CREATE TEMP TABLE shared AS SELECT pg_temp.stored('<r a="1"><b k="1">one</b><b k="2.50">two</b><other/><c>one</c></r>') AS v;
SET LOCAL bxml.compression = always;
SET LOCAL bxml.vocabularies = off;
CREATE TEMP TABLE packed AS SELECT pg_temp.stored(('<r>' || repeat('<b k="1">one</b>', 40) || '</r>')::bxml) AS v;
SELECT ok(compressed, 'the value is in blocks') FROM packed, bxml_storage(pg_temp.raw(v));
SELECT is(pg_temp.states(pg_temp.raw(v)), '{}'::text[], 'and raises nothing') FROM packed;
CREATE TEMP TABLE packed_seen AS
	SELECT at, b, pg_temp.states(pg_temp.poke(v, at, get_byte(v, at) # b)) AS states
	FROM packed, generate_series(0, length(v) - 1) at, unnest(ARRAY[1, 128, 255, 16]) b;
SELECT is((SELECT count(*) FROM packed_seen WHERE NOT states <@ ARRAY['XX001', '0A000']), 0::bigint,
	'damage in blocks raises data corrupted or feature not supported, and nothing else');
CREATE FUNCTION pg_temp.check_of(d bxml) RETURNS text AS $$
BEGIN
	RETURN bxml_check(d);
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE;
END $$ LANGUAGE plpgsql;
SELECT is(array_agg(DISTINCT c) FILTER (WHERE c NOT IN ('true', 'false', '0A000')), NULL, 'the check answers and does not raise')
	FROM packed, generate_series(0, length(v) - 1) at, pg_temp.check_of(pg_temp.poke(v, at, get_byte(v, at) # 255)) c;

-- Blocks behind the first one, which are read when a label needs them.
CREATE TEMP TABLE blocks AS SELECT pg_temp.stored(('<r>' || string_agg(format('<b k="%s">%s</b>', i, md5(i::text)), '') || '</r>')::bxml) AS v
	FROM generate_series(1, 1500) i;
CREATE FUNCTION pg_temp.label_state(d bxml) RETURNS text AS $$
BEGIN
	RETURN left(bxml_path_of(d, '1.2999'), 2);
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || CASE WHEN SQLERRM = '' THEN ' without a message' ELSE '' END;
END $$ LANGUAGE plpgsql;
SELECT is(array_agg(DISTINCT s ORDER BY s), '{/r,XX001}', 'a damaged block raises data corrupted where a label is looked for')
	FROM blocks, generate_series(length(v) / 4, length(v) - 1, 97) at, pg_temp.label_state(pg_temp.poke(v, at, get_byte(v, at) # 255)) s;

-- and in the value that may refer to a vocabulary
SELECT is((SELECT count(*) FROM shared, generate_series(0, length(v) - 1) at, unnest(ARRAY[1, 128, 255, 16]) b
	WHERE NOT pg_temp.states(pg_temp.poke(v, at, get_byte(v, at) # b)) <@ ARRAY['XX001', '0A000']), 0::bigint,
	'damage there raises the same');
SELECT is(array_agg(DISTINCT c) FILTER (WHERE c NOT IN ('true', 'false', '0A000')), NULL, 'and the check answers')
	FROM shared, generate_series(0, length(v) - 1) at, pg_temp.check_of(pg_temp.poke(v, at, get_byte(v, at) # 255)) c;

SELECT * FROM finish();
ROLLBACK;
