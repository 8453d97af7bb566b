-- Originals beside documents: bxml_with_source, and generated columns.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(64);

CREATE TABLE originals (name text PRIMARY KEY, bytes bytea);
INSERT INTO originals VALUES
	('plain', '<a><b>1</b></a>'),
	('mark', '\xefbbbf' || '<a>x</a>'::bytea),
	('latin', '\x3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2249534f2d383835392d31223f3e0d0a3c613ee93c2f613e0d0a'),
	('utf16', '\xfffe3c0061003e00e9003c002f0061003e00'),
	('lines', convert_to(E'<a \r\n k = "1"\t>\r\n<b/>\r<c></c >\n</a>\r\n', 'UTF8')),
	('references', '<a k=''&#60;&quot;''>&#x41;&amp;&gt;<![CDATA[<x>]]></a>'),
	('doctype', convert_to(E'<!DOCTYPE a [\n <!ENTITY e "<b>y</b>">\n <!ATTLIST a k CDATA "v">\n]>\n<a>&e;</a>\n<!-- end -->\n', 'UTF8')),
	('signed', '<d:s xmlns:d="urn:d" Id=''_1''><d:v  xml:space="preserve"> 1 </d:v><e xmlns=""  /></d:s>'),
	('content', 'x<a/>y'),
	('long', convert_to('<r>' || repeat('<i k="1" >&lt;</i >', 20000) || '</r>', 'UTF8'));

-- ---- the trigger, refusing
CREATE TABLE kept (name text PRIMARY KEY, doc bxml NOT NULL);
INSERT INTO kept VALUES ('before', '<old/>');
SELECT is(bxml_with_source('kept', 'doc'), 'doc_source', 'the name of the column');
SELECT col_type_is('kept', 'doc_source', 'bytea', 'its type');
INSERT INTO kept (name, doc_source) SELECT * FROM originals;
SELECT results_eq('SELECT name, doc_source FROM kept WHERE doc_source IS NOT NULL ORDER BY name', 'SELECT * FROM originals ORDER BY name', 'byte for byte');
SELECT set_eq('SELECT name, doc::text FROM kept WHERE doc_source IS NOT NULL', 'SELECT name, bxml_parse(bytes)::text FROM originals', 'and the documents are theirs');
SELECT is(doc ->> '/a', 'é', name) FROM kept WHERE name IN ('latin', 'utf16');
SELECT is(doc ->> '/a/b', 'y', 'an entity') FROM kept WHERE name = 'doctype';
SELECT throws_ok($$UPDATE kept SET doc = bxml_set(doc, '/a/b', '2') WHERE name = 'plain'$$, '428C9',
	'document in column "doc" cannot be changed: it has an original in column "doc_source"', 'a change is refused');
SELECT throws_ok($$UPDATE kept SET doc = bxml_modify(doc, 'delete node /a/b') WHERE name = 'plain'$$, '428C9', NULL, 'by XQuery Update as well');
SELECT throws_ok($$UPDATE kept SET doc = NULL WHERE name = 'plain'$$, '428C9', NULL, 'and so is its end');
SELECT throws_ok($$INSERT INTO kept VALUES ('plain', '<b/>') ON CONFLICT (name) DO UPDATE SET doc = excluded.doc$$, '428C9', NULL, 'and another one');
SELECT lives_ok($$UPDATE kept SET doc = bxml_set(doc, '/old', 'new') WHERE name = 'before'$$, 'a document without an original');
SELECT lives_ok($$UPDATE kept SET doc_source = NULL, doc = bxml_set(doc, '/a/b', '2') WHERE name = 'plain'$$, 'one that loses its original in the same statement');
SELECT is(doc::text, '<a><b>2</b></a>', 'and is changed') FROM kept WHERE name = 'plain' AND doc_source IS NULL;
SELECT lives_ok($$UPDATE kept SET doc_source = '<a >3</a>' WHERE name = 'plain'$$, 'an original instead of a document');
SELECT is(ROW(doc::text, doc_source)::text, ROW('<a>3</a>', '<a >3</a>'::bytea)::text, 'parsed') FROM kept WHERE name = 'plain';
SELECT lives_ok($$UPDATE kept SET doc_source = '<a >4</a>', doc = '<a>4</a>' WHERE name = 'plain'$$, 'both, in step');
SELECT throws_ok($$UPDATE kept SET doc_source = '<a >5</a>', doc = '<a>6</a>' WHERE name = 'plain'$$, '23514',
	'document in column "doc" is not that of its original in column "doc_source"', 'both, out of step');
