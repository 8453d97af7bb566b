-- Node tables: rows, triggers, options, errors, privileges.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(138);

-- Rows of a node table that are not those of the documents, and the other way round.
CREATE FUNCTION pg_temp.differences(nodes regclass) RETURNS SETOF text AS $$
DECLARE
	t record;
	keys text;
	made text;
	rows text;
BEGIN
	SELECT * INTO STRICT t FROM bxml_node_tables() WHERE node_table = nodes AND base_table::text <> 'mine';
	SELECT string_agg(format('b.%I', a.attname), ', ' ORDER BY k.n) INTO keys
	FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k(attnum, n), pg_attribute a
	WHERE i.indrelid = t.base_table AND i.indisprimary AND a.attrelid = t.base_table AND a.attnum = k.attnum;
	made := format('SELECT %s, r.* FROM %s b, bxml_node_rows(b.%I, %L) r', keys, t.base_table, t.doc_column, t.paths);
	rows := format('SELECT * FROM %s', nodes);
	RETURN QUERY EXECUTE format('SELECT ''missing '' || x::text FROM (%s EXCEPT ALL %s) x UNION ALL SELECT ''wrong '' || x::text FROM (%2$s EXCEPT ALL %1$s) x LIMIT 10', made, rows);
END $$ LANGUAGE plpgsql;
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$ LANGUAGE plpgsql;

-- rows of one document
SELECT results_eq($$SELECT label::text, path, value, number, moment FROM bxml_node_rows(
	'<a xmlns="u" k=" 1.50 "><b/>x<c z="1">5e3</c><!--c--><?p q?><d xmlns=""><e>2024-02-29Z</e><p:f xmlns:p="v" p:g="2024-02-29T12:00:00+01:00"/></d></a>')$$,
	$$VALUES ('1', '/Q{u}a', NULL, NULL::numeric, NULL::timestamp), ('1.@1', '/Q{u}a/@k', ' 1.50 ', 1.50, NULL), ('1.1', '/Q{u}a/b', '', NULL, NULL),
	('1.3', '/Q{u}a/text()', 'x', NULL, NULL), ('1.5', '/Q{u}a/c', '5e3', NULL, NULL), ('1.5.@1', '/Q{u}a/c/@z', '1', 1, NULL),
	('1.7', '/Q{u}a/comment()', 'c', NULL, NULL), ('1.9', '/Q{u}a/processing-instruction()', 'q', NULL, NULL), ('1.11', '/Q{u}a/Q{}d', NULL, NULL, NULL),
	('1.11.1', '/Q{u}a/Q{}d/e', '2024-02-29Z', NULL, '2024-02-29 00:00:00'), ('1.11.3', '/Q{u}a/Q{}d/Q{v}f', '', NULL, NULL),
	('1.11.3.@1', '/Q{u}a/Q{}d/Q{v}f/@Q{v}g', '2024-02-29T12:00:00+01:00', NULL, '2024-02-29 12:00:00')$$, 'all nodes, with values of all types');
SELECT set_eq($$SELECT path FROM bxml_node_rows('<a k="1"><b j="2"><c>x</c></b><c j="3">y<d/></c><e/></a>', '/a/@k | //c | /a/b/@*')$$,
	ARRAY['/a/@k', '/a/b/@j', '/a/b/c', '/a/c', '/a/c/@j', '/a/c/text()', '/a/c/d'], 'nodes on the paths, and all below them');
