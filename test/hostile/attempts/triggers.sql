-- triggers.sql -- bxml_source_trigger and bxml_node_trigger do not trust what a trigger says of its columns.

\c - hostile_stranger
-- bxml_source_pair with columns of other types: no number is read as an address, no text becomes a stored value
CREATE TABLE own.p (id int, n bigint, doc bxml, t text, c name);
CREATE TRIGGER x BEFORE INSERT OR UPDATE ON own.p FOR EACH ROW WHEN (bxml_source_pair(new.doc, new.n)) EXECUTE FUNCTION bxml_source_trigger();
INSERT INTO own.p VALUES (1, 1234567, '<a/>', 'x', 'x');
DROP TRIGGER x ON own.p;
CREATE TRIGGER x BEFORE INSERT OR UPDATE ON own.p FOR EACH ROW WHEN (bxml_source_pair(new.n, new.t)) EXECUTE FUNCTION bxml_source_trigger();
INSERT INTO own.p VALUES (2, 1234567, '<a/>', '<a/>', 'x');
DROP TRIGGER x ON own.p;
CREATE TRIGGER x BEFORE INSERT OR UPDATE ON own.p FOR EACH ROW WHEN (bxml_source_pair(new.t, new.c)) EXECUTE FUNCTION bxml_source_trigger();
INSERT INTO own.p VALUES (3, 1234567, '<a/>', repeat('x', 3000), 'x');
DROP TRIGGER x ON own.p;
SELECT watch.ok(coalesce(bool_and(bxml_check(doc) AND n = 1234567), true), 'bxml_source_pair: what was stored is what was given') FROM own.p;
-- a legitimate trigger, whose columns change their type afterwards
CREATE TABLE own.kept (id int PRIMARY KEY, doc bxml);
SELECT bxml_with_source('own.kept', 'doc', 'src');
INSERT INTO own.kept VALUES (1, '<a/>');
ALTER TABLE own.kept ALTER src TYPE bigint USING 1234567;
INSERT INTO own.kept (id, doc, src) VALUES (2, '<a/>', 7654321);
UPDATE own.kept SET doc = '<b/>';
ALTER TABLE own.kept ALTER doc TYPE bigint USING 99;
UPDATE own.kept SET src = 5;
SELECT watch.ok((SELECT count(*) > 0 FROM own.kept WHERE id = 1), 'bxml_with_source: the session survives columns of other types');

-- bxml_node_trigger with a document column that is none, and with a second trigger of another key
CREATE TABLE own.b (id bigint PRIMARY KEY, doc bxml, other text, fake bigint);
SELECT bxml_create_node_table('own.b', 'doc');
INSERT INTO own.b VALUES (94203368087688, '<a><b>x</b></a>', 'other', 7);
CREATE TRIGGER second AFTER INSERT ON own.b FOR EACH ROW WHEN (bxml_node_row('own.b_doc_nodes', new.doc, new.other)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO own.b VALUES (2, '<a><b>y</b></a>', 'other key', 8);
DROP TRIGGER second ON own.b;
CREATE TRIGGER second AFTER INSERT ON own.b FOR EACH ROW WHEN (bxml_node_row('own.b_doc_nodes', new.fake, new.id)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO own.b VALUES (3, '<a><b>z</b></a>', 'other', 1234567);
DROP TRIGGER second ON own.b;
CREATE TRIGGER second AFTER INSERT ON own.b FOR EACH ROW WHEN (bxml_node_row('own.b_doc_nodes', new.doc, new.fake)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO own.b VALUES (4, '<a><b>z</b></a>', 'other', 94203368087688);
DROP TRIGGER second ON own.b;
SELECT watch.ok(NOT EXISTS (SELECT FROM own.b_doc_nodes n WHERE NOT EXISTS (SELECT FROM own.b WHERE b.id = n.id)), 'bxml_node_row: keys of nodes are those of documents');
ALTER TABLE own.b_doc_nodes DROP CONSTRAINT b_doc_nodes_pkey; ALTER TABLE own.b_doc_nodes ALTER label TYPE bigint USING 1234567;
INSERT INTO own.b VALUES (5, '<a/>', 'x', 1); UPDATE own.b SET doc = '<c/>' WHERE id = 5; DELETE FROM own.b WHERE id = 5;
SELECT bxml_drop_node_table('own.b_doc_nodes'); SELECT bxml_create_node_table('own.b', 'doc', indexes => ''); ALTER TABLE own.b_doc_nodes ALTER value TYPE bxml USING NULL;
INSERT INTO own.b VALUES (6, '<a>text</a>', 'x', 1); UPDATE own.b SET doc = '<c/>' WHERE id = 6;
DO $$BEGIN PERFORM count(bxml_check(value::text::bxml)) FROM own.b_doc_nodes; EXCEPTION WHEN OTHERS THEN NULL; END$$;
SELECT watch.ok((SELECT count(*) > 0 FROM own.b WHERE id = 94203368087688), 'bxml_node_trigger: the session survives node tables of other types');

-- rows of another's table by a trigger on one's own, and by one on a table of his that one may put triggers on
\c - hostile_victim
CREATE TABLE v.open (id int PRIMARY KEY, doc bxml, note text);
INSERT INTO v.open VALUES (1, '<a/>', 'x');
GRANT TRIGGER, INSERT, TRUNCATE, SELECT ON v.open TO hostile_stranger;
CREATE TABLE v.target (id int, label ordpath, path text, value text, number numeric, moment timestamp);
INSERT INTO v.target VALUES (1, '1', 'keep', 'me');
\c - hostile_stranger
CREATE TRIGGER x AFTER INSERT ON v.open FOR EACH ROW WHEN (bxml_node_row('v.target', new.doc, new.id)) EXECUTE FUNCTION bxml_node_trigger();
CREATE TRIGGER y AFTER TRUNCATE ON v.open FOR EACH STATEMENT WHEN (bxml_node_row('v.target')) EXECUTE FUNCTION bxml_node_trigger();
CREATE TRIGGER z AFTER TRUNCATE ON v.open FOR EACH STATEMENT WHEN (bxml_node_row('v.secret')) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO v.open VALUES (2, '<a><b>mine</b></a>', 'x');
TRUNCATE v.open;
\c - hostile_victim
SELECT watch.ok((SELECT count(*) FROM v.target WHERE path = 'keep') = 1 AND (SELECT count(*) FROM v.target) = 1, 'bxml_node_trigger: a table that the trigger names stays as it is');
SELECT watch.ok((SELECT count(*) FROM v.secret) = 60, 'and is not emptied');
DROP TABLE v.open, v.target;
\c - :super
-- the same on a table of a superuser, and with a catalog for nodes
CREATE TABLE watch.base (id oid, doc bxml);
GRANT TRIGGER, INSERT, TRUNCATE ON watch.base TO hostile_stranger;
\c - hostile_stranger
CREATE TRIGGER x AFTER TRUNCATE ON watch.base FOR EACH STATEMENT WHEN (bxml_node_row('pg_authid')) EXECUTE FUNCTION bxml_node_trigger();
CREATE TRIGGER y AFTER INSERT ON watch.base FOR EACH ROW WHEN (bxml_node_row('pg_statistic', new.doc, new.id)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO watch.base VALUES (1, '<a/>');
TRUNCATE watch.base;
\c - :super
SELECT watch.ok((SELECT count(*) FROM pg_authid WHERE rolname LIKE 'hostile%') = 4, 'pg_authid stays as it is');
DROP TABLE watch.base;
