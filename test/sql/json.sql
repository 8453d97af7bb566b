-- Between XML and JSON.
CREATE TABLE json_docs (k int, d bxml);
INSERT INTO json_docs VALUES
	(1, '<a/>'), (2, '<a>t</a>'), (3, '<a x="1" y="">t</a>'), (4, '<a><b>1</b><c/><b>2</b></a>'), (5, '<a>x<b/>y</a>'),
	(6, '<a xmlns="d" xmlns:p="u" p:x="1"><p:b xmlns=""><c/></p:b></a>'), (7, '<a> <b/> </a>'), (8, '<a><!--c--><?p d?><?q?></a>'),
	(9, 'text'), (10, ''), (11, 'x<a/>y<b/>'), (12, '<!--c--><a/>'), (13, '<a>007</a>'), (14, '<a><b xml:lang="en">true</b></a>'),
	(15, '<a>&lt;&amp;&#13;x</a>');
SELECT k, bxml_to_jsonb(d) AS badgerfish, bxml_to_jsonb(d, 'jsonml') AS jsonml FROM json_docs ORDER BY k;
-- JsonML keeps everything
SELECT k, d, jsonb_to_bxml(bxml_to_jsonb(d, 'jsonml'), 'jsonml') FROM json_docs
WHERE jsonb_to_bxml(bxml_to_jsonb(d, 'jsonml'), 'jsonml')::text <> d::text ORDER BY k;
-- BadgerFish loses mixed order, white space between elements, comments, processing instructions, order of names
SELECT k, d, jsonb_to_bxml(bxml_to_jsonb(d)) FROM json_docs
WHERE jsonb_to_bxml(bxml_to_jsonb(d))::text <> d::text ORDER BY k;
SELECT count(*) AS not_repeatable FROM json_docs WHERE bxml_to_jsonb(jsonb_to_bxml(bxml_to_jsonb(d))) <> bxml_to_jsonb(d);
DROP TABLE json_docs;

-- other JSON in the conventions
SELECT jsonb_to_bxml('{"order": {"@id": 7, "@big": 1e3, "@none": null, "item": [1, true, null, "x", {"$": 1.50}], "note": "n"}, "$": "t"}');
SELECT jsonb_to_bxml('{"a": []}'), jsonb_to_bxml('{}'), jsonb_to_bxml('{"a": {"@xmlns": {"p": "u", "q": null}, "p:b": {"@p:x": 1}}}');
SELECT jsonb_to_bxml('["a", {"x": 1, "none": null}, "t", 5, true, null, ["b"], ["!--"], ["!--", "c"], ["?p"], ["?p", "d"]]', 'jsonml');
SELECT jsonb_to_bxml('["", "t", ["a"]]', 'jsonml'), jsonb_to_bxml('["!--", "c"]', 'jsonml'), jsonb_to_bxml('["a", {}]', 'jsonml');
SELECT jsonb_to_bxml('["p:a", {"xmlns:p": "u", "xmlns": "d"}, ["b", {"xmlns": ""}, ["p:c", {"p:x": 1}]]]', 'jsonml');

-- the simple style: no namespaces, text alone as a string, repeated elements as an array
SELECT bxml_to_jsonb('<o:order xmlns:o="urn:o" o:id="7"><o:item n="1">a</o:item><item>b</item><empty/><note>x<!-- c --><b>y</b>z</note></o:order>', 'simple');
SELECT bxml_to_jsonb('<a>5</a>', 'simple'), bxml_to_jsonb('<a/>', 'simple'), bxml_to_jsonb('t<a/><a> </a>', 'simple');
SELECT jsonb_to_bxml('{"order": {"@id": 7, "item": [1, true, null, {"@n": 2, "$": "x"}], "deep": [[1, 2], []]}}', 'simple');
SELECT jsonb_to_bxml('[{"a": 1}, 2, [3, null]]', 'simple', 'list'), jsonb_to_bxml('[{"a": 1}, 2, [3, null]]', 'simple', 'list', 'e');
SELECT jsonb_to_bxml('5', 'simple', 'n'), jsonb_to_bxml('null', 'simple', 'n'), jsonb_to_bxml('{"@x": 1, "$": "t"}', 'simple', 'n'), jsonb_to_bxml('{}', 'simple', 'n');

-- what is refused, and where
SELECT jsonb_to_bxml('[1]', 'simple');
SELECT jsonb_to_bxml('[1]', 'badgerfish', 'list');
SELECT jsonb_to_bxml('[1]', 'simple', 'a b');
SELECT jsonb_to_bxml('{"a": [[1, {"p:b": 2}]]}', 'simple');
SELECT jsonb_to_bxml('{"a": {"@xmlns": "u"}}', 'simple');
SELECT jsonb_to_bxml('{"a": {"@x": [1]}}', 'simple', 'r');
SELECT bxml_to_jsonb('<a/>', 'parker');
SELECT jsonb_to_bxml('{}', 'BADGERFISH');
SELECT jsonb_to_bxml('1');
SELECT jsonb_to_bxml('[{"a": 1}]');
SELECT jsonb_to_bxml('{"a": 1}', 'jsonml');
SELECT jsonb_to_bxml('"t"', 'jsonml');
SELECT jsonb_to_bxml('[]', 'jsonml');
SELECT jsonb_to_bxml('[1]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["", "x"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", "t", {"x": 1}]', 'jsonml');
SELECT jsonb_to_bxml('["a", {"x": [1]}]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["b c"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", "t", ["p:b"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", {"p:x": 1}]', 'jsonml');
SELECT jsonb_to_bxml('["a", {"xmlns:": "u"}]', 'jsonml');
SELECT jsonb_to_bxml('["a", {"xmlns:p": "u", "xmlns:q": "u", "p:x": 1, "q:x": 1}]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["!--", "a--b"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["!--", "a", "b"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["?xml", "a"]]', 'jsonml');
SELECT jsonb_to_bxml('["a", ["?p", ["x"]]]', 'jsonml');
SELECT jsonb_to_bxml('["a", "x\u0001"]', 'jsonml');
SELECT jsonb_to_bxml('{"@x": 1}');
SELECT jsonb_to_bxml('{"a": {"@x": {}}}');
SELECT jsonb_to_bxml('{"a": {"@xmlns": 1}}');
SELECT jsonb_to_bxml('{"a": {"@xmlns": {"p": []}}}');
SELECT jsonb_to_bxml('{"a": {"$": []}}');
SELECT jsonb_to_bxml('{"a": {"b": [1, [2]]}}');
SELECT jsonb_to_bxml('{"a": {"b": [1, {"c d": 2}]}}');
SELECT jsonb_to_bxml('{"a": {"p:b": 1}}');
SELECT jsonb_to_bxml('{"": 1}');
SET bxml.max_depth = 2;
SELECT jsonb_to_bxml('["a", ["b", ["c"]]]', 'jsonml');
RESET bxml.max_depth;
