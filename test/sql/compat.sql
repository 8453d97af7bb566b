-- bxml_compat: names of core xml and contrib/xml2 on bxml, and that calls on core xml go where they went.

CREATE SCHEMA compat;
CREATE EXTENSION bxml_compat SCHEMA compat;
SELECT p.oid::regprocedure AS uncommented
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml_compat'
WHERE obj_description(p.oid, 'pg_proc') IS NULL;
SELECT p.oid::regprocedure AS function, p.provolatile AS v, p.proisstrict AS strict, p.proparallel AS par, p.procost AS cost,
	pg_get_function_result(p.oid) AS result
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml_compat' ORDER BY p.oid::regprocedure::text COLLATE "C";

CREATE TABLE docs (b bxml, x xml, path text);
INSERT INTO docs VALUES ('<r xmlns:p="u"><p:i n="1">5</p:i><p:i n="2">a&amp;b</p:i></r>', '<r xmlns:p="u"><p:i n="1">5</p:i><p:i n="2">a&amp;b</p:i></r>',
	'/r/*');

-- whichever comes first, untyped calls go to core, typed ones to their type
SET search_path = pg_catalog, public, compat;
SELECT pg_typeof(xpath('/a', '<a/>')) AS untyped, pg_typeof(xpath('/r', b)) AS bxml, pg_typeof(xpath('/r', x)) AS xml,
	pg_typeof(xpath(path, b)) AS text_bxml, pg_typeof(xpath(path, x)) AS text_xml, xpath_exists('/a', '<a/>') AS exists FROM docs;
SET search_path = compat, public, pg_catalog;
SELECT pg_typeof(xpath('/a', '<a/>')) AS untyped, pg_typeof(xpath('/r', b)) AS bxml, pg_typeof(xpath('/r', x)) AS xml,
	pg_typeof(xpath(path, b)) AS text_bxml, pg_typeof(xpath(path, x)) AS text_xml, xpath_exists('/a', '<a/>') AS exists FROM docs;
PREPARE untyped AS SELECT pg_typeof(xpath($1, $2)), xpath_exists($1, $2);
EXECUTE untyped('/a', '<a/>');
PREPARE untyped3 AS SELECT pg_typeof(xpath($1, $2, $3)), xpath('//p:a', '<p:a xmlns:p="u"/>', ARRAY[ARRAY['p', 'u']]);
EXECUTE untyped3('/p:a', '<p:a xmlns:p="u"/>', '{{p,u}}');
PREPARE half AS SELECT xpath($1, b) FROM docs;
EXECUTE half('//@n');

-- prefixes of the call
SELECT xpath('//q:i', b, ARRAY[ARRAY['q', 'u']]), xpath('declare namespace q = "v"; //q:i', b, ARRAY[ARRAY['q', 'u']]),
	xpath_exists('//q:i', b, '{{q,u},{z,w}}'), xpath('//*[@n = 1]', b, '{}') FROM docs;
SELECT xpath('//q:i', b) FROM docs;
SELECT xpath('//q:i', b, ARRAY[ARRAY['x', 'u']]) FROM docs;
SELECT xpath('//q:i', b, ARRAY['q', 'u']) FROM docs;
SELECT xpath('//q:i', b, ARRAY[ARRAY['q', NULL]]) FROM docs;
SELECT xpath('//q:i', b, ARRAY[ARRAY['', 'u']]) FROM docs;
SELECT xpath('', b) FROM docs;
SELECT xpath(NULL, b), xpath('/a', NULL::bxml), xpath('/a', b, NULL) FROM docs;

-- contrib/xml2
SELECT xpath_string(b, '//*:i'), xpath_string(b, '//none') = '' AS none, xpath_number(b, '//*:i'), xpath_number(b, 'count(//*)'),
	xpath_number(b, '//*:i[2]') IS NULL AS nan, xpath_number(b, '//none') IS NULL AS none, xpath_bool(b, '//*:i = 5') FROM docs;
SELECT xpath_list(b, '//*:i'), xpath_list(b, '//*:i', ' / '), xpath_list(b, '//none') = '' AS none FROM docs;
SELECT xpath_nodeset(b, '//*:i'), xpath_nodeset(b, '//@n', 'all', 'one'), xpath_nodeset(b, '//none', 'all') FROM docs;
RESET search_path;
DROP TABLE docs;
DROP EXTENSION bxml_compat;
DROP SCHEMA compat;