SELECT set_eq($$SELECT path FROM bxml_node_rows('<a>x<b>y<c/><!--z--></b><?p q?></a>', '/a/b/c')$$, ARRAY['/a/b/c'], 'and no text on the way to them');
SELECT set_eq($$SELECT path FROM bxml_node_rows('<a xmlns="u"><b/><c xmlns=""><b/></c></a>', 'declare namespace p = "u"; /p:a/p:b')$$, ARRAY['/Q{u}a/b'], 'with namespaces');
SELECT is_empty($$SELECT * FROM bxml_node_rows(NULL)$$, 'no document');
SELECT is_empty($$SELECT * FROM bxml_node_rows('')$$, 'content without a node');
SELECT is(count(*), 3::bigint, 'content') FROM bxml_node_rows('x<a/><!--y-->');
SELECT is((array_agg(value ORDER BY label))[2:], ARRAY[repeat('x', 500), NULL], 'long values are left out')
FROM bxml_node_rows(('<a><b>' || repeat('x', 500) || '</b><b>' || repeat('x', 501) || '</b></a>')::bxml);
SELECT is(array_agg(octet_length(path) ORDER BY label), ARRAY[500, NULL, NULL], 'long paths are left out')
FROM bxml_node_rows(('<' || repeat('a', 499) || ' b="1"><c/></' || repeat('a', 499) || '>')::bxml);
SELECT is(count(*), 500::bigint, 'nodes with long labels are left out')
FROM bxml_node_rows((repeat('<a>', 600) || repeat('</a>', 600))::bxml);
SELECT is(max(length(label::text)), 999, 'those of 500 bytes are the last') FROM bxml_node_rows((repeat('<a>', 600) || repeat('</a>', 600))::bxml);
SELECT is(count(value), 0::bigint, 'a value that is a reference to the document')
FROM (SELECT bxml_parse('<a>' || repeat(md5('x'), 1000) || '</a>') AS doc) d, bxml_node_rows(d.doc -> '/a');
SELECT is(bxml_node_path('declare default element namespace "u"; declare namespace v = "v"; /a/b/v:c/@v:d'), '/Q{u}a/b/Q{v}c/@Q{v}d', 'a path as rows have it');
SELECT is(bxml_node_path('/a/Q{u}b/Q{}c/@d'), '/a/Q{u}b/Q{}c/@d', 'a namespace ends');
SELECT is(bxml_node_path(NULL), NULL, 'no path');
SELECT throws_ok($$SELECT bxml_node_path('//b')$$, '22023', 'path must lead from the document by names of elements to one element or attribute', 'a path with a gap');
SELECT throws_ok($$SELECT bxml_node_path('/a[1]')$$, '22023', NULL, 'a path with a condition');
SELECT throws_ok($$SELECT bxml_node_path('/a | /b')$$, '22023', NULL, 'two paths');
SELECT throws_ok($$SELECT bxml_node_rows('<a/>', '/a[b = 1]')$$, '0A000', 'paths of an index have steps to elements and attributes only, with declared prefixes', 'paths with conditions');

-- a table with documents, and what happens to it
CREATE TABLE orders (id int PRIMARY KEY, note text, doc bxml);
INSERT INTO orders SELECT i, 'n', format('<o id="%s"><c>%s</c><i n="1">x%1$s</i><i n="2">y</i></o>', i, i * 2)::bxml FROM generate_series(1, 300) i;
INSERT INTO orders VALUES (0, 'null', NULL);
SELECT is(bxml_create_node_table('orders', 'doc')::text, 'orders_doc_nodes', 'its name');
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'filled');
SELECT is(count(*), 2100::bigint, 'with all nodes') FROM orders_doc_nodes;
SELECT is(t::text, '(orders_doc_nodes,orders,doc,)', 'listed') FROM bxml_node_tables() t;
INSERT INTO orders VALUES (1001, 'i', '<o id="1001"><c>7</c></o>'), (1002, 'i', NULL), (1003, 'i', '<p/>');
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'INSERT');
INSERT INTO orders VALUES (1001, 'c', '<o id="1001"><c>8</c></o>'), (1004, 'c', '<o id="1004"/>') ON CONFLICT (id) DO UPDATE SET doc = excluded.doc;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'ON CONFLICT');
MERGE INTO orders o USING (VALUES (1001, '<o><c>9</c></o>'), (1003, NULL), (1005, '<o/>')) s(id, doc) ON o.id = s.id
	WHEN MATCHED AND s.doc IS NULL THEN DELETE WHEN MATCHED THEN UPDATE SET doc = s.doc::bxml WHEN NOT MATCHED THEN INSERT (id, doc) VALUES (s.id, s.doc::bxml);
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'MERGE');
UPDATE orders SET doc = bxml_set(doc, '/o/c', '1') WHERE id % 7 = 0;
UPDATE orders SET doc = bxml_modify(doc, 'insert node <i n="0">new</i> before /o/i[1], delete node /o/i[2]') WHERE id % 5 = 0 AND id < 1000;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'edits');
UPDATE orders SET doc = NULL WHERE id % 11 = 0;
UPDATE orders SET doc = '<new/>' WHERE doc IS NULL AND id % 2 = 0;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'from and to null');
CLUSTER orders USING orders_pkey;
UPDATE orders SET id = id - 1;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'every key becomes another''s');
UPDATE orders SET id = -id, doc = bxml_set(doc, '/o/c', '3') WHERE id > 100;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'key and document at once');
DELETE FROM orders WHERE id % 3 = 0;
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'DELETE');

-- what is written: the changed rows only
CREATE TABLE writes (op text);
CREATE FUNCTION pg_temp.note_write() RETURNS trigger AS $$BEGIN INSERT INTO public.writes VALUES (TG_OP); RETURN NULL; END$$ LANGUAGE plpgsql;
CREATE TRIGGER writes AFTER INSERT OR UPDATE OR DELETE ON orders_doc_nodes FOR EACH ROW EXECUTE FUNCTION pg_temp.note_write();
UPDATE orders SET note = 'other';
SELECT is_empty('SELECT * FROM writes', 'another column');
UPDATE orders SET doc = doc;
SELECT is_empty('SELECT * FROM writes', 'the same document');
UPDATE orders SET doc = doc::text::bxml WHERE id = 5;
SELECT is_empty('SELECT * FROM writes', 'an equal document, parsed anew');
INSERT INTO orders SELECT 5000, 'w', ('<r>' || string_agg(format('<i n="%s"><v>%s</v></i>', i, md5(i::text)), '' ORDER BY i) || '</r>')::bxml
	FROM generate_series(1, 2500) i;
