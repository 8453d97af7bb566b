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
