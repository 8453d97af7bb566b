-- No result and no error depends on what ran before in the session: everything with the cache on and off.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(3);

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

SELECT * FROM finish();
ROLLBACK;
