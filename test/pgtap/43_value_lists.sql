-- Value lists of large documents: the same answers with them and without, less to look at, after changes as well.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(23);

CREATE TABLE d (form text, doc bxml);
CREATE FUNCTION pg_temp.records() RETURNS text LANGUAGE sql AS $$
	SELECT '<r>' || string_agg(format('<i id="%s"><n>name %s</n><q>%s</q><k>%s</k><t>%s</t></i>', g, g, g * 1.5, g % 10, md5(g::text)), '') || '</r>'
	FROM generate_series(1, 12000) g
$$;
SET LOCAL bxml.directories = off;
INSERT INTO d SELECT 'off', pg_temp.records()::bxml;
SET LOCAL bxml.directories = places;
INSERT INTO d SELECT 'places', pg_temp.records()::bxml;
SET LOCAL bxml.directories = 'all';
INSERT INTO d SELECT 'all', pg_temp.records()::bxml;
SET LOCAL bxml.directories = auto;
INSERT INTO d SELECT 'auto', pg_temp.records()::bxml;

CREATE FUNCTION pg_temp.items(the_form text, query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
	PERFORM bxml_counters_reset();
	EXECUTE format('SELECT bxml_value(doc, %L) FROM d WHERE form = %L', query, the_form);
	SELECT items_read INTO n FROM bxml_counters();
	RETURN n;
END $$;

-- the same answers
SELECT is((SELECT count(DISTINCT concat_ws(' ', bxml_value(doc, p), bxml_count(doc, p), doc @? p, doc -> p)) FROM d), 1::bigint, p::text)
FROM unnest(ARRAY['/r/i[@id = 9000]/n', '/r/i[@id = "9000"]/q', '//i[n = "name 77"]/@id', '/r/i[@id > 11990]', '/r/i[@id = 9000 and k = 0]/n',
	'/r/i[@id = 9000][1]/following-sibling::i[1]/n', '//@id[. = 12000]', '/r/i[q = 15]/n/text()', '/r/i[@id = "x"]',
	'/r/i[2][@id = 2]/n', '/r/i[@id = 0 or @id = 3]/n']::bxpath[]) p;
SELECT is((SELECT string_agg(DISTINCT bxml_value(doc, '/r/i[@id = $x]/n', '{"x": 4711}'), ' ') FROM d), 'name 4711', 'a variable');
SELECT is((SELECT string_agg(DISTINCT t.n, ' ') FROM d, bxml_table(doc, '/r/i[@id = 4711]', 'n') AS t(n text)), 'name 4711', 'rows');

-- less to look at
SELECT cmp_ok(pg_temp.items('places', '/r/i[@id = 9000]/n'), '>', 9000::bigint, 'without lists every record is looked at');
SELECT cmp_ok(pg_temp.items('auto', '/r/i[@id = 9000]/n'), '<', 3000::bigint, 'with lists few are');
SELECT cmp_ok(pg_temp.items('all', '/r/i[n = "name 9000"]/@id'), '<', 3000::bigint, 'also by other values');
SELECT cmp_ok((SELECT octet_length(doc::bytea) FROM d WHERE form = 'places')::numeric, '<', (SELECT octet_length(doc::bytea) FROM d WHERE form = 'auto')::numeric,
	'bytes outside hold them');
SELECT cmp_ok((SELECT pg_column_size(doc) FROM d WHERE form = 'auto'), '<=', (SELECT pg_column_size(doc) * 1.08 FROM d WHERE form = 'places')::int,
	'8 % at most');
SELECT ok(bxpath_explain('/r/i[@id = 9000]/n') LIKE '%search by value: /i[...]%' OR bxpath_explain('/r/i[@id = 9000]/n') LIKE '%search by value: i[...]%',
	'bxpath_explain says so');

-- bytes from outside
SELECT is((SELECT (doc::bytea)::bxml ->> '/r/i[@id = 9000]/n' FROM d WHERE form = 'auto'), 'name 9000', 'bytes of a value with lists are accepted');
SELECT throws_ok($$SELECT set_byte(b, octet_length(b) - 5, 255 - get_byte(b, octet_length(b) - 5))::bxml FROM (SELECT doc::bytea AS b FROM d WHERE form = 'auto') x$$,
	'22P03', 'invalid bxml value: a value list does not fit the items', 'damaged lists are refused');

-- changes
UPDATE d SET doc = bxml_set(doc, '/r/i[@id = 9000]/@id', 'new');
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', doc ->> '/r/i[@id = "new"]/n', bxml_count(doc, '/r/i[@id = 9000]')), ',') FROM d), 'name 9000 0',
	'a changed value is found, the old one is not');
SELECT cmp_ok(pg_temp.items('auto', '/r/i[@id = "new"]/n'), '<', 3000::bigint, 'by the lists of the changed value');

SELECT * FROM finish();
ROLLBACK;
