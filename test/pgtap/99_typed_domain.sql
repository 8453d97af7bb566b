-- Domains of valid documents: which values have a record of their validation, when it counts, and who cannot make one.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(63);

SELECT bxml_create_schema('number', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="n" type="xs:int"/><xs:element name="m"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>') \g /dev/null
SELECT bxml_create_typed_domain('numbers', number()) \g /dev/null
SELECT bxml_create_typed_domain('n_only', number(), 'n') \g /dev/null
CREATE FUNCTION pg_temp.recorded(doc bxml) RETURNS bool LANGUAGE sql AS
	$$ SELECT coalesce((bxml_stats(doc)).schema = (SELECT digest FROM bxml_schemas WHERE schema = 'number'::regproc), (bxml_stats(doc)).schema IS NOT NULL) $$;
CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY, doc numbers);

-- ways in
INSERT INTO t (doc) VALUES ('<n>1</n>');
INSERT INTO t (doc) VALUES ('<n>2</n>'::bxml);
INSERT INTO t (doc) SELECT bxml_element('n', '{}', '3');
INSERT INTO t (doc) SELECT ('<m>' || string_agg('<n>' || i || '</n>', '') || '</m>')::bxml FROM generate_series(1, 20000) i;
PREPARE put(text) AS INSERT INTO t (doc) VALUES ($1::bxml);
EXECUTE put('<n>5</n>');
DO $$ DECLARE d numbers := '<n>6</n>'; BEGIN INSERT INTO t (doc) VALUES (d); END $$;
INSERT INTO t (doc) SELECT doc FROM bxml_table('<r><n>7</n></r>', '/r', 'n') AS x(doc bxml('public.number'));
SELECT is(count(*), 7::bigint, 'all rows are there') FROM t WHERE pg_temp.recorded(doc);
SELECT ok(bool_and(bxml_check(doc)), 'sound') FROM t;
SELECT is(count(*), 7::bigint, 'all are valid') FROM t WHERE bxml_is_valid(doc, number());
SELECT ok(pg_column_size(doc) < 150000, 'a large value is compressed') FROM t WHERE id = 4;
SELECT ok(pg_temp.recorded(bxml_validate('<n>1</n>', number())), 'bxml_validate records');
SELECT ok(NOT pg_temp.recorded('<n>1</n>'), 'a value that was not validated has no record');

-- a value has the same meaning with and without
SELECT is(doc::text, '<n>1</n>', 'text') FROM t WHERE id = 1;
SELECT ok(doc::bxml = '<n>1</n>'::bxml AND bxml_hash(doc) = bxml_hash('<n>1</n>'), 'equality and hash') FROM t WHERE id = 1;
SELECT is(bxml_canonical(doc), bxml_canonical('<n>1</n>'), 'canonical text') FROM t WHERE id = 1;
SELECT is(doc::bxml::bytea, '<n>1</n>'::bxml::bytea, 'binary form') FROM t WHERE id = 1;
SELECT is(bxml_send(doc), bxml_send('<n>1</n>'), 'sent form') FROM t WHERE id = 1;
SET LOCAL bxml.binary_output = 'native';
SELECT is(bxml_send(doc), bxml_send('<n>1</n>'), 'sent in binary') FROM t WHERE id = 1;
RESET bxml.binary_output;
SELECT ok(bxml_deep_equal(doc, '<n>1</n>') AND doc::bxml @> '<n>1</n>', 'data model') FROM t WHERE id = 1;
SELECT is_empty($$SELECT d.* FROM t, bxml_diff(doc, '<n>1</n>') d WHERE t.id = 1$$, 'difference');
CREATE INDEX t_gin ON t USING gin (doc);
CREATE UNIQUE INDEX t_key ON t (bxml_int(doc, '/n'));
SET LOCAL enable_seqscan = off;
SELECT results_eq($$SELECT id FROM t WHERE doc::bxml @? '/n[. = 3]'$$, ARRAY[3], 'keys of an index');
SELECT results_eq($$SELECT id FROM t WHERE bxml_int(doc, '/n') = 5$$, ARRAY[5], 'an index on an expression');
RESET enable_seqscan;
SELECT is(doc ->> '/m/n[20000]', '20000', 'the end of a large value') FROM t WHERE id = 4;
SELECT is((SELECT count(*) FROM bxml_reader(doc)), 20001::bigint, 'items') FROM t WHERE id = 4;

