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
COMMENT ON FUNCTION bxml_pretty(bxml) IS 'XML text, indented for people; mixed content, and what is under xml:space="preserve", is left as it is';
