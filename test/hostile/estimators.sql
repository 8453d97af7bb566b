-- estimators.sql -- prints statements that use the estimators of the extensions for operators on other types, with
-- constants, parameters and columns.  Before 15.16 every user may make such operators, since then superusers only, as
-- whom this runs.

SELECT format('CREATE FUNCTION own.holds(%1$s, %2$s) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS ''BEGIN RETURN true; END'';', l, r)
	|| format('CREATE OPERATOR own.<#> (LEFTARG = %s, RIGHTARG = %s, FUNCTION = own.holds, RESTRICT = %s, JOIN = %s);', l, r, s.proname, j.proname)
	|| format('EXPLAIN SELECT FROM own.wide WHERE %s OPERATOR(own.<#>) %s;', lc, re)
	|| format('EXPLAIN SELECT FROM own.wide WHERE %s OPERATOR(own.<#>) %s;', le, rc)
	|| format('EXPLAIN SELECT FROM own.wide WHERE %s OPERATOR(own.<#>) (SELECT %s);', lc, re)
	|| format('EXPLAIN SELECT FROM own.wide x JOIN own.wide y ON x.%s OPERATOR(own.<#>) y.%s;', lc, rc)
	|| format('DROP OPERATOR own.<#> (%s, %s); DROP FUNCTION own.holds;', l, r)
FROM (VALUES ('bxml', 'doc', $$'<a/>'::bxml$$), ('bxpath', 'path', $$'/a'::bxpath$$), ('ordpath', 'label', $$'1.3'::ordpath$$), ('bigint', 'n', '1234567::bigint'),
		('text', 't', $$'x'::text$$), ('own.mood', 'm', $$'a'::own.mood$$), ('double precision', 'f', '1e-300::float8')) a(l, lc, le)
	CROSS JOIN (VALUES ('bxml', 'doc', $$'<a/>'::bxml$$), ('bxpath', 'path', $$'/a'::bxpath$$), ('ordpath', 'label', $$'1.3'::ordpath$$), ('bigint', 'n', '1234567::bigint'),
		('text', 't', $$'x'::text$$), ('own.dom_bxml', 'd', $$'<a/>'::own.dom_bxml$$)) b(r, rc, re)
	CROSS JOIN watch.called s CROSS JOIN watch.called j
WHERE s.args = '{internal,oid,internal,integer}'::regtype[]::oid[] AND s.prorettype = 'float8'::regtype
	AND j.args = '{internal,oid,internal,smallint,internal}'::regtype[]::oid[];

