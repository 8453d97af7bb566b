-- Queries and indexes: GIN serves a query, estimates know it, and no answer changes by it.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(26);

CREATE FUNCTION pg_temp.pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
	'SELECT choices[1 + floor(random() * cardinality(choices))::int]';

-- ---- what is served ----
SET LOCAL enable_seqscan = off;
CREATE TEMP TABLE o (id int, doc bxml);
INSERT INTO o SELECT i, format('<o id="%s"><i n="%s"><p>%s</p></i><i n="x%s"><p>7.5</p></i><d>2024-01-%s</d></o>', i, i % 7, i % 13, i % 5, lpad((i % 28 + 1)::text, 2, '0'))::bxml
	FROM generate_series(1, 2000) i;
CREATE INDEX o_doc ON o USING gin (doc);
ANALYZE o;
CREATE FUNCTION pg_temp.rows_planned(condition text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) SELECT id FROM o WHERE ' || condition INTO plan;
	IF plan::text NOT LIKE '%o_doc%' THEN
		RETURN -1;
	END IF;
	RETURN (plan #>> '{0,Plan,Plan Rows}')::int;
END $$;
CREATE FUNCTION pg_temp.served(query text) RETURNS boolean LANGUAGE sql AS
	$$ SELECT pg_temp.rows_planned(format('doc @? %L::bxquery', query)) BETWEEN 1 AND 400 $$;
SELECT is(pg_temp.served('for $o in /o where $o/@id = "17" return $o'), true, 'for over the document and its where');
SELECT is(pg_temp.served('for $o in /o, $i in $o/i where $o/@id = 17 and $i/p > 3 return <a>{$i}</a>'), true, 'several, of numbers');
SELECT is(pg_temp.served('for $i in //i let $p := $i/p where $p = "5" order by $i/@n return $p/text()'), true, 'let');
SELECT is(pg_temp.served('let $v := ("5", "7") for $i in //i[@n = $v] where not($i/p != 3 or empty($i/@n)) return 1'), true, 'values of a variable');
SELECT is(pg_temp.served('if (/o/@id eq "17") then <a/> else ()'), true, 'if');
SELECT is(pg_temp.served('/o[d = xs:date("2024-01-03")]'), true, 'dates');
SELECT is(pg_temp.served('/o[xs:date(d) ge xs:date("2024-01-27")]'), true, 'values that are cast');
SELECT is(pg_temp.rows_planned($$doc @? '/o[starts-with(@id, "195")]'::bxquery$$) > 0, true, 'prefixes');
SELECT is(pg_temp.served('//i[1] ! p[. = 3]'), true, 'simple maps');
SELECT is(pg_temp.served('declare variable $x := "17"; (/o)[@id = $x]'), true, 'global variables');
SELECT is(pg_temp.served('//p'), false, 'but not what all documents have');
SELECT is(pg_temp.served('for $o in <o id="17"/> where $o/@id = "17" return $o'), false, 'nor what the query makes itself');
SELECT is(pg_temp.rows_planned($$doc @@ 'some $i in //i satisfies ($i/@n = 3 and $i/p = 4)'::bxquery$$) BETWEEN 1 AND 400, true, '@@');
SELECT is(pg_temp.rows_planned($$bxml_exists(doc, '/o[@id = "17"]'::bxquery)$$) BETWEEN 1 AND 400, true, 'the function');
SELECT is(pg_temp.rows_planned($$doc @@ 'exists(/o[@id = "17"])'::bxquery$$), 1, 'estimated by statistics');
SELECT is((SELECT array_agg(id) FROM o WHERE doc @? 'for $o in /o where $o/@id = "17" return $o'::bxquery), ARRAY[17], 'the answer');

-- ---- no answer changes ----
SELECT setseed(0.83);
CREATE FUNCTION pg_temp.element(depth int) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	name text := pg_temp.pick('a', 'b', 'c');
	content text := '';
BEGIN
	FOR i IN 1 .. floor(random() * 3)::int LOOP
		content := content || CASE WHEN depth > 0 AND random() < 0.6 THEN pg_temp.element(depth - 1) ELSE pg_temp.pick('1', '2', '10', '1.50', 'x', '', '2024-01-01', 'xy', '-1') END;
	END LOOP;
	RETURN format('<%s%s%s>%s</%1$s>', name, CASE WHEN random() < 0.6 THEN format(' n="%s"', pg_temp.pick('1', '2', '10', 'x', '01', '', '2024-01-01')) END,
		CASE WHEN random() < 0.3 THEN format(' m="%s"', pg_temp.pick('1', '2', 'x', 'true')) END, content);
END $$;
CREATE TEMP TABLE r (id int, doc bxml);
INSERT INTO r SELECT i, pg_temp.element(3)::bxml FROM generate_series(1, 250) i;
CREATE INDEX ON r USING gin (doc);

-- An expression for nodes, from a variable, the context item or the document.
CREATE FUNCTION pg_temp.nodes(depth int, scope text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	start text := pg_temp.pick(VARIADIC scope || ARRAY['/', '/', '']);
	step text := pg_temp.pick('a', 'b', 'c', '*', '@n', '@m', 'text()', '..', 'descendant::b', 'a/@n', '*[1]/b', 'node()', 'following-sibling::*', 'self::a', 'a | b') ;
BEGIN
	IF step = 'a | b' THEN
		step := '(a | b)';
	END IF;
	IF depth > 0 AND random() < 0.5 THEN
		step := step || '[' || pg_temp.truth(depth - 1, scope) || ']';
	ELSIF random() < 0.15 THEN
		step := step || pg_temp.pick('[1]', '[last()]', '[position() > 1]');
	END IF;
	IF depth > 0 AND random() < 0.1 THEN
		RETURN format('(%s ! %s)', pg_temp.nodes(depth - 1, scope), step);
	ELSIF depth > 0 AND random() < 0.1 THEN
		RETURN format('(for $z in %s where %s return $z/%s)', pg_temp.nodes(depth - 1, scope), pg_temp.truth(depth - 1, scope || '$z'::text), step);
	ELSIF depth > 0 AND random() < 0.1 THEN
		RETURN format('(if (%s) then %s else %s)', pg_temp.truth(depth - 1, scope), pg_temp.nodes(depth - 1, scope), pg_temp.nodes(depth - 1, scope));
	ELSIF random() < 0.05 THEN
		RETURN format('(<a n="1"><b>{%s}</b></a>/%s)', pg_temp.nodes(0, scope), step);
	ELSIF start = '/' THEN
		RETURN pg_temp.pick('/', '//') || step;
	ELSIF start = '' THEN
		RETURN step;
	END IF;
	RETURN start || pg_temp.pick('/', '//') || step;
END $$;
CREATE FUNCTION pg_temp.value(depth int, scope text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	RETURN CASE floor(random() * 10)::int
		WHEN 0 THEN pg_temp.pick('"1"', '"x"', '""', '"10"', '"2024-01-01"')
		WHEN 1 THEN pg_temp.pick('1', '2', '10', '1.5', '1e0', '-1', '0')
		WHEN 2 THEN pg_temp.pick('("1", "x")', '(1, 2)', '()', '("2", 1)')
		WHEN 3 THEN pg_temp.pick('xs:date("2024-01-01")', 'true()', 'false()', '1 + 1', '"1" || ""')
		WHEN 4 THEN format(pg_temp.pick('string((%s)[1])', 'number((%s)[1])', 'data(%s)', 'count(%s)', 'distinct-values(%s)', '(%s)[1] ! xs:string(.)', 'string-join(%s)'), pg_temp.nodes(depth - 1, scope))
		ELSE pg_temp.nodes(depth - 1, scope) END;
END $$;
CREATE FUNCTION pg_temp.truth(depth int, scope text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	IF depth <= 0 THEN
		RETURN pg_temp.nodes(0, scope);
	END IF;
	RETURN CASE floor(random() * 11)::int
		WHEN 0 THEN format('(%s and %s)', pg_temp.truth(depth - 1, scope), pg_temp.truth(depth - 1, scope))
		WHEN 1 THEN format('(%s or %s)', pg_temp.truth(depth - 1, scope), pg_temp.truth(depth - 1, scope))
		WHEN 2 THEN format('not(%s)', pg_temp.truth(depth - 1, scope))
		WHEN 3 THEN format(pg_temp.pick('exists(%s)', 'empty(%s)', 'boolean(%s)', 'starts-with((%s)[1], "1")', 'contains((%s)[1], "x")'), pg_temp.nodes(depth - 1, scope))
		WHEN 4 THEN format('(%s $q in %s satisfies %s)', pg_temp.pick('some', 'every'), pg_temp.nodes(depth - 1, scope), pg_temp.truth(depth - 1, scope || '$q'::text))
		WHEN 5 THEN format('(if (%s) then %s else %s)', pg_temp.truth(depth - 1, scope), pg_temp.truth(depth - 1, scope), pg_temp.truth(depth - 1, scope))
		WHEN 6 THEN format('(%s)[1] %s %s', pg_temp.nodes(depth - 1, scope), pg_temp.pick('eq', 'ne', 'lt', 'le', 'gt', 'ge'), pg_temp.pick('"1"', '"x"', '"10"', '"2"'))
		ELSE format('%s %s %s', pg_temp.value(depth, scope), pg_temp.pick('=', '=', '=', '!=', '<', '<=', '>', '>='), pg_temp.value(depth, scope)) END;
END $$;
CREATE FUNCTION pg_temp.query() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	RETURN CASE floor(random() * 8)::int
		WHEN 0 THEN pg_temp.nodes(3, '{}')
		WHEN 1 THEN format('for $x in %s where %s return %s', pg_temp.nodes(1, '{}'), pg_temp.truth(2, '{$x}'), pg_temp.pick('$x', '<r/>', '$x/b', '$x[@n = "1"]'))
		WHEN 2 THEN format('for $x in %s let $y := %s where %s order by $x return ($x, $y)', pg_temp.nodes(1, '{}'), pg_temp.nodes(1, '{$x}'), pg_temp.truth(2, '{$x,$y}'))
		WHEN 3 THEN format('let $x := %s return %s', pg_temp.nodes(2, '{}'), pg_temp.nodes(2, '{$x}'))
		WHEN 4 THEN format('for $x%s in %s, $y in %s where %s return $y', pg_temp.pick('', ' allowing empty', ' at $i'), pg_temp.nodes(1, '{}'), pg_temp.nodes(1, '{$x}'), pg_temp.truth(2, '{$x,$y}'))
		WHEN 5 THEN format('for $x in %s group by $g := string(($x/@n)[1]) where %s return $x', pg_temp.nodes(1, '{}'), pg_temp.truth(2, '{$x}'))
		WHEN 6 THEN format('declare variable $x := %s; %s', pg_temp.nodes(1, '{}'), pg_temp.nodes(2, '{$x}'))
		ELSE format('%s[%s]', pg_temp.pick('.', '//*', '/a', '(//a, //b)'), pg_temp.truth(3, '{}')) END;
END $$;

-- The ids of documents by the index and without it; NULL where the scan raises an error, which the index may hide.
CREATE FUNCTION pg_temp.found(operator text, query text, by_index boolean) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
	ids int[];
BEGIN
	PERFORM set_config('enable_seqscan', (NOT by_index)::text, true), set_config('enable_bitmapscan', by_index::text, true);
	EXECUTE format('SELECT array_agg(id ORDER BY id) FROM r WHERE doc %s %L::bxquery', operator, query) INTO ids;
	RETURN coalesce(ids, '{}');
EXCEPTION WHEN SQLSTATE '10608' THEN
	RETURN NULL;
END $$;
CREATE TEMP TABLE results AS
	SELECT operator, query, pg_temp.found(operator, query, false) AS scanned, pg_temp.found(operator, query, true) AS looked_up
		FROM (SELECT CASE WHEN i % 4 = 0 THEN '@@' ELSE '@?' END AS operator, CASE WHEN i % 4 = 0 THEN pg_temp.truth(3, '{}') ELSE pg_temp.query() END AS query
			FROM generate_series(1, 3000) i) q;
SELECT is((SELECT string_agg(format('%s %s: %s, not %s', operator, query, looked_up, scanned), E'\n') FROM results WHERE scanned IS NOT NULL AND looked_up IS DISTINCT FROM scanned),
	NULL, 'the index finds what a scan finds');
SELECT cmp_ok((SELECT count(*) FROM results WHERE scanned IS NOT NULL), '>', 1500::bigint, 'of many queries');
SELECT cmp_ok((SELECT count(*) FROM results WHERE cardinality(scanned) BETWEEN 1 AND 200), '>', 150::bigint, 'that select a part');
SELECT is((SELECT count(*) FROM results WHERE scanned IS NULL AND looked_up IS NULL) <= (SELECT count(*) FROM results WHERE scanned IS NULL), true, 'an index may hide errors');
SELECT is(pg_temp.found('@?', '//a[@n = "1"]', true) = pg_temp.found('@?', '//a[@n = "1"]', false), true, 'a simple one');
SELECT is(pg_temp.found('@?', 'for $x in //a where $x/@n < "2" return $x', true) = pg_temp.found('@?', 'for $x in //a where $x/@n < "2" return $x', false), true, 'strings have the order of strings');
SELECT is(pg_temp.found('@?', '//a[not(@n = "1")]', true) = pg_temp.found('@?', '//a[not(@n = "1")]', false), true, 'what is not');
SELECT is(pg_temp.found('@@', '/a/@n = false()', true), pg_temp.found('@@', '/a/@n = false()', false), 'booleans');
SELECT is(pg_temp.found('@?', 'declare default collation "http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive"; //*[text() = "X"]', true),
	pg_temp.found('@?', 'declare default collation "http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive"; //*[text() = "X"]', false), 'collations');
SELECT cmp_ok(cardinality(pg_temp.found('@?', 'declare default collation "http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive"; //*[text() = "X"]', true)), '>', 0, 'that find other letters');

SELECT * FROM finish();
ROLLBACK;