SELECT results_eq('SELECT op, count(*) FROM writes GROUP BY op', $$VALUES ('INSERT', 7501::bigint)$$, 'a document of more nodes than are written at once');
TRUNCATE writes;
UPDATE orders SET doc = bxml_set(doc, '/r/i[2000]/v', 'x') WHERE id = 5000;
SELECT results_eq('SELECT op, count(*) FROM writes GROUP BY op ORDER BY op', $$VALUES ('DELETE', 1::bigint), ('INSERT', 1)$$, 'one value of it');
TRUNCATE writes;
UPDATE orders SET doc = bxml_modify(doc, 'insert node <i/> before /r/i[1], delete node /r/i[1500]') WHERE id = 5000;
SELECT results_eq('SELECT op, count(*) FROM writes GROUP BY op ORDER BY op', $$VALUES ('DELETE', 3::bigint), ('INSERT', 1)$$, 'an insertion in front of all others, and a deletion');
TRUNCATE writes;
UPDATE orders SET doc = bxml_modify(doc, 'delete nodes /r/i[position() mod 2 = 0]') WHERE id = 5000;
SELECT results_eq('SELECT op, count(*) FROM writes GROUP BY op', $$VALUES ('DELETE', 3750::bigint)$$, 'every second of many');
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'right after all of it');
DROP TRIGGER writes ON orders_doc_nodes;

-- rows that are wrong are put right with the document
UPDATE orders_doc_nodes SET value = 'wrong' WHERE id = 5 AND label > '1';
DELETE FROM orders_doc_nodes WHERE id = 8;
INSERT INTO orders_doc_nodes VALUES (5, '1.99', '/x');
SELECT isnt_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'wrong behind the back of the triggers');
UPDATE orders SET doc = bxml_set(doc, '/o/@id', 'y') WHERE id IN (5, 8);
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'right after the next edit');
UPDATE orders SET doc = bxml_relabel(doc);
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'new labels');
DELETE FROM orders_doc_nodes WHERE id % 2 = 0;
SELECT is(bxml_rebuild_node_table('orders_doc_nodes'), (SELECT count(*) FROM orders, bxml_node_rows(doc)), 'rebuilt');
SELECT is_empty($$SELECT pg_temp.differences('orders_doc_nodes')$$, 'right after that');

-- queries
ANALYZE orders_doc_nodes;
SELECT ok(pg_temp.plan_of($$SELECT id FROM orders_doc_nodes WHERE path = '/o/c' AND number = 4$$) ~ 'path_number_idx', 'by path and number');
SELECT ok(pg_temp.plan_of($$SELECT id FROM orders_doc_nodes WHERE path = bxml_node_path('/o/i') AND value = 'x4'$$) ~ '(path_value|value_path)_idx', 'by path and value');
SELECT ok(pg_temp.plan_of($$SELECT id FROM orders_doc_nodes WHERE value ^@ 'x4'$$) ~ 'value_path_idx', 'by value, with a prefix');
SELECT ok(pg_temp.plan_of($$SELECT value FROM orders_doc_nodes WHERE id = 4 AND path = '/o/c'$$) ~ 'orders_doc_nodes_(id_path|pkey)', 'by row and path');

-- names
ALTER TABLE orders RENAME COLUMN doc TO document;
ALTER TABLE orders RENAME COLUMN id TO number;
ALTER TABLE orders RENAME TO "Orders now";
CREATE SCHEMA elsewhere;
ALTER TABLE orders_doc_nodes RENAME TO nodes;
ALTER TABLE nodes SET SCHEMA elsewhere;
ALTER TABLE "Orders now" DROP COLUMN note;
INSERT INTO "Orders now" VALUES (9000, '<z/>');
UPDATE "Orders now" SET document = '<y/>' WHERE number = 4;
DELETE FROM "Orders now" WHERE number = 5;
SELECT is_empty($$SELECT pg_temp.differences('elsewhere.nodes')$$, 'tables and columns have other names');
SELECT is(format('%s %s %s', node_table, base_table, doc_column), 'elsewhere.nodes "Orders now" document', 'listed by them') FROM bxml_node_tables();
TRUNCATE "Orders now";
SELECT is_empty('SELECT * FROM elsewhere.nodes', 'TRUNCATE');
SELECT throws_ok('DROP TABLE elsewhere.nodes', '2BP01', NULL, 'it does not go while its triggers are there');
SELECT throws_ok('ALTER TABLE "Orders now" DROP CONSTRAINT orders_pkey', '2BP01', NULL, 'nor does the key');
SELECT throws_ok('ALTER TABLE "Orders now" DROP COLUMN document', '2BP01', NULL, 'nor the document');
SELECT throws_ok('ALTER TABLE "Orders now" ALTER number TYPE bigint', '0A000', NULL, 'nor the type of the key');
DROP TABLE "Orders now";
SELECT hasnt_table('elsewhere', 'nodes', 'it goes with the base table');

