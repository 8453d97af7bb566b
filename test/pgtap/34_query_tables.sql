-- Queries that read tables: collections, with the privileges of the caller.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(154);

CREATE SCHEMA shop;
CREATE DOMAIN shop.checked AS bxml CHECK (VALUE @? '/*');
CREATE TABLE shop.orders (id int PRIMARY KEY, owner name DEFAULT current_user, doc bxml, copy shop.checked, n int);
INSERT INTO shop.orders (id, doc, copy) SELECT i, d, d FROM (SELECT i, format('<Order id="%s" n="%s"><c>%s</c><item sku="A%s" price="%s.50"/></Order>', i, i % 7, i % 10, i % 3, i)::bxml AS d
	FROM generate_series(1, 200) i) x;
INSERT INTO shop.orders (id, doc) VALUES (201, NULL), (202, '<p:Order xmlns:p="urn:p" p:id="5">a "quote"</p:Order>'), (203, '<Order id="x''y&quot;z"/>'), (204, '<Order id="none"/>');
CREATE TABLE shop.customers (id int, doc bxml);
INSERT INTO shop.customers SELECT i, format('<cust id="%s"><name>n%s</name></cust>', i, i)::bxml FROM generate_series(1, 5) i;
CREATE INDEX orders_doc ON shop.orders USING gin (doc);
ANALYZE shop.orders;

-- the items of a query, as text
CREATE FUNCTION pg_temp.items(query bxquery, vars jsonb DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(text, '|' ORDER BY position), '') FROM bxml_items_run(query, vars)
$$;
CREATE FUNCTION pg_temp.report(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' | ', SQLSTATE || ' ' || SQLERRM, nullif(hint, ''));
END $$;

SELECT is(pg_temp.items('count(collection("shop.orders.doc"))'), '203', 'all documents, and no nulls');
SELECT is(pg_temp.items('for $d in collection("shop.orders.doc") return local-name($d/*)') , repeat('Order|', 202) || 'Order', 'one after the other');
SELECT is(pg_temp.items('count(collection("Shop . ""orders"".COPY"))'), '200', 'names are those of SQL, and domains are types');
SELECT is(bxml_xquery_run('sum(for $d in collection("shop.orders.doc") return xs:decimal($d/Order/item/@price))')::text, '20200', 'a sum over documents that are passed');
SELECT is(pg_temp.items('count((collection("shop.orders.doc"), collection("shop.customers.doc"), collection("shop.customers.doc"))//(c | name))'), '210', 'several tables');
SELECT is(bxml_xquery_run('for $c in collection("shop.customers.doc") order by xs:integer($c/cust/@id) descending return <n>{$c/cust/name/text()}</n>')::text, '<n>n5</n><n>n4</n><n>n3</n><n>n2</n><n>n1</n>', 'in an order');
SELECT is(pg_temp.items('let $all := collection("shop.customers.doc") return (count($all), $all[2]/cust/name, $all[cust/@id = "4"]/cust/name)'), '5|n2|n4', 'documents that are kept');
SELECT is(bxml_xquery_run('collection("shop.customers.doc")[1]'), '<cust id="1"><name>n1</name></cust>', 'a document is a result');
SELECT is(pg_temp.items('for $c in collection("shop.customers.doc") let $n := string($c/cust/name) where $n ne "n3" return $n'), 'n1|n2|n4|n5', 'strings outlive their documents');
SELECT is(pg_temp.items('sort(distinct-values(for $d in collection("shop.orders.doc") return $d/Order/item/@sku/string()))'), 'A0|A1|A2', 'and go on to functions');
SELECT is(pg_temp.items('count(for $c in collection("shop.customers.doc"), $o in collection("shop.orders.doc") where $o/Order/c = $c/cust/@id return $o)'), '100', 'a join of two collections');
SELECT is(pg_temp.items('for $c in collection("shop.customers.doc") return count(for $o in collection("shop.orders.doc") where $o/Order/@n = $c/cust/@id return $o)'), '29|29|29|29|28', 'counted for each');
SELECT is((SELECT count(*) FROM (SELECT bxml_items_run('for $d in collection("shop.orders.doc") return $d') LIMIT 3) x), 3::bigint, 'no more rows are wanted');
SELECT is((SELECT string_agg(x.text, ' ' ORDER BY i) FROM generate_series(1, 3) i, bxml_items_run('for $d in collection("shop.customers.doc") where $d/cust/@id = $i return $d/cust/name/string()', jsonb_build_object('i', i::text)) x), 'n1 n2 n3', 'again and again');

