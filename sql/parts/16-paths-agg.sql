-- The paths of many documents.

CREATE TYPE bxml_path_count AS (path text, documents bigint, count bigint, xpath text);

CREATE FUNCTION bxml_paths_agg_step(internal, bxml) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_paths_agg_step';
CREATE FUNCTION bxml_paths_agg_final(internal) RETURNS bxml_path_count[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_final';
CREATE AGGREGATE bxml_paths_agg(doc bxml) (
	SFUNC = bxml_paths_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_paths_agg_final, PARALLEL = SAFE);

COMMENT ON TYPE bxml_path_count IS
	'a path as written, the number of documents that have it, how often it occurs in them, and a path that finds the nodes';
COMMENT ON FUNCTION bxml_paths_agg_step(internal, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_paths_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_paths_agg(bxml) IS
	'distinct paths of all documents, ordered by path, with counts; unnest gives a table';
