-- Values that are not laid out before somebody keeps them: each expression gives the same bytes, texts and errors with
-- lazy values and without, in every function that takes them; nothing grows with the number of rows.
SET client_min_messages = warning;
SELECT plan(15);

CREATE TABLE draft_docs (k int PRIMARY KEY, form text, doc bxml);
CREATE FUNCTION draft_doc(k int, parts int, attrs text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('<!DOCTYPE r><r%s k="%s">', attrs, k) || string_agg(format('<part n="%s"%s><name>part &lt;%s</name><empty/><v>%s</v>mixed <b>2.50</b> &amp;</part>',
		i, CASE WHEN i % 3 = 0 THEN ' xmlns="urn:own"' ELSE '' END, i, i * k), '<!--c-->') || '</r>' FROM generate_series(1, parts) i
$$;
SET bxml.compression = off;
INSERT INTO draft_docs SELECT k, 'plain', draft_doc(k, 4, a)::bxml
	FROM (VALUES (1, ''), (2, ' xmlns="urn:d"'), (3, ' xmlns:p="urn:p"'), (4, ' xmlns="urn:d" xmlns:p="urn:p" p:q="1"')) v(k, a);
INSERT INTO draft_docs SELECT k, 'out of line', draft_doc(k, 40, ' xmlns="urn:d"')::bxml FROM generate_series(5, 5) k;
INSERT INTO draft_docs SELECT k, 'heap', bxml_element('r', NULL, bxml_element('part', '{"n": 1}', bxml_text(repeat(md5(k::text), 2100)))) FROM generate_series(7, 7) k;
SET bxml.compression = auto;
INSERT INTO draft_docs SELECT k, 'blocks', draft_doc(k, 20, ' xmlns="urn:d"')::bxml FROM generate_series(9, 9) k;
INSERT INTO draft_docs VALUES (11, 'fragment', 'text<a/>more'), (12, 'declared', '<?xml version="1.1" standalone="yes"?><r><part/></r>'), (13, 'empty', '');
CREATE VIEW draft_parts AS SELECT k, form, doc, doc -> '/*/*:part' AS parts, doc -> '/*/*:part[1]' AS one, doc -> '/*/*:part[2]/*:name' AS leaf, doc -> '/*/*:part[2]/*:empty' AS empty,
	doc -> '/*/*:part/*:v/text()' AS texts, doc -> '//*:b | //comment()' AS mixed FROM draft_docs;

-- expressions over that view, each a value
CREATE TABLE draft_exprs (n int GENERATED ALWAYS AS IDENTITY, e text);
INSERT INTO draft_exprs (e)
SELECT format(w, v) FROM (VALUES ('parts'), ('one'), ('leaf'), ('empty'), ('texts'), ('mixed'), ('doc'), ('bxml_text(''a<b'')'), ('bxml_text('''')'), ('bxml_text(E''\uFEFFx\r'')'),
		('bxml_element(''e'')'), ('bxml_element(''{urn:d}e'', ''{"a": "<\"&\\n", "b": 1.50}'', leaf)'), ('NULL::bxml')) v(v),
	(VALUES ('%s'), ('bxml_element(''x'', NULL, %s)'), ('bxml_element(''{urn:d}x'', jsonb_build_object(''k'', k), %s, bxml_text(form))'), ('bxml_element(''{urn:e}x'', NULL, %s, %1$s)'),
		('bxml_element(''p:x'', ''{"xmlns:p": "urn:p", "p:a": 1}'', %s)'), ('bxml_element(''x'', NULL, bxml_text(form), bxml_element(''y'', NULL, %s), NULL, bxml_comment(''c''))'),
		('bxml_element(''{urn:d}x'', NULL, bxml_element(''{urn:e}y'', ''{"xml:lang": "en"}'', %s))'), ('bxml_element(''{urn:d}x'', NULL, bxml_element(''y'', NULL, %s))'),
		('bxml_concat(%s, bxml_element(''{urn:d}z''), NULL, %1$s)'), ('%s || bxml_text(''t'') || bxml_element(''z'', NULL, %1$s)'),
		('bxml_element(''x'', NULL, VARIADIC ARRAY[%s, bxml_text(''1'')])'), ('bxml_element(''x'', NULL, VARIADIC CASE WHEN k > 2 THEN ARRAY[%s] END)'), ('bxml_concat(VARIADIC ARRAY[%s])'),
		('bxml_forest(''f'', %s, ''g'', k)'), ('(%s) -> ''/*/*'''), ('bxml_set(%s, ''/*/@n'', ''7'')')) w(w);
-- one line per row: the stored bytes, the text, and who takes the value without keeping it
CREATE FUNCTION draft_lines(e text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r record;
	answer text := '';
	kept bxml;
BEGIN
	FOR r IN EXECUTE format('SELECT k, %1$s AS v, (%1$s)::text AS t, bxml_pretty(%1$s) AS i, ARRAY[%1$s] AS a, length((%1$s)::bytea) AS n, pg_column_size(%1$s) AS size,
			bxml_check(%1$s) AS ok, (%1$s) ->> ''.'' AS s, bxml_deep_equal(%1$s, %1$s) AS same FROM draft_parts ORDER BY k', e) LOOP
		kept := r.v;
		answer := answer || concat_ws('|', r.k, kept::bytea, r.v, r.t, r.i, (r.a[1])::bytea, r.n, r.size, r.ok, r.s, r.same) || E'\n';
	END LOOP;
	RETURN answer;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || SQLERRM;
END $$;
CREATE FUNCTION draft_ask(threshold text, settings text) RETURNS TABLE (n int, e text, answer text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('bxml.copy_threshold', threshold, true);
	PERFORM set_config(split_part(s, '=', 1), split_part(s, '=', 2), true) FROM string_to_table(settings, ' ') s WHERE s <> '';
	RETURN QUERY SELECT x.n, x.e, draft_lines(x.e) FROM draft_exprs x;
END $$;
CREATE TABLE draft_without AS SELECT * FROM draft_ask('-1', '');
SELECT is((SELECT string_agg(w.e || ': ' || d.answer || w.answer, E'\n') FROM draft_ask('8192', '') d JOIN draft_without w USING (n) WHERE d.answer <> w.answer), NULL,
	format('%s expressions: the same bytes and texts', (SELECT count(*) FROM draft_exprs)));
SELECT is((SELECT string_agg(w.e, E'\n') FROM draft_ask('0', 'enable_sort=off jit=off bxml.value_cache=off') d JOIN draft_without w USING (n) WHERE d.answer <> w.answer), NULL, 'with references everywhere');
SELECT ok((SELECT count(*) FROM draft_without WHERE answer !~ '^[0-9A-Z]{5}') > 200, 'most of them are values');

-- what is put into others is not laid out before
SELECT set_eq($$SELECT bxml_element('x', NULL, one, bxml_element('y', NULL, leaf))::text FROM draft_parts WHERE k = 2$$,
	$$SELECT '<x><part xmlns="urn:d" n="1"><name>part &lt;1</name><empty/><v>2</v>mixed <b>2.50</b> &amp;</part><y><name xmlns="urn:d">part &lt;2</name></y></x>'$$, 'text of nested drafts');
CREATE FUNCTION draft_plan(q text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text; all_of text := '';
BEGIN
	FOR r IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) ' || q LOOP
		all_of := all_of || r;
	END LOOP;
	RETURN all_of;
END $$;
SELECT ok(draft_plan($$SELECT bxml_element('x', NULL, doc, doc) FROM draft_docs$$) LIKE '%bxml_element(''x''::text, NULL::jsonb, doc, doc)%', 'content is given one by one');
SELECT ok(draft_plan($$SELECT bxml_element('x', NULL, VARIADIC ARRAY[doc] || doc) FROM draft_docs$$) LIKE '%VARIADIC%', 'unless it comes in an array');
SELECT is((SELECT bxml_element('x', NULL, VARIADIC array_fill(bxml_text('t'), ARRAY[200]))::text), '<x>' || repeat('t', 200) || '</x>', 'many values');

-- errors
CREATE FUNCTION draft_error(q text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE q;
	RETURN 'none';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE TABLE draft_errors (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO draft_errors (q) VALUES ($$SELECT count(bxml_element('a b', NULL, one)) FROM draft_parts$$), ($$SELECT count(bxml_element('', NULL, one)) FROM draft_parts$$),
	($$SELECT count(bxml_element('x', '{"a b": 1}', one)) FROM draft_parts$$), ($$SELECT count(bxml_element('x', '{"": 1}', one)) FROM draft_parts$$),
	($$SELECT count(bxml_element('x', '{"{u}a": 1, "a:b": 2}', one)) FROM draft_parts$$), ($$SELECT count(bxml_element('x', jsonb_build_object('a', E'\x01'), one)) FROM draft_parts$$),
	($$SELECT count(bxml_text(form || E'\x01')) FROM draft_docs$$), ($$SELECT count(bxml_element('{http://www.w3.org/2000/xmlns/}x', NULL, one)) FROM draft_parts$$),
	($$SELECT count(bxml_element('{http://www.w3.org/XML/1998/namespace}x', NULL, one)) FROM draft_parts$$), ($$SELECT count(bxml_element('x', '{"a": []}', one)) FROM draft_parts$$),
	($$SET LOCAL bxml.max_attributes = 2; SELECT count(bxml_element('{u}x', '{"a": 1, "b": 2}', one)) FROM draft_parts$$),
	($$SELECT count(bxml_element('x' || chr(7), NULL, one)) FROM draft_parts$$);
CREATE TABLE draft_got AS SELECT n, draft_error('SET LOCAL bxml.copy_threshold = -1; ' || q) AS e FROM draft_errors;
SELECT is((SELECT string_agg(q, E'\n') FROM draft_errors JOIN draft_got USING (n) WHERE draft_error('SET LOCAL bxml.copy_threshold = 8192; ' || q) <> e OR e = 'none'), NULL, 'errors come where they came');

-- where values are kept
CREATE FUNCTION draft_give(d bxml) RETURNS bxml LANGUAGE plpgsql AS $$
DECLARE
	e bxml;
BEGIN
	BEGIN
		e := bxml_element('kept', NULL, d -> '/*/*');
		RETURN bxml_element('{u}in', '{"a": 1}', e, d -> '/*/*[1]');
	EXCEPTION WHEN division_by_zero THEN
		RETURN NULL;
	END;
END $$;
CREATE FUNCTION draft_again(d bxml) RETURNS bxml LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 5 LOOP
		BEGIN
			d := bxml_element('l', NULL, d, bxml_text(i::text));
			IF i % 2 = 0 THEN
				RAISE division_by_zero;
			END IF;
		EXCEPTION WHEN division_by_zero THEN
			d := bxml_element('again', NULL, d);
		END;
	END LOOP;
	RETURN d;
END $$;
CREATE FUNCTION draft_inline(d bxml, n text) RETURNS bxml LANGUAGE sql IMMUTABLE AS $$ SELECT bxml_element(n, NULL, d, bxml_element(n, NULL, d)) $$;
CREATE FUNCTION draft_use(q text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	c refcursor;
	r record;
	answer text := '';
BEGIN
	OPEN c SCROLL FOR EXECUTE q;
	MOVE FORWARD 2 FROM c;
	MOVE BACKWARD ALL FROM c;
	LOOP
		FETCH c INTO r;
		EXIT WHEN NOT FOUND;
		answer := answer || r::text;
	END LOOP;
	CLOSE c;
	RETURN answer;
END $$;
CREATE TABLE draft_queries (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO draft_queries (q) VALUES ($$SELECT k, draft_give(doc), draft_again(one), draft_inline(leaf, 'n'), draft_inline(bxml_element('e', NULL, one), form) FROM draft_parts WHERE form <> 'out of line' ORDER BY k$$),
	($$SELECT bxml_element('e', NULL, one), lag(bxml_element('w', NULL, leaf)) OVER (ORDER BY k) FROM draft_parts ORDER BY bxml_element('e', NULL, one)::text DESC$$),
	($$SELECT DISTINCT bxml_element('e', NULL, leaf)::text FROM draft_parts ORDER BY 1$$), ($$SELECT x ->> '.', x -> '/*' FROM (SELECT bxml_element('e', NULL, one) AS x FROM draft_parts OFFSET 0) s$$),
	($$WITH m AS MATERIALIZED (SELECT k, bxml_element('e', NULL, one) AS x FROM draft_parts) SELECT a.x, b.x FROM m a JOIN m b USING (k) ORDER BY k$$),
	($$SELECT bxml_element('all', NULL, (SELECT bxml_agg(bxml_element('e', jsonb_build_object('k', k), one, leaf) ORDER BY k) FROM draft_parts))$$),
	($$SELECT form, bxml_agg(one ORDER BY k), bxml_agg(bxml_text(form)), bxml_agg(doc ORDER BY k), bxml_forest_agg(form, leaf ORDER BY k) FROM draft_parts GROUP BY form ORDER BY form$$),
	($$SELECT n.id, n.node FROM draft_parts, bxml_nodes(bxml_element('e', NULL, one), '/e/*/*') n ORDER BY k, n.id$$), ($$SELECT t.* FROM draft_parts, bxml_table(bxml_element('e', NULL, one), '/e/*/*', '.', '..') t(a text, b bxml) ORDER BY k$$),
	($$SELECT row_to_json(x), x FROM (SELECT k, bxml_element('e', NULL, one) AS e, leaf FROM draft_parts ORDER BY k) x$$), ($$SELECT max(bxml_element('e', NULL, one)::text), array_agg(bxml_element('e', NULL, one) ORDER BY k) FROM draft_parts$$),
	($$SELECT k, generate_series(1, 3), bxml_element('e', NULL, one) FROM draft_parts ORDER BY k$$), ($$SELECT coalesce(leaf, bxml_element('e')), CASE WHEN k > 3 THEN one ELSE leaf END FROM draft_parts ORDER BY k$$);
CREATE TABLE draft_used AS SELECT n, draft_use(q) AS t FROM draft_queries, set_config('bxml.copy_threshold', '-1', false) OFFSET 0;
RESET bxml.copy_threshold;
SELECT is((SELECT string_agg(q, E'\n') FROM draft_queries JOIN draft_used USING (n) WHERE draft_use(q) <> t), NULL, 'queries that keep them');
BEGIN;
DECLARE draft_held CURSOR WITH HOLD FOR SELECT bxml_element('e', NULL, one, doc) AS e FROM draft_parts ORDER BY k;
COMMIT;
CREATE TABLE draft_kept (k int, e bxml, f bxml);
CREATE INDEX ON draft_kept (md5(bxml_element('e', NULL, e)::text));
INSERT INTO draft_kept SELECT k, bxml_element('e', NULL, parts), one FROM draft_parts WHERE k < 5;
UPDATE draft_kept SET e = bxml_element('u', NULL, e, f), f = f -> '/*/*';
SELECT is((SELECT count(*) FROM draft_kept d JOIN draft_parts p USING (k) WHERE d.e::text = '<u>' || bxml_element('e', NULL, p.parts)::text || p.one::text || '</u>' AND d.f::text = (p.one -> '/*/*')::text AND bxml_check(d.e)), 4::bigint, 'stored and changed');
CREATE FUNCTION draft_fetch() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	c refcursor := 'draft_held';
	e bxml;
	t text := '';
BEGIN
	LOOP
		FETCH c INTO e;
		EXIT WHEN NOT FOUND;
		t := t || coalesce(e::text, '');
	END LOOP;
	RETURN t;
END $$;
SELECT is(draft_fetch(), (SELECT string_agg(coalesce(bxml_element('e', NULL, one, doc)::text, ''), '' ORDER BY k) FROM draft_parts), 'a cursor held');
SET bxml.copy_threshold = -1;
CREATE TABLE draft_copy AS SELECT bxml_element('e', NULL, parts, bxml_element('y', NULL, one)) AS e FROM draft_parts ORDER BY k;
RESET bxml.copy_threshold;
SELECT is((SELECT array_agg(e::bytea) FROM draft_copy), (SELECT array_agg(e::bytea) FROM (SELECT bxml_element('e', NULL, parts, bxml_element('y', NULL, one)) AS e FROM draft_parts ORDER BY k) s), 'stored bytes are those of copies');

-- transactions end, a procedure continues with its argument
CREATE PROCEDURE draft_call(d bxml) LANGUAGE plpgsql AS $$
BEGIN
	COMMIT;
	INSERT INTO draft_kept VALUES (100, d, d -> '/*/*');
	COMMIT;
	INSERT INTO draft_kept VALUES (101, d, bxml_element('e', NULL, d));
END $$;
CALL draft_call(bxml_element('c', '{"a": 1}', bxml_element('d', NULL, ('<r><q>1</q>' || left(random()::text, 0) || '</r>')::bxml -> '/*/*'), bxml_text('t' || left(random()::text, 0))));
SELECT is((SELECT string_agg(e::text || f::text, ' ' ORDER BY k) FROM draft_kept WHERE k > 99), '<c a="1"><d><q>1</q></d>t</c><d><q>1</q></d> <c a="1"><d><q>1</q></d>t</c><e><c a="1"><d><q>1</q></d>t</c></e>', 'an argument of a procedure that commits');

-- memory
CREATE FUNCTION draft_memory(i int) RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT CASE WHEN i % 5000 = 2 THEN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts)::bigint END $$;
CREATE TABLE draft_grown AS SELECT i, draft_memory(i) AS bytes, length(bxml_element('e', jsonb_build_object('i', i), one, bxml_element('y', NULL, bxml_text(i::text)))::text) AS n
	FROM generate_series(1, 20001) i, draft_parts WHERE k = 2;
SELECT ok((SELECT max(bytes) - min(bytes) < 200000 FROM draft_grown ), 'memory does not grow with rows');
CREATE TABLE draft_flat AS SELECT i, draft_memory(i) AS bytes, bxml_check(bxml_element('e', jsonb_build_object('i', i), one)) AS n FROM generate_series(1, 20001) i, draft_parts WHERE k = 2;
SELECT ok((SELECT max(bytes) - min(bytes) < 200000 FROM draft_flat ), 'nor when each is laid out');
SELECT * FROM finish();
DROP TABLE draft_docs, draft_exprs, draft_without, draft_errors, draft_got, draft_queries, draft_used, draft_kept, draft_copy, draft_grown, draft_flat CASCADE;
