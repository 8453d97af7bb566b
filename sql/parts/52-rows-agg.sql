-- Rows back to documents.

CREATE FUNCTION bxml_rows_agg_step(internal, ordpath, text, text, text, text, text) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bxml_rows_agg_step';
-- Laying out the value uses the state up.
CREATE FUNCTION bxml_rows_agg_final(internal) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_rows_agg_final';
CREATE AGGREGATE bxml_rows_agg(id ordpath, kind text, prefix text, ns text, name text, value text) (
	SFUNC = bxml_rows_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_rows_agg_final,
	FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);

COMMENT ON FUNCTION bxml_rows_agg_step(internal, ordpath, text, text, text, text, text) IS
	'aggregate transition function';
COMMENT ON FUNCTION bxml_rows_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_rows_agg(ordpath, text, text, text, text, text) IS
	'the document or content that rows as those of bxml_reader describe, to be called with ORDER BY id; null without rows';
