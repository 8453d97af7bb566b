-- Nodes of a document by their labels.

CREATE TABLE docs (id int, doc bxml);
INSERT INTO docs VALUES
	(1, '<!--c--><a xmlns="u" x="1" y="2">t<b/><c>leaf</c><b xmlns:p="q"><p:d/>z</b><!--k--><?pi x?></a>'),
	(2, 'text<a>&lt;</a><a b="&amp;"/>'),
	(3, ''),
	(4, NULL);

SELECT l AS label, bxml_path_of(doc, l) AS path, bxml_node(doc, l) AS node
FROM docs, unnest('{"",1,3,3.#1,3.@1,3.@3,3.1,3.3,3.5,3.5.1,3.7,3.7.#1,3.7.1,3.7.3,3.9,3.11}'::ordpath[]) l WHERE id = 1;
SELECT l AS label, bxml_path_of(doc, l) AS path, bxml_node(doc, l) AS node
FROM docs, unnest('{"",1,3,3.1,5,5.@1}'::ordpath[]) l WHERE id = 2;
-- no such node
SELECT id, l FROM docs, unnest('{7,2,-1,infinity,3.@5,3.#3,3.3.1,3.5.3,3.5.@1,3.5.1.1,3.4.1,"3.5.-1"}'::ordpath[]) l
WHERE id = 1 AND (bxml_node(doc, l) IS NOT NULL OR bxml_path_of(doc, l) IS NOT NULL);
SELECT id, bxml_node(doc, '') AS document, bxml_path_of(doc, '') AS path, bxml_node(doc, '1') AS first, bxml_node(doc, NULL) AS none
FROM docs WHERE id >= 3 ORDER BY id;

-- the way up, and a new path
SELECT bxml_path_of(doc, ordpath_parent('3.7.1')), bxml_node(doc, ordpath_parent('3.5.1')) FROM docs WHERE id = 1;
SELECT count(*) FROM docs, unnest('{"",1,3,3.#1,3.@1,3.@3,3.1,3.3,3.5,3.5.1,3.7,3.7.#1,3.7.1,3.7.3,3.9,3.11}'::ordpath[]) l
WHERE id = 1 AND bxml_query(doc, bxml_path_of(doc, l))::text = bxml_node(doc, l)::text;
SELECT bxml_path_of('<a xmlns="{}"><b/></a>', '1.1');
SELECT bxml_node('<a xmlns="{}"><b/></a>', '1.1');

-- a large value out of line is read in parts
CREATE TABLE large AS SELECT ('<r>' || string_agg(format('<i n="%s"><v>%s</v></i>', i, md5(i::text)), '') || '</r>')::bxml AS doc
	FROM generate_series(1, 50000) i;
SELECT bxml_path_of(doc, l), bxml_node(doc, l) FROM large, unnest('{1.1,1.99999,1.99999.@1,1.99999.1.1,1.100001}'::ordpath[]) l;
DROP TABLE docs, large;
