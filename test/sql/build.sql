-- Constructors, concatenation, bxml_agg.
\set VERBOSITY default
-- What is built passes the validator.
CREATE FUNCTION valid(d bxml) RETURNS bxml LANGUAGE sql AS 'SELECT d::bytea::bxml';

-- elements and attributes
SELECT bxml_element('a'), bxml_element('a', '{}'), bxml_element('a', NULL), bxml_element(NULL) IS NULL AS no_name;
SELECT valid(bxml_element('a', '{"s": "<&\">\t", "n": 1.50, "big": 1e3, "b": true, "empty": "", "none": null}'));
SELECT valid(bxml_element('a', NULL, '<b/>', 'text &lt;', NULL, '<!--c--><?p d?>', 'more', '<c>1</c>'));
SELECT valid(bxml_element('a', NULL, VARIADIC ARRAY['<b/>', NULL, 'x']::bxml[]));
SELECT bxml_element('a', NULL, VARIADIC NULL), bxml_element('a', NULL, VARIADIC '{}');

-- names in namespaces
SELECT valid(bxml_element('{u}a')), valid(bxml_element('Q{u}a')), valid(bxml_element('{}a')), valid(bxml_element('xml:a'));
SELECT valid(bxml_element('p:a', '{"xmlns:p": "u", "p:x": 1, "y": 2}'));
SELECT valid(bxml_element('a', '{"xmlns": "u", "x": 1, "xml:lang": "en"}'));
SELECT valid(bxml_element('a', '{"{u}x": 1, "{v}x": 2, "Q{u}y": 3, "{}z": 4, "xmlns:ns1": "w"}'));
SELECT bxml_element('e', '{"{u}y": 1, "ns1:x": 2}');
SELECT valid(bxml_element('{u}a', '{"xmlns:p": "u", "{u}x": 1}'));
SELECT valid(bxml_element('a', '{"{http://www.w3.org/XML/1998/namespace}space": "preserve"}'));
-- what content means does not change
SELECT valid(bxml_element('{u}a', NULL, '<b/>', '<b x="1"><c/></b>', '<b xmlns="v"><c xmlns=""/></b>', '<p:b xmlns:p="w"><c/></p:b>', '<p:b xmlns:p="w"/>'));
SELECT valid(bxml_element('p:a', '{"xmlns:p": "u"}', '<p:b xmlns:p="v" p:x="1"/>', '<b/>'));
SELECT valid(bxml_element('{u}a', NULL, bxml_element('b', NULL, bxml_element('{u}c', NULL, bxml_element('d')))));
SELECT valid(bxml_element('{u}a', NULL, '<?xml version="1.1"?><!DOCTYPE b [<!ENTITY e "x">]><b>&e;</b>'));

-- texts, comments, processing instructions
SELECT valid(bxml_text('a < b & c')), bxml_text(NULL) IS NULL AS null_text, bxml_text('') AS empty, bxml_is_document(bxml_text('<a/>'));
SELECT valid(bxml_comment('')), valid(bxml_comment(' a - b ')), bxml_comment(NULL) IS NULL AS null_comment;
SELECT valid(bxml_pi('t')), valid(bxml_pi('t', 'x y')), valid(bxml_pi('t', E' \t\n x ')), bxml_pi(NULL, 'x') IS NULL AS null_pi, bxml_pi('t', NULL);
-- two arguments: the typed reader, also for untyped literals
SELECT bxml_text('<a>1</a>', '/a'), pg_typeof(bxml_text('<a>1</a>', '/a')) AS two, pg_typeof(bxml_text('<a/>')) AS one;
SELECT bxml_text('x'::varchar), bxml_text(('<a>2</a>'::text)::bxml, '/a'::text);

-- concatenation
SELECT valid(bxml_concat('<a/>', NULL, 'x', 'y<!--c-->')), bxml_concat(NULL, NULL) IS NULL AS nulls, bxml_concat(VARIADIC '{}') IS NULL AS none;
SELECT valid('<a/>'::bxml || '<b/>'), 'x'::bxml || 'y', '<a/>' || '<b/>'::bxml || 'z', ('<a/>'::bxml || NULL) IS NULL AS null_operand;
SELECT 'text' || '<a/>'::bxml::text AS text;
SELECT bxml_concat('<?xml version="1.1"?><a/>', '<?xml version="1.1" standalone="no"?><b/>'),
	bxml_concat('<?xml version="1.0" standalone="yes"?><a/>', '<?xml version="1.1" standalone="no"?><b/>'),
	bxml_concat('<?xml version="1.1"?><a/>', '<b/>'), bxml_concat('<?xml version="1.0" standalone="yes"?><!DOCTYPE a><a/>');
SELECT xmlconcat('<?xml version="1.1"?><a/>', '<?xml version="1.1" standalone="no"?><b/>'),
	xmlconcat('<?xml version="1.0" standalone="yes"?><a/>', '<?xml version="1.1" standalone="no"?><b/>'),
	xmlconcat('<?xml version="1.1"?><a/>', '<b/>');

-- the aggregate
SELECT valid(bxml_agg(bxml_element('i', jsonb_build_object('n', g)) ORDER BY g DESC)) FROM generate_series(1, 4) g;
SELECT bxml_agg(x), bxml_agg(x) FILTER (WHERE x IS NULL) IS NULL AS nulls FROM (VALUES ('<a/>'::bxml), (NULL), ('t'), ('u')) v (x);
SELECT bxml_agg(x) IS NULL AS nothing FROM (SELECT '<a/>'::bxml WHERE false) v (x);
SELECT k, bxml_element('g', jsonb_build_object('k', k), bxml_agg(x ORDER BY x::text)) FROM (VALUES (1, '<a/>'::bxml), (2, 'b'), (1, '<c/>')) v (k, x) GROUP BY k ORDER BY k;
SELECT bxml_agg(x) OVER () FROM (VALUES ('<a/>'::bxml)) v (x);

-- what is refused
SELECT bxml_element('a b');
SELECT bxml_element('');
SELECT bxml_element('1');
SELECT bxml_element('p:a');
SELECT bxml_element('p:q:a', '{"xmlns:p": "u"}');
SELECT bxml_element('{u');
SELECT bxml_element(':a');
SELECT bxml_element('a', '[]');
SELECT bxml_element('a', '"x"');
SELECT bxml_element('a', '{"x": [1]}');
SELECT bxml_element('a', '{"x": {}}');
SELECT bxml_element('a', '{"p:x": 1}');
SELECT bxml_element('a', '{"x y": 1}');
SELECT bxml_element('a', '{"xmlns:p": ""}');
SELECT bxml_element('a', '{"xmlns:xml": "u"}');
SELECT bxml_element('{u}a', '{"xmlns": "v"}');
SELECT bxml_element('a', '{"xmlns:p": "u", "xmlns:q": "u", "p:x": 1, "q:x": 2}');
SELECT bxml_element('a', jsonb_build_object('x', E'\x01'));
SELECT bxml_text(E'a\x0bb');
SELECT bxml_comment('a--b');
SELECT bxml_comment('a-');
SELECT bxml_comment(E'a\rb');
SELECT bxml_pi('XML', 'x');
SELECT bxml_pi('a b', 'x');
SELECT bxml_pi('t', 'a?>b');
SELECT bxml_element('a', NULL, 'no <xml');
SET bxml.max_attributes = 2;
SELECT bxml_element('a', '{"x": 1, "y": 2, "z": 3}');
RESET bxml.max_attributes;
DROP FUNCTION valid(bxml);
