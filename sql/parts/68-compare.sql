-- Comparing values.

CREATE FUNCTION bxml_deep_equal(a bxml, b bxml, ignore text[] DEFAULT '{}') RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_deep_equal';

COMMENT ON FUNCTION bxml_deep_equal(bxml, bxml, text[]) IS
	'are the values equal in the data model? ignore takes comments, pi, whitespace, prefixes and order:PATH';
CREATE FUNCTION bxml_diff(a bxml, b bxml) RETURNS TABLE (id ordpath, op text, path text, old text, new text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_diff';

COMMENT ON FUNCTION bxml_diff(bxml, bxml) IS
	'what to do to nodes of a, by their labels, to make it equal to b; no rows for equal values';
