-- XML Schema: functions of the language bxml_schema, and documents judged by them.
\set VERBOSITY default
SET client_min_messages = notice;

-- one document
CREATE FUNCTION note() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '
<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
	<xs:element name="note">
		<xs:complexType>
			<xs:sequence>
				<xs:element name="to" type="xs:string" maxOccurs="2"/>
				<xs:element name="text" type="xs:string"/>
			</xs:sequence>
			<xs:attribute name="day" type="xs:date" use="required"/>
		</xs:complexType>
	</xs:element>
	<xs:element name="grade">
		<xs:simpleType>
			<xs:restriction base="xs:string"><xs:enumeration value="good"/><xs:enumeration value="bad"/></xs:restriction>
		</xs:simpleType>
	</xs:element>
	<xs:element name="thing" abstract="true"/>
</xs:schema>';
SELECT note(), pg_typeof(note());
\set good '<note day="2026-01-02"><to>a</to><text/></note>'
\set bad '<!--c--><note><to>a</to><to>b</to><to>c</to><text/><more x="1"/></note>'
SELECT bxml_is_valid(:'good', note()), bxml_is_valid(:'bad', note()), bxml_is_valid('<grade>good</grade>', note()), bxml_is_valid('<grade>fair</grade>', note());
SELECT * FROM bxml_validate_report(:'good', note());
SELECT * FROM bxml_validate_report(:'bad', note());
SELECT * FROM bxml_validate_report('<grade>fair</grade>', note());
SELECT label, path, code, message FROM bxml_validate_report('<note day="today"><to/><text>x<b/></text></note>', note());
SELECT bxml_validate(:'good', note());
SELECT bxml_validate(:'bad', note());
SELECT bxml_validate('<grade>fair</grade>', note());

-- content
SELECT v, bxml_is_valid(v, note()), r.* FROM unnest(ARRAY['', 'text', '<grade>good</grade>x', '<grade>good</grade><grade>bad</grade>', '<!--c-->']::bxml[]) WITH ORDINALITY v(v, n), bxml_validate_report(v, note()) r ORDER BY n;
SELECT bxml_validate('text', note());
SELECT bxml_is_valid('<!--c--> <grade>good</grade><?p i?>', note());

-- the root
SELECT bxml_is_valid('<grade>good</grade>', note(), 'grade'), bxml_is_valid('<grade>good</grade>', note(), 'note'), bxml_is_valid('<grade>good</grade>', note(), 'Q{}grade');
SELECT * FROM bxml_validate_report('<grade>good</grade>', note(), 'note');
SELECT * FROM bxml_validate_report('<other/>', note());
SELECT * FROM bxml_validate_report('<thing/>', note());
SELECT bxml_is_valid('<grade>good</grade>', note(), 'mark');
SELECT bxml_is_valid('<grade>good</grade>', note(), 'Q{u}grade');
SELECT bxml_is_valid('<grade>good</grade>', note(), '');

-- nulls
SELECT bxml_is_valid(NULL, note()), bxml_is_valid('<a/>', NULL::bxml_schema), bxml_is_valid('<a/>', NULL::bxml_schema[]), bxml_is_valid('<grade>bad</grade>', note(), NULL);
SELECT bxml_validate(NULL, note()) IS NULL, bxml_validate('<a/>', NULL::bxml_schema) IS NULL;
SELECT * FROM bxml_validate_report(NULL, note());
SELECT bxml_is_valid('<a/>', ARRAY[note(), NULL]);
SELECT bxml_is_valid('<a/>', '{}'::bxml_schema[]);

-- the first violations only
SELECT count(*) FROM bxml_validate_report(('<note day="2026-01-02">' || repeat('<bad/>', 100) || '</note>')::bxml, note());
SELECT path, code FROM bxml_validate_report(:'bad', note(), max_violations => 1);
SELECT path, code FROM bxml_validate_report(:'bad', note(), max_violations => 0);

