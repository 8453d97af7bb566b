-- Shell types, input and output.  Nothing here names a schema: the extension is relocatable.

CREATE TYPE bxml;
CREATE TYPE bxpath;

-- Input and output depend on bxml.output_labels, so no index may hold what they give: casts to and from text and
-- varchar have functions of their own.
CREATE FUNCTION bxml_in(cstring, oid, integer) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_in';
CREATE FUNCTION bxml_out(bxml) RETURNS cstring
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_out';
CREATE FUNCTION bxml_recv(internal, oid, integer) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_recv';
-- Depends on bxml.binary_output.
CREATE FUNCTION bxml_send(bxml) RETURNS bytea
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_send';

CREATE FUNCTION bxml_typmod_in(cstring[]) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typmod_in';
CREATE FUNCTION bxml_typmod_out(integer) RETURNS cstring
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typmod_out';

-- External storage: the server then reads slices of large values instead of unpacking them from the start.
CREATE FUNCTION bxml_typanalyze(internal) RETURNS boolean
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typanalyze';

CREATE TYPE bxml (
	INPUT = bxml_in,
	OUTPUT = bxml_out,
	RECEIVE = bxml_recv,
	SEND = bxml_send,
	TYPMOD_IN = bxml_typmod_in,
	TYPMOD_OUT = bxml_typmod_out,
	ANALYZE = bxml_typanalyze,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = external,
	CATEGORY = 'U'
);

-- Category x is that of bxpath, bxquery and ordpath alone: among functions that take any of them, a literal is a path,
-- and operators of other types are not affected.  bxml stays in the category of xml, so that xpath('/a', '<a/>') is
-- core's also where bxml_compat has a function of that name.
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
	CATEGORY = 'x',
	PREFERRED = true
);

COMMENT ON FUNCTION bxml_typanalyze(internal) IS 'statistics of columns of type bxml: paths, their values, kinds of documents';
COMMENT ON TYPE bxml IS 'XML document or content, parsed once and stored in binary form';
COMMENT ON TYPE bxpath IS 'compiled path expression, with a prolog for namespaces';
COMMENT ON FUNCTION bxml_in(cstring, oid, integer) IS 'I/O';
COMMENT ON FUNCTION bxml_out(bxml) IS 'I/O';
COMMENT ON FUNCTION bxml_recv(internal, oid, integer) IS 'I/O: version byte 1 and UTF-8 text, 2 and the plain binary form, or XML text alone';
COMMENT ON FUNCTION bxml_send(bxml) IS 'I/O: text or plain binary form, as bxml.binary_output says';
COMMENT ON FUNCTION bxml_typmod_in(cstring[]) IS 'I/O of type modifiers';
COMMENT ON FUNCTION bxml_typmod_out(integer) IS 'I/O of type modifiers';
COMMENT ON FUNCTION bxpath_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bxpath_out(bxpath) IS 'I/O';
COMMENT ON FUNCTION bxpath_recv(internal) IS 'I/O: version byte 1 and text, or text alone';
COMMENT ON FUNCTION bxpath_send(bxpath) IS 'I/O';
