-- Documents as rows.

CREATE FUNCTION bxml_reader(doc bxml, under ordpath DEFAULT NULL) RETURNS TABLE (id ordpath, level integer,
	kind text, prefix text, ns text, name text, type text, value text)
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 1000 AS 'MODULE_PATHNAME', 'bxml_reader';

COMMENT ON FUNCTION bxml_reader(bxml, ordpath) IS
	'elements, attributes, namespace declarations, texts, comments and processing instructions as rows in document order, of all of the value or of the subtree of one label';