-- who keeps it
SELECT ok(pg_temp.recorded(bxml_relabel(doc)), 'fresh labels change nothing') FROM t WHERE id = 1;
UPDATE t SET id = DEFAULT WHERE id = 1;
SELECT ok(bool_and(pg_temp.recorded(doc)), 'an update of another column') FROM t;
UPDATE t SET doc = bxml_set(doc, '/n', '8') WHERE bxml_int(doc, '/n') = 2;
SELECT ok(pg_temp.recorded(doc), 'a change is validated again') FROM t WHERE bxml_int(doc, '/n') = 8;
SELECT throws_ok($$UPDATE t SET doc = bxml_set(doc, '/n', 'x') WHERE bxml_int(doc, '/n') = 8$$, '2200M', 'invalid document: "x" is not a value of type "int"', 'and refused');
-- who drops it
SELECT is(array_agg(w) FILTER (WHERE (bxml_stats(v)).schema IS NOT NULL), NULL, 'changes, parts, copies and forms from outside have none')
FROM t, LATERAL (VALUES (1, bxml_set(doc, '/n', '1')), (2, bxml_rename(doc, '/n', 'n')), (3, doc -> '/n'), (4, doc -> '/'), (5, doc::bxml::bytea::bxml), (6, doc::text::bxml),
	(7, doc::bxml || ''), (8, bxml_concat(doc, NULL)), (9, bxml_delete(doc, '//text()')), (10, bxml_modify(doc, 'rename node /n as "n"')), (11, bxml_insert(doc, '/n', '<!--c-->')),
	(12, bxml_element('a', '{}', doc)), (13, bxml_parse(doc::text)), (14, bxml_node(doc, '1'))) v(w, v) WHERE id = 3;
SELECT is((SELECT count(*) FROM t, bxml_split(doc::text, '/m/n') s WHERE id = 4 AND (bxml_stats(s)).schema IS NOT NULL), 0::bigint, 'parts of a split have none');

-- forged records: the bytes of <n>x</n> with a section that says it is valid
CREATE FUNCTION pg_temp.forge(doc bxml) RETURNS bytea LANGUAGE sql AS $$
	SELECT set_byte(substring(b FROM 1 FOR 9), 1, get_byte(b, 1) | 4) || '\x014311' || substring(b FROM 10) || (SELECT digest FROM bxml_schemas WHERE schema = 'number'::regproc) || '\x00'
	FROM (SELECT doc::bytea AS b) s $$;
SELECT is(bxml_check(pg_temp.forge('<n>x</n>')::bxml), true, 'such bytes are sound');
SELECT is((bxml_stats(pg_temp.forge('<n>x</n>')::bxml)).schema, NULL, 'the record does not come in by a cast');
SELECT throws_ok($$INSERT INTO t (doc) VALUES (pg_temp.forge('<n>x</n>')::bxml)$$, '2200M', NULL, 'and the value is validated');
SELECT is(bxml_is_valid(pg_temp.forge('<n>x</n>')::bxml, number()), false, 'by a call as well');
SELECT lives_ok($$INSERT INTO t (doc) VALUES (pg_temp.forge('<n>77</n>')::bxml)$$, 'a valid one is taken');
SELECT throws_ok($$SELECT set_byte(pg_temp.forge('<n>x</n>'), length(pg_temp.forge('<n>x</n>')) - 1, 1)::bxml$$, '22P03', NULL, 'a damaged section is refused');
SET LOCAL bxml.output_labels = on;
SELECT is((bxml_stats(bxml_insert(doc, '/n', '<!--c-->')::text::bxml)).schema, NULL, 'labels in text bring none') FROM t WHERE id = 3;
RESET bxml.output_labels;

