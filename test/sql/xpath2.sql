-- What of XPath 2.0 there is, through SQL: results of sequences, regular expressions, dates, variables, bxpath_explain.

CREATE TABLE item (id int, doc bxml);
INSERT INTO item VALUES
	(1, '<i sku="AB-10" date="2019-12-31"><tag>red</tag><tag>big</tag><price>9.50</price></i>'),
	(2, '<i sku="ab-20" date="2020-02-29"><tag>red</tag><price>10</price></i>'),
	(3, '<i sku="X" date="soon"/>'),
	(4, NULL);

-- a sequence as a value: nodes keep their form, neighbouring atomic values are joined by a space
SELECT id, doc -> '(//tag, count(//tag), "x")' AS items, doc ->> '(//price, "none")[1]' AS first, bxml_count(doc, '(1 to 3, //tag)')
	FROM item ORDER BY id;
SELECT bxml_query('<a/>', '()') IS NULL AS empty, bxml_exists('<a/>', '()') AS found, bxml_value('<a/>', '(1, 2)') AS value;
SELECT id, bxml_value(doc, 'string-join(for $t in //tag return upper-case($t), "/")') AS tags,
	bxml_test(doc, 'every $t in //tag satisfies string-length($t) = 3') AS three FROM item ORDER BY id;
SELECT id, bxml_value(doc, 'if (//price) then //price * 2 else "no price"') FROM item ORDER BY id;

-- regular expressions
SELECT id FROM item WHERE doc @@ 'matches(/i/@sku, "^[A-Z]{2}-\d+$")' ORDER BY id;
SELECT id FROM item WHERE doc @@ 'matches(/i/@sku, "^[A-Z]{2}-\d+$", "i")' ORDER BY id;
SELECT id, bxml_value(doc, 'replace(/i/@sku, "(\w+)-(\d+)", "$2 $1")'), doc -> 'tokenize(/i/@sku, "-")' AS parts FROM item ORDER BY id;
SELECT 'matches(., "a{2,1}")'::bxpath;
SELECT 'replace(., "(a)\1", "")'::bxpath;
SELECT bxml_value('<a/>', 'tokenize("abc", "x?")');
SELECT bxml_value('<a/>', 'replace("abc", "b", "$")');

-- dates and decimals: text that is none is not found
SELECT id FROM item WHERE doc @? '/i[@date >= xs:date("2020-01-01")]' ORDER BY id;
SELECT id FROM item WHERE doc @? '/i[@date < xs:date("2020-01-01")]' ORDER BY id;
SELECT id FROM item WHERE doc @? '/i[price = xs:decimal("9.5")]' ORDER BY id;
SELECT bxml_value('<a/>', 'xs:date("2021-02-29")');

-- arrays are sequences
SELECT id FROM item WHERE bxml_test(doc, '//tag = $t', '{"t": ["big", "small"]}') ORDER BY id;
SELECT bxml_count('<a/>', '($v, $v)', '{"v": [1, "x", true]}'), bxml_exists('<a/>', '$v', '{"v": []}');
SELECT bxml_test('<a/>', '$v', '{"v": [[1]]}');
SELECT bxpath_bind('$v', '{"v": [1]}');

-- numbers
SELECT bxml_value('<a><b>1</b><b>3</b></a>', 'max(//b)'), bxml_float8('<a><b>1</b><b>3</b></a>', 'avg(//b)'),
	bxml_value('<a><b>1</b><b>1</b></a>', 'count(distinct-values(//b))');

-- item by item
SELECT bxml_values_array('<a><b>1</b><b/></a>', '(//b, 2, true())') AS strings, bxml_query_array('<a><b>1</b></a>', '(//b, "<", 2)') AS items,
	bxml_string_agg('<a/>', '1 to 4') AS agg;
SELECT bxml_date('<a d="2020-05-17"/>', '(xs:date(/a/@d), 1)[1]') AS date, bxml_bool('<a/>', '(true())') AS bool;

-- how
SELECT bxpath_explain('/i[@sku = "X"]/tag');
SELECT bxpath_explain('//tag[last()]/..');
SELECT bxpath_explain('matches(//tag, "r.d")');
SELECT bxpath_explain('declare namespace p = "u"; (//p:a | //p:b)[1]');
SELECT bxpath_explain('p:a');
SELECT bxpath_explain(NULL);
DROP TABLE item;
