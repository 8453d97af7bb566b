-- Documents as rows.  In FROM these functions are planned as a scan of their own, for which the support function loads
-- the library in time.

CREATE FUNCTION bxml_rows_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_rows_support';

COMMENT ON FUNCTION bxml_rows_support(internal) IS 'planner support: rows by the size of the document';

CREATE FUNCTION bxml_reader(doc bxml, under ordpath DEFAULT NULL) RETURNS TABLE (id ordpath, level integer,
	kind text, prefix text, ns text, name text, type text, value text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_reader';

COMMENT ON FUNCTION bxml_reader(bxml, ordpath) IS
	'elements, attributes, namespace declarations, texts, comments and processing instructions as rows in document order, of all of the value or of the subtree of one label';

CREATE FUNCTION bxml_nodes(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS TABLE (id ordpath, node bxml)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_nodes';

COMMENT ON FUNCTION bxml_nodes(bxml, bxpath, jsonb) IS
	'nodes the path selects, in document order, with their labels (null for nodes of the namespace axis); attributes come out as text';

-- Input functions of column types may depend on settings, so what follows is not immutable.

CREATE FUNCTION bxml_table(doc bxml, row_path bxpath, VARIADIC col_paths text[]) RETURNS SETOF record
	LANGUAGE C STABLE PARALLEL SAFE COST 100 ROWS 100 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_table';
CREATE FUNCTION bxml_table_def(doc bxml, row_path bxpath, cols jsonb) RETURNS SETOF record
	LANGUAGE C STABLE PARALLEL SAFE COST 100 ROWS 100 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_table_def';

COMMENT ON FUNCTION bxml_table(bxml, bxpath, text[]) IS
	'a row for every node of the row path, a column for every column path from there: the first item as a value of the type in the column list, all items for bxml and xml; "#" is the number of the row';
COMMENT ON FUNCTION bxml_table_def(bxml, bxpath, jsonb) IS
	'as bxml_table, with an array of objects that describe the columns: path (the name of the column if missing), default, on_many (first, join, error), separator, on_empty (null, error), ordinality';

CREATE FUNCTION bxml_to_recordset(doc bxml, path bxpath) RETURNS SETOF record
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_to_recordset';
CREATE FUNCTION bxml_populate_recordset(base anyelement, doc bxml, path bxpath) RETURNS SETOF anyelement
	LANGUAGE C STABLE PARALLEL SAFE COST 100 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_populate_recordset';

COMMENT ON FUNCTION bxml_to_recordset(bxml, bxpath) IS
	'every node as a record: columns take the child element, else the attribute, of their name, in any namespace';
COMMENT ON FUNCTION bxml_populate_recordset(anyelement, bxml, bxpath) IS
	'for every node the row with columns replaced by the child element, else the attribute, that has their name';