-- several documents; names as they stand in the documents
CREATE FUNCTION shop() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS $$
<?bxml-document name="shop.xsd"?>
<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:shop" xmlns:p="urn:part" targetNamespace="urn:shop" elementFormDefault="qualified" version="2.1">
	<xs:include schemaLocation="http://example.com/types.xsd"/>
	<xs:import namespace="urn:part" schemaLocation="a&amp;b.xsd"/>
	<xs:element name="shop"><xs:complexType><xs:sequence><xs:element name="price" type="Price"/><xs:element ref="p:part" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>
<?bxml-document name='types.xsd' ?>
<!DOCTYPE xs:schema [<!ENTITY two "2">]>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="Price"><xs:restriction base="xs:decimal"><xs:fractionDigits value="&two;"/></xs:restriction></xs:simpleType></xs:schema>
<?bxml-document  name = "a&amp;b.xsd"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:part"><xs:element name="part"/><xs:element name="shop"/></xs:schema>
$$;
SELECT bxml_is_valid('<shop xmlns="urn:shop"><price>1.25</price></shop>', shop(), 'Q{urn:shop}shop'), bxml_is_valid('<shop xmlns="urn:shop"><price>1.255</price></shop>', shop());
SELECT * FROM bxml_validate_report('<s:shop xmlns:s="urn:shop"><s:price>1.255</s:price><part xmlns="urn:part"/><part xmlns="urn:part"/></s:shop>', shop());
SELECT bxml_is_valid('<a/>', shop(), 'shop');
SELECT * FROM bxml_validate_report('<a xmlns="{}"><b/></a>', shop());
SELECT bxml_validate('<a xmlns="{}"><b/></a>', shop());

-- any of several schemas
SELECT bxml_is_valid(d, ARRAY[note(), shop()]) FROM unnest(ARRAY['<grade>bad</grade>', '<shop xmlns="urn:shop"><price>1</price></shop>', '<a/>']::bxml[]) d;
SELECT bxml_is_valid('<part xmlns="urn:part"/>', ARRAY[note(), shop()], 'part'), bxml_is_valid('<grade>bad</grade>', ARRAY[note(), shop()], 'part');
SELECT path, code FROM bxml_validate_report('<shop xmlns="urn:shop"><price>x</price></shop>', ARRAY[note(), shop()]);
SELECT path, code, message FROM bxml_validate_report('<none/>', ARRAY[shop(), note()]);
SELECT * FROM bxml_validate_report('<grade>bad</grade>', ARRAY[shop(), note()]);
SELECT bxml_validate('<grade>fair</grade>', ARRAY[shop(), note()]);
SELECT bxml_is_valid('<a/>', ARRAY[note(), shop()], 'none');

-- what is not a schema
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a>
<b></a>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:strin"/></xs:schema>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/></xs:schema>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>
<?bxml-document name="b.xsd"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
	<xs:element name="a" type="&ext;"/>
</xs:schema>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<!DOCTYPE xs:schema SYSTEM "/etc/passwd"><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="&ext;"/></xs:schema>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<!DOCTYPE xs:schema [<!ENTITY e SYSTEM "file:///etc/passwd">]><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="&e;"/></xs:schema>';
-- instructions
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd"?><a/><?bxml-document nme="a.xsd"?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd"?><a/><?bxml-document name="a.xsd"?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name=""?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a&b;"?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a" more?><a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a/><?bxml-document name="a.xsd"?><a/>';
-- functions
CREATE FUNCTION bad(int) RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
CREATE FUNCTION bad(OUT a bxml_schema, OUT b int) LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
CREATE FUNCTION bad() RETURNS SETOF bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
CREATE FUNCTION bad() RETURNS text LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema AS '<a/>';
CREATE FUNCTION bad() RETURNS bxml_schema LANGUAGE bxml_schema STABLE AS '<a/>';
CREATE PROCEDURE bad() LANGUAGE bxml_schema AS '<a/>';
DO LANGUAGE bxml_schema '<a/>';
SELECT 'note'::bxml_schema;
COPY (SELECT note()) TO STDOUT;

-- a body that was not checked
SET check_function_bodies = off;
CREATE FUNCTION unchecked() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<?bxml-document name="a.xsd"?><a/>';
CREATE FUNCTION bad() RETURNS int LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
RESET check_function_bodies;
SELECT unchecked();
SELECT bxml_is_valid('<a/>', unchecked());
DROP FUNCTION unchecked();

