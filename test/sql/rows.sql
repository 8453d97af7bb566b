-- Rows back to documents: what comes out, and what is refused with the label.

\set doc '''<!--c--><r xmlns:p="urn:p" x="1"><a/><b y="1.50" z="">t<c>x</c>u</b><p:d>2020-01-02</p:d><e q="1">only</e><?pi data?></r><?t?>'''
\set rows 'id, kind, prefix, ns, name, value ORDER BY id'

-- there and back
SELECT bxml_rows_agg(:rows) AS doc, bxml_rows_agg(:rows)::bytea = :doc::bxml::bytea AS same FROM bxml_reader(:doc);
SELECT bxml_rows_agg(:rows) FROM bxml_reader(:doc, '3');
SELECT bxml_rows_agg(:rows) FROM bxml_reader(:doc, '3.5');
SELECT bxml_rows_agg(:rows) FROM bxml_reader(:doc) WHERE id > '3.3.@3' AND id < '3.5';
SELECT bxml_rows_agg(:rows) FROM bxml_reader('x<a>y</a>z<b/>');
SELECT bxml_rows_agg(:rows) FROM bxml_reader('<?xml version="1.0" standalone="yes"?><!DOCTYPE a [<!ELEMENT a ANY>]><a/>');
SELECT k, bxml_rows_agg(:rows) FROM (VALUES (1, '<a>1</a>'::bxml), (2, ''), (3, '<b c="2"/>')) v(k, d), bxml_reader(d) GROUP BY k ORDER BY k;
SELECT bxml_rows_agg(:rows) IS NULL AS "null" FROM bxml_reader(NULL);
SELECT bxml_rows_agg(id, kind, prefix, ns, CASE kind WHEN 'attribute' THEN upper(name) ELSE name END, value || '!' ORDER BY id)
	FROM bxml_reader('<a x="1"><b>2</b><?p q?></a>') WHERE kind <> 'processing-instruction';
SELECT bxml_rows_agg(id::ordpath, kind, prefix, ns, name, value ORDER BY id::ordpath) FROM (VALUES
	('1', 'element', 'p', 'urn:p', 'a', NULL), ('1.@1', 'attribute', 'q', 'urn:q', 'x', '<"&'), ('1.1', 'element', '', '', 'b', ''),
	('1.2.1', 'text', NULL, NULL, NULL, 'm'), ('1.3', 'element', NULL, 'urn:d', 'c', NULL), ('1.3.1', 'element', NULL, NULL, 'd', NULL))
	v(id, kind, prefix, ns, name, value);
-- large enough for directories, and compressed
SELECT length(d::text), bxml_check(d), d ->> 'count(//i)' AS n, d ->> '/r/i[5000]/@k' AS last
	FROM (SELECT bxml_rows_agg(:rows) AS d
	FROM (SELECT ('<r>' || string_agg(format('<i k="%s"><v>%s</v></i>', i, i % 7), '') || '</r>')::bxml AS src FROM generate_series(1, 5000) i) s, bxml_reader(src)) t;
SELECT bxml_rows_agg(id, kind, prefix, ns, name, value) OVER () FROM bxml_reader('<a/>');

-- what is refused
CREATE FUNCTION refused(VARIADIC lines text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	state text; message text; detail text;
BEGIN
	RETURN bxml_rows_agg(c[1]::ordpath, c[2], c[3], c[4], c[5], c[6] ORDER BY n)
		FROM unnest(lines) WITH ORDINALITY l(line, n), string_to_array(line, '|', '-') c;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' ', state, message, detail);
END $$;

SELECT n, refused(VARIADIC rows) FROM (VALUES
	(1, ARRAY['1.@1|attribute|||x|1']),
	(2, ARRAY['1.#1|namespace|||x|u']),
	(3, ARRAY['|element|||a|-']),
	(4, ARRAY['infinity|element|||a|-']),
	(5, ARRAY['1.2|element|||a|-']),
	(6, ARRAY['-|element|||a|-']),
	(7, ARRAY['1|element|||a|-', '1|element|||a|-']),
	(8, ARRAY['1|element|||a|-', '1.3|text||||x', '1.1|text||||x']),
	(9, ARRAY['1|element|||a|-', '1.1|text||||x', '1.@1|attribute|||x|1']),
	(10, ARRAY['1|element|||a|-', '1.@1|attribute|||x|1', '1.#1|namespace|||p|u']),
	(11, ARRAY['1|element|||a|-', '1.1.1|text||||x']),
	(12, ARRAY['1.1|element|||a|-', '3|element|||a|-']),
	(13, ARRAY['1|element|||a|-', '1.1|attribute|||x|1']),
	(14, ARRAY['1|element|||a|v', '1.1|text||||x']),
	(15, ARRAY['1|entity|||a|-']),
	(16, ARRAY['1|-|||a|-']),
	(17, ARRAY['1|element|||-|-']),
	(18, ARRAY['1|element|||a b|-']),
	(19, ARRAY['1|element|1|u|a|-']),
	(20, ARRAY['1|text|||n|x']),
	(21, ARRAY[E'1|text||||x\x01']),
	(22, ARRAY['1|element|p||a|-']),
	(23, ARRAY['1|element|||a|-', '1.#1|namespace|||p|-']),
	(24, ARRAY['1|element|||a|-', '1.#1|namespace|||p|u', '1.#3|namespace|||p|v']),
	(25, ARRAY['1|element|||a|-', '1.#1|namespace||||u']),
	(26, ARRAY['1|element|p|u|a|-', '1.@1|attribute|p|v|x|1']),
	(27, ARRAY['1|element|||a|-', '1.@1|attribute||u|x|1']),
	(28, ARRAY['1|element|||a|-', '1.@1|attribute|||xmlns|u']),
	(29, ARRAY['1|element|xml|u|a|-']),
	(30, ARRAY['1|element|||a|-', '1.@1|attribute|p|u|x|1', '1.@3|attribute|q|u|x|1', '1.1|text||||t']),
	(31, ARRAY['1|comment||||a--b']),
	(32, ARRAY['1|comment||||a-']),
	(33, ARRAY['1|processing-instruction|||t|a?>']),
	(34, ARRAY['1|processing-instruction|||t| a']),
	(35, ARRAY['1|processing-instruction|||XML|a']),
	(36, ARRAY['1|element|||a|x<y', '3|text||||&']))
	v(n, rows) ORDER BY n;
SET bxml.max_depth = 2;
SELECT refused('1|element|||a|-', '1.1|element|||a|-', '1.1.1|element|||a|-');
RESET bxml.max_depth;
SET bxml.max_attributes = 1;
SELECT refused('1|element|||a|-', '1.@1|attribute|p|u|x|-');
RESET bxml.max_attributes;
SET bxml.max_size = 10;
SELECT refused('1|element|||a|0123456789', '3|text||||x');
RESET bxml.max_size;
DROP FUNCTION refused;
