-- Comparing values.

CREATE FUNCTION bxml_deep_equal(a bxml, b bxml, ignore text[] DEFAULT '{}') RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_deep_equal';

COMMENT ON FUNCTION bxml_deep_equal(bxml, bxml, text[]) IS
	'are the values equal in the data model? ignore takes comments, pi, whitespace, prefixes and order:PATH';
CREATE FUNCTION bxml_diff(a bxml, b bxml) RETURNS TABLE (id ordpath, op text, path text, old text, new text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_diff';

COMMENT ON FUNCTION bxml_diff(bxml, bxml) IS
	'what to do to nodes of a, by their labels, to make it equal to b; no rows for equal values';

-- Order, by the canonical text (src/core/compare/ORDER.md).  Values that are equal answer every path alike.

CREATE FUNCTION bxml_lt(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_lt';
CREATE FUNCTION bxml_le(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_le';
CREATE FUNCTION bxml_eq(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_eq';
CREATE FUNCTION bxml_ne(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_ne';
CREATE FUNCTION bxml_ge(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_ge';
CREATE FUNCTION bxml_gt(bxml, bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_gt';
CREATE FUNCTION bxml_cmp(bxml, bxml) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_cmp';
CREATE FUNCTION bxml_sortsupport(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_sortsupport';
CREATE FUNCTION bxml_btree_options(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_btree_options';
CREATE FUNCTION bxml_hash(bxml) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_hash';
CREATE FUNCTION bxml_hash_extended(bxml, bigint) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_hash_extended';

CREATE OPERATOR < (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_lt, COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel);
CREATE OPERATOR <= (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_le, COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel);
CREATE OPERATOR = (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_eq, COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_ne, COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR >= (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_ge, COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel);
CREATE OPERATOR > (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_gt, COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel);

CREATE OPERATOR CLASS bxml_ops DEFAULT FOR TYPE bxml USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
	FUNCTION 1 bxml_cmp(bxml, bxml), FUNCTION 2 bxml_sortsupport(internal), FUNCTION 5 bxml_btree_options(internal);
CREATE OPERATOR CLASS bxml_ops DEFAULT FOR TYPE bxml USING hash AS
	OPERATOR 1 =, FUNCTION 1 bxml_hash(bxml), FUNCTION 2 bxml_hash_extended(bxml, bigint);

COMMENT ON FUNCTION bxml_lt(bxml, bxml) IS 'implementation of < operator';
COMMENT ON FUNCTION bxml_le(bxml, bxml) IS 'implementation of <= operator';
COMMENT ON FUNCTION bxml_eq(bxml, bxml) IS 'implementation of = operator';
COMMENT ON FUNCTION bxml_ne(bxml, bxml) IS 'implementation of <> operator';
COMMENT ON FUNCTION bxml_ge(bxml, bxml) IS 'implementation of >= operator';
COMMENT ON FUNCTION bxml_gt(bxml, bxml) IS 'implementation of > operator';
COMMENT ON FUNCTION bxml_cmp(bxml, bxml) IS 'less-equal-greater';
COMMENT ON FUNCTION bxml_sortsupport(internal) IS 'sort support';
COMMENT ON FUNCTION bxml_btree_options(internal) IS 'btree support: there are no options; errors about such indexes get a hint';
COMMENT ON FUNCTION bxml_hash(bxml) IS 'hash';
COMMENT ON FUNCTION bxml_hash_extended(bxml, bigint) IS 'hash';
COMMENT ON OPERATOR < (bxml, bxml) IS 'canonical text comes first';
COMMENT ON OPERATOR <= (bxml, bxml) IS 'canonical text comes first, or is the same';
COMMENT ON OPERATOR = (bxml, bxml) IS 'the same canonical text';
COMMENT ON OPERATOR <> (bxml, bxml) IS 'another canonical text';
COMMENT ON OPERATOR >= (bxml, bxml) IS 'canonical text comes last, or is the same';
COMMENT ON OPERATOR > (bxml, bxml) IS 'canonical text comes last';
COMMENT ON OPERATOR FAMILY bxml_ops USING btree IS 'order of canonical texts';
COMMENT ON OPERATOR FAMILY bxml_ops USING hash IS 'equality of canonical texts';
COMMENT ON OPERATOR CLASS bxml_ops USING btree IS
	'order and equality; an index takes documents of up to 2,704 bytes as stored in it, larger ones need a hash index';
COMMENT ON OPERATOR CLASS bxml_ops USING hash IS
	'equality, of documents of any size; EXCLUDE USING hash (doc WITH =) is a unique constraint';

-- Containment, as for jsonb.

CREATE FUNCTION bxml_contains(doc bxml, pattern bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_contains';
CREATE FUNCTION bxml_contained(pattern bxml, doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_contained';

CREATE OPERATOR @> (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_contains, COMMUTATOR = <@,
	RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
CREATE OPERATOR <@ (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_contained, COMMUTATOR = @>,
	RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);

COMMENT ON FUNCTION bxml_contains(bxml, bxml) IS 'implementation of @> operator';
COMMENT ON FUNCTION bxml_contained(bxml, bxml) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @> (bxml, bxml) IS 'has the elements, attributes and texts of the pattern, from the top on';
COMMENT ON OPERATOR <@ (bxml, bxml) IS 'the pattern is found in the value, from the top on';
