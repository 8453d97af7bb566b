-- Typed short forms: values, lexical forms, errors, indexes.

CREATE TABLE typed (id int, doc bxml);
INSERT INTO typed VALUES
	(1, '<r><i>5</i><n>1.10</n><f>1.5e3</f><b>true</b><d>2024-02-29</d><t>2024-01-02T03:04:05.678+02:00</t><x>aGVsbG8=</x><h>00fF</h></r>'),
	(2, '<r><i a="1"> +007 </i><n> -0.50</n><f>-INF</f><b>0</b><d>2024-02-29+05:00</d><t>2024-01-02T24:00:00</t><x/><h/></r>'),
	(3, '<r/>');
SELECT id, bxml_int(doc, '/r/i'), bxml_bigint(doc, '/r/i'), bxml_numeric(doc, '/r/n'), bxml_float8(doc, '/r/f'),
	bxml_bool(doc, '/r/b'), bxml_text(doc, '/r/i') FROM typed ORDER BY id;
SELECT id, bxml_date(doc, '/r/d'), bxml_timestamp(doc, '/r/t'), bxml_timestamptz(doc, '/r/t'),
	bxml_bytea(doc, '/r/x'), bxml_bytea(doc, '/r/h', 'hex') FROM typed ORDER BY id;

-- results that are not nodes
SELECT bxml_int('<a><b/><b/></a>', 'count(//b)'), bxml_bigint('<a/>', '9007199254740993'), bxml_numeric('<a/>', '1 div 3'),
	bxml_float8('<a/>', '1 div 0'), bxml_float8('<a/>', '0 div 0'), bxml_bool('<a/>', 'a = 1'), bxml_bool('<a/>', '1'),
	bxml_date('<a/>', '"2024-01-02"'), bxml_numeric('<a/>', '1000000 * 1000000000000000000');

-- the ends of the types
SELECT bxml_int('<a>-2147483648</a>', 'a'), bxml_bigint('<a>-9223372036854775808</a>', 'a'),
	bxml_date('<a>-4712-01-01</a>', 'a'), bxml_date('<a>0000-12-31</a>', 'a'),
	bxml_timestamp('<a>294276-12-31T23:59:59.999999</a>', 'a'), bxml_timestamp('<a>12024-01-01T00:00:00.1234565</a>', 'a');
SELECT length(bxml_numeric(('<a>' || repeat('9', 131072) || '.' || repeat('1', 16383) || '</a>')::bxml, 'a')::text);

-- what is refused
SELECT bxml_int('<a>1.5</a>', '/a');
\echo :SQLSTATE
SELECT bxml_int('<a>5.0</a>', '/a');
\echo :SQLSTATE
SELECT bxml_int('<a>2147483648</a>', '/a');
\echo :SQLSTATE
SELECT bxml_bigint('<a>9223372036854775808</a>', '/a');
\echo :SQLSTATE
SELECT bxml_int('<a>true</a>', '/a');
\echo :SQLSTATE
SELECT bxml_int('<a/>', '/a');
\echo :SQLSTATE
SELECT bxml_numeric('<a>1e3</a>', '/a');
\echo :SQLSTATE
SELECT bxml_numeric('<a>NaN</a>', '/a');
\echo :SQLSTATE
SELECT bxml_numeric('<a/>', '0 div 0');
\echo :SQLSTATE
SELECT bxml_numeric(('<a>' || repeat('9', 131073) || '</a>')::bxml, '/a');
\echo :SQLSTATE
SELECT bxml_float8('<a>1e999</a>', '/a');
\echo :SQLSTATE
SELECT bxml_float8('<a>infinity</a>', '/a');
\echo :SQLSTATE
SELECT bxml_bool('<a>yes</a>', '/a');
\echo :SQLSTATE
SELECT bxml_date('<a>now</a>', '/a');
\echo :SQLSTATE
SELECT bxml_date('<a>2023-02-29</a>', '/a');
\echo :SQLSTATE
SELECT bxml_date('<a>9999999-01-01</a>', '/a');
\echo :SQLSTATE
SELECT bxml_timestamp('<a>2024-01-02</a>', '/a');
\echo :SQLSTATE
SELECT bxml_timestamptz('<a>2016-12-31T23:59:60Z</a>', '/a');
\echo :SQLSTATE
SELECT bxml_timestamp('<a>294277-01-01T00:00:00</a>', '/a');
\echo :SQLSTATE
SELECT bxml_timestamptz('<a>-4713-11-23T23:00:00+14:00</a>', '/a');
\echo :SQLSTATE
SELECT bxml_bytea('<a>AAA</a>', '/a');
\echo :SQLSTATE
SELECT bxml_bytea('<a>0</a>', '/a', 'hex');
\echo :SQLSTATE
SELECT bxml_bytea('<a>0</a>', '/a', 'escape');
\echo :SQLSTATE
SELECT bxml_int('<a>a text that is much too long to be quoted as a whole, so that only its start is</a>',
	'/a[string-length(.) > 10 and starts-with(., "a text that is much too long")]');
