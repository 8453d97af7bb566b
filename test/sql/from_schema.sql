-- Tables from a schema: statements that execute as they stand.
\set VERBOSITY default
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE SCHEMA from_schema;
SET search_path = from_schema, public;
CREATE FUNCTION shop() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:shop" targetNamespace="urn:shop" elementFormDefault="qualified">
	<xs:element name="order"><xs:complexType><xs:sequence>
		<xs:element name="Customer"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="since" type="xs:date" nillable="true"/></xs:sequence><xs:attribute name="name" type="xs:int"/></xs:complexType></xs:element>
		<xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
			<xs:element name="price"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
			<xs:element name="part" type="Part" minOccurs="0" maxOccurs="3"/>
			<xs:element name="tag" type="xs:NMTOKEN" minOccurs="0" maxOccurs="9"/>
		</xs:sequence><xs:attribute name="doc_id" type="xs:unsignedShort" use="required"/></xs:complexType></xs:element>
		<xs:element name="remark" minOccurs="0"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/></xs:choice></xs:complexType></xs:element>
		<xs:element name="other" minOccurs="0"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>
	</xs:sequence>
	<xs:attribute name="day" type="xs:date" use="required"/><xs:attribute name="at" type="xs:dateTime"/><xs:attribute name="paid" type="xs:boolean"/><xs:attribute name="rate" type="xs:double"/>
	<xs:attribute name="user" type="xs:string"/></xs:complexType></xs:element>
	<xs:complexType name="Part"><xs:sequence><xs:element name="part" type="Part" minOccurs="0" maxOccurs="2"/></xs:sequence><xs:attribute name="no" type="xs:long" use="required"/></xs:complexType>
</xs:schema>';
\pset format unaligned
\pset tuples_only on
SELECT bxml_table_from_schema(shop(), 'order');
\pset tuples_only off
\pset format aligned
CREATE TABLE documents (id bigint, doc bxml CHECK (bxml_is_valid(doc, shop(), 'order')));
INSERT INTO documents VALUES
	(1, '<order xmlns="urn:shop" day="2020-01-01" at="2020-01-01T12:00:00+02:00" paid="1" rate="1.5E2" user="it''s"><Customer name="7"><name>A &amp; B</name><since xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/></Customer><item doc_id="1"><price currency="EUR">+1.50</price><part no="1"><part no="2"/></part><part no="3"/><tag>a</tag><tag>b</tag></item><item doc_id="2"><price>2</price><part no="4"/></item><remark>Not <b>so</b> fast</remark></order>'),
	(2, '<order xmlns="urn:shop" day="2020-01-02-05:00"><Customer><name/><since> 2020-01-01 </since></Customer><item doc_id="3"><price>3</price></item><other><x xmlns="">y</x></other></order>');
-- whatever the search path is by then, and however strings are read
DO $$
DECLARE
	statements text := bxml_table_from_schema(shop(), 'order', 'SELECT id, doc FROM from_schema.documents');
BEGIN
	SET LOCAL search_path = pg_temp;
	SET LOCAL standard_conforming_strings = off;
	SET LOCAL escape_string_warning = off;
	EXECUTE statements;
END $$;
SELECT * FROM "order" ORDER BY doc_id;
SELECT * FROM order_item ORDER BY doc_id, node_id;
SELECT p.no, i.doc_id_2 item, p.part FROM order_item_part p JOIN order_item i ON (i.doc_id, i.node_id) = (p.doc_id, p.parent_id) ORDER BY 1;
SELECT t.value, i.doc_id_2 item FROM order_item_tag t JOIN order_item i ON (i.doc_id, i.node_id) = (t.doc_id, t.parent_id) ORDER BY 1;
SELECT bxml_table_from_schema(shop(), 'nothing');
SELECT bxml_table_from_schema(shop(), NULL) IS NULL;
-- names that others have: a catalog, and functions with arguments that fit better
CREATE FUNCTION class() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="pg_class"><xs:complexType><xs:sequence>
	<xs:element name="oid" type="xs:int"/><xs:element name="day" type="xs:date" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType></xs:element></xs:schema>';
