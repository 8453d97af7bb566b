-- ANALYZE of documents: estimates of random conditions beside the truth, of every form of a condition, and who may use
-- the statistics.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(63);

-- ---- three kinds of documents in one table ----

CREATE TABLE mixed (n int, doc bxml);
ALTER TABLE mixed SET (autovacuum_enabled = off);
SELECT setseed(0.25);
INSERT INTO mixed SELECT n, CASE n % 4
	WHEN 0 THEN format('<customer id="C%s" since="%s"><name>%s %s</name><city>%s</city>%s<balance>%s</balance></customer>',
		lpad(n::text, 6, '0'), date '2001-01-01' + (random() * 8000)::int, (ARRAY['Ann', 'Bob', 'Cem', 'Dora', 'Eve'])[1 + n % 5],
		chr(65 + (random() * 25)::int) || (n * 7) % 900, (ARRAY['Rome', 'Riga', 'Oslo', 'Bonn', 'Lima', 'Cork', 'Nice', 'Faro'])[1 + floor(8 * random() ^ 2)::int],
		CASE WHEN random() < 0.3 THEN '<vip>gold</vip>' ELSE '' END, round((random() * 20000 - 5000)::numeric, 2))
	WHEN 1 THEN format('<s:security xmlns:s="urn:sec" symbol="S%s"><s:sector>%s</s:sector><s:pe>%s</s:pe>%s</s:security>',
		n, 'sector ' || (random() * 30)::int, round((random() ^ 2 * 80)::numeric, 1),
		CASE WHEN random() < 0.5 THEN format('<s:yield>%s</s:yield>', round((random() * 9)::numeric, 2)) ELSE '' END)
	ELSE format('<order id="%s" side="%s"%s><day>%s</day><price>%s</price>%s</order>', 100000 + n,
		CASE WHEN random() < 0.2 THEN 'sell' ELSE 'buy' END, CASE WHEN random() < 0.4 THEN ' cur="' || (ARRAY['EUR', 'USD', 'GBP'])[1 + floor(3 * random() ^ 3)::int] || '"' ELSE '' END,
		date '2024-01-01' + (random() * 365)::int, round((10 ^ (random() * 4))::numeric, 2),
		(SELECT string_agg(format('<line sku="sku-%s"><qty>%s</qty></line>', floor(random() ^ 2 * 400), 1 + floor(random() * 20)), '')
			FROM generate_series(1, n % 5 + 1)))
	END::bxml FROM generate_series(1, 8000) n;
ANALYZE mixed;

-- The rows that a plan expects, and that there are.
CREATE FUNCTION pg_temp.expected(condition text, source text DEFAULT 'mixed') RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	p json;
BEGIN
	EXECUTE format('EXPLAIN (FORMAT json) SELECT 1 FROM %s WHERE %s', source, condition) INTO p;
	RETURN p->0->'Plan'->>'Plan Rows';
END $$;
CREATE FUNCTION pg_temp.truth(condition text, source text DEFAULT 'mixed') RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	n bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM %s WHERE %s', source, condition) INTO n;
	RETURN n;
END $$;
-- How far off, as a factor.
CREATE FUNCTION pg_temp.off(condition text, source text DEFAULT 'mixed') RETURNS numeric LANGUAGE sql AS $$
	SELECT round(greatest(e / t, t / e)::numeric, 2)
	FROM (SELECT greatest(pg_temp.expected(condition, source), 1), greatest(pg_temp.truth(condition, source), 1)) x(e, t)
$$;

-- ---- random conditions ----

