-- One value, every form the server may store it in: the answers are the same.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(65);

CREATE FUNCTION pg_temp.answers(d bxml) RETURNS text LANGUAGE sql AS $$
	SELECT concat_ws('|', md5(d::text), d ->> '/r/i[3]/@n', d ->> '/r/i[last()]', bxml_count(d, '//i'), bxml_root_name(d),
		bxml_is_document(d), bxml_format_version(d), (SELECT string_agg(path || count, ',') FROM bxml_paths(d)),
		(SELECT string_agg(uri, ',') FROM bxml_namespaces(d)), bxml_check(d), md5((d -> '//i[2]')::text),
		(SELECT elements FROM bxml_stats(d)),
		-- the bytes are not the same where values may refer to a vocabulary, the value that they make is
		CASE WHEN EXISTS (SELECT FROM bxml_vocabularies) THEN md5(d::bytea::bxml::text) ELSE md5(d::bytea) END)
$$;
CREATE FUNCTION pg_temp.doc(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT ('<!-- first --><r xmlns:p="urn:p">' || string_agg(format('<i n="%s"><p:v>%s</p:v></i>', i, repeat(chr(65 + i % 20), 30)), '') || '</r>')::bxml
	FROM generate_series(1, n) i
$$;

CREATE TEMP TABLE docs (kind text, n int, d bxml);
CREATE TEMP TABLE want AS SELECT n, pg_temp.answers(pg_temp.doc(n)) AS a FROM unnest(ARRAY[1, 20, 200, 20000]) n;

-- the storage of a column says what may become of a value; the size and bxml.compression decide
CREATE FUNCTION pg_temp.fill(mode text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	s text;
BEGIN
	PERFORM set_config('bxml.compression', mode, true);
	FOREACH s IN ARRAY ARRAY['external', 'extended', 'main', 'plain'] LOOP
		EXECUTE 'ALTER TABLE docs ALTER d SET STORAGE ' || s;
		INSERT INTO docs SELECT mode || ' ' || s, n, pg_temp.doc(n) FROM want WHERE s <> 'plain' OR n <= 200;
	END LOOP;
	ALTER TABLE docs ALTER d SET STORAGE extended;
	ALTER TABLE docs ALTER d SET COMPRESSION pglz;
	INSERT INTO docs SELECT mode || ' pglz', n, pg_temp.doc(n) FROM want;
	ALTER TABLE docs ALTER d SET COMPRESSION default;
END $$;
SELECT pg_temp.fill(mode) FROM unnest(ARRAY['off', 'auto', 'always']) mode \g /dev/null

SELECT is(pg_temp.answers(d), a, format('%s, %s records', kind, n)) FROM docs JOIN want USING (n) ORDER BY kind, n;

-- and the forms really occur
SELECT ok(bool_or(inline AND NOT compressed AND stored < 127), 'short header in the row') FROM docs, bxml_storage(d);
SELECT ok(bool_or(inline AND NOT compressed AND stored > 130), 'full header in the row') FROM docs, bxml_storage(d);
SELECT ok(bool_or(inline AND compressed), 'compressed in the row') FROM docs, bxml_storage(d) WHERE kind LIKE 'off%';
SELECT ok(bool_or(NOT inline AND NOT compressed), 'out of line') FROM docs, bxml_storage(d);
SELECT ok(bool_or(NOT inline AND compressed AND stored < logical), 'compressed out of line') FROM docs, bxml_storage(d) WHERE kind LIKE 'off%';
SELECT ok(bool_or(inline AND compressed OR bxml_vocabulary_number(d) IS NOT NULL), 'blocks in the row, or a vocabulary') FROM docs, bxml_storage(d) WHERE kind = 'always external';
SELECT ok(bool_and(compressed AND stored < logical), 'blocks out of line') FROM docs, bxml_storage(d) WHERE kind = 'auto external' AND n = 20000;
SELECT is(typstorage, 'e', 'external is the default') FROM pg_type WHERE oid = 'bxml'::regtype;

SELECT * FROM finish();
ROLLBACK;
