-- sessions.sql -- what a session keeps is right after errors, for the next role, and under other rights.

\c - hostile_stranger
SELECT bxml_counters_reset(); SELECT count(*) FROM bxml_counters();
-- caches half built when a subtransaction ends
CREATE FUNCTION own.cut(q text) RETURNS text LANGUAGE plpgsql AS $$DECLARE r text; BEGIN
	BEGIN EXECUTE q INTO r; RAISE EXCEPTION 'cut'; EXCEPTION WHEN OTHERS THEN NULL; END;
	EXECUTE q INTO r; RETURN r; END$$;
CREATE FUNCTION own.cut_command(q text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN
	BEGIN EXECUTE q; RAISE EXCEPTION 'cut'; EXCEPTION WHEN OTHERS THEN NULL; END;
	EXECUTE q; RETURN true; END$$;
CREATE TABLE own.kept2 (id int PRIMARY KEY, doc bxml); INSERT INTO own.kept2 VALUES (1, '<a><b n="1">x</b></a>');
SELECT watch.ok(own.cut($$SELECT bxml_value(doc, '/a/b[@n = $n]', '{"n": 1}') FROM own.kept2$$) = 'x', 'paths after an abort');
SELECT watch.ok(own.cut($$SELECT bxml_trace('/a/b', doc) FROM own.kept2$$) ~ 'calls=1 items=1', 'operators measured after an abort');
SELECT watch.ok(own.cut($$SELECT bxml_is_valid(doc, own.s())::text FROM own.kept2$$) = 'false', 'schemas after an abort');
SELECT watch.ok(own.cut_command($$CREATE FUNCTION own.fresh() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>'$$) AND own.cut('SELECT bxml_is_valid(''<a/>'', own.fresh())') = 'true', 'a schema that was made again');
SELECT watch.ok(own.cut('SELECT bxml_create_node_table(''own.kept2'', ''doc'')::text') IS NOT NULL, 'a node table that was made again');
SELECT own.cut_command($$UPDATE own.kept2 SET doc = '<a><c>2</c></a>'$$);
SELECT watch.ok((SELECT string_agg(path, ',' ORDER BY label) FROM own.kept2_doc_nodes) ~ 'c', 'rows of nodes after an abort');
-- one statement prepared, run by roles with other rights
\c - hostile_victim
CREATE FUNCTION v.count_shown() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RETURN bxml_count(table_to_bxml('v.shown'), '/*/row'); END$$;
CREATE FUNCTION v.count_query() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RETURN bxml_count(query_to_bxml('SELECT id FROM v.shown'), '/*/row'); END$$;
CREATE FUNCTION v.count_cursor() RETURNS bigint LANGUAGE plpgsql AS $$DECLARE c CURSOR FOR SELECT id FROM v.shown; n bigint; BEGIN OPEN c; n := bxml_count(cursor_to_bxml(c, 0), '/*/row'); CLOSE c; RETURN n; END$$;
CREATE FUNCTION v.count_valid() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(DISTINCT row_id) FROM bxml_validate_table('v.shown', 'doc', own.s())); END$$;
\c - :super
SELECT v.count_shown() AS a1, v.count_query() AS q1, v.count_cursor() AS c1, v.count_valid() AS v1 \gset
SET ROLE hostile_reader;
SELECT v.count_shown() AS a2, v.count_query() AS q2, v.count_cursor() AS c2, v.count_valid() AS v2 \gset
RESET ROLE;
SELECT v.count_shown() AS a3, v.count_query() AS q3, v.count_cursor() AS c3, v.count_valid() AS v3 \gset
SELECT watch.ok((:a1, :q1, :c1) = (61, 61, 61) AND (:a2, :q2, :c2) = (31, 31, 31) AND (:a3, :q3, :c3) = (61, 61, 61), 'table_to_bxml, query_to_bxml, cursor_to_bxml: rows by the role of each call');
SELECT watch.ok(:v1 >= :v2 AND :v2 <= 31 AND :v1 = :v3, 'bxml_validate_table: as well');
-- operators and functions of the caller's search_path are not those of generated SQL
\c - hostile_stranger
CREATE FUNCTION own.any_eq(name, name) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('operator', 'hostile_stranger'); RETURN true; END$$;
CREATE FUNCTION own.any_eq(oid, oid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('operator', 'hostile_stranger'); RETURN true; END$$;
CREATE FUNCTION own.any_eq(int4, int4) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('operator', 'hostile_stranger'); RETURN true; END$$;
CREATE FUNCTION own.any_eq(text, text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('operator', 'hostile_stranger'); RETURN true; END$$;
CREATE OPERATOR own.= (LEFTARG = name, RIGHTARG = name, FUNCTION = own.any_eq); CREATE OPERATOR own.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = own.any_eq);
CREATE OPERATOR own.= (LEFTARG = int4, RIGHTARG = int4, FUNCTION = own.any_eq); CREATE OPERATOR own.= (LEFTARG = text, RIGHTARG = text, FUNCTION = own.any_eq);
CREATE FUNCTION own.unnest(anyarray) RETURNS SETOF anyelement LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('unnest', 'hostile_stranger'); END$$;
CREATE FUNCTION own.count(int4) RETURNS bigint LANGUAGE sql AS $$SELECT watch.note('count', 'hostile_stranger'); SELECT 1::bigint$$;
CREATE FUNCTION own.bxml_node_rows(bxml, bxpath DEFAULT NULL) RETURNS TABLE (label ordpath, path text, value text, number numeric, moment timestamp) LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('rows', 'hostile_stranger'); END$$;
CREATE FUNCTION own.jsonb_build_object(text, int4) RETURNS jsonb LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('json', 'hostile_stranger'); RETURN '{}'; END$$;
CREATE FUNCTION own.format(text, text) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('format', 'hostile_stranger'); RETURN ''; END$$;
\c - :super
TRUNCATE watch.ran;
CREATE TABLE watch.w (id int PRIMARY KEY, doc bxml); INSERT INTO watch.w SELECT i, format('<a><b n="%s">x</b></a>', i)::bxml FROM generate_series(1, 40) i;
SET search_path = own, pg_catalog, public;
SELECT pg_catalog.count(*) FROM bxml_vocabularies; SELECT pg_catalog.count(*) FROM bxml_schemas; SELECT pg_catalog.count(*) FROM bxml_path_stats; SELECT pg_catalog.count(*) FROM bxml_vocabulary_columns; SELECT pg_catalog.count(*) FROM bxml_node_tables();
SELECT bxml_create_node_table('watch.w', 'doc'); SELECT bxml_rebuild_node_table('watch.w_doc_nodes'); UPDATE watch.w SET doc = '<a><z/></a>' WHERE id OPERATOR(pg_catalog.=) 1; SELECT bxml_with_source('watch.w', 'doc', 'src');
SELECT pg_catalog.count(*) FROM bxml_validate_table('watch.w', 'doc', own.s()); SELECT pg_catalog.length(bxml_infer_schema('watch.w', 'doc')); SELECT pg_catalog.count(*) FROM bxml_index_advice('watch.w'::regclass);
SELECT pg_catalog.count(*) FROM bxml_vocabulary_learn('watch.w', 'doc', force => true); SELECT table_to_bxml('watch.w') IS NOT NULL; SELECT bxml_create_schema('watch.sch', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>');
SELECT pg_catalog.count(*) FROM bxml_vocabularies v, LATERAL (SELECT bxml_vocabulary_retire(v.number)) r WHERE v.root OPERATOR(pg_catalog.<>) 'a'; SELECT bxml_drop_node_table('watch.w_doc_nodes'); SELECT bxml_create_typed_domain('watch.dom', watch.sch());
RESET search_path;
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran), 'bxml_vocabularies and functions that run SQL: nothing of search_path is called');
DROP TABLE watch.w CASCADE;
-- an event trigger of a superuser sees what functions do, and may stop it
CREATE FUNCTION watch.stop_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN IF current_user = 'hostile_stranger' THEN RAISE EXCEPTION 'no ddl today'; END IF; END$$;
CREATE EVENT TRIGGER stop_ddl ON ddl_command_end EXECUTE FUNCTION watch.stop_ddl();
\c - hostile_stranger
SELECT bxml_create_node_table('own.d', 'doc', NULL, 'stopped'); SELECT bxml_with_source('own.d', 'doc', 'stopped'); SELECT bxml_create_schema('own.stopped', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>'); SELECT bxml_create_typed_domain('own.stopped', own.s());
SELECT watch.ok(to_regclass('own.stopped') IS NULL AND to_regtype('own.stopped') IS NULL AND to_regproc('own.stopped') IS NULL AND NOT EXISTS (SELECT FROM pg_attribute WHERE attname = 'stopped'), 'bxml_create_node_table and others: event triggers stop what functions do');
SELECT watch.ok(bxml_count(bxml_from_text('<a><b/></a>'), '//b') = 1, 'and the session goes on');
\c - :super
DROP EVENT TRIGGER stop_ddl;