-- Values that the documents have, by path.
CREATE TEMP TABLE here AS
	SELECT p.path, v.value FROM (VALUES ('/customer/@id'), ('/customer/@since'), ('/customer/name'), ('/customer/city'),
		('/customer/vip'), ('/customer/balance'), ('//*:sector'), ('/Q{urn:sec}security/Q{urn:sec}pe'), ('//*:yield'), ('/order/@id'),
		('/order/@side'), ('/order/@cur'), ('/order/day'), ('/order/price'), ('//line/@sku'), ('/order/line/qty')) p(path),
	LATERAL (SELECT doc ->> p.path::bxpath AS value FROM mixed WHERE doc @? p.path::bxpath ORDER BY random() LIMIT 60) v;

CREATE FUNCTION pg_temp.literal(v text) RETURNS text LANGUAGE sql AS $$
	SELECT CASE WHEN v ~ '^-?[0-9.]+$' THEN v WHEN v ~ '^\d{4}-\d\d-\d\d$' THEN format('xs:date("%s")', v) ELSE '"' || v || '"' END
$$;
-- A condition on one path: of a value, from one to another, a beginning of a text, or that it is there.
CREATE FUNCTION pg_temp.one(a here, b here) RETURNS text LANGUAGE sql AS $$
	SELECT CASE floor(random() * 5)
		WHEN 0 THEN format('%s[. = %s]', a.path, pg_temp.literal(a.value))
		WHEN 1 THEN format('%s[. >= %s and . < %s]', a.path, pg_temp.literal(least(a.value, b.value)), pg_temp.literal(greatest(a.value, b.value)))
		WHEN 2 THEN format('%s[. %s %s]', a.path, (ARRAY['<', '>'])[1 + floor(random() * 2)::int], pg_temp.literal(a.value))
		WHEN 3 THEN format('%s[starts-with(., "%s")]', a.path, left(a.value, 1 + (random() * 5)::int))
		ELSE a.path END
$$;
CREATE TEMP TABLE conditions AS
	SELECT format('doc @@ %L', CASE WHEN i % 3 > 0 THEN format('exists(%s)', pg_temp.one(a, b)) WHEN i % 2 = 0 THEN
		format('%s and %s', pg_temp.one(a, b), pg_temp.one(c, d)) ELSE format('%s or %s', pg_temp.one(a, b), pg_temp.one(c, d)) END) AS condition
	FROM generate_series(1, 400) i,
		LATERAL (SELECT * FROM here WHERE i > 0 ORDER BY random() LIMIT 1) x(p, v),
		LATERAL (SELECT * FROM here WHERE path = x.p AND i > 0 ORDER BY random() LIMIT 1) a,
		LATERAL (SELECT * FROM here WHERE path = x.p AND i > 0 ORDER BY random() LIMIT 1) b,
		LATERAL (SELECT * FROM here WHERE split_part(path, '/', 2) = split_part(x.p, '/', 2) AND i > 0 ORDER BY random() LIMIT 1) y(p, v),
		LATERAL (SELECT * FROM here WHERE path = y.p AND i > 0 ORDER BY random() LIMIT 1) c,
		LATERAL (SELECT * FROM here WHERE path = y.p AND i > 0 ORDER BY random() LIMIT 1) d;
CREATE TEMP TABLE ratios AS SELECT condition, e, t, round(greatest(greatest(e, 1) / t, t / greatest(e, 1))::numeric, 2) AS off
	FROM (SELECT condition, pg_temp.expected(condition) AS e, pg_temp.truth(condition) AS t FROM conditions) x WHERE t >= 20;
SELECT cmp_ok(count(*), '>=', 120::bigint, 'enough random conditions have rows') FROM ratios;
SELECT cmp_ok(percentile_disc(0.5) WITHIN GROUP (ORDER BY off), '<=', 1.5, 'random conditions are off by half in the median at most') FROM ratios;
SELECT is((SELECT string_agg(format('%s: %s expected, %s there', condition, e, t), E'\n' ORDER BY off DESC) FROM ratios WHERE off > 10), NULL, 'and none by more than 10');

-- ---- forms of conditions ----

