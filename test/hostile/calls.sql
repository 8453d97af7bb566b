-- calls.sql -- prints statements that call every function of the extensions as a user may: with nulls, with values of
-- the pool in changing company, with domains over the types, and with values of all types where it takes any; functions
-- that return sets also in FROM, aggregates also as window functions.

CREATE FUNCTION watch.arg(t oid, k int, i int) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN t IN ('"any"'::regtype, 'anyelement'::regtype, 'anynonarray'::regtype, 'anycompatible'::regtype) THEN
			(SELECT expr FROM watch.anything ORDER BY n OFFSET k % (SELECT count(*) FROM watch.anything) LIMIT 1)
		WHEN t = 'internal'::regtype THEN 'NULL'
		ELSE coalesce((SELECT CASE WHEN expr ~ '::' THEN expr ELSE format('(%s)::%s', expr, t::regtype) END FROM watch.pool WHERE type = t
			ORDER BY n OFFSET (k * (2 * i + 1) + i) % (SELECT count(*) FROM watch.pool WHERE type = t) LIMIT 1), format('NULL::%s', t::regtype))
	END$$;

CREATE TABLE watch.called AS
SELECT p.oid, p.oid::regprocedure::text AS name, p.proname, p.prokind, p.proretset, p.prorettype, p.provariadic <> 0 AS variadic, ARRAY(SELECT unnest(p.proargtypes)) AS args,
	p.prorettype = 'record'::regtype AND p.proallargtypes IS NULL AS needs_columns, p.provolatile
FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname LIKE 'bxml%';

CREATE FUNCTION watch.form(c watch.called, args text) RETURNS text LANGUAGE sql AS $$
	SELECT CASE WHEN c.needs_columns THEN format('SELECT * FROM %I(%s) AS r(n int, doc bxml, t text, x own.dom_bxml);', c.proname, args)
		WHEN c.proretset THEN format('SELECT * FROM %I(%s) LIMIT 100;', c.proname, args)
		WHEN c.prokind = 'a' THEN format('SELECT %1$I(%2$s) FROM generate_series(1, 3) i GROUP BY i %% 2; SELECT %1$I(%2$s) OVER (ORDER BY i ROWS 1 PRECEDING) FROM generate_series(1, 3) i;', c.proname, args)
		ELSE format('SELECT %I(%s);', c.proname, args) END$$;

-- Arguments of a function with an open number of them: one, two, or an array.
CREATE FUNCTION watch.args(c watch.called, k int) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(string_agg(CASE WHEN c.variadic AND i >= cardinality(c.args) AND t <> '"any"'::regtype THEN
			CASE k % 3 WHEN 2 THEN 'VARIADIC ' || watch.arg(t, k, i::int) ELSE watch.arg((SELECT typelem FROM pg_type WHERE oid = t), k, i::int) END
		ELSE watch.arg(t, CASE WHEN t = '"any"'::regtype THEN k * i::int ELSE k END, i::int) END, ', ' ORDER BY i), '')
	FROM unnest(c.args || CASE WHEN c.variadic AND k % 3 = 1 THEN c.args[cardinality(c.args):] ELSE '{}' END) WITH ORDINALITY x(t, i)$$;

SELECT watch.form(c, watch.args(c, k)) FROM watch.called c CROSS JOIN generate_series(0, 3 * :variants) k
WHERE k < CASE WHEN cardinality(c.args) = 0 THEN 1
		WHEN '{2276,2283,2776}'::oid[] && c.args THEN 3 * :variants ELSE :variants END
-- nulls: all, and each alone
UNION ALL SELECT watch.form(c, a.list) FROM watch.called c CROSS JOIN generate_series(0, cardinality(c.args)) k
	CROSS JOIN LATERAL (SELECT string_agg(CASE WHEN k = 0 OR k = i THEN
			CASE WHEN t IN ('"any"'::regtype, 'internal'::regtype) THEN 'NULL' WHEN t = 'anyelement'::regtype THEN 'NULL::own.pair' ELSE format('NULL::%s', t::regtype) END
		ELSE watch.arg(t, 0, i::int) END, ', ' ORDER BY i) AS list FROM unnest(c.args) WITH ORDINALITY x(t, i)) a
	WHERE cardinality(c.args) > 0
-- domains
UNION ALL SELECT watch.form(c, a.list) FROM watch.called c CROSS JOIN generate_series(1, 3) k
	CROSS JOIN LATERAL (SELECT string_agg(CASE WHEN c.variadic AND i = cardinality(c.args) AND t <> '"any"'::regtype THEN 'VARIADIC ' ELSE '' END
			|| watch.arg(t, k, i::int) || coalesce((SELECT '::' || y.oid::regtype FROM pg_type y WHERE y.typbasetype = t
			AND y.typnamespace = 'own'::regnamespace LIMIT 1), ''), ', ' ORDER BY i) AS list
		FROM unnest(c.args) WITH ORDINALITY x(t, i)) a
	WHERE EXISTS (SELECT FROM pg_type y WHERE y.typbasetype = ANY (c.args) AND y.typnamespace = 'own'::regnamespace);