-- keys of all kinds, names that both tables have, options
CREATE TYPE color AS ENUM ('red', 'blue');
CREATE DOMAIN code AS varchar(10) CHECK (VALUE <> '');
CREATE DOMAIN invoice AS bxml CHECK (VALUE IS NULL OR VALUE @? '/*');
CREATE TABLE wide (path text COLLATE "C", c color, n numeric(10, 2), a int[], v code, label bpchar(3), "A b" timestamptz, "d ""1" invoice,
	PRIMARY KEY (path, "A b", c, n, a, v, label));
SELECT is(bxml_create_node_table('wide', 'd "1', '/a/b', 'wide nodes', 'value')::text, '"wide nodes"', 'a name of its own');
SELECT columns_are('wide nodes', ARRAY['key_path', 'A b', 'c', 'n', 'a', 'v', 'key_label', 'label', 'path', 'value', 'number', 'moment'], 'names of columns');
SELECT is(format_type(atttypid, atttypmod), 'numeric(10,2)', 'types of columns') FROM pg_attribute WHERE attrelid = '"wide nodes"'::regclass AND attname = 'n';
SELECT is((SELECT count(*) FROM pg_index WHERE indrelid = '"wide nodes"'::regclass), 2::bigint, 'one index and the key');
INSERT INTO wide SELECT 'x', c, 1.5, ARRAY[i, 2], 'v' || i, 'l', '2024-01-01', '<a k="1"><b>1</b><c/><b>2</b></a>' FROM generate_series(1, 5) i, unnest('{red,blue}'::color[]) c;
UPDATE wide SET "d ""1" = '<a><b/></a>' WHERE c = 'red' AND a[1] = 3;
UPDATE wide SET a = a || 7, label = 'm' WHERE c = 'blue';
UPDATE wide SET n = 1.50;
DELETE FROM wide WHERE v = 'v5' AND c = 'red';
SELECT is_empty($$SELECT pg_temp.differences('"wide nodes"')$$, 'keys of many columns and types');
SELECT is(count(*), 17::bigint, 'nodes on the path only') FROM "wide nodes";
SELECT is(paths, '/a/b', 'listed with its path') FROM bxml_node_tables();
SELECT lives_ok('SELECT bxml_drop_node_table(''"wide nodes"'')', 'dropped');
SELECT is((SELECT count(*) FROM pg_trigger WHERE tgrelid = 'wide'::regclass), 0::bigint, 'with its triggers');
SELECT bxml_create_node_table('wide', 'd "1', indexes => '') AS bare \gset
SELECT is((SELECT count(*) FROM pg_index i WHERE indrelid = :'bare'::regclass), 1::bigint, 'without indexes');

-- partitions, of other layouts, and rows that move between them
CREATE TABLE parts (id int, k int, doc bxml, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1);
CREATE TABLE parts_2 (doc bxml, gone int, k int NOT NULL, id int NOT NULL);
ALTER TABLE parts_2 DROP COLUMN gone;
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES IN (2);
INSERT INTO parts SELECT i, 1 + i % 2, format('<a>%s</a>', i)::bxml FROM generate_series(1, 20) i;
SELECT lives_ok($$SELECT bxml_create_node_table('parts', 'doc')$$, 'a partitioned table');
CREATE TABLE parts_3 PARTITION OF parts FOR VALUES IN (3);
INSERT INTO parts SELECT i, 1 + i % 3, format('<a k="1">%s</a>', i)::bxml FROM generate_series(21, 60) i;
UPDATE parts SET k = 1 + k % 3 WHERE id % 4 = 0;
UPDATE parts SET k = 1 + k % 3, doc = '<b/>' WHERE id % 5 = 0;
UPDATE parts_2 SET doc = bxml_set(doc, '/a', 'x') WHERE id % 3 = 0;
DELETE FROM parts WHERE id % 7 = 0;
SELECT is_empty($$SELECT pg_temp.differences('parts_doc_nodes')$$, 'rows of all partitions, and rows that moved');
ALTER TABLE parts DETACH PARTITION parts_2;
SELECT isnt_empty($$SELECT pg_temp.differences('parts_doc_nodes')$$, 'a partition that is detached');
SELECT bxml_rebuild_node_table('parts_doc_nodes') \g /dev/null
SELECT is_empty($$SELECT pg_temp.differences('parts_doc_nodes')$$, 'needs a rebuild');
TRUNCATE parts;
SELECT is_empty('SELECT * FROM parts_doc_nodes', 'TRUNCATE of all');

