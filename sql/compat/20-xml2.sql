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
