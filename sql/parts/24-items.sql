-- All items of a result.  None is strict: vars may be null.

CREATE FUNCTION bxml_values(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS SETOF text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 20 AS 'MODULE_PATHNAME', 'bxml_values';
CREATE FUNCTION bxml_values_array(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS text[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_values_array';
CREATE FUNCTION bxml_query_array(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS bxml[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_query_array';
CREATE FUNCTION bxml_first(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_first';
CREATE FUNCTION bxml_string_agg(doc bxml, path bxpath, separator text DEFAULT ' ', vars jsonb DEFAULT NULL)
	RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_string_agg';

COMMENT ON FUNCTION bxml_values(bxml, bxpath, jsonb) IS 'string values of all items, in document order, not escaped';
COMMENT ON FUNCTION bxml_values_array(bxml, bxpath, jsonb) IS
	'string values of all items as an array; empty if there are none';
COMMENT ON FUNCTION bxml_query_array(bxml, bxpath, jsonb) IS
	'every item as a value of its own; empty if there are none';
COMMENT ON FUNCTION bxml_first(bxml, bxpath, jsonb) IS 'the first item as a value; null if there is none';
COMMENT ON FUNCTION bxml_string_agg(bxml, bxpath, text, jsonb) IS
	'string values of all items with a separator between them; null if there are none';
