-- Text in, text out: what is kept of the input, and what is refused, with its place.

-- documents and content are both values, whatever the session says
SET xmloption = document;
SELECT '<a><b c="1">x</b><d/></a>'::bxml;
SELECT 'text <b>and</b> elements <c/>'::bxml;
SELECT length(''::bxml::text) AS empty_value;
RESET xmloption;
SELECT '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'::bxml;

-- elements, attributes, namespaces, order, quotes
SELECT $$<p:a xmlns:p="urn:p" xmlns="urn:d" z="1" p:y='say "hi"'><b/></p:a>$$::bxml;
SELECT '<a xmlns="urn:a"><b xmlns=""/></a>'::bxml;
SELECT '<a xml:lang="en" xml:space="preserve"> </a>'::bxml;

-- character data: CDATA and references become text, what must be escaped is
SELECT '<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>'::bxml;
SELECT '<a><![CDATA[<x> & ]]>]]&gt;</a>'::bxml;
SELECT '<a b="&lt;&amp;&gt;&quot;&#9;&#10;&#13;"/>'::bxml;
SELECT E'<a>\r\nline\rend&#13;</a>'::bxml;

-- comments and processing instructions
SELECT '<!-- c --><?pi data?><a><?x?><!----></a><?end ?>'::bxml;

-- XML declaration
SELECT '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?><a/>'::bxml;
SELECT '<?xml version="1.0"?>content'::bxml;

-- white space
SELECT E'  <a>\n  <b/>\n</a>\n'::bxml;

-- typed values come back as they were
SELECT '<n a="007" b="1.10" c="-0" d="+5" e="1e3" f="12345678901234567890" g="0.0" h="-12.50" i="true" j="2024-02-29"
	k="2024-02-30" l="2024-01-01T10:00:00Z" m="1.0e3" n=" 5" o="9223372036854775807" p=".5" q="5."/>'::bxml;

-- the whole of a report
SELECT E'<a>\n  <b>&undefined;</b>\n</a>'::bxml;

-- State and place of refusals; test/unit/xml/test_syntax.c has the words.
CREATE FUNCTION refusal(s text, OUT state text, OUT message text, OUT place text) AS $$
DECLARE
	detail text;
BEGIN
	PERFORM s::bxml;
	state = 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	place = substring(detail FROM '^line \d+, column \d+');
END $$ LANGUAGE plpgsql;

-- content against a wrapper of any name
SELECT s, r.* FROM (VALUES ('</w><w>'), ('</a><a>'), ('<a/></root><root>'), ('x</w>'), ('<w></w></w>'), ('</>')) v (s), refusal(s) r;

-- syntax
SELECT s, r.* FROM (VALUES ('<a><b></a>'), (E'<a>\n  <b x="1" x="2"/>\n</a>'), ('<a b=1/>'), ('<a>'), ('a & b'),
	('<!DOCTYPE a><a></b>'), ('<!DOCTYPE a><a/><b/>'), ('<!DOCTYPE a>'), ('<a/><!DOCTYPE a><a/>'), ('<a><!-- -- --></a>'),
	('<a><!-- </a>'), ('<a><?xml v?></a>'), ('<?xml version="1.0"?><?xml version="1.0"?><a/>'), (' <?xml version="1.0"?><a/>'),
	(E'<a>\x01</a>'), ('<a>&#0;</a>'), ('<a>&#xFFFE;</a>'), ('<a><![CDATA[x</a>'), ('<a b="<"/>'), ('<a b="1"c="2"/>'), (']]>')) v (s),
	refusal(s) r;

-- namespaces, unlike in type xml
SELECT s, r.* FROM (VALUES ('<x:a/>'), ('<a x:b="1"/>'), ('<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'),
	('<a xmlns:xmlns="u"/>'), ('<a xmlns:xml="u"/>'), ('<a xmlns="http://www.w3.org/2000/xmlns/"/>'), ('<a xmlns:p=""/>'),
	('<a:b:c xmlns:a="u"/>'), ('<a xmlns:p="u"><?p:x?></a>')) v (s), refusal(s) r;

