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
	CATEGORY = 'x'
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

-- The first and the last label of a set.  The planner takes either from the end of a btree index.

CREATE FUNCTION ordpath_smaller(ordpath, ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_smaller';
CREATE FUNCTION ordpath_larger(ordpath, ordpath) RETURNS ordpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'ordpath_larger';
CREATE AGGREGATE min(ordpath) (
	SFUNC = ordpath_smaller, STYPE = ordpath, COMBINEFUNC = ordpath_smaller, SORTOP = <, PARALLEL = SAFE);
CREATE AGGREGATE max(ordpath) (
	SFUNC = ordpath_larger, STYPE = ordpath, COMBINEFUNC = ordpath_larger, SORTOP = >, PARALLEL = SAFE);

COMMENT ON FUNCTION ordpath_smaller(ordpath, ordpath) IS 'the label that comes first in document order';
COMMENT ON FUNCTION ordpath_larger(ordpath, ordpath) IS 'the label that comes last in document order';
COMMENT ON AGGREGATE min(ordpath) IS 'the first of the labels in document order';
COMMENT ON AGGREGATE max(ordpath) IS 'the last of the labels in document order';

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
	'label for a new sibling after the first and before the second; null means no sibling on that side, two nulls give null';
