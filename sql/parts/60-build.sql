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

-- The state is not internal: distributed engines refuse pseudo-types.  Between calls it is an expanded object.
CREATE FUNCTION bxml_agg_step(bxml, bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_agg_step';
CREATE FUNCTION bxml_agg_combine(bxml, bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_combine';
-- Laying out the value uses the state up.
CREATE FUNCTION bxml_agg_final(bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_final';
CREATE AGGREGATE bxml_agg(content bxml) (
	SFUNC = bxml_agg_step, STYPE = bxml, SSPACE = 65536, FINALFUNC = bxml_agg_final,
	COMBINEFUNC = bxml_agg_combine, PARALLEL = SAFE);
-- For bxml_forest_agg.
CREATE FUNCTION bxml_agg_combine(internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_combine';
CREATE FUNCTION bxml_agg_serialize(internal) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_serialize';
CREATE FUNCTION bxml_agg_deserialize(bytea, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_agg_deserialize';

COMMENT ON FUNCTION bxml_element(text, jsonb, bxml[]) IS
	'an element; name: local, prefix:local, {uri}local; attrs: attributes and declarations (xmlns, xmlns:prefix) as members; null members and null content are left out; null if the name is null';
COMMENT ON FUNCTION bxml_text(text) IS 'a text';
COMMENT ON FUNCTION bxml_comment(text) IS 'a comment';
COMMENT ON FUNCTION bxml_pi(text, text) IS
	'a processing instruction, without the white space in front of its data; null data are empty; null if the target is null';
COMMENT ON FUNCTION bxml_concat(bxml[]) IS 'all values as one content; nulls are left out; null if there is nothing else';
COMMENT ON FUNCTION bxml_concat_two(bxml, bxml) IS 'implementation of || operator';
COMMENT ON OPERATOR || (bxml, bxml) IS 'both values as one content; null if one is null';
COMMENT ON FUNCTION bxml_agg_step(bxml, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_agg_combine(bxml, bxml) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_agg_combine(internal, internal) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_agg_serialize(internal) IS 'aggregate serial function';
COMMENT ON FUNCTION bxml_agg_deserialize(bytea, internal) IS 'aggregate deserial function';
COMMENT ON FUNCTION bxml_agg_final(bxml) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_agg(bxml) IS
	'all values of the group as one content, in the order of ORDER BY; nulls are left out; null if there is nothing else';
