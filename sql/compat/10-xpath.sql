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
