-- A schema inferred from documents, made a schema, and the documents judged by it.
\set VERBOSITY default
SET client_min_messages = warning;
CREATE SCHEMA infer_schema;
SET search_path = infer_schema, public;
CREATE TABLE "Docs" (id int, "Doc" bxml);
SELECT bxml_infer_schema('"Docs"', 'Doc') IS NULL;
INSERT INTO "Docs" SELECT i, format('<order id="%s" day="%s" state="%s"><item>%s.5</item>%s%s<v:note xmlns:v="urn:v" lang="de">text</v:note></order>', i, to_char(date '2026-01-01' + i, 'YYYY-MM-DD'),
	CASE i % 2 WHEN 0 THEN 'new' ELSE 'paid' END, i, CASE WHEN i % 3 = 0 THEN '<item>7</item>' END, CASE i % 2 WHEN 0 THEN '<cash/>' ELSE '<card>x</card>' END)::bxml FROM generate_series(1, 20) i;
INSERT INTO "Docs" VALUES (NULL, NULL);
\pset format unaligned
\pset tuples_only on
SELECT bxml_infer_schema('"Docs"', 'Doc');
SELECT bxml_infer_schema_agg(doc) FROM (VALUES ('<a>1</a>'::bxml), ('<a>2</a>')) d(doc);
SELECT bxml_infer_schema_agg(doc, 2) FROM (SELECT '<a b="x"/>'::bxml FROM generate_series(1, 4)) d(doc);
SELECT bxml_infer_schema_agg(doc, 0) FROM (SELECT '<a b="x"/>'::bxml FROM generate_series(1, 4)) d(doc);
\pset tuples_only off
\pset format aligned
DO $$ BEGIN EXECUTE format('CREATE FUNCTION inferred() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS %L', bxml_infer_schema('"Docs"', 'Doc')); END $$;
SELECT count(*), count(*) FILTER (WHERE bxml_is_valid("Doc", inferred(), 'order')) FROM "Docs" WHERE id IS NOT NULL;
SELECT path, code FROM bxml_validate_report('<order id="x" day="2026-01-01" state="old"><item>1</item><cash/><card>x</card><note/></order>', inferred());
-- what cannot be
SELECT bxml_infer_schema('"Docs"', 'nothing');
SELECT bxml_infer_schema('"Docs"', 'Doc', 33);
SELECT bxml_infer_schema_agg('text');
SELECT bxml_infer_schema_agg('<a/><b/>');
-- types that documents name
CREATE TABLE typed_docs AS SELECT d::bxml AS doc FROM unnest(ARRAY['<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b n="1" xsi:type="T" m="2"><c>1</c></b><b/></a>', '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:s="http://www.w3.org/2001/XMLSchema"><b i:type="s:int">7</b></a>', '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><x:b xmlns:x="urn:x" i:type="x:T" i:nil="true"/></a>']) d;
DO $$ BEGIN EXECUTE format('CREATE FUNCTION with_types() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS %L', bxml_infer_schema('typed_docs', 'doc')); END $$;
SELECT bool_and(bxml_is_valid(doc, with_types())) FROM typed_docs;
SELECT bxml_is_valid('<a><b><c>x</c></b></a>', with_types()), bxml_is_valid('<a><b>x</b></a>', with_types()), bxml_is_valid('<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><b i:type="U"/></a>', with_types());
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="p:b"/>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="1"/>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type=":b"/>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b xmlns:p="urn:p"/><c xsi:type="p:b"/></a>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:other="b"/>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="yes"/>');
SELECT bxml_infer_schema_agg('<a xmlns="u  v"/>');
SELECT bxml_infer_schema_agg('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="u a.xsd"/>') ~ 'name="a"' AS inferred;
CREATE ROLE infer_reader;
GRANT USAGE ON SCHEMA infer_schema TO infer_reader;
SET ROLE infer_reader;
SELECT bxml_infer_schema('"Docs"', 'Doc');
RESET ROLE;
-- the right to read another column does not do, and rows that are hidden say nothing
GRANT SELECT (id) ON "Docs" TO infer_reader;
SET ROLE infer_reader;
SELECT bxml_infer_schema('"Docs"', 'Doc');
RESET ROLE;
GRANT SELECT ON "Docs" TO infer_reader;
ALTER TABLE "Docs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON "Docs" FOR SELECT USING (id % 2 = 1);
SET ROLE infer_reader;
SELECT bxml_infer_schema('"Docs"', 'Doc') ~ 'name="card"' AS seen, bxml_infer_schema('"Docs"', 'Doc') ~ 'cash|new' AS hidden;
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA infer_schema CASCADE;
DROP ROLE infer_reader;
