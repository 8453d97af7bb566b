-- XMLTABLE on a bxml column: goes through the cast to xml, and is not taken over; bxml_table_def says the same.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(12);

CREATE TABLE o (k int, doc bxml);
INSERT INTO o VALUES (1, '<r xmlns:p="urn:p"><i id="1" p:x="y"><n>a &lt; b</n><q>1.50</q></i><i id="2"><q>7</q></i></r>'), (2, '<r/>'), (3, NULL),
	(4, '<r xmlns="urn:d"><i id="9"/></r>');
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; whole text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF, VERBOSE) ' || query LOOP whole := whole || line || E'\n'; END LOOP;
	RETURN whole;
END $$;
CREATE TEMP TABLE queries (core text, ours text);
INSERT INTO queries VALUES
	($$SELECT k, t.* FROM o, XMLTABLE('/r/i' PASSING doc COLUMNS pos FOR ORDINALITY, id int PATH '@id' NOT NULL, n text PATH 'n' DEFAULT 'none', q numeric) t$$,
	 $$SELECT k, t.* FROM o, bxml_table_def(doc, '/r/i', '[{"ordinality": true}, {"path": "@id", "on_many": "error", "on_empty": "error"},
		{"path": "n", "on_many": "error", "default": "none"}, {"on_many": "error"}]') AS t(pos int, id int, n text, q numeric)$$),
	($$SELECT k, t.* FROM o, XMLTABLE(XMLNAMESPACES('urn:d' AS d, 'urn:p' AS p), '//d:i | //i[@p:x]' PASSING doc COLUMNS id int PATH '@id', up int PATH 'count(../*)', x text PATH '@p:x') t$$,
	 $$SELECT k, t.* FROM o, bxml_table(doc, 'declare namespace d="urn:d"; declare namespace p="urn:p"; //d:i | //i[@p:x]', '@id', 'count(../*)', '@p:x') AS t(id int, up int, x text)$$),
	($$SELECT k, t.e::text, t.n FROM o, XMLTABLE('/r/i' PASSING doc COLUMNS e xml PATH 'n | q', n text PATH 'string(n)') t$$,
	 $$SELECT k, t.e::text, t.n FROM o, bxml_table(doc, '/r/i', 'n | q', 'string(n)') AS t(e xml, n text)$$);
SELECT matches(pg_temp.plan_of(core), 'Table Function Scan on "xmltable"(.|\n)*Function Call: XMLTABLE', 'core scans it') FROM queries;
SELECT alike(pg_temp.plan_of(ours), '%Custom Scan (XML Reader)%', 'bxml_table streams') FROM queries;
CREATE FUNCTION pg_temp.rows_of(query text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE r text[];
BEGIN
	EXECUTE format('SELECT array_agg(q::text) FROM (%s) q', query) INTO r;
	RETURN r;
END $$;
SELECT is(pg_temp.rows_of(ours), pg_temp.rows_of(core), 'same rows: ' || core) FROM queries WHERE core NOT LIKE '%t.e::text%';
-- what differs: namespaces in scope are declared by ours alone
SELECT is(pg_temp.rows_of(core), ARRAY['(1,"<n>a &lt; b</n><q>1.50</q>","a < b")', '(1,<q>7</q>,"")'], 'subtrees by core') FROM queries WHERE core LIKE '%t.e::text%';
SELECT is(pg_temp.rows_of(ours), ARRAY['(1,"<n xmlns:p=""urn:p"">a &lt; b</n><q xmlns:p=""urn:p"">1.50</q>","a < b")', '(1,"<q xmlns:p=""urn:p"">7</q>","")'], 'and by bxml_table')
	FROM queries WHERE core LIKE '%t.e::text%';
-- core does not accept a content fragment
INSERT INTO o VALUES (5, '<i id="3"/>x<i id="4"/>');
SELECT throws_ok($$SELECT t.* FROM o, XMLTABLE('/i' PASSING doc COLUMNS id int PATH '@id') t WHERE k = 5$$, '2200M', NULL, 'core takes documents only');
SELECT is((SELECT string_agg(id::text, ' ') FROM o, bxml_table(doc, '/i', '@id') AS t(id int) WHERE k = 5), '3 4', 'fragments have rows as well');
SELECT * FROM finish();
ROLLBACK;
