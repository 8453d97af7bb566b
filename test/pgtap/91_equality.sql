-- Equality, order and hash of values agree with their canonical texts, however values are stored and made, in every use
-- the server makes of them.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(51);

CREATE FUNCTION pg_temp.c14n(doc bxml) RETURNS text LANGUAGE sql AS $$SELECT bxml_canonical(doc, 'c14n11', true)$$;
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$ LANGUAGE plpgsql;

-- Texts, some of which are one value written twice.
CREATE TABLE c (k int PRIMARY KEY, t text);
INSERT INTO c VALUES
	(1, ''), (2, 'x'), (3, 'x<a/>y'), (4, '<a/><b/>'), (5, '<a/>'), (6, '<!DOCTYPE a><a></a>'), (7, '<a> </a>'),
	(8, '<!--c--><a/>'), (9, '<?p x?><a/>'), (10, '<a/><!--c-->'), (11, '<a x="1" y="2"/>'), (12, '<a y="2" x=''1''/>'),
	(13, '<p:a xmlns:p="urn:p" p:b="1"/>'), (14, '<q:a xmlns:q="urn:p" q:b="1"/>'), (15, '<a>1.50</a>'), (16, '<a>1.5</a>'),
	(17, '<a><![CDATA[1.5]]></a>'), (18, '<a d="2010-06-14T00:00:00Z">true</a>'), (19, '<a>é&amp;&lt;&#13;</a>'),
	(20, '<a xmlns="urn:d"><b xmlns=""/></a>'), (21, '<a xmlns="urn:d"><b xmlns="urn:d"/></a>'), (22, '<a xmlns="urn:d"><b/></a>');
INSERT INTO c SELECT 23 + n, '<r>' || string_agg(format('<i id="%s" k="%s"><n>name %s</n><q>%s</q></i>', g, g % 7, g % 50, g * 1.5 + (g = 2999)::int * n), '') || '</r>'
	FROM generate_series(1, 3000) g, generate_series(0, 1) n GROUP BY n;
INSERT INTO c SELECT 25 + n, '<r>' || string_agg(format('<t n="%s">%s</t>', g + n * (g = 20)::int, repeat(chr(97 + g % 26) || g, 9000)), '') || '</r>'
	FROM generate_series(1, 20) g, generate_series(0, 1) n GROUP BY n;
INSERT INTO c SELECT 27, '<r>' || string_agg(format('<i%s><n>v</n></i%s>', g, g), '') || '</r>' FROM generate_series(1, 500) g;

-- In several forms of storage, in the row and out of it, compressed by us and by the server; and edited to be the same.
CREATE TABLE s (k int, form text, doc bxml);
CREATE TABLE s_extended (LIKE s);
ALTER TABLE s_extended ALTER doc SET STORAGE extended;
CREATE FUNCTION pg_temp.store(form text, directories text, compression text, typed text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('bxml.directories', directories, true), set_config('bxml.compression', compression, true),
		set_config('bxml.typed_values', typed, true);
	INSERT INTO s SELECT k, form, t::bxml FROM c;
END $$;
SELECT pg_temp.store('plain', 'off', 'off', 'lossless'), pg_temp.store('blocks', 'auto', 'always', 'lossless'),
	pg_temp.store('untyped', 'off', 'off', 'off');
INSERT INTO s_extended SELECT k, 'extended', t::bxml FROM c;
INSERT INTO s SELECT * FROM s_extended;
INSERT INTO s SELECT k, 'edited', CASE WHEN doc @? '/*' THEN bxml_delete(bxml_insert(doc, '/*[1]', '<zz>1</zz>'), '/*[1]/zz') ELSE doc END FROM s WHERE form = 'plain';
INSERT INTO s SELECT k, 'canonical', pg_temp.c14n(doc)::bxml FROM s WHERE form = 'plain';
CREATE TABLE n AS SELECT row_number() OVER () AS i, s.*, pg_temp.c14n(doc) COLLATE "C" AS t FROM s;

SELECT is(count(DISTINCT form), 6::bigint, 'six forms') FROM n;
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE (a.doc = b.doc) <> (a.t = b.t)$$, '= is equality of canonical texts');
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE (a.doc <> b.doc) <> (a.t <> b.t)$$, '<>');
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE (a.doc < b.doc) <> (a.t < b.t) OR (a.doc <= b.doc) <> (a.t <= b.t)$$, '< and <=');
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE (a.doc > b.doc) <> (a.t > b.t) OR (a.doc >= b.doc) <> (a.t >= b.t)$$, '> and >=');
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE bxml_cmp(a.doc, b.doc) <> CASE WHEN a.t < b.t THEN -1 ELSE (a.t > b.t)::int END$$, 'bxml_cmp');
SELECT is(count(DISTINCT bxml_hash(doc)), count(DISTINCT t), 'hashes are those of texts') FROM n;
SELECT is(count(*), count(DISTINCT t), 'one hash a text') FROM (SELECT DISTINCT t, bxml_hash(doc), bxml_hash_extended(doc, 42) FROM n) x
	JOIN LATERAL (SELECT t) y USING (t);
