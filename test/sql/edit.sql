-- Changes to documents, by path and by label.

CREATE FUNCTION refused(command text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	state text;
	message text;
	detail text;
BEGIN
	EXECUTE command;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' | ', state, message, nullif(detail, ''));
END $$;

CREATE TABLE docs (id int, doc bxml);
INSERT INTO docs VALUES
	(1, '<!--c--><a xmlns="u" x="1">t<b/><c>leaf</c><b xmlns:p="q"><p:d y="2"/>z</b><?pi x?></a>'),
	(2, 'text<a>&lt;</a><a b="&amp;"/>'),
	(3, ''),
	(4, NULL);

-- insert
SELECT place, bxml_insert('<a><b>1</b>x<b/></a>', '/a/b', 'y<c z="1"/>', place)
FROM unnest('{first,last,before,after}'::text[]) place;
SELECT bxml_insert('<a/>', '/a', ''), bxml_insert('<a/>', '/a', 'text'), bxml_insert('<a/>', '/', '<!--c-->'),
	bxml_insert('<a>x</a>', '/a/text()', 'y', 'before'), bxml_insert('x<a/>', '/', '<a/>', 'first'),
	bxml_insert('', '/', 'x<y/>');
-- namespaces: nothing is captured, what is missing is declared
SELECT bxml_insert('<a xmlns="u"><b/></a>', '//*:b', '<c/>'), bxml_insert('<a xmlns="u"/>', '/*', '<c xmlns="u"/>'),
	bxml_insert('<p:a xmlns:p="u"/>', '/*', '<p:c xmlns:p="v"/>');

-- delete
SELECT bxml_delete('<a><b/>x<b/>y<c/></a>', '//b'), bxml_delete('<a><b><b/></b></a>', '//b'),
	'<a x="1" y="2"/>'::bxml #- '/a/@x', '<a>x<!--c-->y</a>'::bxml #- '/a/comment()', '<a>x</a>'::bxml #- '/a/text()',
	'x<a/>'::bxml #- '/a';

-- replace
SELECT bxml_replace('<a><b/>x<b/></a>', '/a/b', '<c/>y'), bxml_replace('<a><b/></a>', '/a/b', ''),
	bxml_replace('<a>x</a>', '/a/text()', '<b/>'), bxml_replace('<a/>', '/a', '<b/>'),
	bxml_replace('<a x="1" y="2">t</a>', '/a/@x|/a/text()', '');

-- set
SELECT bxml_set('<a x="1">t<b>u</b></a>', '/a/@x', '<&"'), bxml_set('<a x="1">t<b>u</b></a>', '/a', '<&"'),
	bxml_set('<a>t<b>u</b></a>', '//text()', 'v'), bxml_set('<a><!--c--><?p q?></a>', '/a/node()', 'd'),
	bxml_set('<a>t</a>', '/a', ''), bxml_set('<a>t</a>', '/a/text()', '');
SELECT bxml_set('<a><b/></a>', '/a/b/@c', '1', true), bxml_set('<a><b/><b><c>2</c></b></a>', '/a/b/c', '1', true),
	bxml_set('<a/>', 'declare namespace p = "u"; /a/p:b', '1', true),
	bxml_set('<a/>', 'declare namespace p = "u"; /a/@p:b', '1', true),
	bxml_set('<a xmlns="u"/>', 'declare default element namespace "u"; /a/b', '1', true),
	bxml_set('', 'a', '1', true), bxml_set('<a/>', '/a/b', '1'), bxml_set('<a/>', '/b/c', '1', true);

-- attributes
SELECT bxml_set_attribute('<a><b x="1"/><b/></a>', '//b', 'x', '2'),
	bxml_set_attribute('<a/>', 'declare namespace p = "u"; /a', 'p:x', '2'),
	bxml_set_attribute('<q:a xmlns:q="u" q:x="1"/>', 'declare namespace p = "u"; /p:a', 'p:x', '2'),
	bxml_set_attribute('<a/>', '/a', 'xml:lang', 'en'), bxml_set_attribute('<a/>', '/a', 'Q{u}x', '1'),
	bxml_set_attribute('<a/>', '/a', '{}x', '1');

