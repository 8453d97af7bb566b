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

-- labels as changes leave them: below 1 nothing has the numbers 3, 5, 11 and 13 any more, and 1.4.1 is new
CREATE TABLE edited AS SELECT '\xb10670cf1ca3281503010621000005010101010100000000006c6e6d736b0709321a1a093b3b000101010105050001020301040000130101b10101b2020174030004060501b40601b503050405070103050304050102040000020304050739393f39473c393f473b023b'::bytea::bxml AS doc;
SELECT id, level, kind, name, value FROM edited, bxml_reader(doc);
SELECT n.id, bxml_path_of(doc, n.id), bxml_node(doc, n.id) FROM edited, bxml_nodes(doc, '//node() | //@*') n;
SELECT id, name FROM edited, bxml_reader(doc, '1.4.1');
SELECT l FROM edited, unnest('{1.3,1.5,1.11,1.13,1.17,1.7.1,1.15.@1,1.4.3,1.4}'::ordpath[]) l
WHERE bxml_node(doc, l) IS NOT NULL OR bxml_path_of(doc, l) IS NOT NULL;
SELECT bxml_check(doc), doc::bytea::bxml::bytea = doc::bytea AS native FROM edited;
SELECT r.id, r.name FROM edited, bxml_reader(bxml_relabel(doc)) r;
SELECT bxml_relabel(doc)::text = doc::text AS same, bxml_check(bxml_relabel(doc)),
	bxml_relabel(bxml_relabel(doc))::bytea = bxml_relabel(doc)::bytea AS once,
	bxml_relabel(doc::text::bxml)::bytea = doc::text::bxml::bytea AS nothing_to_do FROM edited;
SELECT f.id, (SELECT string_agg(r.id::text, ' ') FROM bxml_reader(bxml_relabel(f.node)) r) AS fresh
FROM edited, bxml_nodes(doc, '/l/n[2]') f;
-- the label of a node that went is not given to another; setting a value keeps it
CREATE TABLE reused AS SELECT '<l><a>1</a><b>2</b><c x="1">3</c></l>'::bxml AS doc;
UPDATE reused SET doc = bxml_delete(doc, '/l/c');
UPDATE reused SET doc = bxml_insert(doc, '/l', '<d/>');
UPDATE reused SET doc = bxml_replace(doc, '/l/b', '<e>2</e>');
UPDATE reused SET doc = bxml_set(doc, '/l/a', '4');
SELECT id, kind, name, value FROM reused, bxml_reader(doc) WHERE id <> '';
SELECT bxml_node(doc, '1.3') IS NULL AS b_gone, bxml_node(doc, '1.5') IS NULL AS c_gone, bxml_check(doc) FROM reused;
-- a fragment knows of labels that are used up as well; bxml_relabel forgets them
SELECT f.id, n.id AS new FROM (SELECT bxml_delete('<a><b><c/><d/></b></a>', '/a/b/d') AS doc) t, bxml_nodes(doc, '/a/b') f,
	bxml_nodes(bxml_insert(f.node, '/b', '<n/>'), '/b/*') n;
SELECT n.id, n.node FROM bxml_nodes(bxml_insert(bxml_relabel(bxml_delete('<a><b/><c/></a>', '/a/c')), '/a', '<n/>'), '/a/*') n;
-- labels in text, with the setting alone
SELECT doc FROM reused;
SET bxml.output_labels = on;
CREATE FUNCTION through_text(bxml) RETURNS bxml LANGUAGE sql AS $$ SELECT bxml_in(textout(format('%s', $1)), 0, -1) $$;
SELECT doc FROM reused;
SELECT string_agg(id || ' ' || coalesce(name, value), ', ') FROM (SELECT through_text(doc) AS doc FROM reused) t, bxml_reader(doc) WHERE id <> '';
SELECT through_text(through_text(doc))::bytea = through_text(doc)::bytea AS same_bytes, doc::text AS cast_has_none FROM reused;
-- casts to and from varchar have none either; what does depend on the setting is not for indexes
SELECT doc::varchar AS none, bxml_text(doc::varchar::bxml, '/processing-instruction()') IS NULL AS none_read FROM reused;
\set VERBOSITY sqlstate
CREATE INDEX reused_text ON reused ((doc::char(20)));
\set VERBOSITY default
CREATE INDEX reused_text ON reused ((doc::varchar));
SET enable_seqscan = off;
SELECT count(*) FROM reused r WHERE doc::varchar = (SELECT doc::varchar FROM reused);
RESET enable_seqscan;
-- a fragment keeps the label of its root, before and behind a declaration; documents without changes have nothing to
-- say
SELECT f.node, bxml_node(through_text(f.node), '1.6.1') FROM reused, bxml_nodes(doc, '/l/e') f;
SELECT '<?xml version="1.0" standalone="yes"?><?bxml-labels 1(1=9)?><a><b/><c/></a>'::bxml;
SELECT bxml_node('<?xml version="1.0" standalone="yes"?><?bxml-labels 1(1=9)?><a><b/><c/></a>', '1.9'), '<a/>'::bxml AS fresh;
-- an instruction elsewhere is a node; so is this one without the setting, and it stays one
SELECT bxml_count(' <?bxml-labels x?><a/>'::bxml(document), '/processing-instruction()'), bxml_count('<!--c--><?bxml-labels x?><a/>', '/processing-instruction()');
SET bxml.output_labels = off;
CREATE TABLE genuine AS SELECT '<?bxml-labels 1(1=9)?><a><b/><c/></a>'::bxml AS doc;
SELECT doc, bxml_node(doc, '3.9') FROM genuine;
SET bxml.output_labels = on;
SELECT doc, through_text(doc)::bytea = doc::bytea AS same FROM genuine;
-- what is refused
SELECT '<?bxml-labels 1(1=9?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels 1(1=x)?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels 1(2=9)?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels 1.5(0=9)?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels 1(0=9 1=3)?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels 1(max:1)?><a><b/><c/></a>'::bxml;
SELECT '<?bxml-labels?><a><b/>'::bxml;
RESET bxml.output_labels;
DROP TABLE reused, genuine;
DROP FUNCTION through_text;
-- no room left between the two newest siblings
DO $$
DECLARE
	a ordpath := '1.1';
	b ordpath := '1.3';
	m ordpath;
	hint text;
BEGIN
	FOR i IN 1 .. 3000 LOOP
		m := ordpath_between(a, b);
		IF i % 2 = 0 THEN a := m; ELSE b := m; END IF;
	END LOOP;
EXCEPTION WHEN program_limit_exceeded THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RAISE NOTICE '%: %', SQLERRM, hint;
END $$;
DROP TABLE edited;
