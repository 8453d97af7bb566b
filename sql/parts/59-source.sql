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
