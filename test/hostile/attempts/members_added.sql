-- members_added.sql -- relations, functions and types that the owner of the extension adds to it are not taken for its
-- own: in a database of his own, where the extension's own tables are out of the way.

\c - hostile_owner
CREATE SCHEMA evil;
CREATE TABLE evil.bxml_vocabulary (number bigint, uri bigint, root bigint, kind bigint, owner bigint);
CREATE TABLE evil.bxml_vocabulary_part (number text, part bytea, content bigint);
CREATE VIEW evil.bxml_vocabulary_unused AS SELECT 1 AS number;
ALTER EXTENSION bxml ADD TABLE evil.bxml_vocabulary;
ALTER EXTENSION bxml ADD TABLE evil.bxml_vocabulary_part;
ALTER EXTENSION bxml ADD VIEW evil.bxml_vocabulary_unused;
CREATE DOMAIN evil.bxml AS bigint; CREATE DOMAIN evil.bxpath AS bigint; CREATE TYPE evil.ordpath AS (a int); CREATE DOMAIN evil.bxml_schema AS bigint;
ALTER EXTENSION bxml ADD DOMAIN evil.bxml; ALTER EXTENSION bxml ADD DOMAIN evil.bxpath; ALTER EXTENSION bxml ADD TYPE evil.ordpath; ALTER EXTENSION bxml ADD DOMAIN evil.bxml_schema;
CREATE FUNCTION evil.bxml_vocabulary_number() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('function of the owner', 'hostile_owner'); RETURN 1; END$$;
ALTER EXTENSION bxml ADD FUNCTION evil.bxml_vocabulary_number();
\c - hostile_owner
CREATE TABLE evil.t (id int PRIMARY KEY, doc public.bxml);
INSERT INTO evil.t SELECT i, format('<order><item n="%s">word</item></order>', i)::public.bxml FROM generate_series(1, 60) i;
SELECT count(*) FROM bxml_vocabulary_learn('evil.t', 'doc', force => true);
SELECT count(doc::text), count(doc->>'/order/item') FROM evil.t;
SELECT count(*) FROM bxml_vocabularies;
SELECT bxml_vocabulary_retire(1); SELECT bxml_vocabulary_drop(1); SELECT bxml_vocabulary_retire(1, false);
SET search_path = evil, public;
SELECT count(doc::text), count(bxml_repack(doc)) FROM evil.t;
SELECT '<order><item n="1">word</item></order>'::public.bxml;
SELECT bxml_create_node_table('evil.t', 'doc');
SELECT watch.ok((SELECT count(*) FROM evil.t WHERE public.bxml_check(doc)) = 60, 'bxml_vocabulary: tables that the owner adds are not read');
\c - hostile_stranger
SELECT watch.ok((SELECT count(*) FROM own.d WHERE bxml_check(doc)) = 3, 'nor by others');
\c - hostile_owner
ALTER EXTENSION bxml DROP TABLE evil.bxml_vocabulary; ALTER EXTENSION bxml DROP TABLE evil.bxml_vocabulary_part; ALTER EXTENSION bxml DROP VIEW evil.bxml_vocabulary_unused;
ALTER EXTENSION bxml DROP DOMAIN evil.bxml; ALTER EXTENSION bxml DROP DOMAIN evil.bxpath; ALTER EXTENSION bxml DROP TYPE evil.ordpath; ALTER EXTENSION bxml DROP DOMAIN evil.bxml_schema;
ALTER EXTENSION bxml DROP FUNCTION evil.bxml_vocabulary_number();
-- nor tables of a session, in front of everything
\c - hostile_stranger
CREATE TEMP TABLE bxml_vocabulary (number bigint, uri bigint, root bigint); CREATE TEMP TABLE bxml_vocabulary_part (number bigint, part bigint, content bigint);
CREATE DOMAIN pg_temp.bxml AS bigint; CREATE DOMAIN pg_temp.ordpath AS bigint; CREATE TEMP SEQUENCE bxml_vocabulary_number;
SET search_path = pg_temp, own, public;
SELECT count(public.bxml_to_text(doc)) FROM own.d;
SELECT count(*) FROM public.bxml_vocabularies; SELECT count(*) FROM public.bxml_schemas;
SELECT public.bxml_create_node_table('own.d', 'doc', NULL, 'd_nodes');
SELECT public.bxml_with_source('own.d', 'doc', 'source');
SELECT public.bxml_infer_schema('own.d', 'doc') IS NOT NULL;
SELECT count(*) FROM public.bxml_validate_table('own.d', 'doc', own.s());
SELECT public.bxml_table_from_schema(own.s(), 'a') IS NOT NULL;
SELECT watch.ok((SELECT count(*) FROM own.d WHERE public.bxml_check(doc)) = 3, 'nor tables and types of pg_temp');
DROP TABLE own.d_nodes CASCADE; ALTER TABLE own.d DROP COLUMN source CASCADE;
\c - :super
DROP SCHEMA evil CASCADE;