-- conditions
CREATE FUNCTION pg_temp.scans(query bxquery, vars jsonb DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	before bigint := pg_stat_get_xact_numscans('shop.orders_doc'::regclass);
	found text := pg_temp.items(query, vars);
BEGIN
	RETURN found || ' by ' || pg_stat_get_xact_numscans('shop.orders_doc'::regclass) - before;
END $$;
SET LOCAL enable_seqscan = off;
SELECT is(pg_temp.scans(query::bxquery, '{"x": "17", "n": 17, "two": ["17", "18"], "none": null}'), want, query) FROM (VALUES
	('for $d in collection("shop.orders.doc") where $d/Order/@id = "17" return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where "17" = $d/Order/@id return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d//@id eq "17" return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id = $x return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/item/@price = $n + 0.5 return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/item/@price >= 199 return $d/Order/c', '9|0 by 1'),
	('for $d in collection("shop.orders.doc") where 199 <= $d/Order/item/@price and $d/Order/c = "0" return $d/Order/c', '0 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/c = "7" where $d/Order/@n = "3" return $d/Order/@id', '17|87|157 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id = "x''y&quot;z" return name($d/*)', 'Order by 0'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id = $two return $d/Order/c', '7|8 by 0'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id = $none return $d/Order/c', ' by 0'),
	('for $d at $p in collection("shop.orders.doc") where $d/Order/@id = "17" return $p', '17 by 0'),
	('for $d at $p in collection("shop.orders.doc") where $d/Order/@id = "17" return $d/Order/c', '7 by 1'),
	('for $d at $p in collection("shop.orders.doc")[Order/@id = "17"] return $p', '1 by 1'),
	('collection("shop.orders.doc")[Order/@id = "17"]/Order/c', '7 by 1'),
	('collection("shop.orders.doc")[/Order/@id = "17"]/Order/c', '7 by 1'),
	('collection("shop.orders.doc")[.//@id = "17"][1]/Order/c', '7 by 1'),
	('collection("shop.orders.doc")[17][Order/@id = "17"]/Order/c', '7 by 0'),
	('collection("shop.orders.doc")[position() = 17 and Order/@id = "17"]/Order/c', '7 by 0'),
	('collection("shop.orders.doc")[last()][Order/@id = "17"]/Order/c', ' by 0'),
	('(for $x in collection("shop.orders.doc")[17] where $x/Order/@id = "17" return $x/Order/c)', '7 by 0'),
	('collection("shop.orders.doc")/Order[@id = "17"]/c', '7 by 1'),
	('collection("shop.orders.doc")/Order[1][@id = "17"][last()]/c[1]', '7 by 1'),
	('(collection("shop.orders.doc")/Order)[@id = "17"]/c', '7 by 1'),
	('(collection("shop.orders.doc")/Order)[17][@id = "17"]/c', '7 by 0'),
	('collection("shop.orders.doc")/Order[item[@price = 17.5]/@sku = "A2"][c = "7"]/@id', '17 by 1'),
	('collection("shop.orders.doc")/Order[@id = $x]/c', '7 by 1'),
	('for $o in collection("shop.orders.doc")/Order where $o/@id = "17" return $o/c', '7 by 1'),
	('for $o in collection("shop.orders.doc")/Order[@id = "17"] return $o/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") let $o := $d/Order where $o/@id = "17" return $o/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") let $o := $d/Order let $o := $o/c where $o/@id = "17" return $o', ' by 1'),
	('count(for $d in collection("shop.orders.doc") let $d := <a id="17"/> where $d/@id = "17" return 1)', '203 by 0'),
	('for $d in collection("shop.orders.doc"), $i in $d/Order/item where $i/@price = 17.5 return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc"), $i at $k in $d/Order/item where $i/@price = 17.5 return $k', '1 by 1'),
	('for $d in collection("shop.orders.doc") count $n where $d/Order/@id = "17" return $n', '17 by 0'),
	('for $d in collection("shop.orders.doc") for $i allowing empty in $d/Order/none where $d/Order/@id = "17" return $d/Order/c', '7 by 0'),
	('for $d in collection("shop.orders.doc"), $e in collection("shop.orders.doc") where $d/Order/@id = "17" and $e/Order/@id = "18" return ($d/Order/c, $e/Order/c)', '7|8 by 2'),
	('for $d in collection("shop.orders.doc") where exists($d/Order/item[@price = 17.5]) return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order[@id = "17"]/c = "7" return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order[not(@id = "17")]/c = "7" and $d/Order/@id = "27" return $d/Order/c', '7 by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/c/text() = "7" and $d/Order/@id = "17" return $d/Order/c', '7 by 1'),
	('declare namespace q = "urn:p"; collection("shop.orders.doc")/q:Order[@q:id = "5"]/name()', 'p:Order by 1'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id != "17" and $d/Order/@id < "11" and $d/Order/@id = "100" return $d/Order/c', '0 by 1'),
	('declare namespace q = "urn:p"; for $d in collection("shop.orders.doc") where $d/q:Order/@q:id = "5" return name($d/*)', 'p:Order by 1')) v(query, want);
SET LOCAL enable_seqscan = on;
SELECT ok(bxquery_explain(query::bxquery) LIKE '%' || want || '%', 'explained: ' || query) FROM (VALUES
	('collection("shop.orders.doc")/Order[@id = "17" and c = $x]', 'collection "shop.orders.doc": documents with /Order/@id = argument 1 and /Order/c = argument 2'),
	('for $d in collection("a.b.c"), $i in $d//item where $i/@p > 3 and $d/x return 1', 'collection "a.b.c": documents with //item/@p > argument 1 and /x'),
	('collection("a.b.c")[3][x = 1]', 'collection "a.b.c": all documents'),
	('(collection("a.b.c"), collection("a.b.c"))//x', 'sequence (node()*, in document order'),
	('bxml:sql("SELECT $1", 2)', 'statement of SQL "SELECT $1"')) v(query, want);

-- functions
CREATE FUNCTION shop.prices(customer text) RETURNS SETOF numeric LANGUAGE xquery STABLE AS
	'for $d in collection("shop.orders.doc") where $d/Order/c = $customer return $d/Order/item/@price';
SELECT is((SELECT sum(p) FROM shop.prices('3') p), 1970.0, 'a function in XQuery');
CREATE FUNCTION shop.add(i int) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN
	INSERT INTO shop.customers VALUES (i, format('<cust id="%s"/>', i)::bxml);
	RETURN (bxml_xquery_run('count(collection("shop.customers.doc"))')::text)::bigint;
END$$;
SELECT is(shop.add(6), 6::bigint, 'a volatile function sees what it has inserted');
DELETE FROM shop.customers WHERE id = 6;
SELECT is(pg_temp.report($$CREATE FUNCTION shop.fixed() RETURNS bxml LANGUAGE xquery IMMUTABLE AS 'collection("shop.orders.doc")'$$),
	'0A000 collection() is not immutable | Declare the function STABLE, or give the value as an argument.', 'an immutable one is refused');
ALTER FUNCTION shop.prices(text) IMMUTABLE;
SELECT matches(pg_temp.report($$SELECT shop.prices('1')$$), '^0A000 collection\(\) is not immutable', 'also if it becomes one');
ALTER FUNCTION shop.prices(text) STABLE;
SELECT matches(pg_temp.report($$SELECT bxml_xquery('<a/>', 'collection("shop.orders.doc")')$$), 'FODC0002.*bxml_xquery_run', 'other functions do not read tables');
SELECT matches(pg_temp.report($$SELECT bxml_xquery_run('collection($x)', '{"x": "shop.orders.doc"}')$$), '^0A000 .* must be a literal', 'names are literals');
SELECT matches(pg_temp.report(format('SELECT bxml_xquery_run(%L)', format('collection("%s")', name))), 'FODC0002.*schema\.table\.column', 'none: ' || name)
FROM unnest(ARRAY['orders.doc', 'shop.orders', 'shop.orders.n', 'shop.none.doc', 'none.orders.doc', 'shop.orders.doc; DROP TABLE shop.orders', 'shop.orders.doc FROM x']) name;

-- statements of SQL
SELECT is(pg_temp.items(query::bxquery, '{"x": 3, "s": "A1", "two": [2, 4], "none": null}'), want, query) FROM (VALUES
	('bxml:sql("SELECT 1")', '1'),
	('bxml:sql("SELECT g FROM generate_series(1, 40) g") => sum()', '820'),
	('bxml:sql("SELECT id FROM shop.customers WHERE id > $1 ORDER BY id", $x)', '4|5'),
	('bxml:sql("SELECT id FROM shop.customers WHERE id = ANY ($1) ORDER BY id", $two)', '2|4'),
	('bxml:sql("SELECT count(*) FROM shop.orders WHERE id < $1 AND doc @? $2", 8, "/Order/item[@sku = ""A1""]")', '3'),
	('bxml:sql("SELECT $1", "a"), bxml:sql("SELECT $1 || $2", "a", ())', 'a'),
	('bxml:sql("SELECT doc FROM shop.customers WHERE id = $1", $x)/cust/name', 'n3'),
	('for $r in bxml:sql("SELECT id, doc AS ""Doc"", NULL::text AS no FROM shop.customers WHERE id < 3 ORDER BY id") return ($r?id + 1, $r?Doc/cust/name/string(), count($r?no))', '2|n1|0|3|n2|0'),
	('bxml:sql("VALUES (1, 2), (3, 4)") ! (?column1 * ?column2)', '2|12'),
	('bxml:sql("SELECT NULL::int UNION ALL SELECT 2")', '2'),
	('bxml:sql("SELECT ARRAY[1, NULL, 3]")', '1|3'),
	('bxml:sql("SELECT FROM generate_series(1, 2)") ! map:size(.)', '0|0'),
	('for $t in (bxml:sql("SELECT 1.50 AS ""numeric"", DATE ''2026-01-02'' AS d, ''{""a"": [1]}''::jsonb AS j, decode(''6162'', ''hex'') AS b, 1e0::float8 AS f, true AS t, ''x''::char(3) AS c"), ()) return (for $k in ("numeric", "d", "b", "f", "t", "c") return string($t($k)), $t?j?a?1)', '1.5|2026-01-02|YWI=|1|true|x  |1'),
	('bxml:sql("SELECT 1.50") instance of xs:decimal, bxml:sql("SELECT true") instance of xs:boolean, bxml:sql("SELECT 1e0::float8") instance of xs:double', 'true|true|true'),
	('for $c in collection("shop.customers.doc"), $o in bxml:sql("SELECT id, n, doc FROM shop.orders WHERE id <= 6") where $o?id = $c/cust/@id return $o?doc/Order/c/string()', '1|2|3|4|5'),
	('for $i in (1, 2) return bxml:sql("SELECT id FROM shop.customers WHERE id = $1", $i)', '1|2'),
	('bxml:sql("SELECT name FROM (SELECT (xpath(''/a/b/text()'', ''<a><b>z</b></a>''))[1]::text AS name) x")', 'z'),
	('declare namespace sql = "urn:bxml:functions"; sql:sql("SELECT 7")', '7'),
	('bxml:sql("SELECT $1::bxml", collection("shop.customers.doc")[1])/cust/@id', '1'),
	('bxml:sql("SELECT id FROM shop.customers WHERE id = $1", collection("shop.customers.doc")[2]/cust/@id)', '2'),
	('try { bxml:sql("SELECT id FROM shop.customers ORDER BY id") ! (if (. = 3) then error() else .) } catch * { "caught" }', 'caught'),
	('count((for $i in 1 to 20 return try { for $n in bxml:sql("SELECT g FROM generate_series(1, 100) g") return error() } catch * { 1 }))', '20')) v(query, want);
SELECT is(pg_temp.items('sum(bxml:sql("SELECT g FROM generate_series(1, 100000) g"))'), '5000050000', 'many rows');
SELECT matches(pg_temp.report(format('SELECT bxml_items_run(%L)', query)), want, query) FROM (VALUES
	('bxml:sql("SELECT nextval(''pg_catalog.x'')")', '^42P01'),
	('bxml:sql("SELECT random()")', '^0A000 .*volatile'),
	('bxml:sql("SELECT 1 WHERE random() < 2")', '^0A000 .*volatile'),
	('bxml:sql("WITH x AS (SELECT pg_sleep(0)) SELECT 1")', '^0A000 .*volatile'),
	('bxml:sql("SELECT set_config(''a.b'', ''c'', false)")', '^0A000 .*volatile'),
	('bxml:sql("INSERT INTO shop.customers VALUES (9)")', '^0A000 .*only reads'),
	('bxml:sql("WITH x AS (DELETE FROM shop.customers RETURNING id) SELECT id FROM x")', '^0A000 .*only reads'),
	('bxml:sql("SELECT id FROM shop.customers FOR UPDATE")', '^0A000 .*only reads'),
	('bxml:sql("SELECT 1; SELECT 2")', '^0A000 .*only reads'),
	('bxml:sql("")', '^0A000 .*only reads'),
	('bxml:sql("SET work_mem = 1")', '^0A000 .*only reads'),
	('bxml:sql("COPY shop.customers TO STDOUT")', '^0A000 .*only reads'),
	('bxml:sql("EXPLAIN ANALYZE DELETE FROM shop.customers")', '^0A000 .*only reads'),
	('bxml:sql("SELECT 1 AS a, 2 AS a")', '^42701'),
	('bxml:sql("SELECT $1")', '^42P02 .*1 parameters, but 0 values'),
	('bxml:sql("SELECT 1", 2)', '^42P02'),
	('bxml:sql("SELECT $2::int", 1, 2)', '^42P18 parameter \$1'),
	('bxml:sql("SELECT $1 IS NULL", 1)', '^42P18 parameter \$1'),
	('bxml:sql("SELECT $1::int", (1, 2))', '^21000'),
	('bxml:sql("SELECT $1::int", "a")', '^22P02|^10608'),
	('bxml:sql("SELECT ROW(1, 2)")', '^0A000 column "row"'),
	('bxml:sql("SELECT 1 +")', '^42601'),
	('bxml:sql("SELECT 1/0 FROM generate_series(1, 3)")', '^22012'),
	('bxml:sql(concat("SELECT", " 1"))', '^0A000 .*must be a literal'),
	('let $f := bxml:sql#1 return $f("SELECT 1")', '^0A000 .*must be a literal'),
	('bxml:sql()', 'XPST0017'),
	('for $i in 1 to 3 return bxml:none($i)', 'XPST0017')) v(query, want);
SELECT is(pg_temp.report($$SELECT bxml_xquery('<a/>', 'bxml:sql("SELECT 1")')$$), '0A000 bxml:sql() is not immutable | Use bxml_xquery_run or bxml_items_run, which are stable.', 'immutable functions say what to use');
SELECT matches(pg_temp.report($$SELECT bxml_items('<a/>', 'bxml:column(., "id")')$$), 'FODC0002.*bxml_xquery_run', 'and those that have a document');
SELECT is(pg_temp.report($$CREATE FUNCTION shop.fixed() RETURNS int LANGUAGE xquery IMMUTABLE AS 'bxml:sql("SELECT 1")'$$),
	'0A000 bxml:sql() is not immutable | Declare the function STABLE, or give the value as an argument.', 'an immutable function in XQuery is refused');
SELECT ok(NOT ('<a/>'::bxml @? 'xquery version "3.1"; /b[1]'::bxpath), 'a query as a path');
SELECT matches(pg_temp.report($$SELECT '<a/>'::bxml @? 'bxml:sql("SELECT 1")'::bxquery$$), '^0A000', 'paths of operators do not read tables');
SELECT matches(pg_temp.report($$CREATE INDEX ON shop.customers ((bxml_xquery_run('bxml:sql("SELECT 1")') IS NULL))$$), '^42P17', 'nor do indexes');
CREATE FUNCTION shop.named(i int) RETURNS text LANGUAGE xquery STABLE AS 'bxml:sql("SELECT doc FROM shop.customers WHERE id = $1", $i)/cust/name';
SELECT is(shop.named(2), 'n2', 'arguments of functions are values');
CREATE FUNCTION shop.round(i int) RETURNS int LANGUAGE xquery STABLE AS 'bxml:sql("SELECT shop.round($1)", $i + 1)';
SELECT matches(pg_temp.report('SELECT shop.round(1)'), '^54001', 'a function that calls itself by a statement');

-- columns of rows
SELECT is(pg_temp.items(query::bxquery), want, query) FROM (VALUES
	('for $d in collection("shop.orders.doc") where $d/Order/@id = "17" return bxml:column($d, "id")', '17'),
	('for $d in collection("shop.orders.doc") where $d/Order/@id = "17" return bxml:column($d/Order/c, "copy")/Order/@n', '3'),
	('sum(for $d in collection("shop.orders.doc") return number(bxml:column($d, "id")))', '20709'),
	('count(for $d in collection("shop.orders.doc") return bxml:column($d, "n"))', '0'),
	('let $all := collection("shop.customers.doc") return (bxml:column($all[2], "id"), bxml:column($all[1], "id") instance of xs:integer)', '2|true'),
	('for $c in collection("shop.customers.doc") order by -bxml:column($c, "id") return bxml:column($c, "id")', '5|4|3|2|1'),
	('for $c in collection("shop.customers.doc"), $o in collection("shop.orders.doc") where bxml:column($c, "id") = bxml:column($o, "id") return $o/Order/@id', '1|2|3|4|5')) v(query, want);
SELECT matches(pg_temp.report(format('SELECT bxml_items_run(%L)', query)), want, query) FROM (VALUES
	('bxml:column(<a/>, "id")', 'no document of a collection.*FODC0002'),
	('bxml:column(collection("shop.customers.doc")[1], "none")', 'table has none.*FODC0002'),
	('bxml:column(collection("shop.customers.doc")[1], "ID""; --")', 'table has none.*FODC0002'),
	('bxml:column(collection("shop.customers.doc")[1], string("id"))', '^0A000 .*must be a literal'),
	('bxml:column(1, "id")', 'XPTY0004'),
	('bxml:column(bxml:sql("SELECT doc FROM shop.customers LIMIT 1"), "id")', 'FODC0002')) v(query, want);


-- an error in the middle, and afterwards
SELECT matches(pg_temp.report($$SELECT bxml_xquery_run('for $d in collection("shop.orders.doc") return xs:integer($d/*/@id)')$$), '^10608 .*FORG0001', 'an error while a collection is read');
SELECT is(pg_temp.items('count(collection("shop.customers.doc"))'), '5', 'and afterwards');

-- rights
CREATE ROLE bxml_table_user;
GRANT USAGE ON SCHEMA shop TO bxml_table_user;
CREATE FUNCTION shop.owned() RETURNS bigint LANGUAGE xquery STABLE SECURITY DEFINER AS 'count(collection("shop.customers.doc"))';
SET LOCAL ROLE bxml_table_user;
SELECT matches(pg_temp.report($$SELECT bxml_xquery_run('count(collection("shop.customers.doc"))')$$), '^42501 permission denied for table customers', 'the caller needs the privilege') ;
SELECT is(shop.owned(), 5::bigint, 'or the owner of the function');
RESET ROLE;
GRANT SELECT ON shop.customers TO bxml_table_user;
ALTER TABLE shop.customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON shop.customers USING (id < 3);
SET LOCAL ROLE bxml_table_user;
SELECT is(pg_temp.items('collection("shop.customers.doc")/cust/name/string()'), 'n1|n2', 'row security holds');
SELECT is(pg_temp.items('bxml:sql("SELECT id FROM shop.customers ORDER BY id")'), '1|2', 'of statements, too');
SELECT matches(pg_temp.report($$SELECT bxml_xquery_run('bxml:sql("SELECT id FROM shop.orders")')$$), '^42501', 'which need privileges');
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
