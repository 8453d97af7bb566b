-- What the planner shows of documents that the user may not read: nothing.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(14);

CREATE ROLE hidden_reader;
CREATE TABLE hidden_docs (id int, owner text, d bxml);
INSERT INTO hidden_docs SELECT i, CASE WHEN i <= 10 THEN 'hidden_reader' ELSE 'somebody' END,
	format('<o><state>%s</state><n>%s</n></o>', CASE WHEN i % 2 = 0 THEN 'bankrupt' ELSE 'fine' END, i % 4)::bxml FROM generate_series(1, 3000) i;
INSERT INTO hidden_docs SELECT i, 'somebody', format('<o><secret>%s</secret></o>', repeat('x', 2000))::bxml FROM generate_series(1, 100) i;
ANALYZE hidden_docs;
ALTER TABLE hidden_docs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON hidden_docs USING (owner = current_user);
GRANT SELECT ON hidden_docs TO hidden_reader;
CREATE TABLE own_docs AS SELECT * FROM hidden_docs;
ANALYZE own_docs;
GRANT SELECT ON own_docs TO hidden_reader;

-- cost and rows of a plan for a condition
CREATE FUNCTION pg_temp.estimate(tab text, condition text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	EXECUTE format('EXPLAIN SELECT 1 FROM %I WHERE %s', tab, condition) INTO line;
	RETURN substring(line FROM 'cost.*');
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.estimate(text, text) TO hidden_reader;
SET LOCAL ROLE hidden_reader;
CREATE FUNCTION pg_temp.pairs() RETURNS TABLE (one text, other text) LANGUAGE sql AS $$ VALUES
	($q$ bxml_value(d, '/o/state') = 'bankrupt' $q$, $q$ bxml_value(d, '/o/state') = 'wealthyy' $q$),
	($q$ d ->> '/o/state' = 'bankrupt' $q$, $q$ d ->> '/o/state' = 'wealthyy' $q$),
	($q$ bxml_int(d, '/o/n') = 3 $q$, $q$ bxml_int(d, '/o/n') = 9 $q$),
	($q$ d @? '/o[state = "bankrupt"]' $q$, $q$ d @? '/o[state = "wealthyy"]' $q$),
	($q$ d ->> '/o[state = "bankrupt"]/n' = '1' $q$, $q$ d ->> '/o[state = "wealthyy"]/n' = '1' $q$),
	($q$ d ->> '/o/secret' IS NOT NULL $q$, $q$ d ->> '/o/nothin' IS NOT NULL $q$)
$$;
SELECT is(pg_temp.estimate('hidden_docs', one), pg_temp.estimate('hidden_docs', other), one || ' is estimated as another value') FROM pg_temp.pairs();
SELECT isnt(pg_temp.estimate('own_docs', one), pg_temp.estimate('own_docs', other), one || ' is not where all rows may be read') FROM pg_temp.pairs();
SELECT is((SELECT count(*) FROM bxml_path_stats WHERE tablename = 'hidden_docs'), 0::bigint, 'nor are there statistics to see');
SELECT is((SELECT count(*) > 0 FROM bxml_path_stats WHERE tablename = 'own_docs'), true, 'as there are of the other table');
RESET ROLE;
SELECT * FROM finish();
ROLLBACK;
