-- Casts: explicit from text, by assignment to text and both ways to xml, explicit both ways to bytea.

SELECT '<a>1</a>'::text::bxml;
SELECT ('<a>1</a>'::bxml)::text || '!' AS as_text;
SELECT '<a>1</a>'::xml::bxml;
SELECT xmlserialize(document '<a>1</a>'::bxml AS text);
SELECT ('<a>1</a>'::bxml)::bytea::bxml;
SELECT ('<?xml version="1.0" encoding="UTF-8"?><a/>'::bxml)::xml;

SELECT castsource::regtype, casttarget::regtype, castcontext
FROM pg_cast WHERE 'bxml'::regtype IN (castsource, casttarget) OR 'bxpath'::regtype IN (castsource, casttarget)
ORDER BY castsource::regtype::text, casttarget::regtype::text;

CREATE TABLE t (x xml, b bxml, s text);
INSERT INTO t (b) VALUES ('<a/>'::text::bxml);
INSERT INTO t (b) SELECT '<c/>'::xml;
UPDATE t SET x = b, s = b;
SELECT * FROM t;
INSERT INTO t (b) VALUES ('<a/>'::text);
INSERT INTO t (b) VALUES ('\xb100'::bytea);
\set VERBOSITY sqlstate
SELECT xmlexists('//a' PASSING b) FROM t;
\set VERBOSITY default
SELECT xmlexists('//a' PASSING (b::xml)) FROM t;
SELECT count(*) FROM t, xmltable('/a' PASSING b COLUMNS n int PATH 'count(*)');
DROP TABLE t;

-- text goes into bxpath by itself
SELECT bxml_exists('<a/>', '/a'::text);
SELECT '<a/>'::bxml @? ('/' || 'a');

-- and so does varchar, the type that JDBC gives to strings: wherever a path is an argument, of functions and operators
SELECT '<a>1</a>'::bxml ->> '/a'::varchar AS value, '<a>1</a>'::bxml @? '/b'::varchar(10) AS found;
PREPARE path(varchar) AS SELECT bxml_value('<a>1</a>', $1), '<a>1</a>'::bxml -> $1;
EXECUTE path('/a');
DEALLOCATE path;
DO $$
DECLARE
	call record;
BEGIN
	FOR call IN
		SELECT p.proname, p.prokind, string_agg(format(CASE WHEN p.proargmodes[a.n] = 'v' THEN 'VARIADIC NULL::%s' ELSE 'NULL::%s' END,
			CASE a.type WHEN 'bxpath'::regtype THEN 'varchar' WHEN 'anyelement'::regtype THEN 'integer' WHEN 'anyarray'::regtype THEN 'integer[]'
				ELSE a.type::regtype::text END), ', ' ORDER BY a.n) AS args
		FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml',
		LATERAL unnest(p.proargtypes) WITH ORDINALITY AS a(type, n)
		WHERE 'bxpath'::regtype = ANY (p.proargtypes) AND 'internal'::regtype <> ALL (p.proargtypes)
			AND p.proname NOT IN ('bxpath_out', 'bxpath_send') AND p.prorettype NOT IN ('record'::regtype, 'internal'::regtype)
		GROUP BY p.oid, p.proname, p.prokind
	LOOP
		BEGIN
			EXECUTE format('EXPLAIN SELECT %I(%s)', call.proname, call.args);
		EXCEPTION WHEN OTHERS THEN
			RAISE NOTICE '%(%): %', call.proname, call.args, SQLERRM;
		END;
	END LOOP;
	FOR call IN
		SELECT o.oprname, o.oprleft::regtype AS type
		FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e'
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml'
		WHERE o.oprright = 'bxpath'::regtype
	LOOP
		EXECUTE format('EXPLAIN SELECT NULL::%s %s NULL::varchar', call.type, call.oprname);
	END LOOP;
END
$$;

-- bytes from outside are checked
SELECT '\x'::bytea::bxml;
SELECT '\xb10100'::bytea::bxml;
SELECT '\xb2000000000000000000'::bytea::bxml;
SELECT 'not a value'::bytea::bxml;
SELECT overlay(('<abc>x</abc>'::bxml)::bytea PLACING '\xff' FROM 12)::bxml;

-- equality is by canonical text
SELECT '<a b="1" c="2"/>'::bxml = '<a c="2" b="1"></a>'::bxml AS same, '<a/>'::bxml = '<a> </a>'::bxml AS other;
SELECT DISTINCT b FROM (VALUES ('<a/>'::bxml), ('<a></a>')) v (b);
-- which a text is not; servers before 19 word it otherwise
\set VERBOSITY sqlstate
SELECT '<a/>'::bxml = '<a/>'::text;
