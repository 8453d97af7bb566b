-- overloads.sql -- plants in the schema :"hostile" an overload of every function and operator of pg_catalog, and of
-- every function of the extensions that are installed, for all types of arguments that a call of the original may
-- have: those that are converted implicitly, and text for what is written as a literal.  Where a script looks a name up
-- in that schema, such an overload wins over a conversion.  May be run again when more types exist.
--
-- Rows go straight into the catalogs, in a second instead of minutes; their OIDs, from 4,000,000,000 on, are found
-- wherever the catalogs mention them (captured.sql).  Every overload raises an error when it is called.

SET allow_system_table_mods = on;
SET client_min_messages = error;

CREATE TEMP TABLE type_used AS
SELECT DISTINCT t.oid AS type, t.typelem <> 0 AND t.typlen = -1 AS is_array FROM pg_type t
WHERE t.typtype IN ('b', 'd', 'c') AND (t.oid IN (SELECT a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0)
	OR t.oid IN (SELECT unnest(p.proargtypes::oid[] || p.prorettype) FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid
		AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
	OR t.oid = ANY ('{regclass,regprocedure,regnamespace,regoperator,varchar,bpchar,timestamp,date,json,jsonb,jsonpath,xml}'::regtype[]::oid[]));

-- What the declared type accepts.
CREATE TEMP TABLE accepted AS
SELECT type AS declared, type AS actual FROM type_used
UNION SELECT c.casttarget, c.castsource FROM pg_cast c JOIN type_used u ON u.type = c.castsource
	WHERE c.castcontext = 'i' AND c.castsource <> c.casttarget
UNION SELECT oid, 'text'::regtype FROM pg_type WHERE typtype IN ('b', 'd');
CREATE INDEX ON accepted (declared);

CREATE TEMP TABLE original AS
SELECT p.proname AS name, p.prorettype AS result, p.proretset AS is_set, ARRAY(SELECT unnest(p.proargtypes)) AS args, false AS is_operator, p.provariadic <> 0 AS is_variadic
FROM pg_proc p WHERE (p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind <> 'p'
	OR EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'))
	AND p.pronargs > 0 AND NOT 'internal'::regtype = ANY (p.proargtypes::oid[])
UNION ALL
SELECT o.oprname, o.oprresult, false, CASE WHEN o.oprleft = 0 THEN ARRAY[o.oprright] ELSE ARRAY[o.oprleft, o.oprright] END, true, false
FROM pg_operator o WHERE o.oprnamespace = 'pg_catalog'::regnamespace;

CREATE TEMP TABLE overload AS
-- one or two arguments: every combination
SELECT o.name, o.result, o.is_set, o.is_operator, ARRAY[a1.actual] AS args
	FROM original o JOIN accepted a1 ON a1.declared = o.args[1] WHERE cardinality(o.args) = 1
UNION ALL
SELECT o.name, o.result, o.is_set, o.is_operator, ARRAY[a1.actual, a2.actual]
	FROM original o JOIN accepted a1 ON a1.declared = o.args[1] JOIN accepted a2 ON a2.declared = o.args[2] WHERE cardinality(o.args) = 2
UNION ALL
-- more: every combination at every two places
SELECT o.name, o.result, o.is_set, o.is_operator, o.args[:i - 1] || a1.actual || o.args[i + 1:j - 1] || a2.actual || o.args[j + 1:]
	FROM original o CROSS JOIN generate_series(1, 9) i CROSS JOIN generate_series(2, 9) j
		JOIN accepted a1 ON a1.declared = o.args[i] JOIN accepted a2 ON a2.declared = o.args[j]
	WHERE cardinality(o.args) > 2 AND i < j AND j <= cardinality(o.args)
UNION ALL
-- polymorphic: one type at all such places, up to three times where their number is open
SELECT o.name, o.result, o.is_set, o.is_operator, ARRAY(SELECT CASE
			WHEN a IN ('anyarray'::regtype, 'anycompatiblearray'::regtype) THEN CASE WHEN u.is_array THEN u.type ELSE t.typarray END
			WHEN a IN ('"any"'::regtype, 'anyelement'::regtype, 'anynonarray'::regtype, 'anycompatible'::regtype, 'anycompatiblenonarray'::regtype) THEN u.type
			ELSE a END
		FROM unnest(o.args || CASE WHEN o.is_variadic THEN array_fill('"any"'::regtype::oid, ARRAY[more - 1]) ELSE '{}' END) WITH ORDINALITY x(a, n) ORDER BY n)
	FROM original o CROSS JOIN type_used u JOIN pg_type t ON t.oid = u.type CROSS JOIN generate_series(1, 3) more
	WHERE o.args && ARRAY['"any"', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray', 'anyarray', 'anycompatiblearray']::regtype[]::oid[]
		AND (more = 1 OR o.is_variadic);
ALTER TABLE overload ADD vector oidvector;
UPDATE overload SET vector = array_to_string(args, ' ')::oidvector;
ANALYZE original, accepted, overload, pg_proc;

DELETE FROM overload o WHERE 0 = ANY (o.args)
	OR EXISTS (SELECT FROM pg_type t WHERE t.oid = ANY (o.args) AND t.typtype = 'p');
-- The original's own arguments win in pg_catalog, and nothing may stand in the way of what the extensions create.
DELETE FROM overload o USING original t WHERE t.name = o.name AND t.args = o.args AND t.is_operator = o.is_operator;
UPDATE overload o SET result = o.args[1] FROM pg_type t WHERE t.oid = o.result AND t.typtype = 'p' AND t.oid <> 'void'::regtype;

INSERT INTO pg_proc (oid, proname, pronamespace, proowner, prolang, procost, prorows, provariadic, prosupport, prokind, prosecdef, proleakproof,
	proisstrict, proretset, provolatile, proparallel, pronargs, pronargdefaults, prorettype, proargtypes, prosrc)
SELECT (SELECT greatest(max(oid::bigint), 4000000000) FROM pg_proc WHERE oid <> 4199999999) + row_number() OVER (), name, :'hostile'::regnamespace, 'hostile'::regrole, l.oid, 1, CASE WHEN is_set THEN 10 ELSE 0 END, 0, 0, 'f', false, false,
	true, is_set, 'v', 'u', cardinality(args), 0, result, vector,
	'BEGIN RAISE EXCEPTION ''a planted function was called''; END'
FROM (SELECT DISTINCT ON (name, args) * FROM overload WHERE NOT is_operator AND name <> '' ORDER BY name, args, result) o
	CROSS JOIN pg_language l WHERE l.lanname = 'plpgsql'
	AND NOT EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = :'hostile'::regnamespace AND p.proname = o.name AND p.proargtypes = o.vector);

INSERT INTO pg_proc (oid, proname, pronamespace, proowner, prolang, procost, prorows, provariadic, prosupport, prokind, prosecdef, proleakproof,
	proisstrict, proretset, provolatile, proparallel, pronargs, pronargdefaults, prorettype, proargtypes, prosrc)
SELECT 4199999999, 'operator_called', :'hostile'::regnamespace, 'hostile'::regrole, oid, 1, 0, 0, 0, 'f', false, false, true, false, 'v', 'u',
	2, 0, 'integer'::regtype, '23 23', 'BEGIN RAISE EXCEPTION ''a planted operator was called''; END'
FROM pg_language WHERE lanname = 'plpgsql' AND NOT EXISTS (SELECT FROM pg_proc WHERE oid = 4199999999);

INSERT INTO pg_operator (oid, oprname, oprnamespace, oprowner, oprkind, oprcanmerge, oprcanhash, oprleft, oprright, oprresult, oprcom, oprnegate,
	oprcode, oprrest, oprjoin)
SELECT (SELECT greatest(max(oid::bigint), 4200000000) FROM pg_operator) + row_number() OVER (), name, :'hostile'::regnamespace, 'hostile'::regrole,
	(CASE cardinality(args) WHEN 1 THEN 'l' ELSE 'b' END)::"char", false, false,
	CASE cardinality(args) WHEN 1 THEN 0 ELSE args[1] END, args[cardinality(args)], result, 0, 0, 4199999999, 0, 0
FROM (SELECT DISTINCT ON (name, args) * FROM overload WHERE is_operator ORDER BY name, args, result) o
WHERE NOT EXISTS (SELECT FROM pg_operator p WHERE p.oprnamespace = :'hostile'::regnamespace AND p.oprname = o.name
	AND p.oprleft = CASE cardinality(o.args) WHEN 1 THEN 0 ELSE o.args[1] END AND p.oprright = o.args[cardinality(o.args)]);

DROP TABLE type_used, accepted, original, overload;
