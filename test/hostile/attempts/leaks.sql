-- leaks.sql -- functions, views, errors, hints and plans say nothing of what their reader may not see.

\c - hostile_stranger
SELECT * FROM bxml_index_advice('v.secret'::regclass);
SELECT * FROM bxml_index_advice('SELECT * FROM v.secret WHERE doc @? ''/a/b''');
SELECT * FROM bxml_index_advice('v.shown'::regclass);
SELECT * FROM bxml_path_stats WHERE schemaname = 'v'; SELECT * FROM bxml_vocabulary_columns WHERE schemaname = 'v';
SELECT used_by FROM bxml_vocabularies;
SELECT watch.ok(NOT EXISTS (SELECT FROM bxml_path_stats WHERE schemaname = 'v') AND NOT EXISTS (SELECT FROM bxml_vocabulary_columns WHERE schemaname = 'v') AND NOT EXISTS (SELECT FROM bxml_vocabularies WHERE used_by::text ~ 'v\.'), 'bxml_path_stats, bxml_vocabularies: not of tables that the reader may not read');
SELECT string_agg(d::text, '') FROM own.d, bxml_dump(doc) x(d) WHERE id < 3;
SELECT bxml_dump(bxml_repack('<a><b n="1">x</b></a>'::bxml));
SELECT watch.ok((SELECT string_agg(d::text, '') FROM bxml_dump(bxml_repack('<a><b n="1">x</b></a>')) d) !~ 'SECRET', 'bxml_dump: only what the value refers to');
SELECT bxml_stats(doc), bxml_namespaces(doc), bxml_paths(doc), bxml_storage(doc) FROM own.d WHERE id = 1;
SELECT bxml_validate_table('v.secret', 'doc', own.s()); SELECT bxml_infer_schema('v.secret', 'doc'); SELECT table_to_bxml('v.secret'); SELECT query_to_bxml('SELECT * FROM v.secret');
SELECT bxml_path_stats_of(stavalues1::text::bytea, stavalues2::text::bytea) FROM pg_statistic;
-- a function that is not leakproof sees no rows behind a security barrier or a policy
\c - hostile_victim
CREATE VIEW v.barrier WITH (security_barrier) AS SELECT id, doc FROM v.secret WHERE id < 0;
GRANT SELECT ON v.barrier TO hostile_stranger;
CREATE TABLE v.many AS SELECT i AS id, format('<a><x>%s</x></a>', CASE WHEN i < 1500 THEN 'hidden' ELSE i::text END)::bxml AS doc FROM generate_series(1, 3000) i;
ALTER TABLE v.many ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON v.many USING (id >= 1500); GRANT SELECT ON v.many TO hostile_stranger; ANALYZE v.many;
GRANT SELECT ON v.shown TO hostile_stranger;
\c - hostile_stranger
SELECT count(*) FROM v.barrier WHERE bxml_int(doc, '/a/SECRET7F3A') > 0;
SELECT count(*) FROM v.barrier WHERE doc @? '/a/b[@n > 0]';
SELECT count(*) FROM v.barrier WHERE (doc ->> '/a/SECRET7F3A')::int = 1;
SELECT count(*) FROM v.shown WHERE bxml_int(doc, '/a/*') > 0;
SELECT count(*) FROM v.shown, bxml_reader(doc) r WHERE r.value::int > 0;
SELECT count(*) FROM v.barrier, bxml_table(doc, '/a/*', '.') t(n int);
SELECT watch.ok((SELECT count(*) = 0 FROM v.barrier), 'rows behind barriers are not in errors');
-- nor do estimates depend on values of rows that a policy hides
CREATE FUNCTION own.rows(q text) RETURNS numeric LANGUAGE plpgsql AS $$DECLARE j json; BEGIN EXECUTE 'EXPLAIN (FORMAT json) ' || q INTO j; RETURN (j->0->'Plan'->>'Plan Rows')::numeric; END$$;
SELECT watch.ok(own.rows($$SELECT FROM v.many WHERE bxml_value(doc, '/a/x') = 'hidden'$$) = own.rows($$SELECT FROM v.many WHERE bxml_value(doc, '/a/x') = 'other'$$), 'estimates of values do not tell hidden ones');
SELECT watch.ok(own.rows($$SELECT FROM v.many WHERE doc ->> '/a/x' = 'hidden'$$) = own.rows($$SELECT FROM v.many WHERE doc ->> '/a/x' = 'other'$$), 'nor those of ->>');
SELECT watch.ok(own.rows($$SELECT FROM v.many WHERE doc @? '/a/x[. = "hidden"]'$$) = own.rows($$SELECT FROM v.many WHERE doc @? '/a/x[. = "other"]'$$), 'nor those of @?');
SELECT watch.ok(own.rows($$SELECT FROM v.many WHERE doc @> '<a><x>hidden</x></a>'$$) = own.rows($$SELECT FROM v.many WHERE doc @> '<a><x>other</x></a>'$$), 'nor those of @>');
SELECT watch.ok(own.rows($$SELECT FROM v.many WHERE bxml_text(doc, '/a/x') = 'hidden'$$) = own.rows($$SELECT FROM v.many WHERE bxml_text(doc, '/a/x') = 'other'$$), 'nor those of typed functions');
\c - hostile_victim
REVOKE SELECT ON v.shown FROM hostile_stranger; DROP VIEW v.barrier; DROP TABLE v.many;
\c - hostile_reader
SELECT count(*) FROM bxml_index_advice('v.shown'::regclass);
SELECT watch.ok(NOT EXISTS (SELECT FROM bxml_path_stats WHERE tablename = 'shown'), 'bxml_path_stats: nor under row security');
SELECT watch.ok((SELECT count(*) FROM bxml_validate_table('v.shown', 'doc', own.s())) <= 40, 'bxml_validate_table: rows by the policies of the caller');
SELECT watch.ok(coalesce(bxml_infer_schema('v.shown', 'doc'), '') !~ 'SECRET', 'bxml_infer_schema: too');
SELECT watch.ok(coalesce(table_to_bxml('v.shown')::text, '') !~ 'SECRET', 'table_to_bxml: too');
-- expressions of the catalogs are everybody's, documents are not; and nobody makes an expression
\c - hostile_stranger
SELECT watch.ok(NOT EXISTS (SELECT FROM bxml_upgrade_check() WHERE path ~ 'SECRET'), 'bxml_upgrade_check: expressions, not documents');
SELECT watch.ok((SELECT count(*) FROM pg_attrdef, bxml_changed_calls(adbin)) = 0, 'bxml_changed_calls: no default here has such a call');
CREATE FUNCTION own.made() RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM bxml_changed_calls('{CONST}'); RETURN 'made'; EXCEPTION WHEN feature_not_supported THEN RETURN 'refused'; END$$;
SELECT watch.ok(own.made() = 'refused', 'bxml_changed_calls: no expression is made of a text');
