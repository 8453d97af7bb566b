-- bxml_path_stats: what it says of paths and values, and who sees it.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(29);

CREATE TABLE s (id int, owner name, doc bxml);
INSERT INTO s SELECT g, CASE WHEN g % 2 = 0 THEN 'stats_reader' ELSE 'another' END, format('<o id="%s" n="%s" xmlns:p="urn:p"><p:d>2024-02-%s</p:d>%s<t>%s</t><s>%s</s></o>', g, g % 5,
	lpad((1 + g % 29)::text, 2, '0'), CASE WHEN g % 4 = 0 THEN '<x/><x/>' ELSE '' END, 'PT' || g % 2 || 'H', CASE WHEN g % 10 < 7 THEN 'a' ELSE repeat('é', 33) END)::bxml
	FROM generate_series(1, 1000) g;
CREATE FUNCTION pg_temp.stat(p text) RETURNS bxml_path_stats LANGUAGE sql AS
	$$ SELECT s FROM bxml_path_stats s WHERE tablename = 's' AND attname = 'doc' AND path = p $$;
SELECT is(count(*), 0::bigint, 'nothing before ANALYZE') FROM bxml_path_stats WHERE tablename = 's';
ANALYZE s;

-- what it says
SELECT results_eq($$SELECT path FROM bxml_path_stats WHERE schemaname = 'public' AND tablename = 's' AND attname = 'doc' AND NOT inherited$$,
	$$VALUES ('/o'), ('/o/@id'), ('/o/@n'), ('/o/Q{urn:p}d'), ('/o/t'), ('/o/s'), ('/o/x')$$, 'paths, parents first, then by frequency');
SELECT results_eq($$SELECT count(*), bool_and(abs(c.n - 1000 * doc_frac) < 1) FROM bxml_path_stats, LATERAL (SELECT count(*) AS n FROM s WHERE doc @? path::bxpath) c WHERE tablename = 's'$$,
	'VALUES (7::bigint, true)', 'the paths select what they are about');
SELECT is(ROW(s.doc_frac, s.avg_nodes)::text, '(0.25,2)', 'documents that have a path, and how often') FROM pg_temp.stat('/o/x') s;
SELECT is(ROW(s.n_distinct, s.avg_width, s.value_types, s.most_common_vals)::text, '(,,,)', 'an element without values') FROM pg_temp.stat('/o') s;
SELECT is(ROW(s.n_distinct, s.value_types, s.most_common_vals, s.histogram_bounds[1], s.histogram_bounds[array_upper(s.histogram_bounds, 1)])::text,
	'(-1,{number},,1,1000)', 'different numbers') FROM pg_temp.stat('/o/@id') s;
SELECT is(ROW(s.n_distinct, s.most_common_vals, s.most_common_freqs)::text, '(5,"{0,1,2,3,4}","{0.2,0.2,0.2,0.2,0.2}")', 'few numbers') FROM pg_temp.stat('/o/@n') s;
SELECT is(ROW(s.most_common_vals, s.most_common_freqs)::text, ROW(ARRAY['a', repeat('é', 32) || '...'], '{0.7,0.3}'::real[])::text, 'strings, the most common first, a long one cut') FROM pg_temp.stat('/o/s') s;
SELECT is(s.value_types, '{date}', 'dates') FROM pg_temp.stat('/o/Q{urn:p}d') s;
SELECT is(ROW(s.value_types, s.n_distinct)::text, '({duration},2)', 'durations') FROM pg_temp.stat('/o/t') s;

-- values whose text is not kept
CREATE TABLE long (doc bxml);
INSERT INTO long SELECT format('<r>%s%s</r>', repeat(' ', 70), v)::bxml FROM unnest('{-12.50,0,1e300,INF,2024-02-29,2024-02-29Z,2024-02-29T01:02:03,-P1DT2H,P1Y2M,text}'::text[]) v, generate_series(1, 3);
INSERT INTO long SELECT '<r xmlns="a{b"/>' FROM generate_series(1, 3);
ANALYZE long;
SELECT is((SELECT array_agg(v ORDER BY v COLLATE "C") FROM bxml_path_stats, unnest(most_common_vals) v WHERE tablename = 'long' AND path = '/r'),
	(SELECT array_agg(v ORDER BY v COLLATE "C") FROM unnest(ARRAY['-1.25E1', '0', '1E300', 'INF', '2024-02-29', '2024-02-29T00:00:00Z', '2024-02-29T01:02:03', '-P1DT2H', 'P1Y2M', repeat(' ', 64) || '...']) v),
	'the normal form of a value whose text is too long');
SELECT is((SELECT array_agg(path) FROM bxml_path_stats WHERE tablename = 'long'), '{/r,/*:r}', 'a namespace that paths cannot have');

