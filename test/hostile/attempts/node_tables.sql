-- node_tables.sql -- functions of node tables change only tables of those who call them.

\c - hostile_victim
CREATE TABLE v.n (id int PRIMARY KEY, doc bxml);
INSERT INTO v.n VALUES (1, '<a><b>x</b></a>');
SELECT bxml_create_node_table('v.n', 'doc') \g /dev/null
\c - hostile_stranger
SELECT bxml_drop_node_table('v.n_doc_nodes');
SELECT bxml_rebuild_node_table('v.n_doc_nodes');
SELECT bxml_create_node_table('v.n', 'doc', NULL, 'x');
SELECT bxml_create_node_table('v.secret', 'doc');
SELECT bxml_drop_node_table('v.secret');
SELECT bxml_rebuild_node_table('v.secret');
SELECT bxml_drop_node_table('pg_class');
SELECT bxml_rebuild_node_table('own.nodes');
SELECT bxml_drop_node_table('own.nodes');
SELECT watch.ok(to_regclass('v.n_doc_nodes') IS NOT NULL AND to_regclass('own.nodes') IS NOT NULL, 'bxml_drop_node_table: tables of others stay, and those that are no node tables');
-- names that are SQL
CREATE TABLE own."t""; DROP TABLE own.d; --" (id int PRIMARY KEY, "d'; SELECT 1/0; --" bxml);
INSERT INTO own."t""; DROP TABLE own.d; --" VALUES (1, '<a><b>1</b></a>');
SELECT bxml_create_node_table('own."t""; DROP TABLE own.d; --"', 'd''; SELECT 1/0; --', NULL, E'x"\'; --');
SELECT watch.ok((SELECT count(*) FROM own.d) = 4, 'bxml_create_node_table: names of tables and columns are quoted');
SELECT count(*) FROM bxml_node_tables();
SELECT watch.ok((SELECT count(*) FROM own."x""'; --") > 0, 'bxml_node_tables: and found again');
-- operators and casts of the key's type
CREATE TYPE own.key AS (a int);
CREATE FUNCTION own.key_eq(own.key, own.key) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('operator of a key', 'hostile_stranger'); RETURN true; END$$;
CREATE OPERATOR own.= (LEFTARG = own.key, RIGHTARG = own.key, FUNCTION = own.key_eq);
CREATE DOMAIN own.kd AS int CHECK (watch.note('CHECK of a key', 'hostile_stranger') IS NOT NULL);
CREATE TABLE own.keyed (id own.kd PRIMARY KEY, doc bxml);
INSERT INTO own.keyed VALUES (1, '<a><b>1</b></a>');
SELECT bxml_create_node_table('own.keyed', 'doc');
SET search_path = own, public;
UPDATE own.keyed SET doc = '<a><c/></a>';
\c - :super
SET search_path = own, public;
SELECT bxml_rebuild_node_table('own.keyed_doc_nodes');
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran WHERE as_role <> owner), 'bxml_rebuild_node_table: a domain of the key is checked as the owner');