-- triggers that change the table as well
CREATE TABLE chain (id int PRIMARY KEY, doc bxml);
SELECT bxml_create_node_table('chain', 'doc') \g /dev/null
CREATE FUNCTION pg_temp.also() RETURNS trigger AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.id = 1 THEN INSERT INTO chain VALUES (2, '<again/>'); RETURN OLD; END IF;
	IF TG_OP = 'UPDATE' AND NEW.id = 50 THEN INSERT INTO chain VALUES (51, '<other/>'); NEW.doc := bxml_set(NEW.doc, '/a', 'before'); END IF;
	IF TG_OP = 'INSERT' AND NEW.id = 60 THEN UPDATE chain SET id = 3 WHERE id = 51; END IF;
	RETURN coalesce(NEW, OLD);
END $$ LANGUAGE plpgsql;
CREATE TRIGGER also BEFORE INSERT OR UPDATE OR DELETE ON chain FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION pg_temp.also();
INSERT INTO chain SELECT i, format('<a>%s</a>', i)::bxml FROM generate_series(1, 5) i;
INSERT INTO chain VALUES (50, '<a>50</a>');
DELETE FROM chain WHERE id = 2;
DELETE FROM chain WHERE id = 1;
UPDATE chain SET id = 50 WHERE id = 50;
DELETE FROM chain WHERE id = 3;
INSERT INTO chain VALUES (60, '<a/>');
SELECT is_empty($$SELECT pg_temp.differences('chain_doc_nodes')$$, 'triggers that write to the base table');
SELECT is(value, 'before', 'the document that a trigger made') FROM chain_doc_nodes WHERE id = 50;
WITH gone AS (DELETE FROM chain WHERE id = 4 RETURNING doc) INSERT INTO chain SELECT 70, doc FROM gone;
SELECT is_empty($$SELECT pg_temp.differences('chain_doc_nodes')$$, 'several changes in one statement');

-- who may do what
CREATE ROLE bxml_nodes_owner;
CREATE ROLE bxml_nodes_writer;
CREATE ROLE bxml_nodes_reader;
CREATE SCHEMA ours AUTHORIZATION bxml_nodes_owner;
GRANT USAGE ON SCHEMA ours TO PUBLIC;
SET LOCAL ROLE bxml_nodes_owner;
CREATE TABLE ours.docs (id int PRIMARY KEY, who name DEFAULT current_user, doc bxml);
INSERT INTO ours.docs VALUES (1, 'bxml_nodes_owner', '<a>1</a>'), (2, 'bxml_nodes_reader', '<a>2</a>');
ALTER TABLE ours.docs ENABLE ROW LEVEL SECURITY;
ALTER TABLE ours.docs FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON ours.docs USING (who = current_user);
GRANT SELECT, INSERT, UPDATE, DELETE ON ours.docs TO bxml_nodes_writer, bxml_nodes_reader;
SELECT lives_ok($$SELECT bxml_create_node_table('ours.docs', 'doc')$$, 'the owner creates it');
GRANT SELECT ON ours.docs_doc_nodes TO bxml_nodes_reader;
RESET ROLE;
SELECT is(pg_get_userbyid(relowner), 'bxml_nodes_owner'::name, 'it belongs to the owner') FROM pg_class WHERE relname = 'docs_doc_nodes';
SELECT is(count(*), 2::bigint, 'rows that the owner does not see are in it') FROM ours.docs_doc_nodes;
SET LOCAL ROLE bxml_nodes_writer;
SET LOCAL search_path = pg_temp, public;
CREATE FUNCTION pg_temp.unnest(anyarray) RETURNS SETOF anyelement AS 'BEGIN RAISE EXCEPTION ''captured''; END' LANGUAGE plpgsql;
CREATE FUNCTION pg_temp.bxml_node_rows(bxml, bxpath) RETURNS int AS 'BEGIN RAISE EXCEPTION ''captured''; END' LANGUAGE plpgsql;
INSERT INTO ours.docs VALUES (3, DEFAULT, '<a>3</a>');
UPDATE ours.docs SET doc = bxml_set(doc, '/a', '4') WHERE id = 3;
SELECT throws_ok('SELECT * FROM ours.docs_doc_nodes', '42501', NULL, 'who writes documents need not see the nodes');
SELECT throws_ok($$SELECT bxml_rebuild_node_table('ours.docs_doc_nodes')$$, '42501', NULL, 'nor rebuild');
SELECT throws_ok($$SELECT bxml_drop_node_table('ours.docs_doc_nodes')$$, '42501', NULL, 'nor drop');
SELECT throws_ok($$SELECT bxml_create_node_table('ours.docs', 'doc', NULL, 'n2')$$, '42501', 'must be owner of table docs', 'nor create');
CREATE TEMP TABLE mine (id int PRIMARY KEY, doc bxml);
CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW WHEN (bxml_node_row('ours.docs_doc_nodes'::regclass, new.doc, new.id))
	EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$INSERT INTO mine VALUES (1, '<captured/>')$$, '42501', NULL, 'a trigger of another table writes with the rights of its owner');