-- the settings of a session do not count for the text of schemas
SET bxml.entity_policy = 'reject_dtd';
SET bxml.max_depth = 2;
SET bxml.max_size = 10;
SET bxml.token_limit = 16;
CREATE FUNCTION deep() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<!DOCTYPE xs:schema><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence/></xs:complexType></xs:element></xs:schema>';
SELECT bxml_is_valid('<a/>', deep());
RESET bxml.entity_policy;
RESET bxml.max_depth;
RESET bxml.max_size;
RESET bxml.token_limit;

-- the view
SELECT schema, namespaces, roots, version, digest, problem, used_by FROM bxml_schemas ORDER BY schema::text;
SET check_function_bodies = off;
CREATE FUNCTION unchecked() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<a/>';
-- schemas of others may take long to compile: the view reads only what their documents have at the top
CREATE FUNCTION uncompiled() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" version="3"
	targetNamespace="urn:u"><xs:element name="a" type="xs:nothing"/><xs:element name="b" abstract="1"/></xs:schema>';
RESET check_function_bodies;
SELECT namespaces, roots, version, digest IS NULL, problem FROM bxml_schemas WHERE schema = 'uncompiled'::regproc;
SELECT bxml_is_valid('<a xmlns="urn:u"/>', uncompiled());
DROP FUNCTION uncompiled();
CREATE DOMAIN noted AS bxml CHECK (bxml_is_valid(VALUE, note()));
CREATE TABLE notes (id int, doc noted, other bxml CONSTRAINT shopped CHECK (bxml_is_valid(other, shop())));
CREATE INDEX notes_valid ON notes (id) WHERE bxml_is_valid(other, note());
SELECT schema, problem, used_by FROM bxml_schemas ORDER BY schema::text;
DROP FUNCTION unchecked();
DROP FUNCTION note();
DROP TABLE notes;
DROP DOMAIN noted;