SELECT throws_ok($$INSERT INTO kept VALUES ('new', '<a>6</a>', '<a>7</a>')$$, '23514', NULL, 'out of step from the beginning');
SELECT lives_ok($$INSERT INTO kept VALUES ('new', '<a k="6" j="7"/>', '<a  k="6" j="7"></a>')$$, 'in step from the beginning');
SELECT throws_ok($$INSERT INTO kept (name, doc_source) VALUES ('bad', '<a>')$$, '2200N', NULL, 'an original that is not well-formed');
SELECT throws_ok($$INSERT INTO kept (name) VALUES ('none')$$, '23502', NULL, 'neither document nor original');
SELECT lives_ok($$UPDATE kept SET name = name || '.' WHERE name <> 'x'$$, 'other columns may change');
SELECT lives_ok($$UPDATE kept SET doc = bxml_repack(doc)$$, 'and the stored form');
SET LOCAL bxml.compression = 'off';
UPDATE kept SET doc = bxml_repack(doc) WHERE name = 'long.';
SELECT ok(pg_column_size(doc) > 20000, 'in another one') FROM kept WHERE name = 'long.' AND doc_source = (SELECT bytes FROM originals WHERE name = 'long');
RESET bxml.compression;
MERGE INTO kept k USING (VALUES ('plain.', '<m />'), ('merged', '<n />')) s(name, bytes) ON k.name = s.name
	WHEN MATCHED THEN UPDATE SET doc_source = s.bytes::bytea WHEN NOT MATCHED THEN INSERT (name, doc_source) VALUES (s.name, s.bytes::bytea);
SELECT results_eq($$SELECT name, doc::text, doc_source FROM kept WHERE name IN ('plain.', 'merged') ORDER BY name$$,
	$$VALUES ('merged', '<n/>', '<n />'::bytea), ('plain.', '<m/>', '<m />')$$, 'MERGE');
INSERT INTO kept (name, doc_source) VALUES ('merged', '<o />') ON CONFLICT (name) DO UPDATE SET doc_source = excluded.doc_source;
SELECT is(doc::text, '<o/>', 'ON CONFLICT') FROM kept WHERE name = 'merged';

-- ---- names
ALTER TABLE kept RENAME doc TO "Doc";
ALTER TABLE kept RENAME doc_source TO "The original";
INSERT INTO kept (name, "The original") VALUES ('renamed', '<a />');
SELECT is("Doc"::text, '<a/>', 'columns are renamed') FROM kept WHERE name = 'renamed';
SELECT throws_ok($$UPDATE kept SET "Doc" = '<b/>' WHERE name = 'renamed'$$, '428C9',
	'document in column "Doc" cannot be changed: it has an original in column "The original"', 'and errors have their names');
SELECT throws_ok($$ALTER TABLE kept DROP "The original"$$, '2BP01', NULL, 'a column goes with its trigger only');
SELECT lives_ok($$DROP TRIGGER zz_bxml_source_doc ON kept$$, 'the trigger can be dropped');
UPDATE kept SET "Doc" = '<b/>' WHERE name = 'renamed';
SELECT throws_ok($$SELECT bxml_with_source('kept', 'Doc', 'The original')$$, '23514',
	'table "kept" has documents in column "Doc" that are not those of column "The original"', 'a pair that is not in step');
UPDATE kept SET "The original" = NULL WHERE name = 'renamed';
SELECT is(bxml_with_source('kept', 'Doc', 'The original', 'clear'), 'The original', 'a column that was there');
SELECT throws_ok($$SELECT bxml_with_source('kept', 'Doc', 'The original')$$, '42710', NULL, 'twice');

-- ---- clearing
UPDATE kept SET "Doc" = bxml_set("Doc", '/a', '9') WHERE name IN ('mark.', 'new.');
SELECT results_eq($$SELECT name, "The original" IS NULL FROM kept WHERE name IN ('mark.', 'latin.') ORDER BY name$$, $$VALUES ('latin.', false), ('mark.', true)$$,
	'a change clears the original');
UPDATE kept SET "Doc" = bxml_set("Doc", '/a', "Doc" ->> '/a') WHERE name IN ('latin.', 'utf16.');
SELECT is(count(*), 2::bigint, 'one that changes nothing does not') FROM kept WHERE "The original" IS NOT NULL AND name IN ('latin.', 'utf16.');

-- ---- other columns of originals, documents with modifiers, domains, partitions
CREATE DOMAIN small_document AS bxml(document) CHECK (bxml_count(VALUE, '//*') < 3);
CREATE TABLE texts (region text, original text, doc small_document) PARTITION BY LIST (region);
CREATE TABLE texts_n PARTITION OF texts FOR VALUES IN ('n');
CREATE TABLE texts_s (doc small_document, dropped int, original text, region text);
ALTER TABLE texts_s DROP dropped;
INSERT INTO texts VALUES ('n', '<a  />');
ALTER TABLE texts ATTACH PARTITION texts_s FOR VALUES IN ('s');
SELECT is(bxml_with_source('texts', 'doc', 'original', 'clear'), 'original', 'of a partitioned table');
SELECT is(doc::text, '<a/>', 'documents of the originals that were there') FROM texts;
INSERT INTO texts VALUES ('s', '<?xml version="1.0" encoding="ISO-8859-1"?><a >é</a>'), ('n', '<b ></b>');
SELECT results_eq('SELECT region, original, doc ->> ''/*'' FROM texts ORDER BY 1, 2', $$VALUES ('n', '<a  />', ''), ('n', '<b ></b>', ''),
	('s', '<?xml version="1.0" encoding="ISO-8859-1"?><a >é</a>', 'é')$$, 'text has the encoding of the server, whatever it declares');