SET LOCAL ROLE bxml_nodes_reader;
SELECT results_eq('SELECT id, value FROM ours.docs_doc_nodes', $$VALUES (2, '2')$$, 'who reads sees nodes of the rows that are visible');
RESET ROLE;
RESET search_path;
SELECT is_empty($$SELECT pg_temp.differences('ours.docs_doc_nodes')$$, 'all rows are right');
SELECT lives_ok($$SELECT bxml_rebuild_node_table('ours.docs_doc_nodes')$$, 'a superuser rebuilds it');
SELECT is(count(*), 3::bigint, 'with all rows') FROM ours.docs_doc_nodes;

-- a user who may create triggers on tables of others names a table in them
CREATE ROLE bxml_nodes_stranger;
SET LOCAL ROLE bxml_nodes_owner;
GRANT USAGE ON SCHEMA ours TO bxml_nodes_stranger;
CREATE TABLE ours.work (id int PRIMARY KEY, doc bxml, secret bxml, n bigint);
CREATE TABLE ours.plain (id int, label ordpath, path text, value text, number numeric, moment timestamp);
CREATE TABLE ours.parts (id int PRIMARY KEY, label ordpath, path text, value text, number numeric, moment timestamp) PARTITION BY RANGE (id);
CREATE TABLE ours.part PARTITION OF ours.parts DEFAULT;
CREATE TABLE ours.people (id int, name text);
CREATE VIEW ours.seen AS SELECT * FROM ours.plain;
INSERT INTO ours.plain VALUES (7, '1', '/kept', 'kept');
INSERT INTO ours.part VALUES (7, '1', '/kept', 'kept');
INSERT INTO ours.people VALUES (7, 'kept');
SELECT bxml_create_node_table('ours.work', 'doc') \g /dev/null
GRANT INSERT, UPDATE, DELETE, TRUNCATE, SELECT, TRIGGER ON ours.work TO bxml_nodes_stranger;
RESET ROLE;
CREATE TABLE public.supers (id int PRIMARY KEY, doc bxml);
GRANT INSERT, UPDATE, DELETE, TRUNCATE, SELECT, TRIGGER ON public.supers TO bxml_nodes_stranger;
CREATE FUNCTION try(statement text) RETURNS text AS $$
BEGIN
	EXECUTE statement;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN RETURN sqlstate;
END $$ LANGUAGE plpgsql;
SET LOCAL ROLE bxml_nodes_stranger;
CREATE FUNCTION pg_temp.attack(base text, nodes text, doc text) RETURNS text AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('CREATE TRIGGER a AFTER INSERT ON %s FOR EACH ROW WHEN (bxml_node_row(%L::regclass, NEW.%I, NEW.id)) EXECUTE FUNCTION bxml_node_trigger()', base, nodes, doc);
	EXECUTE format('CREATE TRIGGER t AFTER TRUNCATE ON %s FOR EACH STATEMENT WHEN (bxml_node_row(%L::regclass)) EXECUTE FUNCTION bxml_node_trigger()', base, nodes);
	result := try(format('INSERT INTO %s (id, %I) VALUES (1, ''<evil/>'')', base, doc)) || ' ' || try('TRUNCATE ' || base);
	RAISE EXCEPTION USING MESSAGE = result, ERRCODE = 'P0099';
EXCEPTION WHEN SQLSTATE 'P0099' THEN RETURN sqlerrm;
END $$ LANGUAGE plpgsql;
SELECT is(pg_temp.attack('ours.work', t, 'doc'), '42501 42501', t || ', for a stranger') FROM unnest(ARRAY['ours.plain', 'ours.part', 'ours.parts', 'ours.people', 'ours.seen', 'ours.work',
	'ours.docs_doc_nodes', 'pg_class', 'public.supers', 'information_schema.sql_features']) t;
SELECT is(pg_temp.attack('public.supers', t, 'doc'), '42501 42501', t || ' by a table of a superuser') FROM unnest(ARRAY['pg_authid', 'pg_class', 'information_schema.sql_features', 'ours.plain']) t;
SELECT is(pg_temp.attack('ours.work', 'ours.work_doc_nodes', 'secret'), '42501 42501', 'the node table itself, with another document');
RESET ROLE;
SELECT is((SELECT count(*) FROM ours.plain) + (SELECT count(*) FROM ours.part) + (SELECT count(*) FROM ours.people), 3::bigint, 'nothing is gone');