SELECT is_empty($$SELECT i FROM n WHERE bxml_hash(doc) <> ('x' || right(to_hex(bxml_hash_extended(doc, 0)), 8))::bit(32)::int$$, 'bxml_hash is the low half');
-- a path sees no difference between values that are equal, but for the order of attributes
SELECT is_empty($$SELECT t FROM n, LATERAL (SELECT string_agg(v, '|' ORDER BY v) AS seen FROM unnest(bxml_values_array(doc,
	'for $x in (//* | //@*) return concat(name($x), " ", namespace-uri($x), " ", count($x/ancestor::*), " ", $x/preceding-sibling::*[1]/name(), " ", string($x))')
	|| bxml_values_array(doc, '//text() | //comment() | //processing-instruction()')) v) x WHERE k < 23 GROUP BY t HAVING count(DISTINCT coalesce(seen, '')) > 1$$,
	'a path sees of equal values the same');
-- XXH64 of the text, as any library computes it
SELECT is(to_hex(bxml_hash_extended('', 0)), 'ef46db3751d8e999', 'of no text');
SELECT is(to_hex(bxml_hash_extended('a', 0)), 'd24ec4f1a98c6e5b', 'of "a"');
SELECT is(to_hex(bxml_hash_extended('abc', 0)), '44bc2cf5ad770999', 'of "abc"');
SELECT isnt(bxml_hash_extended('abc', 0), bxml_hash_extended('abc', 1), 'under another seed');

-- uses: grouping, sorting, joining by hash, by merge and by loop
SET LOCAL enable_sort = off;
SELECT is(count(*), (SELECT count(DISTINCT t) FROM n), 'DISTINCT by hash') FROM (SELECT DISTINCT doc FROM n) x;
RESET enable_sort;
SET LOCAL enable_hashagg = off;
SELECT is(count(*), (SELECT count(DISTINCT t) FROM n), 'DISTINCT by sort') FROM (SELECT DISTINCT doc FROM n) x;
RESET enable_hashagg;
SELECT results_eq($$SELECT min(k), count(*) FROM n GROUP BY doc ORDER BY 1$$, $$SELECT min(k), count(*) FROM n GROUP BY t ORDER BY 1$$, 'GROUP BY');
SELECT is(count(DISTINCT doc), count(DISTINCT t), 'count(DISTINCT)') FROM n;
SELECT is(count(*), (SELECT count(DISTINCT t) FROM n), 'UNION') FROM (SELECT doc FROM n WHERE i % 2 = 0 UNION SELECT doc FROM n) x;
SELECT is_empty($$SELECT doc FROM n EXCEPT SELECT doc FROM s WHERE form = 'blocks'$$, 'EXCEPT');
SELECT results_eq($$SELECT t FROM n ORDER BY doc$$, $$SELECT t FROM n ORDER BY t$$, 'ORDER BY');
SELECT results_eq($$SELECT t FROM n ORDER BY doc DESC$$, $$SELECT t FROM n ORDER BY t DESC$$, 'ORDER BY, descending');
CREATE TEMP TABLE many AS SELECT format('<o id="%s"><n>%s</n></o>', md5((g % 15000)::text), g % 3)::bxml AS doc FROM generate_series(1, 30000) g;
SELECT is_empty($$SELECT FROM (SELECT doc, lag(doc) OVER () AS before FROM (SELECT doc FROM many ORDER BY doc) x) y WHERE pg_temp.c14n(before) COLLATE "C" > pg_temp.c14n(doc)$$,
	'many values are sorted by keys');
CREATE FUNCTION pg_temp.joined(method text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('enable_' || m, (m = method)::text, true) FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) m;
	RETURN (SELECT count(*) FROM n a JOIN n b ON a.doc = b.doc);
END $$;
SELECT is(pg_temp.joined(m), (SELECT sum(c * c)::bigint FROM (SELECT count(*) AS c FROM n GROUP BY t) x), m) FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) m;
SELECT set_config('enable_' || m, 'on', true) FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) m \g /dev/null
SELECT is(count(*), 2::bigint, 'IN') FROM c WHERE t::bxml IN ('<a x="1" y="2"/>', '<zz/>');
SELECT ok(ARRAY['<a/>', '<b/>']::bxml[] = ARRAY['<a></a>', '<b></b>']::bxml[], 'arrays');
SELECT ok(ROW(1, '<a/>'::bxml) = ROW(1, '<a></a>'::bxml), 'rows');
SELECT ok('<a/>'::bxml IS NOT DISTINCT FROM '<a></a>' AND '<a/>'::bxml IS DISTINCT FROM NULL, 'IS DISTINCT FROM');