SELECT cmp_ok(pg_temp.off(condition), '<=', most, condition) FROM (VALUES
	($$doc @? '/order[@side = "sell"]'$$, 1.2),
	($$doc @@ '/order/@side = "sell"'$$, 1.2),
	($$bxml_exists(doc, '/order[@side = "sell"]')$$, 1.2),
	($$bxml_test(doc, '/order/@side = "sell"')$$, 1.2),
	($$doc ->> '/order/@side' = 'sell'$$, 1.2),
	($$bxml_value(doc, '/order/@side') = 'sell'$$, 1.2),
	($$doc ->> '/order/@side' IN ('sell', 'neither')$$, 1.3),
	($$doc ->> '/order/@side' <> 'sell'$$, 1.2),
	($$doc ->> '/order/@cur' IS NOT NULL$$, 1.2),
	($$doc ->> '/customer/vip' IS NULL$$, 1.2),
	($$doc ->> '/customer/@id' LIKE 'C00%'$$, 1.3),
	($$doc ->> '/customer/balance' LIKE '12%'$$, 3),
	($$doc ->> '/order/price' LIKE '27.%'$$, 4),
	($$doc ->> '/customer/city' > 'O'$$, 1.5),
	($$bxml_int(doc, '/order/@id') BETWEEN 101000 AND 102000$$, 1.3),
	($$bxml_numeric(doc, '/order/price') < 10$$, 1.3),
	($$bxml_float8(doc, '/customer/balance') > 10000$$, 1.3),
	($$bxml_date(doc, '/order/day') >= '2024-10-01'$$, 1.3),
	($$doc @? bxpath_compare('/order/@side', '=', 'sell'::text)$$, 1.2),
	($$doc @? '/order[line/@sku = "sku-7" and @side = "buy"]'$$, 3),
	($$doc @> '<order side="sell"/>'$$, 1.2),
	($$'<order side="sell"/>' <@ doc$$, 1.2),
	($$doc @> '<order side="buy"><line sku="sku-7"/></order>'$$, 3),
	($$doc @? '/nothing/like/it'$$, 1.1),
	($$NOT doc @? '/order'$$, 1.1)) x(condition, most);

-- beginnings that are rarer than a step of the histogram
CREATE TABLE rare AS SELECT format('<r><s>M%s%s</s></r>', CASE WHEN n % 500 = 0 THEN 'apletree' ELSE chr(110 + n % 5) END, n)::bxml AS doc
	FROM generate_series(1, 20000) n;
ANALYZE rare;
SELECT cmp_ok(pg_temp.off(condition, 'rare'), '<=', 1.5, condition) FROM (VALUES ($$doc ->> '/r/s' LIKE 'Ma%'$$), ($$doc ->> '/r/s' ^@ 'Mapletree'$$),
	($$doc @? '/r/s[starts-with(., "Maple")]'$$)) x(condition);

-- a value that a small sample has not: the comparison is estimated as the path is
CREATE TABLE unseen AS SELECT format('<r><s>%s</s></r>', CASE WHEN n % 4 < 3 THEN 'often' || n % 8 ELSE 'once' || n END)::bxml AS doc FROM generate_series(1, 40000) n;
ALTER TABLE unseen ALTER doc SET STATISTICS 5; -- room for all that are often, and 1,500 rows
ANALYZE unseen;
SELECT cmp_ok(abs(pg_temp.expected($$doc ->> '/r/s' = 'nowhere'$$, 'unseen') - pg_temp.expected($$doc @? '/r/s[. = "nowhere"]'$$, 'unseen')), '<=', 1::float8, 'a value without statistics');
SELECT cmp_ok(pg_temp.expected($$doc ->> '/r/s' = 'nowhere'$$, 'unseen'), '<', 1000::float8, 'is rarer than the others');
SELECT cmp_ok(pg_temp.off($$doc ->> '/r/s' = 'often1'$$, 'unseen'), '<=', 2.0, 'than one that it has');

