-- Asking a document with a path.  The costs are those of documents of a few kilobytes, in units of one simple operator.

CREATE FUNCTION bxml_exists(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_exists';
CREATE FUNCTION bxml_test(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_test';
CREATE FUNCTION bxml_value(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_value';
CREATE FUNCTION bxml_query(doc bxml, path bxpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_query';
CREATE FUNCTION bxml_count(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_count';

CREATE OPERATOR @? (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_exists, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR @@ (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_test, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR -> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_query);
CREATE OPERATOR ->> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_value);

COMMENT ON FUNCTION bxml_exists(bxml, bxpath) IS 'implementation of @? operator: does the path find anything?';
COMMENT ON FUNCTION bxml_test(bxml, bxpath) IS 'implementation of @@ operator: boolean value of the path';
COMMENT ON FUNCTION bxml_value(bxml, bxpath) IS
	'implementation of ->> operator: string value of the first item, not escaped; null if there is none';
COMMENT ON FUNCTION bxml_query(bxml, bxpath) IS
	'implementation of -> operator: all items as one value; null if there are none';
COMMENT ON FUNCTION bxml_count(bxml, bxpath) IS 'number of items the path finds';
COMMENT ON OPERATOR @? (bxml, bxpath) IS 'path finds something';
COMMENT ON OPERATOR @@ (bxml, bxpath) IS 'path is true';
COMMENT ON OPERATOR -> (bxml, bxpath) IS 'all items as bxml';
COMMENT ON OPERATOR ->> (bxml, bxpath) IS 'first item as text';
