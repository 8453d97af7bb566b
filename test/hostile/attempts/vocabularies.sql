-- vocabularies.sql -- rows that the owner of the extension may insert, as a dump does, are read as what they are: bytes
-- of somebody else.  Others learn no names by vocabularies, and change none.

\c - hostile_stranger
SELECT string_agg(format('%s %s %s', number, root, retired), ', ' ORDER BY number) AS before FROM bxml_vocabularies \gset
SELECT bxml_vocabulary_learn('v.secret', 'doc');
SELECT bxml_vocabulary_learn('v.shown', 'doc');
SELECT bxml_vocabulary_learn(ARRAY(SELECT '<mine><x/></mine>'::bxml FROM generate_series(1, 30)));
SELECT bxml_vocabulary_learn_schema(own.s());
SELECT bxml_vocabulary_repair(1, '\x00'); SELECT bxml_vocabulary_repair(99, (SELECT doc::bytea FROM own.d WHERE id = 1)); SELECT bxml_vocabulary_retire(1); SELECT bxml_vocabulary_drop(1); SELECT bxml_vocabulary_drop(0); SELECT bxml_vocabulary_retire(-1);
SELECT nextval('bxml_vocabulary_number'); SELECT setval('bxml_vocabulary_number', 1);
SELECT count(bxml_vocabulary_number(doc)), count(bxml_repack(doc)) FROM own.d;
SELECT watch.ok((SELECT string_agg(format('%s %s %s', number, root, retired), ', ' ORDER BY number) FROM bxml_vocabularies) = :'before', 'bxml_vocabulary_retire, bxml_vocabulary_drop, bxml_vocabulary_learn: not for a stranger');
-- the trigger function on a table of one's own
CREATE TABLE own.noise (a int);
CREATE TRIGGER x AFTER INSERT ON own.noise FOR EACH STATEMENT EXECUTE FUNCTION bxml_vocabulary_changed();
CREATE TRIGGER y BEFORE INSERT ON own.noise FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_changed();
INSERT INTO own.noise VALUES (1);
DROP TRIGGER x ON own.noise; DROP TRIGGER y ON own.noise;
CREATE TRIGGER x BEFORE INSERT ON own.noise FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_check();
INSERT INTO own.noise VALUES (2);
SELECT watch.ok(NOT EXISTS (SELECT FROM own.noise), 'bxml_vocabulary_changed, bxml_vocabulary_check: not on other tables');

