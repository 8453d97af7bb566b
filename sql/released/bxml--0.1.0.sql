\echo Use "CREATE EXTENSION bxml" to load this file. \quit

-- Shell types, input and output.  Nothing here names a schema: the extension is relocatable.

CREATE TYPE bxml;
CREATE TYPE bxpath;

CREATE FUNCTION bxml_in(cstring, oid, integer) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_in';
CREATE FUNCTION bxml_out(bxml) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_out';
CREATE FUNCTION bxml_recv(internal, oid, integer) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_recv';
-- Depends on bxml.binary_output.
CREATE FUNCTION bxml_send(bxml) RETURNS bytea
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_send';

CREATE FUNCTION bxml_typmod_in(cstring[]) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typmod_in';
CREATE FUNCTION bxml_typmod_out(integer) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typmod_out';

-- External storage: the server then reads slices of large values instead of unpacking them from the start.
CREATE TYPE bxml (
	INPUT = bxml_in,
	OUTPUT = bxml_out,
	RECEIVE = bxml_recv,
	SEND = bxml_send,
	TYPMOD_IN = bxml_typmod_in,
	TYPMOD_OUT = bxml_typmod_out,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = external,
	CATEGORY = 'U'
);

CREATE FUNCTION bxpath_in(cstring) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_in';
CREATE FUNCTION bxpath_out(bxpath) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxpath_out';
CREATE FUNCTION bxpath_recv(internal) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_recv';
CREATE FUNCTION bxpath_send(bxpath) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxpath_send';

CREATE TYPE bxpath (
	INPUT = bxpath_in,
	OUTPUT = bxpath_out,
	RECEIVE = bxpath_recv,
	SEND = bxpath_send,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = extended,
	CATEGORY = 'U',
	PREFERRED = true
);

COMMENT ON TYPE bxml IS 'XML document or content, parsed once and stored in binary form';
COMMENT ON TYPE bxpath IS 'compiled path expression, with a prolog for namespaces';
COMMENT ON FUNCTION bxml_in(cstring, oid, integer) IS 'I/O';
COMMENT ON FUNCTION bxml_out(bxml) IS 'I/O';
COMMENT ON FUNCTION bxml_recv(internal, oid, integer) IS 'I/O: version byte 1 and UTF-8 text, or 2 and the plain binary form';
COMMENT ON FUNCTION bxml_send(bxml) IS 'I/O: text or plain binary form, as bxml.binary_output says';
COMMENT ON FUNCTION bxml_typmod_in(cstring[]) IS 'I/O of type modifiers';
COMMENT ON FUNCTION bxml_typmod_out(integer) IS 'I/O of type modifiers';
COMMENT ON FUNCTION bxpath_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bxpath_out(bxpath) IS 'I/O';
COMMENT ON FUNCTION bxpath_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bxpath_send(bxpath) IS 'I/O';

-- Parsing by function.

