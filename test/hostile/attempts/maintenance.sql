-- maintenance.sql -- a superuser who looks after a table of the stranger runs none of his code as himself.

\c - hostile_stranger
CREATE FUNCTION own.evil(x text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM watch.note('function ' || x, 'hostile_stranger'); RETURN x; END$$;
CREATE FUNCTION own.evil_trigger() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('trigger ' || tg_name, 'hostile_stranger'); RETURN new; END$$;
-- a node table with triggers, deferred ones too
CREATE TABLE own.m (id int PRIMARY KEY, doc bxml);
INSERT INTO own.m SELECT i, format('<a><b n="%s">x</b></a>', i)::bxml FROM generate_series(1, 30) i;
SELECT bxml_create_node_table('own.m', 'doc') \g /dev/null
CREATE TRIGGER t1 AFTER INSERT OR DELETE ON own.m_doc_nodes FOR EACH ROW EXECUTE FUNCTION own.evil_trigger();
CREATE CONSTRAINT TRIGGER t2 AFTER INSERT OR DELETE ON own.m_doc_nodes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION own.evil_trigger();
CREATE INDEX ON own.m_doc_nodes ((own.evil('index')));
ALTER TABLE own.m_doc_nodes ADD CHECK (own.evil('check') IS NOT NULL), ADD COLUMN more text DEFAULT own.evil('default');
\c - :super
SELECT bxml_rebuild_node_table('own.m_doc_nodes');
BEGIN; SELECT bxml_rebuild_node_table('own.m_doc_nodes'); SET CONSTRAINTS ALL IMMEDIATE; COMMIT;
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_rebuild_node_table: triggers and expressions run as the owner, deferred ones too');
SELECT bxml_drop_node_table('own.m_doc_nodes');
SELECT bxml_create_node_table('own.m', 'doc');
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_create_node_table: as well');

-- keys whose types have casts to json, and domains with overloads of the aggregates
\c - hostile_stranger
CREATE TYPE own.jkey AS ENUM ('k');
CREATE FUNCTION own.to_json(own.jkey) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM watch.note('cast to json', 'hostile_stranger'); RETURN '{}'; END$$;
CREATE CAST (own.jkey AS json) WITH FUNCTION own.to_json(own.jkey);
CREATE TABLE own.jkeyed (id own.jkey PRIMARY KEY, doc bxml CHECK (own.evil('check of a document') IS NOT NULL));
INSERT INTO own.jkeyed VALUES ('k', '<a><c/></a>');
CREATE FUNCTION own.step(text, own.dom_bxml) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('aggregate', 'hostile_stranger'); RETURN $1; END$$;
CREATE FUNCTION own.step(text, own.dom_bxml, integer) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('aggregate', 'hostile_stranger'); RETURN $1; END$$;
CREATE AGGREGATE own.bxml_infer_schema_agg(own.dom_bxml, integer) (SFUNC = own.step, STYPE = text);
CREATE AGGREGATE own.bxml_infer_schema_agg(own.dom_bxml) (SFUNC = own.step, STYPE = text);
CREATE TABLE own.domained (id int PRIMARY KEY, doc own.dom_bxml);
INSERT INTO own.domained SELECT i, '<a><b/></a>' FROM generate_series(1, 30) i;
\c - :super
SET search_path = own, public;
SELECT count(*) FROM bxml_validate_table('own.jkeyed', 'doc', own.s());
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_validate_table: no cast of a key type runs as the caller');
SELECT length(bxml_infer_schema('own.domained', 'doc')) > 0;
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_infer_schema: no overload for a domain is called');

-- what planning folds: checks of inherited tables, expressions of indexes, policies
\c - hostile_stranger
CREATE TABLE own.folded (id int PRIMARY KEY, doc bxml, t text, CHECK (own.evil('x') = 'x'));
CREATE TABLE own.folded_child () INHERITS (own.folded);
CREATE INDEX ON own.folded (id) WHERE own.evil('x') = 'x';
CREATE INDEX ON own.folded ((own.evil(t)));
CREATE STATISTICS own.st ON (own.evil(t)), id FROM own.folded;
INSERT INTO own.folded SELECT i, format('<a><b n="%s">word</b></a>', i)::bxml, 'x' FROM generate_series(1, 60) i;
ANALYZE own.folded;
CREATE VIEW own.trap AS SELECT id, doc, own.evil('view') AS e FROM own.folded WHERE own.evil('x') = 'x';
CREATE TABLE own.guarded (id int, doc bxml); ALTER TABLE own.guarded ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY p ON own.guarded USING (own.evil('policy') IS NOT NULL);
INSERT INTO own.guarded VALUES (1, '<a/>');
GRANT SELECT ON ALL TABLES IN SCHEMA own TO hostile_victim;
\c - :super
TRUNCATE watch.ran;
SET constraint_exclusion = on;
SELECT count(*) FROM bxml_vocabulary_learn('own.folded', 'doc');
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_vocabulary_learn: nothing that planning folds runs as the caller');
SELECT count(*) FROM bxml_index_advice('own.folded'::regclass);
SELECT count(*) FROM bxml_index_advice('own.guarded'::regclass);
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_index_advice: nor in queries that are made up');
SELECT count(*) FROM bxml_validate_table('own.folded', 'doc', own.s());
SELECT length(bxml_infer_schema('own.folded', 'doc'));
SELECT count(*) FROM bxml_validate_table('own.guarded', 'doc', own.s());
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_infer_schema: nor while tables are read');
-- what the server does for others: statistics, indexes, materialized views
\c - hostile_stranger
CREATE INDEX ON own.m USING gin (doc);
CREATE INDEX ON own.m ((own.evil(bxml_text(doc, '/a/b'))));
CREATE MATERIALIZED VIEW own.mat AS SELECT query_to_bxml('SELECT own.evil(''query'')') AS a, table_to_bxml('own.m') AS b, bxml_to_text(doc) AS c, own.evil('matview') FROM own.m WHERE id < 3;
\c - :super
TRUNCATE watch.ran;
ANALYZE own.m; VACUUM own.m; REINDEX TABLE own.m; REFRESH MATERIALIZED VIEW own.mat; CLUSTER own.m USING m_pkey;
SELECT watch.ok(EXISTS (SELECT FROM watch.ran) AND NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'query_to_bxml, table_to_bxml: in a materialized view that a superuser refreshes, as its owner');
SELECT count(*) FROM table_to_bxml('own.m');
DROP TABLE own.folded CASCADE;
TRUNCATE watch.ran;