-- rename
SELECT bxml_rename('<a x="1"><b>t</b></a>', '/a/b', 'c'), bxml_rename('<a x="1"/>', '/a/@x', 'y'),
	bxml_rename('<a><?p q?></a>', '/a/processing-instruction()', 'r'),
	bxml_rename('<a x="1"><b/></a>', 'declare default element namespace "u"; //*:b|//@x', 'c'),
	bxml_rename('<a><b/></a>', 'declare namespace p = "u"; /a', 'p:c'), bxml_rename('<a xmlns="u"><b/></a>', '//*:b', 'c');

-- by label, and the labels of what stays
SELECT l, bxml_set(doc, l, 'V') AS set, bxml_delete(doc, l) AS delete
FROM docs, unnest('{1,3.@1,3.1,3.5,3.5.1,3.7,3.7.1.@1,3.9}'::ordpath[]) l WHERE id = 1;
SELECT bxml_insert(doc, '3.5'::ordpath, '<n/>', 'after') AS insert, bxml_replace(doc, '3.5'::ordpath, 'r') AS replace,
	bxml_rename(doc, '3.5'::ordpath, 'Q{u}n') AS rename, bxml_set_attribute(doc, '3.7.1'::ordpath, 'y', '3') AS attribute
FROM docs WHERE id = 1;
SELECT r.id, r.name, r.value FROM docs, bxml_reader(bxml_insert(doc, '3.5'::ordpath, '<n/><m/>', 'before')) r
WHERE docs.id = 1 AND r.kind = 'element';
-- nothing there
SELECT bxml_delete(doc, l)::text = doc::text AS same FROM docs, unnest('{7,3.3.1,3.@3}'::ordpath[]) l WHERE id = 1;

