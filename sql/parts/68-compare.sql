-- Comparing values.

CREATE FUNCTION bxml_deep_equal(a bxml, b bxml, ignore text[] DEFAULT '{}') RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_deep_equal';

COMMENT ON FUNCTION bxml_deep_equal(bxml, bxml, text[]) IS
	'are the values equal in the data model? ignore takes comments, pi, whitespace, prefixes and order:PATH';
