-- Indexes: one set of keys for all spellings of a condition, one plan for its literal, prepared and joined forms, and
-- nothing in a document or a value that an insert fails of.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(19);

CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$;
-- The keys that bxpath_explain prints.
CREATE FUNCTION pg_temp.keys_of(path text) RETURNS text LANGUAGE sql AS
	$$ SELECT btrim((regexp_match(bxpath_explain(path::bxpath), E'index keys:\n((?: [^\n]*\n?)+)'))[1], E' \n') $$;

-- ---- spellings ----

CREATE TABLE d (id int, doc bxml);
INSERT INTO d SELECT g, format('<a><b id="%s"><c>%s</c></b><p><name>%s</name></p></a>', g, g % 500, CASE WHEN g % 400 = 5 THEN 'x' ELSE 'n' || g END)::bxml FROM generate_series(1, 4000) g;
CREATE INDEX d_value ON d USING gin (doc);
CREATE INDEX d_path ON d USING gin (doc bxml_path_ops);
ANALYZE d;
CREATE TEMP TABLE spellings (path text, keys text);
INSERT INTO spellings SELECT p, '//name = "x"' FROM unnest(ARRAY[
	$$//name[. = 'x']$$, $$//name[text() = 'x']$$, $$//name[./text() = 'x']$$, $$//name[data() = 'x']$$, $$//name[string() = 'x']$$, $$//name[string(.) = 'x']$$,
	$$//name['x' = .]$$, $$//name/.[. = 'x']$$, $$//*[name = 'x']/name$$, $$for $n in //name where $n = 'x' return $n$$, $$//name[some $t in . satisfies $t = 'x']$$,
	$$//name[. = ('x')]$$, $$descendant::name[. eq 'x']$$]) p;
SELECT is(count(*), 13::bigint, 'thirteen spellings') FROM spellings;
INSERT INTO spellings SELECT p, '/a/b/c = 5' FROM unnest(ARRAY[
	'/a/b[c=5]', '/a/b/c[.=5]', '/a/b[c/text()=5]', '/a/b[data(c)=5]', '/a[exists(b[c=5])]', '/a[count(b[c=5]) > 0]', '/a[some $x in b satisfies $x/c = 5]', '/a/b[5 = c]', '/a[b[c=5]]']) p;
INSERT INTO spellings SELECT p, E'all of\n    /a/b/c = 5\n    //name = "x"' FROM unnest(ARRAY[
	$$/a[b/c = 5 and p/name = 'x']$$, $$/a[p/name = 'x' and b/c = 5]$$, $$/a[b/c = 5][p/name = 'x']$$, $$/a[b[c = 5]][p[name = 'x']]$$]) p;
UPDATE spellings SET keys = replace(keys, '//name', '/a/p/name') WHERE keys LIKE 'all%';
SELECT is((SELECT string_agg(format('%s: %s', path, pg_temp.keys_of(path)), E'\n') FROM spellings WHERE pg_temp.keys_of(path) IS DISTINCT FROM keys), NULL,
	'each has the keys of the others');
SET LOCAL enable_seqscan = off;
CREATE FUNCTION pg_temp.rows_of(path text) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE r int[];
BEGIN
	EXECUTE format('SELECT array_agg(id ORDER BY id) FROM d WHERE doc @? %L', path) INTO r;
	RETURN r;
END $$;
SELECT is_empty($$SELECT path FROM spellings WHERE pg_temp.plan_of(format('SELECT id FROM d WHERE doc @? %L', path)) !~ 'Bitmap Index Scan on d_'$$, 'each is looked up');
CREATE TEMP TABLE found AS SELECT keys, path, pg_temp.rows_of(path) AS rows FROM spellings;
SET LOCAL enable_seqscan = on;
SET LOCAL enable_bitmapscan = off;
SELECT is_empty($$SELECT path FROM found WHERE rows IS DISTINCT FROM pg_temp.rows_of(path)$$, 'and finds what a sequential scan finds');
RESET enable_bitmapscan;
CREATE FUNCTION pg_temp.rows_of_index(path text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE format('EXPLAIN (ANALYZE, FORMAT json) SELECT id FROM d WHERE doc @? %L', path) INTO plan;
	RETURN (plan -> 0 -> 'Plan' -> 'Plans' -> 0 ->> 'Actual Rows')::numeric;
END $$;
SET LOCAL enable_seqscan = off;
SELECT is(pg_temp.rows_of_index('/a/b[c = 5 and (@id = 5 or @id = 505)]'), 2, 'an index looks up "or" within "and"');
RESET enable_seqscan;
SELECT results_eq('SELECT count(DISTINCT rows), min(cardinality(rows)) FROM found GROUP BY keys ORDER BY 2', 'VALUES (1::bigint, 2), (1, 8), (1, 10)', 'the same rows in each spelling');

-- ---- forms: literal, prepared with a generic plan, nested loop ----

CREATE TABLE k (name text, c int);
INSERT INTO k VALUES ('x', 5), ('n7', 7), (NULL, NULL);
ANALYZE k;
SET LOCAL plan_cache_mode = force_generic_plan;
SET LOCAL enable_seqscan = off;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off;
CREATE TEMP TABLE forms (n serial, condition text, type text, value text);
INSERT INTO forms (condition, type, value) VALUES
	($$doc ->> '/a/p/name' = V$$, 'text', $$'n7'$$), ($$doc @? bxpath_bind('/a/p[name = $v]', jsonb_build_object('v', V))$$, 'text', $$'n7'$$), ($$doc @? bxpath_bind('/a/p[name = $v]', 'v', V)$$, 'text', $$'n7'$$),
	($$doc @? bxpath_compare('/a/p/name', '=', V)$$, 'text', $$'n7'$$), ($$bxml_int(doc, '/a/b/c') = V$$, 'int', '7'), ($$doc @? bxpath_bind('/a/b[c = $v]', jsonb_build_object('v', V))$$, 'int', '7'),
	($$bxml_exists(doc, '/a/b[c = $v]', jsonb_build_object('v', V))$$, 'int', '7'), ($$doc @> bxml_element('a', NULL, bxml_element('p', NULL, bxml_element('name', NULL, bxml_text(V))))$$, 'text', $$'n7'$$);
CREATE FUNCTION pg_temp.answers(f forms, OUT scanned boolean, OUT literal int[], OUT prepared int[], OUT joined int[]) LANGUAGE plpgsql AS $$
DECLARE
	query text := 'SELECT array_agg(id ORDER BY id) FROM d WHERE ' || f.condition;
	literal_query text := replace(query, 'V', f.value || '::' || f.type);
	joined_query text := format('SELECT array_agg(id ORDER BY id) FROM k JOIN d ON %s WHERE k.c = 7', replace(f.condition, 'V', CASE f.type WHEN 'int' THEN 'k.c' ELSE 'k.name' END));
BEGIN
	EXECUTE format('PREPARE prepared_form(%s) AS %s', f.type, replace(query, 'V', '$1'));
	scanned := (SELECT bool_and(pg_temp.plan_of(q) ~ 'Index Cond' AND pg_temp.plan_of(q) !~ 'Seq Scan on d') FROM unnest(ARRAY[literal_query, format('EXECUTE prepared_form(%s)', f.value), joined_query]) q);
	EXECUTE literal_query INTO literal;
	EXECUTE format('EXECUTE prepared_form(%s)', f.value) INTO prepared;
	EXECUTE joined_query INTO joined;
	DEALLOCATE prepared_form;
END $$;
CREATE TEMP TABLE answered AS SELECT f.condition, a.* FROM forms f, LATERAL pg_temp.answers(f) a;
SELECT is_empty('SELECT condition FROM answered WHERE NOT scanned', 'all forms are conditions of an index');
SELECT is_empty($$SELECT * FROM answered WHERE literal IS DISTINCT FROM prepared OR literal IS DISTINCT FROM joined OR NOT 7 = ANY (literal)$$, 'and give the same answers');
SELECT matches(pg_temp.plan_of($$SELECT id FROM d WHERE doc @? '/a/p/name[. = "n7"]'$$),
	'Recheck Cond: \(doc @\? .*Bitmap Index Scan on d_.*Index Cond: \(doc @\? ''/a/p/name\[\. = "n7"\]''::bxpath\)', 'EXPLAIN shows the operator, the keys, and what is compared again');
SELECT matches(pg_temp.plan_of($$SELECT id FROM d WHERE doc ->> '/a/p/name' = 'n7'$$),
	'Filter: \(\(doc ->> .*Bitmap Index Scan on d_.*Index Cond: \(doc @\? ''/a/p/name\[\. = "n7"\]''::bxpath\)', 'of a comparison as well');
RESET enable_seqscan;
RESET enable_hashjoin;
RESET enable_mergejoin;

-- ---- several ranges of strings ----

SET LOCAL enable_seqscan = off;
SELECT is(n, scanned, 'ranges of strings, each looked up for itself, find what a scan finds') FROM
	(SELECT count(*) AS n FROM d WHERE doc @? '/a[p/name gt "n39" and p/name lt "n399"]//b') i,
	(SELECT count(*) AS scanned FROM (SELECT doc FROM d OFFSET 0) o WHERE doc @? '/a[p/name gt "n39" and p/name lt "n399"]//b') s WHERE scanned > 0;
RESET enable_seqscan;

-- ---- nothing that an insert fails of ----

CREATE TABLE large (id int, doc bxml);
CREATE INDEX large_value ON large USING gin (doc) WITH (fastupdate = off);
CREATE INDEX large_path ON large USING gin (doc bxml_path_ops);
CREATE INDEX large_some ON large USING gin (doc bxml_value_ops (max_value = 1024));
CREATE INDEX large_try ON large (bxml_try_int(doc, '/a'));
SELECT lives_ok(format('INSERT INTO large VALUES (%s, %s)', n, doc), format('an insert of %s', about)) FROM (VALUES
	(1, $$('<a>' || repeat('x', 20000000) || '</a>')::bxml$$, 'a text of 20 MB'),
	(2, $$('<a k="' || (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 50000) g) || '"/>')::bxml$$, 'an attribute of 1.6 MB'),
	(3, $$('<a>' || repeat('9', 400000) || '</a>')::bxml$$, 'a number of 400,000 digits'),
	(4, $$('<a>' || repeat('<b>', 1000) || repeat('</b>', 1000) || '</a>')::bxml$$, 'a thousand levels'),
	(5, $$('<a>' || (SELECT string_agg(format('<n%s>%s</n%1$s>', g, g), '') FROM generate_series(1, 30000) g) || '</a>')::bxml$$, '30,000 names'),
	(6, $$''$$, 'no document')) x(n, doc, about);
SET LOCAL enable_seqscan = off;
SELECT is(array_agg(id ORDER BY id), '{1,2}', 'long values are found') FROM large WHERE doc ->> '/a' = repeat('x', 20000000) OR doc ->> '/a/@k' = (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 50000) g);
SELECT is(array_agg(id), '{5}', 'and one name of many') FROM large WHERE doc @? '/a[n17777 = 17777]';
RESET enable_seqscan;

SELECT * FROM finish();
ROLLBACK;
