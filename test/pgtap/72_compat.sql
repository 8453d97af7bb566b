-- The texts xpath() of bxml_compat gives are those core xpath() gives: on real documents and on many small ones with
-- namespaces.  (Elements are compared, since the output function of core xml drops a line end at the start.)
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE SCHEMA compat;
CREATE EXTENSION bxml_compat SCHEMA compat;
SELECT plan(9);

\set doc1 `cat "$BXML_ROOT/test/corpus/atom-threading.xml"`
\set doc2 `cat "$BXML_ROOT/test/corpus/marcxml-batch.xml"`
\set doc3 `cat "$BXML_ROOT/test/corpus/maven-pom.xml"`
\set doc4 `cat "$BXML_ROOT/test/corpus/mediawiki-dump.xml"`
\set doc5 `cat "$BXML_ROOT/test/corpus/osm-change.osc"`
\set doc6 `cat "$BXML_ROOT/test/corpus/soap-capabilities.xml"`
-- core keeps CDATA sections, bxml has their text: compared without them
CREATE TEMP TABLE docs AS SELECT n, d FROM (VALUES (1, :'doc1'), (2, :'doc2'), (3, :'doc3'), (4, :'doc4'), (5, :'doc5'), (6, :'doc6')) v(n, d)
	WHERE d !~ '<!\[CDATA';
SELECT ok(count(*) >= 4, 'documents are there') FROM docs;
SELECT cmp_ok(min(length(d)), '>', 500, 'and not empty') FROM docs;

SELECT setseed(0.25);
-- nested elements with prefixes declared and redeclared on the way
CREATE FUNCTION pg_temp.element(depth int) RETURNS text AS $$
DECLARE
	name text := (ARRAY['a', 'b', 'p:a', 'q:b', 'p:c'])[1 + floor(random() * 5)];
	decl text := (ARRAY['', '', ' xmlns:p="urn:p1"', ' xmlns:q="urn:q1"', ' xmlns="urn:d1"', ' xmlns:p="urn:p2" xmlns:z="urn:z"', ' xmlns=""'])[1 + floor(random() * 7)];
	attr text := (ARRAY['', ' n="1"', ' p:n="2&lt;&quot;&amp;"', ' q:m=" x "', ' xml:lang="en"', ' n="3" q:n="&#9;&#10;"'])[1 + floor(random() * 6)];
	content text := '';
BEGIN
	FOR i IN 1 .. floor(random() * 4) LOOP
		content := content || CASE floor(random() * 6) WHEN 0 THEN 't&amp;&lt;]]&gt;"''' WHEN 1 THEN '<!-- c -->' WHEN 2 THEN '<?pi x?>'
			WHEN 3 THEN '12.50' ELSE CASE WHEN depth > 0 THEN pg_temp.element(depth - 1) ELSE ' ' END END;
	END LOOP;
	RETURN '<' || name || decl || attr || '>' || content || '</' || name || '>';
END $$ LANGUAGE plpgsql;
INSERT INTO docs SELECT 100 + i, '<r xmlns:p="urn:p0" xmlns:q="urn:q0">' || pg_temp.element(4) || pg_temp.element(4) || '</r>' FROM generate_series(1, 300) i;
CREATE TEMP TABLE pairs AS SELECT n, d::xml AS x, d::bxml AS b FROM docs;

CREATE TEMP TABLE queries (q text);
INSERT INTO queries VALUES ('/*'), ('//*'), ('/*/*'), ('//*[1]'), ('//*[last()]'), ('//@*'), ('//text()'), ('//comment()'), ('//processing-instruction()'),
	('//*[@*]'), ('//*[not(*)]'), ('//*[text()]/@*'), ('//*[position() mod 2 = 0]'), ('//*/parent::*'), ('//*/ancestor::*'), ('//*/following-sibling::*'),
	('//*/preceding-sibling::*[1]'), ('//*[count(*) > 1]'), ('//text()[. > 5]'), ('//*[@n = 1]|//@n'), ('/none'), ('//*[local-name() = "a"]'),
	('count(//*)'), ('count(//@*) div 7'), ('sum(//@n)'), ('string(//*[2])'), ('name(//*[3])'), ('//*[2] = //*[3]'), ('not(//a)'), ('1 div 0'),
	('string-length(string(/))'), ('concat(name(/*), "<&>", //@n)'), ('boolean(//@*)'), ('0.1 + 0.2'), ('1e'), ('-1 div 3'), ('100000 * 100000 * 1000000');
DELETE FROM queries WHERE q = '1e';

SELECT is((SELECT count(*) FROM pairs, queries), (SELECT count(*) FROM pairs) * 36, 'all combinations');
SELECT is((SELECT string_agg(format('%s in %s: %s <> %s', q, n, left(compat.xpath(q, b)::text, 200), left(xpath(q, x)::text, 200)), E'\n')
	FROM (SELECT * FROM pairs, queries WHERE compat.xpath(q, b)::text[] IS DISTINCT FROM xpath(q, x)::text[] ORDER BY n, q LIMIT 5) s), NULL,
	'xpath() gives the same');
SELECT is((SELECT count(*) FROM pairs, queries WHERE compat.xpath_exists(q, b) <> xpath_exists(q, x)), 0::bigint, 'xpath_exists() answers the same');

-- prefixes of the call
CREATE TEMP TABLE prefixed (q text, ns text[]);
INSERT INTO prefixed VALUES ('//x:a', '{{x,urn:p0}}'), ('//x:a', '{{x,urn:p1}}'), ('//x:a|//y:b', '{{x,urn:p2},{y,urn:q0}}'), ('//d:a', '{{d,urn:d1}}'),
	('//@x:n', '{{x,urn:p0}}'), ('//p:*', '{{p,urn:q1}}'), ('//x:*/@y:*', '{{x,urn:p0},{y,urn:q0}}'), ('/*', '{}'), ('//@xml:lang', '{}'), ('count(//x:*)', '{{x,urn:p0}}');
SELECT ok((SELECT sum(cardinality(compat.xpath(q, b, ns))) FROM pairs, prefixed) > 500, 'prefixed paths find something');
SELECT is((SELECT string_agg(format('%s %s in %s: %s <> %s', q, ns, n, compat.xpath(q, b, ns), xpath(q, x, ns)), E'\n')
	FROM (SELECT * FROM pairs, prefixed WHERE compat.xpath(q, b, ns)::text[] <> xpath(q, x, ns)::text[] ORDER BY n, q LIMIT 5) s), NULL,
	'with prefixes, too');
SELECT throws_ok($$SELECT compat.xpath('//x:a', b) FROM pairs$$, '10608', NULL, 'an unbound prefix is an error');
SELECT is((SELECT count(*) FROM pairs, prefixed WHERE compat.xpath_exists(q, b, ns) <> xpath_exists(q, x, ns)), 0::bigint,
	'xpath_exists() with prefixes');

SELECT * FROM finish();
ROLLBACK;