-- a null document is null, and stays so when there are other nulls
SELECT bxml_set(doc, '/a', 'x') IS NULL, bxml_delete(doc, '/a') IS NULL, bxml_set(doc, '/a', NULL) IS NULL,
	bxml_insert(doc, NULL::bxpath, NULL) IS NULL, (doc #- NULL) IS NULL FROM docs WHERE id = 4;

-- other nulls are not, by default: an UPDATE would store them
SELECT c, refused('SELECT ' || c) FROM unnest(ARRAY[
	$$bxml_set('<a/>', '/a', NULL)$$,
	$$bxml_set('<a/>', NULL::bxpath, 'x')$$,
	$$bxml_set('<a/>', '/a', 'x', NULL)$$,
	$$bxml_set('<a/>', '1'::ordpath, NULL)$$,
	$$bxml_insert('<a/>', '/a', NULL)$$,
	$$bxml_insert('<a/>', '/a', '<b/>', NULL)$$,
	$$bxml_insert('<a/>', NULL::ordpath, '<b/>')$$,
	$$bxml_replace('<a/>', '/a', NULL)$$,
	$$bxml_replace('<a/>', '1'::ordpath, NULL)$$,
	$$bxml_set_attribute('<a/>', '/a', 'x', NULL)$$,
	$$bxml_set_attribute('<a/>', '/a', NULL, 'x')$$,
	$$bxml_set_attribute('<a/>', '1'::ordpath, 'x', NULL)$$,
	$$bxml_rename('<a/>', '/a', NULL)$$,
	$$bxml_rename('<a/>', '1'::ordpath, NULL)$$,
	$$bxml_delete('<a/>', NULL::bxpath)$$,
	$$bxml_delete('<a/>', NULL::ordpath)$$,
	$$bxml_delete('<a/>', NULL::bxpath, 'error')$$,
	$$'<a/>'::bxml #- NULL$$,
	$$bxml_modify('<a/>', NULL)$$,
	$$bxml_set('<a/>', '/a', NULL, null_value_treatment => NULL)$$,
	$$bxml_set('<a/>', '/a', NULL, null_value_treatment => 'use_json_null')$$,
	$$bxml_set('<a/>', NULL::bxpath, NULL, null_value_treatment => 'delete_key')$$,
	$$bxml_insert('<a/>', '/a', NULL, null_value_treatment => 'delete_key')$$,
	$$bxml_rename('<a/>', '/a', NULL, 'delete_key')$$
	]) c;
-- null_value_treatment: the document as it was
SELECT count(*) FILTER (WHERE x::text = '<a y="1"><b>t</b></a>') AS same, count(*) FROM unnest(ARRAY[
	bxml_set('<a y="1"><b>t</b></a>', '/a', NULL, null_value_treatment => 'return_target'),
	bxml_set('<a y="1"><b>t</b></a>', NULL::bxpath, NULL, NULL, 'return_target'),
	bxml_set('<a y="1"><b>t</b></a>', '1'::ordpath, NULL, null_value_treatment => 'return_target'),
	bxml_insert('<a y="1"><b>t</b></a>', '/a', NULL, 'last', 'return_target'),
	bxml_insert('<a y="1"><b>t</b></a>', '1'::ordpath, NULL, 'last', 'return_target'),
	bxml_replace('<a y="1"><b>t</b></a>', '/a', NULL, 'return_target'),
	bxml_replace('<a y="1"><b>t</b></a>', '1'::ordpath, NULL, 'return_target'),
	bxml_set_attribute('<a y="1"><b>t</b></a>', '/a', 'y', NULL, 'return_target'),
	bxml_set_attribute('<a y="1"><b>t</b></a>', '1'::ordpath, 'y', NULL, 'return_target'),
	bxml_rename('<a y="1"><b>t</b></a>', '/a', NULL, 'return_target'),
	bxml_rename('<a y="1"><b>t</b></a>', '1'::ordpath, NULL, 'return_target'),
	bxml_modify('<a y="1"><b>t</b></a>', NULL, NULL, 'return_target')
	]) x;
-- or without what would have got the value
SELECT bxml_set('<a y="1"><b>t</b><c/></a>', '/a/b|/a/@y', NULL, null_value_treatment => 'delete_key') AS set,
	bxml_set('<a y="1"><b>t</b></a>', '1.@1'::ordpath, NULL, false, 'delete_key') AS label,
	bxml_replace('<a y="1"><b>t</b><c/></a>', '/a/*', NULL, 'delete_key') AS replace,
	bxml_set_attribute('<a y="1" z="2"><b y="3"/>t</a>', '//node()', 'y', NULL, 'delete_key') AS attribute,
	bxml_set_attribute('<a xmlns:p="u" p:y="1" y="2"/>', 'declare namespace q = "u"; /a, /a', 'q:y', NULL, 'delete_key') AS prolog,
	bxml_set_attribute('<a><b y="1"/><b y="2"/></a>', '1.3'::ordpath, 'y', NULL, 'delete_key') AS by_label;

-- on_empty: nothing selected is an error
SELECT c, refused('SELECT ' || c) FROM unnest(ARRAY[
	$$bxml_set('<a/>', '/b', 'x', on_empty => 'error')$$,
	$$bxml_set('<a/>', '3'::ordpath, 'x', on_empty => 'error')$$,
	$$bxml_insert('<a/>', '/b', '<c/>', on_empty => 'error')$$,
	$$bxml_delete('<a/>', '/b', 'error')$$,
	$$bxml_delete('<a/>', '3'::ordpath, 'error')$$,
	$$bxml_replace('<a/>', '/b', '<c/>', on_empty => 'error')$$,
	$$bxml_set_attribute('<a/>', '/b', 'x', '1', on_empty => 'error')$$,
	$$bxml_rename('<a/>', '/b', 'c', on_empty => 'error')$$,
	$$bxml_modify('<a/>', 'delete node /b', on_empty => 'error')$$,
	$$bxml_modify('<a/>', 'insert <c/> into /b', on_empty => 'error')$$,
	$$bxml_delete('<a/>', '/b', 'null')$$,
	$$bxml_set_attribute('<a/>', '/b', 'x', NULL, 'delete_key', 'error')$$,
	$$bxml_set_attribute('<a/>', '3'::ordpath, 'x', NULL, 'delete_key', 'error')$$
	]) c;
-- the path selects the element, whether or not it has the attribute
SELECT bxml_set_attribute('<a/>', '/a', 'x', NULL, 'delete_key', 'error'), bxml_set_attribute('<a/>', '1'::ordpath, 'x', NULL, 'delete_key', 'error');
SELECT bxml_set('<a/>', '/a/b', 'x', true, on_empty => 'error'), bxml_delete('<a><b/></a>', '/a/b', 'error'), bxml_delete('<a/>', '/b', 'ignore'),
	bxml_modify('<a/>', 'replace node /b with <c/>, delete node /a/@x', on_empty => 'ignore');

-- nothing selected: the value as it was
SELECT bxml_set(doc, '/none', 'x')::text = doc::text AS same FROM docs WHERE id < 4;

-- refused
SELECT c, refused('SELECT ' || c) FROM unnest(ARRAY[
	$$bxml_delete('<a/>', '/a')$$,
	$$bxml_insert('<a/>', '/', '<b/>')$$,
	$$bxml_insert('<a/>', '/', 'text', 'first')$$,
	$$bxml_replace('<a/>', '/a', 'text')$$,
	$$bxml_replace('<a/>', '/a', '<b/><c/>')$$,
	$$bxml_insert('<a/>', '/a', '<b/>', 'within')$$,
	$$bxml_insert('<a x="1"/>', '/a/@x', '<b/>')$$,
	$$bxml_insert('<a>x</a>', '/a/text()', '<b/>')$$,
	$$bxml_insert('<a/>', '/', '<b/>', 'before')$$,
	$$bxml_delete('<a/>', '/')$$,
	$$bxml_delete('<a/>', '1 + 1')$$,
	$$bxml_delete('<a xmlns:p="u"/>', '/a/namespace::p')$$,
	$$bxml_delete('<a xmlns:p="u"/>', '1.#1'::ordpath)$$,
	$$bxml_replace('<a x="1"/>', '/a/@x', '<b/>')$$,
	$$bxml_set('<a/>', '/', 'x')$$,
	$$bxml_set('<a/>', '/a', E'\x01')$$,
	$$bxml_set('<a><!--c--></a>', '/a/comment()', 'x--y')$$,
	$$bxml_set('<a><?p q?></a>', '/a/processing-instruction()', 'x?>y')$$,
	$$bxml_set('<a/>', '/a/*', 'x', true)$$,
	$$bxml_set('<a/>', '/a/b[1]', 'x', true)$$,
	$$bxml_set('<a/>', '//b', 'x', true)$$,
	$$bxml_set('<a/>', '/a/p:b', 'x', true)$$,
	$$bxml_set('<a/>', '/a/b', E'\x01', true)$$,
	$$bxml_set('<a/>', '/b', 'x', true)$$,
	$$bxml_set_attribute('<a>x</a>', '/a/text()', 'x', '1')$$,
	$$bxml_set_attribute('<a/>', '/a', 'p:x', '1')$$,
	$$bxml_set_attribute('<a/>', '/a', 'x y', '1')$$,
	$$bxml_set_attribute('<a/>', '/a', 'xmlns', '1')$$,
	$$bxml_rename('<a/>', '/a', '1')$$,
	$$bxml_rename('<a/>', '/a', 'p:b')$$,
	$$bxml_rename('<a>x</a>', '/a/text()', 'b')$$,
	$$bxml_rename('<a x="1" y="2"/>', '/a/@x', 'y')$$,
	$$bxml_rename('<a x="1"/>', '/a/@x', 'xmlns')$$,
	$$bxml_rename('<a><?p q?></a>', '/a/processing-instruction()', 'xml')$$]) c;

-- a refused change leaves the row as it was
UPDATE docs SET doc = bxml_delete(doc, '/*') WHERE id = 1;
SELECT doc FROM docs WHERE id = 1;
UPDATE docs SET doc = bxml_set(doc, '//*:c', 'new') WHERE id = 1 RETURNING doc;

-- a variable is changed again and again, over commits and failures
CREATE TABLE kept (n int, doc bxml);
CREATE PROCEDURE edits(n int) LANGUAGE plpgsql AS $$
DECLARE
	doc bxml := ('<r><n>0</n>' || repeat('<i>text of an item</i>', 2000) || '</r>')::bxml;
BEGIN
	FOR k IN 1 .. n LOOP
		doc := bxml_set(doc, '/r/n', k::text);
		BEGIN
			doc := bxml_modify(doc, 'insert node <x/> into /r, delete node /r');
		EXCEPTION WHEN not_an_xml_document THEN
			doc := bxml_delete(doc, '/r/i[1]');
		END;
		IF k % 10 = 0 THEN
			INSERT INTO kept VALUES (k, doc);
			COMMIT;
		END IF;
	END LOOP;
END $$;
CALL edits(30);
SELECT n, doc ->> '/r/n' AS value, bxml_count(doc, '/r/i') AS items, bxml_check(doc) AS sound, bxml_count(doc, '/r/x') AS none FROM kept ORDER BY n;
-- settings do not change what is already made
SET bxml.compression = off;
SELECT octet_length(bxml_set(doc, '/r/n', 'x')::bytea) = octet_length(bxml_set(bxml_set(doc, '/r/n', 'long value'), '/r/n', 'x')::bytea) AS same
FROM kept WHERE n = 10;
RESET bxml.compression;

DROP PROCEDURE edits;
DROP TABLE kept, docs;
DROP FUNCTION refused;
