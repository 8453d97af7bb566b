\echo Use "CREATE EXTENSION bxml_compat" to load this file. \quit

-- xpath() and xpath_exists() of core on bxml.  The path is bxpath, not text: with an overload on text, calls with
-- untyped arguments would be ambiguous.

CREATE FUNCTION xpath(path bxpath, doc bxml) RETURNS bxml[]
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_compat_xpath';
CREATE FUNCTION xpath(path bxpath, doc bxml, prefixes text[]) RETURNS bxml[]
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_compat_xpath';
CREATE FUNCTION xpath_exists(path bxpath, doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_exists';
CREATE FUNCTION xpath_exists(path bxpath, doc bxml, prefixes text[]) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_exists';

COMMENT ON FUNCTION xpath(bxpath, bxml) IS 'every item as a value; prints as the result of core xpath() does';
COMMENT ON FUNCTION xpath(bxpath, bxml, text[]) IS
	'every item as a value; prefixes are pairs {{prefix, URI}, ...} behind those of the prolog';
COMMENT ON FUNCTION xpath_exists(bxpath, bxml) IS 'does the path find anything?';
COMMENT ON FUNCTION xpath_exists(bxpath, bxml, text[]) IS
	'does the path find anything?  prefixes are pairs {{prefix, URI}, ...} behind those of the prolog';

-- Functions of contrib/xml2 on bxml.

CREATE FUNCTION xpath_string(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_string';
CREATE FUNCTION xpath_number(doc bxml, path bxpath) RETURNS double precision
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_number';
CREATE FUNCTION xpath_bool(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_test';
CREATE FUNCTION xpath_list(doc bxml, path bxpath, separator text DEFAULT ',') RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_list';
CREATE FUNCTION xpath_nodeset(doc bxml, path bxpath, top_tag text DEFAULT '', tag text DEFAULT '') RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_compat_xpath_nodeset';

COMMENT ON FUNCTION xpath_string(bxml, bxpath) IS 'string value of the first item; empty if there is none';
COMMENT ON FUNCTION xpath_number(bxml, bxpath) IS 'number value of the path; null if it is not a number';
COMMENT ON FUNCTION xpath_bool(bxml, bxpath) IS 'boolean value of the path';
COMMENT ON FUNCTION xpath_list(bxml, bxpath, text) IS 'string values of all items with a separator between them';
COMMENT ON FUNCTION xpath_nodeset(bxml, bxpath, text, text) IS
	'all items as XML text, each in an element of the last name, all in one of the name before; no name, no element';

-- The scripts above name bxml and bxpath, and a user who may create objects in the schema of this extension could have
-- put other types of these names there, even while the script runs.  So the functions are looked at once they exist:
-- every type that a C function takes or returns is one of the server or a base type of extension bxml, which nobody but
-- a superuser can add to it.  Operators are qualified because those of that schema are not to be trusted either.
DO LANGUAGE plpgsql $check$
DECLARE
	wrong pg_catalog.record;
BEGIN
	SELECT p.oid::pg_catalog.regprocedure AS func, n.nspname AS schema, t.typname AS type INTO wrong
	FROM pg_catalog.pg_extension e
	JOIN pg_catalog.pg_depend d ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
		AND d.refobjid OPERATOR(pg_catalog.=) e.oid AND d.deptype OPERATOR(pg_catalog.=) 'e'
		AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
	JOIN pg_catalog.pg_proc p ON p.oid OPERATOR(pg_catalog.=) d.objid
	JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang AND l.lanname OPERATOR(pg_catalog.=) 'c'
	CROSS JOIN LATERAL (SELECT p.prorettype AS type
		UNION ALL SELECT pg_catalog.unnest(p.proargtypes::pg_catalog.oid[])) used
	JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) used.type
	JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
	WHERE e.extname OPERATOR(pg_catalog.=) 'bxml_compat'
		AND n.nspname OPERATOR(pg_catalog.<>) 'pg_catalog'
		AND NOT EXISTS (SELECT FROM pg_catalog.pg_type base
			JOIN pg_catalog.pg_depend m ON m.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
				AND m.objid OPERATOR(pg_catalog.=) base.oid AND m.deptype OPERATOR(pg_catalog.=) 'e'
				AND m.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
			JOIN pg_catalog.pg_extension x ON x.oid OPERATOR(pg_catalog.=) m.refobjid
			WHERE x.extname OPERATOR(pg_catalog.=) 'bxml' AND base.typtype OPERATOR(pg_catalog.=) 'b'
				AND base.typelem OPERATOR(pg_catalog.=) 0::pg_catalog.oid
				AND (t.oid OPERATOR(pg_catalog.=) base.oid OR t.oid OPERATOR(pg_catalog.=) base.typarray))
	LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_object_definition',
			MESSAGE = pg_catalog.format('type %I.%I is not a type of extension bxml', wrong.schema, wrong.type),
			DETAIL = pg_catalog.format('The schema of extension bxml_compat has a type of the same name, which function %s would take.', wrong.func),
			HINT = 'Rename or drop that type, or create extension bxml_compat in another schema.';
	END IF;
END
$check$;
