-- Between XML and JSON.

CREATE FUNCTION bxml_to_jsonb(doc bxml, style text DEFAULT 'badgerfish') RETURNS jsonb
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_to_jsonb';
CREATE FUNCTION jsonb_to_bxml(value jsonb, style text DEFAULT 'badgerfish') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_jsonb_to_bxml';
CREATE FUNCTION jsonb_to_bxml(value jsonb, style text, root text, item text DEFAULT 'item') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_jsonb_to_bxml_root';

COMMENT ON FUNCTION bxml_to_jsonb(bxml, text) IS
	'the value as JSON; style: badgerfish, members by name; jsonml, arrays that keep everything; simple, members without namespaces, and text alone as a string';
COMMENT ON FUNCTION jsonb_to_bxml(jsonb, text, text, text) IS
	'an element with the name root from any JSON, in the style simple; values of an array that has no name of its own become elements with the name item';
COMMENT ON FUNCTION jsonb_to_bxml(jsonb, text) IS 'a value from JSON in the same conventions';