-- the root of a domain
SELECT lives_ok($$SELECT '<n>1</n>'::n_only$$, 'the root asked for');
SELECT throws_ok($$SELECT '<m><n>1</n></m>'::n_only$$, '23514', NULL, 'another one');
SELECT lives_ok($$SELECT doc::bxml::n_only FROM t WHERE id = 3$$, 'a value of another domain of the schema');
SELECT throws_ok($$SELECT doc::bxml::n_only FROM t WHERE id = 4$$, '23514', NULL, 'that has another root');
SELECT lives_ok($$SELECT doc::bxml::n_only::numbers FROM t WHERE id = 3$$, 'and back');

-- work: a record saves validation
SELECT bxml_counters_reset() \g /dev/null
SELECT is((SELECT count(doc::bxml::numbers) FROM t WHERE id = 4), 1::bigint, 'a cast of a recorded value');
SELECT cmp_ok((SELECT bytes_fetched FROM bxml_counters()), '<', 100000::bigint, 'does not read it all');

-- a schema that changes
SELECT throws_ok('DROP FUNCTION number()', '2BP01', NULL, 'the schema of a domain stays');
SELECT throws_ok('DROP DOMAIN numbers', '2BP01', NULL, 'the domain of a column, too');
CREATE TABLE bound (doc bxml);
INSERT INTO bound VALUES ('<n>1</n>'), ('<n>2</n>');
ALTER TABLE bound ALTER COLUMN doc TYPE numbers;
SELECT ok(bool_and(pg_temp.recorded(doc)), 'a column bound later') FROM bound;
ALTER TABLE bound ALTER COLUMN doc TYPE bxml;
INSERT INTO bound VALUES ('<n>x</n>');
SELECT throws_ok('ALTER TABLE bound ALTER COLUMN doc TYPE numbers', '2200M', NULL, 'with a document that is not valid');