\echo :SQLSTATE

-- nothing that a setting says matters
SET DateStyle = 'German, DMY';
SET TimeZone = 'Asia/Tokyo';
SELECT to_char(bxml_date(doc, '/r/d'), 'YYYY-MM-DD'), to_char(bxml_timestamp(doc, '/r/t'), 'YYYY-MM-DD HH24:MI:SS.MS'),
	extract(epoch FROM bxml_timestamptz(doc, '/r/t')) FROM typed ORDER BY id;
RESET DateStyle;
RESET TimeZone;

-- indexes
CREATE INDEX typed_i ON typed (bxml_int(doc, '/r/i'));
CREATE INDEX typed_t ON typed (bxml_timestamptz(doc, '/r/t'));
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_sort = off;
EXPLAIN (COSTS OFF) SELECT id FROM typed WHERE bxml_int(doc, '/r/i') = 7;
SELECT id FROM typed WHERE bxml_int(doc, '/r/i') = 7;
SELECT id FROM typed ORDER BY bxml_timestamptz(doc, '/r/t');
RESET enable_seqscan;
RESET enable_bitmapscan;
RESET enable_sort;
INSERT INTO typed VALUES (4, '<r><i>x</i></r>');
DROP TABLE typed;
-- Stored as a schema declared them, values read as their text does.
CREATE TABLE declared (form text, doc bxml);
INSERT INTO declared VALUES ('declared', '\xb103002cb96a1531020000080008090a0a0a0a0a0a0a726e70717a746862002f0105a2020096000204a38003070304a34306ff0406a4204803464d0505a5116bde060604a6c0ffee0705a800010203'::bytea::bxml);
INSERT INTO declared SELECT 'text', doc::text::bxml FROM declared;
SELECT form, doc FROM declared;
SELECT form, bxml_float8(doc, '/r/n') AS n, bxml_int(doc, '/r/p') AS p, bxml_numeric(doc, '/r/p') AS p, bxml_numeric(doc, '/r/q') AS q, bxml_float8(doc, '/r/q') AS q, bxml_date(doc, '/r/z') AS z, bxml_bytea(doc, '/r/h', 'hex') AS h, bxml_bytea(doc, '/r/b') AS b FROM declared;
SELECT form, bxml_try_numeric(doc, '/r/n') AS n, bxml_try_date(doc, '/r/t') AS t, bxml_try_int(doc, '/r/q') AS q, doc ->> '/r/t' AS t, bxml_value(doc, '/r/p + 1') AS p, bxml_value(doc, '/r/n + 1') AS n FROM declared;
SELECT form, t.* FROM declared, bxml_table(doc, '/r', 'n', 'p', 'z', 'h') AS t(n float8, p int, z date, h text);
SELECT d.doc = t.doc AS equal FROM declared d, declared t WHERE d.form < t.form;
SELECT r.name, r.type, r.value FROM declared, bxml_reader(doc) r WHERE form = 'declared' AND r.level = 2;
DROP TABLE declared;