-- a recorded trigger that is replaced is not recorded any more
SET LOCAL ROLE bxml_nodes_stranger;
CREATE OR REPLACE TRIGGER work_doc_nodes_put AFTER INSERT OR UPDATE ON ours.work FOR EACH ROW WHEN (bxml_node_row('ours.work_doc_nodes'::regclass, NEW.secret, NEW.id)) EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$INSERT INTO ours.work (id, secret) VALUES (1, '<evil/>')$$, '42501', 'triggers of table ours.work may not change table ours.work_doc_nodes', 'replaced');
SET LOCAL ROLE bxml_nodes_owner;
SELECT throws_ok($$INSERT INTO ours.work (id, secret) VALUES (1, '<evil/>')$$, '42501', NULL, 'whoever writes');
-- one beside it does not become one of the node table's by a rebuild
CREATE OR REPLACE TRIGGER work_doc_nodes_put AFTER INSERT OR UPDATE ON ours.work FOR EACH ROW WHEN (bxml_node_row('ours.work_doc_nodes'::regclass, NEW.doc, NEW.id)) EXECUTE FUNCTION bxml_node_trigger();
SELECT lives_ok($$SELECT bxml_rebuild_node_table('ours.work_doc_nodes')$$, 'the owner makes it right and rebuilds it');
SELECT lives_ok($$INSERT INTO ours.work (id, doc) VALUES (1, '<good/>')$$, 'then it is recorded again');
SET LOCAL ROLE bxml_nodes_stranger;
CREATE TRIGGER a_first AFTER INSERT OR UPDATE ON ours.work FOR EACH ROW WHEN (bxml_node_row('ours.work_doc_nodes'::regclass, NEW.secret, NEW.id)) EXECUTE FUNCTION bxml_node_trigger();
SET LOCAL ROLE bxml_nodes_owner;
SELECT lives_ok($$SELECT bxml_rebuild_node_table('ours.work_doc_nodes')$$, 'a rebuild with another trigger');
SELECT throws_ok($$INSERT INTO ours.work (id, secret) VALUES (2, '<evil/>')$$, '42501', NULL, 'which may do as little as before');
DROP TRIGGER a_first ON ours.work;
SELECT results_eq('SELECT path FROM ours.work_doc_nodes', $$VALUES ('/good')$$, 'the rows are right');

-- tables and triggers as a dump has them, without what is recorded
CREATE TABLE ours.restored (id int PRIMARY KEY, doc bxml, other bxml);
CREATE TABLE ours.nodes (id int, label ordpath, path text, value text, number numeric, moment timestamp, PRIMARY KEY (id, label));
CREATE TRIGGER put AFTER INSERT OR UPDATE ON ours.restored FOR EACH ROW WHEN (bxml_node_row('ours.nodes'::regclass, NEW.doc, NEW.id)) EXECUTE FUNCTION bxml_node_trigger();
CREATE TRIGGER gone AFTER DELETE ON ours.restored FOR EACH ROW WHEN (bxml_node_row('ours.nodes'::regclass, OLD.doc, OLD.id)) EXECUTE FUNCTION bxml_node_trigger();
CREATE TRIGGER empty AFTER TRUNCATE ON ours.restored FOR EACH STATEMENT WHEN (bxml_node_row('ours.nodes'::regclass)) EXECUTE FUNCTION bxml_node_trigger();
GRANT INSERT, TRUNCATE ON ours.restored TO bxml_nodes_writer;
SELECT is(try($$INSERT INTO ours.restored VALUES (1, '<a/>')$$), 'done', 'the owner writes');
SET LOCAL ROLE bxml_nodes_writer;
SELECT is(try($$INSERT INTO ours.restored VALUES (2, '<a/>')$$) || ' ' || try('TRUNCATE ours.restored'), '42501 42501', 'others do not');
SET LOCAL ROLE bxml_nodes_owner;
CREATE TRIGGER also AFTER INSERT ON ours.restored FOR EACH ROW WHEN (bxml_node_row('ours.nodes'::regclass, NEW.other, NEW.id)) EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$SELECT bxml_rebuild_node_table('ours.nodes')$$, '55000', 'triggers do not agree about node table ours.nodes', 'two definitions');
DROP TRIGGER also ON ours.restored;
SELECT is(bxml_rebuild_node_table('ours.nodes'), 1::bigint, 'rebuilt');
SET LOCAL ROLE bxml_nodes_writer;
SELECT is(try($$INSERT INTO ours.restored VALUES (2, '<a/>')$$), 'done', 'then others write');
RESET ROLE;
SELECT results_eq('SELECT id FROM ours.nodes ORDER BY id', 'VALUES (1), (2)', 'with nodes');
SET LOCAL ROLE bxml_nodes_writer;
SELECT is(try('TRUNCATE ours.restored'), 'done', 'and empty it');
RESET ROLE;
SELECT is(count(*), 0::bigint, 'without nodes') FROM ours.nodes;
ALTER TABLE ours.nodes OWNER TO bxml_nodes_reader;
SELECT throws_ok($$INSERT INTO ours.restored VALUES (3, '<a/>')$$, '42501', NULL, 'different owners, even for a superuser');
SELECT throws_ok($$TRUNCATE ours.restored$$, '42501', NULL, 'for TRUNCATE as well');

