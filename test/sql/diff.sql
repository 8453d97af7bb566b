-- Differences of values.

CREATE TABLE pair (k int, a bxml, b bxml);
INSERT INTO pair VALUES
	(1, '<o id="1" x="y"><i n="1"><q>2</q></i><i n="2"><q>3</q></i><note>old</note></o>',
		'<o id="2" z="&lt;"><i n="1"><q>2</q></i><i n="3"><q>3</q></i><i n="4"/><note>old</note><end/></o>'),
	(2, '<a xmlns="urn:a"><b>t</b><!--c--><?p d?></a>', '<x:a xmlns:x="urn:a"><x:b>t</x:b><!--d--><?p e?></x:a>'),
	(3, '<a>x<b/>y</a>', '<a>xy</a>'),
	(4, '<a/>', '<b/>'),
	(5, 't<a/>', '<a/>u'),
	(6, '', '<a k="v">t</a>'),
	(7, '<a  x="1" y="2"/>', '<a y="2" x="1"></a>'),
	(8, '<a/>', NULL);
SELECT k, d.* FROM pair, bxml_diff(a, b) d;
-- there are rows exactly when the values are not equal
SELECT k FROM pair WHERE EXISTS (SELECT FROM bxml_diff(a, b)) = bxml_deep_equal(a, b);
-- ids and paths are those of the first value
SELECT k, op, d.id, path FROM pair, bxml_diff(a, b) d WHERE op <> 'insert-attribute' AND bxml_path_of(a, d.id) <> path;
SELECT k, op, d.id, path, bxml_node(a, d.id), old FROM pair, bxml_diff(a, b) d WHERE op = 'delete' AND path !~ '@' AND
	bxml_canonical(bxml_node(a, d.id), 'exclusive', true) <> old;
-- a node that was taken out keeps its label
SELECT d.* FROM bxml_diff(bxml_node('<r><p/><q><x>1</x><y/></q></r>', '1.3'), '<q><x>2</x><y z=""/></q>') d;

-- large values
CREATE TABLE large AS SELECT ('<r>' || string_agg(format('<i n="%s"><v>%s</v></i>', g, md5(g::text)), '') || '</r>')::bxml AS a,
	('<r>' || string_agg(CASE g % 20000 WHEN 5 THEN '' WHEN 6 THEN format('<i n="%s"><v>changed</v></i>', g) ELSE
		format('<i n="%s"><v>%s</v></i>', g, md5(g::text)) END, '') || '</r>')::bxml AS b
	FROM generate_series(1, 50000) g;
SELECT d.* FROM large, bxml_diff(a, b) d;
DROP TABLE pair, large;

SELECT * FROM bxml_diff('<a xmlns="{}"/>', '<a xmlns="{}" b=""/>');
