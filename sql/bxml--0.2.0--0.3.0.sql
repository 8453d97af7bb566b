\echo Use "ALTER EXTENSION bxml UPDATE TO '0.3.0'" to load this file. \quit

-- What changed between the scripts of 0.2.0 (sql/released) and those of sql/parts, in their order; test/t/upgrade
-- compares the catalog that comes of this script with that of a new installation.

-- Views whose operators and functions 0.2.0 looked up in the schema of the extension, where others may create objects.
-- Replaced, not dropped, for the sake of what depends on them.
CREATE OR REPLACE VIEW bxml_path_stats WITH (security_barrier) AS
	SELECT n.nspname AS schemaname, c.relname AS tablename, a.attname, s.stainherit AS inherited, p.*
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL bxml_path_stats_of((s.stavalues1::pg_catalog.text::pg_catalog.bytea[])[1],
			(s.stavalues2::pg_catalog.text::pg_catalog.bytea[])[1]) p
	WHERE s.stakind1 OPERATOR(pg_catalog.=) 20101 AND s.stakind2 OPERATOR(pg_catalog.=) 20102 AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
CREATE OR REPLACE VIEW bxml_schemas AS
	SELECT p.oid::pg_catalog.regproc AS schema, pg_catalog.pg_get_userbyid(p.proowner) AS owner, i.namespaces, i.roots, i.version, i.digest,
		i.problem,
		ARRAY(SELECT CASE WHEN c.contypid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
				THEN 'domain '::pg_catalog.text OPERATOR(pg_catalog.||) pg_catalog.format_type(c.contypid, NULL::pg_catalog.int4)
				ELSE pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) END
			FROM pg_catalog.pg_depend d LEFT JOIN pg_catalog.pg_constraint c
				ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_constraint'::pg_catalog.regclass::pg_catalog.oid
				AND c.oid OPERATOR(pg_catalog.=) d.objid
			WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
				AND d.refobjid OPERATOR(pg_catalog.=) p.oid
			UNION
			SELECT pg_catalog.pg_describe_object('pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, a.attrelid, a.attnum::pg_catalog.int4)
			FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_constraint c ON c.oid OPERATOR(pg_catalog.=) d.objid
				JOIN pg_catalog.pg_attribute a ON a.atttypid OPERATOR(pg_catalog.=) c.contypid AND NOT a.attisdropped
			WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_constraint'::pg_catalog.regclass::pg_catalog.oid
				AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
				AND d.refobjid OPERATOR(pg_catalog.=) p.oid
			UNION
			SELECT pg_catalog.pg_describe_object('pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, a.attrelid, a.attnum::pg_catalog.int4)
			FROM pg_catalog.pg_attribute a
			WHERE a.atttypid OPERATOR(pg_catalog.=) 'bxml'::pg_catalog.regtype::pg_catalog.oid AND NOT a.attisdropped
				AND a.atttypmod OPERATOR(pg_catalog.=)
					(p.oid::pg_catalog.int8 OPERATOR(pg_catalog.&) 2147483647::pg_catalog.int8)::pg_catalog.int4
			ORDER BY 1) AS used_by
	FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang
		CROSS JOIN LATERAL bxml_schema_info(p.oid) i
	WHERE l.lanname OPERATOR(pg_catalog.=) 'bxml_schema'::pg_catalog.name;
CREATE OR REPLACE VIEW bxml_vocabulary_columns WITH (security_barrier) AS
	SELECT s.stanumbers4[i]::pg_catalog.int4 AS number, n.nspname AS schemaname, c.relname AS tablename, a.attname,
		v.count::pg_catalog.int8 AS "values",
		(v.count OPERATOR(pg_catalog.*) s.stanumbers4[i OPERATOR(pg_catalog.+) 2])::pg_catalog.int8 AS bytes_saved,
		greatest(pg_catalog.pg_stat_get_last_analyze_time(c.oid), pg_catalog.pg_stat_get_last_autoanalyze_time(c.oid)) AS analyzed_at
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL pg_catalog.generate_series(1, pg_catalog.cardinality(s.stanumbers4), 3) i
		CROSS JOIN LATERAL (SELECT s.stanumbers4[i OPERATOR(pg_catalog.+) 1] OPERATOR(pg_catalog.*)
			(1::pg_catalog.float8 OPERATOR(pg_catalog.-) s.stanullfrac) OPERATOR(pg_catalog.*)
			greatest(c.reltuples, 0::pg_catalog.float4) AS count) v
	WHERE s.stakind4 OPERATOR(pg_catalog.=) 20104 AND NOT s.stainherit AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
CREATE OR REPLACE VIEW bxml_vocabularies AS
	SELECT v.number, v.uri, v.root, v.owner, v.learned_from, v.learned_at, v.documents, v.plain_bytes, v.shared_bytes,
		v.packed_bytes, v.retired, u.used_by, u.bytes_saved
	FROM bxml_vocabulary v LEFT JOIN (
		SELECT c.number, pg_catalog.array_agg(pg_catalog.format('%I.%I.%I'::pg_catalog.text, c.schemaname, c.tablename, c.attname)
			ORDER BY c.bytes_saved DESC, c.schemaname, c.tablename, c.attname) AS used_by,
			pg_catalog.sum(c.bytes_saved)::pg_catalog.int8 AS bytes_saved
		FROM bxml_vocabulary_columns c GROUP BY c.number) u ON u.number OPERATOR(pg_catalog.=) v.number
	WHERE v.dropped_at IS NULL;
-- What is immutable does not depend on bxml.external_entities; what depends on it is stable.
ALTER FUNCTION bxml_recv(internal, oid, integer) STABLE;
ALTER FUNCTION bxml_split(text, bxpath) STABLE;
ALTER FUNCTION bxml_split(bytea, bxpath) STABLE;
CREATE FUNCTION bxml_parse_skipping(doc text, whitespace text DEFAULT 'preserve', document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_skipping_text';
CREATE FUNCTION bxml_parse_skipping(doc bytea, encoding text DEFAULT NULL, whitespace text DEFAULT 'preserve',
	document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_skipping_bytea';
COMMENT ON FUNCTION bxml_parse_skipping(text, text, boolean) IS
	'as bxml_parse, but references to external entities, and to those that only an external DTD may declare, are left out with a notice';
COMMENT ON FUNCTION bxml_parse_skipping(bytea, text, text, boolean) IS
	'the same from bytes';

-- The view does not compile schemas.
COMMENT ON VIEW bxml_schemas IS
	'a row for each schema: function, owner, target namespaces, root elements, version attribute of the first document, digest of the documents, what is wrong with its documents, as far as reading them shows it without compiling them (null if nothing is), and which domains, columns, constraints, indexes and views use it';

-- Rows of vocabularies that could only be in the way are refused, and there is a way to repair.
CREATE FUNCTION bxml_vocabulary_check() RETURNS trigger
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_vocabulary_check';
CREATE TRIGGER bxml_vocabulary_check BEFORE INSERT ON bxml_vocabulary
	FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_check();
CREATE TRIGGER bxml_vocabulary_check BEFORE INSERT ON bxml_vocabulary_part
	FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_check();
CREATE FUNCTION bxml_vocabulary_repair(number integer, content bytea) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_vocabulary_repair';
COMMENT ON FUNCTION bxml_vocabulary_check() IS
	'of the triggers that refuse rows of vocabularies that are not right (not parallel safe)';
COMMENT ON TRIGGER bxml_vocabulary_check ON bxml_vocabulary IS 'refuses numbers, digests and kinds that no vocabulary has';
COMMENT ON TRIGGER bxml_vocabulary_check ON bxml_vocabulary_part IS
	'refuses bytes of a vocabulary that does not exist, or has all of its own';
COMMENT ON FUNCTION bxml_vocabulary_repair(integer, bytea) IS
	'puts the bytes of a vocabulary, as the column content of all its parts together in a dump or another database, in the place of those that are there, if they are the ones that it had; for its owner and the owner of the extension (not parallel safe)';

-- tables of a schema with options
CREATE FUNCTION bxml_table_from_schema(schema bxml_schema, element text, options jsonb) RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_table_from_schema_options';
COMMENT ON FUNCTION bxml_table_from_schema(bxml_schema, text, jsonb) IS
	'the same; options is an object: documents, depth (levels below the root in columns; deeper elements are XML), branches (elements below the root, such as "item/price", and what is in them), on_range ("null", "error" or "report": values that the type of a column does not have), xsi_attributes (columns for attributes that only xsi:type brings)';

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
-- XQuery
CREATE TYPE bxquery;
CREATE FUNCTION bxquery_in(cstring) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_in';
CREATE FUNCTION bxquery_out(bxquery) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxquery_out';
CREATE FUNCTION bxquery_recv(internal) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_recv';
CREATE FUNCTION bxquery_send(bxquery) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxquery_send';
CREATE TYPE bxquery (
	INPUT = bxquery_in,
	OUTPUT = bxquery_out,
	RECEIVE = bxquery_recv,
	SEND = bxquery_send,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = extended,
	CATEGORY = 'x'
);

-- As for bxpath, text is implicit.  A path is another language that mostly looks the same, so it must be asked for.
CREATE FUNCTION bxquery_from_text(text) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_from_text';
CREATE FUNCTION bxml_trace(path bxpath, doc bxml) RETURNS text
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_trace';
CREATE FUNCTION bxquery_explain(query bxquery) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxquery_explain';
CREATE FUNCTION bxpath_from_bxquery(bxquery) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_from_bxquery';
CREATE FUNCTION bxquery_from_bxpath(bxpath) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_from_bxpath';
CREATE CAST (text AS bxquery) WITH FUNCTION bxquery_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS bxquery) WITH FUNCTION bxquery_from_text(text) AS IMPLICIT;
CREATE CAST (bxquery AS bxpath) WITH FUNCTION bxpath_from_bxquery(bxquery) AS IMPLICIT;
CREATE CAST (bxpath AS bxquery) WITH FUNCTION bxquery_from_bxpath(bxpath);

-- Rows know the moment and the time zone of the session; values do not, so that they can be indexed.
CREATE FUNCTION bxml_items(doc bxml, query bxquery, vars jsonb DEFAULT NULL)
	RETURNS TABLE ("position" bigint, type text, text text, item bxml)
	LANGUAGE C STABLE PARALLEL SAFE COST 200 ROWS 20 AS 'MODULE_PATHNAME', 'bxml_items';
CREATE FUNCTION bxml_items_with(doc bxml, query bxquery, VARIADIC vars "any")
	RETURNS TABLE ("position" bigint, type text, text text, item bxml)
	LANGUAGE C STABLE PARALLEL SAFE COST 200 ROWS 20 AS 'MODULE_PATHNAME', 'bxml_items_with';
CREATE FUNCTION bxml_xquery(doc bxml, query bxquery, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_xquery';
CREATE FUNCTION bxml_xquery_text(doc bxml, query bxquery, vars jsonb DEFAULT NULL) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_xquery_text';
CREATE FUNCTION bxml_xquery_update(doc bxml, query bxquery, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300 AS 'MODULE_PATHNAME', 'bxml_xquery_update';
CREATE FUNCTION bxquery_items(query bxquery, vars jsonb DEFAULT NULL)
	RETURNS TABLE ("position" bigint, type text, text text, item bxml)
	LANGUAGE C STABLE PARALLEL SAFE COST 200 ROWS 20 AS 'MODULE_PATHNAME', 'bxquery_items';
CREATE FUNCTION bxml_xquery_run(query bxquery, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C STABLE PARALLEL RESTRICTED COST 1000 AS 'MODULE_PATHNAME', 'bxml_xquery_run';
CREATE FUNCTION bxml_items_run(query bxquery, vars jsonb DEFAULT NULL)
	RETURNS TABLE ("position" bigint, type text, text text, item bxml)
	LANGUAGE C STABLE PARALLEL RESTRICTED COST 1000 ROWS 1000 AS 'MODULE_PATHNAME', 'bxml_items_run';
CREATE FUNCTION bxquery_evaluate(query bxquery, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxquery_evaluate';
CREATE FUNCTION bxml_json(doc bxml, query bxquery, vars jsonb DEFAULT NULL) RETURNS jsonb
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_json';
CREATE FUNCTION bxquery_json(query bxquery, vars jsonb DEFAULT NULL) RETURNS jsonb
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxquery_json';
CREATE FUNCTION bxquery_evaluate_text(query bxquery, vars jsonb DEFAULT NULL) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxquery_evaluate_text';

COMMENT ON TYPE bxquery IS 'query of XQuery 3.1: a main module';
COMMENT ON FUNCTION bxquery_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bxquery_out(bxquery) IS 'I/O';
COMMENT ON FUNCTION bxquery_recv(internal) IS 'I/O: version byte 1 and text, or text alone';
COMMENT ON FUNCTION bxquery_send(bxquery) IS 'I/O';
COMMENT ON FUNCTION bxquery_from_text(text) IS 'compile a query';
COMMENT ON FUNCTION bxml_trace(bxpath, bxml) IS
	'evaluates a path or query on a value, and gives its operators with how often each was evaluated, the items it gave and the time it took with those below it';
COMMENT ON FUNCTION bxquery_explain(bxquery) IS
	'how a query is evaluated: its text, operators with types, joins, scans, conditions for indexes, and notes';
COMMENT ON FUNCTION bxpath_from_bxquery(bxquery) IS 'a query in the place of a path';
COMMENT ON FUNCTION bxquery_from_bxpath(bxpath) IS 'the text of a path as a query of XQuery 3.1';
COMMENT ON CAST (text AS bxquery) IS 'compile a query';
COMMENT ON CAST (varchar AS bxquery) IS 'compile a query';
COMMENT ON CAST (bxquery AS bxpath) IS 'a query in the place of a path: its text says that it is XQuery';
COMMENT ON CAST (bxpath AS bxquery) IS 'the text of a path as a query of XQuery 3.1';
COMMENT ON FUNCTION bxml_items(bxml, bxquery, jsonb) IS
	'the items of the result of a query on a document, in order: position from 1, type ("xs:integer", "element()"), string value, and the item as a value; functions, maps and arrays have a text that shows them, and no value';
COMMENT ON FUNCTION bxml_items_with(bxml, bxquery, "any") IS
	'as bxml_items, with variables given as names and values in turn, as for jsonb_build_object: values of any type but rows, a bxml as a document node, an array as a sequence, null as the empty sequence';
COMMENT ON FUNCTION bxml_xquery(bxml, bxquery, jsonb) IS
	'the result of a query on a document as one value, atomic items next to each other with a space between them; null if there are no items. The query may not ask for the moment or the time zone';
COMMENT ON FUNCTION bxml_xquery_text(bxml, bxquery, jsonb) IS
	'the result of a query on a document as text, by the serialization parameters that the query declares, such as declare option output:method "json"; XML if it declares none. Otherwise as bxml_xquery';
COMMENT ON FUNCTION bxml_xquery_update(bxml, bxquery, jsonb) IS
	'the document after the changes of an updating query (insert, delete, replace, rename). Otherwise as bxml_xquery';
COMMENT ON FUNCTION bxquery_items(bxquery, jsonb) IS 'as bxml_items, for a query without a document: it has no context item';
COMMENT ON FUNCTION bxml_xquery_run(bxquery, jsonb) IS
	'the result of a query that may read tables, collection("schema.table.column"), as one value; null if there are no items. Tables are read with the privileges of the caller';
COMMENT ON FUNCTION bxml_items_run(bxquery, jsonb) IS 'as bxml_xquery_run, with a row for each item as of bxml_items';
COMMENT ON FUNCTION bxquery_evaluate(bxquery, jsonb) IS 'as bxml_xquery, for a query without a document: it has no context item';
COMMENT ON FUNCTION bxml_json(bxml, bxquery, jsonb) IS
	'the item that a query on a document gives as jsonb: maps become objects, arrays arrays, numbers stay exact; null when there is none';
COMMENT ON FUNCTION bxquery_json(bxquery, jsonb) IS 'as bxml_json, for a query without a document: it has no context item';
COMMENT ON FUNCTION bxquery_evaluate_text(bxquery, jsonb) IS 'as bxml_xquery_text, for a query without a document: it has no context item';

-- JSON in a style without namespaces.
CREATE FUNCTION jsonb_to_bxml(value jsonb, style text, root text, item text DEFAULT 'item') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_jsonb_to_bxml_root';
COMMENT ON FUNCTION bxml_to_jsonb(bxml, text) IS
	'the value as JSON; style: badgerfish, members by name; jsonml, arrays that keep everything; simple, members without namespaces, and text alone as a string';
COMMENT ON FUNCTION jsonb_to_bxml(jsonb, text, text, text) IS
	'an element with the name root from any JSON, in the style simple; values of an array that has no name of its own become elements with the name item';

-- XQuery as a language: functions whose body is a query, with their arguments as variables.  They read nothing else.
CREATE FUNCTION bxml_xquery_handler() RETURNS language_handler
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_xquery_handler';
CREATE FUNCTION bxml_xquery_inline(internal) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_xquery_inline';
CREATE FUNCTION bxml_xquery_validator(oid) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_xquery_validator';
CREATE TRUSTED LANGUAGE xquery HANDLER bxml_xquery_handler INLINE bxml_xquery_inline VALIDATOR bxml_xquery_validator;
COMMENT ON LANGUAGE xquery IS 'functions whose body is a query of XQuery 3.1; arguments are variables of the query';
COMMENT ON FUNCTION bxml_xquery_handler() IS 'implementation of the language xquery';
COMMENT ON FUNCTION bxml_xquery_inline(internal) IS 'implementation of the language xquery: DO';
COMMENT ON FUNCTION bxml_xquery_validator(oid) IS 'implementation of the language xquery: checks a new function (not parallel safe)';