-- code of the owner that changes what is being done: statements in use stay until the end of the transaction
SET LOCAL ROLE bxml_nodes_owner;
CREATE TABLE ours.loops (id int PRIMARY KEY, doc bxml);
SELECT bxml_create_node_table('ours.loops', 'doc') \g /dev/null
CREATE FUNCTION ours.again() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF pg_trigger_depth() < 4 AND NEW.path LIKE '%7' THEN
		ANALYZE ours.loops;
		ANALYZE ours.loops_doc_nodes;
		UPDATE ours.loops SET doc = bxml_set(doc, '/a/b1', pg_trigger_depth()::text) WHERE id = NEW.id + 1;
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER again BEFORE INSERT ON ours.loops_doc_nodes FOR EACH ROW EXECUTE FUNCTION ours.again();
INSERT INTO ours.loops SELECT g, ('<a>' || (SELECT string_agg(format('<b%s>x</b%1$s>', i), '') FROM generate_series(1, 1500) i) || '</a>')::bxml FROM generate_series(1, 3) g;
SELECT is(count(*), 4503::bigint, 'triggers of the node table that change documents') FROM ours.loops_doc_nodes;
RESET ROLE;

-- what cannot be
CREATE TABLE bad (id int, doc bxml, t text);
CREATE TABLE late (id int PRIMARY KEY DEFERRABLE, doc bxml);
CREATE TEMP TABLE short (id int PRIMARY KEY, doc bxml);
CREATE VIEW seen AS SELECT * FROM bad;
SELECT throws_ok($$SELECT bxml_create_node_table('bad', 'doc')$$, '55000', 'table "bad" has no primary key that is not deferrable', 'no key');
SELECT throws_ok($$SELECT bxml_create_node_table('late', 'doc')$$, '55000', NULL, 'a key that is checked late');
SELECT throws_ok($$SELECT bxml_create_node_table('bad', 't')$$, '42804', 'column "t" of table "bad" is not of type bxml', 'no document');
SELECT throws_ok($$SELECT bxml_create_node_table('bad', 'x')$$, '42703', 'column "x" of table "bad" does not exist', 'no column');
SELECT throws_ok($$SELECT bxml_create_node_table('short', 'doc')$$, '0A000', NULL, 'a temporary table');
SELECT throws_ok($$SELECT bxml_create_node_table('seen', 'doc')$$, '42809', '"seen" is not a table', 'a view');
SELECT throws_ok($$SELECT bxml_create_node_table('pg_class', 'doc')$$, '42501', NULL, 'a system catalog');
SELECT throws_ok($$SELECT bxml_create_node_table('chain', 'doc', '/a[')$$, '10608', NULL, 'a path that is none');
SELECT throws_ok($$SELECT bxml_create_node_table('chain', 'doc', '/a[1]', 'n2')$$, '0A000', NULL, 'a path with a condition');
SELECT throws_ok($$SELECT bxml_create_node_table('chain', 'doc', indexes => 'path, gin')$$, '22023', 'unrecognized kind of index of a node table: "gin"', 'an unknown index');
SELECT throws_ok($$SELECT bxml_create_node_table('chain', 'doc')$$, '42P07', NULL, 'twice with one name');
SELECT throws_ok($$SELECT bxml_drop_node_table('bad')$$, '42809', 'public.bad is not a node table', 'no node table');
SELECT throws_ok($$SELECT bxml_rebuild_node_table('bad')$$, '42809', NULL, 'none either');
SELECT throws_ok($$SELECT bxml_create_node_table(NULL, 'doc')$$, '22004', NULL, 'null');
CREATE TRIGGER handmade AFTER INSERT ON bad FOR EACH ROW EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$INSERT INTO bad VALUES (1, '<a/>')$$, '39P01', NULL, 'a trigger of other making');
SELECT ok(count(*) > 2, 'but others are listed') FROM bxml_node_tables();
SELECT lives_ok($$SELECT bxml_rebuild_node_table('chain_doc_nodes')$$, 'and rebuilt');
SELECT lives_ok($$SELECT bxml_drop_node_table('chain_doc_nodes')$$, 'and dropped');

SELECT * FROM finish();
ROLLBACK;
