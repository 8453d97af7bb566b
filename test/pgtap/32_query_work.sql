-- A query looks at each item of a document about once for each of its variables that do not depend on each other, once
-- more where conditions and results look at many items again, and at fewer where directories know more.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(18);

-- an auction site
CREATE TEMP TABLE site AS SELECT ('<site><regions>' ||
	string_agg(format('<africa><item id="i%s"><location>%s</location><name>item %s</name><description><text>some text %s</text></description></item></africa>',
		i, i % 17, i, i), '') || '</regions><people>' ||
	string_agg(format('<person id="p%s"><name>person %s</name><profile income="%s.50"><interest category="c%s"/></profile></person>', i, i, i * 7 % 1000, i % 20), '') ||
	'</people><closed>' ||
	string_agg(format('<auction><buyer person="p%s"/><itemref item="i%s"/><price>%s.25</price></auction>', i * 13 % 3000, i * 7 % 3000, i % 300), '') ||
	'</closed></site>')::bxml AS d FROM generate_series(0, 2999) i;

CREATE FUNCTION pg_temp.items(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	answer text;
BEGIN
	PERFORM bxml_counters_reset();
	EXECUTE query INTO STRICT answer;
	RETURN (SELECT items_read FROM bxml_counters());
END $$;
CREATE TEMP TABLE whole AS SELECT pg_temp.items($$SELECT d @? '//text()[contains(., "no such text")]' FROM site$$) AS n;
SELECT cmp_ok(n, '>', 40000::bigint, 'all items of the document') FROM whole;

CREATE TEMP TABLE queries (name text, passes numeric, query text);
INSERT INTO queries VALUES
	('a node by its attribute', 1, 'for $p in /site/people/person[@id = "p2999"] return $p/name/text()'),
	('a condition', 1, 'count(for $a in /site/closed/auction where $a/price >= 40 return $a/price)'),
	('counts from an element', 0.1, 'for $s in /site return count($s//item) + count($s//interest) + count($s//price)'),
	('counts at any depth', 0.1, 'count(//item)'),
	('the first one', 0.1, '/site/people/person[1]/name'),
	('the last one', 0.1, '/site/closed/auction[last()]/price'),
	('a string in texts', 1, 'for $i in /site//item where contains($i/description, "text 29") return $i/name/text()'),
	('an order', 1, 'for $i in /site/regions//item order by zero-or-one($i/location) ascending return <i>{$i/name/text()}</i>'),
	('groups of ranges', 4, '<r><a>{count(/site/people/person/profile[@income >= 900])}</a><b>{count(/site/people/person/profile[@income < 900 and @income >= 300])}</b>'
		'<c>{count(/site/people/person/profile[@income < 300])}</c><d>{count(for $p in /site/people/person where empty($p/profile/@income) return $p)}</d></r>'),
	('a join', 2, 'for $p in /site/people/person let $a := for $t in /site/closed/auction where $t/buyer/@person = $p/@id return $t return <n>{count($a)}</n>'),
	('a join of three', 4, 'for $p in /site/people/person let $a := for $t in /site/closed/auction let $n := for $i in /site/regions//item where $t/itemref/@item = $i/@id return $i '
		'where $p/@id = $t/buyer/@person return <i>{$n/name/text()}</i> return <p>{$a}</p>'),
	('a join by "<"', 2, 'for $p in /site/people/person let $l := for $a in /site/closed/auction where $p/profile/@income > 3 * $a/price return $a return <n>{count($l)}</n>'),
	('a semi-join', 2, 'count(/site/people/person[@id = /site/closed/auction/buyer/@person])'),
	('an anti-join', 2, 'for $p in /site/people/person where not(/site/closed/auction[buyer/@person = $p/@id]) return $p/name/text()'),
	('groups', 1, 'for $p in /site/people/person group by $c := $p/profile/interest/@category return <c>{count($p)}</c>'),
	('a join behind a value', 4, 'for $p in /site/people/person let $a := for $t in /site/closed/auction let $n := for $i in /site/regions//item where $t/itemref/@item = $i/@id return $i '
		'let $m := count($n) where $p/@id = $t/buyer/@person return <i>{$m}</i> return <p>{$a}</p>'),
	('a sum', 1, 'sum(/site/closed/auction/price)');
SELECT cmp_ok(pg_temp.items(format('SELECT length(bxml_xquery(d, %L)::text) FROM site', query)), '<=', (n * passes * 1.1)::bigint, name) FROM queries, whole;
SELECT * FROM finish();
ROLLBACK;
