-- Properties of changes: labels, chains of edits, every way a value is stored, errors that leave things as they were.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(45);

CREATE FUNCTION pg_temp.doc(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT ('<r><head>h</head>' ||
		(SELECT string_agg(format('<i n="%s"><v>%s</v>t</i>', i, 'value number ' || i * 7919), '') FROM generate_series(1, n) i) || '</r>')::bxml
$$;

-- every way a value is stored
CREATE TEMP TABLE stored (kind text, d bxml);
INSERT INTO stored SELECT 'short', pg_temp.doc(1);
INSERT INTO stored SELECT 'inline', pg_temp.doc(10);
INSERT INTO stored SELECT 'out of line', pg_temp.doc(600);
SET LOCAL bxml.compression = off;
INSERT INTO stored SELECT 'plain out of line', pg_temp.doc(600);
RESET bxml.compression;
CREATE TEMP TABLE other (kind text, d bxml);
ALTER TABLE other ALTER d SET STORAGE main;
SET LOCAL bxml.compression = off;
INSERT INTO other SELECT 'compressed by the server', ('<r><head>h</head>' || repeat('<i n="1"><v>x</v>t</i>', 300) || '</r>')::bxml;
RESET bxml.compression;

SELECT is(bxml_set(d, '/r/head', 'new')::text, replace(d::text, '<head>h<', '<head>new<'), kind || ': set')
FROM (SELECT * FROM stored UNION ALL SELECT * FROM other) s;
SELECT is(bxml_modify(d, 'delete node /r/i[2], insert node <x/> after /r/head')::text,
	(SELECT bxml_insert(bxml_delete(d, '/r/i[2]'), '/r/head', '<x/>', 'after')::text), kind || ': two at once')
FROM (SELECT * FROM stored UNION ALL SELECT * FROM other) s;
SELECT is((SELECT count(*) FROM (SELECT bxml_check(bxml_set(d, '/r/head', 'new')) AS bad FROM stored) s WHERE NOT bad), 0::bigint,
	'results are sound');

-- a result is stored like new input
CREATE TEMP TABLE results AS SELECT bxml_set(d, '/r/head', 'new') AS d FROM stored WHERE kind = 'out of line';
CREATE TEMP TABLE parsed AS SELECT d::text::bxml AS d FROM results;
SELECT ok(pg_column_size(r.d) < (SELECT pg_column_size(d) FROM stored WHERE kind = 'plain out of line') * 0.9 AND
	pg_column_size(r.d) < pg_column_size(p.d) * 1.1, 'a result is compressed as input is') FROM results r, parsed p;
SELECT is(d::text, (SELECT bxml_set(s.d, '/r/head', 'new')::text FROM stored s WHERE kind = 'plain out of line'),
	'and reads back as it was made') FROM results;

-- chained and step by step
CREATE TEMP TABLE steps AS SELECT d FROM stored WHERE kind = 'out of line';
UPDATE steps SET d = bxml_set(d, '/r/head', 'a');
UPDATE steps SET d = bxml_delete(d, '/r/i[3]');
UPDATE steps SET d = bxml_rename(d, '/r/i[v][last()]', 'last');
UPDATE steps SET d = bxml_set_attribute(d, '/r/i[5]', 'm', 'x');
SELECT is(bxml_set_attribute(bxml_rename(bxml_delete(bxml_set(s.d, '/r/head', 'a'), '/r/i[3]'), '/r/i[v][last()]', 'last'), '/r/i[5]',
	'm', 'x')::text, steps.d::text, 'chained edits are edits one by one') FROM stored s, steps WHERE kind = 'out of line';
SELECT is(bxml_set(d, '/r/head', 'a') ->> '/r/head', 'a', 'a query reads the result in place') FROM stored WHERE kind = 'out of line';
SELECT is((SELECT count(DISTINCT x::text) FROM (SELECT bxml_set(d, '/r/head', 'a') AS x FROM stored ORDER BY bxml_set(d, '/r/head', 'a')::text) s), 3::bigint,
	'results go through a sort');
SELECT is((SELECT string_agg(x ->> '/r/head', ',') FROM (WITH m AS MATERIALIZED (SELECT bxml_set(d, '/r/head', 'a') AS x FROM stored)
	SELECT bxml_set(m.x, '/r/head', 'b') AS x FROM m UNION ALL SELECT m.x FROM m) s), 'b,b,b,b,a,a,a,a', 'a kept result is not changed by who uses it');

-- labels and paths
CREATE TEMP TABLE labels AS
	SELECT r.id, bxml_path_of(d, r.id)::bxpath AS path FROM stored, bxml_reader(d) r WHERE stored.kind = 'inline' AND r.id <> '1';
SELECT is((SELECT count(*) FROM labels, stored WHERE kind = 'inline' AND
	(bxml_delete(d, id)::text <> bxml_delete(d, path)::text OR bxml_set(d, id, 'x')::text <> bxml_set(d, path, 'x')::text)),
	0::bigint, 'edits by label are edits by path');

-- two hundred random updates elsewhere: labels of nodes that stay find them
CREATE TEMP TABLE walked AS SELECT d FROM stored WHERE kind = 'inline';
CREATE TEMP TABLE before AS SELECT r.id, r.name, r.value FROM walked, bxml_reader(d) r WHERE r.name IN ('v', 'head');
DO $$
DECLARE
	label ordpath;
	n int;
BEGIN
	PERFORM setseed(0.5);
	FOR k IN 1 .. 200 LOOP
		n := (random() * 9)::int + 1;
		UPDATE walked SET d = CASE k % 4
			WHEN 0 THEN bxml_insert(d, format('/r/i[%s]', n)::bxpath, format('<z k="%s"/>', k)::bxml, 'before')
			WHEN 1 THEN bxml_insert(d, format('/r/i[%s]', n)::bxpath, format('<z>%s</z>', k)::bxml, 'first')
			WHEN 2 THEN bxml_set(d, format('/r/i[%s]/text()', n)::bxpath, 'text ' || k)
			ELSE bxml_delete(d, '(//z)[1]') END;
	END LOOP;
END $$;
SELECT is((SELECT count(*) FROM before b JOIN walked w ON true JOIN LATERAL bxml_reader(w.d) r ON r.id = b.id
	WHERE r.name = b.name AND r.value = b.value), (SELECT count(*) FROM before), 'labels hold over two hundred updates');
SELECT is((SELECT count(*) FROM (SELECT id, lag(id) OVER () AS prior FROM walked, bxml_reader(d)) s WHERE id <= prior), 0::bigint,
	'and are in document order');
SELECT is((SELECT count(*) FROM walked WHERE NOT bxml_check(d)), 0::bigint, 'and the value is sound');

-- nodes of it, copied and as references, and nodes of these: labels are those of the document
CREATE TEMP TABLE ids AS SELECT n.id FROM walked, bxml_nodes(d, '//node() | //@*') n;
CREATE FUNCTION pg_temp.wrong_ids(OUT rows bigint, OUT nodes bigint, OUT node bigint) LANGUAGE sql AS $$
	SELECT (SELECT count(*) FROM walked, bxml_nodes(d, '//*') n WHERE (SELECT array_agg(r.id) FROM bxml_reader(n.node) r)
			IS DISTINCT FROM (SELECT array_agg(r.id) FROM bxml_reader(d, n.id) r)),
		(SELECT count(*) FROM walked, bxml_nodes(d, '//*') n WHERE (SELECT array_agg(m.id) FROM bxml_nodes(n.node, '//node() | //@*') m)
			IS DISTINCT FROM (SELECT array_agg(ids.id ORDER BY ids.id) FROM ids WHERE ids.id <@ n.id)),
		(SELECT count(*) FROM walked, bxml_nodes(d, '/r | /r/i') n, ids WHERE ids.id <@ n.id
			AND bxml_node(n.node, ids.id)::text IS DISTINCT FROM bxml_node(d, ids.id)::text)
$$;
SELECT ok((SELECT count(*) FROM ids WHERE id::text ~ '[02468][.]') > 0, 'there are labels between others');
SELECT is(w::text, '(0,0,0)', 'labels of nodes of nodes, referred to where they are large') FROM pg_temp.wrong_ids() w;
SET LOCAL bxml.copy_threshold = 0;
SELECT is(w::text, '(0,0,0)', 'labels of nodes of nodes, referred to') FROM pg_temp.wrong_ids() w;
SET LOCAL bxml.copy_threshold = -1;
SELECT is(w::text, '(0,0,0)', 'labels of nodes of nodes, copied') FROM pg_temp.wrong_ids() w;
RESET bxml.copy_threshold;
SELECT is((SELECT count(*) FROM walked, bxml_nodes(bxml_node(d, ''), '//node()') n WHERE n.id NOT IN (SELECT id FROM ids)), 0::bigint,
	'and those of the document as a node');
SELECT is(bxml_rows_agg(r.id, r.kind, r.prefix, r.ns, r.name, r.value ORDER BY r.id)::text, d::text, 'its rows make it again')
FROM walked, bxml_reader(d) r GROUP BY d::text;

-- PL/pgSQL: loops, exceptions
CREATE FUNCTION pg_temp.loop(n int) RETURNS bxml LANGUAGE plpgsql AS $$
DECLARE
	doc bxml := pg_temp.doc(100);
BEGIN
	FOR k IN 1 .. n LOOP
		doc := bxml_set(doc, '/r/head', k::text);
		BEGIN
			doc := bxml_set(doc, '/r/head', E'\x01');
		EXCEPTION WHEN invalid_xml_content THEN
			NULL;
		END;
	END LOOP;
	RETURN doc;
END $$;
SELECT is(pg_temp.loop(1000)::text, bxml_set(pg_temp.doc(100), '/r/head', '1000')::text, 'a thousand edits in a variable, each with a failing one');

-- a failing edit in a transaction
SAVEPOINT s;
SELECT throws_ok($$UPDATE stored SET d = bxml_delete(bxml_set(d, '/r/head', 'lost'), '/r')$$, '2200L');
SELECT is((SELECT count(*) FROM stored WHERE d ->> '/r/head' = 'h'), 4::bigint, 'rows keep their values');

-- in workers
CREATE TABLE in_workers AS SELECT pg_temp.doc(20) AS d FROM generate_series(1, 200);
ALTER TABLE in_workers SET (parallel_workers = 2);
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT is((SELECT count(*) FROM in_workers WHERE bxml_set(d, '/r/head', 'x') ->> '/r/head' = 'x' AND
	bxml_modify(d, 'rename node /r as "s"') @? '/s'), 200::bigint, 'in workers');

-- long results of edits wait: the text of one that waits is the text of one that is stored
CREATE FUNCTION pg_temp.changed(d bxml, how int) RETURNS bxml LANGUAGE sql AS $$
	SELECT CASE how
		WHEN 0 THEN bxml_delete(d, '/r/i[position() mod 2 = 0]')
		WHEN 1 THEN bxml_delete(d, '//v/text()')
		WHEN 2 THEN bxml_set(d, '//v', '<&>')
		WHEN 3 THEN bxml_insert(d, '//v', ('<p:n xmlns:p="urn:' || repeat('u', how) || '" p:a="1">new</p:n>')::bxml, 'after')
		WHEN 4 THEN bxml_rename(d, '//i', 'j')
		ELSE bxml_modify(d, 'for $i in //i[@n mod 3 = 0] return (rename node $i as "k", insert node attribute b {"&quot;"} into $i)')
	END
$$;
SELECT is(pg_temp.changed(d, how)::text, pg_temp.changed(d, how)::bytea::bxml::text, 'what waits, ' || how)
FROM (SELECT pg_temp.doc(2000) AS d) s, generate_series(0, 5) how;
CREATE FUNCTION pg_temp.waiting() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	doc bxml := pg_temp.doc(2000);
	before text;
BEGIN
	doc := bxml_delete(doc, '/r/i[position() > 500]');
	before := doc::text;
	RETURN NEXT is(doc::text, before, 'printed twice');
	RETURN NEXT is((doc -> '/r/i[500]')::text, (before::bxml -> '/r/i[500]')::text, 'printed, then asked');
	doc := bxml_set(bxml_delete(doc, '/r/i[2]'), '/r/head', 'x');
	BEGIN
		doc := bxml_delete(doc, '/r');
	EXCEPTION WHEN OTHERS THEN
		NULL;
	END;
	RETURN NEXT is(doc::text, bxml_set(bxml_delete(before::bxml, '/r/i[2]'), '/r/head', 'x')::bytea::bxml::text,
		'changed again and again, and after an error');
END $$;
SELECT * FROM pg_temp.waiting();

-- a compiled update outlives its statement, and errors
CREATE FUNCTION pg_temp.modified(update text, vars jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE 'SELECT bxml_modify(pg_temp.doc(3), $1, $2)::text' INTO result USING update, vars;
	RETURN result;
END $$;
SELECT is(pg_temp.modified('replace value of node /r/i[@n = $n]/v with $v', vars), bxml_set(pg_temp.doc(3), path, new)::text,
	'compiled once, with ' || vars::text)
FROM (VALUES ('{"n": 1, "v": "x"}'::jsonb, '/r/i[1]/v'::bxpath, 'x'), ('{"n": 3, "v": "<"}', '/r/i[3]/v', '<')) v(vars, path, new);
SELECT throws_ok($$SELECT pg_temp.modified('replace value of node /r/i[@n = $n]/v with $v', '{"n": 1}')$$, '10608', 'variable "$v" has no value', 'a variable is missing');
SELECT throws_ok($$SELECT pg_temp.modified('replace value of node /r/i[', '{}')$$, '10608', NULL, 'a wrong one is not kept');
SELECT is(pg_temp.modified('replace value of node /r/i[@n = $n]/v with $v', '{"n": 2, "v": "y"}'),
	bxml_set(pg_temp.doc(3), '/r/i[2]/v', 'y')::text, 'and goes on after an error');

SELECT * FROM finish();
ROLLBACK;
