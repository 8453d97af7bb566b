-- What errors and notices say besides: hints about what to write, and the place in rows.
SET client_min_messages = notice;

-- names in paths
CREATE TABLE feeds AS SELECT '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:x" Id="1"><entry x:k="v"><title>t</title></entry><entry><title>u</title><Summary/></entry></feed>'::bxml AS doc;
SELECT bxpath_explain(p::bxpath, doc) FROM feeds, unnest(ARRAY['/feed/entry/title', '//entry', 'declare default element namespace "http://www.w3.org/2005/Atom"; /feed/entry[title = "t"]/@k | //summary',
	'declare namespace a = "urn:a"; //a:title', 'declare default element namespace "http://www.w3.org/2005/Atom"; //title/x', '/*:feed/@id', '/*:feed/*:entry[3]/x', '/*:feed/*:Id', '/*:title', '/*:feed/*:entry/*:title/text()', 'count(//*:title) > 1 and (//*:entry)[2]/*:Summary', '1 + 1']) p;
SELECT bxpath_explain('/p:b/Q{}c', '<b xmlns="u"><c xmlns="v"/></b>');
SELECT bxpath_explain('/a[$v]', '<a/>');
SELECT bxpath_explain(bxpath_bind('/a/b[. = $v]', '{"v": 2}'), '<a><b>1</b><b>2</b></a>');
SELECT bxpath_explain('/a', NULL) IS NULL;
-- names an edit removed are not found
SELECT bxpath_explain('//b', bxml_delete('<a><p:b xmlns:p="u"/><c/></a>', '/a/*[1]'));
SELECT doc ->> '/a:feed' FROM feeds;
SELECT doc @@ '/*:feed/@Id = $id' FROM feeds;
SELECT doc @@ 'declare namespace a = "u"; /*:feed/@Id = $a:id' FROM feeds;
SELECT 'for $p:x in /a return 1'::bxpath;
SELECT bxml_modify(doc, 'delete node //a:entry') FROM feeds;
SELECT bxml_rename(doc, '/*', 'a:feed') FROM feeds;
SELECT bxml_value(doc, '/feed/entry', on_empty => 'error', vars => NULL) FROM feeds;
SELECT bxml_set(doc, '/feed/@id', 'x', on_empty => 'error') FROM feeds;
-- paths that can be pasted
SELECT path, count, xpath, bxml_count(doc, xpath) FROM feeds, bxml_paths(doc);
SELECT count(*), bool_and(p.count = bxml_count(d, p.xpath)) FROM (SELECT '<a xmlns="u" k="1"><p:b xmlns:p="urn:p" p:x="1"/><p:b xmlns:p="urn:q"/><c xmlns=""/><d xmlns="x{y}&quot;" z="1"/></a>'::bxml AS d) s, bxml_paths(d) p;
SELECT p.* FROM (SELECT bxml_paths_agg(d) AS a FROM (VALUES ('<p:a xmlns:p="u"/>'::bxml), ('<p:a xmlns:p="v"><b/></p:a>')) v(d)) s, unnest(a) p;

-- functions
SELECT 'contain(a, "b")'::bxpath;
SELECT 'Starts_With(a, "b")'::bxpath;
SELECT 'fn:string-lenght(a)'::bxpath;
SELECT 'current-date()'::bxpath;
SELECT 'xs:integer(a)'::bxpath;
SELECT 'generate-id(a)'::bxpath;
SELECT 'no-such-thing-as-this()'::bxpath;
SELECT 'declare namespace xs = "urn:x"; xs:date("2020-01-01")'::bxpath;