CREATE FUNCTION bxml_parse(doc text, whitespace text DEFAULT 'preserve', document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_text';
-- Not strict: a null encoding stands for the one the bytes declare.
CREATE FUNCTION bxml_parse(doc bytea, encoding text DEFAULT NULL, whitespace text DEFAULT 'preserve',
	document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_bytea';
CREATE FUNCTION bxml_try_parse(doc text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_try_parse';
CREATE FUNCTION bxml_is_well_formed(doc text) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_is_well_formed';
CREATE FUNCTION bxml_is_well_formed_document(doc text) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_is_well_formed_document';
CREATE FUNCTION bxml_is_well_formed_content(doc text) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_is_well_formed_content';
CREATE FUNCTION bxml_parse_error(doc text, OUT ok boolean, OUT message text, OUT line integer, OUT col integer,
	OUT "offset" integer)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_error';

COMMENT ON FUNCTION bxml_parse(text, text, boolean) IS
	'parse text; whitespace: preserve or strip; document: require a single root element';
COMMENT ON FUNCTION bxml_parse(bytea, text, text, boolean) IS
	'parse bytes in the given encoding, or the one their byte order mark or declaration tells';
COMMENT ON FUNCTION bxml_try_parse(text) IS 'parse text; null when it is not well-formed';
COMMENT ON FUNCTION bxml_is_well_formed(text) IS 'true if the text is a document or content';
COMMENT ON FUNCTION bxml_is_well_formed_document(text) IS 'true if the text is a document with a single root element';
COMMENT ON FUNCTION bxml_is_well_formed_content(text) IS 'true if the text is content: any mix of nodes and text';
COMMENT ON FUNCTION bxml_parse_error(text) IS 'what is wrong with the text, and where: line, column in characters, offset in bytes of UTF-8; instead of an error';

-- Text by function.

CREATE FUNCTION bxml_serialize(doc bxml, indent integer DEFAULT 0, declaration boolean DEFAULT false) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_serialize';
CREATE FUNCTION bxml_pretty(doc bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_pretty';
CREATE FUNCTION bxml_serialize_bytea(doc bxml, encoding text DEFAULT 'UTF-8') RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_serialize_bytea';

COMMENT ON FUNCTION bxml_serialize_bytea(bxml, text) IS
	'XML text as bytes in an encoding (a name the server knows, or UTF-16), with a declaration that names it';
COMMENT ON FUNCTION bxml_serialize(bxml, integer, boolean) IS
	'XML text, indented by that many spaces per level, with an XML declaration if asked for';
COMMENT ON FUNCTION bxml_pretty(bxml) IS 'XML text, indented for people; mixed content is left as it is';

-- Looking at values.

CREATE FUNCTION bxml_version() RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_version';
CREATE FUNCTION bxml_format_version(doc bxml) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_format_version';
CREATE FUNCTION bxml_is_document(doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_is_document';
CREATE FUNCTION bxml_root_name(doc bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 AS 'MODULE_PATHNAME', 'bxml_root_name';
CREATE FUNCTION bxml_namespaces(doc bxml) RETURNS TABLE (prefix text, uri text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 ROWS 3 AS 'MODULE_PATHNAME', 'bxml_namespaces';
CREATE FUNCTION bxml_stats(doc bxml, OUT elements bigint, OUT attributes bigint, OUT texts bigint,
	OUT comments bigint, OUT pis bigint, OUT depth integer, OUT names integer, OUT namespaces integer,
	OUT bytes bigint, OUT name_bytes bigint, OUT value_bytes bigint, OUT typed_values bigint)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_stats';
-- Tells of the stored form at hand, which is not a function of the value.
CREATE FUNCTION bxml_storage(doc bxml, OUT inline boolean, OUT compressed boolean, OUT stored bigint,
	OUT logical bigint)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_storage';
CREATE FUNCTION bxml_paths(doc bxml) RETURNS TABLE (path text, count bigint)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 ROWS 50 AS 'MODULE_PATHNAME', 'bxml_paths';
CREATE FUNCTION bxml_check(doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_check';
CREATE FUNCTION bxml_dump(doc bxml) RETURNS SETOF text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_dump';
-- Depends on bxml.compression.
CREATE FUNCTION bxml_upgrade(doc bxml) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_upgrade';
CREATE FUNCTION bxpath_explain(path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_explain';

CREATE FUNCTION bxml_counters(OUT documents bigint, OUT items_read bigint, OUT values_parsed bigint,
	OUT bytes_read bigint, OUT subtrees_skipped bigint, OUT bytes_skipped bigint, OUT slices_fetched bigint,
	OUT bytes_fetched bigint, OUT blocks_inflated bigint)
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bxml_counters';
CREATE FUNCTION bxml_counters_reset() RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bxml_counters_reset';

COMMENT ON FUNCTION bxml_counters() IS
	'work of this session since it began or since bxml_counters_reset: values opened; their items looked at; values of items read, and bytes of these; subtrees passed over as a whole, and bytes passed over; slices fetched from outside the row, and bytes of these; blocks inflated';
COMMENT ON FUNCTION bxml_counters_reset() IS 'sets the counters of bxml_counters to zero';
COMMENT ON FUNCTION bxml_upgrade(bxml) IS
	'the same value in the newest format version, compressed as bxml.compression says now; for UPDATE';
COMMENT ON FUNCTION bxml_version() IS 'version of the bxml library';
COMMENT ON FUNCTION bxml_format_version(bxml) IS 'version of the format the value is stored in';
COMMENT ON FUNCTION bxml_is_document(bxml) IS 'true if the value has a single root element and no text beside it';
COMMENT ON FUNCTION bxml_root_name(bxml) IS 'name of the first top-level element as written; null if there is none';
COMMENT ON FUNCTION bxml_namespaces(bxml) IS 'namespaces the value declares, with their prefixes';
COMMENT ON FUNCTION bxml_stats(bxml) IS 'numbers of nodes, names and bytes of a value';
COMMENT ON FUNCTION bxml_storage(bxml) IS
	'whether the value is in the row, whether it is compressed (in blocks of its own or by the server), its size as stored and plain';
COMMENT ON FUNCTION bxml_paths(bxml) IS 'distinct element and attribute paths in order of appearance, with counts';
COMMENT ON FUNCTION bxml_check(bxml) IS 'full structural check of a stored value: false if it is damaged';
COMMENT ON FUNCTION bxpath_explain(bxpath) IS
	'how a path is evaluated: what runs in one pass over the value, what navigates from node to node, what is passed over';
COMMENT ON FUNCTION bxml_dump(bxml) IS 'header, tables and items of the stored form, as text lines for people';

-- The paths of many documents.

CREATE TYPE bxml_path_count AS (path text, documents bigint, count bigint);

CREATE FUNCTION bxml_paths_agg_step(internal, bxml) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_paths_agg_step';
CREATE FUNCTION bxml_paths_agg_final(internal) RETURNS bxml_path_count[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_final';
CREATE AGGREGATE bxml_paths_agg(doc bxml) (
	SFUNC = bxml_paths_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_paths_agg_final, PARALLEL = SAFE);

COMMENT ON TYPE bxml_path_count IS 'a path, the number of documents that have it, and how often it occurs in them';
COMMENT ON FUNCTION bxml_paths_agg_step(internal, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_paths_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_paths_agg(bxml) IS
	'distinct paths of all documents, ordered by path, with counts; unnest gives a table';

-- Asking a document with a path.  The costs are those of documents of a few kilobytes, in units of one simple operator.

CREATE FUNCTION bxml_exists(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_exists';
CREATE FUNCTION bxml_test(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_test';
CREATE FUNCTION bxml_value(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_value';
CREATE FUNCTION bxml_query(doc bxml, path bxpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 150 AS 'MODULE_PATHNAME', 'bxml_query';
CREATE FUNCTION bxml_count(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_count';

-- With variables; not strict, since a null stands for none.
CREATE FUNCTION bxml_exists(doc bxml, path bxpath, vars jsonb) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 AS 'MODULE_PATHNAME', 'bxml_exists_vars';
CREATE FUNCTION bxml_test(doc bxml, path bxpath, vars jsonb) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 AS 'MODULE_PATHNAME', 'bxml_test_vars';
CREATE FUNCTION bxml_value(doc bxml, path bxpath, vars jsonb, on_many text DEFAULT 'first',
	on_empty text DEFAULT 'null') RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 60 AS 'MODULE_PATHNAME', 'bxml_value_vars';
CREATE FUNCTION bxml_query(doc bxml, path bxpath, vars jsonb) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_query_vars';
CREATE FUNCTION bxml_count(doc bxml, path bxpath, vars jsonb) RETURNS bigint
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 70 AS 'MODULE_PATHNAME', 'bxml_count_vars';
CREATE FUNCTION bxpath_bind(path bxpath, vars jsonb) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxpath_bind';

CREATE OPERATOR @? (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_exists, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR @@ (
	LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_test, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR -> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_query);
CREATE OPERATOR ->> (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_value);

COMMENT ON FUNCTION bxml_exists(bxml, bxpath) IS 'implementation of @? operator: does the path find anything?';
COMMENT ON FUNCTION bxml_test(bxml, bxpath) IS 'implementation of @@ operator: boolean value of the path';
COMMENT ON FUNCTION bxml_value(bxml, bxpath) IS
	'implementation of ->> operator: string value of the first item, not escaped; null if there is none';
COMMENT ON FUNCTION bxml_query(bxml, bxpath) IS
	'implementation of -> operator: all items as one value; null if there are none';
COMMENT ON FUNCTION bxml_count(bxml, bxpath) IS 'number of items the path finds';
COMMENT ON FUNCTION bxml_exists(bxml, bxpath, jsonb) IS
	'does the path find anything?  vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_test(bxml, bxpath, jsonb) IS
	'boolean value of the path; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_value(bxml, bxpath, jsonb, text, text) IS
	'string value of the first item; vars is an object of variables by name, or null; on_many: first, null or error; on_empty: null or error';
COMMENT ON FUNCTION bxml_query(bxml, bxpath, jsonb) IS
	'all items as one value; null if there are none; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxml_count(bxml, bxpath, jsonb) IS
	'number of items the path finds; vars is an object of variables by name, or null';
COMMENT ON FUNCTION bxpath_bind(bxpath, jsonb) IS
	'the path with values for its variables, declared in its prolog; for operators, indexes and stored paths';
COMMENT ON OPERATOR @? (bxml, bxpath) IS 'path finds something';
COMMENT ON OPERATOR @@ (bxml, bxpath) IS 'path is true';
COMMENT ON OPERATOR -> (bxml, bxpath) IS 'all items as bxml';
COMMENT ON OPERATOR ->> (bxml, bxpath) IS 'first item as text';

-- The first item of a path as a value of an SQL type.  By XSD lexical forms alone, so immutable.

CREATE FUNCTION bxml_text(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_text';
CREATE FUNCTION bxml_int(doc bxml, path bxpath) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_int';
CREATE FUNCTION bxml_bigint(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_bigint';
CREATE FUNCTION bxml_numeric(doc bxml, path bxpath) RETURNS numeric
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_numeric';
CREATE FUNCTION bxml_float8(doc bxml, path bxpath) RETURNS double precision
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_float8';
CREATE FUNCTION bxml_bool(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_bool';
CREATE FUNCTION bxml_date(doc bxml, path bxpath) RETURNS date
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_date';
CREATE FUNCTION bxml_timestamp(doc bxml, path bxpath) RETURNS timestamp
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_timestamp';
CREATE FUNCTION bxml_timestamptz(doc bxml, path bxpath) RETURNS timestamptz
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_timestamptz';
CREATE FUNCTION bxml_bytea(doc bxml, path bxpath, encoding text DEFAULT 'base64') RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_bytea';

COMMENT ON FUNCTION bxml_text(bxml, bxpath) IS 'first item as text, as bxml_value gives it; null if there is none';
COMMENT ON FUNCTION bxml_int(bxml, bxpath) IS 'first item as integer: optional sign and digits (xs:integer); null if there is none';
COMMENT ON FUNCTION bxml_bigint(bxml, bxpath) IS 'first item as bigint: optional sign and digits (xs:integer); null if there is none';
COMMENT ON FUNCTION bxml_numeric(bxml, bxpath) IS
	'first item as numeric, exactly, with all places written (xs:decimal: no exponent); null if there is none';
COMMENT ON FUNCTION bxml_float8(bxml, bxpath) IS
	'first item as double precision (xs:double: exponent, INF, -INF, NaN); null if there is none';
COMMENT ON FUNCTION bxml_bool(bxml, bxpath) IS 'first item as boolean: true, false, 1 or 0 (xs:boolean); null if there is none';
COMMENT ON FUNCTION bxml_date(bxml, bxpath) IS
	'first item as date, as written: a zone is dropped (xs:date); null if there is none';
COMMENT ON FUNCTION bxml_timestamp(bxml, bxpath) IS
	'first item as timestamp, as written: a zone is dropped (xs:dateTime); null if there is none';
COMMENT ON FUNCTION bxml_timestamptz(bxml, bxpath) IS
	'first item as timestamp with time zone; without a zone it is UTC (xs:dateTime); null if there is none';
COMMENT ON FUNCTION bxml_bytea(bxml, bxpath, text) IS
	'first item as bytes; encoding: base64 or hex (xs:base64Binary, xs:hexBinary); null if there is none';

-- All items of a result.  None is strict: vars may be null.

CREATE FUNCTION bxml_values(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS SETOF text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 20 AS 'MODULE_PATHNAME', 'bxml_values';
CREATE FUNCTION bxml_values_array(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS text[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_values_array';
CREATE FUNCTION bxml_query_array(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS bxml[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_query_array';
CREATE FUNCTION bxml_first(doc bxml, path bxpath, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_first';
CREATE FUNCTION bxml_string_agg(doc bxml, path bxpath, separator text DEFAULT ' ', vars jsonb DEFAULT NULL)
	RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_string_agg';

COMMENT ON FUNCTION bxml_values(bxml, bxpath, jsonb) IS 'string values of all items, in document order, not escaped';
COMMENT ON FUNCTION bxml_values_array(bxml, bxpath, jsonb) IS
	'string values of all items as an array; empty if there are none';
COMMENT ON FUNCTION bxml_query_array(bxml, bxpath, jsonb) IS
	'every item as a value of its own; empty if there are none';
COMMENT ON FUNCTION bxml_first(bxml, bxpath, jsonb) IS 'the first item as a value; null if there is none';
COMMENT ON FUNCTION bxml_string_agg(bxml, bxpath, text, jsonb) IS
	'string values of all items with a separator between them; null if there are none';

-- Items as values of any type, nodes as records.  Input functions may depend on settings, so nothing here is immutable.

CREATE FUNCTION bxml_value_as(doc bxml, path bxpath, target anyelement) RETURNS anyelement
	LANGUAGE C STABLE PARALLEL SAFE COST 25 AS 'MODULE_PATHNAME', 'bxml_value_as';
CREATE FUNCTION bxml_to_record(doc bxml, path bxpath) RETURNS record
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 80 AS 'MODULE_PATHNAME', 'bxml_to_record';
CREATE FUNCTION bxml_populate_record(base anyelement, doc bxml) RETURNS anyelement
	LANGUAGE C STABLE PARALLEL SAFE COST 80 AS 'MODULE_PATHNAME', 'bxml_populate_record';

COMMENT ON FUNCTION bxml_value_as(bxml, bxpath, anyelement) IS
	'first item as a value of the type of the third argument, which may be null; the node itself for bxml and xml; null if there is none';
COMMENT ON FUNCTION bxml_to_record(bxml, bxpath) IS
	'first node as a record: columns take the child element, else the attribute, of their name, in any namespace';
COMMENT ON FUNCTION bxml_populate_record(anyelement, bxml) IS
	'the row with columns replaced by the child element, else the attribute, of the root element that has their name';

-- Node labels.  Their byte form sorts as bytea does, so comparison, hashing and sorting (with abbreviated keys) are
-- the server's functions for bytea.

CREATE TYPE ordpath;

CREATE FUNCTION ordpath_in(cstring) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_in';
CREATE FUNCTION ordpath_out(ordpath) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_out';
CREATE FUNCTION ordpath_recv(internal) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_recv';
CREATE FUNCTION ordpath_send(ordpath) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_send';

CREATE TYPE ordpath (
	INPUT = ordpath_in,
	OUTPUT = ordpath_out,
	RECEIVE = ordpath_recv,
	SEND = ordpath_send,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = extended,
	CATEGORY = 'U'
);

COMMENT ON TYPE ordpath IS 'label of a node: sorts in document order, and an ancestor''s label is a prefix';
COMMENT ON FUNCTION ordpath_in(cstring) IS 'I/O';
COMMENT ON FUNCTION ordpath_out(ordpath) IS 'I/O';
COMMENT ON FUNCTION ordpath_recv(internal) IS 'I/O: version byte 1 and the byte form';
COMMENT ON FUNCTION ordpath_send(ordpath) IS 'I/O';

-- Order.

CREATE FUNCTION ordpath_lt(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'bytealt';
CREATE FUNCTION ordpath_le(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteale';
CREATE FUNCTION ordpath_eq(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteaeq';
CREATE FUNCTION ordpath_ne(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteane';
CREATE FUNCTION ordpath_ge(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteage';
CREATE FUNCTION ordpath_gt(ordpath, ordpath) RETURNS boolean
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteagt';
CREATE FUNCTION ordpath_cmp(ordpath, ordpath) RETURNS integer
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'byteacmp';
CREATE FUNCTION ordpath_sortsupport(internal) RETURNS void
	LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'bytea_sortsupport';
CREATE FUNCTION ordpath_hash(ordpath) RETURNS integer
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'hashvarlena';
CREATE FUNCTION ordpath_hash_extended(ordpath, bigint) RETURNS bigint
	LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 AS 'hashvarlenaextended';

CREATE OPERATOR < (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_lt, COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_le, COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_eq, COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_ne, COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_ge, COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_gt, COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel);

CREATE OPERATOR CLASS ordpath_ops DEFAULT FOR TYPE ordpath USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 ordpath_cmp(ordpath, ordpath), FUNCTION 2 ordpath_sortsupport(internal), FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS ordpath_ops DEFAULT FOR TYPE ordpath USING hash AS
	OPERATOR 1 =, FUNCTION 1 ordpath_hash(ordpath), FUNCTION 2 ordpath_hash_extended(ordpath, bigint);

COMMENT ON FUNCTION ordpath_lt(ordpath, ordpath) IS 'implementation of < operator';
COMMENT ON FUNCTION ordpath_le(ordpath, ordpath) IS 'implementation of <= operator';
COMMENT ON FUNCTION ordpath_eq(ordpath, ordpath) IS 'implementation of = operator';
COMMENT ON FUNCTION ordpath_ne(ordpath, ordpath) IS 'implementation of <> operator';
COMMENT ON FUNCTION ordpath_ge(ordpath, ordpath) IS 'implementation of >= operator';
COMMENT ON FUNCTION ordpath_gt(ordpath, ordpath) IS 'implementation of > operator';
COMMENT ON FUNCTION ordpath_cmp(ordpath, ordpath) IS 'less-equal-greater';
COMMENT ON FUNCTION ordpath_sortsupport(internal) IS 'sort support';
COMMENT ON FUNCTION ordpath_hash(ordpath) IS 'hash';
COMMENT ON FUNCTION ordpath_hash_extended(ordpath, bigint) IS 'hash';
COMMENT ON OPERATOR < (ordpath, ordpath) IS 'before in document order';
COMMENT ON OPERATOR <= (ordpath, ordpath) IS 'before in document order, or the same';
COMMENT ON OPERATOR = (ordpath, ordpath) IS 'the same label';
COMMENT ON OPERATOR <> (ordpath, ordpath) IS 'another label';
COMMENT ON OPERATOR >= (ordpath, ordpath) IS 'after in document order, or the same';
COMMENT ON OPERATOR > (ordpath, ordpath) IS 'after in document order';
COMMENT ON OPERATOR FAMILY ordpath_ops USING btree IS 'document order of labels';
COMMENT ON OPERATOR FAMILY ordpath_ops USING hash IS 'equality of labels';
COMMENT ON OPERATOR CLASS ordpath_ops USING btree IS 'document order; a subtree is a range, and <@ searches it';
COMMENT ON OPERATOR CLASS ordpath_ops USING hash IS 'equality';

-- Ancestry.  The planner turns "column <@ label" into a range of a btree index.

CREATE FUNCTION ordpath_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_support';
CREATE FUNCTION ordpath_contains(ordpath, ordpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 SUPPORT ordpath_support AS 'MODULE_PATHNAME', 'ordpath_contains';
CREATE FUNCTION ordpath_contained(ordpath, ordpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 1 SUPPORT ordpath_support AS 'MODULE_PATHNAME', 'ordpath_contained';
CREATE FUNCTION ordpath_containssel(internal, oid, internal, integer) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_containssel';
CREATE FUNCTION ordpath_containedsel(internal, oid, internal, integer) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_containedsel';

CREATE OPERATOR @> (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_contains, COMMUTATOR = <@,
	RESTRICT = ordpath_containssel, JOIN = contjoinsel);
CREATE OPERATOR <@ (
	LEFTARG = ordpath, RIGHTARG = ordpath, FUNCTION = ordpath_contained, COMMUTATOR = @>,
	RESTRICT = ordpath_containedsel, JOIN = contjoinsel);

COMMENT ON FUNCTION ordpath_support(internal) IS 'planner support for ordpath_contains and ordpath_contained';
COMMENT ON FUNCTION ordpath_contains(ordpath, ordpath) IS 'implementation of @> operator';
COMMENT ON FUNCTION ordpath_contained(ordpath, ordpath) IS 'implementation of <@ operator';
COMMENT ON FUNCTION ordpath_containssel(internal, oid, internal, integer) IS 'restriction selectivity of @>';
COMMENT ON FUNCTION ordpath_containedsel(internal, oid, internal, integer) IS 'restriction selectivity of <@';
COMMENT ON OPERATOR @> (ordpath, ordpath) IS 'ancestor of, or the same';
COMMENT ON OPERATOR <@ (ordpath, ordpath) IS 'descendant of, or the same';

-- Parts of labels, and new ones.

CREATE FUNCTION ordpath_parent(ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_parent';
CREATE FUNCTION ordpath_level(ordpath) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_level';
CREATE FUNCTION ordpath_common(ordpath, ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_common';
CREATE FUNCTION ordpath_upper(ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_upper';
-- Not strict: a null is an open end.
CREATE FUNCTION ordpath_between(after ordpath, before ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_between';

COMMENT ON FUNCTION ordpath_parent(ordpath) IS 'label of the parent node; null for the document node';
COMMENT ON FUNCTION ordpath_level(ordpath) IS 'number of levels below the document node, which is 0';
COMMENT ON FUNCTION ordpath_common(ordpath, ordpath) IS 'label of the lowest common ancestor, or of one of the two';
COMMENT ON FUNCTION ordpath_upper(ordpath) IS
	'end of the subtree: x <@ a is the same as x >= a AND x < ordpath_upper(a)';
COMMENT ON FUNCTION ordpath_between(ordpath, ordpath) IS
	'label for a new sibling after the first and before the second; null stands for an open end, two nulls give null';

-- Nodes by their labels.

CREATE FUNCTION bxml_node(doc bxml, label ordpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_node';
CREATE FUNCTION bxml_path_of(doc bxml, label ordpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_path_of';
CREATE FUNCTION bxml_relabel(doc bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_relabel';

COMMENT ON FUNCTION bxml_node(bxml, ordpath) IS
	'the node with this label, as -> would give it; null if there is none';
COMMENT ON FUNCTION bxml_path_of(bxml, ordpath) IS
	'path that selects the node with this label: names and positions; null if there is none';
COMMENT ON FUNCTION bxml_relabel(bxml) IS
	'the same document with the labels a newly parsed one has; labels kept elsewhere then no longer fit';

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

-- Rows back to documents.

CREATE FUNCTION bxml_rows_agg_step(internal, ordpath, text, text, text, text, text) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bxml_rows_agg_step';
-- Laying out the value uses the state up.
CREATE FUNCTION bxml_rows_agg_final(internal) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_rows_agg_final';
CREATE AGGREGATE bxml_rows_agg(id ordpath, kind text, prefix text, ns text, name text, value text) (
	SFUNC = bxml_rows_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_rows_agg_final,
	FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);

COMMENT ON FUNCTION bxml_rows_agg_step(internal, ordpath, text, text, text, text, text) IS
	'aggregate transition function';
COMMENT ON FUNCTION bxml_rows_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_rows_agg(ordpath, text, text, text, text, text) IS
	'the document or content that rows as those of bxml_reader describe, to be called with ORDER BY id; null without rows';

-- One long text to a row per record.

CREATE FUNCTION bxml_split(doc text, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_text';
CREATE FUNCTION bxml_split(doc bytea, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_bytea';

-- What follows reads from outside the arguments: a large object by the snapshot of the query, a file as it is.

CREATE FUNCTION bxml_split_lo(loid oid, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_lo';
CREATE FUNCTION bxml_split_file(filename text, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_file';

COMMENT ON FUNCTION bxml_split(text, bxpath) IS
	'a value for every element the record path selects, in the order of the text, read as a stream';
COMMENT ON FUNCTION bxml_split(bytea, bxpath) IS
	'the same from bytes in the encoding that their byte order mark or declaration tells';
COMMENT ON FUNCTION bxml_split_lo(oid, bxpath) IS
	'the same from a large object that the user may read, piece by piece (not parallel safe)';
COMMENT ON FUNCTION bxml_split_file(text, bxpath) IS
	'the same from a file of the server, piece by piece; for members of pg_read_server_files (in parallel queries run by the leader)';

-- Changing a document: every function returns a new value.

CREATE FUNCTION bxml_insert(doc bxml, path bxpath, content bxml, place text DEFAULT 'last') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_insert';
CREATE FUNCTION bxml_insert(doc bxml, label ordpath, content bxml, place text DEFAULT 'last') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_insert_label';
CREATE FUNCTION bxml_delete(doc bxml, path bxpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_delete';
CREATE FUNCTION bxml_delete(doc bxml, label ordpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_delete_label';
CREATE FUNCTION bxml_replace(doc bxml, path bxpath, content bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_replace';
CREATE FUNCTION bxml_replace(doc bxml, label ordpath, content bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_replace_label';
CREATE FUNCTION bxml_set(doc bxml, path bxpath, value text, create_missing boolean DEFAULT false) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set';
CREATE FUNCTION bxml_set(doc bxml, label ordpath, value text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_label';
CREATE FUNCTION bxml_set_attribute(doc bxml, path bxpath, name text, value text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_attribute';
CREATE FUNCTION bxml_set_attribute(doc bxml, label ordpath, name text, value text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_attribute_label';
CREATE FUNCTION bxml_rename(doc bxml, path bxpath, name text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_rename';
CREATE FUNCTION bxml_rename(doc bxml, label ordpath, name text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_rename_label';
-- Not strict: a null for vars stands for none.
CREATE FUNCTION bxml_modify(doc bxml, expr text, vars jsonb DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300 AS 'MODULE_PATHNAME', 'bxml_modify';

CREATE OPERATOR #- (LEFTARG = bxml, RIGHTARG = bxpath, FUNCTION = bxml_delete);

COMMENT ON FUNCTION bxml_insert(bxml, bxpath, bxml, text) IS
	'insert content as first or last children of every node selected, or before or after it';
COMMENT ON FUNCTION bxml_insert(bxml, ordpath, bxml, text) IS
	'insert content as first or last children of the node with this label, or before or after it';
COMMENT ON FUNCTION bxml_delete(bxml, bxpath) IS 'implementation of #- operator: remove every node selected';
COMMENT ON FUNCTION bxml_delete(bxml, ordpath) IS 'remove the node with this label';
COMMENT ON FUNCTION bxml_replace(bxml, bxpath, bxml) IS 'replace every node selected by content';
COMMENT ON FUNCTION bxml_replace(bxml, ordpath, bxml) IS 'replace the node with this label by content';
COMMENT ON FUNCTION bxml_set(bxml, bxpath, text, boolean) IS
	'set the value of every text, attribute, comment or processing instruction selected, and the whole content of elements; create_missing: create the last step, a child element or an attribute, where it is missing';
COMMENT ON FUNCTION bxml_set(bxml, ordpath, text) IS 'set the value of the node with this label';
COMMENT ON FUNCTION bxml_set_attribute(bxml, bxpath, text, text) IS
	'add an attribute to every element selected, or set its value; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_set_attribute(bxml, ordpath, text, text) IS
	'add an attribute to the element with this label, or set its value; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, bxpath, text) IS
	'rename every element, attribute or processing instruction selected; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, ordpath, text) IS
	'rename the element, attribute or processing instruction with this label; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_modify(bxml, text, jsonb) IS
	'apply changes written in XQuery Update, all together: insert node, delete node, replace node, replace value of node, rename node; vars is an object of variables by name, or null';
COMMENT ON OPERATOR #- (bxml, bxpath) IS 'remove nodes';

-- Constructors and concatenation.

CREATE FUNCTION bxml_build_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT AS 'MODULE_PATHNAME', 'bxml_build_support';
COMMENT ON FUNCTION bxml_build_support(internal) IS 'planner support function: content one by one instead of an array';

-- Not strict: null attributes and null content are none.
CREATE FUNCTION bxml_element(name text, attrs jsonb DEFAULT NULL, VARIADIC content bxml[] DEFAULT '{}') RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bxml_build_support AS 'MODULE_PATHNAME', 'bxml_element';
CREATE FUNCTION bxml_text(content text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_new_text';
CREATE FUNCTION bxml_comment(content text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_comment';
CREATE FUNCTION bxml_pi(target text, data text DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_pi';
CREATE FUNCTION bxml_concat(VARIADIC content bxml[]) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bxml_build_support AS 'MODULE_PATHNAME', 'bxml_concat';
CREATE FUNCTION bxml_concat_two(bxml, bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_concat_two';

CREATE OPERATOR || (LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_concat_two);

CREATE FUNCTION bxml_agg_step(internal, bxml) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_agg_step';
CREATE FUNCTION bxml_agg_combine(internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_combine';
CREATE FUNCTION bxml_agg_serialize(internal) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_serialize';
CREATE FUNCTION bxml_agg_deserialize(bytea, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_agg_deserialize';
-- Laying out the value uses the state up.
CREATE FUNCTION bxml_agg_final(internal) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_final';
CREATE AGGREGATE bxml_agg(content bxml) (
	SFUNC = bxml_agg_step, STYPE = internal, SSPACE = 65536, FINALFUNC = bxml_agg_final,
	FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = bxml_agg_combine, SERIALFUNC = bxml_agg_serialize,
	DESERIALFUNC = bxml_agg_deserialize, PARALLEL = SAFE);

COMMENT ON FUNCTION bxml_element(text, jsonb, bxml[]) IS
	'an element; name: local, prefix:local, {uri}local; attrs: attributes and declarations (xmlns, xmlns:prefix) as members; null members and null content are left out; null if the name is null';
COMMENT ON FUNCTION bxml_text(text) IS 'a text';
COMMENT ON FUNCTION bxml_comment(text) IS 'a comment';
COMMENT ON FUNCTION bxml_pi(text, text) IS
	'a processing instruction, without the white space in front of its data; null data stand for none; null if the target is null';
COMMENT ON FUNCTION bxml_concat(bxml[]) IS 'all values as one content; nulls are left out; null if there is nothing else';
COMMENT ON FUNCTION bxml_concat_two(bxml, bxml) IS 'implementation of || operator';
COMMENT ON OPERATOR || (bxml, bxml) IS 'both values as one content; null if one is null';
COMMENT ON FUNCTION bxml_agg_step(internal, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_agg_combine(internal, internal) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_agg_serialize(internal) IS 'aggregate serial function';
COMMENT ON FUNCTION bxml_agg_deserialize(bytea, internal) IS 'aggregate deserial function';
COMMENT ON FUNCTION bxml_agg_final(internal) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_agg(bxml) IS
	'all values of the group as one content, in the order of ORDER BY; nulls are left out; null if there is nothing else';

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

-- Between XML and JSON.

CREATE FUNCTION bxml_to_jsonb(doc bxml, style text DEFAULT 'badgerfish') RETURNS jsonb
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_to_jsonb';
CREATE FUNCTION jsonb_to_bxml(value jsonb, style text DEFAULT 'badgerfish') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_jsonb_to_bxml';

COMMENT ON FUNCTION bxml_to_jsonb(bxml, text) IS
	'the value as JSON; style: badgerfish, members by name, or jsonml, arrays that keep everything';
COMMENT ON FUNCTION jsonb_to_bxml(jsonb, text) IS 'a value from JSON in the same conventions';

-- Canonical XML.

CREATE FUNCTION bxml_canonical(doc bxml, method text DEFAULT 'c14n11', with_comments boolean DEFAULT false,
	inclusive_prefixes text[] DEFAULT '{}') RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_canonical';
CREATE FUNCTION bxml_canonical_bytea(doc bxml, method text DEFAULT 'c14n11', with_comments boolean DEFAULT false,
	inclusive_prefixes text[] DEFAULT '{}') RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_canonical_bytea';

COMMENT ON FUNCTION bxml_canonical(bxml, text, boolean, text[]) IS
	'canonical XML by the method c14n10, c14n11 or exclusive; the prefixes are the PrefixList of InclusiveNamespaces';
COMMENT ON FUNCTION bxml_canonical_bytea(bxml, text, boolean, text[]) IS
	'the same as bytes in UTF-8, which is what signatures digest';

-- Comparing values.

CREATE FUNCTION bxml_deep_equal(a bxml, b bxml, ignore text[] DEFAULT '{}') RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_deep_equal';

COMMENT ON FUNCTION bxml_deep_equal(bxml, bxml, text[]) IS
	'are the values equal in the data model? ignore takes comments, pi, whitespace, prefixes and order:PATH';
CREATE FUNCTION bxml_diff(a bxml, b bxml) RETURNS TABLE (id ordpath, op text, path text, old text, new text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_diff';

COMMENT ON FUNCTION bxml_diff(bxml, bxml) IS
	'what to do to nodes of a, by their labels, to make it equal to b; no rows for equal values';

-- Casts.  None to xml is implicit: XMLEXISTS and its like would then accept bxml and parse its text each time.
-- text to bxpath is: a path in a text column or variable is a path.

CREATE FUNCTION bxml_from_text(text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_from_text';
CREATE FUNCTION bxml_to_text(bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_to_text';
CREATE FUNCTION bxml_from_xml(xml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_from_xml';
CREATE FUNCTION bxml_to_xml(bxml) RETURNS xml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_to_xml';
CREATE FUNCTION bxml_from_bytea(bytea) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_from_bytea';
CREATE FUNCTION bxml_to_bytea(bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bxml_to_bytea';
CREATE FUNCTION bxpath_from_text(text) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_from_text';
CREATE FUNCTION ordpath_to_int_array(ordpath) RETURNS integer[]
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'ordpath_to_int_array';
CREATE FUNCTION bxml_restrict(bxml, integer) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_restrict';

CREATE CAST (bxml AS bxml) WITH FUNCTION bxml_restrict(bxml, integer) AS IMPLICIT;
CREATE CAST (text AS bxml) WITH FUNCTION bxml_from_text(text);
CREATE CAST (bxml AS text) WITH FUNCTION bxml_to_text(bxml) AS ASSIGNMENT;
CREATE CAST (xml AS bxml) WITH FUNCTION bxml_from_xml(xml) AS ASSIGNMENT;
CREATE CAST (bxml AS xml) WITH FUNCTION bxml_to_xml(bxml) AS ASSIGNMENT;
CREATE CAST (bytea AS bxml) WITH FUNCTION bxml_from_bytea(bytea);
CREATE CAST (bxml AS bytea) WITH FUNCTION bxml_to_bytea(bxml);
CREATE CAST (text AS bxpath) WITH FUNCTION bxpath_from_text(text) AS IMPLICIT;
CREATE CAST (ordpath AS integer[]) WITH FUNCTION ordpath_to_int_array(ordpath);

COMMENT ON FUNCTION bxml_from_text(text) IS 'convert XML text to bxml';
COMMENT ON FUNCTION bxml_to_text(bxml) IS 'convert bxml to XML text';
COMMENT ON FUNCTION bxml_from_xml(xml) IS 'convert xml to bxml';
COMMENT ON FUNCTION bxml_to_xml(bxml) IS 'convert bxml to xml';
COMMENT ON FUNCTION bxml_from_bytea(bytea) IS 'convert bytes of the plain binary form to bxml, checking them in full';
COMMENT ON FUNCTION bxml_to_bytea(bxml) IS 'convert bxml to the bytes of its plain binary form';
COMMENT ON FUNCTION bxpath_from_text(text) IS 'compile a path expression';
COMMENT ON FUNCTION ordpath_to_int_array(ordpath) IS 'convert a label to the array of its components';
COMMENT ON FUNCTION bxml_restrict(bxml, integer) IS 'check a value against a type modifier';
COMMENT ON CAST (bxml AS bxml) IS 'check against the type modifier: document or content';
COMMENT ON CAST (text AS bxml) IS 'parse XML text';
COMMENT ON CAST (bxml AS text) IS 'XML text';
COMMENT ON CAST (xml AS bxml) IS 'parse XML text of a core xml value';
COMMENT ON CAST (bxml AS xml) IS 'core xml with the same text';
COMMENT ON CAST (bytea AS bxml) IS 'plain binary form, checked';
COMMENT ON CAST (bxml AS bytea) IS 'plain binary form';
COMMENT ON CAST (text AS bxpath) IS 'compile a path expression';
COMMENT ON CAST (ordpath AS integer[]) IS 'components of the label of an element, text, comment or processing instruction, within the range of integer';
