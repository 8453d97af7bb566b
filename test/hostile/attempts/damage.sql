-- damage.sql -- bytes that no encoder wrote: bxml_from_bytea, bxml_recv, states of aggregates, bytes of statistics.

\c - hostile_stranger
CREATE TABLE own.whole AS SELECT i AS id, d::bxml::bytea AS b FROM (VALUES (1, '<a><b n="1">x</b><b n="2">yy</b></a>'), (2, 'text <b/> text'), (3, '<p:x xmlns:p="u" p:y="2.50"><?pi d?><!--c--><q xmlns="v">2020-01-01</q></p:x>'),
	(4, '<!DOCTYPE a [<!ENTITY e "x"><!ATTLIST a id ID #IMPLIED>]><a id="i">&e;</a>'), (5, '<a>' || repeat('<b n="1">long text, which compresses well</b>', 40) || '</a>'), (6, '<a>' || repeat('<b>', 100) || repeat('</b>', 100) || '</a>')) x(i, d);
-- one byte changed, at every place of the start and at many others, to values that lengths and kinds may have
CREATE FUNCTION own.survives(b bytea) RETURNS text LANGUAGE plpgsql AS $$DECLARE d bxml; n int; BEGIN
	d := bxml_from_bytea(b);
	IF NOT bxml_check(d) THEN RETURN 'taken and not good'; END IF;
	PERFORM bxml_to_text(d), bxml_hash(d), bxml_canonical(d), bxml_count(d, '//*'), bxml_stats(d), bxml_value(d, '//b[2]'), bxml_dump(d), bxml_set(d, '//b[1]', 'z'), bxml_to_jsonb(d);
	RETURN 'good';
EXCEPTION WHEN data_exception OR data_corrupted OR program_limit_exceeded OR feature_not_supported OR invalid_parameter_value THEN RETURN 'refused'; END$$;
CREATE TABLE own.outcome AS SELECT w.id, own.survives(set_byte(b, at, v)) AS o FROM own.whole w CROSS JOIN LATERAL (SELECT at FROM generate_series(0, least(length(b) - 1, 31)) at UNION SELECT (k * 7919) % length(b) FROM generate_series(1, 20) k) p(at) CROSS JOIN (VALUES (0), (127), (255)) x(v);
INSERT INTO own.outcome SELECT w.id, own.survives(substr(b, 1, n)) FROM own.whole w CROSS JOIN LATERAL generate_series(0, least(length(b), 60), 3) n;
INSERT INTO own.outcome SELECT w.id, own.survives(overlay(b PLACING decode(v, 'hex') FROM (k * 31) % length(b) + 1)) FROM own.whole w CROSS JOIN generate_series(0, 12) k CROSS JOIN (VALUES ('ffffffff'), ('ffffff7f'), ('00000080'), ('ffffffffffffffffff01')) x(v);
SELECT watch.ok((SELECT count(*) FROM own.outcome WHERE o = 'refused') > 500 AND (SELECT count(*) FROM own.outcome WHERE o = 'good') > 20, format('bxml_from_bytea: %s damaged values are refused, %s read as others', (SELECT count(*) FROM own.outcome WHERE o = 'refused'), (SELECT count(*) FROM own.outcome WHERE o = 'good')));
SELECT watch.ok(NOT EXISTS (SELECT FROM own.outcome WHERE o = 'taken and not good'), 'bxml_check: what is taken is good');
-- from a client in binary form, for every type
\! perl -e 'my $d = $ENV{TMPDIR} || "/tmp"; for my $t (qw(bxml bxpath ordpath bxml_schema)) { my $n = 0; for my $h ("", qw(01 02 00 03ff 01ff 02ffffffffffffffff 0101010101010101 80 ff 02000000000000000000000000 013c612f3e 0100 013c)) { $n++; open(my $f, ">", "$d/bxml-hostile.$t.$n"); print $f "PGCOPY\n\377\r\n\0", pack("NNnNH*n", 0, 0, 1, length($h) / 2, $h, 65535); } }'
CREATE TABLE own.r_bxml (v bxml); CREATE TABLE own.r_bxpath (v bxpath); CREATE TABLE own.r_ordpath (v ordpath); CREATE TABLE own.r_bxml_schema (v bxml_schema);
SELECT format('\copy own.r_%1$s FROM ''%2$s/bxml-hostile.%1$s.%3$s'' (FORMAT binary)', t, coalesce(nullif(:'tmp', ''), '/tmp'), n) FROM unnest('{bxml,bxpath,ordpath,bxml_schema}'::text[]) t, generate_series(1, 14) n \g :copies
\i :copies
\! rm -f "${TMPDIR:-/tmp}"/bxml-hostile.*
SELECT count(bxml_check(v)), count(v::text) FROM own.r_bxml; SELECT count(v::text) FROM own.r_bxpath; SELECT count(v::text), count(v::int[]) FROM own.r_ordpath; SELECT count(v::text) FROM own.r_bxml_schema;
SELECT watch.ok((SELECT count(*) FROM own.r_bxml) BETWEEN 1 AND 3 AND NOT EXISTS (SELECT FROM own.r_bxml_schema), 'bxml_recv: what a client sends is checked');
-- bytes of statistics, and states
DO $$DECLARE i int; k int; b bytea; n int := 0; BEGIN
	FOR k IN 1..20 LOOP FOR i IN 0..20 LOOP BEGIN
		n := n + 1;
		b := decode(substr(repeat(md5(i::text || k), 4), 1, k * 2), 'hex');
		PERFORM bxml_path_stats_of(b, b);
	EXCEPTION WHEN data_exception OR data_corrupted OR invalid_parameter_value OR program_limit_exceeded THEN NULL; END; END LOOP; END LOOP; PERFORM set_config('watch.tried', n::text, false); END$$;
SELECT watch.ok(current_setting('watch.tried', true) = '420', 'bxml_path_stats_of: any bytes');