-- comparisons of strings as numbers: once a statement, and where paths are evaluated only
CREATE TABLE dated AS SELECT i, '<r><i date="2001-01-01"/></r>'::bxml AS doc, '//@date > "2000-01-01"'::bxpath AS p FROM generate_series(1, 3) i;
COPY dated TO STDOUT;
SELECT count(*) FROM dated WHERE doc @@ p;
SELECT count(*) FROM dated WHERE doc @? '//i["2000-01-01" <= @date]' OR doc @@ '//@date < "x"';
SELECT count(*) FROM dated, bxml_table(doc, '/r/i', '@date > "2000-01-01"') t(newer bool);
SELECT count(*) FROM dated, bxml_nodes(doc, '/r/i[@date > "2000-01-01"]');
SELECT count(bxml_modify(doc, 'delete node //i[@date > "2000-01-01"]')) FROM dated;
DO $$ BEGIN PERFORM doc @@ p FROM dated; PERFORM doc @@ '//@date >= "y"' FROM dated; END $$;
SELECT count(*) FROM dated WHERE doc @@ '//@date > "2000"' AND doc @@ '//@date = "2000-01-01"';
SELECT count(*) FROM dated WHERE doc @@ '//@date > xs:date("2000-01-01") and //@date gt "2000-01-01"';
-- @? on what is true or false
SELECT count(*) FROM dated WHERE doc @? '/r/i/@date = "x"';
SELECT count(*) FROM dated WHERE doc @? '/r/i[@date = "x"]' OR doc @@ '/r/i/@date = "x"';
SELECT count(*) FROM dated WHERE bxml_exists(doc, 'not($x)', '{"x": 1}');

-- min and max of nodes that are not numbers
SELECT count(*), min(doc ->> 'max(//@date)') FROM dated;
SELECT t.* FROM dated, bxml_table(doc, '/r', 'max(i/@date)', 'count(i)') t(newest text, n int) LIMIT 2;
SELECT DISTINCT doc ->> 'max(//@date/xs:date(.))', doc ->> 'max(//@date/string(.))', doc ->> 'max(//i/count(@*))' FROM dated;
-- a path on what a path selects, which is at the top
SELECT count(doc -> '/r/i' -> 'x') FROM dated;
SELECT count(bxml_query(doc, '/r') ->> './/i/@date') FROM dated WHERE doc -> 'r' @? '/i';
SELECT count(doc -> '/r/i' ->> '@date') FROM dated;
SELECT count(doc -> '/r' -> '*/i' -> 'i' ->> 'i/@date'), count(doc -> '/r' -> 'r/i'), count(doc -> 'nothing' -> 'x') FROM dated;

-- operators of later versions, variables of other databases
SELECT '//@date cast as xs:date'::bxpath;
SELECT 'a || b'::bxpath;
SELECT '/a/b[@id = sql:column("id")]'::bxpath;
-- prefixes that are declared already
SELECT bxml_count('<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"><s:element/></s:schema>', '/xs:schema/xs:element');
-- one node is changed
SELECT bxml_modify(doc, 'replace value of node //node() with "x"') FROM dated LIMIT 1;
SELECT bxml_modify('<a><b/><b/></a>', 'insert node <c/> into /a/b');
SELECT bxml_modify('<a><b/><b/></a>', 'insert node <c/> into "x"');
SELECT bxml_modify('<a><b/><b/></a>', 'for $x in /a/b return replace value of node $x with "y"'), bxml_set('<a><b/><b/></a>', '/a/b', 'y');

-- what could not be created
SELECT count(bxml_set(doc, '/r/j/@n', '1', true)) FROM dated;
SELECT bxml_set(bxml_set(doc, '/r/i/@date', '1'), '/r/I/@n', '1', true) FROM dated LIMIT 1;
SELECT bxml_set(doc, '/r/i/@n', '1', true) FROM dated LIMIT 1;
SELECT bxml_set(doc, '/r/j/@n', '1', true, on_empty => 'error') FROM dated;

-- a split without records
SELECT count(*) FROM bxml_split('<feed xmlns="u"><entry/></feed>', '/feed/entry');
SELECT count(*) FROM bxml_split('<r><i n="1"/></r>', '/r/j');
SELECT bxml_split('<r><i n="1"/></r>', '/r/i[@n = 2]');
SELECT count(*) FROM generate_series(1, 3) i, bxml_split('<r><i n="1"/></r>', '//j');
SELECT count(*) FROM bxml_split('no document', '/r/i');
SELECT count(*) FROM bxml_split('<r><i n="1"/></r>', '/r/i');

