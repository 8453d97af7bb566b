-- No result and no error depends on what ran before in the session: everything with the cache on and off.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(19);

CREATE TEMP TABLE docs AS
	SELECT i AS id, CASE i % 5
		WHEN 0 THEN format('<order id="%s"><item><name>n%s</name></item></order>', i, i)
		WHEN 1 THEN format('<order opt%s="x" id="%s"><item k="1"/><item k="%s"><name>z</name></item></order>', i, i, i)
		WHEN 2 THEN format('<other><order id="%s"/></other>', i)
		WHEN 3 THEN format('<order xmlns="urn:%s"><item><name>q</name></item></order>', i % 3)
		ELSE format('<order><item><item><name>deep%s</name></item></item></order>', i) END::bxml AS d
	FROM generate_series(1, 200) i;
CREATE TEMP TABLE paths AS SELECT row_number() OVER () AS p, path FROM unnest(ARRAY['/order/@id', '//item/name', '/order/item[2]/@k',
	'//name[. = "z"]', 'count(//item)', '/p:order', '//order[@id > 100]', 'sum(//@k)', '/*/item[name]/name', '//item//name']) path;

CREATE FUNCTION pg_temp.value(d bxml, p text) RETURNS text AS $$
BEGIN
	RETURN bxml_value(d, p);
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$ LANGUAGE plpgsql;

-- path by path (the cache helps) and document by document (each call has another path)
SET LOCAL bxml.path_cache = on;
CREATE TEMP TABLE warm AS SELECT p, id, pg_temp.value(d, path) AS v FROM (SELECT * FROM paths, docs ORDER BY p, id) s;
CREATE TEMP TABLE mixed AS SELECT p, id, pg_temp.value(d, path) AS v FROM (SELECT * FROM paths, docs ORDER BY id, p) s;
SET LOCAL bxml.path_cache = off;
CREATE TEMP TABLE cold AS SELECT p, id, pg_temp.value(d, path) AS v FROM (SELECT * FROM paths, docs ORDER BY id, p) s;
SELECT is((SELECT count(*) FROM warm), 2000::bigint, 'all combinations ran');
SELECT results_eq('SELECT * FROM warm ORDER BY p, id', 'SELECT * FROM cold ORDER BY p, id', 'cache on = cache off');
SELECT results_eq('SELECT * FROM warm ORDER BY p, id', 'SELECT * FROM mixed ORDER BY p, id', 'order of calls does not matter');

