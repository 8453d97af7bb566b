-- files.sql -- what is outside of tables: files of the server, large objects, references to external entities.

\c - hostile_stranger
SELECT bxml_split_file('PG_VERSION', '/a'); SELECT bxml_split_file('/etc/passwd', '/a'); SELECT bxml_split_file('../../etc/passwd', '/a');
\c - :super
GRANT EXECUTE ON FUNCTION bxml_split_file(text, bxpath) TO hostile_stranger;
SELECT lo_from_bytea(424242, '<a><b>SECRET7F3A</b></a>') \g /dev/null
\c - hostile_stranger
DO $$BEGIN PERFORM bxml_split_file('PG_VERSION', '/a'); EXCEPTION WHEN insufficient_privilege THEN PERFORM set_config('hostile.refused', '1', false); END$$;
SELECT watch.ok(current_setting('hostile.refused', true) = '1', 'bxml_split_file: a GRANT alone opens no file');
SELECT bxml_split_lo(424242, '/a/b'); SELECT bxml_split_lo(0, '/a/b'); SELECT bxml_split_lo(4294967295, '/a/b');
DO $$BEGIN PERFORM bxml_split_lo(424242, '/a/b'); EXCEPTION WHEN insufficient_privilege THEN PERFORM set_config('hostile.refused', '2', false); END$$;
SELECT watch.ok(current_setting('hostile.refused', true) = '2', 'bxml_split_lo: not large objects of others');
SET bxml.external_entities = 'skip';
SELECT bxml_to_text('<!DOCTYPE a SYSTEM "file:///etc/passwd" [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><a>&e;</a>'::bxml);
SELECT watch.ok(bxml_to_text('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'::bxml) !~ 'root:', 'no external entity is read');
\c - :super
REVOKE EXECUTE ON FUNCTION bxml_split_file(text, bxpath) FROM hostile_stranger;
SELECT lo_unlink(424242) \g /dev/null
