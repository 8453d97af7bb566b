-- One long text to a row per record: paths, namespaces, predicates, sources, plans, errors.

\set osm '''<osm xmlns:x="urn:x"><bounds/><node id="1"><tag k="a"/></node>text<node id="2"/><!--c--><way id="3" x:y="z"><nd ref="1"/></way></osm>'''

-- records
SELECT * FROM bxml_split(:osm::text, '/osm/*');
SELECT bxml_split(:osm::text, '//node');
SELECT r ->> '/*/@id' AS id, ord FROM bxml_split(:osm::text, '/osm/*[@id > 1]') WITH ORDINALITY AS s(r, ord);
SELECT bxml_split('<a><b>1<b>2</b></b><b/></a>', '//b');
SELECT bxml_split('<!DOCTYPE a [<!ENTITY e "<b>&lt;</b>">]><a>&e;<c>&e;</c></a>', 'a//b');
SELECT bxml_split('<d:a xmlns:d="u" xmlns="v"><b/><d:b xmlns:d="w"/><d:b q="1"/></d:a>', 'declare namespace p = "u"; /p:a/p:b');
SELECT bxml_split('<a/><b/>x<a>1</a>', '/a');
SELECT count(*) FROM bxml_split('', '/a');
SELECT count(*) FROM bxml_split(NULL::text, '/a');
SELECT count(*) FROM bxml_split('<a/>', NULL);
SELECT bxml_is_document(r), bxml_check(r) FROM bxml_split('<a><b/></a>', '/a/b') r;

-- bytes in an encoding of their own
SELECT bxml_split('\x3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2269736f2d383835392d31223f3e3c613e3c623ee93c2f623e3c2f613e'::bytea, '/a/b') ->> '.' = U&'\00e9';

-- the records are the nodes of the whole
SELECT string_agg(r::text, '' ORDER BY ord) = bxml_query(:osm::bxml, '/osm/*')::text
FROM bxml_split(:osm::text, '/osm/*') WITH ORDINALITY AS s(r, ord);

-- plans: in FROM rows stream, unless that is switched off
EXPLAIN (COSTS OFF) SELECT * FROM bxml_split('<a/>', '/a');
EXPLAIN (COSTS OFF) SELECT bxml_split('<a/>', '/a');
SELECT r FROM bxml_split('<a><b/><c/></b>', '/a/*') r LIMIT 2;
SET bxml.reader_scan = off;
EXPLAIN (COSTS OFF) SELECT * FROM bxml_split('<a/>', '/a');
SELECT r FROM bxml_split('<a><b/><c/></a>', '/a/*') r LIMIT 2;
RESET bxml.reader_scan;
SELECT t.x, r FROM (VALUES ('<a><b>1</b></a>'), ('<a><b>2</b><b>3</b></a>'), (NULL)) AS t(x), bxml_split(t.x, '/a/b') r;
SELECT bxml_split('<a><b/><b/></a>', '/a/b'), bxml_split('<a><b>1</b></a>', '/a/b');

-- large objects
SELECT lo_from_bytea(424242, convert_to('<a>' || repeat('<b>0123456789</b>', 100000) || '</a>', 'UTF8')) AS lo \gset
SELECT count(*), count(DISTINCT r::text) FROM bxml_split_lo(:lo, '/a/b') r;
SELECT bxml_split_lo(:lo, '/a/b[starts-with(., "0")]') LIMIT 1;
CREATE ROLE regress_bxml_reader;
SET ROLE regress_bxml_reader;
SELECT bxml_split_lo(:lo, '/a/b') LIMIT 1;
-- files of the server: the function is not PUBLIC's, and a GRANT of it alone opens nothing
SELECT bxml_split_file('no-such-file', '/a');
RESET ROLE;
GRANT EXECUTE ON FUNCTION bxml_split_file(text, bxpath) TO regress_bxml_reader;
SET ROLE regress_bxml_reader;
SELECT bxml_split_file('no-such-file', '/a');
RESET ROLE;
REVOKE EXECUTE ON FUNCTION bxml_split_file(text, bxpath) FROM regress_bxml_reader;
GRANT pg_read_server_files TO regress_bxml_reader;
SET ROLE regress_bxml_reader;
SELECT bxml_split_file('no-such-file', '/a');
SELECT * FROM bxml_split_file('no-such-file', '/a');
SELECT bxml_split_file('base', '/a');
RESET ROLE;
DROP ROLE regress_bxml_reader;
\o /dev/null
SELECT lo_unlink(:lo);
\o
SELECT bxml_split_lo(:lo, '/a/b');

-- what a record path cannot have
SELECT bxml_split('<a/>', '/a[1]');
SELECT bxml_split('<a/>', '/a[@x]/b');
SELECT bxml_split('<a/>', '//b[../a]');
SELECT bxml_split('<a/>', '//b/text()');
SELECT bxml_split('<a/>', '/a | /b');
SELECT bxml_split('<a/>', '/');
SELECT bxml_split('<a/>', '/a[b = $x]');
SELECT bxml_split('<a/>', '/p:a');

-- errors come when they are met, with their place
CREATE TABLE records (doc bxml);
INSERT INTO records SELECT bxml_split(E'<a><b/>\n<b/><b></a>', '/a/b');
SELECT count(*) FROM records;
SELECT r FROM bxml_split(E'<a><b/>\n<b/></c>', '/a/b') r LIMIT 2;
SELECT bxml_split('<a><b/>&nope;</a>', '/a/b');
SET bxml.max_size = 20;
SELECT count(*) FROM bxml_split('<a>' || repeat('<b>12345</b>', 1000) || '</a>', '/a/b');
SELECT count(*) FROM bxml_split('<a><b/><b>' || repeat('12345', 5) || '</b></a>', '/a/b');
RESET bxml.max_size;
SET bxml.max_depth = 2;
SELECT count(*) FROM bxml_split('<a><b/><c><d/></c></a>', '/a/b');
RESET bxml.max_depth;

-- a cursor survives what happens around it
BEGIN;
DECLARE c CURSOR FOR SELECT bxml_split('<a>' || repeat('<b/>', 100000) || '</a>', '/a/b');
FETCH 2 FROM c;
SAVEPOINT s;
FETCH 1 FROM c;
SELECT 1/0;
ROLLBACK TO s;
FETCH 1 FROM c;
CLOSE c;
COMMIT;
