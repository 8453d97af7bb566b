-- Casts: explicit from text, by assignment to text and both ways to xml, explicit both ways to bytea.

SELECT '<a>1</a>'::text::bxml;
SELECT ('<a>1</a>'::bxml)::text || '!' AS as_text;
SELECT '<a>1</a>'::xml::bxml;
SELECT xmlserialize(document '<a>1</a>'::bxml AS text);
SELECT ('<a>1</a>'::bxml)::bytea::bxml;
SELECT ('<?xml version="1.0" encoding="UTF-8"?><a/>'::bxml)::xml;

SELECT castsource::regtype, casttarget::regtype, castcontext
FROM pg_cast WHERE 'bxml'::regtype IN (castsource, casttarget) OR 'bxpath'::regtype IN (castsource, casttarget)
ORDER BY castsource::regtype::text, casttarget::regtype::text;

CREATE TABLE t (x xml, b bxml, s text);
INSERT INTO t (b) VALUES ('<a/>'::text::bxml);
INSERT INTO t (b) SELECT '<c/>'::xml;
UPDATE t SET x = b, s = b;
SELECT * FROM t;
INSERT INTO t (b) VALUES ('<a/>'::text);
INSERT INTO t (b) VALUES ('\xb100'::bytea);
SELECT xmlexists('//a' PASSING b) FROM t;
SELECT xmlexists('//a' PASSING (b::xml)) FROM t;
SELECT count(*) FROM t, xmltable('/a' PASSING b COLUMNS n int PATH 'count(*)');
DROP TABLE t;

-- text goes into bxpath by itself
SELECT bxml_exists('<a/>', '/a'::text);
SELECT '<a/>'::bxml @? ('/' || 'a');

-- bytes from outside are checked
SELECT '\x'::bytea::bxml;
SELECT '\xb10100'::bytea::bxml;
SELECT '\xb2000000000000000000'::bytea::bxml;
SELECT 'not a value'::bytea::bxml;
SELECT overlay(('<abc>x</abc>'::bxml)::bytea PLACING '\xff' FROM 12)::bxml;

-- no equality, no order: nothing that an index could store is promised yet
SELECT '<a/>'::bxml = '<a/>'::bxml;
SELECT DISTINCT b FROM (VALUES ('<a/>'::bxml), ('<a/>')) v (b);