-- several schemas
SELECT bxml_create_schema('words', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="w" type="xs:token"/></xs:schema>') \g /dev/null
SELECT bxml_create_typed_domain('either', ARRAY[number(), words()]) \g /dev/null
SELECT lives_ok($$SELECT '<n>1</n>'::either, '<w>a</w>'::either$$, 'either schema');
SELECT throws_ok($$SELECT '<n>a</n>'::either$$, '23514', NULL, 'neither');
SELECT throws_ok('DROP FUNCTION words()', '2BP01', NULL, 'both schemas stay');
SELECT is((SELECT array_to_string(used_by, ', ') FROM bxml_schemas WHERE schema = 'words'::regproc), 'domain either', 'the view shows it');
SELECT bxml_create_typed_domain('other_way', ARRAY[words(), number()]), bxml_create_typed_domain('other_root', ARRAY[words(), number()], 'w') \g /dev/null
SELECT ok(NOT pg_temp.recorded('<n>1</n>'::other_way) AND pg_temp.recorded(bxml_validate('<n>1</n>', ARRAY[words(), number()])::other_way), 'a domain of several keeps a record, but makes none');
SELECT bxml_counters_reset() \g /dev/null
SELECT is((SELECT count(doc::bxml::other_way) FROM t WHERE id = 4), 1::bigint, 'a value that names the second schema');
SELECT cmp_ok((SELECT bytes_fetched FROM bxml_counters()), '<', 100000::bigint, 'is not read for it');
SELECT throws_ok($$SELECT doc::bxml::other_root FROM t WHERE id = 3$$, '23514', NULL, 'but for another root');

-- arrays, composites, defaults
CREATE TYPE pair AS (a numbers, b int);
CREATE TABLE shapes (list numbers[], p pair, d numbers DEFAULT '<n>0</n>');
INSERT INTO shapes (list, p) VALUES (ARRAY['<n>1</n>', '<n>2</n>']::numbers[], ROW('<n>3</n>', 4));
SELECT ok(pg_temp.recorded(list[2]) AND pg_temp.recorded((p).a) AND pg_temp.recorded(d), 'in arrays, rows and defaults') FROM shapes;
SELECT throws_ok($$INSERT INTO shapes (list) VALUES ('{<n>x</n>}')$$, '2200M', NULL, 'elements of arrays are validated');
SELECT throws_ok($$INSERT INTO shapes (p) VALUES ('(<n>x</n>,1)')$$, '2200M', NULL, 'fields of rows, too');

-- privileges
CREATE ROLE schema_user;
REVOKE EXECUTE ON FUNCTION number() FROM PUBLIC;
SET LOCAL ROLE schema_user;
SELECT throws_ok($$SELECT '<n>1</n>'::bxml('public.number')$$, '42501', 'permission denied for function number', 'a modifier takes the right to use the schema');
RESET ROLE;

-- forms of declared types
SELECT bxml_create_schema('form', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
	<xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="n" type="xs:double"/><xs:attribute name="d" type="xs:date"/>
	<xs:attribute name="s" type="xs:string"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>') \g /dev/null
SELECT bxml_create_typed_domain('forms', form(), 'r') \g /dev/null
CREATE TABLE plain AS SELECT ('<r>' || string_agg(format('<i n="%s.50E%s" d="2020-%s-11Z" s="%s.50E1"/>', i % 10, i % 4, lpad((1 + (i + y) % 12)::text, 2, '0'), i), '')
	|| '</r>')::bxml AS doc, y FROM generate_series(1, 500) i, generate_series(1, 5) y GROUP BY y;
CREATE TABLE formed (doc forms, y int);
INSERT INTO formed SELECT doc, y FROM plain;
CREATE FUNCTION pg_temp.types(doc bxml) RETURNS text LANGUAGE sql AS
	$$ SELECT string_agg(DISTINCT name || ' ' || type, ', ' ORDER BY name || ' ' || type) FROM bxml_reader(doc) WHERE kind = 'attribute' $$;
SELECT is(pg_temp.types(doc), 'd string, n string, s string', 'texts without a schema') FROM plain WHERE y = 1;
SELECT is(pg_temp.types(doc), 'd date, n double, s string', 'a typed domain gives values the forms of their types') FROM formed WHERE y = 1;
SELECT ok(bool_and(f.doc::bxml = p.doc AND f.doc::text = p.doc::text AND bxml_check(f.doc)), 'the text is the same') FROM formed f JOIN plain p USING (y);
SELECT ok(bool_and(pg_temp.types(bxml_validate(doc, form())) = 'd date, n double, s string'), 'so does bxml_validate') FROM plain;
SELECT is((SELECT sum(bxml_count(doc, '//i[@n > 45]')) FROM formed), (SELECT sum(bxml_count(doc, '//i[xs:double(@n) > 45]')) FROM plain),
	'numbers with a power, compared without a cast');
SELECT is((SELECT sum(bxml_count(doc, '//i[@d > "2020-06-11Z"]')) FROM formed), (SELECT sum(bxml_count(doc, '//i[xs:date(@d) > xs:date("2020-06-11Z")]')) FROM plain),
	'dates with a zone, compared without a cast');
SELECT is((bxpath_typed('//i[@n > 45]', form(), 'r'))::text, '//i[xs:double(@n) > 45]', 'one node is cast as a whole');
SELECT is((bxpath_typed('/r[i/@n = 45]', form(), 'r'))::text, '/r[i/@n/xs:double(.) = 45]', 'of several each is');
SET LOCAL bxml.typed_values = off;
SELECT is(pg_temp.types(bxml_validate(doc, form())), 'd string, n string, s string', 'not where typed forms are off') FROM plain WHERE y = 1;
RESET bxml.typed_values;

SELECT * FROM finish();
ROLLBACK;
