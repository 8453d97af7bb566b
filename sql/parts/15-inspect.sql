-- Looking at values.

CREATE FUNCTION bxml_version() RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_version';
CREATE FUNCTION bxml_format_version(doc bxml) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_format_version';
CREATE FUNCTION bxml_is_document(doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_is_document';
CREATE FUNCTION bxml_root_name(doc bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 AS 'MODULE_PATHNAME', 'bxml_root_name';
CREATE FUNCTION bxml_namespaces(doc bxml) RETURNS TABLE (prefix text, uri text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 ROWS 3 AS 'MODULE_PATHNAME', 'bxml_namespaces';
CREATE FUNCTION bxml_stats(doc bxml, OUT elements bigint, OUT attributes bigint, OUT texts bigint,
	OUT comments bigint, OUT pis bigint, OUT depth integer, OUT names integer, OUT namespaces integer,
	OUT bytes bigint, OUT name_bytes bigint, OUT value_bytes bigint, OUT typed_values bigint, OUT schema bytea,
	OUT list_bytes bigint)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_stats';
-- Describes the stored form, which does not follow from the value.
CREATE FUNCTION bxml_storage(doc bxml, OUT inline boolean, OUT compressed boolean, OUT stored bigint,
	OUT logical bigint)
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_storage';
CREATE FUNCTION bxml_paths(doc bxml) RETURNS TABLE (path text, count bigint, xpath text)
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 ROWS 50 AS 'MODULE_PATHNAME', 'bxml_paths';
CREATE FUNCTION bxml_check(doc bxml) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_check';
CREATE FUNCTION bxml_dump(doc bxml) RETURNS SETOF text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100 AS 'MODULE_PATHNAME', 'bxml_dump';
-- Depends on bxml.compression.
CREATE FUNCTION bxml_upgrade(doc bxml) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_upgrade';
CREATE FUNCTION bxpath_explain(path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_explain';
CREATE FUNCTION bxpath_explain(path bxpath, doc bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200 AS 'MODULE_PATHNAME', 'bxpath_explain_doc';

CREATE FUNCTION bxml_counters(OUT documents bigint, OUT items_read bigint, OUT values_parsed bigint,
	OUT bytes_read bigint, OUT subtrees_skipped bigint, OUT bytes_skipped bigint, OUT slices_fetched bigint,
	OUT bytes_fetched bigint, OUT blocks_inflated bigint, OUT searches bigint)
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bxml_counters';
CREATE FUNCTION bxml_counters_reset() RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bxml_counters_reset';

COMMENT ON FUNCTION bxml_counters() IS
	'work of this session since it began or since bxml_counters_reset: values opened; their items looked at; values of items read, and bytes of these; subtrees passed over as a whole, and bytes passed over; slices fetched from outside the row, and bytes of these; blocks inflated; paths whose nodes were found by value lists';
COMMENT ON FUNCTION bxml_counters_reset() IS 'sets the counters of bxml_counters to zero';
COMMENT ON FUNCTION bxml_upgrade(bxml) IS
	'the same value in the newest format version, compressed as bxml.compression says now; for UPDATE';
COMMENT ON FUNCTION bxml_version() IS 'version of the bxml library';
COMMENT ON FUNCTION bxml_format_version(bxml) IS 'version of the format the value is stored in';
COMMENT ON FUNCTION bxml_is_document(bxml) IS 'true if the value has a single root element and no text beside it';
COMMENT ON FUNCTION bxml_root_name(bxml) IS 'name of the first top-level element as written; null if there is none';
COMMENT ON FUNCTION bxml_namespaces(bxml) IS 'namespaces the value declares, with their prefixes, in the order of prefix and URI';
COMMENT ON FUNCTION bxml_stats(bxml) IS 'numbers of nodes, names and bytes of a value; the digest of the schema by which this database found it valid, if it did; bytes of its value lists';
COMMENT ON FUNCTION bxml_storage(bxml) IS
	'whether the value is in the row, whether it is compressed (in blocks of its own or by the server), its size as stored and plain';
COMMENT ON FUNCTION bxml_paths(bxml) IS
	'distinct element and attribute paths in order of appearance, with counts; path is as written, xpath finds the nodes';
COMMENT ON FUNCTION bxml_check(bxml) IS 'full structural check of a stored value: false if it is damaged';
COMMENT ON FUNCTION bxpath_explain(bxpath) IS
	'how a path is evaluated: what runs in one pass over the value, what navigates from node to node, what is passed over';
COMMENT ON FUNCTION bxpath_explain(bxpath, bxml) IS
	'how many nodes every step of the paths selects in this value, and for one that selects none what to write instead';
COMMENT ON FUNCTION bxml_dump(bxml) IS 'header, tables and items of the stored form, as text lines for people';