-- what no value has: there is nothing to add to statistics without most common values
SELECT cmp_ok(pg_temp.expected(condition), '<=', 10::float8, condition) FROM (VALUES ($$doc ->> '/customer/@id' LIKE 'X9%'$$), ($$doc ->> '/customer/@id' ^@ 'X9'$$),
	($$doc ->> '/order/@id' LIKE 'A%' AND doc ->> '/order/@id' = 'B'$$)) x(condition);

-- groups, joins, rows
SELECT cmp_ok((SELECT greatest(e / t, t / e) FROM (SELECT pg_temp.expected('true', $$(SELECT doc ->> '/customer/city' FROM mixed GROUP BY 1 OFFSET 0) x$$),
	pg_temp.truth('true', $$(SELECT doc ->> '/customer/city' FROM mixed GROUP BY 1 OFFSET 0) x$$)) x(e, t)), '<=', 1.3::float8, 'groups');
CREATE TABLE wanted AS SELECT (100000 + i * 42)::text AS id, 100000 + i * 42 AS number FROM generate_series(1, 100) i;
ANALYZE wanted;
SELECT cmp_ok(pg_temp.off($$doc ->> '/order/@id' = w.id$$, 'mixed, wanted w'), '<=', 3.0, 'a join on a text');
SELECT cmp_ok(pg_temp.off($$bxml_int(doc, '/order/@id') = w.number$$, 'mixed, wanted w'), '<=', 3.0, 'a join on a number');
SELECT cmp_ok(pg_temp.off($$doc @? bxpath_compare('/order/@id', '=', w.id)$$, 'mixed, wanted w'), '<=', 3.0, 'a join by a path');
SELECT cmp_ok(pg_temp.off('true', $$mixed, bxml_nodes(doc, '/order/line') x$$), '<=', 1.5, 'nodes of a path');
SELECT cmp_ok(pg_temp.off('true', $$mixed, bxml_reader(doc) x$$), '<=', 1.5, 'all nodes');
SELECT cmp_ok(pg_temp.off('true', $$mixed, bxml_table(doc, '//line', '@sku') AS x(sku text)$$), '<=', 1.5, 'rows of a table');

