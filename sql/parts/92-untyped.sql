-- Operators whose names core's jsonb has as well, with both operands untyped: '{"a": 1}' @? '$.a', $1 #- '{a}'.  With
-- ours beside them the server could not choose and would refuse what it takes without the extension.  An operator on a
-- type of strings is chosen then, and does what core's does; nothing is converted to this type but untyped operands.

CREATE TYPE bxml_untyped;
CREATE FUNCTION bxml_untyped_in(cstring) RETURNS bxml_untyped
	LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'textin';
CREATE FUNCTION bxml_untyped_out(bxml_untyped) RETURNS cstring
	LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'textout';
CREATE FUNCTION bxml_untyped_recv(internal) RETURNS bxml_untyped
	LANGUAGE internal STABLE STRICT PARALLEL SAFE COST 1 AS 'textrecv';
CREATE FUNCTION bxml_untyped_send(bxml_untyped) RETURNS bytea
	LANGUAGE internal STABLE STRICT PARALLEL SAFE COST 1 AS 'textsend';
CREATE TYPE bxml_untyped (
	INPUT = bxml_untyped_in,
	OUTPUT = bxml_untyped_out,
	RECEIVE = bxml_untyped_recv,
	SEND = bxml_untyped_send,
	INTERNALLENGTH = variable,
	ALIGNMENT = int4,
	STORAGE = extended,
	CATEGORY = 'S'
);
CREATE CAST (bxml_untyped AS text) WITHOUT FUNCTION;

-- Inlined by the planner.
CREATE FUNCTION bxml_untyped_exists(bxml_untyped, bxml_untyped) RETURNS boolean
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1
	RETURN ($1::pg_catalog.text)::pg_catalog.jsonb OPERATOR(pg_catalog.@?) ($2::pg_catalog.text)::pg_catalog.jsonpath;
CREATE FUNCTION bxml_untyped_delete(bxml_untyped, bxml_untyped) RETURNS jsonb
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1
	RETURN ($1::pg_catalog.text)::pg_catalog.jsonb OPERATOR(pg_catalog.#-) ($2::pg_catalog.text)::pg_catalog.text[];

CREATE OPERATOR @? (LEFTARG = bxml_untyped, RIGHTARG = bxml_untyped, FUNCTION = bxml_untyped_exists,
	RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR #- (LEFTARG = bxml_untyped, RIGHTARG = bxml_untyped, FUNCTION = bxml_untyped_delete);

COMMENT ON TYPE bxml_untyped IS 'operand without a type of an operator that jsonb has as well; not for columns';
COMMENT ON FUNCTION bxml_untyped_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bxml_untyped_out(bxml_untyped) IS 'I/O';
COMMENT ON FUNCTION bxml_untyped_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bxml_untyped_send(bxml_untyped) IS 'I/O';
COMMENT ON FUNCTION bxml_untyped_exists(bxml_untyped, bxml_untyped) IS 'implementation of @? operator on untyped operands: that of jsonb';
COMMENT ON FUNCTION bxml_untyped_delete(bxml_untyped, bxml_untyped) IS 'implementation of #- operator on untyped operands: that of jsonb';
COMMENT ON OPERATOR @? (bxml_untyped, bxml_untyped) IS 'as jsonb @? jsonpath';
COMMENT ON OPERATOR #- (bxml_untyped, bxml_untyped) IS 'as jsonb #- text[]';
COMMENT ON CAST (bxml_untyped AS text) IS 'the text of the operand';
