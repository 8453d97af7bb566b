-- Queries that read tables: collections, with the privileges of the caller.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(45);

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
	('for $d in collection("shop.orders.doc") where $d/Order/@id != "17" and $d/Order/@id < "11" and $d/Order/@id = "100" return $d/Order/c', '0 by 1'),
	('declare namespace q = "urn:p"; for $d in collection("shop.orders.doc") where $d/q:Order/@q:id = "5" return name($d/*)', 'p:Order by 1')) v(query, want);
SET LOCAL enable_seqscan = on;

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
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
