-- catalog.sql -- everything the catalogs say about the extension :'ext' and its members, one line per fact, without
-- OIDs: for test/t/upgrade, which compares two databases.

-- The number in the name of a TOAST table is the OID of the table that it is of.
CREATE FUNCTION pg_temp.name_of(class oid, object oid) RETURNS text LANGUAGE sql STABLE AS
	$$SELECT type || ' ' || coalesce(replace(identity, t[1], t[1]::oid::regclass::text), identity)
	FROM pg_identify_object(class, object, 0) LEFT JOIN regexp_match(identity, '^pg_toast\.pg_toast_([0-9]+)') t ON true$$;

-- Members, and what belongs to them: array types, operators and functions of operator families, TOAST tables,
-- constraints.
CREATE TEMP TABLE member AS
WITH RECURSIVE m(classid, objid) AS (
	SELECT 'pg_extension'::regclass::oid, oid FROM pg_extension WHERE extname = :'ext'
	UNION
	SELECT d.classid, d.objid FROM pg_depend d JOIN m ON d.refclassid = m.classid AND d.refobjid = m.objid
	WHERE d.deptype = 'e' OR d.deptype = 'i' OR d.deptype = 'a' AND d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_constraint'::regclass)
) SELECT classid, objid, pg_temp.name_of(classid, objid) AS name FROM m;

-- OIDs that rows may hold: the members here and of other extensions, which are new in every database.
CREATE TEMP TABLE known AS
SELECT DISTINCT ON (objid) objid::text, name FROM (
	SELECT objid, name FROM member
	UNION ALL SELECT d.objid, pg_temp.name_of(d.classid, d.objid) FROM pg_depend d WHERE d.deptype = 'e'
	UNION ALL SELECT t.typarray, pg_temp.name_of('pg_type'::regclass, t.typarray)
		FROM pg_depend d JOIN pg_type t ON t.oid = d.objid AND d.classid = 'pg_type'::regclass AND d.deptype = 'e'
		WHERE t.typarray <> 0
) o;

-- A row with names for OIDs.
CREATE FUNCTION pg_temp.named(r jsonb) RETURNS text LANGUAGE sql STABLE AS
	$$SELECT string_agg(coalesce('<' || k.name || '>', p.t[1]), '' ORDER BY p.n)
	FROM regexp_matches(r::text, '[0-9]+|[^0-9]+', 'g') WITH ORDINALITY p(t, n) LEFT JOIN known k ON k.objid = p.t[1]$$;

-- SQL has no OIDs, but may have constants that must not be mistaken for one.
CREATE FUNCTION pg_temp.apart(sql text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT regexp_replace(sql, '\d(?=\d)', '\&_', 'g')$$;

-- Trees of expressions hold places in the script's text; they are compared as SQL.
CREATE FUNCTION pg_temp.row_of(class oid, object oid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
	r jsonb;
BEGIN
	EXECUTE format('SELECT to_jsonb(c) FROM %s c WHERE oid = $1', class::regclass) INTO r USING object;
	IF class = 'pg_proc'::regclass THEN
		r := r - 'proargdefaults' - 'prosqlbody' || jsonb_build_object('arguments', pg_temp.apart(pg_get_function_arguments(object)),
			'body', pg_temp.apart(pg_get_function_sqlbody(object)), 'acl', (SELECT array_agg(a ORDER BY a::text) FROM unnest(
				(SELECT proacl FROM pg_proc WHERE oid = object)) a)) - 'proacl';
	ELSIF class = 'pg_rewrite'::regclass THEN
		r := r - 'ev_action' || jsonb_build_object('definition', pg_temp.apart(pg_get_ruledef(object)));
	ELSIF class = 'pg_type'::regclass THEN
		r := r - 'typdefaultbin';
	ELSIF class = 'pg_class'::regclass THEN
		-- where the rows are and how old, which VACUUM and others change
		r := r - '{relfilenode,relfrozenxid,relminmxid,relpages,reltuples,relallvisible}'::text[];
	ELSIF class = 'pg_constraint'::regclass THEN
		r := r - 'conbin' || jsonb_build_object('definition', pg_temp.apart(pg_get_constraintdef(object)));
	END IF;
	RETURN r - 'oid';
END$$;

CREATE TEMP TABLE fact (text text);
INSERT INTO fact SELECT name || ' row: ' || pg_temp.named(pg_temp.row_of(classid, objid)) FROM member;
-- The size of a state must not be mistaken for an OID.
INSERT INTO fact SELECT m.name || ' aggregate: ' || pg_temp.named(to_jsonb(a) || jsonb_build_object('aggtransspace', pg_size_pretty(a.aggtransspace::bigint)))
	FROM member m JOIN pg_aggregate a ON a.aggfnoid = m.objid AND m.classid = 'pg_proc'::regclass;
INSERT INTO fact SELECT m.name || ' column: ' || pg_temp.named(to_jsonb(a) - '{attrelid,attoptions,attcacheoff}'::text[])
	|| coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
	FROM member m JOIN pg_attribute a ON a.attrelid = m.objid AND m.classid = 'pg_class'::regclass AND a.attnum > 0
		LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum);
INSERT INTO fact SELECT m.name || ' sequence: ' || (to_jsonb(s) - 'seqrelid')::text
	FROM member m JOIN pg_sequence s ON s.seqrelid = m.objid AND m.classid = 'pg_class'::regclass;
INSERT INTO fact SELECT m.name || ' dumped: ' || coalesce(c.oid::regclass::text, '?') || ' ' || quote_nullable(e.extcondition[c.n])
	FROM member m JOIN pg_extension e ON e.oid = m.objid AND m.classid = 'pg_extension'::regclass,
		unnest(e.extconfig) WITH ORDINALITY c(oid, n);
INSERT INTO fact SELECT m.name || ' comment: ' || coalesce(obj_description(m.objid, m.classid::regclass::name), '-') FROM member m;
INSERT INTO fact SELECT m.name || ' initial privileges: ' || p.initprivs::text
	FROM member m JOIN pg_init_privs p ON (p.classoid, p.objoid) = (m.classid, m.objid);
INSERT INTO fact SELECT m.name || ' depends (' || d.deptype::text || ') on ' || pg_temp.name_of(d.refclassid, d.refobjid)
	FROM member m JOIN pg_depend d ON (d.classid, d.objid) = (m.classid, m.objid);
INSERT INTO fact SELECT m.name || ' has dependent (' || d.deptype::text || ') ' || pg_temp.name_of(d.classid, d.objid)
	FROM member m JOIN pg_depend d ON (d.refclassid, d.refobjid) = (m.classid, m.objid);

SELECT replace(text, E'\n', ' ') FROM fact ORDER BY text COLLATE "C";
