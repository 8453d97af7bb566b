-- XML Schema: schemas as functions of a language of their own, and documents judged by them.

CREATE FUNCTION bxml_schema_handler() RETURNS language_handler
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_handler';
CREATE FUNCTION bxml_schema_validator(oid) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_schema_validator';
CREATE TRUSTED LANGUAGE bxml_schema HANDLER bxml_schema_handler VALIDATOR bxml_schema_validator;

CREATE TYPE bxml_schema;
CREATE FUNCTION bxml_schema_in(cstring) RETURNS bxml_schema
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_in';
CREATE FUNCTION bxml_schema_out(bxml_schema) RETURNS cstring
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_out';
CREATE FUNCTION bxml_schema_recv(internal) RETURNS bxml_schema
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_recv';
CREATE FUNCTION bxml_schema_send(bxml_schema) RETURNS bytea
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_send';
CREATE TYPE bxml_schema (
	INPUT = bxml_schema_in,
	OUTPUT = bxml_schema_out,
	RECEIVE = bxml_schema_recv,
	SEND = bxml_schema_send,
	INTERNALLENGTH = 4,
	PASSEDBYVALUE,
	ALIGNMENT = int4,
	CATEGORY = 'U'
);

-- What a schema function returns changes only with the function, as with text search configurations.
CREATE FUNCTION bxml_is_valid(doc bxml, schema bxml_schema, root text DEFAULT NULL) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_is_valid';
CREATE FUNCTION bxml_is_valid(doc bxml, schemas bxml_schema[], root text DEFAULT NULL) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_is_valid_any';
CREATE FUNCTION bxml_validate(doc bxml, schema bxml_schema, root text DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_validate';
CREATE FUNCTION bxml_validate(doc bxml, schemas bxml_schema[], root text DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_validate_any';
CREATE FUNCTION bxml_validate_report(doc bxml, schema bxml_schema, root text DEFAULT NULL, max_violations integer DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, code text, message text, detail text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_validate_report';
CREATE FUNCTION bxml_validate_report(doc bxml, schemas bxml_schema[], root text DEFAULT NULL, max_violations integer DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, code text, message text, detail text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_validate_report_any';

CREATE FUNCTION bxml_create_schema(name text, document text, replace boolean DEFAULT false) RETURNS bxml_schema
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_create_schema';
CREATE FUNCTION bxml_create_schema(name text, names text[], documents text[], replace boolean DEFAULT false) RETURNS bxml_schema
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_create_schema_of';
CREATE FUNCTION bxml_create_typed_domain(name text, schema bxml_schema, root text DEFAULT NULL) RETURNS regtype
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_typed_domain';
CREATE FUNCTION bxml_create_typed_domain(name text, schemas bxml_schema[], root text DEFAULT NULL) RETURNS regtype
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_typed_domain_any';

CREATE FUNCTION bxml_validate_table("table" regclass, "column" name, schema bxml_schema DEFAULT NULL, root text DEFAULT NULL,
	progress interval DEFAULT '10 s')
	RETURNS TABLE (relation regclass, row_id tid, key jsonb, label ordpath, path text, code text, message text, detail text)
	LANGUAGE C STABLE PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_validate_table';
CREATE FUNCTION bxml_validate_table("table" regclass, "column" name, schemas bxml_schema[], root text DEFAULT NULL,
	progress interval DEFAULT '10 s')
	RETURNS TABLE (relation regclass, row_id tid, key jsonb, label ordpath, path text, code text, message text, detail text)
	LANGUAGE C STABLE PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_validate_table_any';

CREATE FUNCTION bxpath_typed(path bxpath, schema bxml_schema, root text DEFAULT NULL) RETURNS bxpath
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_typed';
CREATE FUNCTION bxpath_explain_schema(path bxpath, schema bxml_schema, root text DEFAULT NULL) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxpath_explain_schema';

CREATE FUNCTION bxml_table_from_schema(schema bxml_schema, element text, documents text DEFAULT 'SELECT id, doc FROM documents') RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_table_from_schema';
CREATE FUNCTION bxml_table_from_schema(schema bxml_schema, element text, options jsonb) RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_table_from_schema_options';

CREATE FUNCTION bxml_infer_schema_step(bytea, bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_step';
CREATE FUNCTION bxml_infer_schema_step(bytea, bxml, integer) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_step';
CREATE FUNCTION bxml_infer_schema_combine(bytea, bytea) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_infer_schema_combine';
CREATE FUNCTION bxml_infer_schema_final(bytea) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_final';
CREATE AGGREGATE bxml_infer_schema_agg(doc bxml) (
	SFUNC = bxml_infer_schema_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_infer_schema_final,
	COMBINEFUNC = bxml_infer_schema_combine, PARALLEL = SAFE);
CREATE AGGREGATE bxml_infer_schema_agg(doc bxml, enumeration integer) (
	SFUNC = bxml_infer_schema_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_infer_schema_final,
	COMBINEFUNC = bxml_infer_schema_combine, PARALLEL = SAFE);
CREATE FUNCTION bxml_infer_schema(tab regclass, col name, enumeration integer DEFAULT 8) RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100000 AS 'MODULE_PATHNAME', 'bxml_infer_schema';

CREATE FUNCTION bxml_schema_info(function oid, OUT namespaces text[], OUT roots text[], OUT version text, OUT digest bytea, OUT problem text)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_schema_info';
CREATE VIEW bxml_schemas AS
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
GRANT SELECT ON bxml_schemas TO PUBLIC;

COMMENT ON LANGUAGE bxml_schema IS
	'XML Schema: a function without arguments that returns bxml_schema, and whose body is one schema document or several';
COMMENT ON TYPE bxml_schema IS 'an XML Schema: what a function of the language bxml_schema returns';
COMMENT ON FUNCTION bxml_schema_handler() IS 'implementation of the language bxml_schema';
COMMENT ON FUNCTION bxml_schema_validator(oid) IS 'implementation of the language bxml_schema: checks a new function (not parallel safe)';
COMMENT ON FUNCTION bxml_schema_in(cstring) IS 'I/O: values come from schema functions only';
COMMENT ON FUNCTION bxml_schema_out(bxml_schema) IS 'I/O: name of the schema function';
COMMENT ON FUNCTION bxml_schema_recv(internal) IS 'I/O: values come from schema functions only';
COMMENT ON FUNCTION bxml_schema_send(bxml_schema) IS 'I/O: name of the schema function';
COMMENT ON FUNCTION bxml_is_valid(bxml, bxml_schema, text) IS
	'true if the document is valid by the schema; with a root, if its root element is that one, too';
COMMENT ON FUNCTION bxml_is_valid(bxml, bxml_schema[], text) IS 'true if the document is valid by one of the schemas';
COMMENT ON FUNCTION bxml_validate(bxml, bxml_schema, text) IS
	'the document, if it is valid by the schema; an error with the first violation, its path and label if not';
COMMENT ON FUNCTION bxml_validate(bxml, bxml_schema[], text) IS 'the document, if it is valid by one of the schemas; an error if not';
COMMENT ON FUNCTION bxml_validate_report(bxml, bxml_schema, text, integer) IS
	'violations of the schema in the document: label and path of the node (the empty label and null for the document as a whole), rule of XML Schema, what is wrong, what would be right; the first max_violations of them, all without';
COMMENT ON FUNCTION bxml_validate_report(bxml, bxml_schema[], text, integer) IS
	'no row if one of the schemas accepts the document; else violations of the first that declares its root element';
COMMENT ON FUNCTION bxml_create_schema(text, text, boolean) IS
	'creates a schema function, or replaces it, from a document (not parallel safe)';
COMMENT ON FUNCTION bxml_create_schema(text, text[], text[], boolean) IS
	'creates a schema function, or replaces it, from documents with these names, by which they include and import each other (not parallel safe)';
COMMENT ON FUNCTION bxml_create_typed_domain(text, bxml_schema, text) IS
	'creates a domain of documents that are valid by the schema, with this root (not parallel safe); null if name or schema is null';
COMMENT ON FUNCTION bxml_create_typed_domain(text, bxml_schema[], text) IS
	'creates a domain of documents that are valid by one of the schemas (not parallel safe); null if name or schemas are null';
COMMENT ON FUNCTION bxml_validate_table(regclass, name, bxml_schema, text, interval) IS
	'violations in all documents of a column, by this schema or, without one, by those that the column is bound to: partition and ctid of the row, its primary key, and the columns of bxml_validate_report; a notice of progress every so often (not parallel safe)';
COMMENT ON FUNCTION bxml_validate_table(regclass, name, bxml_schema[], text, interval) IS
	'the same for documents that none of the schemas accepts (not parallel safe)';
COMMENT ON FUNCTION bxpath_typed(bxpath, bxml_schema, text) IS
	'the path with its comparisons typed by the schema: dates as dates, booleans as booleans; queries of columns of typed domains do it by themselves';
COMMENT ON FUNCTION bxpath_explain_schema(bxpath, bxml_schema, text) IS
	'how the path will be evaluated on documents that are valid by the schema, and what the schema says of each step: how many nodes, of which type, or none';
COMMENT ON FUNCTION bxml_table_from_schema(bxml_schema, text, text) IS
	'statements that make tables of documents with that root element and fill them: a table for the document and for each element that repeats, columns for what there is one of at most; documents is a query of keys (bigint) and documents';
COMMENT ON FUNCTION bxml_table_from_schema(bxml_schema, text, jsonb) IS
	'the same; options is an object: documents, depth (levels below the root in columns; deeper elements are XML), branches (elements below the root, such as "item/price", and what is in them), on_range ("null", "error" or "report": values that the type of a column does not have), xsi_attributes (columns for attributes that only xsi:type brings)';
COMMENT ON FUNCTION bxml_infer_schema_step(bytea, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_infer_schema_step(bytea, bxml, integer) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_infer_schema_combine(bytea, bytea) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_infer_schema_final(bytea) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_infer_schema_agg(bxml) IS
	'an XML Schema that all the documents are valid by, as the body of a schema function; declarations are in the order in which documents have them, which differs from plan to plan';
COMMENT ON AGGREGATE bxml_infer_schema_agg(bxml, integer) IS
	'the same; texts of which there are at most so many values, each several times, become enumerations';
COMMENT ON FUNCTION bxml_infer_schema(regclass, name, integer) IS
	'an XML Schema that all documents of the column are valid by, as the body of a schema function; texts of which there are at most so many values, each several times, become enumerations';
COMMENT ON FUNCTION bxml_schema_info(oid) IS 'implementation of the view bxml_schemas: what a schema function declares';
COMMENT ON VIEW bxml_schemas IS
	'a row for each schema: function, owner, target namespaces, root elements, version attribute of the first document, digest of the documents, what is wrong with its documents, as far as reading them shows it without compiling them (null if nothing is), and which domains, columns, constraints, indexes and views use it';
