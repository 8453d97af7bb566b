-- relations.sql -- tables, views and the sequence of the extension: nothing for a stranger but reading the views.

\c - hostile_stranger
CREATE TABLE own.got (what text);
CREATE FUNCTION own.try(q text) RETURNS void LANGUAGE plpgsql AS $$BEGIN EXECUTE q; INSERT INTO own.got VALUES (q); EXCEPTION WHEN OTHERS THEN NULL; END$$;
CREATE FUNCTION own.tf() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN new; END$$;
SELECT count(own.try(format(q, r))) FROM unnest('{bxml_vocabulary,bxml_vocabulary_part,bxml_vocabulary_unused,bxml_vocabularies,bxml_vocabulary_columns,bxml_path_stats,bxml_schemas,bxml_vocabulary_number}'::text[]) r,
	unnest(ARRAY['INSERT INTO %s DEFAULT VALUES', 'UPDATE %s SET ctid = ctid', 'DELETE FROM %s', 'TRUNCATE %s', 'ALTER TABLE %s ADD x int', 'DROP TABLE %s', 'DROP VIEW %s', 'DROP SEQUENCE %s', 'CREATE TRIGGER x BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION own.tf()',
		'CREATE INDEX ON %s ((1))', 'CREATE RULE x AS ON INSERT TO %s DO INSTEAD NOTHING', 'ALTER TABLE %s ENABLE ROW LEVEL SECURITY', 'CREATE POLICY x ON %s', 'LOCK TABLE %s', 'COMMENT ON TABLE %s IS ''x''', 'CREATE TABLE own.child () INHERITS (%s)', 'ALTER SEQUENCE %s RESTART',
		'SELECT nextval(''%s'')', 'SELECT setval(''%s'', 1)', 'CREATE TABLE own.fk (n int REFERENCES %s)', 'ALTER TABLE %s OWNER TO hostile_stranger', 'ALTER TABLE %s DISABLE TRIGGER ALL', 'ALTER TABLE %s SET SCHEMA own', 'CREATE STATISTICS own.s2 ON number, part FROM %s', 'SELECT pg_get_serial_sequence(''%s'', ''number'')::int', 'VACUUM %s', 'SELECT 1 FROM %s']) q;
SELECT watch.ok((SELECT string_agg(replace(replace(what, 'SELECT 1 FROM ', ''), 'LOCK TABLE ', 'lock '), ' ' ORDER BY what) FROM own.got WHERE what !~ 'serial') = 'bxml_path_stats bxml_schemas bxml_vocabularies bxml_vocabulary_columns', 'bxml_vocabulary and the others: a stranger reads the views and nothing else: ' || coalesce((SELECT string_agg(what, '; ') FROM own.got WHERE what !~ 'SELECT 1|serial'), ''));
\c - hostile_owner
CREATE SCHEMA o2; CREATE TABLE o2.got (what text);
CREATE FUNCTION o2.try(q text) RETURNS void LANGUAGE plpgsql AS $$BEGIN EXECUTE q; INSERT INTO o2.got VALUES (q); EXCEPTION WHEN OTHERS THEN NULL; END$$;
CREATE FUNCTION o2.tf() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN new; END$$;
SELECT count(o2.try(format(q, r))) FROM unnest('{bxml_vocabulary,bxml_vocabulary_part,bxml_vocabulary_unused,bxml_vocabularies,bxml_vocabulary_columns,bxml_path_stats,bxml_schemas,bxml_vocabulary_number}'::text[]) r,
	unnest(ARRAY['UPDATE %s SET ctid = ctid', 'DELETE FROM %s WHERE false', 'TRUNCATE %s', 'ALTER TABLE %s ADD x int', 'DROP TABLE %s', 'CREATE TRIGGER x BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION o2.tf()', 'CREATE INDEX ON %s ((1))', 'CREATE RULE x AS ON INSERT TO %s DO INSTEAD NOTHING',
		'ALTER TABLE %s ENABLE ROW LEVEL SECURITY', 'CREATE TABLE o2.child () INHERITS (%s)', 'ALTER TABLE %s OWNER TO hostile_owner', 'ALTER TABLE %s DISABLE TRIGGER ALL', 'ALTER TABLE %s SET SCHEMA o2', 'CREATE OR REPLACE VIEW %s AS SELECT 1 AS x', 'ALTER EXTENSION bxml DROP TABLE %s', 'ALTER EXTENSION bxml DROP VIEW %s']) q;
SELECT watch.ok(NOT EXISTS (SELECT FROM o2.got), 'bxml_schemas and the others: the owner of the extension changes none: ' || coalesce((SELECT string_agg(what, '; ') FROM o2.got), ''));
DROP SCHEMA o2 CASCADE;
