-- kinds.sql -- entries of test/hostile/members (:'kinds') whose kind the catalog contradicts.

WITH entry AS (
	SELECT split_part(line, E'\t', 1) AS member, split_part(line, E'\t', 2) AS kind FROM string_to_table(:'kinds', E'\n') line
), what AS (
	SELECT 'function ' || p.oid::regprocedure AS member, CASE
		WHEN p.prorettype = 'trigger'::regtype THEN '{trigger}'
		WHEN 'internal'::regtype = ANY (p.proargtypes::oid[]) THEN '{internal}'
		WHEN p.provolatile = 'v' OR p.proargtypes::oid[] && '{regclass,oid,name,refcursor}'::regtype[]::oid[] THEN
			CASE WHEN p.proname ~ '_(in|typmod_out|restrict|recv)$' THEN '{plain,settings}' ELSE '{catalog,sql,vocabulary,session}' END
		WHEN ARRAY['"any"', 'anyelement', 'record']::regtype[]::oid[] && p.proargtypes::oid[] THEN '{any}'
		WHEN p.provolatile = 's' THEN '{settings,catalog,sql,vocabulary}'
		ELSE '{plain}' END::text[] AS kinds
	FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname LIKE 'bxml%' WHERE p.prokind = 'f'
)
SELECT format('%s: %s, not %s', w.member, array_to_string(w.kinds, ' or '), e.kind) FROM what w JOIN entry e USING (member) WHERE e.kind <> ALL (w.kinds) ORDER BY 1;
