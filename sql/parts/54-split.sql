-- One long text to a row per record.

CREATE FUNCTION bxml_split(doc text, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_text';
CREATE FUNCTION bxml_split(doc bytea, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_bytea';

-- What follows reads from outside the arguments: a large object by the snapshot of the query, a file as it is.

CREATE FUNCTION bxml_split_lo(loid oid, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_lo';
CREATE FUNCTION bxml_split_file(filename text, record_path bxpath) RETURNS SETOF bxml
	LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100 ROWS 1000 SUPPORT bxml_rows_support
	AS 'MODULE_PATHNAME', 'bxml_split_file';

COMMENT ON FUNCTION bxml_split(text, bxpath) IS
	'a value for every element the record path selects, in the order of the text, read as a stream';
COMMENT ON FUNCTION bxml_split(bytea, bxpath) IS
	'the same from bytes in the encoding that their byte order mark or declaration names';
COMMENT ON FUNCTION bxml_split_lo(oid, bxpath) IS
	'the same from a large object that the user may read, piece by piece (not parallel safe)';
COMMENT ON FUNCTION bxml_split_file(text, bxpath) IS
	'the same from a file of the server, piece by piece; for members of pg_read_server_files (in parallel queries run by the leader)';

-- The function itself looks at the role as well, so that a GRANT alone opens no file.
REVOKE ALL ON FUNCTION bxml_split_file(text, bxpath) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bxml_split_file(text, bxpath) TO pg_read_server_files;
