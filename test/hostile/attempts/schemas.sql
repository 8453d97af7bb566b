-- schemas.sql -- schema functions are what their language makes; what is in them is read as hostile.

\c - hostile_stranger
SELECT bxml_create_schema('v.taken', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>');
SELECT bxml_create_schema('own.x"; DROP TABLE own.d; --', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>');
SELECT bxml_create_schema('pg_catalog.lower', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>', true);
SELECT bxml_create_schema('own.dollar', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><!-- $$ $_$ '' \ $bxml$ --><xs:element name="a"/></xs:schema>');
SELECT bxml_create_typed_domain('own.y AS int; DROP TABLE own.d; --', own.s());
SELECT bxml_create_typed_domain('v.taken', own.s());
SELECT bxml_create_typed_domain('own.typed', own.s(), 'a'') OR true --');
SELECT watch.ok((SELECT count(*) FROM own.d) = 4, 'bxml_create_schema, bxml_create_typed_domain: names are quoted');
-- functions that say they are schemas
CREATE FUNCTION own.liar() RETURNS bxml_schema LANGUAGE sql IMMUTABLE AS 'SELECT own.s()';
CREATE FUNCTION own.loop() RETURNS bxml_schema LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM watch.note('schema', 'hostile_stranger'); RETURN own.loop(); END$$;
CREATE FUNCTION own.args(a int) RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
CREATE FUNCTION own.other() RETURNS bigint LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
CREATE FUNCTION own.trig() RETURNS trigger LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
SET check_function_bodies = off;
CREATE FUNCTION own.args(a int) RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<not a schema';
CREATE FUNCTION own.other() RETURNS bigint LANGUAGE bxml_schema AS '<not a schema';
CREATE FUNCTION own.trig() RETURNS trigger LANGUAGE bxml_schema AS '<not a schema';
CREATE FUNCTION own.broken() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<not a schema';
CREATE FUNCTION own.set() RETURNS SETOF bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<not a schema';
SET check_function_bodies = on;
SELECT own.other(); SELECT own.args(1); SELECT own.broken(); SELECT own.set(); SELECT bxml_is_valid('<a/>', own.args(1)); SELECT bxml_is_valid('<a/>', own.broken());
CREATE TABLE own.tt (a int); CREATE TRIGGER x BEFORE INSERT ON own.tt FOR EACH ROW EXECUTE FUNCTION own.trig(); INSERT INTO own.tt VALUES (1);
SELECT bxml_is_valid('<a/>', own.liar()); SELECT bxml_schema_info('own.liar'::regproc); SELECT bxml_schema_info('own.other'::regproc); SELECT bxml_schema_info('own.broken'::regproc); SELECT bxml_schema_info('own.loop'::regproc);
SELECT bxml_schema_info(oid) FROM pg_proc WHERE proname IN ('int4in', 'lower', 'bxml_in', 'plpgsql_call_handler');
SELECT bxml_schema_validator('own.s'::regproc); SELECT bxml_schema_validator('int4in'::regproc); SELECT bxml_schema_validator(0); SELECT bxml_schema_validator('v.hidden'::regproc); SELECT bxml_schema_handler();
SELECT bxml_restrict('<a/>', 'int4in'::regproc::oid::int), bxml_restrict('<a/>', 'own.liar'::regproc::oid::int);
SELECT bxml_restrict('<a/>', 'own.other'::regproc::oid::int); SELECT bxml_restrict('<a/>', 'own.broken'::regproc::oid::int);
SELECT watch.ok(NOT EXISTS (SELECT FROM watch.ran), 'bxml_schema_info, bxml_schema_validator: no function is called that is not of the language bxml_schema');
-- a function is dropped and another gets its name, or its body changes, between check and use
CREATE FUNCTION own.turn() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>';
SELECT bxml_create_typed_domain('own.turning', own.turn());
CREATE TABLE own.turned (doc own.turning);
INSERT INTO own.turned VALUES ('<a/>');
PREPARE again AS INSERT INTO own.turned VALUES ('<a/>');
EXECUTE again; EXECUTE again;
SET check_function_bodies = off;
CREATE OR REPLACE FUNCTION own.turn() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<not a schema';
EXECUTE again;
CREATE OR REPLACE FUNCTION own.turn() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="other"/></xs:schema>';
EXECUTE again;
SET check_function_bodies = on;
SELECT watch.ok((SELECT bool_and(bxml_is_valid(doc, own.turn())) FROM own.turned), 'documents of a column are valid by the schema as it is now');
-- a view that everybody reads does not compile what others wrote
CREATE FUNCTION own.slow() RETURNS bxml_schema LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM pg_sleep(2); RETURN own.s(); END$$;
SET check_function_bodies = off;
DO $$BEGIN FOR n IN 1..4 LOOP EXECUTE format('CREATE FUNCTION own.large%s() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS %L', n, '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
	|| (SELECT string_agg(format('<xs:element name="e%s"><xs:complexType><xs:sequence>%s</xs:sequence></xs:complexType></xs:element>', i, (SELECT string_agg(format('<xs:element name="x%s" minOccurs="0"/>', j), '') FROM generate_series(1, 300) j)), '') FROM generate_series(1, 100) i) || '</xs:schema>'); END LOOP; END$$;
\c - hostile_victim
SELECT clock_timestamp() AS t0 \gset
SELECT count(*) FROM bxml_schemas;
SELECT watch.ok(clock_timestamp() - :'t0'::timestamptz < interval '2.5 s', 'bxml_schemas: reading it does not compile the schemas of others');
\c - hostile_stranger
SELECT bxml_table_from_schema(own.s(), 'a', 'SELECT 1; DROP TABLE own.d');
SELECT bxml_table_from_schema(own.s(), 'a', '{"documents": "SELECT 1; DROP TABLE own.d", "x": [[1]]}'::jsonb); SELECT bxml_table_from_schema(own.s(), 'a', 'null'::jsonb);
SELECT watch.ok((SELECT bxml_table_from_schema(own.s(), 'a')) !~ '(^|[^._[:alnum:]])bxml_(table|value|text|reader|nodes)', 'bxml_table_from_schema: functions are named with their schema');
