-- Calls of core's operators and functions whose arguments have no types resolve as they do without the extension.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(9);

-- untyped literals, and literals beside a typed one, for every core operator whose name one of ours has and for more
CREATE TEMP TABLE calls (n serial, e text);
INSERT INTO calls (e) VALUES
	($$'{"a":1}' @? '$.a'$$), ($$'{"a":1}' #- '{a}'$$), ($$'{"a":1}'::jsonb @? '$.a'$$), ($$'{"a":1}'::jsonb #- '{a}'$$), ($$'{"a":1}' @? '$.a'::jsonpath$$),
	($$'{"a":1}' #- '{a}'::text[]$$), ($$'{"a":1}'::jsonb @@ '$.a == 1'$$), ($$'{"a":1}' @@ '$.a == 1'::jsonpath$$), ($$'{"a":1}' @@ '$.a == 1'$$), ($$'a' @@ 'b & c'$$),
	($$'a b'::tsvector @@ 'a & b'$$), ($$'a b' @@ 'a & b'::tsquery$$), ($$to_tsvector('simple', 'a') @@ 'a'$$), ($$'a b'::text @@ 'a'$$), ($$'a b'::varchar @@ 'a'$$),
	($$'{"a":1}'::json -> 'a'$$), ($$'{"a":1}'::jsonb -> 'a'$$), ($$'{"a":1}'::jsonb ->> 'a'$$), ($$'{"a":1}'::json ->> 'a'$$), ($$'{"a":1}' -> 'a'$$), ($$'{"a":1}' ->> 'a'$$),
	($$'{"a":1}' -> 'a'::text$$), ($$'{"a":1}' ->> 'a'::varchar$$), ($$'[1]' -> 0$$), ($$'[1]'::jsonb -> 0$$), ($$'{"a":1}'::jsonb ->> 'a'::varchar$$), ($$'{"a":1}'::text @? '$.a'$$),
	($$'{"a":1}' @? '$.a'::text$$ ), ($$'{"a":1}'::varchar @? '$.a'$$), ($$'{"a":1}'::jsonb @? '$.a'::text$$), ($$'{"a":1}'::text #- '{a}'$$), ($$'{"a":1}'::jsonb #- '{a}'::text$$),
	($$'a' || 'b'$$), ($$'a' || 1$$), ($$'{1}' || '{2}'::int[]$$), ($$'{"a":1}'::jsonb || '{"b":2}'$$), ($$'{"a":1}' || '{"b":2}'::jsonb$$), ($$'<a/>'::xml || '<b/>'$$), ($$'a'::bytea || 'b'$$),
	($$'a'::tsvector || 'b'$$), ($$'1' || '2'::bit varying$$), ($$'a'::tsquery || 'b'$$), ($$ARRAY[1] || '{2}'$$), ($$'a' = 'b'$$), ($$'a' < 'b'$$), ($$'a' <> 'b'$$), ($$'a' >= 'b'$$),
	($$'{1}' @> '{1}'$$), ($$'{1}'::int[] @> '{1}'$$), ($$'{1}' <@ '{1}'::int[]$$), ($$'[1,2]'::int4range @> '1'$$), ($$'[1,2]' @> '1'::int4$$), ($$'[1,2]'::int4range <@ '[1,3]'$$), ($$'[1,2]'::int4range = '[1,3)'$$),
	($$'{[1,2]}'::int4multirange @> '[1,2)'$$), ($$'{"a":1}'::jsonb @> '{"a":1}'$$), ($$'{"a":1}' <@ '{"a":1}'::jsonb$$), ($$'{"a":1}'::jsonb ? 'a'$$), ($$'(1,1)'::point <@ '(2,2),(0,0)'$$), ($$'a'::text < 'b'$$),
	($$'a'::name = 'a'$$), ($$'a'::"char" = 'a'$$), ($$'1'::numeric < '2'$$), ($$'a' LIKE 'b'$$), ($$'a' ~ 'b'$$), ($$xpath('/a', '<a/>')$$), ($$xpath('/a'::text, '<a/>')$$), ($$xpath('/p:a', '<a/>', '{{p,u}}')$$),
	($$xpath_exists('/a', '<a/>')$$), ($$xpath('/a', '<a/>'::xml)$$), ($$length('abc')$$), ($$upper('abc')$$), ($$xmlconcat('<a/>', '<b/>')$$), ($$xmlexists('/a' PASSING '<a/>')$$),
	($$jsonb_path_exists('{"a":1}', '$.a')$$), ($$jsonb_set('{"a":1}', '{a}', '2')$$), ($$array_append('{1}', 1)$$), ($$concat('a', 'b')$$), ($$CASE WHEN true THEN 'a' ELSE 'b' END$$),
	($$'2' IN ('1', '2')$$), ($$coalesce('a', 'b')$$), ($$ARRAY['a', 'b']$$), ($$'x' = ANY ('{x}')$$), ($$'1.3' @> '1.3.1'$$), ($$greatest('a', 'b')$$);

-- result and its type, or that it is refused, with only core's objects in sight and with all
CREATE FUNCTION pg_temp.answer(expr text, path text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r text;
	mine text := current_setting('search_path');
BEGIN
	PERFORM set_config('search_path', path, true);
	EXECUTE format('SELECT concat_ws('' '', pg_typeof(x), x) FROM (SELECT (%s) AS x) s', expr) INTO r;
	PERFORM set_config('search_path', mine, true);
	RETURN r;
EXCEPTION WHEN OTHERS THEN
	RETURN 'refused';
END $$;
CREATE TEMP TABLE answers (e text, without text, ext text);
DO $$
DECLARE
	c record;
	mine text := current_setting('search_path');
BEGIN
	FOR c IN SELECT * FROM calls ORDER BY n LOOP
		INSERT INTO pg_temp.answers VALUES (c.e, pg_temp.answer(c.e, 'pg_catalog'), pg_temp.answer(c.e, mine));
	END LOOP;
END $$;
SELECT is((SELECT string_agg(format('%s: %s, not %s', e, ext, without), E'\n') FROM answers WHERE ext IS DISTINCT FROM without), NULL, 'literals');
SELECT cmp_ok((SELECT count(*) FROM answers WHERE without <> 'refused'), '>', 60::bigint, 'most of them have results');
SELECT is((SELECT count(*) FROM answers WHERE e IN ($$'{"a":1}' @? '$.a'$$, $$'{"a":1}' #- '{a}'$$) AND ext ~ '^(boolean true|boolean t|jsonb {})'), 2::bigint, 'jsonb''s operators among them');

-- untyped parameters
CREATE FUNCTION pg_temp.prepared(expr text, args text, path text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r text;
	mine text := current_setting('search_path');
BEGIN
	PERFORM set_config('search_path', path, true);
	EXECUTE format('PREPARE untyped_call AS SELECT concat_ws('' '', pg_typeof(x), x) FROM (SELECT (%s) AS x) s', expr);
	EXECUTE format('EXECUTE untyped_call(%s)', args) INTO r;
	DEALLOCATE untyped_call;
	PERFORM set_config('search_path', mine, true);
	RETURN r;
EXCEPTION WHEN OTHERS THEN
	RETURN 'refused';
END $$;
CREATE TEMP TABLE prepared (n serial, e text, args text, without text, ext text);
INSERT INTO prepared (e, args) VALUES ('$1 #- ''{a}''', '''{"a":1}'''), ('$1 #- $2', '''{"a":1}'', ''{a}'''), ('$1 @? $2', '''{"a":1}'', ''$.b'''), ('$1 @? ''$.a''', '''{"a":1}'''),
	('$1 @@ $2', '''a'', ''a'''), ('$1 || $2', '''a'', ''b'''), ('$1 = $2', '''a'', ''b'''), ('$1::jsonb -> $2', '''{"a":1}'', ''a'''), ('$1::jsonb #- $2', '''{"a":1}'', ''{a}'''), ('$1 -> $2', '''{}'', ''a'''),
	('$1::tsvector @@ $2', '''a'', ''a'''), ('$1 @> $2::int[]', '''{1}'', ''{1}'''), ('$1 @> $2', '''{1}'', ''{1}'''), ('xpath($1, $2)', '''/a'', ''<a/>'''), ('$1::text @@ $2', '''a'', ''a'''), ('$1 < $2::text', '''a'', ''a''');
DO $$
DECLARE
	c record;
	mine text := current_setting('search_path');
BEGIN
	FOR c IN SELECT * FROM prepared ORDER BY n LOOP
		UPDATE pg_temp.prepared SET without = pg_temp.prepared(c.e, c.args, 'pg_catalog'), ext = pg_temp.prepared(c.e, c.args, mine) WHERE n = c.n;
	END LOOP;
END $$;
SELECT is((SELECT string_agg(format('%s: %s, not %s', e, ext, without), E'\n') FROM prepared WHERE ext IS DISTINCT FROM without), NULL, 'parameters');
SELECT is((SELECT count(*) FROM prepared WHERE without = 'refused'), 2::bigint, 'nearly all of them have results');

-- ours, with a literal or a parameter for the path
CREATE TEMP TABLE docs (doc bxml, l ordpath);
INSERT INTO docs VALUES ('<a><b>1</b></a>', '1.1');
SELECT is((SELECT row(doc @? '/a', doc @@ '/a/b = 1', doc -> '/a/b', doc ->> '/a/b', doc #- '/a/b', doc ->> '/a/b'::text, l < '1.3', '1' @> l, doc || '<c/>',
	bxml_delete(doc, '/a/b'), bxml_set(doc, '/a/b', '2'), bxml_set(doc, '/a/c', '2', 'true'), bxml_insert(doc, '/a', '<c/>', 'first'),
	bxml_set_attribute(doc, '/a', 'x', '1'), bxml_rename(doc, '/a', 'c'), bxml_replace(doc, '/a/b', 't'))::text FROM docs),
	(row(true, true, '<b>1</b>', '1', '<a/>', '1', true, true, '<a><b>1</b></a><c/>', '<a/>', '<a><b>2</b></a>', '<a><b>1</b><c>2</c></a>', '<a><c/><b>1</b></a>', '<a x="1"><b>1</b></a>', '<c><b>1</b></c>', '<a>t</a>')::text),
	'literals beside a document');
PREPARE ours AS SELECT doc @? $1, doc @@ $2, doc -> $3, doc ->> $4, doc #- $5, bxml_set(doc, $6, $7), bxml_set(doc, $8, $9, $10), bxml_insert(doc, $11, $12, $13), bxml_delete(doc, $14),
	bxml_set_attribute(doc, $15, $16, $17), bxml_rename(doc, $18, $19), bxml_replace(doc, $20, $21), bxml_modify(doc, $22, $23), bxml_set(doc, $24, $25, $26, $27, $28) FROM docs;
SELECT is((SELECT parameter_types::text FROM pg_prepared_statements WHERE name = 'ours'),
	'{bxpath,bxpath,bxpath,bxpath,bxpath,bxpath,text,bxpath,text,boolean,bxpath,bxml,text,bxpath,bxpath,text,text,bxpath,text,bxpath,bxml,text,jsonb,bxpath,text,boolean,text,text}', 'parameters beside a document');

-- categories: nothing of ours is preferred among types of others
SELECT is((SELECT string_agg(format('%s %s %s', t.typname, t.typcategory, t.typispreferred), ', ' ORDER BY t.typname) FROM pg_type t WHERE t.typname IN ('bxml', 'bxpath', 'bxquery', 'ordpath')),
	'bxml U f, bxpath x t, bxquery x f, ordpath x f', 'categories');
SELECT is((SELECT string_agg(typname, ', ') FROM pg_type WHERE typcategory = 'x' AND typname NOT IN ('bxpath', 'bxquery', 'ordpath')), NULL, 'and no other type is in that of paths');
SELECT * FROM finish();
ROLLBACK;
