-- Between XML and JSON.

CREATE FUNCTION bxml_to_jsonb(doc bxml, style text DEFAULT 'badgerfish') RETURNS jsonb
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_to_jsonb';
CREATE FUNCTION jsonb_to_bxml(value jsonb, style text DEFAULT 'badgerfish') RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_jsonb_to_bxml';

COMMENT ON FUNCTION bxml_to_jsonb(bxml, text) IS
	'the value as JSON; style: badgerfish, members by name, or jsonml, arrays that keep everything';
COMMENT ON FUNCTION jsonb_to_bxml(jsonb, text) IS 'a value from JSON in the same conventions';
