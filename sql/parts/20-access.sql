-- Asking a document with a path.  The costs are those of documents of a few kilobytes, in units of one simple operator.

CREATE FUNCTION bxml_path_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_support';
CREATE FUNCTION bxml_value_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_support';
CREATE FUNCTION bxml_path_sel(internal, oid, internal, integer) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_sel';
CREATE FUNCTION bxml_path_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_joinsel';

CREATE FUNCTION bxml_exists(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_path_support AS 'MODULE_PATHNAME', 'bxml_exists';
CREATE FUNCTION bxml_test(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_path_support AS 'MODULE_PATHNAME', 'bxml_test';
CREATE FUNCTION bxml_value(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_value';
CREATE FUNCTION bxml_query(doc bxml, path bxpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 150 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_query';
CREATE FUNCTION bxml_count(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_count';

-- With variables; not strict, since null means no variables.
CREATE FUNCTION bxml_exists(doc bxml, path bxpath, vars jsonb) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 SUPPORT bxml_path_support AS 'MODULE_PATHNAME', 'bxml_exists_vars';
CREATE FUNCTION bxml_test(doc bxml, path bxpath, vars jsonb) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 SUPPORT bxml_path_support AS 'MODULE_PATHNAME', 'bxml_test_vars';
CREATE FUNCTION bxml_value(doc bxml, path bxpath, vars jsonb, on_many text DEFAULT 'first',
	on_empty text DEFAULT 'null') RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 AS 'MODULE_PATHNAME', 'bxml_value_vars';
CREATE FUNCTION bxml_query(doc bxml, path bxpath, vars jsonb) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_query_vars';
CREATE FUNCTION bxml_count(doc bxml, path bxpath, vars jsonb) RETURNS bigint
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 70 AS 'MODULE_PATHNAME', 'bxml_count_vars';
CREATE FUNCTION bxpath_bind_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxpath_bind_support';
CREATE FUNCTION bxpath_bind(path bxpath, vars jsonb) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bxpath_bind_support AS 'MODULE_PATHNAME', 'bxpath_bind';
CREATE FUNCTION bxpath_bind(path bxpath, name text, value text) RETURNS bxpath
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_bind_text';

CREATE OPERATOR @? (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_exists, RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
CREATE OPERATOR @@ (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_test, RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
CREATE OPERATOR -> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_query);
CREATE OPERATOR ->> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_value);

COMMENT ON FUNCTION bxml_path_support(internal) IS 'planner support for bxml_exists and bxml_test';
COMMENT ON FUNCTION bxml_value_support(internal) IS 'planner support for functions of a document and a path: their cost';
COMMENT ON FUNCTION bxml_path_sel(internal, oid, internal, integer) IS 'restriction selectivity of @?, @@, @> and <@';
COMMENT ON FUNCTION bxml_path_joinsel(internal, oid, internal, smallint, internal) IS 'join selectivity of @?, @@, @> and <@';
COMMENT ON FUNCTION bxml_exists(bxml, bxpath) IS 'implementation of @? operator: does the path find anything?';
COMMENT ON FUNCTION bxml_test(bxml, bxpath) IS 'implementation of @@ operator: boolean value of the path';
COMMENT ON FUNCTION bxml_value(bxml, bxpath) IS
	'implementation of ->> operator: string value of the first item, not escaped; null if there is none';
COMMENT ON FUNCTION bxml_query(bxml, bxpath) IS
	'implementation of -> operator: all items as one value; null if there are none';
COMMENT ON FUNCTION bxml_count(bxml, bxpath) IS 'number of items the path finds';
COMMENT ON FUNCTION bxml_exists(bxml, bxpath, jsonb) IS
	'does the path find anything?  vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_test(bxml, bxpath, jsonb) IS
	'boolean value of the path; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_value(bxml, bxpath, jsonb, text, text) IS
	'string value of the first item; vars is an object of variables by name, or null; on_many: first, null or error; on_empty: null or error';
COMMENT ON FUNCTION bxml_query(bxml, bxpath, jsonb) IS
	'all items as one value; null if there are none; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_count(bxml, bxpath, jsonb) IS
	'number of items the path finds; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxpath_bind(bxpath, jsonb) IS
	'the path with values for its variables, declared in its prolog; for operators, indexes and stored paths';
COMMENT ON FUNCTION bxpath_bind(bxpath, text, text) IS
	'the path with a string for one of its variables; for operators, indexes and stored paths';
COMMENT ON FUNCTION bxpath_bind_support(internal) IS 'planner support for bxpath_bind: objects of one string need not be built';
COMMENT ON OPERATOR @? (bxml, bxpath) IS 'path finds something';
COMMENT ON OPERATOR @@ (bxml, bxpath) IS 'path is true';
COMMENT ON OPERATOR -> (bxml, bxpath) IS 'all items as bxml';
COMMENT ON OPERATOR ->> (bxml, bxpath) IS 'first item as text';
