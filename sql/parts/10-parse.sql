-- Parsing by function.

CREATE FUNCTION bxml_parse(doc text, whitespace text DEFAULT 'preserve', document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_text';
-- Not strict: a null encoding means the one that the bytes declare.
CREATE FUNCTION bxml_parse(doc bytea, encoding text DEFAULT NULL, whitespace text DEFAULT 'preserve',
	document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_bytea';
-- Explicit, for what is immutable cannot depend on a setting.
CREATE FUNCTION bxml_parse_skipping(doc text, whitespace text DEFAULT 'preserve', document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_skipping_text';
CREATE FUNCTION bxml_parse_skipping(doc bytea, encoding text DEFAULT NULL, whitespace text DEFAULT 'preserve',
	document boolean DEFAULT false)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_parse_skipping_bytea';
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
	'parse bytes in the given encoding, or else the one that their byte order mark or declaration names';
COMMENT ON FUNCTION bxml_parse_skipping(text, text, boolean) IS
	'as bxml_parse, but references to external entities, and to those that only an external DTD may declare, are left out with a notice';
COMMENT ON FUNCTION bxml_parse_skipping(bytea, text, text, boolean) IS
	'the same from bytes';
COMMENT ON FUNCTION bxml_try_parse(text) IS 'parse text; null when it is not well-formed';
COMMENT ON FUNCTION bxml_is_well_formed(text) IS 'true if the text is a document or content';
COMMENT ON FUNCTION bxml_is_well_formed_document(text) IS 'true if the text is a document with a single root element';
COMMENT ON FUNCTION bxml_is_well_formed_content(text) IS 'true if the text is content: any mix of nodes and text';
COMMENT ON FUNCTION bxml_parse_error(text) IS 'what is wrong with the text, and where: line, column in characters, offset in bytes of UTF-8; instead of an error';
