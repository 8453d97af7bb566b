-- The type bxquery, and how calls with it resolve.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(35);

-- text forms
SELECT is('1 + 1'::bxquery::text, '1 + 1', 'a query prints as it was written');
SELECT is(E'xquery version "3.1";\n1 + 1'::bxquery::text, E'xquery version "3.1";\n1 + 1', 'with its version declaration');
SELECT is('//a[b = "x"]/@c'::bxquery::text::bxquery::text, '//a[b = "x"]/@c', 'and is read back');
SELECT is(bxquery_send('1 to 3'), '\x0131' || ' to 3'::bytea, 'sent as version byte and text');
SELECT is('  1 '::text::bxquery::text, '  1 ', 'of text, as it is');
SELECT is('/a/@b'::bxpath::bxquery::text, '/a/@b', 'of a path, its text');
SELECT is(('1'::varchar)::bxquery::text, '1', 'of varchar');

-- errors of the text
CREATE FUNCTION pg_temp.report(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN format('%s %s %s', SQLSTATE, substring(SQLERRM FROM '\[(\w+)\]$'), substring(detail FROM '^At position \d+'));
END $$;
SELECT is(pg_temp.report($$SELECT '1 + '::bxquery$$), '10608 XPST0003 At position 5', 'a syntax error has code and position');
SELECT is(pg_temp.report($$SELECT '1 + nothere(2)'::bxquery$$), '10608 XPST0017 At position 5', 'a function that does not exist, too');
SELECT is(pg_temp.report($$SELECT '1 + $'::text::bxquery$$), '10608 XPST0003 At position 6', 'also of text');
SELECT is(pg_temp.report($$SELECT '/a/b[1] div'::text::bxpath$$), '10608  At position 12', 'as of a path');
SELECT is(pg_temp.report($$SELECT '1, import module namespace p = "urn:p"; 1'::bxquery$$), '10608 XPST0003 At position 11', 'a prolog in the wrong place');
SELECT is(pg_temp.report($$SELECT 'import module namespace p = "urn:p"; 1'::bxquery$$), '10608 XQST0059 At position 1', 'an import of a module');
SELECT is(pg_temp.report($$SELECT 'import schema "urn:p"; 1'::bxquery$$), '10608 XQST0009 At position 1', 'and of a schema');
SELECT is(pg_temp.report($$SELECT ''::bxquery$$), '10608 XPST0003 At position 1', 'nothing is no query');
SELECT is(pg_temp.report($$SELECT bxml_xquery('<a/>', '1 + "a"')$$), '10608 XPTY0004 At position 3', 'an error of evaluation has code and position');

-- Every call with arguments of these types resolves: result and its type.
CREATE FUNCTION pg_temp.answer(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r text;
BEGIN
	EXECUTE format('SELECT string_agg(pg_typeof(x) || '' '' || x::text, '', '') FROM (SELECT (%s) AS x) s', call) INTO r;
	RETURN coalesce(r, 'null');
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE TEMP TABLE arguments (kind text, doc text, query text, vars text);
INSERT INTO arguments VALUES ('literals without a type', $$'<a>1</a>'$$, $$'1 + 1'$$, $$'{}'$$),
	('typed literals', $$'<a>1</a>'::bxml$$, $$'1 + 1'::bxquery$$, $$'{}'::jsonb$$),
	('text', $$'<a>1</a>'::bxml$$, $$'1 + 1'::text$$, $$'{}'$$),
	('varchar', $$'<a>1</a>'::bxml$$, $$'1 + 1'::varchar$$, $$'{}'$$),
	('variables', $$'<a>1</a>'::bxml$$, $$'$x + 1'$$, $$'{"x": 1}'$$),
	('a null', $$'<a>1</a>'::bxml$$, $$'1 + 1'$$, 'NULL');
SELECT is(pg_temp.answer(format('(bxml_items(%s, %s)).text', doc, replace(query, '$x', '1'))), 'text 2', 'bxml_items: ' || kind) FROM arguments;
SELECT is((SELECT string_agg(DISTINCT pg_temp.answer(c), ' | ') FROM arguments,
	LATERAL (VALUES (format('(bxml_items(%s, %s, %s)).text', doc, query, vars)), (format('(bxquery_items(%s, %s)).text', query, vars)),
		(format('bxml_xquery(%s, %s, %s)::text', doc, query, vars)), (format('bxquery_evaluate(%s, %s)::text', query, vars))) v(c)), 'text 2', 'with vars, every function');
SELECT is((SELECT string_agg(DISTINCT pg_temp.answer(c), ' | ') FROM arguments,
	LATERAL (VALUES (format('bxml_xquery(%s, %s)::text', doc, replace(query, '$x', '1'))), (format('bxquery_evaluate(%s)::text', replace(query, '$x', '1')))) v(c)), 'text 2', 'without them, too');
SELECT is(pg_temp.answer($$bxml_xquery(NULL, '1')$$) || pg_temp.answer($$bxml_xquery('<a/>', NULL)$$) || pg_temp.answer($$bxquery_evaluate(NULL)$$), 'nullnullnull', 'a null is null');
SELECT is((SELECT count(*) FROM bxml_items(NULL, '1')) + (SELECT count(*) FROM bxml_items('<a/>', NULL)) + (SELECT count(*) FROM bxquery_items(NULL)), 0::bigint, 'or no rows');
PREPARE items_of AS SELECT text FROM bxml_items($1, $2, $3);
SELECT results_eq($$EXECUTE items_of('<a>1</a>', '1 + 1', '{}')$$, ARRAY['2'], 'parameters without types have them');
SELECT is((SELECT string_agg(t::regtype::text, ' ' ORDER BY n) FROM pg_prepared_statements, unnest(parameter_types) WITH ORDINALITY u(t, n) WHERE name = 'items_of'), 'bxml bxquery jsonb', 'of these types');

-- A path is not taken for a query, and the operators of paths not for those of queries.
SELECT is(pg_temp.report($$SELECT bxml_xquery('<a/>', '/a'::bxpath)$$) LIKE '42883%', true, 'a path must be cast');
SELECT is(pg_temp.answer($$('<a>1</a>'::bxml) ->> 'a'$$), 'text 1', 'operators mean paths');
SELECT is(pg_temp.answer($$'<a>1</a>'::bxml ->> '/a ! (. + 1)'::bxquery$$), 'text 2', 'but a query that has its type is a query there');
SELECT is(pg_temp.answer($$('<a>1</a>'::bxml -> '<b>{/a/text()}</b>'::bxquery)$$), 'bxml <b>1</b>', 'for each operator');

-- Every function and operator that takes a path resolves for whatever may stand there.
CREATE TEMP TABLE path_takers AS
	SELECT format('%s(%s)', p.proname, string_agg(CASE WHEN a.type = 'bxpath'::regtype THEN '%1$s'
			WHEN a.n = 1 AND p.proname = 'bxml_node_rows' THEN 'NULL::bxml'
			WHEN p.provariadic <> 0 AND a.n = array_length(p.proargtypes::oid[], 1) THEN 'NULL::text'
			WHEN a.type IN ('anyelement'::regtype, '"any"'::regtype) THEN 'NULL::integer' ELSE format('NULL::%s', a.type::regtype) END, ', ' ORDER BY a.n)) AS call
		FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
			JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml',
			LATERAL unnest(p.proargtypes::oid[]) WITH ORDINALITY a(type, n)
		WHERE p.prokind = 'f' AND 'bxpath'::regtype = ANY (p.proargtypes::oid[]) AND NOT 'internal'::regtype = ANY (p.proargtypes::oid[])
			AND p.proname NOT IN ('bxpath_out', 'bxpath_send', 'bxquery_from_bxpath')
		GROUP BY p.oid, p.proname, p.provariadic, p.proargtypes
	UNION ALL
	SELECT format('(NULL::%s %s %%1$s)', o.oprleft::regtype, o.oprname)
		FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e'
		WHERE o.oprright = 'bxpath'::regtype;
CREATE TEMP TABLE path_arguments (kind text, argument text);
INSERT INTO path_arguments VALUES ('a literal', '''/a'''), ('a null', 'NULL'), ('varchar', '''/a''::varchar'), ('text', '''/a''::text'),
	('bxpath', '''/a''::bxpath'), ('bxquery', '''/a''::bxquery');
SELECT cmp_ok((SELECT count(*) FROM path_takers), '>', 50::bigint, 'functions and operators with a path');
SELECT is((SELECT string_agg(format(call, argument) || ': ' || r, E'\n') FROM path_takers, path_arguments,
	LATERAL pg_temp.report(format('SELECT 1 FROM (SELECT %s) s WHERE false', format(call, argument))) r WHERE r <> 'no error'), NULL, 'resolve for every argument');
SELECT is((SELECT string_agg(format(call, '$1') || ': ' || r, E'\n') FROM path_takers,
	LATERAL pg_temp.report(format('PREPARE p AS SELECT 1 FROM (SELECT %s) s WHERE false; DEALLOCATE p', format(call, '$1'))) r
	WHERE r <> 'no error'), NULL, 'and for a parameter without a type');

SELECT * FROM finish();
ROLLBACK;
