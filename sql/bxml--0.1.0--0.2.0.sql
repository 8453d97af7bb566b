\echo Use "ALTER EXTENSION bxml UPDATE TO '0.2.0'" to load this file. \quit

-- What changed between the scripts of 0.1.0 (sql/released) and those of sql/parts, in their order; test/t/upgrade
-- compares the catalog that comes of this script with that of a new installation.

-- Functions that change a document are not strict and have new parameters.
ALTER FUNCTION bxml_delete(bxml, bxpath) CALLED ON NULL INPUT;
ALTER FUNCTION bxml_delete(bxml, ordpath) CALLED ON NULL INPUT;
DROP FUNCTION bxml_insert(bxml, bxpath, bxml, text);
DROP FUNCTION bxml_insert(bxml, ordpath, bxml, text);
DROP FUNCTION bxml_replace(bxml, bxpath, bxml);
DROP FUNCTION bxml_replace(bxml, ordpath, bxml);
DROP FUNCTION bxml_set(bxml, bxpath, text, boolean);
DROP FUNCTION bxml_set(bxml, ordpath, text);
DROP FUNCTION bxml_set_attribute(bxml, bxpath, text, text);
DROP FUNCTION bxml_set_attribute(bxml, ordpath, text, text);
DROP FUNCTION bxml_rename(bxml, bxpath, text);
DROP FUNCTION bxml_rename(bxml, ordpath, text);
DROP FUNCTION bxml_modify(bxml, text, jsonb);
CREATE FUNCTION bxml_insert(doc bxml, path bxpath, content bxml, place text DEFAULT 'last',
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_insert';
CREATE FUNCTION bxml_insert(doc bxml, label ordpath, content bxml, place text DEFAULT 'last',
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_insert_label';
CREATE FUNCTION bxml_delete(doc bxml, path bxpath, on_empty text) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_delete';
CREATE FUNCTION bxml_delete(doc bxml, label ordpath, on_empty text) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_delete_label';
CREATE FUNCTION bxml_replace(doc bxml, path bxpath, content bxml,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_replace';
CREATE FUNCTION bxml_replace(doc bxml, label ordpath, content bxml,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_replace_label';
CREATE FUNCTION bxml_set(doc bxml, path bxpath, value text, create_missing boolean DEFAULT false,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set';
CREATE FUNCTION bxml_set(doc bxml, label ordpath, value text, create_missing boolean DEFAULT false,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_label';
CREATE FUNCTION bxml_set_attribute(doc bxml, path bxpath, name text, value text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_attribute';
CREATE FUNCTION bxml_set_attribute(doc bxml, label ordpath, name text, value text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_set_attribute_label';
CREATE FUNCTION bxml_rename(doc bxml, path bxpath, name text, null_value_treatment text DEFAULT 'raise_exception',
	on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_rename';
CREATE FUNCTION bxml_rename(doc bxml, label ordpath, name text,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT 'ignore')
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_rename_label';
-- Null vars mean no variables, a null on_empty what XQuery says of each form.
CREATE FUNCTION bxml_modify(doc bxml, expr text, vars jsonb DEFAULT NULL,
	null_value_treatment text DEFAULT 'raise_exception', on_empty text DEFAULT NULL)
	RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300 AS 'MODULE_PATHNAME', 'bxml_modify';
COMMENT ON FUNCTION bxml_namespaces(bxml) IS 'namespaces the value declares, with their prefixes, in the order of prefix and URI';
COMMENT ON FUNCTION bxml_pretty(bxml) IS 'XML text, indented for people; mixed content, and what is under xml:space="preserve", is left as it is';
COMMENT ON FUNCTION bxml_insert(bxml, bxpath, bxml, text, text, text) IS
	'insert content as first or last children of every node selected, or before or after it';
COMMENT ON FUNCTION bxml_insert(bxml, ordpath, bxml, text, text, text) IS
	'insert content as first or last children of the node with this label, or before or after it';
COMMENT ON FUNCTION bxml_delete(bxml, bxpath, text) IS
	'remove every node selected; on_empty: ignore, or error when there is none';
COMMENT ON FUNCTION bxml_delete(bxml, ordpath, text) IS
	'remove the node with this label; on_empty: ignore, or error when there is none';
COMMENT ON FUNCTION bxml_replace(bxml, bxpath, bxml, text, text) IS 'replace every node selected by content';
COMMENT ON FUNCTION bxml_replace(bxml, ordpath, bxml, text, text) IS 'replace the node with this label by content';
COMMENT ON FUNCTION bxml_set(bxml, bxpath, text, boolean, text, text) IS
	'set the value of every text, attribute, comment or processing instruction selected, and the whole content of elements; create_missing: create the last step, a child element or an attribute, where it is missing';
COMMENT ON FUNCTION bxml_set(bxml, ordpath, text, boolean, text, text) IS
	'set the value of the node with this label; create_missing is for paths only';
COMMENT ON FUNCTION bxml_set_attribute(bxml, bxpath, text, text, text, text) IS
	'add an attribute to every element selected, or set its value; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_set_attribute(bxml, ordpath, text, text, text, text) IS
	'add an attribute to the element with this label, or set its value; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, bxpath, text, text, text) IS
	'rename every element, attribute or processing instruction selected; the name is x, p:x with a prefix of the path''s prolog, or Q{uri}x';
COMMENT ON FUNCTION bxml_rename(bxml, ordpath, text, text, text) IS
	'rename the element, attribute or processing instruction with this label; the name is x or Q{uri}x';
COMMENT ON FUNCTION bxml_modify(bxml, text, jsonb, text, text) IS
	'apply changes written in XQuery Update, all together: insert node, delete node, replace node, replace value of node, rename node; vars is an object of variables by name, or null';

-- Paths and labels get a category of their own; ALTER TYPE cannot change it.
UPDATE pg_catalog.pg_type SET typcategory = 'x'::pg_catalog."char"
	WHERE oid OPERATOR(pg_catalog.=) 'bxpath'::pg_catalog.regtype::pg_catalog.oid
		OR oid OPERATOR(pg_catalog.=) 'ordpath'::pg_catalog.regtype::pg_catalog.oid;

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
-- Parameters of type varchar are paths too; both types receive text without a version byte.
CREATE CAST (varchar AS bxpath) WITH FUNCTION bxpath_from_text(text) AS IMPLICIT;
COMMENT ON CAST (varchar AS bxpath) IS 'compile a path expression';

-- Input and output depend on bxml.output_labels, which casts to and from varchar did as well.
ALTER FUNCTION bxml_in(cstring, oid, integer) STABLE;
ALTER FUNCTION bxml_out(bxml) STABLE;
CREATE CAST (varchar AS bxml) WITH FUNCTION bxml_from_text(text);
CREATE CAST (bxml AS varchar) WITH FUNCTION bxml_to_text(bxml) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS bxml) IS 'parse XML text';
COMMENT ON CAST (bxml AS varchar) IS 'XML text';
COMMENT ON FUNCTION bxml_recv(internal, oid, integer) IS 'I/O: version byte 1 and UTF-8 text, 2 and the plain binary form, or XML text alone';
COMMENT ON FUNCTION bxpath_recv(internal) IS 'I/O: version byte 1 and text, or text alone';
REVOKE ALL ON FUNCTION bxml_split_file(text, bxpath) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bxml_split_file(text, bxpath) TO pg_read_server_files;

-- What the steps of a path find in a value; paths that can be pasted.
CREATE FUNCTION bxpath_explain(path bxpath, doc bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxpath_explain_doc';
COMMENT ON FUNCTION bxpath_explain(bxpath, bxml) IS
	'how many nodes every step of the paths selects in this value, and for one that selects none what to write instead';
DROP FUNCTION bxml_stats(bxml);
CREATE FUNCTION bxml_stats(doc bxml, OUT elements bigint, OUT attributes bigint, OUT texts bigint,
	OUT comments bigint, OUT pis bigint, OUT depth integer, OUT names integer, OUT namespaces integer,
	OUT bytes bigint, OUT name_bytes bigint, OUT value_bytes bigint, OUT typed_values bigint, OUT schema bytea,
	OUT list_bytes bigint)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_stats';
COMMENT ON FUNCTION bxml_stats(bxml) IS 'numbers of nodes, names and bytes of a value; the digest of the schema by which this database found it valid, if it did; bytes of its value lists';
DROP FUNCTION bxml_counters();
CREATE FUNCTION bxml_counters(OUT documents bigint, OUT items_read bigint, OUT values_parsed bigint,
	OUT bytes_read bigint, OUT subtrees_skipped bigint, OUT bytes_skipped bigint, OUT slices_fetched bigint,
	OUT bytes_fetched bigint, OUT blocks_inflated bigint, OUT searches bigint)
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bxml_counters';
COMMENT ON FUNCTION bxml_counters() IS
	'work of this session since it began or since bxml_counters_reset: values opened; their items looked at; values of items read, and bytes of these; subtrees passed over as a whole, and bytes passed over; slices fetched from outside the row, and bytes of these; blocks inflated; paths whose nodes were found by value lists';
DROP FUNCTION bxml_paths(bxml);
CREATE FUNCTION bxml_paths(doc bxml) RETURNS TABLE (path text, count bigint, xpath text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 ROWS 50 AS 'MODULE_PATHNAME', 'bxml_paths';
COMMENT ON FUNCTION bxml_paths(bxml) IS
	'distinct element and attribute paths in order of appearance, with counts; path is as written, xpath finds the nodes';
ALTER TYPE bxml_path_count ADD ATTRIBUTE xpath text;
COMMENT ON TYPE bxml_path_count IS
	'a path as written, the number of documents that have it, how often it occurs in them, and a path that finds the nodes';
-- States of aggregates that are not pseudo-types.
CREATE FUNCTION bxml_paths_agg_step(bytea, bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_paths_agg_step';
CREATE FUNCTION bxml_paths_agg_combine(bytea, bytea) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_combine';
CREATE FUNCTION bxml_paths_agg_final(bytea) RETURNS bxml_path_count[]
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_paths_agg_final';
CREATE OR REPLACE AGGREGATE bxml_paths_agg(doc bxml) (
	SFUNC = bxml_paths_agg_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_paths_agg_final,
	COMBINEFUNC = bxml_paths_agg_combine, PARALLEL = SAFE);
DROP FUNCTION bxml_paths_agg_step(internal, bxml);
DROP FUNCTION bxml_paths_agg_final(internal);
COMMENT ON FUNCTION bxml_paths_agg_step(bytea, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_paths_agg_combine(bytea, bytea) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_paths_agg_final(bytea) IS 'aggregate final function';
CREATE FUNCTION bxml_agg_step(bxml, bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_agg_step';
CREATE FUNCTION bxml_agg_combine(bxml, bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_combine';
CREATE FUNCTION bxml_agg_final(bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_agg_final';
CREATE OR REPLACE AGGREGATE bxml_agg(content bxml) (
	SFUNC = bxml_agg_step, STYPE = bxml, SSPACE = 65536, FINALFUNC = bxml_agg_final,
	COMBINEFUNC = bxml_agg_combine, PARALLEL = SAFE);
DROP FUNCTION bxml_agg_step(internal, bxml);
DROP FUNCTION bxml_agg_final(internal);
COMMENT ON FUNCTION bxml_agg_step(bxml, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_agg_combine(bxml, bxml) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_agg_final(bxml) IS 'aggregate final function';
-- Comments whose words changed.
COMMENT ON FUNCTION bxml_parse(bytea, text, text, boolean) IS
	'parse bytes in the given encoding, or else the one that their byte order mark or declaration names';
COMMENT ON FUNCTION ordpath_between(ordpath, ordpath) IS
	'label for a new sibling after the first and before the second; null means no sibling on that side, two nulls give null';
COMMENT ON FUNCTION bxml_split(bytea, bxpath) IS
	'the same from bytes in the encoding that their byte order mark or declaration names';
COMMENT ON FUNCTION bxml_pi(text, text) IS
	'a processing instruction, without the white space in front of its data; null data are empty; null if the target is null';

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
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_contains, COMMUTATOR = <@, RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR <@ (
	LEFTARG = bxml, RIGHTARG = bxml, FUNCTION = bxml_contained, COMMUTATOR = @>, RESTRICT = contsel, JOIN = contjoinsel);

COMMENT ON FUNCTION bxml_contains(bxml, bxml) IS 'implementation of @> operator';
COMMENT ON FUNCTION bxml_contained(bxml, bxml) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @> (bxml, bxml) IS 'has the elements, attributes and texts of the pattern, from the top on';
COMMENT ON OPERATOR <@ (bxml, bxml) IS 'the pattern is found in the value, from the top on';

-- Typed values, with null for a text that is not such a value.
CREATE FUNCTION bxml_try_int(doc bxml, path bxpath) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_int';
CREATE FUNCTION bxml_try_bigint(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_bigint';
CREATE FUNCTION bxml_try_numeric(doc bxml, path bxpath) RETURNS numeric
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_numeric';
CREATE FUNCTION bxml_try_float8(doc bxml, path bxpath) RETURNS double precision
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_float8';
CREATE FUNCTION bxml_try_bool(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_bool';
CREATE FUNCTION bxml_try_date(doc bxml, path bxpath) RETURNS date
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_date';
CREATE FUNCTION bxml_try_timestamp(doc bxml, path bxpath) RETURNS timestamp
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_timestamp';
CREATE FUNCTION bxml_try_timestamptz(doc bxml, path bxpath) RETURNS timestamptz
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_try_timestamptz';

COMMENT ON FUNCTION bxml_try_int(bxml, bxpath) IS
	'first item as integer, as bxml_int gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_bigint(bxml, bxpath) IS
	'first item as bigint, as bxml_bigint gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_numeric(bxml, bxpath) IS
	'first item as numeric, as bxml_numeric gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_float8(bxml, bxpath) IS
	'first item as double precision, as bxml_float8 gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_bool(bxml, bxpath) IS
	'first item as boolean, as bxml_bool gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_date(bxml, bxpath) IS
	'first item as date, as bxml_date gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_timestamp(bxml, bxpath) IS
	'first item as timestamp, as bxml_timestamp gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_timestamptz(bxml, bxpath) IS
	'first item as timestamp with time zone, as bxml_timestamptz gives it; null if there is none or it is not such a value';

-- The planner learns about paths.
CREATE FUNCTION bxml_path_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_support';
CREATE FUNCTION bxml_path_sel(internal, oid, internal, integer) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_sel';
ALTER FUNCTION bxml_exists(bxml, bxpath) SUPPORT bxml_path_support;
ALTER FUNCTION bxml_test(bxml, bxpath) SUPPORT bxml_path_support;
CREATE FUNCTION bxml_value_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_support';
COMMENT ON FUNCTION bxml_value_support(internal) IS 'planner support for functions of a document and a path: their cost';
ALTER FUNCTION bxml_value(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_query(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_count(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_text(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_int(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_bigint(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_numeric(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_float8(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_bool(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_date(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_timestamp(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_timestamptz(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_int(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_bigint(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_numeric(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_float8(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_bool(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_date(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_timestamp(bxml, bxpath) SUPPORT bxml_value_support;
ALTER FUNCTION bxml_try_timestamptz(bxml, bxpath) SUPPORT bxml_value_support;
CREATE FUNCTION bxml_path_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_joinsel';
COMMENT ON FUNCTION bxml_path_joinsel(internal, oid, internal, smallint, internal) IS 'join selectivity of @?, @@, @> and <@';
ALTER OPERATOR @? (bxml, bxpath) SET (RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
ALTER OPERATOR @@ (bxml, bxpath) SET (RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
ALTER OPERATOR @> (bxml, bxml) SET (RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
ALTER OPERATOR <@ (bxml, bxml) SET (RESTRICT = bxml_path_sel, JOIN = bxml_path_joinsel);
CREATE FUNCTION bxml_typanalyze(internal) RETURNS boolean
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_typanalyze';
COMMENT ON FUNCTION bxml_typanalyze(internal) IS 'statistics of columns of type bxml: paths, their values, kinds of documents';
ALTER TYPE bxml SET (ANALYZE = bxml_typanalyze);
ALTER FUNCTION bxml_exists(bxml, bxpath, jsonb) SUPPORT bxml_path_support;
ALTER FUNCTION bxml_test(bxml, bxpath, jsonb) SUPPORT bxml_path_support;
ALTER OPERATOR @? (bxml, bxpath) SET (RESTRICT = bxml_path_sel);
ALTER OPERATOR @@ (bxml, bxpath) SET (RESTRICT = bxml_path_sel);
COMMENT ON FUNCTION bxml_path_support(internal) IS 'planner support for bxml_exists and bxml_test';
COMMENT ON FUNCTION bxml_path_sel(internal, oid, internal, integer) IS 'restriction selectivity of @?, @@, @> and <@';
CREATE FUNCTION bxpath_bind_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxpath_bind_support';
ALTER FUNCTION bxpath_bind(bxpath, jsonb) SUPPORT bxpath_bind_support;
CREATE FUNCTION bxpath_bind(path bxpath, name text, value text) RETURNS bxpath
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_bind_text';
COMMENT ON FUNCTION bxpath_bind(bxpath, text, text) IS
	'the path with a string for one of its variables; for operators, indexes and stored paths';
COMMENT ON FUNCTION bxpath_bind_support(internal) IS 'planner support for bxpath_bind: objects of one string need not be built';

-- Indexes over paths and values.
CREATE FUNCTION bxpath_compare(path bxpath, op text, value "any") RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_compare';
CREATE FUNCTION bxpath_compare(path bxpath, op text, value "any", op2 text, value2 "any") RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_compare';

CREATE FUNCTION bxml_path_ops_value(bxml, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_value';
CREATE FUNCTION bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_query';
CREATE FUNCTION bxml_path_ops_options(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_path_ops_options';
CREATE FUNCTION bxml_value_ops_value(bxml, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_value';
CREATE FUNCTION bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_query';
CREATE FUNCTION bxml_value_ops_partial(bytea, bytea, smallint, internal) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_partial';
CREATE FUNCTION bxml_value_ops_options(internal) RETURNS void
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_value_ops_options';
CREATE FUNCTION bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal) RETURNS "char"
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_gin_consistent';

CREATE OPERATOR CLASS bxml_path_ops FOR TYPE bxml USING gin AS
	OPERATOR 7 @> (bxml, bxml), OPERATOR 9 @? (bxml, bxpath), OPERATOR 10 @@ (bxml, bxpath),
	FUNCTION 1 btint4cmp(integer, integer), FUNCTION 2 bxml_path_ops_value(bxml, internal),
	FUNCTION 3 bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal),
	FUNCTION 6 bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal),
	FUNCTION 7 bxml_path_ops_options(internal),
	STORAGE integer;
CREATE OPERATOR CLASS bxml_value_ops DEFAULT FOR TYPE bxml USING gin AS
	OPERATOR 7 @> (bxml, bxml), OPERATOR 9 @? (bxml, bxpath), OPERATOR 10 @@ (bxml, bxpath),
	FUNCTION 1 byteacmp(bytea, bytea), FUNCTION 2 bxml_value_ops_value(bxml, internal),
	FUNCTION 3 bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal),
	FUNCTION 5 bxml_value_ops_partial(bytea, bytea, smallint, internal),
	FUNCTION 6 bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal),
	FUNCTION 7 bxml_value_ops_options(internal),
	STORAGE bytea;

COMMENT ON FUNCTION bxpath_compare(bxpath, text, "any") IS
	'the path with a comparison of what it selects, in index conditions; op is =, <, <=, >, >= or, with text, ^@; with = the value may be an array; with $ it is an object of variables';
COMMENT ON FUNCTION bxpath_compare(bxpath, text, "any", text, "any") IS 'the path with two comparisons of what it selects, in index conditions';
COMMENT ON FUNCTION bxml_path_ops_value(bxml, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_path_ops_query(bxml, internal, smallint, internal, internal, internal, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_path_ops_options(internal) IS 'GIN support: options of bxml_path_ops';
COMMENT ON FUNCTION bxml_value_ops_value(bxml, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_query(bxml, internal, smallint, internal, internal, internal, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_partial(bytea, bytea, smallint, internal) IS 'GIN support';
COMMENT ON FUNCTION bxml_value_ops_options(internal) IS 'GIN support: options of bxml_value_ops';
COMMENT ON FUNCTION bxml_gin_consistent(internal, smallint, bxml, integer, internal, internal, internal) IS 'GIN support';
COMMENT ON OPERATOR FAMILY bxml_path_ops USING gin IS 'paths with equality, patterns, in small indexes';
COMMENT ON OPERATOR FAMILY bxml_value_ops USING gin IS 'paths with equality, ranges, prefixes and existence, patterns';
COMMENT ON OPERATOR CLASS bxml_path_ops USING gin IS
	'one number for each value, of its path and itself: equality on paths of names, patterns with values; small';
COMMENT ON OPERATOR CLASS bxml_value_ops USING gin IS
	'values in order, by name and path: equality, ranges, prefixes and existence, on all paths; patterns';

-- Node tables: nodes of all documents of a column as rows, kept by triggers (doc/indexes.md).

CREATE FUNCTION bxml_node_rows(doc bxml, paths bxpath DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, value text, number numeric, moment timestamp)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100
	AS 'MODULE_PATHNAME', 'bxml_node_rows';
CREATE FUNCTION bxml_node_path(path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_node_path';

-- Triggers: the condition says which table, document and key they are about.

CREATE FUNCTION bxml_node_row(node_table regclass) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_node_row';
CREATE FUNCTION bxml_node_row(node_table regclass, VARIADIC document_and_key "any") RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_node_row';
CREATE FUNCTION bxml_node_trigger() RETURNS trigger
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_node_trigger';

CREATE FUNCTION bxml_create_node_table(base_table regclass, doc_column name, paths bxpath DEFAULT NULL,
	node_table name DEFAULT NULL, indexes text DEFAULT 'path, value, property') RETURNS regclass
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_node_table';
CREATE FUNCTION bxml_rebuild_node_table(node_table regclass) RETURNS bigint
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_rebuild_node_table';
CREATE FUNCTION bxml_drop_node_table(node_table regclass) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_drop_node_table';
CREATE FUNCTION bxml_node_tables() RETURNS TABLE (node_table regclass, base_table regclass, doc_column name, paths text)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_node_tables';

COMMENT ON FUNCTION bxml_node_rows(bxml, bxpath) IS
	'nodes of a document as rows of a node table: label, path, value (null if the node has child elements, or more than 500 bytes), and the value as a number and as a date or dateTime; of the nodes on the paths and all below them';
COMMENT ON FUNCTION bxml_node_path(bxpath) IS
	'a path of names as node tables have it, for comparisons with their column path: Q{uri} where the namespace is another than the parent''s';
COMMENT ON FUNCTION bxml_node_row(regclass) IS 'condition of the triggers that keep a node table';
COMMENT ON FUNCTION bxml_node_row(regclass, "any") IS 'condition of the triggers that keep a node table';
COMMENT ON FUNCTION bxml_node_trigger() IS 'keeps a node table';
COMMENT ON FUNCTION bxml_create_node_table(regclass, name, bxpath, name, text) IS
	'creates a table of the nodes of all documents of a column, of those on the paths and all below them, with the key of their row, indexes of these kinds and triggers that keep it (not parallel safe)';
COMMENT ON FUNCTION bxml_rebuild_node_table(regclass) IS
	'fills a node table anew, as after a restore; returns the number of rows (not parallel safe)';
COMMENT ON FUNCTION bxml_drop_node_table(regclass) IS 'drops a node table and the triggers that keep it (not parallel safe)';
COMMENT ON FUNCTION bxml_node_tables() IS 'the node tables of this database';

-- Full text search (doc/text-search.md).

CREATE FUNCTION bxml_plain_text(doc bxml, path bxpath DEFAULT NULL, exclude bxpath DEFAULT NULL) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_plain_text';
CREATE FUNCTION bxml_to_tsvector(config regconfig, doc bxml, path bxpath DEFAULT NULL, a bxpath DEFAULT NULL,
	b bxpath DEFAULT NULL, c bxpath DEFAULT NULL, exclude bxpath DEFAULT NULL) RETURNS tsvector
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_to_tsvector';
CREATE FUNCTION bxml_to_tsvector(doc bxml, path bxpath DEFAULT NULL, a bxpath DEFAULT NULL, b bxpath DEFAULT NULL,
	c bxpath DEFAULT NULL, exclude bxpath DEFAULT NULL) RETURNS tsvector
	LANGUAGE C STABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxml_to_tsvector_current';

COMMENT ON FUNCTION bxml_plain_text(bxml, bxpath, bxpath) IS
	'text of the nodes that the path selects (all without a path), less those to exclude, with spaces between words that tags divide';
COMMENT ON FUNCTION bxml_to_tsvector(regconfig, bxml, bxpath, bxpath, bxpath, bxpath, bxpath) IS
	'words of the nodes that a, b, c and path select, with weights A, B, C and D, less those to exclude; of the whole document without these; null only without configuration or document';
COMMENT ON FUNCTION bxml_to_tsvector(bxml, bxpath, bxpath, bxpath, bxpath, bxpath) IS
	'the same by default_text_search_config, so not for indexes';

CREATE FUNCTION bxml_index_advice(query text, OUT relation regclass, OUT predicate text, OUT served boolean, OUT used boolean,
	OUT index regclass, OUT condition text, OUT keys text, OUT reason text, OUT suggestion text) RETURNS SETOF record
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_index_advice';
COMMENT ON FUNCTION bxml_index_advice(text) IS
	'which predicates on documents of a query are served by which index, what is looked up, why others are not, and an index that would serve them; the query is planned, not executed';
CREATE FUNCTION bxml_index_advice("table" regclass, OUT relation regclass, OUT predicate text, OUT served boolean, OUT used boolean,
	OUT index regclass, OUT condition text, OUT keys text, OUT reason text, OUT suggestion text) RETURNS SETOF record
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_index_advice_of';
COMMENT ON FUNCTION bxml_index_advice(regclass) IS
	'the same for a table, by queries made up for the paths that its statistics know: which of them are served by which index, which selective ones are not, and which indexes serve nothing';

-- What ANALYZE found out, under the conditions of pg_stats.

CREATE FUNCTION bxml_path_stats_of(paths bytea, "values" bytea)
	RETURNS TABLE (path text, doc_frac real, avg_nodes real, avg_width real, n_distinct real, value_types text[],
		most_common_vals text[], most_common_freqs real[], histogram_bounds text[])
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_path_stats_of';
CREATE VIEW bxml_path_stats WITH (security_barrier) AS
	SELECT n.nspname AS schemaname, c.relname AS tablename, a.attname, s.stainherit AS inherited, p.*
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL bxml_path_stats_of((s.stavalues1::pg_catalog.text::pg_catalog.bytea[])[1],
			(s.stavalues2::pg_catalog.text::pg_catalog.bytea[])[1]) p
	WHERE s.stakind1 OPERATOR(pg_catalog.=) 20101 AND s.stakind2 OPERATOR(pg_catalog.=) 20102 AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
GRANT SELECT ON bxml_path_stats TO PUBLIC;
COMMENT ON FUNCTION bxml_path_stats_of(bytea, bytea) IS 'implementation of the view bxml_path_stats: rows of the bytes of statistics';
COMMENT ON VIEW bxml_path_stats IS
	'a row for each path in the statistics of each column of documents that the user may read: how many documents have it, and its values';

-- XML Schema: schemas as functions of a language of their own, and documents judged by them.

CREATE FUNCTION bxml_schema_handler() RETURNS language_handler
	LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_handler';
CREATE FUNCTION bxml_schema_validator(oid) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_schema_validator';
CREATE TRUSTED LANGUAGE bxml_schema HANDLER bxml_schema_handler VALIDATOR bxml_schema_validator;

CREATE TYPE bxml_schema;
CREATE FUNCTION bxml_schema_in(cstring) RETURNS bxml_schema
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_in';
CREATE FUNCTION bxml_schema_out(bxml_schema) RETURNS cstring
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_out';
CREATE FUNCTION bxml_schema_recv(internal) RETURNS bxml_schema
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_recv';
CREATE FUNCTION bxml_schema_send(bxml_schema) RETURNS bytea
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_schema_send';
CREATE TYPE bxml_schema (
	INPUT = bxml_schema_in,
	OUTPUT = bxml_schema_out,
	RECEIVE = bxml_schema_recv,
	SEND = bxml_schema_send,
	INTERNALLENGTH = 4,
	PASSEDBYVALUE,
	ALIGNMENT = int4,
	CATEGORY = 'U'
);

-- What a schema function returns changes only with the function, as with text search configurations.
CREATE FUNCTION bxml_is_valid(doc bxml, schema bxml_schema, root text DEFAULT NULL) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_is_valid';
CREATE FUNCTION bxml_is_valid(doc bxml, schemas bxml_schema[], root text DEFAULT NULL) RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_is_valid_any';
CREATE FUNCTION bxml_validate(doc bxml, schema bxml_schema, root text DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_validate';
CREATE FUNCTION bxml_validate(doc bxml, schemas bxml_schema[], root text DEFAULT NULL) RETURNS bxml
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500 AS 'MODULE_PATHNAME', 'bxml_validate_any';
CREATE FUNCTION bxml_validate_report(doc bxml, schema bxml_schema, root text DEFAULT NULL, max_violations integer DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, code text, message text, detail text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_validate_report';
CREATE FUNCTION bxml_validate_report(doc bxml, schemas bxml_schema[], root text DEFAULT NULL, max_violations integer DEFAULT NULL)
	RETURNS TABLE (label ordpath, path text, code text, message text, detail text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bxml_validate_report_any';

CREATE FUNCTION bxml_create_schema(name text, document text, replace boolean DEFAULT false) RETURNS bxml_schema
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_create_schema';
CREATE FUNCTION bxml_create_schema(name text, names text[], documents text[], replace boolean DEFAULT false) RETURNS bxml_schema
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_create_schema_of';
CREATE FUNCTION bxml_create_typed_domain(name text, schema bxml_schema, root text DEFAULT NULL) RETURNS regtype
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_typed_domain';
CREATE FUNCTION bxml_create_typed_domain(name text, schemas bxml_schema[], root text DEFAULT NULL) RETURNS regtype
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_create_typed_domain_any';

CREATE FUNCTION bxml_validate_table("table" regclass, "column" name, schema bxml_schema DEFAULT NULL, root text DEFAULT NULL,
	progress interval DEFAULT '10 s')
	RETURNS TABLE (relation regclass, row_id tid, key jsonb, label ordpath, path text, code text, message text, detail text)
	LANGUAGE C STABLE PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_validate_table';
CREATE FUNCTION bxml_validate_table("table" regclass, "column" name, schemas bxml_schema[], root text DEFAULT NULL,
	progress interval DEFAULT '10 s')
	RETURNS TABLE (relation regclass, row_id tid, key jsonb, label ordpath, path text, code text, message text, detail text)
	LANGUAGE C STABLE PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_validate_table_any';

CREATE FUNCTION bxpath_typed(path bxpath, schema bxml_schema, root text DEFAULT NULL) RETURNS bxpath
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_typed';
CREATE FUNCTION bxpath_explain_schema(path bxpath, schema bxml_schema, root text DEFAULT NULL) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxpath_explain_schema';

CREATE FUNCTION bxml_table_from_schema(schema bxml_schema, element text, documents text DEFAULT 'SELECT id, doc FROM documents') RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_table_from_schema';

CREATE FUNCTION bxml_infer_schema_step(bytea, bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_step';
CREATE FUNCTION bxml_infer_schema_step(bytea, bxml, integer) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_step';
CREATE FUNCTION bxml_infer_schema_combine(bytea, bytea) RETURNS bytea
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_infer_schema_combine';
CREATE FUNCTION bxml_infer_schema_final(bytea) RETURNS text
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_infer_schema_final';
CREATE AGGREGATE bxml_infer_schema_agg(doc bxml) (
	SFUNC = bxml_infer_schema_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_infer_schema_final,
	COMBINEFUNC = bxml_infer_schema_combine, PARALLEL = SAFE);
CREATE AGGREGATE bxml_infer_schema_agg(doc bxml, enumeration integer) (
	SFUNC = bxml_infer_schema_step, STYPE = bytea, SSPACE = 65536, FINALFUNC = bxml_infer_schema_final,
	COMBINEFUNC = bxml_infer_schema_combine, PARALLEL = SAFE);
CREATE FUNCTION bxml_infer_schema(tab regclass, col name, enumeration integer DEFAULT 8) RETURNS text
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100000 AS 'MODULE_PATHNAME', 'bxml_infer_schema';

CREATE FUNCTION bxml_schema_info(function oid, OUT namespaces text[], OUT roots text[], OUT version text, OUT digest bytea, OUT problem text)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10000 AS 'MODULE_PATHNAME', 'bxml_schema_info';
CREATE VIEW bxml_schemas AS
	SELECT p.oid::pg_catalog.regproc AS schema, pg_catalog.pg_get_userbyid(p.proowner) AS owner, i.namespaces, i.roots, i.version, i.digest,
		i.problem,
		ARRAY(SELECT CASE WHEN c.contypid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
				THEN 'domain '::pg_catalog.text OPERATOR(pg_catalog.||) pg_catalog.format_type(c.contypid, NULL::pg_catalog.int4)
				ELSE pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) END
			FROM pg_catalog.pg_depend d LEFT JOIN pg_catalog.pg_constraint c
				ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_constraint'::pg_catalog.regclass::pg_catalog.oid
				AND c.oid OPERATOR(pg_catalog.=) d.objid
			WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
				AND d.refobjid OPERATOR(pg_catalog.=) p.oid
			UNION
			SELECT pg_catalog.pg_describe_object('pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, a.attrelid, a.attnum::pg_catalog.int4)
			FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_constraint c ON c.oid OPERATOR(pg_catalog.=) d.objid
				JOIN pg_catalog.pg_attribute a ON a.atttypid OPERATOR(pg_catalog.=) c.contypid AND NOT a.attisdropped
			WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_constraint'::pg_catalog.regclass::pg_catalog.oid
				AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
				AND d.refobjid OPERATOR(pg_catalog.=) p.oid
			UNION
			SELECT pg_catalog.pg_describe_object('pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, a.attrelid, a.attnum::pg_catalog.int4)
			FROM pg_catalog.pg_attribute a
			WHERE a.atttypid OPERATOR(pg_catalog.=) 'bxml'::pg_catalog.regtype::pg_catalog.oid AND NOT a.attisdropped
				AND a.atttypmod OPERATOR(pg_catalog.=)
					(p.oid::pg_catalog.int8 OPERATOR(pg_catalog.&) 2147483647::pg_catalog.int8)::pg_catalog.int4
			ORDER BY 1) AS used_by
	FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) p.prolang
		CROSS JOIN LATERAL bxml_schema_info(p.oid) i
	WHERE l.lanname OPERATOR(pg_catalog.=) 'bxml_schema'::pg_catalog.name;
GRANT SELECT ON bxml_schemas TO PUBLIC;

COMMENT ON LANGUAGE bxml_schema IS
	'XML Schema: a function without arguments that returns bxml_schema, and whose body is one schema document or several';
COMMENT ON TYPE bxml_schema IS 'an XML Schema: what a function of the language bxml_schema returns';
COMMENT ON FUNCTION bxml_schema_handler() IS 'implementation of the language bxml_schema';
COMMENT ON FUNCTION bxml_schema_validator(oid) IS 'implementation of the language bxml_schema: checks a new function (not parallel safe)';
COMMENT ON FUNCTION bxml_schema_in(cstring) IS 'I/O: values come from schema functions only';
COMMENT ON FUNCTION bxml_schema_out(bxml_schema) IS 'I/O: name of the schema function';
COMMENT ON FUNCTION bxml_schema_recv(internal) IS 'I/O: values come from schema functions only';
COMMENT ON FUNCTION bxml_schema_send(bxml_schema) IS 'I/O: name of the schema function';
COMMENT ON FUNCTION bxml_is_valid(bxml, bxml_schema, text) IS
	'true if the document is valid by the schema; with a root, if its root element is that one, too';
COMMENT ON FUNCTION bxml_is_valid(bxml, bxml_schema[], text) IS 'true if the document is valid by one of the schemas';
COMMENT ON FUNCTION bxml_validate(bxml, bxml_schema, text) IS
	'the document, if it is valid by the schema; an error with the first violation, its path and label if not';
COMMENT ON FUNCTION bxml_validate(bxml, bxml_schema[], text) IS 'the document, if it is valid by one of the schemas; an error if not';
COMMENT ON FUNCTION bxml_validate_report(bxml, bxml_schema, text, integer) IS
	'violations of the schema in the document: label and path of the node (the empty label and null for the document as a whole), rule of XML Schema, what is wrong, what would be right; the first max_violations of them, all without';
COMMENT ON FUNCTION bxml_validate_report(bxml, bxml_schema[], text, integer) IS
	'no row if one of the schemas accepts the document; else violations of the first that declares its root element';
COMMENT ON FUNCTION bxml_create_schema(text, text, boolean) IS
	'creates a schema function, or replaces it, from a document (not parallel safe)';
COMMENT ON FUNCTION bxml_create_schema(text, text[], text[], boolean) IS
	'creates a schema function, or replaces it, from documents with these names, by which they include and import each other (not parallel safe)';
COMMENT ON FUNCTION bxml_create_typed_domain(text, bxml_schema, text) IS
	'creates a domain of documents that are valid by the schema, with this root (not parallel safe); null if name or schema is null';
COMMENT ON FUNCTION bxml_create_typed_domain(text, bxml_schema[], text) IS
	'creates a domain of documents that are valid by one of the schemas (not parallel safe); null if name or schemas are null';
COMMENT ON FUNCTION bxml_validate_table(regclass, name, bxml_schema, text, interval) IS
	'violations in all documents of a column, by this schema or, without one, by those that the column is bound to: partition and ctid of the row, its primary key, and the columns of bxml_validate_report; a notice of progress every so often (not parallel safe)';
COMMENT ON FUNCTION bxml_validate_table(regclass, name, bxml_schema[], text, interval) IS
	'the same for documents that none of the schemas accepts (not parallel safe)';
COMMENT ON FUNCTION bxpath_typed(bxpath, bxml_schema, text) IS
	'the path with its comparisons typed by the schema: dates as dates, booleans as booleans; queries of columns of typed domains do it by themselves';
COMMENT ON FUNCTION bxpath_explain_schema(bxpath, bxml_schema, text) IS
	'how the path will be evaluated on documents that are valid by the schema, and what the schema says of each step: how many nodes, of which type, or none';
COMMENT ON FUNCTION bxml_table_from_schema(bxml_schema, text, text) IS
	'statements that make tables of documents with that root element and fill them: a table for the document and for each element that repeats, columns for what there is one of at most; documents is a query of keys (bigint) and documents';
COMMENT ON FUNCTION bxml_infer_schema_step(bytea, bxml) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_infer_schema_step(bytea, bxml, integer) IS 'aggregate transition function';
COMMENT ON FUNCTION bxml_infer_schema_combine(bytea, bytea) IS 'aggregate combine function';
COMMENT ON FUNCTION bxml_infer_schema_final(bytea) IS 'aggregate final function';
COMMENT ON AGGREGATE bxml_infer_schema_agg(bxml) IS
	'an XML Schema that all the documents are valid by, as the body of a schema function; declarations are in the order in which documents have them, which differs from plan to plan';
COMMENT ON AGGREGATE bxml_infer_schema_agg(bxml, integer) IS
	'the same; texts of which there are at most so many values, each several times, become enumerations';
COMMENT ON FUNCTION bxml_infer_schema(regclass, name, integer) IS
	'an XML Schema that all documents of the column are valid by, as the body of a schema function; texts of which there are at most so many values, each several times, become enumerations';
COMMENT ON FUNCTION bxml_schema_info(oid) IS 'implementation of the view bxml_schemas: what a schema function declares';
COMMENT ON VIEW bxml_schemas IS
	'a row for each schema: function, owner, target namespaces, root elements, version attribute of the first document, digest of the documents, why it is not a schema (null if it is one), and which domains, columns, constraints, indexes and views use it';

-- Vocabularies: names and words that values share (doc/storage.md).

CREATE SEQUENCE bxml_vocabulary_number AS integer;
CREATE TABLE bxml_vocabulary (
	number integer PRIMARY KEY,
	uri text NOT NULL,
	root text NOT NULL,
	kind bytea NOT NULL,
	owner name NOT NULL,
	learned_from text,
	learned_at timestamptz NOT NULL,
	documents bigint NOT NULL,
	plain_bytes bigint NOT NULL,
	shared_bytes bigint NOT NULL,
	packed_bytes bigint NOT NULL,
	retired boolean NOT NULL,
	digest bytea NOT NULL,
	dropped_at timestamptz
) WITH (user_catalog_table = true);
-- The bytes, in pieces that stay in their rows.  Logical decoding reads them by the catalogs of the past, where
-- catalog tables are found after VACUUM FULL and TOAST tables are not.
CREATE TABLE bxml_vocabulary_part (
	number integer,
	part integer,
	content bytea NOT NULL,
	PRIMARY KEY (number, part)
) WITH (user_catalog_table = true);
ALTER TABLE bxml_vocabulary_part ALTER content SET STORAGE PLAIN;
-- When nothing referred to them, in the past of this server: not dumped.
CREATE TABLE bxml_vocabulary_unused (
	number integer PRIMARY KEY,
	seen_at timestamptz NOT NULL,
	seen_lsn pg_lsn NOT NULL
);
-- The owner of the extension, who need not be a superuser, dumps and restores them.
GRANT SELECT, INSERT ON bxml_vocabulary, bxml_vocabulary_part TO @extowner@;
GRANT SELECT, UPDATE ON SEQUENCE bxml_vocabulary_number TO @extowner@;
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary', '');
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary_part', '');
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary_number', '');

-- A dump restores rows by COPY: sessions that list vocabularies for new values are to see them.
CREATE FUNCTION bxml_vocabulary_changed() RETURNS trigger
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_changed';
CREATE TRIGGER bxml_vocabulary_changed AFTER INSERT OR UPDATE OR DELETE ON bxml_vocabulary_part
	FOR EACH STATEMENT EXECUTE FUNCTION bxml_vocabulary_changed();

-- What ANALYZE found out, under the conditions of pg_stats.
CREATE VIEW bxml_vocabulary_columns WITH (security_barrier) AS
	SELECT s.stanumbers4[i]::pg_catalog.int4 AS number, n.nspname AS schemaname, c.relname AS tablename, a.attname,
		v.count::pg_catalog.int8 AS "values",
		(v.count OPERATOR(pg_catalog.*) s.stanumbers4[i OPERATOR(pg_catalog.+) 2])::pg_catalog.int8 AS bytes_saved,
		greatest(pg_catalog.pg_stat_get_last_analyze_time(c.oid), pg_catalog.pg_stat_get_last_autoanalyze_time(c.oid)) AS analyzed_at
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL pg_catalog.generate_series(1, pg_catalog.cardinality(s.stanumbers4), 3) i
		CROSS JOIN LATERAL (SELECT s.stanumbers4[i OPERATOR(pg_catalog.+) 1] OPERATOR(pg_catalog.*)
			(1::pg_catalog.float8 OPERATOR(pg_catalog.-) s.stanullfrac) OPERATOR(pg_catalog.*)
			greatest(c.reltuples, 0::pg_catalog.float4) AS count) v
	WHERE s.stakind4 OPERATOR(pg_catalog.=) 20104 AND NOT s.stainherit AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
GRANT SELECT ON bxml_vocabulary_columns TO PUBLIC;
CREATE VIEW bxml_vocabularies AS
	SELECT v.number, v.uri, v.root, v.owner, v.learned_from, v.learned_at, v.documents, v.plain_bytes, v.shared_bytes,
		v.packed_bytes, v.retired, u.used_by, u.bytes_saved
	FROM bxml_vocabulary v LEFT JOIN (
		SELECT c.number, pg_catalog.array_agg(pg_catalog.format('%I.%I.%I'::pg_catalog.text, c.schemaname, c.tablename, c.attname)
			ORDER BY c.bytes_saved DESC, c.schemaname, c.tablename, c.attname) AS used_by,
			pg_catalog.sum(c.bytes_saved)::pg_catalog.int8 AS bytes_saved
		FROM bxml_vocabulary_columns c GROUP BY c.number) u ON u.number OPERATOR(pg_catalog.=) v.number
	WHERE v.dropped_at IS NULL;
GRANT SELECT ON bxml_vocabularies TO PUBLIC;

CREATE FUNCTION bxml_vocabulary_learn(base_table regclass, doc_column name, documents integer DEFAULT 10000,
	force boolean DEFAULT false) RETURNS SETOF integer
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn';
CREATE FUNCTION bxml_vocabulary_learn(documents bxml[]) RETURNS SETOF integer
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn_documents';
CREATE FUNCTION bxml_vocabulary_learn_schema(schema bxml_schema, root text DEFAULT NULL, prefix text DEFAULT NULL)
	RETURNS SETOF integer
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn_schema';
CREATE FUNCTION bxml_vocabulary_retire(number integer, retired boolean DEFAULT true) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_vocabulary_retire';
CREATE FUNCTION bxml_vocabulary_drop(number integer) RETURNS boolean
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bxml_vocabulary_drop';
-- Describe the stored form, which does not follow from the value.
CREATE FUNCTION bxml_vocabulary_number(doc bxml) RETURNS integer
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_number';
CREATE FUNCTION bxml_repack(doc bxml) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_repack';

COMMENT ON SEQUENCE bxml_vocabulary_number IS 'numbers of vocabularies, none of which is used twice';
COMMENT ON TABLE bxml_vocabulary IS
	'the vocabularies that values refer to: never change or delete a row; the view bxml_vocabularies is for everybody';
COMMENT ON TABLE bxml_vocabulary_part IS 'the bytes of vocabularies, in pieces: never change or delete a row';
COMMENT ON TABLE bxml_vocabulary_unused IS
	'vocabularies that nothing referred to when bxml_vocabulary_drop looked, and when that was';
COMMENT ON FUNCTION bxml_vocabulary_changed() IS
	'of the trigger by which sessions learn that a dump has restored vocabularies (not parallel safe)';
COMMENT ON TRIGGER bxml_vocabulary_changed ON bxml_vocabulary_part IS
	'sessions learn that a dump has restored vocabularies';
COMMENT ON VIEW bxml_vocabularies IS
	'a row for each vocabulary: number, root element of its documents, owner, column it was learned from (null: from given documents), when, the number of documents, what they take by themselves, with the vocabulary, and compressed with it; and by bxml_vocabulary_columns the columns that use it, and the bytes it saves there';
COMMENT ON VIEW bxml_vocabulary_columns IS
	'a row for each vocabulary in the statistics of each column that the user may read: about how many values refer to it, how many bytes they would take more in plain form without it, and when ANALYZE counted them';
COMMENT ON FUNCTION bxml_vocabulary_learn(regclass, name, integer, boolean) IS
	'learns a vocabulary for each kind of root element from so many documents of a column, for new values to refer to after this transaction: names and words that at least one percent and 20 of the documents have; returns their numbers (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_learn(bxml[]) IS
	'the same from given documents, with all their names (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_learn_schema(bxml_schema, text, text) IS
	'learns a vocabulary from a schema, for documents with a root element: names of all elements and attributes that they can have; prefix is what documents write for the namespace of the root (null: none) (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_retire(integer, boolean) IS
	'new values refer no more to the vocabulary, or do so again (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_drop(integer) IS
	'drops a retired vocabulary, in two calls: the first reads the whole database, refuses with a list of what refers to the vocabulary, and otherwise notes that nothing does and returns false; the second, once all sessions of that time have ended, does this again, drops and returns true (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_number(bxml) IS 'the vocabulary that the stored value refers to; null if none';
COMMENT ON FUNCTION bxml_repack(bxml) IS
	'the value as it would be stored today: with the newest vocabulary that fits, compressed as bxml.compression says';

-- A column of original texts beside one of documents.

CREATE FUNCTION bxml_source_pair(VARIADIC document_and_source "any") RETURNS boolean
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_source_pair';
CREATE FUNCTION bxml_source_trigger() RETURNS trigger
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_source_trigger';
CREATE FUNCTION bxml_with_source(base_table regclass, doc_column name, source_column name DEFAULT NULL,
	edits text DEFAULT 'refuse') RETURNS name
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bxml_with_source';

COMMENT ON FUNCTION bxml_source_pair("any") IS 'condition of the trigger that keeps originals, which names its columns';
COMMENT ON FUNCTION bxml_source_trigger() IS 'keeps originals (not parallel safe)';
COMMENT ON FUNCTION bxml_with_source(regclass, name, name, text) IS
	'makes a trigger that keeps the originals of a column of documents, byte for byte, in another column (bytea, added if it is missing; or text): a document with an original is what the original says; edits: a change of such a document by other means is refused, or clears its original; returns the name of the column (not parallel safe)';

CREATE FUNCTION bxml_edit_support(internal) RETURNS internal
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_edit_support';
COMMENT ON FUNCTION bxml_edit_support(internal) IS
	'support of functions that change a document: from server 18 on PL/pgSQL lets them change the variable that they are assigned to';

ALTER FUNCTION bxml_insert(bxml, bxpath, bxml, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_insert(bxml, ordpath, bxml, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_delete(bxml, bxpath) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_delete(bxml, ordpath) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_delete(bxml, bxpath, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_delete(bxml, ordpath, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_replace(bxml, bxpath, bxml, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_replace(bxml, ordpath, bxml, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_set(bxml, bxpath, text, boolean, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_set(bxml, ordpath, text, boolean, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_set_attribute(bxml, bxpath, text, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_set_attribute(bxml, ordpath, text, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_rename(bxml, bxpath, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_rename(bxml, ordpath, text, text, text) SUPPORT bxml_edit_support;
ALTER FUNCTION bxml_modify(bxml, text, jsonb, text, text) SUPPORT bxml_edit_support;