-- rows without and with parts, of numbers that are in use, and numbers that are none
\c - hostile_victim
SELECT watch.ok((SELECT count(*) FROM v.secret WHERE bxml_vocabulary_number(doc) = 1) > 0 OR (SELECT count(bxml_vocabulary_number(bxml_repack(doc))) FROM v.secret) > 0, 'documents refer to a vocabulary');
CREATE TABLE v.stored AS SELECT id, bxml_repack(doc) AS doc FROM v.secret;
\c - hostile_owner
INSERT INTO bxml_vocabulary_part VALUES (1, 1, '\x00');
INSERT INTO bxml_vocabulary_part VALUES (1, 2, '\x00'), (1, -1, '\xff'), (1, 2147483647, repeat('x', 7000)::bytea);
INSERT INTO bxml_vocabulary_part VALUES (77, 0, '\x00'), (0, 0, '\x00');
\c - hostile_victim
SELECT watch.ok((SELECT count(*) FROM v.stored WHERE bxml_check(doc) AND doc::text LIKE '%SECRET%') = 60, 'documents are read after parts were added to their vocabulary');
\c - hostile_owner
INSERT INTO bxml_vocabulary SELECT 0, uri, root, kind, owner, learned_from, learned_at, documents, plain_bytes, shared_bytes, packed_bytes, retired, digest, dropped_at FROM bxml_vocabulary WHERE number = 1;
INSERT INTO bxml_vocabulary_part SELECT 0, part, content FROM bxml_vocabulary_part WHERE number = 1;
\c - hostile_stranger
CREATE TABLE own.zero AS SELECT i, format('<a><SECRET n="%s"/><b n="1">x</b></a>', i)::bxml AS doc FROM generate_series(1, 10) i;
SELECT watch.ok((SELECT count(*) FROM own.zero WHERE bxml_check(doc)) = 10, 'new documents are readable whatever numbers there are');
\c - hostile_owner
INSERT INTO bxml_vocabulary SELECT 50, uri, root, kind, owner, learned_from, now() + '1 day', documents, plain_bytes, 1, 1, false, '\x00', NULL FROM bxml_vocabulary WHERE number = 1;
INSERT INTO bxml_vocabulary_part VALUES (50, 0, '\xdeadbeef');
INSERT INTO bxml_vocabulary SELECT 51, uri, root, kind, owner, learned_from, now() + '1 day', documents, plain_bytes, 1, 1, false, digest, NULL FROM bxml_vocabulary WHERE number = 1;
INSERT INTO bxml_vocabulary_part SELECT 51, part, set_byte(content, length(content) / 2, 255) FROM bxml_vocabulary_part WHERE number = 1;
INSERT INTO bxml_vocabulary SELECT 52, uri, root, '\x', 'x', learned_from, 'infinity', -1, -1, -1, -1, false, md5('\xff')::bytea, NULL FROM bxml_vocabulary WHERE number = 1;
\c - hostile_stranger
CREATE TABLE own.damaged AS SELECT i, format('<a><SECRET n="%s"/><b n="1">x</b></a>', i)::bxml AS doc FROM generate_series(1, 10) i;
SELECT watch.ok((SELECT count(*) FROM own.damaged WHERE bxml_check(doc)) = 10, 'a damaged newest vocabulary stops no insert');
\c - hostile_owner
SELECT setval('bxml_vocabulary_number', 1, false);
CREATE SCHEMA o; CREATE TABLE o.t AS SELECT i AS id, format('<purchase><item n="%s">word</item></purchase>', i)::bxml AS doc FROM generate_series(1, 60) i;
SELECT count(*) FROM bxml_vocabulary_learn('o.t', 'doc', force => true);
SELECT watch.ok((SELECT count(*) FROM bxml_vocabularies WHERE root = 'purchase') = 1, 'bxml_vocabulary_learn: after the sequence was set back');
DROP SCHEMA o CASCADE;
DELETE FROM bxml_vocabulary_part; UPDATE bxml_vocabulary SET retired = true; TRUNCATE bxml_vocabulary_unused; INSERT INTO bxml_vocabulary_unused VALUES (1, now(), '0/0');
\c - hostile_victim
SELECT watch.ok((SELECT count(*) FROM v.stored WHERE bxml_check(doc) AND doc::text LIKE '%SECRET%') = 60, 'and all documents are read in the end');
-- dropping names no tables that the caller may not read
\c - hostile_owner
SELECT count(*) FROM bxml_vocabulary_learn(ARRAY(SELECT format('<a><SECRET7 n="%s"/><b n="1">x</b></a>', i)::bxml FROM generate_series(1, 60) i));
\c - hostile_victim
CREATE TABLE v.stored2 AS SELECT bxml_repack('<a><SECRET7 n="7"/><b n="1">x</b></a>'::bxml) AS doc;
SELECT watch.ok(EXISTS (SELECT FROM v.stored2 JOIN bxml_vocabularies ON number = bxml_vocabulary_number(doc) WHERE owner = 'hostile_owner'), 'a document of another refers to it');
\c - hostile_owner
SELECT count(bxml_vocabulary_retire(number)) FROM bxml_vocabularies WHERE owner = current_user;
\c - hostile_owner
SELECT set_config('hostile.said', '', false) \g /dev/null
DO $$DECLARE n int; detail text; message text; hint text; BEGIN
	FOR n IN SELECT number FROM bxml_vocabularies WHERE owner = current_user LOOP
		BEGIN PERFORM bxml_vocabulary_drop(n); EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
			PERFORM set_config('hostile.said', current_setting('hostile.said') || message || coalesce(detail, '') || coalesce(hint, ''), false); END;
	END LOOP;
END$$;
SELECT watch.ok(current_setting('hostile.said') ~ 'refer', 'bxml_vocabulary_drop: refuses');
SELECT watch.ok(current_setting('hostile.said') !~ 'v\.|secret|stored', 'bxml_vocabulary_drop: without names of tables that the caller may not read: ' || current_setting('hostile.said'));
\c - :super
DROP TABLE v.stored, v.stored2, own.zero, own.damaged, own.noise;