-- created by a call
SELECT bxml_create_schema('"Good Marks"', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="mark" type="xs:int"/></xs:schema>');
SELECT bxml_create_schema('parts', ARRAY['a"&<.xsd', 'b.xsd'], ARRAY['<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/><xs:element name="a" type="b"/></xs:schema>',
	'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="a&quot;&amp;&lt;.xsd"/><xs:simpleType name="b"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>']);
SELECT prosrc FROM pg_proc WHERE proname = 'parts';
SELECT bxml_create_schema('parts', '<a/>');
SELECT bxml_create_schema('parts', '<a/>', replace => true);
SELECT bxml_create_schema('parts', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/><xs:element name="b"/></xs:schema>', replace => true);
SELECT bxml_create_schema('none.parts', '<a/>');
SELECT bxml_create_schema('parts', ARRAY['a.xsd'], ARRAY['<a/>', '<b/>']);
SELECT bxml_create_schema('parts', '{}'::text[], '{}');
SELECT bxml_create_schema('parts', ARRAY['a.xsd', NULL], ARRAY['<a/>', '<b/>']);
SELECT bxml_create_schema('parts', ARRAY['a.xsd', 'b.xsd'], ARRAY['<a/>', NULL]);
SELECT bxml_create_schema('parts', ARRAY[''], ARRAY['<a/>']);
SELECT bxml_create_schema('parts', ARRAY['a'], ARRAY['<?bxml-document name="b"?><a/>']);
SELECT bxml_create_schema(NULL, '<a/>') IS NULL;

-- domains
SELECT bxml_create_typed_domain('marked', "Good Marks"()), bxml_create_typed_domain('"Part A"', parts(), 'a'), bxml_create_typed_domain('either', ARRAY["Good Marks"(), parts()]);
SELECT format('%s CHECK %s', format_type(typbasetype, typtypmod), pg_get_expr(conbin, 0)) FROM pg_type t JOIN pg_constraint c ON contypid = t.oid WHERE typnamespace = 'public'::regnamespace ORDER BY typname;
SELECT '<mark>1</mark>'::marked, '<a/>'::"Part A", '<a/>'::either, '<mark>2</mark>'::either, NULL::marked;
SELECT '<mark>x</mark>'::marked;
SELECT '<a/>'::bxml::marked;
SELECT '<b/>'::"Part A";
SELECT '<c/>'::either;
SELECT 'text'::marked;
SELECT bxml_create_typed_domain('marked', "Good Marks"());
SELECT bxml_create_typed_domain('other', "Good Marks"(), 'b');
SELECT bxml_create_typed_domain('other', ARRAY["Good Marks"(), parts()], 'c');
SELECT bxml_create_typed_domain('other', '{}'::bxml_schema[]);
SELECT bxml_create_typed_domain('other', NULL::bxml_schema), bxml_create_typed_domain(NULL, parts());
DROP FUNCTION parts();
-- modifiers
SELECT '<mark>1</mark>'::bxml('"Good Marks"'), '<a/>'::bxml('public.parts'), '<a/>'::bxml(parts);
SELECT '<a/>'::bxml(no_schema);
SELECT '<a/>'::bxml('a.b.c.d');
SELECT '<a/>'::bxml(now);
SELECT '<a/>'::bxml(parts, parts);
SELECT '<c/>'::bxml('public.parts');
CREATE TABLE direct (doc bxml(parts));
SELECT schema, used_by FROM bxml_schemas WHERE schema = 'parts'::regproc;
DROP DOMAIN marked, "Part A", either;
DROP FUNCTION parts(), "Good Marks"();
-- nothing keeps the schema of a modifier
SELECT regexp_replace(format_type(atttypid, atttypmod), '[0-9]+', 'N') FROM pg_attribute WHERE attrelid = 'direct'::regclass AND attnum > 0;
\set VERBOSITY sqlstate
INSERT INTO direct VALUES ('<a/>');
\set VERBOSITY default
DROP TABLE direct;

-- a schema in use is replaced by one that accepts as much
\set head '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
SELECT bxml_create_schema('stock', :'head' || '<xs:element name="stock"><xs:complexType><xs:sequence><xs:element name="item" maxOccurs="9"><xs:complexType><xs:attribute name="n"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="1000"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>');
SELECT bxml_create_typed_domain('stocks', stock());
CREATE TABLE stores (doc stocks);
INSERT INTO stores VALUES ('<stock><item n="1000"/></stock>');
-- more
SELECT bxml_create_schema('stock', :'head' || '<xs:element name="stock"><xs:complexType><xs:sequence><xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:attribute name="n" type="xs:int"/><xs:attribute name="m"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>', replace => true);
INSERT INTO stores VALUES ('<stock><item n="1001" m="x"/></stock>');
-- less
SELECT bxml_create_schema('stock', :'head' || '<xs:element name="stock"><xs:complexType><xs:sequence><xs:element name="item" minOccurs="2" maxOccurs="5"><xs:complexType><xs:attribute name="n" type="xs:short" use="required"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>', replace => true);
SELECT bxml_create_schema('stock', :'head' || '</xs:schema>', replace => true);
SET check_function_bodies = off;
SELECT bxml_create_schema('stock', :'head' || '</xs:schema>', replace => true);
SELECT bxml_create_schema('stock', '<a/>', replace => true);
RESET check_function_bodies;
INSERT INTO stores VALUES ('<stock><item n="1002"/></stock>');
DROP TABLE stores;
DROP DOMAIN stocks;
CREATE TABLE stores (doc bxml);
CREATE INDEX stores_valid ON stores ((1)) WHERE bxml_is_valid(doc, stock());
SELECT bxml_create_schema('stock', :'head' || '<xs:element name="shop"/></xs:schema>', replace => true);
-- an index keeps the verdict
SELECT bxml_create_schema('stock', replace(prosrc, '</xs:schema>', '<xs:element name="shop"/></xs:schema>'), replace => true) FROM pg_proc WHERE proname = 'stock';
SELECT bxml_create_schema('stock', replace(prosrc, '</xs:schema>', '<!-- the same --></xs:schema>'), replace => true) FROM pg_proc WHERE proname = 'stock';
DROP TABLE stores;
CREATE TABLE stores (doc bxml, valid bool GENERATED ALWAYS AS (bxml_is_valid(doc, stock())) STORED);
SELECT bxml_create_schema('stock', replace(prosrc, '</xs:schema>', '<xs:element name="shop"/></xs:schema>'), replace => true) FROM pg_proc WHERE proname = 'stock';
DROP TABLE stores;
-- not in use
SELECT bxml_create_schema('stock', :'head' || '<xs:element name="shop"/></xs:schema>', replace => true);
DROP FUNCTION stock();

-- all documents of a column
SELECT bxml_create_schema('num', :'head' || '<xs:element name="n" type="xs:int"/><xs:element name="m" type="xs:int"/></xs:schema>');
SELECT bxml_create_typed_domain('nums', num());
CREATE TABLE parted (id int, "a b" text, doc bxml, typed nums, PRIMARY KEY (id, "a b")) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20);
INSERT INTO parted SELECT i, 'k' || i, CASE WHEN i % 7 = 3 THEN format('<n>x%s</n>', i) WHEN i <> 12 THEN '<n>1</n>' END::bxml, '<m>1</m>' FROM generate_series(1, 19) i;
SELECT * FROM bxml_validate_table('parted', 'doc', num());
SELECT * FROM bxml_validate_table('parted_1', 'doc', ARRAY[num(), num()], 'm') LIMIT 1;
SELECT * FROM bxml_validate_table('parted', 'typed');
SELECT key, path, message FROM bxml_validate_table('parted_1', 'typed', root => 'n') LIMIT 1;
SELECT * FROM bxml_validate_table(NULL, 'typed');
SELECT * FROM bxml_validate_table('parted', 'doc');
SELECT * FROM bxml_validate_table('parted', 'id', num());
SELECT * FROM bxml_validate_table('parted', 'none', num());
SELECT * FROM bxml_validate_table('parted', 'doc', num(), 'none');
SELECT * FROM bxml_validate_table('bxml_schemas', 'schema');
-- progress
CREATE TABLE few AS SELECT '<n>1</n>'::bxml AS doc FROM generate_series(1, 2);
SELECT key, row_id FROM bxml_validate_table('few', 'doc', num(), progress => '0');
ANALYZE few;
SELECT key, row_id FROM bxml_validate_table('few', 'doc', num(), progress => '0');
INSERT INTO few VALUES ('<x/>');
SELECT key, row_id FROM bxml_validate_table('few', 'doc', num(), progress => NULL);
SELECT key, row_id FROM bxml_validate_table('few', 'doc', num(), progress => '178000000 years');
DROP TABLE few, parted;
DROP DOMAIN nums;
DROP FUNCTION num();

-- names that need quotes, other schemas, overloaded names
CREATE SCHEMA "My Schemas";
CREATE FUNCTION "My Schemas"."Note 1"() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE AS '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
SELECT "My Schemas"."Note 1"();
SELECT bxml_is_valid('<a/>', "My Schemas"."Note 1"(), 'a');
CREATE FUNCTION note(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
SELECT note();
DROP FUNCTION note(int);
DROP SCHEMA "My Schemas" CASCADE;
DROP FUNCTION note(), shop(), deep();

-- messages: namespaces, values of identity constraints and the first node that has them, statements with a schema
SELECT bxml_create_schema('said', :'head' || '<xs:element name="said"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType><xs:unique name="once"><xs:selector xpath="i"/><xs:field xpath="@n"/></xs:unique></xs:element></xs:schema>');
SELECT path, message, detail FROM bxml_validate_report('<said><i n="1"/><i n="2"/><i n="02"/><x:i xmlns:x="urn:x"/></said>', said());
SELECT bxml_validate('<said><i n="1"/><i n="1"/></said>', said());
DO $$ BEGIN PERFORM bxml_create_schema('too_long', '<a>' || repeat('long', 1000000) || '</a>');
EXCEPTION WHEN OTHERS THEN
	DECLARE shown text; BEGIN GET STACKED DIAGNOSTICS shown = PG_EXCEPTION_CONTEXT; RAISE NOTICE '% %', SQLERRM, regexp_replace(shown, 'PL/pgSQL.*', ''); END;
END $$;
DROP FUNCTION said();
