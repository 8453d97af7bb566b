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
DO $$ BEGIN EXECUTE bxml_table_from_schema(shop(), 'order'); END $$;
SELECT * FROM "order" ORDER BY doc_id;
SELECT * FROM order_item ORDER BY doc_id, node_id;
SELECT p.no, i.doc_id_2 item, p.part FROM order_item_part p JOIN order_item i ON (i.doc_id, i.node_id) = (p.doc_id, p.parent_id) ORDER BY 1;
SELECT t.value, i.doc_id_2 item FROM order_item_tag t JOIN order_item i ON (i.doc_id, i.node_id) = (t.doc_id, t.parent_id) ORDER BY 1;
SELECT bxml_table_from_schema(shop(), 'nothing');
SELECT bxml_table_from_schema(shop(), NULL) IS NULL;
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
