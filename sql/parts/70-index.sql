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

-- What an update of the extension asks for.

CREATE FUNCTION bxml_changed_calls(expression pg_node_tree) RETURNS SETOF text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_changed_calls';
COMMENT ON FUNCTION bxml_changed_calls(pg_node_tree) IS
	'of bxml_upgrade_check: the paths of an expression of the catalogs whose answers this release has changed; null for a call whose path is not a constant';
CREATE FUNCTION bxml_upgrade_check(OUT object text, OUT kind text, OUT path text, OUT reason text, OUT statement text)
	RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 10
BEGIN ATOMIC
	WITH functions AS (
		-- those whose answers changed, of this extension
		SELECT p.oid
		FROM pg_catalog.pg_depend d
		JOIN pg_catalog.pg_extension e ON e.oid OPERATOR(pg_catalog.=) d.refobjid AND e.extname OPERATOR(pg_catalog.=) 'bxml'
		JOIN pg_catalog.pg_proc p ON p.oid OPERATOR(pg_catalog.=) d.objid
		WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
			AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
			AND p.proname OPERATOR(pg_catalog.=) ANY (ARRAY['bxml_numeric', 'bxml_try_numeric']::pg_catalog.name[])
	), users AS (
		SELECT DISTINCT d.classid, d.objid, d.objsubid
		FROM pg_catalog.pg_depend d JOIN functions f ON d.refobjid OPERATOR(pg_catalog.=) f.oid
		WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
	), stored AS (
		SELECT i.indexrelid::pg_catalog.regclass::pg_catalog.text AS object, 'index' AS kind, t.expression,
			pg_catalog.format('REINDEX INDEX %s', i.indexrelid::pg_catalog.regclass) AS statement
		FROM users u
		JOIN pg_catalog.pg_index i ON u.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
			AND i.indexrelid OPERATOR(pg_catalog.=) u.objid
		CROSS JOIN LATERAL (SELECT i.indexprs AS expression UNION ALL SELECT i.indpred) t
		UNION ALL
		SELECT pg_catalog.format('%s on %s', c.conname, CASE WHEN c.conrelid OPERATOR(pg_catalog.<>) 0
				THEN c.conrelid::pg_catalog.regclass::pg_catalog.text ELSE c.contypid::pg_catalog.regtype::pg_catalog.text END), 'check constraint', c.conbin,
			CASE WHEN c.conrelid OPERATOR(pg_catalog.<>) 0 THEN
				pg_catalog.format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s', c.conrelid::pg_catalog.regclass,
					c.conname, c.conname, pg_catalog.pg_get_constraintdef(c.oid))
			ELSE pg_catalog.format('ALTER DOMAIN %s DROP CONSTRAINT %I; ALTER DOMAIN %s ADD CONSTRAINT %I %s',
					c.contypid::pg_catalog.regtype, c.conname, c.contypid::pg_catalog.regtype, c.conname,
					pg_catalog.pg_get_constraintdef(c.oid)) END
		FROM users u
		JOIN pg_catalog.pg_constraint c ON u.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_constraint'::pg_catalog.regclass
			AND c.oid OPERATOR(pg_catalog.=) u.objid
		UNION ALL
		SELECT pg_catalog.format('%s.%I', a.attrelid::pg_catalog.regclass, a.attname), 'generated column', f.adbin,
			pg_catalog.format('UPDATE %s SET %I = DEFAULT', a.attrelid::pg_catalog.regclass, a.attname)
		FROM users u
		JOIN pg_catalog.pg_attrdef f ON u.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_attrdef'::pg_catalog.regclass
			AND f.oid OPERATOR(pg_catalog.=) u.objid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) f.adrelid AND a.attnum OPERATOR(pg_catalog.=) f.adnum
		WHERE a.attgenerated OPERATOR(pg_catalog.=) 's'::pg_catalog."char"
		UNION ALL
		SELECT c.oid::pg_catalog.regclass::pg_catalog.text, 'materialized view', r.ev_action,
			pg_catalog.format('REFRESH MATERIALIZED VIEW %s', c.oid::pg_catalog.regclass)
		FROM users u
		JOIN pg_catalog.pg_rewrite r ON u.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass
			AND r.oid OPERATOR(pg_catalog.=) u.objid
		JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.ev_class AND c.relkind OPERATOR(pg_catalog.=) 'm'::pg_catalog."char"
		UNION ALL
		SELECT p.oid::pg_catalog.regprocedure::pg_catalog.text, 'function', p.prosqlbody, NULL
		FROM users u
		JOIN pg_catalog.pg_proc p ON u.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
			AND p.oid OPERATOR(pg_catalog.=) u.objid
		WHERE p.prosqlbody IS NOT NULL
	)
	SELECT s.object, s.kind, call.call,
		CASE WHEN call.call IS NULL THEN 'the path of bxml_numeric is no constant: if it begins with a sum or an operator on numbers, the result is exact now'
		ELSE 'the result of bxml_numeric is exact now, and was the nearest binary number' END, s.statement
	FROM stored s CROSS JOIN LATERAL bxml_changed_calls(s.expression) AS call
	UNION ALL
	SELECT p.oid::pg_catalog.regprocedure::pg_catalog.text, 'function', NULL,
		'the body names bxml_numeric or bxml_try_numeric, and is text: look at the paths that it uses', NULL
	FROM pg_catalog.pg_proc p
	JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang
	WHERE l.lanname OPERATOR(pg_catalog.<>) ALL (ARRAY['internal', 'c']::pg_catalog.name[]) AND p.prosqlbody IS NULL
		AND (pg_catalog.strpos(p.prosrc, 'bxml_numeric') OPERATOR(pg_catalog.>) 0
			OR pg_catalog.strpos(p.prosrc, 'bxml_try_numeric') OPERATOR(pg_catalog.>) 0)
		AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
			AND d.objid OPERATOR(pg_catalog.=) p.oid AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char");
END;
COMMENT ON FUNCTION bxml_upgrade_check() IS
	'what stores answers that this release gives otherwise than 0.2.0 did: indexes, check constraints, generated columns, materialized views and functions, the path, why, and the statement to run; no rows: nothing has to be done';
