-- Documents as rows: what they look like, how they are planned, what is refused.

\set doc '''<!--c--><r xmlns:p="urn:p" x="1"><a/><b y="1.50" z="">t<c>x</c>u</b><p:d>2020-01-02</p:d><e q="1">only</e><?pi data?></r>'''
CREATE TABLE docs AS SELECT 1 AS k, '<r xmlns="urn:d" x="1"><i id="1"><n>a</n><q>5</q></i><i id="2"><n>b</n><n>bb</n><q>6.50</q></i><i id="3"/></r>'::bxml AS doc;

-- info items
SELECT * FROM bxml_reader(:doc);
SELECT id, name, value FROM bxml_reader(:doc, '3.3');
SELECT id, name, value FROM bxml_reader(:doc, '3.3.@3');
SELECT count(*) FROM bxml_reader(:doc, '3.9.1');
SELECT id, kind, value FROM bxml_reader('x<a>y</a>z');
SELECT count(*) FROM bxml_reader('');
SELECT count(*) FROM bxml_reader(NULL);
SELECT (bxml_reader('<a><b>1</b><c/></a>')).*;
SELECT r FROM bxml_reader('<a b="1"/>') r;
SELECT * FROM bxml_reader('<a b="1"/>') WITH ORDINALITY;

-- nodes
SELECT n.* FROM docs, bxml_nodes(doc, 'declare default element namespace "urn:d"; /r/i') n;
SELECT n.* FROM docs, bxml_nodes(doc, '//@id | //*:n/text() | /*/namespace::*') n;
SELECT n.* FROM docs, bxml_nodes(doc, '/*/*[@id = $x]', '{"x": 2}') n;
SELECT n.id, m.id, m.node ->> '.' AS value FROM docs, bxml_nodes(doc, '/*/*') n, bxml_nodes(n.node, '*/*') m;
SELECT n.* FROM docs, bxml_nodes(doc, '/*/*[3]') WITH ORDINALITY n;
SELECT bxml_nodes(doc, '/*/*/*[1]') FROM docs;
SELECT count(*) FROM bxml_nodes(NULL, '/a');
SELECT count(*) FROM bxml_nodes('<a/>', NULL);

-- tables
SELECT t.* FROM docs, bxml_table(doc, 'declare default element namespace "urn:d"; /r/i', '@id', '#', 'n', 'q', 'count(n)', '../@x')
	AS t(id int, nr bigint, n text, q numeric, c int, x smallint);
SELECT t.* FROM docs, bxml_table(doc, 'declare default element namespace "urn:d"; /r/i', 'n', 'n', 'n')
	AS t(b bxml, x xml, c varchar(1));
SELECT t.* FROM bxml_table('<r><i>1<j>2020-02-29</j><k>true</k></i><i>x</i></r>', '/r/i', 'j', 'k', '.')
	AS t(d date, b boolean, s text);
SELECT t.* FROM docs, bxml_table_def(doc, 'declare default element namespace "urn:d"; /r/i',
	'[{"path": "@id"}, {"ordinality": true}, {"path": "n", "on_many": "join", "separator": ", "}, {"default": -1}]')
	AS t(id int, nr bigint, names text, q numeric);
SELECT t.* FROM docs, bxml_to_recordset(doc, '/*/*') AS t(id int, n text, q numeric, z bxml);
CREATE TYPE item AS (id int, n text, q numeric);
SELECT t.* FROM docs, bxml_populate_recordset(NULL::item, doc, '/*/*') t;
SELECT t.* FROM docs, bxml_populate_recordset(ROW(0, 'none', 0)::item, doc, '/*/*') t;
CREATE DOMAIN small_item AS item CHECK ((VALUE).id < 3);
SELECT t.* FROM docs, bxml_populate_recordset(NULL::small_item, doc, '/*/*[1]') t;
SELECT t.* FROM docs, bxml_populate_recordset(NULL::small_item, doc, '/*/*') t;

-- what is refused
SELECT * FROM bxml_nodes('<a/>', 'count(a)');
SELECT * FROM bxml_table('<a/>', '/a', '@x[') AS t(x int);
SELECT * FROM bxml_table('<a/>', '/a', 'p:x') AS t(x int);
SELECT * FROM bxml_table('<a/>', '/a', '@x') AS t(x int, y int);
SELECT * FROM bxml_table('<a/>', '/a', '@x', NULL) AS t(x int, y int);
SELECT * FROM bxml_table('<a>x</a>', '/a', '.') AS t(x int);
SELECT bxml_table('<a/>', '/a', '@x');
SELECT bxml_to_recordset('<a/>', '/a');
SELECT * FROM bxml_table_def('<a><b/><b/></a>', '/a', '[{"path": "b", "on_many": "error"}]') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '[{"path": "b", "on_empty": "error"}]') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '[{"path": "b", "on_many": "last"}]') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '[{"paht": "b"}]') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '{"path": "b"}') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '["b"]') AS t(x text);
SELECT * FROM bxml_table_def('<a/>', '/a', '[{"ordinality": 1}]') AS t(x text);

