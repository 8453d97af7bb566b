-- Casts.  None to xml is implicit: XMLEXISTS and its like would then accept bxml and parse its text each time.
-- text and varchar to bxpath and bxquery are: a path in a column, variable or parameter of these types is a path.  A
-- path as a query is another language that mostly looks the same, so it must be asked for.

CREATE FUNCTION bxml_from_text(text) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_from_text';
CREATE FUNCTION bxml_to_text(bxml) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_to_text';
CREATE FUNCTION bxml_from_xml(xml) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_from_xml';
CREATE FUNCTION bxml_to_xml(bxml) RETURNS xml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxml_to_xml';
CREATE FUNCTION bxml_from_bytea(bytea) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_from_bytea';
CREATE FUNCTION bxml_to_bytea(bxml) RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bxml_to_bytea';
CREATE FUNCTION bxpath_from_text(text) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20 AS 'MODULE_PATHNAME', 'bxpath_from_text';
CREATE FUNCTION bxquery_from_text(text) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_from_text';
CREATE FUNCTION bxpath_from_bxquery(bxquery) RETURNS bxpath
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxpath_from_bxquery';
CREATE FUNCTION bxquery_from_bxpath(bxpath) RETURNS bxquery
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxquery_from_bxpath';
CREATE FUNCTION ordpath_to_int_array(ordpath) RETURNS integer[]
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'ordpath_to_int_array';
CREATE FUNCTION bxml_restrict(bxml, integer) RETURNS bxml
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_restrict';

CREATE CAST (bxml AS bxml) WITH FUNCTION bxml_restrict(bxml, integer) AS IMPLICIT;
CREATE CAST (text AS bxml) WITH FUNCTION bxml_from_text(text);
CREATE CAST (bxml AS text) WITH FUNCTION bxml_to_text(bxml) AS ASSIGNMENT;
CREATE CAST (varchar AS bxml) WITH FUNCTION bxml_from_text(text);
CREATE CAST (bxml AS varchar) WITH FUNCTION bxml_to_text(bxml) AS ASSIGNMENT;
CREATE CAST (xml AS bxml) WITH FUNCTION bxml_from_xml(xml) AS ASSIGNMENT;
CREATE CAST (bxml AS xml) WITH FUNCTION bxml_to_xml(bxml) AS ASSIGNMENT;
CREATE CAST (bytea AS bxml) WITH FUNCTION bxml_from_bytea(bytea);
CREATE CAST (bxml AS bytea) WITH FUNCTION bxml_to_bytea(bxml);
CREATE CAST (text AS bxpath) WITH FUNCTION bxpath_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS bxpath) WITH FUNCTION bxpath_from_text(text) AS IMPLICIT;
CREATE CAST (text AS bxquery) WITH FUNCTION bxquery_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS bxquery) WITH FUNCTION bxquery_from_text(text) AS IMPLICIT;
CREATE CAST (bxquery AS bxpath) WITH FUNCTION bxpath_from_bxquery(bxquery) AS IMPLICIT;
CREATE CAST (bxpath AS bxquery) WITH FUNCTION bxquery_from_bxpath(bxpath);
CREATE CAST (ordpath AS integer[]) WITH FUNCTION ordpath_to_int_array(ordpath);

COMMENT ON FUNCTION bxml_from_text(text) IS 'convert XML text to bxml';
COMMENT ON FUNCTION bxml_to_text(bxml) IS 'convert bxml to XML text';
COMMENT ON FUNCTION bxml_from_xml(xml) IS 'convert xml to bxml';
COMMENT ON FUNCTION bxml_to_xml(bxml) IS 'convert bxml to xml';
COMMENT ON FUNCTION bxml_from_bytea(bytea) IS 'convert bytes of the plain binary form to bxml, checking them in full';
COMMENT ON FUNCTION bxml_to_bytea(bxml) IS 'convert bxml to the bytes of its plain binary form';
COMMENT ON FUNCTION bxpath_from_text(text) IS 'compile a path expression';
COMMENT ON FUNCTION bxquery_from_text(text) IS 'compile a query';
COMMENT ON FUNCTION bxpath_from_bxquery(bxquery) IS 'a query in the place of a path';
COMMENT ON FUNCTION bxquery_from_bxpath(bxpath) IS 'the text of a path as a query of XQuery 3.1';
COMMENT ON FUNCTION ordpath_to_int_array(ordpath) IS 'convert a label to the array of its components';
COMMENT ON FUNCTION bxml_restrict(bxml, integer) IS 'check a value against a type modifier';
COMMENT ON CAST (bxml AS bxml) IS 'check against the type modifier: document or content';
COMMENT ON CAST (text AS bxml) IS 'parse XML text';
COMMENT ON CAST (bxml AS text) IS 'XML text';
COMMENT ON CAST (varchar AS bxml) IS 'parse XML text';
COMMENT ON CAST (bxml AS varchar) IS 'XML text';
COMMENT ON CAST (xml AS bxml) IS 'parse XML text of a core xml value';
COMMENT ON CAST (bxml AS xml) IS 'core xml with the same text';
COMMENT ON CAST (bytea AS bxml) IS 'plain binary form, checked';
COMMENT ON CAST (bxml AS bytea) IS 'plain binary form';
COMMENT ON CAST (text AS bxpath) IS 'compile a path expression';
COMMENT ON CAST (varchar AS bxpath) IS 'compile a path expression';
COMMENT ON CAST (text AS bxquery) IS 'compile a query';
COMMENT ON CAST (varchar AS bxquery) IS 'compile a query';
COMMENT ON CAST (bxquery AS bxpath) IS 'a query in the place of a path: its text says that it is XQuery';
COMMENT ON CAST (bxpath AS bxquery) IS 'the text of a path as a query of XQuery 3.1';
COMMENT ON CAST (ordpath AS integer[]) IS 'components of the label of an element, text, comment or processing instruction, within the range of integer';
