-- SQL values, rows and results of queries.  Stable: output functions of types and xmlbinary depend on settings.

CREATE FUNCTION bxml_forest(VARIADIC "any") RETURNS bxml
	LANGUAGE C STABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_forest';
CREATE FUNCTION bxml_forest_agg_step(internal, text, anyelement) RETURNS internal
	LANGUAGE C STABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_forest_agg_step';
-- As bxml_agg_final.
CREATE FUNCTION bxml_forest_agg_final(internal) RETURNS bxml
	LANGUAGE C STABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_final';
CREATE AGGREGATE bxml_forest_agg(name text, value anyelement) (
	SFUNC = bxml_forest_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_forest_agg_final,
	FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = bxml_agg_combine, SERIALFUNC = bxml_agg_serialize,
	DESERIALFUNC = bxml_agg_deserialize, PARALLEL = SAFE);
CREATE FUNCTION to_bxml(value anyelement, name text DEFAULT NULL) RETURNS bxml
	LANGUAGE C STABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_to_bxml';
CREATE FUNCTION row_to_bxml(value record, name text DEFAULT 'row', nulls boolean DEFAULT false) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_row_to_bxml';
CREATE FUNCTION query_to_bxml(query text, nulls boolean DEFAULT false, tableforest boolean DEFAULT false,
	targetns text DEFAULT '') RETURNS bxml
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_query_to_bxml';
CREATE FUNCTION table_to_bxml(tbl regclass, nulls boolean DEFAULT false, tableforest boolean DEFAULT false,
	targetns text DEFAULT '') RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME', 'bxml_table_to_bxml';
CREATE FUNCTION cursor_to_bxml(cursor refcursor, count integer, nulls boolean DEFAULT false,
	tableforest boolean DEFAULT false, targetns text DEFAULT '') RETURNS bxml
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_cursor_to_bxml';

COMMENT ON FUNCTION bxml_forest("any") IS
	'an element per column of a row, or per pair of name and value; null values are left out; null if the row is null';
COMMENT ON FUNCTION bxml_forest_agg_step(internal, text, anyelement) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_forest_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_forest_agg(text, anyelement) IS
	'an element per row of the group; null values are left out; null if there is nothing else';
COMMENT ON FUNCTION to_bxml(anyelement, text) IS
	'the value as content, or as content of an element of that name: text, elements "element" of an array, an element per column of a row; null if the value is null';
COMMENT ON FUNCTION row_to_bxml(record, text, boolean) IS
	'an element with an element per column; nulls: null columns become elements with xsi:nil, otherwise they are left out';
COMMENT ON FUNCTION query_to_bxml(text, boolean, boolean, text) IS
	'rows of a query as core''s query_to_xml maps them, without its line breaks; tableforest: every row a tree of its own; targetns: namespace of all elements';
COMMENT ON FUNCTION table_to_bxml(regclass, boolean, boolean, text) IS 'rows of a table as core''s table_to_xml maps them';
COMMENT ON FUNCTION cursor_to_bxml(refcursor, integer, boolean, boolean, text) IS
	'the next rows of a cursor as core''s cursor_to_xml maps them; count 0: all';
