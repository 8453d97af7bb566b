-- Nodes by their labels.

CREATE FUNCTION bxml_node(doc bxml, label ordpath) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_node';
CREATE FUNCTION bxml_path_of(doc bxml, label ordpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_path_of';
CREATE FUNCTION bxml_relabel(doc bxml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_relabel';

COMMENT ON FUNCTION bxml_node(bxml, ordpath) IS
	'the node with this label, as -> would give it; null if there is none';
COMMENT ON FUNCTION bxml_path_of(bxml, ordpath) IS
	'path that selects the node with this label: names and positions; null if there is none';
COMMENT ON FUNCTION bxml_relabel(bxml) IS
	'the same document with the labels a newly parsed one has; labels kept elsewhere then no longer fit';
