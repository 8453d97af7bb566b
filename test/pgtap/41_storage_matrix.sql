-- Every stored form of every kind of content gives the same answers: where the server keeps a value, how it compresses
-- it, blocks of the format, rows by path or by name, typed values or text.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(37 + 12 * (SELECT ('lz4' = ANY (enumvals))::int FROM pg_settings WHERE name = 'default_toast_compression'));

-- few distinct paths; names of their own; numbers and dates that could be typed
CREATE FUNCTION pg_temp.xml(content text, n int) RETURNS text LANGUAGE sql AS $$
	SELECT '<r><h>head</h>' || string_agg(CASE content
		WHEN 'paths' THEN format('<i n="%s"><v>%s</v><w/></i>', i, repeat(chr(65 + i % 20), 20))
		WHEN 'names' THEN format('<n%s n="%s"><v>%s</v><w/></n%1$s>', i, i, repeat(chr(65 + i % 20), 20))
		ELSE format('<i n="%s"><v>%s.%s</v><w>2026-01-%s</w></i>', i, i * 37, i % 10, lpad((i % 28 + 1)::text, 2, '0')) END, '') || '<t>tail</t></r>'
	FROM generate_series(1, n) i
$$;
CREATE FUNCTION pg_temp.answers(d bxml) RETURNS text LANGUAGE sql AS $$
	SELECT concat_ws('|', md5(d::text), md5(bxml_pretty(d)), md5(bxml_serialize(d, 1, true)), d ->> '/r/h', d ->> '/r/t', d ->> '/r/*[3]/@n',
		d ->> '/r/*[last() - 1]/v', bxml_count(d, '//*'), bxml_count(d, '//v[. > 100]'), d @? '//w[. = "2026-01-05"]', d @@ 'count(//i) > 3',
		md5((d -> '/r/*[2]')::text), bxml_root_name(d), bxml_is_document(d), bxml_check(d),
		(SELECT md5(string_agg(path || count, ',' ORDER BY path)) FROM bxml_paths(d)), (SELECT elements || ',' || texts FROM bxml_stats(d)),
		(SELECT count(*) > 9 FROM bxml_dump(d)), bxml_check(d::bytea::bxml))
$$;

CREATE TEMP TABLE docs (content text, n int, form text, typed text, d bxml);
CREATE TEMP TABLE want AS SELECT content, n, pg_temp.xml(content, n)::bxml AS d FROM unnest(ARRAY['paths', 'names', 'typed']) content,
	unnest(ARRAY[1, 12, 120, 3000]) n;
CREATE TEMP TABLE answers AS SELECT content, n, pg_temp.answers(d) AS a FROM want;

-- the server compresses only where the format has not
CREATE FUNCTION pg_temp.fill(storage text, method text, blocks text, typed text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE docs ALTER d SET STORAGE %s, ALTER d SET COMPRESSION %s', storage, method);
	PERFORM set_config('bxml.compression', blocks, true), set_config('bxml.typed_values', typed, true);
	INSERT INTO docs SELECT content, n, concat_ws(' ', storage, method, blocks), typed, pg_temp.xml(content, n)::bxml FROM want
		WHERE storage <> 'plain' OR n <= 12;
END $$;
SELECT pg_temp.fill(storage, method, blocks, typed)
	FROM unnest(ARRAY['plain', 'external', 'extended', 'main']) storage,
		(SELECT unnest(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') m (method),
		unnest(ARRAY['off', 'auto', 'always']) blocks, unnest(ARRAY['lossless', 'off']) typed
	WHERE method = 'pglz' OR storage IN ('extended', 'main') \g /dev/null

SELECT is(count(*) FILTER (WHERE pg_temp.answers(d) IS DISTINCT FROM a), 0::bigint, format('%s, typed values %s: %s values', form, typed, count(*)))
	FROM docs JOIN answers USING (content, n) GROUP BY form, typed ORDER BY form, typed;

-- the forms really occur
CREATE TEMP VIEW forms AS SELECT docs.*, s.*, pg_column_compression(d) AS method, (SELECT bool_or(bxml_dump ~ '^value:.* names ') FROM bxml_dump(d)) AS names
	FROM docs, bxml_storage(d) s;
SELECT ok(bool_or(inline AND stored < 127), 'short header') FROM forms;
SELECT ok(bool_or(inline AND method IS NULL AND NOT compressed AND stored > 200), 'in the row') FROM forms;
SELECT ok(bool_or(inline AND method = 'pglz'), 'pglz in the row') FROM forms;
SELECT ok(bool_or(NOT inline AND method = 'pglz'), 'pglz out of line') FROM forms;
SELECT ok(bool_or(inline AND method = 'lz4') AND bool_or(NOT inline AND method = 'lz4')
	OR NOT EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)), 'lz4, where the server has it') FROM forms;
SELECT ok(bool_or(inline AND method IS NULL AND (compressed OR bxml_vocabulary_number(d) IS NOT NULL)), 'blocks in the row, or a vocabulary') FROM forms;
SELECT ok(bool_or(NOT inline AND method IS NULL AND compressed), 'blocks out of line') FROM forms;
SELECT ok(bool_or(names) AND bool_or(NOT names), 'rows by name and by path') FROM forms;
SELECT ok(bool_or(typed_values > 0) AND bool_or(typed_values = 0), 'typed values and none') FROM docs, bxml_stats(d) WHERE content = 'typed';

-- and again when the storage of the column has changed under them, and when they were moved to where it says
ALTER TABLE docs ALTER d SET STORAGE main;
SELECT is(count(*) FILTER (WHERE pg_temp.answers(d) IS DISTINCT FROM a), 0::bigint, 'after ALTER') FROM docs JOIN answers USING (content, n);
UPDATE docs SET d = d::bytea::bxml WHERE form ~ 'external';
SELECT is(count(*) FILTER (WHERE pg_temp.answers(d) IS DISTINCT FROM a), 0::bigint, 'written again') FROM docs JOIN answers USING (content, n)
	WHERE form ~ 'external';

-- in memory, and as part of a row in memory
SELECT is(count(*) FILTER (WHERE pg_temp.answers(v) IS DISTINCT FROM a), 0::bigint, 'never stored')
	FROM answers, LATERAL (SELECT pg_temp.xml(content, n)::bxml AS v OFFSET 0) s;
SELECT is(count(*) FILTER (WHERE pg_temp.answers((ROW(docs.*)::docs).d) IS DISTINCT FROM a), 0::bigint, 'in a composite value')
	FROM docs JOIN answers USING (content, n) WHERE n = 120;

SELECT * FROM finish();
ROLLBACK;
