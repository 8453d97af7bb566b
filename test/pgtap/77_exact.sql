-- Sums and products of decimals that become an SQL numeric, or new content, are exact; what an update of the extension
-- asks for because of that.
BEGIN;
SELECT plan(29);

CREATE TEMP TABLE d AS SELECT '<r><i a="0.1" q="3"/><i a="0.2" q="-1.5"/><bad a="1e1"/><plus a="+1"/><none/><s/></r>'::bxml AS doc;

-- answers
SELECT is(bxml_numeric(doc, 'sum(/r/i/@a)'), 0.3, 'a sum of decimals') FROM d;
SELECT is(bxml_numeric(doc, '/r/i[1]/@a + /r/i[2]/@a'), 0.3, 'an addition') FROM d;
SELECT is(bxml_numeric(doc, '/r/i[1]/@a * 3'), 0.3, 'a product with a literal') FROM d;
SELECT is(bxml_numeric(doc, '/r/i[1]/@a * /r/i[1]/@q'), 0.3, 'a product of two attributes') FROM d;
SELECT is(bxml_numeric(doc, '0.3 - /r/i[1]/@a'), 0.2, 'a difference') FROM d;
SELECT is(bxml_numeric(doc, '-/r/i[1]/@a'), -0.1, 'a negation') FROM d;
SELECT is(bxml_numeric(doc, 'avg(/r/i/@a)'), 0.15, 'an average') FROM d;
SELECT is(bxml_numeric(doc, '-(/r/i[1]/@a + /r/i[2]/@a) * 1.1'), -0.33, 'operators within operators') FROM d;
SELECT is(bxml_numeric(doc, 'sum(/r/i/@a) * count(/r/i)'), 0.6, 'a count is an integer') FROM d;
SELECT is(bxml_try_numeric(doc, 'sum(/r/i/@a)'), 0.3, 'bxml_try_numeric, too') FROM d;
SELECT is(bxml_numeric(doc, 'sum(/r/absent)'), 0::numeric, 'the sum of nothing') FROM d;
SELECT is(bxml_numeric(doc, 'avg(/r/absent)'), NULL, 'the average of nothing') FROM d;
SELECT is(bxml_try_numeric(doc, 'sum(/r/plus/@a)'), NULL, 'a text that number() refuses stays no number') FROM d;
SELECT is(bxml_try_numeric(doc, '/r/bad/@a + 1'), NULL, 'an exponent is none in XPath 1.0') FROM d;
SELECT is(bxml_try_numeric(doc, '/r/none/@a + 1'), NULL, 'nothing and one is not a number') FROM d;
SELECT is(bxml_float8(doc, 'sum(/r/i/@a)'), 0.1::float8 + 0.2::float8, 'a double stays the sum of doubles') FROM d;
SELECT is(doc ->> 'sum(/r/i/@a)', '0.30000000000000004', 'and so does ->>') FROM d;
SELECT is(bxml_numeric('<a><b>12345678901234567890.12</b><b>0.01</b></a>', 'sum(/a/b)'), 12345678901234567890.13, 'digits that no double has');

-- what is written
SELECT is(bxml_modify(doc, 'replace value of node /r/s with sum(/r/i/@a)') ->> '/r/s', '0.3', 'a value that an update writes') FROM d;
SELECT is(bxml_modify(doc, 'insert node <t x="{/r/i[1]/@a * 3}">{sum(/r/i/@a) * 3}</t> into /r/s') ->> '/r/s/t', '0.9', 'content') FROM d;
SELECT is(bxml_modify(doc, 'insert node <t x="{/r/i[1]/@a * 3}"/> into /r/s') ->> '/r/s/t/@x', '0.3', 'an attribute') FROM d;

-- against numeric
SELECT is_empty($$
	SELECT t FROM (SELECT n, array_agg((((n * 7919 + k * 104729) % 200003) - 100000) / 1000.0 ORDER BY k) AS v
			FROM generate_series(1, 300) n, generate_series(1, 20) k GROUP BY n) x,
		LATERAL (SELECT ('<r>' || string_agg('<i>' || i || '</i>', '') || '</r>')::bxml AS doc, sum(i) AS t, max(i) AS m FROM unnest(v) i) y
	WHERE bxml_numeric(doc, 'sum(/r/i)') <> t OR bxml_numeric(doc, '/r/i[1] * /r/i[2] - /r/i[3]') <> v[1] * v[2] - v[3]$$,
	'6,000 random decimals give the sums and products of numeric');

-- what an update asks for
CREATE TABLE kept (id int PRIMARY KEY, doc bxml, total numeric GENERATED ALWAYS AS (bxml_numeric(doc, 'sum(/r/i/@a)')) STORED,
	CONSTRAINT little CHECK (bxml_numeric(doc, '/r/i[1]/@a * 2') < 100));
CREATE INDEX kept_sum ON kept (bxml_numeric(doc, 'sum(/r/i/@a)'));
CREATE INDEX kept_partial ON kept (id) WHERE bxml_try_numeric(doc, '-/r/i[1]/@a') < 0;
CREATE INDEX kept_plain ON kept (bxml_numeric(doc, '/r/i[1]/@a'));
CREATE MATERIALIZED VIEW kept_view AS SELECT id, bxml_numeric(doc, 'avg(/r/i/@a)') AS a FROM kept;
CREATE FUNCTION kept_body(d bxml, p bxpath) RETURNS numeric LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT bxml_numeric(d, p); END;
CREATE FUNCTION kept_text(d bxml) RETURNS numeric LANGUAGE plpgsql AS 'BEGIN RETURN bxml_numeric(d, ''/a + 1''); END';
SELECT results_eq($$SELECT object, kind, path FROM bxml_upgrade_check() WHERE kind <> 'function' ORDER BY kind, object$$, $$
	VALUES ('little on kept', 'check constraint', '/r/i[1]/@a * 2'), ('kept.total', 'generated column', 'sum(/r/i/@a)'),
		('kept_partial', 'index', '-/r/i[1]/@a'), ('kept_sum', 'index', 'sum(/r/i/@a)'),
		('kept_view', 'materialized view', 'avg(/r/i/@a)')$$, 'bxml_upgrade_check names what stores such answers, and nothing else');
SELECT results_eq($$SELECT object, path IS NULL FROM bxml_upgrade_check() WHERE kind = 'function' ORDER BY object COLLATE "C"$$,
	$$VALUES ('kept_body(bxml,bxpath)', true), ('kept_text(bxml)', true)$$, 'and functions of which it cannot say');
SELECT lives_ok(statement, 'the statement for the ' || kind) FROM bxml_upgrade_check() WHERE statement IS NOT NULL ORDER BY kind, object;

SELECT * FROM finish();
ROLLBACK;