-- a parameter that is not known
PREPARE unknown AS SELECT 1 FROM mixed WHERE doc ->> '/customer/city' = $1;
SET LOCAL plan_cache_mode = force_generic_plan;
CREATE FUNCTION pg_temp.plan_rows(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	p json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO p;
	RETURN p->0->'Plan'->>'Plan Rows';
END $$;
SELECT cmp_ok(abs(pg_temp.plan_rows($$EXECUTE unknown('Rome')$$) - 250), '<=', 30::float8, 'a parameter is any of the values');
PREPARE bound AS SELECT 1 FROM mixed WHERE doc @? bxpath_bind('/customer[city = $v]', jsonb_build_object('v', $1::text));
SELECT cmp_ok(abs(pg_temp.plan_rows($$EXECUTE bound('Rome')$$) - 250), '<=', 30::float8, 'so is one that is given to a path');
PREPARE bound_id AS SELECT 1 FROM mixed WHERE doc @? bxpath_bind('/order[@id = $v]', jsonb_build_object('v', $1::text));
SELECT cmp_ok(pg_temp.plan_rows($$EXECUTE bound_id('100007')$$), '<=', 2::float8, 'of a path whose values are unique');

-- ---- partitions, and documents that cannot be read ----

CREATE TABLE parts (n int, doc bxml) PARTITION BY RANGE (n);
CREATE TABLE part1 PARTITION OF parts FOR VALUES FROM (0) TO (3000);
CREATE TABLE part2 PARTITION OF parts FOR VALUES FROM (3000) TO (9000);
INSERT INTO parts SELECT * FROM mixed;
ANALYZE parts;
SELECT cmp_ok(pg_temp.off($$doc ->> '/order/@side' = 'sell'$$, 'parts'), '<=', 1.3, 'partitions');
SELECT cmp_ok(pg_temp.off($$doc @? '/order/@side[. = "sell"]'$$, '(SELECT * FROM parts UNION ALL SELECT * FROM mixed) x'), '<=', 1.3, 'UNION ALL');

-- ---- other statistics come first ----

CREATE INDEX mixed_half ON mixed ((doc ->> '/order/@side')) WHERE false;
CREATE STATISTICS mixed_side ON (doc ->> '/order/@side') FROM mixed;
ANALYZE mixed;
SELECT cmp_ok(pg_temp.off($$doc ->> '/order/@side' = 'sell'$$), '<=', 1.2, 'extended statistics of an expression');
DELETE FROM pg_statistic WHERE starelid = 'mixed'::regclass AND stakind1 = 20101;
SELECT cmp_ok(pg_temp.off($$doc ->> '/order/@side' = 'sell'$$), '<=', 1.2, 'are used without those of the column');
SELECT cmp_ok(pg_temp.expected($$doc @? '/order/@side[. = "sell"]'$$), '=', 8::float8, 'an equality without statistics');
DROP STATISTICS mixed_side;
CREATE INDEX mixed_city ON mixed ((doc ->> '/customer/city'));
ANALYZE mixed;
DELETE FROM pg_statistic WHERE starelid = 'mixed'::regclass AND stakind1 = 20101;
SELECT cmp_ok(pg_temp.off($$doc ->> '/customer/city' = 'Rome'$$), '<=', 1.2, 'statistics of an index on an expression');
DROP INDEX mixed_city;

-- ---- who may use them ----

ANALYZE mixed;
CREATE TABLE ours (doc bxml, owner name);
INSERT INTO ours SELECT doc, 'somebody' FROM mixed;
ANALYZE ours;
ALTER TABLE ours ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON ours USING (owner = current_user);
CREATE ROLE bxml_statistics_reader;
GRANT SELECT ON ours, mixed TO bxml_statistics_reader;
SET LOCAL ROLE bxml_statistics_reader;
SELECT cmp_ok(pg_temp.expected($$doc @? '/order/@side[. = "sell"]'$$), '>', 100::float8, 'statistics are used by who may read the column');
SELECT cmp_ok(pg_temp.expected(condition, 'ours'), '<', 100::float8, 'and not under row security: ' || condition) FROM (VALUES ($$doc @? '/order/@side[. = "sell"]'$$),
	($$doc ->> '/order/@side' LIKE 'sel%'$$), ($$doc ->> '/order/@side' ^@ 'sel'$$), ($$doc @> '<order side="sell"/>'$$), ($$bxml_exists(doc, '/order[@side = "sell"]')$$)) x(condition);
SELECT is((SELECT bool_or(proleakproof) FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml' WHERE 'bxpath'::regtype = ANY (proargtypes)), false, 'no function of a path is leakproof');
RESET ROLE;

-- ---- settings ----

CREATE TABLE untold AS SELECT doc FROM mixed LIMIT 100;
ALTER TABLE untold ALTER doc SET STATISTICS 0;
ANALYZE untold;
SELECT is(count(*), 0::bigint, 'a target of 0: no statistics') FROM pg_statistic WHERE starelid = 'untold'::regclass;
ALTER TABLE untold ALTER doc SET STATISTICS 1;
ANALYZE untold;
SELECT is(count(*), 1::bigint, 'a target of 1: statistics') FROM pg_statistic WHERE starelid = 'untold'::regclass;
CREATE TABLE nothing (doc bxml);
INSERT INTO nothing SELECT NULL FROM generate_series(1, 100);
ANALYZE nothing;
SELECT is(stanullfrac, 1::real, 'nulls only') FROM pg_statistic WHERE starelid = 'nothing'::regclass;

SELECT * FROM finish();
ROLLBACK;