UPDATE texts SET doc = bxml_set(doc, '/a', 'è') WHERE region = 's';
SELECT is(count(original), 2::bigint, 'partitions have the trigger') FROM texts;
CREATE TABLE texts_w PARTITION OF texts FOR VALUES IN ('w');
INSERT INTO texts VALUES ('w', '<c />');
SELECT is(doc::text, '<c/>', 'new ones as well') FROM texts_w;
UPDATE texts SET region = 'n' WHERE region = 'w';
SELECT is(original, '<c />', 'a row moves') FROM texts_n WHERE doc @? '/c';
SELECT throws_ok($$INSERT INTO texts VALUES ('s', 'x<a/>')$$, '2200L', NULL, 'the modifier of the domain');
SELECT throws_ok($$INSERT INTO texts VALUES ('s', '<a><b/><b/></a>')$$, '23514', 'value for domain small_document violates check constraint "small_document_check"', 'its constraint');
SELECT bxml_create_schema('count_schema', '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"><s:element name="n" type="s:int"/></s:schema>') \g /dev/null
CREATE TABLE valid (doc bxml('count_schema'));
SELECT is(bxml_with_source('valid', 'doc'), 'doc_source', 'a column with a schema');
SELECT lives_ok($$INSERT INTO valid (doc_source) VALUES ('<n >5</n>')$$, 'a valid original');
SELECT ok(bxml_is_valid(doc, count_schema()), 'valid') FROM valid;
SELECT throws_like($$INSERT INTO valid (doc_source) VALUES ('<n >x</n>')$$, 'invalid document: "x" is not a value%', 'an original that is not valid');

-- ---- generated columns
CREATE TABLE generated (id int PRIMARY KEY, original bytea, doc bxml GENERATED ALWAYS AS (bxml_parse(original)) STORED);
CREATE INDEX ON generated USING gin (doc);
INSERT INTO generated SELECT row_number() OVER (ORDER BY name), bytes FROM originals;
SELECT is(count(*), 10::bigint, 'generated from its original') FROM generated g JOIN originals o ON g.original = o.bytes WHERE doc::text = bxml_parse(bytes)::text;
SELECT throws_ok($$UPDATE generated SET doc = bxml_set(doc, '/a', 'x')$$, '428C9', NULL, 'the server refuses changes');
SELECT throws_ok($$SELECT bxml_with_source('generated', 'doc', 'original')$$, '0A000', 'column "doc" of table "generated" is a generated column', 'no trigger is needed');

-- ---- errors
CREATE TABLE plain (id int, doc bxml, t xml, n bytea GENERATED ALWAYS AS ('x'::bytea) STORED);
SELECT throws_ok($$SELECT bxml_with_source('plain', 'id')$$, '42804', 'column "id" of table "plain" is not of type bxml', 'no document');
SELECT throws_ok($$SELECT bxml_with_source('plain', 'nix')$$, '42703', NULL, 'no column');
SELECT throws_ok($$SELECT bxml_with_source('plain', 'doc', 't')$$, '42804', 'column "t" of table "plain" is not of type bytea, text or varchar', 'xml does not keep every byte');
SELECT throws_ok($$SELECT bxml_with_source('plain', 'doc', 'n')$$, '0A000', NULL, 'a generated original');
SELECT throws_ok($$SELECT bxml_with_source('plain', 'doc', NULL, 'x')$$, '22023', 'unrecognized choice for edits: "x"', 'choice');
SELECT throws_ok($$SELECT bxml_with_source(NULL, 'doc')$$, '22004', NULL, 'no table');
SELECT throws_ok($$SELECT bxml_with_source('pg_class', 'doc')$$, '42703', NULL, 'a catalog') WHERE pg_has_role(10, 'member');
CREATE VIEW plain_view AS SELECT * FROM plain;
SELECT throws_ok($$SELECT bxml_with_source('plain_view', 'doc')$$, '42809', '"plain_view" is not a table', 'a view');
CREATE TABLE child () INHERITS (plain);
SELECT throws_ok($$SELECT bxml_with_source('plain', 'doc')$$, '0A000', 'table "plain" has inheriting tables', 'inheritance');
SELECT throws_ok($$SELECT bxml_source_trigger()$$, '39P01', NULL, 'trigger functions cannot be called');
CREATE TRIGGER wrong BEFORE INSERT ON child FOR EACH ROW EXECUTE FUNCTION bxml_source_trigger('clear');
SELECT throws_ok($$INSERT INTO child (id) VALUES (1)$$, '39P01', NULL, 'a trigger without its condition');
DROP TRIGGER wrong ON child;
CREATE ROLE bxml_source_other;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO bxml_source_other;
SET LOCAL ROLE bxml_source_other;
SELECT throws_ok($$SELECT bxml_with_source('child', 'doc')$$, '42501', 'must be owner of table child', 'for the owner only');
INSERT INTO valid (doc_source) VALUES ('<n >6</n>');
RESET ROLE;
SELECT is(count(*), 2::bigint, 'others write') FROM valid WHERE doc_source IS NOT NULL;
SELECT * FROM finish();
ROLLBACK;
