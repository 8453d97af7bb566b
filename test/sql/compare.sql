-- Equality of values.

SELECT a, b, bxml_deep_equal(a, b) AS equal, bxml_deep_equal(b, a) AS back FROM (VALUES
	('<a x="1" y="2"/>'::bxml, '<a y="2" x="1"></a>'::bxml),
	('<p:a xmlns:p="u">1.0</p:a>', '<a xmlns="u"><![CDATA[1.0]]></a>'),
	('<a>1.0</a>', '<a>1.00</a>'),
	('<a><!--c-->t</a>', '<a>t</a>'),
	('<a> <b/></a>', '<a><b/></a>'),
	('<a/>t', '<a/>t'),
	('', '<a/>')) v(a, b);

SELECT words, bxml_deep_equal('<r> <a k="1"/><!--c--><b>x<?p?>y</b></r>', '<r><b>xy</b><a k="1"/></r>', words) AS equal FROM (VALUES
	('{}'::text[]), ('{comments,pi,whitespace}'), ('{comments,pi,whitespace,order:/r}'), ('{comments,pi,order:/r}'),
	('{comments,whitespace,order:/r}'), ('{comments,pi,whitespace,order:/r/b}'), ('{prefixes,comments,pi,whitespace,order://*}')) v(words);
SELECT bxml_deep_equal('<a xmlns="u"><b/><c/></a>', '<a xmlns="u"><c/><b/></a>', ARRAY[path]) AS equal, path
FROM unnest('{order:/a,"order:/Q{u}a",order:/*:a,order:/*,order:/}'::text[]) path;
SELECT bxml_deep_equal(NULL, '<a/>') IS NULL, bxml_deep_equal('<a/>', '<a/>', NULL) IS NULL;

-- refused
SELECT bxml_deep_equal('<a/>', '<a/>', '{comment}');
SELECT bxml_deep_equal('<a/>', '<a/>', '{order:a}');
SELECT bxml_deep_equal('<a/>', '<a/>', '{order:/p:a}');
SELECT bxml_deep_equal('<a/>', '<a/>', '{comments,NULL}');

-- large values, compressed or not, stored apart
CREATE TABLE two AS SELECT d::bxml AS a, replace(d, '<i n="7">', '<i  n="7" >')::bxml AS b, replace(d, 'v49999', 'v49998')::bxml AS c
	FROM (SELECT '<r>' || string_agg(format('<i n="%s"><v>v%s</v></i>', g, g), '') || '</r>' AS d FROM generate_series(1, 50000) g) s;
SELECT bxml_deep_equal(a, b), bxml_deep_equal(a, c), bxml_deep_equal(a, b, '{order:/r}'), bxml_deep_equal(a, c, '{order://*}') FROM two;
DROP TABLE two;
