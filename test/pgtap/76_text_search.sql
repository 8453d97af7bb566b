-- Texts of documents for full text search: where words end, parts, weights, positions.
BEGIN;
SET LOCAL client_min_messages = warning;
SET LOCAL default_text_search_config = 'simple';
SELECT plan(58);

-- where words end
SELECT is(bxml_plain_text(d::bxml), t, d) FROM (VALUES
	('<a><p>a</p><p>b</p></a>', 'a b'), ('<p>H<sub>2</sub>O</p>', 'H2O'), ('<p><b>H</b>ello</p>', 'Hello'), ('<p>hell<b>o</b></p>', 'hello'),
	('<p>one<br/>two</p>', 'one two'), ('<p>one<b><i>two</i></b></p>', 'one two'), ('<p><b>one</b><i>two</i></p>', 'one two'),
	('<ul><li>item<ul><li>sub</li></ul></li></ul>', 'item sub'), ('<p>wo<!--x-->rd<?y?>s</p>', 'words'), ('<p>wo<![CDATA[rd]]></p>', 'word'),
	('<a>  <b>x</b>  </a>', '  x  '), ('<a k="attribute"><b j="x"/></a>', ''), ('text<a/>more', 'text more'), ('', ''), ('<!--c--><a>x</a><!--d-->', 'x'),
	('<a><b k="1">x</b><c k="2">y</c>z</a>', 'x yz'), ('<a xmlns:p="u"><p:b>x</p:b>y</a>', 'xy')) v(d, t);
SELECT is(bxml_plain_text(NULL), NULL, 'no document');

-- parts
SELECT is(bxml_plain_text('<r><a>1<a>2</a></a><b k="3">4<c>5</c></b><a>6</a></r>', '//a | //b'), '12 45 6', 'nodes are apart, and nested ones are not repeated');
SELECT is(bxml_plain_text('<r><b k="3">4<c j="5">6</c></b></r>', '//@* | //b'), '3 46 5', 'attributes that are asked for, behind the text at the beginning of their element');
SELECT is(bxml_plain_text('<r><b>1</b>2<c>3</c></r>', '/r/text()'), '2', 'texts');
SELECT is(bxml_plain_text('<r><b>1</b>2</r>', '/'), '12', 'the document');
SELECT is(bxml_plain_text('<r><b>1</b>2</r>', '//none'), '', 'nothing');
SELECT is(bxml_plain_text('<r><b>1</b><c>2</c></r>', '//c | //b'), '1 2', 'in document order');
SELECT is(bxml_plain_text('<r xmlns="u"><b>1</b><c>2</c></r>', 'declare default element namespace "u"; /r/b'), '1', 'namespaces');
SELECT is(bxml_plain_text('<r><!--c--><b>1</b></r>', '//comment()'), '', 'comments have no text');
SELECT throws_ok($$SELECT bxml_plain_text('<r>1</r>', '1 + 1')$$, '10608', NULL, 'a value that is not a node');
SELECT throws_ok($$SELECT bxml_plain_text('<r>1</r>', '//namespace::*')$$, '10608', NULL, 'a node without a label');
SELECT is(bxml_plain_text('<r><p>a<n>note</n>b <n>x<m>y</m></n>c</p></r>', exclude => '//n | //m'), 'a b c', 'left out');
SELECT is(bxml_plain_text('<r><p k="1" j="2">a</p><n k="3">b</n></r>', '//@k | //p | //n', '//n'), 'a 1', 'attributes of what is left out');
SELECT is(bxml_plain_text('<r><p k="1" j="2">a</p></r>', '//@* | //p', '//@j'), 'a 1', 'an attribute is left out');
SELECT is(bxml_plain_text('<r><p>a</p></r>', '//p', '/'), '', 'everything is left out');
SELECT is(string_agg(bxml_plain_text(n.node, '.', '//n'), '|' ORDER BY n.id), 'a c|d', 'nodes of other functions')
FROM bxml_nodes('<r><p>a<n>b</n>c</p><p>d<n>e</n></p></r>', '//p') n;
SELECT is(bxml_plain_text(bxml_modify('<r><p>a</p><p>b</p></r>', 'insert node <p>new</p> before /r/p[2]'), '//p', '//p[3]'), 'a new', 'labels between others');
CREATE TEMP TABLE large AS SELECT ('<r>' || string_agg(format('<p>w%s<n>x</n><q>%s</q></p>', i, repeat(md5(i::text) || ' ', 300)), '') || '</r>')::bxml AS doc
	FROM generate_series(1, 200) i;
SELECT is(length(bxml_plain_text(doc, '//p', '//n')), (SELECT sum(length(format('w%s ', i)) + 33 * 300)::int + 199 FROM generate_series(1, 200) i), 'a large document') FROM large;
SELECT is(bxml_plain_text(n.node, exclude => '//q'), 'w150x', 'a part of it') FROM large, bxml_nodes(doc, '//p[150]') n;

