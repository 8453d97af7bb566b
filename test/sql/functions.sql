-- Functions that parse, print and look inside.

-- bxml_parse
SELECT bxml_parse('<a> <b/> </a>');
SELECT bxml_parse('<a> <b/> x </a>', 'strip');
SELECT bxml_parse('<a xml:space="preserve"> <b/> </a>', whitespace => 'strip');
SELECT bxml_parse('<a/>', document => true);
SELECT bxml_parse('<a/><b/>', document => true);
SELECT bxml_parse('text', document => true);
SELECT bxml_parse('<a/>', 'squeeze');
SELECT bxml_parse(NULL::text) IS NULL AS null_in;
SELECT bxml_parse('<a/>', NULL) IS NULL AS null_option;

-- from bytes
SELECT bxml_parse('\x3c613ec3a93c2f613e'::bytea)::text = U&'<a>\00e9</a>' AS utf8;
SELECT bxml_parse('\xefbbbf3c613ec3a93c2f613e'::bytea)::text = U&'<a>\00e9</a>' AS utf8_bom;
SELECT bxml_parse('\x3c613ee93c2f613e'::bytea, 'LATIN1')::text = U&'<a>\00e9</a>' AS latin1;
SELECT bxml_parse('\x3c613ee93c2f613e'::bytea, 'ISO-8859-1')::text = U&'<a>\00e9</a>' AS latin1_iso;
SELECT bxml_value(bxml_parse(convert_to('<?xml version="1.0" encoding="ISO-8859-1"?><a>', 'LATIN1') || '\xe93c2f613e'), '/a')
	= U&'\00e9' AS declared;
SELECT bxml_parse('\xfffe3c0061003e00e9003c002f0061003e00'::bytea)::text = U&'<a>\00e9</a>' AS utf16_bom;
SELECT bxml_parse('\x3c0061003e00e9003c002f0061003e00'::bytea, 'UTF-16LE')::text = U&'<a>\00e9</a>' AS utf16_named;
SELECT bxml_parse('\x3c613ee38182a43c2f613e'::bytea);
SELECT bxml_parse('\x3c613ea4a23c2f613e'::bytea, 'EUC_JP')::text = U&'<a>\3042</a>' AS euc_jp;
SELECT bxml_parse('\x3c612f3e'::bytea, 'no such encoding');
SELECT bxml_parse('\x3c612f3e'::bytea, '');
SELECT bxml_serialize_bytea('<a/>', '');
SELECT bxml_parse(convert_to('<?xml version="1.0" encoding="no-such-encoding"?><a/>', 'UTF8'));
SELECT bxml_parse(convert_to('<?xml version="1.0" encoding="no-such-encoding"?><a/>', 'UTF8'), 'UTF8');
SELECT bxml_parse('\x3c612f3e'::bytea, NULL, 'strip', true);

-- asking instead of failing
SELECT bxml_try_parse('<a>') IS NULL AS malformed, bxml_try_parse('<a/>');
SELECT s, bxml_is_well_formed(s) AS any, bxml_is_well_formed_document(s) AS document,
	bxml_is_well_formed_content(s) AS content
FROM (VALUES ('<a/>'), ('<a/><b/>'), ('text'), ('<a>'), (''), ('<!DOCTYPE a><a/>'), ('<x:a/>'), (' <a/> ')) v (s);
SELECT * FROM bxml_parse_error('<a/>');
SELECT ok, line, col, message IS NOT NULL AS message FROM bxml_parse_error(E'<a>\n <b></c></a>');
SELECT (bxml_parse_error('<!DOCTYPE a><a>')).ok;
-- a limit is not an answer
SET bxml.max_depth = 2;
SELECT bxml_is_well_formed('<a><b><c/></b></a>');
RESET bxml.max_depth;

-- printing
SELECT bxml_pretty('<a x="1"><b>text</b><c>mixed <d/> here</c><e><f/></e><!-- c --></a>');
-- white space that is all the content of an element is its value; xml:space says so of more
SELECT bxml_pretty('<a> <sep> </sep><sep n="1"> </sep> <e n="1"> <f/> </e><g n="1"> <!--c--> </g></a>'), length(bxml_pretty(' '));
SELECT bxml_pretty('<a><b/><c xml:space="preserve"><d> <e xml:space="default"><f/><g y="1">  </g></e> </d></c><h xml:space="other"> <i/></h></a>');
SELECT bxml_pretty('<a xml:space="preserve">t<b xml:space="default"><c/></b></a>'), bxml_pretty('<a><x xml:space="1"/><x xml:space="preserve"><b/></x></a>');
SELECT bxml_serialize('<a><b/></a>');
SELECT bxml_serialize('<a><b/></a>', 4);
SELECT bxml_serialize('<a><b/></a>', declaration => true);
SELECT bxml_serialize('<a/>', -1);

-- what it is
SELECT d, bxml_is_document(d), bxml_root_name(d), bxml_format_version(d)
FROM (VALUES ('<a/>'::bxml), ('<!-- c --><p:a xmlns:p="u"><b/></p:a>'), ('x<a/><b/>'), ('text'), ('')) v (d);
SELECT * FROM bxml_namespaces('<p:a xmlns:p="urn:p"><b xmlns="urn:d" xml:lang="en"><p:c/></b></p:a>');
SELECT * FROM bxml_namespaces('<p:a xmlns:p="urn:p"><b xmlns="urn:q"/><b xmlns="urn:p"/></p:a>');
SELECT * FROM bxml_namespaces('<a/>');
SELECT bxml_version() = extversion AS version FROM pg_extension WHERE extname = 'bxml';

