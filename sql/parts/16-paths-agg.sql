-- The paths of many documents.

CREATE TYPE bxml_path_count AS (path text, documents bigint, count bigint, xpath text);

-- Not internal: distributed engines refuse states of pseudo-types.  Between calls it is an expanded object.
CREATE FUNCTION bxml_paths_agg_step(bytea, bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_paths_agg_step';
CREATE FUNCTION bxml_paths_agg_combine(bytea, bytea) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_combine';
CREATE FUNCTION bxml_paths_agg_final(bytea) RETURNS bxml_path_count[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_final';
CREATE AGGREGATE bxml_paths_agg(doc bxml) (
	SFUNC = bxml_paths_agg_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_paths_agg_final,
	COMBINEFUNC = bxml_paths_agg_combine, PARALLEL = SAFE);

COMMENT ON TYPE bxml_path_count IS
	'a path as written, the number of documents that have it, how often it occurs in them, and a path that finds the nodes';
COMMENT ON FUNCTION bxml_paths_agg_step(bytea, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_paths_agg_combine(bytea, bytea) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_paths_agg_final(bytea) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_paths_agg(bxml) IS
	'distinct paths of all documents, ordered by path, with counts; unnest gives a table';