-- what canonical XML does not define, and what only a path sees
SELECT ok('<a xmlns="rel/uri"/>'::bxml = '<a xmlns="rel/uri"></a>' AND '<a xmlns="rel/uri"/>'::bxml <> '<a xmlns="rel/other"/>', 'relative namespace URIs');
SELECT ok('<a xmlns:p="u"/>'::bxml <> '<a/>' AND '<p:a xmlns:p="u"/>'::bxml <> '<q:a xmlns:q="u"/>', 'prefixes count');

-- references and values just made, against what is stored
SELECT is(count(*), 3000::bigint, 'references') FROM s, bxml_nodes(s.doc, '/r/i') r
	JOIN LATERAL (SELECT r.node::text::bxml AS copy) x ON r.node = x.copy AND bxml_hash(r.node) = bxml_hash(x.copy) WHERE s.k = 23 AND form = 'plain';
SELECT ok(bxml_element('a', '{"b": "1"}', bxml_text('x')) = '<a b="1">x</a>', 'constructed');
SELECT ok(bxml_set(doc, '/a/@x', '3') = '<a x="3" y="2"/>', 'just changed') FROM s WHERE k = 11 AND form = 'plain';
SELECT ok(pg_temp.plan_of($$SELECT m.* FROM s, bxml_nodes(doc, '/r/i') n, bxml_table(n.node, '/i', '@id') AS m(id int)$$) !~ 'Memoize', 'rowsets are not kept by document');

-- indexes and constraints
CREATE TABLE u (k int, doc bxml UNIQUE);
INSERT INTO u SELECT DISTINCT ON (t) k, doc FROM n WHERE k < 23;
SELECT throws_ok($$INSERT INTO u VALUES (0, '<a y="2" x="1"></a>')$$, '23505', NULL, 'a unique index');
SET LOCAL enable_seqscan = off;
SELECT is(array_agg(DISTINCT u.k), '{11}', 'is searched') FROM u WHERE doc = '<a y="2" x="1"/>';
SELECT ok(pg_temp.plan_of($$SELECT k FROM u WHERE doc >= '<a y="2" x="1"/>' ORDER BY doc LIMIT 1$$) ~ 'Index Scan', 'in order');
RESET enable_seqscan;
INSERT INTO u SELECT 100, ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 50) g;
SELECT throws_ok($$INSERT INTO u SELECT 101, ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 200) g$$, '54000', NULL,
	'which takes no large values');
CREATE TABLE x (k int, doc bxml, EXCLUDE USING hash (doc WITH =));
INSERT INTO x SELECT DISTINCT ON (t) k, doc FROM n;
SELECT throws_ok($$INSERT INTO x SELECT k, doc FROM s WHERE k = 26 AND form = 'untyped'$$, '23P01', NULL, 'an exclusion constraint takes values of any size');
CREATE TABLE p (k int, doc bxml) PARTITION BY HASH (doc);
CREATE TABLE p0 PARTITION OF p FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE p1 PARTITION OF p FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE p2 PARTITION OF p FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO p SELECT k, doc FROM n;
SELECT is_empty($$SELECT pg_temp.c14n(doc) FROM p GROUP BY 1 HAVING count(DISTINCT tableoid) > 1$$, 'hash partitions');

-- containment
SELECT is_empty($$SELECT i FROM n WHERE NOT doc @> doc OR NOT doc <@ doc$$, 'a value contains itself');
SELECT is_empty($$SELECT a.i, b.i FROM n a, n b WHERE a.doc = b.doc AND NOT a.doc @> b.doc$$, 'and what is equal');
SELECT is_empty($$SELECT k FROM s GROUP BY k HAVING count(DISTINCT doc @> '<r><i id="17" k="3"><q>25.5</q></i><i><n>name 2</n></i></r>') > 1$$, 'storage does not show');
SELECT results_eq($$SELECT DISTINCT k FROM s WHERE doc @> '<r><i id="17" k="3"><q>25.5</q></i><i><n>name 2</n></i></r>' ORDER BY 1$$, '{23,24}'::int[], 'a pattern');
SELECT is_empty($$SELECT k FROM s WHERE doc @> '<r><i id="17"><q>26.5</q></i></r>'$$, 'of one element, not of several');
SELECT results_eq($$SELECT DISTINCT k FROM s WHERE '<r><i500/></r>' <@ doc$$, '{27}'::int[], 'the other way round');
SELECT ok('<p:a xmlns:p="urn:p" p:b="1"/>'::bxml @> '<q:a xmlns:q="urn:p" q:b="1"/>' AND '<a/><b/>x'::bxml @> 'x<a/>' AND '<a/>'::bxml @> '', 'prefixes, content, nothing');
SELECT is(count(*), 3000::bigint, 'references contain') FROM s, bxml_nodes(s.doc, '/r/i') r WHERE s.k = 23 AND form = 'blocks' AND r.node @> '<i><n/></i>';
SELECT ok(bxml_set(doc, '/a/@x', '3') @> '<a x="3"/>' AND NOT bxml_set(doc, '/a/@x', '3') @> '<a x="1"/>', 'so do values just changed') FROM s WHERE k = 11 AND form = 'plain';

SELECT finish();
ROLLBACK;
