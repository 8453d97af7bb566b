-- Paths on documents of a typed domain: comparisons by declared types, estimates, indexes, plans.
\set VERBOSITY default
SET client_min_messages = warning;
SET bxml.typed_values = lossless;
CREATE FUNCTION typed_order() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
	<xs:element name="order"><xs:complexType><xs:sequence>
		<xs:element name="item" maxOccurs="9"><xs:complexType><xs:attribute name="price" type="xs:decimal" use="required"/></xs:complexType></xs:element>
		<xs:element name="sent" type="xs:dateTime" minOccurs="0"/>
		<xs:element name="took" type="xs:duration" minOccurs="0"/>
		<xs:element name="rate" type="xs:double" minOccurs="0"/>
	</xs:sequence><xs:attribute name="day" type="xs:date" use="required"/><xs:attribute name="paid" type="xs:boolean"/></xs:complexType></xs:element>
	<xs:element name="other"/>
</xs:schema>';
CREATE DOMAIN typed_doc AS bxml CHECK (bxml_is_valid(VALUE, typed_order(), 'order'));
CREATE TABLE typed (id int PRIMARY KEY, doc typed_doc);
INSERT INTO typed SELECT i, format('<order day="%s%s" paid="%s"><item price="%s"/><item price="%s"/><sent>%s</sent><took>PT%sH</took><rate>%s</rate></order>',
		to_char(date '2019-12-20' + i % 37, 'YYYY-MM-DD'), (ARRAY['', 'Z', '+14:00', '-14:00'])[i % 4 + 1], (ARRAY['1', 'true', ' 0 ', 'false'])[i % 4 + 1],
		i % 10 || '.50', '0' || i % 7, to_char(timestamp '2020-01-01' + i * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS') || '+02:00', i, (ARRAY['1E2', '1.5', '-INF'])[i % 3 + 1])::bxml
	FROM generate_series(1, 400) i;

-- what comparisons mean, and the same without types
CREATE TEMP TABLE questions (n int, path bxpath);
INSERT INTO questions SELECT n, p FROM unnest(ARRAY[
	'/order/@day > "2020-01-01"', '/order[@day = "2020-01-01Z"]', '/order[@day != "2020-01-01"]', '"2020-01-01" >= /order/@day',
	'/order/@paid = true()', '/order/@paid = "0"', '/order/@paid != "1"', '/order/item/@price = "0.5"', '/order/item[@price = "4"]', '/order/item/@price > "8"',
	'/order[sent > "2020-01-05T00:00:00Z"]', '/order/sent = "2020-01-02T00:00:00Z"', '/order[took > "P10D"]', '/order/rate = 100', '/order/rate < "1.6E0"', '/order[@day > sent]', '/order/item[1]/@price = /order/item[2]/@price',
	'/order[@day > "2020-01-01" and @day <= "2020-01-03" and @paid = true()]', '/order[@day = ("2020-01-01", "2020-01-05")]', '/order/@day gt "2020-01-20"']) WITH ORDINALITY q(p, n);
SELECT n, path, (SELECT count(*) FROM typed WHERE doc::bxml @@ path) untyped, (SELECT count(*) FROM typed WHERE doc @@ path) typed,
	(SELECT count(*) FROM typed WHERE doc @@ bxpath_typed(path, typed_order())) again FROM questions ORDER BY n;

-- constants, parameters, generic plans, indexes of both classes, expression indexes: one answer
CREATE FUNCTION typed_answers(path bxpath) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text; c text; generic text;
BEGIN
	EXECUTE format('SELECT coalesce(string_agg(id::text, '','' ORDER BY id), '''') FROM typed WHERE doc @@ %L', path) INTO c;
	SELECT coalesce(string_agg(id::text, ',' ORDER BY id), '') INTO generic FROM typed WHERE doc @@ path;
	IF c <> generic THEN RAISE 'constant % parameter %', c, generic; END IF;
	RETURN c;
END $$;
CREATE TABLE typed_expected AS SELECT n, path, typed_answers(path) FROM questions;
CREATE INDEX typed_gin ON typed USING gin (doc);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM typed WHERE bxml_exists(doc, '/order[@day = $d]', '{"d": "2020-01-01Z"}');
SELECT count(*) FROM typed WHERE bxml_exists(doc, '/order[@day = $d]', '{"d": "2020-01-01Z"}');
EXPLAIN (COSTS OFF) SELECT count(*) FROM typed WHERE doc ->> '/order[@day > "2020-01-20"]/@paid' = 'true';
SELECT count(*) FROM typed WHERE doc ->> '/order[@day > "2020-01-20"]/@paid' = 'true';
SELECT n, path FROM typed_expected WHERE typed_answers(path) <> typed_answers;
SET plan_cache_mode = force_generic_plan;
SELECT n, path FROM typed_expected WHERE typed_answers(path) <> typed_answers;
RESET plan_cache_mode;
DROP INDEX typed_gin;
CREATE INDEX typed_gin ON typed USING gin (doc bxml_path_ops);
SELECT n, path FROM typed_expected WHERE typed_answers(path) <> typed_answers;
DROP INDEX typed_gin;
CREATE INDEX typed_late ON typed (id) WHERE doc @@ '/order/@day > "2020-01-20"';
CREATE INDEX typed_price ON typed ((doc ->> '/order[@day = "2020-01-01Z"]/item/@price'));
EXPLAIN (COSTS OFF) SELECT id FROM typed WHERE doc @@ '/order/@day > "2020-01-20"' AND id < 50;
SELECT count(*) FROM typed WHERE doc @@ '/order/@day > "2020-01-20"' AND id < 50;
SELECT count(*) FROM typed WHERE bxml_exists(doc, '/order[@day = $d]', '{"d": "2020-01-01Z"}');
SELECT count(*) FROM typed WHERE doc ->> '/order[@day > "2020-01-20"]/@paid' = 'true';
EXPLAIN (COSTS OFF) SELECT id FROM typed WHERE doc ->> '/order[@day = "2020-01-01Z"]/item/@price' = '9.50';
SELECT id FROM typed WHERE doc ->> '/order[@day = "2020-01-01Z"]/item/@price' = '9.50';
RESET enable_seqscan;
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SELECT count(*) FROM typed WHERE doc @@ '/order/@day > "2020-01-20"' AND id < 50;
SELECT id FROM typed WHERE doc ->> '/order[@day = "2020-01-01Z"]/item/@price' = '9.50';
RESET enable_indexscan;
RESET enable_bitmapscan;

-- all functions of a document and a path
SELECT id, doc @? '/order[@day = "2020-01-01Z"]' e, doc ->> '/order[@day = "2020-01-01Z"]/@day' v, doc -> '/order/item[@price = "5"]' q, bxml_count(doc, '/order/item[@price < "5"]') c,
	bxml_bool(doc, '/order/@paid = "false"') b, bxml_exists(doc, '/order[@day = $d]', '{"d": "2020-01-01Z"}') x FROM typed WHERE id IN (12, 13, 49, 51) ORDER BY id;
SELECT typed.id, n.node FROM typed, bxml_nodes(doc, '/order/item[@price = "4"]') n WHERE typed.id < 20 ORDER BY typed.id, n.id;

-- literals that are not values of the type; variables
SELECT count(*) FROM typed WHERE doc @@ '/order/@day > "soon"';
SELECT count(*) FROM typed WHERE doc @@ '/order[@paid = "yes"]';
SELECT count(*) FROM typed WHERE bxml_test(doc, '/order/@day > $d', '{"d": "soon"}');
SELECT count(*) FROM typed WHERE doc::bxml @@ '/order/@day > "soon"';

-- what the schema excludes, and how many nodes there are
CREATE FUNCTION typed_rows(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
		RETURN NEXT (regexp_match(line, '(Scan \S*( on \w+)?).*(rows=\d+)'))[1] || ' ' || (regexp_match(line, 'rows=\d+'))[1];
	END LOOP;
END $$;
SELECT r FROM typed_rows($q$ SELECT * FROM typed WHERE doc @? '/order/item' $q$) r WHERE r IS NOT NULL;
SELECT r FROM typed_rows($q$ SELECT * FROM typed WHERE doc @? '/order/price' $q$) r WHERE r IS NOT NULL;
SELECT r FROM typed_rows($q$ SELECT * FROM typed, bxml_nodes(doc, '/order/@day') $q$) r WHERE r IS NOT NULL;
SELECT r FROM typed_rows($q$ SELECT * FROM typed, bxml_nodes(doc, '/order/item') $q$) r WHERE r IS NOT NULL;
SELECT r FROM typed_rows($q$ SELECT * FROM typed, bxml_nodes(doc::bxml, '/order/item') $q$) r WHERE r IS NOT NULL;
SELECT predicate, served, reason, suggestion FROM bxml_index_advice($q$SELECT 1 FROM typed WHERE doc @? '/order/price'$q$);
SELECT predicate, served, reason, suggestion FROM bxml_index_advice($q$SELECT 1 FROM typed WHERE doc ->> '/order/@price' = '1' AND id = 5$q$);
SELECT predicate, served, reason, suggestion FROM bxml_index_advice($q$SELECT 1 FROM typed WHERE doc @@ '/order/@day > "2020-01-01"'$q$);
SELECT bxpath_explain_schema('/order[@day > "2020-01-01"]/itm', typed_order(), 'order');
SELECT bxpath_explain_schema('//@price', typed_order());
SELECT bxpath_explain_schema('/a', typed_order(), 'orders');
SELECT bxpath_typed('/order/@day > "2020-01-01"', NULL) IS NULL, bxpath_typed(NULL, typed_order()) IS NULL, bxpath_explain_schema('/a', NULL::bxml_schema) IS NULL;

-- plans follow the schema and the domain
PREPARE typed_plan AS SELECT count(*) FROM typed WHERE doc @@ '/order/@day > "2020-01-20"';
EXECUTE typed_plan;
ALTER DOMAIN typed_doc DROP CONSTRAINT typed_doc_check;
EXECUTE typed_plan;
ALTER DOMAIN typed_doc ADD CONSTRAINT shape CHECK (VALUE IS NOT NULL AND bxml_is_valid(VALUE, typed_order(), 'order')) NOT VALID;
EXECUTE typed_plan;
ALTER DOMAIN typed_doc VALIDATE CONSTRAINT shape;
EXECUTE typed_plan;
CREATE DOMAIN typed_inner AS typed_doc;
SELECT count(*) FROM (SELECT doc::typed_inner d FROM typed) t WHERE d @@ '/order/@day > "2020-01-20"';
CREATE OR REPLACE FUNCTION typed_order() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="order"/><xs:element name="other"/></xs:schema>';
EXECUTE typed_plan;
DROP TABLE typed, typed_expected, questions;
DROP DOMAIN typed_inner, typed_doc;
DROP FUNCTION typed_order, typed_answers, typed_rows;