-- paths are kept for later statements: more of them than there is room for, each asked again and again
SET LOCAL bxml.path_cache = on;
CREATE FUNCTION pg_temp.of_many(k int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	v text;
BEGIN
	EXECUTE format('SELECT string_agg(d ->> %L, %L ORDER BY id) FROM docs WHERE id <= 5', '/order[@id > ' || k || ' or 1]/@id', ',') INTO v;
	RETURN v;
END $$;
SELECT is((SELECT array_agg(DISTINCT pg_temp.of_many(k % 150)) FROM generate_series(1, 600) k), ARRAY['1,5'],
	'many paths, one after the other');
SELECT is((SELECT pg_temp.of_many(1) = ALL (SELECT pg_temp.of_many(k) FROM generate_series(1, 300, 7) k)), true, 'and again');

-- one path at a hundred call sites of one statement, and a hundred paths
CREATE FUNCTION pg_temp.wide(path text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	v text;
BEGIN
	EXECUTE (SELECT 'SELECT string_agg(DISTINCT concat_ws('','', ' || string_agg(format('d ->> %L', format(path, i)), ', ') ||
		'), '' '') FROM docs WHERE id = 6' FROM generate_series(1, 90) i) INTO v;
	RETURN v;
END $$;
SELECT is(ARRAY[pg_temp.wide('/order/@id'), pg_temp.wide('/order[%s]/@opt6'), pg_temp.wide('/order[1 or %s]/@id')],
	ARRAY[repeat('6,', 89) || '6', 'x', repeat('6,', 89) || '6'], 'many call sites in one statement');

-- an evaluation that ends with an error leaves nothing behind that later ones with this path would meet
CREATE FUNCTION pg_temp.number(d bxml) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN bxml_int(d, '//item/name');
EXCEPTION WHEN invalid_text_representation THEN
	RETURN 'not a number';
END $$;
SELECT is((SELECT string_agg(pg_temp.number(d), ', ') FROM (SELECT format('<a><item><name>%s</name></item></a>', CASE WHEN i % 2 = 0 THEN i::text ELSE 'x' END)::bxml AS d
	FROM generate_series(1, 6) i) s), 'not a number, 2, not a number, 4, not a number, 6', 'errors in between');

-- an evaluation within an evaluation, both with the same path
CREATE DOMAIN pg_temp.cache_checked AS text
	CHECK (VALUE IS NULL OR '<order><item>1</item><item>2</item></order>'::bxml ->> '/order' = '12');
SELECT is((SELECT string_agg(item, ',' ORDER BY id) FROM docs, bxml_to_record(d, '/order') AS r(item pg_temp.cache_checked) WHERE id IN (5, 10, 15)),
	'n5,n10,n15', 'a call within a call');

-- bound paths and paths with comparisons are kept by their bytes: more of them than are kept, in several orders
CREATE FUNCTION pg_temp.bound(i int) RETURNS text LANGUAGE sql AS
	$$SELECT bxpath_bind(format('/r[$v]/*[. = $w%s]', i % 4)::bxpath, jsonb_build_object('v', i % 3, 'w' || i % 4, repeat('y', i)))::text$$;
CREATE FUNCTION pg_temp.bound_text(i int) RETURNS text LANGUAGE sql AS
	$$SELECT format('declare variable $v := %s; declare variable $w%s := "%s"; /r[$v]/*[. = $w%s]', i % 3, i % 4, repeat('y', i), i % 4)$$;
SELECT is((SELECT count(*) FROM (SELECT k, (k * k) % 13 AS i FROM generate_series(1, 200) k ORDER BY 1) s WHERE pg_temp.bound(i) = pg_temp.bound_text(i)),
	200::bigint, 'bound paths');
SELECT is((SELECT count(*) FROM (SELECT (k * k) % 13 AS i FROM generate_series(1, 200) k) s WHERE bxpath_compare(format('/a%s', i)::bxpath, '=', i)::text
	= format('/a%s[. = %s]', i, i)), 200::bigint, 'compared paths');
-- texts of one length take each other's place in a path that is kept, but for those that would be written otherwise
CREATE TEMP TABLE texts AS SELECT row_number() OVER () AS n, text FROM unnest('{ab,10,"{&","$v","''x","\"x","é",ab,"",x]}'::text[]) text;
CREATE TEMP TABLE holders AS SELECT n, text, xmlelement(name r, xmlattributes(text AS a), xmlelement(name a, text))::text::bxml AS d FROM texts;
SELECT is((SELECT array_agg(h.n ORDER BY h.n) FROM holders h, texts t WHERE h.n = t.n AND d @? bxpath_compare('/r/@a', '=', t.text)
	AND d @? bxpath_bind('/r[a = $v]', jsonb_build_object('v', t.text)) AND d @? bxpath_bind('/r[a = $v and @a = "ab" or @a = $v]', jsonb_build_object('v', t.text))),
	(SELECT array_agg(n ORDER BY n) FROM holders), 'each text is found');
SELECT is((SELECT count(*) FROM holders h, texts t WHERE h.text <> t.text AND (d @? bxpath_compare('/r/@a', '=', t.text)
	OR d @? bxpath_bind('/r[a = $v]', jsonb_build_object('v', t.text)))), 0::bigint, 'and nothing else is');
-- an object of one text is not built, and binds what one that is built does
CREATE TEMP TABLE binds AS SELECT n, text, path, name, object, bxpath_bind(path, name, text)::text AS by_text, bxpath_bind(path, object)::text AS by_object
	FROM texts, LATERAL (SELECT path::bxpath AS path, name, format('{%s: %s}', to_json(name), to_json(text))::jsonb AS object FROM (VALUES
		('/r[a = $v]', 'v'), ('/r[a = $v and @a = "ab" or @a = $v]', 'v'), ('//*[. = $v]/@*[. = $v]', 'v'), ('/r[a = $v]', 'w'), ('/r[a = "ab"]', 'v'),
		('declare namespace p = "u"; /r[a = $p:v]', 'p:v'), ('/r[starts-with(a, $v)]', 'v')) p(path, name)) p;
SELECT is((SELECT string_agg(format('%s %s', path, text), ', ') FROM binds WHERE by_text IS DISTINCT FROM by_object), NULL, 'a text by its name');
SELECT is((SELECT count(*) FROM binds WHERE by_text LIKE '%declare variable%'), 50::bigint, 'where the path has the variable');
SELECT throws_ok($$SELECT bxpath_bind('/r[a = $v]', 'v', NULL)$$, '0A000', NULL, 'null is refused as in an object');
CREATE FUNCTION pg_temp.output_of(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE p json;
BEGIN
	EXECUTE format('EXPLAIN (VERBOSE, FORMAT json) SELECT %s FROM texts', expression) INTO p;
	RETURN p->0->'Plan'->'Output'->>0;
END $$;
SELECT is(pg_temp.output_of(format('bxpath_bind(%L, %s)', '/r[a = $v]', object)), plan, object) FROM (VALUES
	($$jsonb_build_object('v', text)$$, $$bxpath_bind('/r[a = $v]'::bxpath, 'v'::text, text)$$),
	($$jsonb_build_object('v', n)$$, $$bxpath_bind('/r[a = $v]'::bxpath, jsonb_build_object('v', n))$$)) x(object, plan);
SELECT is(length(bxpath_bind('//x[. = $v]', jsonb_build_object('v', repeat('z', 9000)))::text), 9038, 'a bound path too long to be kept');
SELECT throws_ok($$SELECT bxpath_compare('count(/a)', '=', 1)$$, '22023', NULL, 'no path to nodes');

SELECT * FROM finish();
ROLLBACK;