-- external entities are never fetched
SELECT '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'::bxml;
SELECT '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'::bxml;

-- defaulted attributes become attributes
SELECT '<!DOCTYPE a [<!ATTLIST a b CDATA "dflt">]><a/>'::bxml;
DROP FUNCTION refusal;

-- references to what is not read are refused, or left out with a notice that names it; the DOCTYPE stays
SELECT '<!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>'::bxml;
SET bxml.external_entities = skip;
SELECT '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>1&e;2&e;</a>'::bxml;
SELECT '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY e SYSTEM "e.xml">]><a>&e;<b c="&y;"/>&x;</a>'::bxml;
SELECT '<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a b="&e;"/>'::bxml;
SELECT '<?xml version="1.0" standalone="yes"?><!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>'::bxml;
SELECT bxml_is_well_formed(t), bxml_is_well_formed_document(t), (bxml_parse_error(t)).ok, bxml_try_parse(t)
FROM (VALUES ('<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a>&e;</a>')) v (t);
CREATE TABLE left_out (d bxml);
COPY left_out FROM stdin;
<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a>&e;&e;</a>
<a/>
<!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>
\.
SELECT bxml_split('<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a><b>1&e;</b><b>2&e;</b></a>', '/a/b');
-- what is immutable does not depend on the setting; its other form is a function
CREATE TABLE texts (t text);
INSERT INTO texts VALUES ('<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a> 1&e;</a>');
SELECT t::bxml FROM texts;
SELECT t::varchar::bxml FROM texts;
SELECT t::xml::bxml FROM texts;
SELECT bxml_parse(t) FROM texts;
SELECT bxml_parse(t::bytea) FROM texts;
SELECT to_bxml(t::xml) FROM texts;
CREATE INDEX ON texts ((t::bxml));
SELECT bxml_parse_skipping(t), bxml_parse_skipping(t, 'strip', true), bxml_parse_skipping(convert_to(t, 'UTF8'), 'UTF-8') FROM texts;
SELECT bxml_parse_skipping('<a/><b/>', document => true);
-- the form of a value with such a DOCTYPE is taken under either setting
CREATE TABLE forms AS SELECT '<!DOCTYPE a SYSTEM "a.dtd" [<!ATTLIST x y CDATA "&z;">]><a/>'::bxml::bytea AS b;
RESET bxml.external_entities;
SELECT b::bxml FROM forms;
CREATE INDEX ON texts ((bxml_parse_skipping(t)));
DROP TABLE texts, forms;
-- what was printed can be read again
SELECT d::text::bxml FROM left_out;
DROP TABLE left_out;
SELECT bxml_is_well_formed(t), (bxml_parse_error(t)).ok, bxml_try_parse(t)
FROM (VALUES ('<!DOCTYPE a [<!ENTITY e SYSTEM "e.xml">]><a>&e;</a>')) v (t);
-- all declarations are read, so this is a question of validity
SELECT '<!DOCTYPE a [<!ENTITY % p "<!ELEMENT a ANY>"> %p; ]><a>&x;</a>'::bxml;

-- carriage returns of entities, notations, system identifiers
SELECT '<!DOCTYPE a [<!ENTITY e "x&#13;y">]><a b="&e;">&e;</a>'::bxml;
SELECT '<!DOCTYPE a [<!NOTATION n >]><a/>'::bxml;
SELECT '<!DOCTYPE a [<!ENTITY u SYSTEM "d:\x\y.gif" NDATA n>]><a/>'::bxml;

-- a byte order mark must not contradict the declaration, nor the argument
SELECT bxml_parse('\xEFBBBF'::bytea || convert_to('<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'UTF8'));
SELECT bxml_parse('\xEFBBBF'::bytea || convert_to('<?xml version="1.0" encoding="utf-8"?><a/>', 'UTF8'));
SELECT bxml_parse('\xEFBBBF3C612F3E'::bytea, 'LATIN1');
SELECT bxml_parse('\xFFFE3C0061002F003E00'::bytea, 'UTF-16BE');
SELECT bxml_parse('\xFFFE3C0061002F003E00'::bytea, 'UTF-16');