CREATE FUNCTION bxml_nodes(bxml, bxpath) RETURNS TABLE (id ordpath, node bxml) LANGUAGE sql AS 'SELECT NULL::ordpath, NULL::bxml';
CREATE FUNCTION regexp_replace(text, text, text) RETURNS text LANGUAGE sql AS $$SELECT '1999-01-01'$$;
SET search_path = from_schema, pg_catalog, public;
DO $$ BEGIN EXECUTE bxml_table_from_schema(class(), 'pg_class', $q$VALUES (1, '<pg_class><oid>7</oid><day>2020-01-01Z</day><day>2020-01-02</day></pg_class>'::bxml)$q$); END $$;
SELECT * FROM from_schema.pg_class c JOIN from_schema.pg_class_day d USING (doc_id) ORDER BY d.value;
SET search_path = from_schema, public;
-- values: dates without zone, those that types of SQL do not have, defaults, binary ones
CREATE FUNCTION vals() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS '
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="vals"><xs:complexType><xs:sequence>
	<xs:element name="v" maxOccurs="unbounded"><xs:complexType><xs:sequence>
		<xs:element name="hex" type="xs:hexBinary" minOccurs="0"/><xs:element name="base" type="xs:base64Binary" minOccurs="0"/>
		<xs:element name="unit" type="xs:string" default="piece" minOccurs="0"/>
		<xs:element name="e" minOccurs="0"><xs:complexType><xs:attribute name="lang" type="xs:string" default="it''s"/></xs:complexType></xs:element>
	</xs:sequence><xs:attribute name="at" type="xs:dateTime" use="required"/><xs:attribute name="day" type="xs:date"/><xs:attribute name="x" type="xs:double"/><xs:attribute name="f" type="xs:float"/><xs:attribute name="n" type="xs:integer"/><xs:attribute name="currency" type="xs:string" default="EUR"/></xs:complexType></xs:element>
	<xs:element name="s" type="xs:string"/>
</xs:sequence></xs:complexType></xs:element><xs:complexType name="X"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="extra"/></xs:extension></xs:simpleContent></xs:complexType></xs:schema>';
CREATE TABLE vals_in AS SELECT 1::bigint AS id, format('<vals><v at="2020-01-01T00:00:00" day="2020-01-01+14:00" x="1E3" f="1E39" n="7"><hex>0aFF</hex><base> aGk= </base><unit/><e/></v><v at="2020-01-01T00:00:00-05:00" currency="USD"><unit>kg</unit></v><v at="999999-01-01T00:00:00" day="-9999999-01-01" x="INF" n="%s"><e lang="x"/></v><s/></vals>', repeat('9', 140000))::bxml AS doc;
SELECT bxml_is_valid(doc, vals()) FROM vals_in;
SET TimeZone = 'Asia/Tokyo';
DO $$ BEGIN EXECUTE bxml_table_from_schema(vals(), 'vals', options => '{"documents": "SELECT id, doc FROM from_schema.vals_in", "on_range": "report"}'); END $$;
SET TimeZone = 'UTC';
SELECT * FROM vals_v;
SELECT table_name, column_name, doc_id, node_id, left(value, 30) FROM vals_lost ORDER BY node_id, column_name;
\d vals_v
DROP TABLE vals_v, vals_lost, vals;
DO $$ BEGIN EXECUTE bxml_table_from_schema(vals(), 'vals', 'SELECT id, doc FROM from_schema.vals_in'); END $$;
SELECT at, day, x, f, n IS NULL AS lost FROM vals_v;
DROP TABLE vals_v, vals;
\set VERBOSITY terse
DO $$ BEGIN EXECUTE bxml_table_from_schema(vals(), 'vals', options => '{"documents": "SELECT id, doc FROM from_schema.vals_in", "on_range": "error"}'); END $$;
\set VERBOSITY default
-- levels, branches, attributes of derived types
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"depth": 0}') ~ 'v public.bxml,';
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"branches": ["s"]}') ~ 'vals_v', bxml_table_from_schema(vals(), 'vals', options => '{}') ~ 's_extra', bxml_table_from_schema(vals(), 'vals', options => '{"xsi_attributes": true}') ~ 's_extra pg_catalog.text';
SELECT bxml_table_from_schema(vals(), 'vals', options => '{}') = bxml_table_from_schema(vals(), 'vals');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"depth": -1}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"dept": 1}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"depths": 1}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"branches": ["v/x"]}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"branches": [1]}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"on_range": "nul"}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"documents": null}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '{"xsi_attributes": "true"}');
SELECT bxml_table_from_schema(vals(), 'vals', options => '[]');
-- who may not use the schema is told nothing of it
CREATE ROLE schema_reader;
GRANT USAGE ON SCHEMA from_schema TO schema_reader;
SET ROLE schema_reader;
SELECT bxml_table_from_schema(shop(), 'order') <> '' AS allowed;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION shop() FROM PUBLIC;
SET ROLE schema_reader;
SELECT bxml_table_from_schema(shop(), 'order') <> '' AS allowed;
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA from_schema CASCADE;
DROP ROLE schema_reader;
