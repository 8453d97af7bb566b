-- memory.sql -- cancels too: a session takes no more than a bound, and gives it back after a cancel or an error.

\c - hostile_stranger
SELECT pg_backend_pid() AS pid \gset
\setenv PID :pid
CREATE TEMP TABLE mem (what text, kb int);
-- deep paths of long names: 1,000 levels of names of 1,000 bytes are a gigabyte of paths and more
SELECT '<' || string_agg(repeat('n', 1000) || i || '><', '') || 'x/></' || string_agg(repeat('n', 1000) || (1001 - i), '></') || '>' AS deep FROM generate_series(1, 1000) i \gset
\set kb `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SELECT cardinality(bxml_paths_agg(d)) FROM (SELECT :'deep'::bxml AS d) s;
SELECT count(*) FROM bxml_paths(:'deep'::bxml);
SELECT length(bxml_infer_schema_agg(d)) FROM (SELECT :'deep'::bxml AS d) s;
\set kb2 `awk '/VmHWM/ { print $2 }' /proc/$PID/status`
SELECT watch.ok(:kb2 - :kb < 700000, format('bxml_paths_agg, bxml_paths_agg_step: %s MB for 2 MB of text', (:kb2 - :kb) / 1024));
\unset deep
-- a bomb of entities, and texts that claim more than they have
\c - hostile_stranger
SELECT pg_backend_pid() AS pid \gset
\setenv PID :pid
\set kb `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SELECT length(bxml_to_text(('<!DOCTYPE a [<!ENTITY e0 "xxxxxxxxxx">' || (SELECT string_agg(format('<!ENTITY e%s "%s">', i, repeat('&e' || i - 1 || ';', 10)), '') FROM generate_series(1, 12) i) || ']><a>&e12;</a>')::bxml));
SELECT bxml_from_bytea(decode('02' || repeat('ff', 200), 'hex'));
SELECT count(*) FROM generate_series(1, 500) i, LATERAL (SELECT bxml_try_parse(repeat('<a>', i * 10))) s;
\set kb2 `awk '/VmHWM/ { print $2 }' /proc/$PID/status`
SELECT watch.ok(:kb2 - :kb < 300000, format('entities: %s MB', (:kb2 - :kb) / 1024));
-- errors leave nothing behind: rows of a stored value, parsing with a DTD (libxml2's frames), schemas, paths
CREATE TABLE own.big AS SELECT 1 AS id, ('<a>' || string_agg(format('<r n="%s"><b>%s</b><c>%s</c></r>', i, md5(i::text), repeat(md5(i::text), 3)), '') || '</a>')::bxml AS doc FROM generate_series(1, 2000) i;
CREATE FUNCTION own.again(q text, n int, ms int) RETURNS int LANGUAGE plpgsql AS $$DECLARE i int; failed int := 0; BEGIN
	FOR i IN 1..n LOOP
		BEGIN
			EXECUTE q;
		EXCEPTION WHEN OTHERS OR query_canceled THEN failed := failed + 1; END;
	END LOOP; RETURN failed; END$$;
CREATE FUNCTION own.stop(i anyelement) RETURNS anyelement LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'stop'; END$$;
CREATE TYPE own.rec AS (b text, c text);
CREATE DOMAIN own.never AS text CHECK (own.stop(VALUE) IS NULL);
CREATE TABLE own.failing (q text);
INSERT INTO own.failing VALUES ('SELECT * FROM own.big, bxml_to_record(doc, ''/a/r[last()]'') r(b own.never, c text)'), ('SELECT own.stop(r) FROM own.big, bxml_to_recordset(doc, ''/a/r'') r(b text, c text)'),
	('SELECT * FROM own.big, bxml_to_recordset(doc, ''/a/r'') r(b own.never, c text)'), ('SELECT * FROM own.big, bxml_populate_recordset(NULL::own.rec, doc, ''/a/r'') r WHERE own.stop(r) IS NULL'),
	('SELECT * FROM own.big, bxml_table(doc, ''/a/r'', ''b'', ''c'') r(b own.never, c text)'), ('SELECT own.stop(r) FROM own.big, bxml_reader(doc) r'), ('SELECT own.stop(r) FROM own.big, bxml_nodes(doc, ''//b'') r'),
	('SELECT own.stop(bxml_modify(doc, ''delete nodes /a/r[1]'')) FROM own.big'), ('SELECT bxml_modify(doc, ''replace value of node /a/r[1]/b with error()'') FROM own.big'),
	('SELECT (''<!DOCTYPE a [<!ENTITY e "x"><!ENTITY f "&e;&g;">]><a>'' || repeat(''<b>&f;</b>'', 1000) || ''</a>'')::bxml'), ('SELECT (''<!DOCTYPE a [<!ELEMENT a ANY>]><a>'' || repeat(''<b x="1">'', 3000) || ''</a>'')::bxml'),
	('SELECT (''<?xml version="1.0"?><!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a>'' || repeat(''<b/>'', 5000) || ''<'')::bxml'), ('SELECT bxml_split(''<a>'' || repeat(''<b>1</b>'', 3000) || ''</c>'', ''/a/b'')'),
	('SELECT own.stop(x) FROM bxml_split(''<a>'' || repeat(''<b>1</b>'', 3000) || ''</a>'', ''/a/b'') x'), ('SELECT bxml_validate((''<a>'' || repeat(''<b/>'', 3000) || ''<c/></a>'')::bxml, own.s())'),
	('SELECT bxml_value(doc, ''//*[matches(., "(((")]'') FROM own.big'), ('SELECT bxml_diff(doc, bxml_set(doc, ''/a/r[1]/b'', ''x'')) FROM own.big WHERE own.stop(id) = 1'), ('SELECT own.stop(bxml_to_jsonb(doc)) FROM own.big'),
	('SELECT bxml_agg(doc) FROM (SELECT doc FROM own.big UNION ALL SELECT own.stop(doc) FROM own.big) s'), ('SELECT jsonb_to_bxml((''{"a": ['' || repeat(''{"b": 1},'', 3000) || ''{"<": 1}]}'')::jsonb)');
SELECT pg_backend_pid() AS pid \gset
\setenv PID :pid
SELECT count(own.again(q, 4, 0)) FROM own.failing;
\set kb `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SELECT min(own.again(q, 12, 0)), count(*) FROM own.failing;
\set kb2 `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SELECT watch.ok((SELECT min(own.again(q, 1, 0)) FROM own.failing) = 1, 'every one of those fails');
SELECT watch.ok(:kb2 - :kb < 4000, format('240 errors of 20 kinds leave %s kB', :kb2 - :kb));
-- the same for cancels in the middle of a stored value
INSERT INTO own.big SELECT 2, ('<a>' || string_agg(format('<r n="%s"><b>%s</b><c>%s</c></r>', i, md5(i::text), repeat(md5(i::text), 3)), '') || '</a>')::bxml FROM generate_series(1, 40000) i;
CREATE TABLE own.long (q text);
INSERT INTO own.long VALUES ('bxml_to_record(doc, ''/a/r[b = "x"]'') r(b text, c text)'), ('bxml_to_recordset(doc, ''/a/r'') r(b text, c text)'), ('bxml_table(doc, ''/a/r'', ''b'', ''c'') r(b text, c text)'), ('bxml_reader(doc) r'), ('bxml_nodes(doc, ''//b'') r'),
	('bxml_count(doc, ''//b[contains(., "zz")]'') r'), ('bxml_pretty(doc) r'), ('bxml_modify(doc, ''delete nodes //b[contains(., "zz")]'') r'), ('bxml_canonical(doc) r'), ('bxml_is_valid(doc, own.s()) r'), ('bxml_paths(doc) r'), ('bxml_values(doc, ''//c'') r'), ('bxml_check(doc) r'), ('bxml_hash(doc) r');
SET statement_timeout = 12;
SELECT format('SELECT count(*) FROM own.big, %s WHERE big.id = 2', q) FROM own.long, generate_series(1, 6) i \gexec
\set kb `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SELECT format('SELECT count(*) FROM own.big, %s WHERE big.id = 2', q) FROM own.long, generate_series(1, 20) i \gexec
\set kb2 `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
-- how far a statement comes differs; what is left behind grows each time
SELECT format('SELECT count(*) FROM own.big, %s WHERE big.id = 2', q) FROM own.long, generate_series(1, 20) i \gexec
\set kb3 `awk '/VmRSS/ { print $2 }' /proc/$PID/status`
SET statement_timeout = 3000;
SELECT watch.ok(least(:kb2 - :kb, :kb3 - :kb2) < 5000, format('bxml_to_record, bxml_to_recordset: 280 cancels of 14 kinds leave %s kB, and %s', :kb2 - :kb, :kb3 - :kb2));
DROP TABLE own.big;