-- inheritance, partitions, indexes on expressions; from 18 on ANALYZE goes through the children as well
CREATE TABLE child () INHERITS (s);
INSERT INTO child SELECT * FROM s LIMIT 10;
CREATE INDEX s_expr ON s USING hash ((doc -> '/o/s'));
ANALYZE s;
SELECT is((SELECT string_agg(format('%s.%s %s %s', tablename, attname, inherited, n), ', ' ORDER BY tablename, inherited)
	FROM (SELECT tablename, attname, inherited, count(*) AS n FROM bxml_path_stats WHERE tablename IN ('s', 's_expr') GROUP BY 1, 2, 3) x),
	's.doc f 7, s.doc t 7, s_expr.expr f 1', 'of the table, with its children, and of an index');

-- who sees it
CREATE ROLE stats_reader;
CREATE FUNCTION pg_temp.seen() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM bxml_path_stats WHERE tablename IN ('s', 's_expr') $$;
SET LOCAL ROLE stats_reader;
SELECT is(pg_temp.seen(), 0::bigint, 'nothing without a right to the table');
SELECT throws_ok('SELECT stavalues1 FROM pg_statistic', '42501', NULL, 'nor from the catalog');
RESET ROLE;
GRANT SELECT (id, owner) ON s TO stats_reader;
SET LOCAL ROLE stats_reader;
SELECT is(pg_temp.seen(), 0::bigint, 'nor with one to other columns');
RESET ROLE;
GRANT SELECT (doc) ON s TO stats_reader;
SET LOCAL ROLE stats_reader;
SELECT is(pg_temp.seen(), 14::bigint, 'all of the column with one to it, and nothing of the index, as in pg_stats');
SELECT is((SELECT count(*) FROM pg_stats WHERE tablename IN ('s', 's_expr') AND attname IN ('doc', 'expr')), 2::bigint, 'which has the same columns');
-- conditions of a query come after those of the view
CREATE FUNCTION pg_temp.told(path text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN RAISE EXCEPTION 'told %', path; END $$;
SELECT lives_ok($$SELECT * FROM bxml_path_stats WHERE tablename = 'long' AND pg_temp.told(path)$$, 'conditions are not asked about rows that are not seen');
RESET ROLE;
SELECT throws_ok($$SELECT * FROM bxml_path_stats WHERE tablename = 'long' AND pg_temp.told(path)$$, 'P0001', NULL, 'but about others');
ALTER TABLE s ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON s USING (owner = current_user);
SELECT is(pg_temp.seen(), 15::bigint, 'row security does not bind the owner');
SET LOCAL ROLE stats_reader;
SELECT is((SELECT count(*) FROM s), 505::bigint, 'row security shows some rows');
SELECT is(pg_temp.seen(), 0::bigint, 'and no statistics');
RESET ROLE;
ALTER TABLE s FORCE ROW LEVEL SECURITY;
ALTER TABLE s OWNER TO stats_reader;
SET LOCAL ROLE stats_reader;
SELECT is((SELECT count(*) FROM bxml_path_stats WHERE tablename = 's'), 0::bigint, 'nor to an owner whom it binds');
RESET ROLE;

-- damage: no rows, or rows that can be read
CREATE TEMP TABLE slots AS SELECT (stavalues1::text::bytea[])[1] AS a, (stavalues2::text::bytea[])[1] AS b FROM pg_statistic
	WHERE starelid = 's'::regclass AND stakind1 = 20101 AND NOT stainherit;
SELECT is((SELECT count(*) FROM slots, bxml_path_stats_of(a, b)), 7::bigint, 'the bytes as they are');
SELECT is((SELECT count(*) FROM slots, bxml_path_stats_of(set_byte(a, 0, 3), b)), 0::bigint, 'another version');
SELECT is((SELECT count(*) FROM slots, bxml_path_stats_of('', b)), 0::bigint, 'no bytes');
SELECT lives_ok($$SELECT octet_length(x::text) FROM slots, generate_series(0, length(a) - 1) i, unnest('{0,1,127,128,255}'::int[]) v, bxml_path_stats_of(set_byte(a, i, v), b) x
	UNION ALL SELECT octet_length(x::text) FROM slots, generate_series(0, length(b) - 1) i, unnest('{0,1,128,255}'::int[]) v, bxml_path_stats_of(a, set_byte(b, i, v)) x$$, 'a byte is another one');
SELECT lives_ok($$SELECT octet_length(x::text) FROM slots, generate_series(0, length(a)) i, bxml_path_stats_of(substr(a, 1, i), b) x
	UNION ALL SELECT octet_length(x::text) FROM slots, generate_series(0, length(b)) i, bxml_path_stats_of(a, substr(b, 1, i)) x$$, 'bytes are missing');

SELECT * FROM finish();
ROLLBACK;