-- counts
SELECT elements, attributes, texts, comments, pis, depth, names, namespaces, typed_values
FROM bxml_stats('<a xmlns:p="u" b="1" c="x"><!-- c --><?pi d?><p:d>5</p:d>t<d/></a>');
SET bxml.vocabularies = off;
SELECT elements, depth, bytes = length(d::bytea) AS bytes, name_bytes < bytes AS names, value_bytes < bytes AS values
FROM (SELECT '<a><b>one</b><b>two</b></a>'::bxml AS d) v, bxml_stats(d);
RESET bxml.vocabularies;
SET bxml.typed_values = off;
SELECT typed_values FROM bxml_stats('<a b="1">2.50</a>');
RESET bxml.typed_values;
SELECT typed_values FROM bxml_stats('<a b="1">2.50</a>');

-- paths
SELECT * FROM bxml_paths('<o id="1"><l n="1"><x/></l><l n="2">t</l><p:l xmlns:p="u" p:n="3"/></o>');
SELECT * FROM bxml_paths('<a/><b><a>1</a><a><a/></a></b>text');
SELECT * FROM bxml_paths('<a xmlns="u"/><a xmlns="v"/>');
SELECT * FROM bxml_paths('');

-- storage and dump
SET bxml.vocabularies = off;
SELECT inline, compressed, logical = length('<a/>'::bxml::bytea) AS logical FROM bxml_storage('<a/>');
RESET bxml.vocabularies;
SELECT bxml_check('<a b="1">x</a>');
SELECT count(*) > 0 AS lines FROM bxml_dump('<a b="1">x</a>');

-- null in, null out
SELECT bxml_pretty(NULL), bxml_serialize(NULL), bxml_is_document(NULL), bxml_root_name(NULL), bxml_check(NULL);
SELECT count(*) FROM bxml_paths(NULL);

-- bytes in an encoding, and back
SELECT convert_from(bxml_serialize_bytea('<a k="é€">é€😀</a>'), 'UTF8') AS utf8,
	convert_from(bxml_serialize_bytea('<a k="é€">é€😀</a>', 'ISO-8859-1'), 'LATIN1') AS latin1,
	bxml_serialize_bytea('<a>€😀</a>', 'UTF-16') AS utf16;
SELECT e, bxml_parse(bxml_serialize_bytea('<!DOCTYPE a [<!ENTITY e "x">]><a k="é€">é€😀<é/></a>', e), e)::text
	FROM unnest(ARRAY['UTF-8', 'utf-16', 'LATIN1', 'windows-1252', 'ISO-8859-15']) e;
SELECT e, bxml_parse(bxml_serialize_bytea('x<a/>é', e))::text FROM unnest(ARRAY['UTF-8', 'UTF-16', 'ISO-8859-1']) e;
SELECT bxml_parse(bxml_serialize_bytea('<a>日本é</a>', 'EUC_JP'), 'EUC_JP')::text;
SELECT convert_from(bxml_serialize_bytea('<?xml version="1.1" standalone="yes"?><a/>'), 'UTF8');
SELECT bxml_serialize_bytea('<a/>', 'klingon');
SELECT bxml_serialize_bytea('<a/>', 'UTF 8');
SELECT bxml_serialize_bytea('<a/>', 'SQL_ASCII');
SELECT bxml_serialize_bytea('<日/>', 'LATIN1');

-- renewed values
SET bxml.vocabularies = off;
SET bxml.compression = always;
CREATE TABLE renew AS SELECT ('<a>' || repeat('hello world ', 500) || '</a>')::bxml AS d;
SET bxml.compression = off;
SELECT (bxml_storage(d)).compressed, (bxml_storage(bxml_upgrade(d))).compressed, bxml_upgrade(d)::text = d::text AS same,
	bxml_check(bxml_upgrade(d)) FROM renew;
SET bxml.compression = always;
SELECT (bxml_storage(bxml_upgrade(bxml_upgrade(d)))).compressed FROM renew;
RESET bxml.compression;
RESET bxml.vocabularies;
SELECT bxml_upgrade('');
DROP TABLE renew;

-- paths of many documents
SELECT p.* FROM (SELECT bxml_paths_agg(d) AS a FROM (VALUES ('<a k="1"><b/><b/></a>'::bxml), ('<a><b k="2"/><c>x</c></a>'), (NULL), ('text')) v(d)) s, unnest(a) p;
SELECT k, bxml_paths_agg(d) FROM (VALUES (1, '<a/>'::bxml), (1, '<a/>'), (2, '<p:a xmlns:p="u" p:k=""/>'), (3, NULL)) v(k, d) GROUP BY k ORDER BY k;
SELECT bxml_paths_agg(NULL) IS NULL AS "null", cardinality(bxml_paths_agg(d)) FROM (SELECT '<a/>'::bxml d WHERE false) s;
SELECT cardinality(bxml_paths_agg(format('<r><n%s/><m/></r>', i)::bxml)) FROM generate_series(1, 3000) i;
