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