-- plans
EXPLAIN (COSTS OFF, VERBOSE) SELECT r.name, r.value FROM docs, bxml_reader(doc) r
	WHERE r.kind = 'element' AND r.level <= 3 AND r.name IN ('n', 'q') AND r.value = 'b' AND length(r.value) = k;
EXPLAIN (COSTS OFF) SELECT id FROM bxml_reader('<a/>') WHERE id <@ '1.3' AND id > '1.3.1' AND name LIKE 'x%' AND value COLLATE "C" < 'z';
EXPLAIN (COSTS OFF) SELECT n.id, m.n FROM docs, bxml_nodes(doc, '/r/i') n, bxml_table(n.node, '/i', '@id', '#', 'n') AS m(id int, nr int, n text) WHERE m.nr > 1;
EXPLAIN (COSTS OFF) SELECT r FROM docs, bxml_reader(doc) r;
EXPLAIN (COSTS OFF) SELECT count(*) FROM bxml_reader('<a/>') WITH ORDINALITY;
EXPLAIN (COSTS OFF) SELECT count(*) FROM ROWS FROM (bxml_reader('<a/>'), generate_series(1, 2));
EXPLAIN (COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT id FROM docs, bxml_reader(doc) WHERE level <= 2 AND name = 'i';
EXPLAIN (COSTS OFF, ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT count(*) FROM docs, bxml_reader(doc) WHERE value = 'bb';
SET bxml.reader_scan = off;
EXPLAIN (COSTS OFF) SELECT n.id FROM docs, bxml_nodes(doc, '/r/i') n;
RESET bxml.reader_scan;

-- the user must be allowed to call the function
REVOKE EXECUTE ON FUNCTION bxml_reader(bxml, ordpath) FROM PUBLIC;
CREATE ROLE bxml_nobody;
SET ROLE bxml_nobody;
SELECT count(*) FROM bxml_reader('<a/>');
RESET ROLE;
DROP ROLE bxml_nobody;
GRANT EXECUTE ON FUNCTION bxml_reader(bxml, ordpath) TO PUBLIC;
DROP TYPE item CASCADE;

-- a node keeps its label, also when it is stored
SELECT n.id, m.id AS below, m.node ->> '.' AS value
	FROM docs, bxml_nodes(doc, '/*/*[1]') n, bxml_nodes(n.node, '. | /* | */* | */@* | */*[1]/text()') m;
CREATE TABLE parts AS SELECT n.id, n.node FROM docs, bxml_nodes(doc, '/*/*[1] | /*/*[1]/@id | /*/*/*[1]/text()') n;
SELECT p.id, r.id AS below, r.kind, r.name, r.value FROM parts p, bxml_reader(p.node) r;
SELECT p.id, r.id AS below, r.name FROM parts p, bxml_reader(p.node, '1.1.3') r;
SELECT p.id, bxml_node(node, p.id) ->> '.' AS root, bxml_node(node, '1.1.3') AS child, bxml_node(node, '1') AS elsewhere,
	bxml_path_of(node, p.id) AS path, bxml_path_of(node, '1.1.3') AS path_of_child FROM parts p;
SELECT bool_and(bxml_node(doc, p.id)::bytea = p.node::bytea AND bxml_node(p.node, '')::bytea = p.node::bytea
	AND bxml_query(doc, bxml_path_of(doc, p.id)::bxpath)::text = p.node::text) FROM docs, parts p;
SELECT n.id FROM parts p, bxml_nodes(p.node::text::bxml, '*') n;
SELECT p.id, bool_and(a.doc::text = p.node::text) FROM parts p, LATERAL (
	SELECT bxml_rows_agg(r.id, r.kind, r.prefix, r.ns, r.name, r.value ORDER BY r.id) FROM bxml_reader(p.node) r) a(doc) GROUP BY p.id ORDER BY p.id;
SELECT line FROM parts, bxml_dump(node) line WHERE line ~ 'label of the root';
DROP TABLE parts;
DROP TABLE docs;
