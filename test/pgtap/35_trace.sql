-- bxml_trace: the operators of a path or query, with what each of them did.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(8);

-- The line on an operator, without its time.
CREATE FUNCTION pg_temp.line(path bxpath, doc bxml, operator text) RETURNS text LANGUAGE sql AS $$
	SELECT trim(regexp_replace(line, ' time=[0-9.]+ ms\)', ')')) FROM regexp_split_to_table(bxml_trace(path, doc), E'\n') line
	WHERE line ~ ('^ *' || operator) LIMIT 1
$$;

SELECT matches(bxml_trace('/a/b', '<a/>'), '^operators:\n  path a/b: one scan .* time=[0-9]+\.[0-9]{3} ms\)', 'one line for an operator');
SELECT matches(pg_temp.line('/a/b', '<a><b/><b/><c/></a>', 'path'), '\(calls=1 items=2\)$', 'a path gives two nodes');
SELECT matches(pg_temp.line('/a/b[3]', '<a><b/><b/></a>', 'document order'), '\(calls=1 items=0\)$', 'or none');
SELECT matches(pg_temp.line('for $b in /a/b return <x>{$b/@n}</x>'::bxquery, '<a><b n="1"/><b/><b/></a>', 'element constructor'),
	'\(calls=3 items=3\)$', 'a constructor is evaluated for each tuple');
SELECT matches(bxml_trace('if (/a/b) then 1 else string-join(/a/c, ",")'::bxquery, '<a><b/></a>'), 'fn:string-join .*\(never evaluated\)', 'what is not evaluated says so');
SELECT matches(pg_temp.line('declare function local:f($n) { if ($n = 0) then 0 else local:f($n - 1) }; local:f(100000)'::bxquery, '<a/>', '    if'),
	'\(calls=100001 items=0\)$', 'tail calls stay tail calls');
SELECT throws_ok($$SELECT bxml_trace('1 idiv 0'::bxquery, '<a/>')$$, '10608', NULL, 'an error of the evaluation is raised');
SELECT is(bxml_trace('/a', NULL), NULL, 'null');

SELECT * FROM finish();
ROLLBACK;
