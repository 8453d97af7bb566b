-- Type modifiers: bxml(document) and bxml(content).

CREATE TABLE typmods (d bxml(document), c bxml(content), b bxml);
\d typmods
INSERT INTO typmods VALUES ('<!-- c --><a/>', 'x<a/>y', '');
INSERT INTO typmods (c) VALUES ('<a/>'), (NULL);
INSERT INTO typmods (d) VALUES ('x<a/>');
\echo :SQLSTATE
INSERT INTO typmods (d) VALUES ('<a/><b/>');
INSERT INTO typmods (d) VALUES ('<a>');
INSERT INTO typmods (d) SELECT c FROM typmods;
INSERT INTO typmods (d) SELECT c FROM typmods WHERE bxml_is_document(c);
UPDATE typmods SET d = b WHERE b IS NOT NULL;
COPY typmods (d) FROM stdin;
<a/>
x
\.
COPY typmods (d) FROM stdin;
<b/>
\.
SELECT * FROM typmods;
SELECT 'x'::bxml(document);
SELECT '<a/>'::bxml(document), 'x'::bxml(content), 'x'::bxml::bxml(document);
SELECT '<a/>'::bxml(element);
SELECT '<a/>'::bxml(document, content);
SELECT format_type('bxml'::regtype, bxml_typmod_in('{document}')), format_type('bxml'::regtype, bxml_typmod_in('{content}'));
ALTER TABLE typmods ALTER c TYPE bxml(document);
DELETE FROM typmods WHERE NOT bxml_is_document(c);
ALTER TABLE typmods ALTER c TYPE bxml(document);
ALTER TABLE typmods ALTER c TYPE bxml;
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'typmods'::regclass AND attnum > 0 ORDER BY attnum;
SELECT * FROM bxml_to_record('<r k="t"><a/></r>', '/r') AS r(a bxml(document), k bxml(content));
SELECT * FROM bxml_to_record('<r k="t"><a/></r>', '/r') AS r(a bxml(document), k bxml(document));
CREATE FUNCTION typmods_of(bxml(document)) RETURNS text LANGUAGE sql AS 'SELECT $1::text';
SELECT typmods_of('modifiers of arguments are not kept, as everywhere');
DROP FUNCTION typmods_of;
DROP TABLE typmods;

-- What a document is, is one question: to the modifier, to the functions on text and to those on values.
CREATE FUNCTION typmod_takes(t text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM t::bxml::bxml(document);
	EXECUTE format('SELECT %L::bxml(document)', t);
	RETURN true;
EXCEPTION WHEN not_an_xml_document THEN
	RETURN false;
END $$;
CREATE TABLE typmod_texts (n int, t text);
INSERT INTO typmod_texts VALUES (1, '<doc/>'), (2, E' <!--c-->\n<doc/> '), (3, '<doc/>&#32;'), (4, '<doc/><![CDATA[]]>'),
	(5, '<?xml version="1.0"?>&#32;<doc/>'), (6, '<?xml encoding="UTF-8"?><doc/>'), (7, '<doc/><![CDATA[ ]]>'),
	(8, '<doc/>x'), (9, '<a/> <b/>'), (10, ' '), (11, '<!DOCTYPE doc><doc/> ');
SELECT n, t, bxml_is_well_formed_document(t) AS text, bxml_is_document(t::bxml) AS value,
	typmod_takes(t) AS modifier, t::bxml AS printed,
	bxml_is_document(t::bxml::text::bxml) AS printed_value, bxml_deep_equal(t::bxml::text::bxml, t::bxml) AS same, bxml_check(t::bxml) AS valid
FROM typmod_texts ORDER BY n;
SELECT '<doc/>&#32;'::bxml(document);
SELECT '<doc/><![CDATA[]]>'::bxml::bxml(document);
DROP TABLE typmod_texts;
DROP FUNCTION typmod_takes;