-- the place of an error in rows
\set items '<r><i price="1" d="2020-01-01"><n>x</n></i><i price="1"/><i price="y" d="q"><n>abc</n></i></r>'
SELECT * FROM bxml_table(:'items', '/r/i', '@price') t(price int);
SELECT * FROM bxml_table(:'items', '/r/i', '@d', '#') t(d text, n bool);
SELECT * FROM bxml_table(:'items', '/r/i', 'xs:date(@d)') t(d text);
SELECT * FROM bxml_table_def(:'items', '/r/i', '[{"path": "@price"}, {"path": "n", "on_empty": "error"}]') t(price text, n text);
SELECT * FROM bxml_table_def(:'items', '/r', '[{"path": "i/@price", "on_many": "error"}]') t(price text);
SELECT * FROM bxml_table_def(:'items', '/r', '[{"path": "i/@price", "on_many": "join"}]') t(price int);
SELECT * FROM bxml_to_recordset(:'items', '/r/i') t(n text, price int);
SELECT * FROM bxml_to_record(:'items', '/r/i[3]') t(n text, price int);
CREATE TYPE item AS (price int, n varchar(2));
SELECT * FROM bxml_populate_recordset(NULL::item, :'items', '/r/i');
SELECT * FROM bxml_populate_record(NULL::item, '<r price="x"/>');
SELECT bxml_value_as(:'items', '/r/i[3]/@price', NULL::int);
SELECT bxml_int(:'items', '/r/i[3]/@price');
-- which of the paths of columns is wrong
SELECT * FROM bxml_table(:'items', '/r/i', '@price', 'price(.)') t(price int, n text);
SELECT * FROM bxml_table(:'items', '/r/i', '@price', 'n[') t(price int, n text);
SELECT * FROM bxml_table(:'items', '/r/i', '@price', 'x:n') t(price int, n text);
SELECT * FROM bxml_table_def(:'items', '/r/i', '[{"path": "@price"}, {"pth": "n"}]') t(price int, n text);
SELECT * FROM bxml_table_def(:'items', '/r/i', '{"path": "@price"}') t(price int);
-- nothing is left behind
SELECT 1 / 0;
DO $$ BEGIN
	BEGIN PERFORM * FROM bxml_table('<r><i>x</i></r>', '/r/i', '.') t(n int); EXCEPTION WHEN OTHERS THEN NULL; END;
	RAISE 'another error';
END $$;
DROP TYPE item;
DROP TABLE feeds, dated;

-- equality: what to do until there is an operator
CREATE TABLE same (id int, doc bxml);
INSERT INTO same VALUES (1, '<a x="1" y="2"/>'), (2, '<a y="2" x="1"></a>'), (3, '<b/>');
SELECT DISTINCT ON (bxml_canonical(doc)) id, doc FROM same ORDER BY bxml_canonical(doc), id;
SELECT count(*), min(id) FROM same GROUP BY bxml_canonical(doc) ORDER BY 2;
SELECT a.id, b.id FROM same a JOIN same b ON a.id < b.id AND bxml_deep_equal(a.doc, b.doc);
DROP TABLE same;

-- arguments that are about something else
CREATE TABLE wrong (id int, doc bxml);
INSERT INTO wrong VALUES (1, '<a><b>x</b></a>');
SELECT bxml_vocabulary_learn('wrong', 'doc');
SELECT bxml_vocabulary_learn(ARRAY['text'::bxml, NULL]);
SELECT bxml_infer_schema('wrong', 'id');
SELECT bxml_infer_schema(1, 'doc');
SELECT bxml_index_advice('wrong');
SELECT bxml_node_rows('<a/>', '/a[1]');
SELECT bxml_create_schema('wrong_schema', '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:w"><s:element name="w" type="s:int"/></s:schema>');
SELECT bxml_vocabulary_learn_schema(wrong_schema(), 'w', 'x" y="1');
SELECT bxml_vocabulary_learn_schema(wrong_schema(), 'w', 'xsi');
DROP FUNCTION wrong_schema();
DROP TABLE wrong;
