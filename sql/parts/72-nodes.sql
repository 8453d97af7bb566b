-- Node tables: nodes of all documents of a column as rows, kept by triggers (doc/indexes.md).

CREATE FUNCTION bxml_node_rows(doc bxml, paths bxpath DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, value text, number numeric, moment timestamp)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100
	AS 'MODULE_PATHNAME', 'bxml_node_rows';
CREATE FUNCTION bxml_node_path(path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_node_path';

-- Triggers: the condition says which table, document and key they are about.

CREATE FUNCTION bxml_node_row(node_table regclass) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_node_row';
CREATE FUNCTION bxml_node_row(node_table regclass, VARIADIC document_and_key "any") RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_node_row';
CREATE FUNCTION bxml_node_trigger() RETURNS trigger
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_node_trigger';

CREATE FUNCTION bxml_create_node_table(base_table regclass, doc_column name, paths bxpath DEFAULT NULL,
	node_table name DEFAULT NULL, indexes text DEFAULT 'path, value, property') RETURNS regclass
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_node_table';
CREATE FUNCTION bxml_rebuild_node_table(node_table regclass) RETURNS bigint
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_rebuild_node_table';
CREATE FUNCTION bxml_drop_node_table(node_table regclass) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_drop_node_table';
CREATE FUNCTION bxml_node_tables() RETURNS TABLE (node_table regclass, base_table regclass, doc_column name, paths text)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_node_tables';

COMMENT ON FUNCTION bxml_node_rows(bxml, bxpath) IS
	'nodes of a document as rows of a node table: label, path, value (null if the node has child elements, or more than 500 bytes), and the value as a number and as a date or dateTime; of the nodes on the paths and all below them';
COMMENT ON FUNCTION bxml_node_path(bxpath) IS
	'a path of names as node tables have it, for comparisons with their column path: Q{uri} where the namespace is another than the parent''s';
COMMENT ON FUNCTION bxml_node_row(regclass) IS 'condition of the triggers that keep a node table';
COMMENT ON FUNCTION bxml_node_row(regclass, "any") IS 'condition of the triggers that keep a node table';
COMMENT ON FUNCTION bxml_node_trigger() IS 'keeps a node table';
COMMENT ON FUNCTION bxml_create_node_table(regclass, name, bxpath, name, text) IS
	'creates a table of the nodes of all documents of a column, of those on the paths and all below them, with the key of their row, indexes of these kinds and triggers that keep it (not parallel safe)';
COMMENT ON FUNCTION bxml_rebuild_node_table(regclass) IS
	'fills a node table anew, as after a restore; returns the number of rows (not parallel safe)';
COMMENT ON FUNCTION bxml_drop_node_table(regclass) IS 'drops a node table and the triggers that keep it (not parallel safe)';
COMMENT ON FUNCTION bxml_node_tables() IS 'the node tables of this database';