-- vectors
SELECT is(bxml_to_tsvector('simple', '<a><t>one two</t><p>three</p></a>'::bxml), 'one:1 two:2 three:3'::tsvector, 'a document is one text');
SELECT is(bxml_to_tsvector('simple', '<a><p>one two</p><p>three</p></a>'::bxml, '//p'), 'one:1 two:2 three:4'::tsvector, 'nodes are apart by a position');
SELECT is(bxml_to_tsvector('simple', '<a><p>one</p><p>,</p><p>two</p></a>'::bxml, '//p'), 'one:1 two:3'::tsvector, 'but not by those without words');
SELECT is(bxml_to_tsvector('simple', '<a><t>one</t><p>two</p><s>three</s><k>four</k></a>'::bxml, '//p', '//t', '//s', '//k'),
	'one:1A three:2B four:3C two:4'::tsvector, 'weights, the greatest first');
SELECT is(bxml_to_tsvector('simple', '<a><t>one</t><p>two</p></a>'::bxml, a => '//t', b => '//p'),
	setweight(to_tsvector('simple', 'one'), 'A') || setweight(to_tsvector('simple', 'two'), 'B'), 'as || of vectors');
SELECT is(bxml_to_tsvector('simple', '<a><t>one</t><p>two <n>three</n></p></a>'::bxml, '//p', '//t', exclude => '//n'), 'one:1A two:2'::tsvector, 'some left out');
SELECT is(bxml_to_tsvector('simple', '<a><t>one</t></a>'::bxml, '/', '//t'), 'one:1A,2'::tsvector, 'a text in two parts');
SELECT is(bxml_to_tsvector('simple', '<a><t>one</t></a>'::bxml, c => '//t'), 'one:1C'::tsvector, 'one part');
SELECT is(bxml_to_tsvector('simple', '<a/>'::bxml), ''::tsvector, 'no words');
SELECT is(bxml_to_tsvector('simple', '<a/>'::bxml, '//b', '//c'), ''::tsvector, 'no nodes');
SELECT is(bxml_to_tsvector('english', '<a>The cats</a>'::bxml), 'cat:2'::tsvector, 'by the configuration');
SELECT is(bxml_to_tsvector('<a>The cats</a>'::bxml), 'cats:2 the:1'::tsvector, 'by the current one');
SELECT is(bxml_to_tsvector('<a><b>x</b>y</a>'::bxml, a => '//b'), 'x:1A'::tsvector, 'with a weight');
SELECT is(bxml_to_tsvector(NULL, '<a/>'::bxml), NULL, 'no configuration');
SELECT is(bxml_to_tsvector('simple', NULL::bxml), NULL, 'no document');
SELECT throws_ok($$SELECT bxml_to_tsvector('simple', ('<a>' || string_agg(md5(i::text), ' ') || '</a>')::bxml) FROM generate_series(1, 40000) i$$, '54000', NULL,
	'more words than a vector takes');
SELECT throws_ok($$SELECT bxml_to_tsvector('none', '<a/>'::bxml)$$, '42704', NULL, 'an unknown configuration');

-- columns and indexes
CREATE TABLE articles (id int PRIMARY KEY, doc bxml,
	words tsvector GENERATED ALWAYS AS (bxml_to_tsvector('english', doc, '/article/p', a => '/article/title', exclude => '//note')) STORED);
INSERT INTO articles VALUES
	(1, '<article xml:lang="en"><title>Binary XML</title><p>A parsed document</p><note>rats</note></article>'),
	(2, '<article xml:lang="en"><title>Documents</title><p>Nothing about binary <b>num</b>bers</p></article>'),
	(3, '<article xml:lang="de"><title>Häuser</title><p>Dokumente</p></article>');
INSERT INTO articles SELECT i, '<article><title>t</title><p>word</p></article>' FROM generate_series(10, 2000) i;
CREATE INDEX ON articles USING gin (words);
CREATE INDEX by_language ON articles USING gin (bxml_to_tsvector(CASE doc ->> '/*/@xml:lang' WHEN 'de' THEN 'german'::regconfig ELSE 'english' END, doc));
ANALYZE articles;
SET LOCAL enable_seqscan = off;
SELECT results_eq($$SELECT id FROM articles WHERE words @@ to_tsquery('english', 'binary') ORDER BY ts_rank(words, to_tsquery('english', 'binary')) DESC$$,
	ARRAY[1, 2], 'ranked by weight');
SELECT results_eq($$SELECT id FROM articles WHERE words @@ phraseto_tsquery('english', 'binary numbers')$$, ARRAY[2], 'a phrase with markup in it');
SELECT is_empty($$SELECT id FROM articles WHERE words @@ to_tsquery('english', 'rat')$$, 'not what was left out');
SELECT results_eq($$SELECT id FROM articles WHERE bxml_to_tsvector(CASE doc ->> '/*/@xml:lang' WHEN 'de' THEN 'german'::regconfig ELSE 'english' END, doc)
	@@ to_tsquery('german', 'haus')$$, ARRAY[3], 'by the language of the document');
SELECT is(ts_headline('english', bxml_plain_text(n.node), q), 'Nothing about <b>binary</b> numbers', 'the node that has the words')
FROM articles, to_tsquery('english', 'binary') q, bxml_nodes(doc, '/article/p') n
WHERE articles.id = 2 AND words @@ q AND to_tsvector('english', bxml_plain_text(n.node)) @@ q;

SELECT * FROM finish();
ROLLBACK;
