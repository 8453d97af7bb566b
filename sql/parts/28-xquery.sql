-- Queries of XQuery 3.1, on a document or on none.  None of the functions is strict: vars may be null.

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

CREATE FUNCTION bxml_trace(path bxpath, doc bxml) RETURNS text
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_trace';
CREATE FUNCTION bxquery_explain(query bxquery) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxquery_explain';

COMMENT ON TYPE bxquery IS 'query of XQuery 3.1: a main module';
COMMENT ON FUNCTION bxquery_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bxquery_out(bxquery) IS 'I/O';
COMMENT ON FUNCTION bxquery_recv(internal) IS 'I/O: version byte 1 and text, or text alone';
COMMENT ON FUNCTION bxquery_send(bxquery) IS 'I/O';
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
COMMENT ON FUNCTION bxml_trace(bxpath, bxml) IS
	'evaluates a path or query on a value, and gives its operators with how often each was evaluated, the items it gave and the time it took with those below it';
COMMENT ON FUNCTION bxquery_explain(bxquery) IS
	'how a query is evaluated: its text, operators with types, joins, scans, conditions for indexes, and notes';
COMMENT ON FUNCTION bxquery_evaluate(bxquery, jsonb) IS 'as bxml_xquery, for a query without a document: it has no context item';
COMMENT ON FUNCTION bxml_json(bxml, bxquery, jsonb) IS
	'the item that a query on a document gives as jsonb: maps become objects, arrays arrays, numbers stay exact; null when there is none';
COMMENT ON FUNCTION bxquery_json(bxquery, jsonb) IS 'as bxml_json, for a query without a document: it has no context item';
COMMENT ON FUNCTION bxquery_evaluate_text(bxquery, jsonb) IS 'as bxml_xquery_text, for a query without a document: it has no context item';

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
