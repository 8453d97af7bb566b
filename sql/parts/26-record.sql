-- Items as values of any type, nodes as records.  Input functions may depend on settings, so nothing here is immutable.

CREATE FUNCTION bxml_value_as(doc bxml, path bxpath, target anyelement) RETURNS anyelement
	LANGUAGE C STABLE PARALLEL SAFE COST 25 AS 'MODULE_PATHNAME', 'bxml_value_as';
CREATE FUNCTION bxml_to_record(doc bxml, path bxpath) RETURNS record
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 80 AS 'MODULE_PATHNAME', 'bxml_to_record';
CREATE FUNCTION bxml_populate_record(base anyelement, doc bxml) RETURNS anyelement
	LANGUAGE C STABLE PARALLEL SAFE COST 80 AS 'MODULE_PATHNAME', 'bxml_populate_record';

COMMENT ON FUNCTION bxml_value_as(bxml, bxpath, anyelement) IS
	'first item as a value of the type of the third argument, which may be null; the node itself for bxml and xml; null if there is none';
COMMENT ON FUNCTION bxml_to_record(bxml, bxpath) IS
	'first node as a record: columns take the child element, else the attribute, of their name, in any namespace';
COMMENT ON FUNCTION bxml_populate_record(anyelement, bxml) IS
	'the row with columns replaced by the child element, else the attribute, of the root element that has their name';
