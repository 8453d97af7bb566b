-- Indexes over paths and values (doc/indexes.md).

CREATE FUNCTION bxpath_compare(path bxpath, op text, value "any") RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_compare';
CREATE FUNCTION bxpath_compare(path bxpath, op text, value "any", op2 text, value2 "any") RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_compare';

CREATE FUNCTION bxml_path_ops_value(bxml, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_value';
CREATE FUNCTION bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_query';
CREATE FUNCTION bxml_path_ops_options(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_options';
CREATE FUNCTION bxml_value_ops_value(bxml, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_value';
CREATE FUNCTION bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_query';
CREATE FUNCTION bxml_value_ops_partial(bytea, bytea, smallint, internal) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_partial';
CREATE FUNCTION bxml_value_ops_options(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_options';
CREATE FUNCTION bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal) RETURNS "char"
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_gin_consistent';

CREATE OPERATOR CLASS bxml_path_ops FOR TYPE bxml USING gin AS
	OPERATOR 7 @> (bxml, bxml), OPERATOR 9 @? (bxml, bxpath), OPERATOR 10 @@ (bxml, bxpath),
	FUNCTION 1 btint4cmp(integer, integer), FUNCTION 2 bxml_path_ops_value(bxml, internal),
	FUNCTION 3 bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal),
	FUNCTION 6 bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal),
	FUNCTION 7 bxml_path_ops_options(internal),
	STORAGE integer;
CREATE OPERATOR CLASS bxml_value_ops DEFAULT FOR TYPE bxml USING gin AS
	OPERATOR 7 @> (bxml, bxml), OPERATOR 9 @? (bxml, bxpath), OPERATOR 10 @@ (bxml, bxpath),
	FUNCTION 1 byteacmp(bytea, bytea), FUNCTION 2 bxml_value_ops_value(bxml, internal),
	FUNCTION 3 bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal),
	FUNCTION 5 bxml_value_ops_partial(bytea, bytea, smallint, internal),
	FUNCTION 6 bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal),
	FUNCTION 7 bxml_value_ops_options(internal),
	STORAGE bytea;

COMMENT ON FUNCTION bxpath_compare(bxpath, text, "any") IS
	'the path with a comparison of what it selects, in index conditions; op is =, <, <=, >, >= or, with text, ^@; with = the value may be an array; with $ it is an object of variables';
COMMENT ON FUNCTION bxpath_compare(bxpath, text, "any", text, "any") IS 'the path with two comparisons of what it selects, in index conditions';
COMMENT ON FUNCTION bxml_path_ops_value(bxml, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_path_ops_options(internal) IS 'GIN support: options of bxml_path_ops';
COMMENT ON FUNCTION bxml_value_ops_value(bxml, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_partial(bytea, bytea, smallint, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_options(internal) IS 'GIN support: options of bxml_value_ops';
COMMENT ON FUNCTION bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal) IS 'GIN support';
COMMENT ON OPERATOR FAMILY bxml_path_ops USING gin IS 'paths with equality, patterns, in small indexes';
COMMENT ON OPERATOR FAMILY bxml_value_ops USING gin IS 'paths with equality, ranges, prefixes and existence, patterns';
COMMENT ON OPERATOR CLASS bxml_path_ops USING gin IS
	'one number for each value, of its path and itself: equality on paths of names, patterns with values; small';
COMMENT ON OPERATOR CLASS bxml_value_ops USING gin IS
	'values in order, by name and path: equality, ranges, prefixes and existence, on all paths; patterns';


CREATE FUNCTION bxml_index_advice(query text, OUT relation regclass, OUT predicate text, OUT served boolean, OUT used boolean,
	OUT index regclass, OUT condition text, OUT keys text, OUT reason text, OUT suggestion text) RETURNS SETOF record
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_index_advice';
COMMENT ON FUNCTION bxml_index_advice(text) IS
	'which predicates on documents of a query are served by which index, what is looked up, why others are not, and an index that would serve them; the query is planned, not executed';
CREATE FUNCTION bxml_index_advice("table" regclass, OUT relation regclass, OUT predicate text, OUT served boolean, OUT used boolean,
	OUT index regclass, OUT condition text, OUT keys text, OUT reason text, OUT suggestion text) RETURNS SETOF record
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_index_advice_of';
COMMENT ON FUNCTION bxml_index_advice(regclass) IS
	'the same for a table, by queries made up for the paths that its statistics know: which of them are served by which index, which selective ones are not, and which indexes serve nothing';

-- What ANALYZE found out, under the conditions of pg_stats.

CREATE FUNCTION bxml_path_stats_of(paths bytea, "values" bytea)
	RETURNS TABLE (path text, doc_frac real, avg_nodes real, avg_width real, n_distinct real, value_types text[],
		most_common_vals text[], most_common_freqs real[], histogram_bounds text[])
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_path_stats_of';
CREATE VIEW bxml_path_stats WITH (security_barrier) AS
	SELECT n.nspname AS schemaname, c.relname AS tablename, a.attname, s.stainherit AS inherited, p.*
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL bxml_path_stats_of((s.stavalues1::pg_catalog.text::pg_catalog.bytea[])[1],
			(s.stavalues2::pg_catalog.text::pg_catalog.bytea[])[1]) p
	WHERE s.stakind1 OPERATOR(pg_catalog.=) 20101 AND s.stakind2 OPERATOR(pg_catalog.=) 20102 AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
GRANT SELECT ON bxml_path_stats TO PUBLIC;
COMMENT ON FUNCTION bxml_path_stats_of(bytea, bytea) IS 'implementation of the view bxml_path_stats: rows of the bytes of statistics';
COMMENT ON VIEW bxml_path_stats IS
	'a row for each path in the statistics of each column of documents that the user may read: how many documents have it, and its values';
