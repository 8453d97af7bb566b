-- setup.sql -- the database of test/t/hostile: who is there, and what each may not see or change.
--
-- hostile_owner owns the database, and so the extensions; hostile_victim owns tables; hostile_reader may read one of
-- them, under row security; hostile_stranger has a schema and nothing else, and is who makes most attempts.  The words
-- SECRET7F3A are in what the stranger may not see, and nothing that he is told may have them.

CREATE SCHEMA watch;
GRANT USAGE ON SCHEMA watch TO PUBLIC;
-- As whom the code of others ran.
CREATE TABLE watch.ran (what text, as_role name, owner name);
GRANT INSERT, SELECT ON watch.ran TO PUBLIC;
-- Leaves a note, and takes what it can.
CREATE FUNCTION watch.note(what text, owner name) RETURNS void LANGUAGE plpgsql AS $$BEGIN
	INSERT INTO watch.ran VALUES (what, current_user, owner);
EXCEPTION WHEN OTHERS THEN RAISE WARNING 'not noted: %', SQLERRM;
END$$;
CREATE FUNCTION watch.ok(fine boolean, name text) RETURNS text LANGUAGE sql AS
	$$SELECT CASE WHEN fine THEN 'ok - ' ELSE 'not ok - ' END || name$$;

CREATE SCHEMA v AUTHORIZATION hostile_victim;
CREATE SCHEMA own AUTHORIZATION hostile_stranger;
GRANT USAGE ON SCHEMA own TO PUBLIC;
GRANT CREATE ON SCHEMA own TO hostile_owner;

GRANT CREATE ON DATABASE bxml_hostile TO hostile_victim;

SET ROLE hostile_owner;
CREATE EXTENSION bxml;
CREATE EXTENSION bxml_compat;

SET ROLE hostile_victim;
GRANT USAGE ON SCHEMA v TO PUBLIC;
CREATE TABLE v.secret (id int PRIMARY KEY, doc bxml NOT NULL, note text);
INSERT INTO v.secret SELECT i, format('<a><SECRET7F3A n="%s">SECRET7F3A%s</SECRET7F3A><b n="%1$s">x</b></a>', i, i % 3)::bxml, 'SECRET7F3A'
	FROM generate_series(1, 60) i;
-- Names and words of the secret documents get into a vocabulary that the stranger's documents are stored with, too.
SELECT count(*) FROM bxml_vocabulary_learn('v.secret', 'doc') \g /dev/null
CREATE TABLE v.shown (id int PRIMARY KEY, doc bxml, who name);
INSERT INTO v.shown SELECT id, doc, CASE WHEN id > 30 THEN 'hostile_reader' ELSE 'hostile_victim' END FROM v.secret;
INSERT INTO v.shown VALUES (100, '<a><b n="1">public</b></a>', 'hostile_reader');
UPDATE v.shown SET doc = format('<a><b n="%s">open</b></a>', id)::bxml WHERE who = 'hostile_reader';
ALTER TABLE v.shown ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON v.shown USING (who = current_user);
GRANT SELECT ON v.shown TO hostile_reader;
CREATE FUNCTION v.hidden() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS
	$$<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="hidden" type="xs:string"/></xs:schema>$$;
REVOKE ALL ON FUNCTION v.hidden() FROM PUBLIC;
ANALYZE v.secret, v.shown;

SET ROLE hostile_stranger;
CREATE TABLE own.d (id int PRIMARY KEY, doc bxml, label ordpath, path bxpath, n bigint, t text);
INSERT INTO own.d VALUES (1, '<a><b n="1">x</b></a>', '1.3', '/a/b', 1234567, 'x'), (2, 'text <b/>', '1', '//@n', -1, '%s'), (3, NULL, NULL, NULL, NULL, NULL),
	(4, ('<a>' || repeat('<b n="1">long text</b>', 5000) || '</a>')::bxml, '1.5', 'count(//b)', 0, '');
CREATE VIEW own.view AS SELECT id, doc FROM own.d;
CREATE SEQUENCE own.seq;
CREATE TABLE own.parted (id int, doc bxml) PARTITION BY RANGE (id);
CREATE TABLE own.part PARTITION OF own.parted FOR VALUES FROM (0) TO (9);
INSERT INTO own.parted VALUES (1, '<a><b>1</b></a>');
CREATE TYPE own.pair AS (a int, doc bxml);
CREATE TYPE own.mood AS ENUM ('a', 'b');
CREATE FUNCTION own.s() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS
	$$<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence>
	<xs:element name="b" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>$$;
CREATE FUNCTION own.none() RETURNS bxml_schema LANGUAGE sql AS 'SELECT NULL::bxml_schema';
CREATE DOMAIN own.dom_bxml AS bxml;
CREATE DOMAIN own.dom_bxpath AS bxpath;
CREATE DOMAIN own.dom_ordpath AS ordpath;
CREATE DOMAIN own.dom_schema AS bxml_schema;
CREATE DOMAIN own.dom_text AS text;
CREATE DOMAIN own.dom_int AS integer;
CREATE DOMAIN own.dom_bytea AS bytea;
CREATE DOMAIN own.dom_jsonb AS jsonb;
CREATE DOMAIN own.dom_regclass AS regclass;
ANALYZE own.d, own.parted;
RESET ROLE;

-- What must be the same at the end.
CREATE TABLE watch.before AS SELECT (SELECT md5(string_agg(s::text, '' ORDER BY id)) FROM v.secret s) AS secret,
	(SELECT md5(string_agg(s::text, '' ORDER BY id)) FROM v.shown s) AS shown,
	(SELECT md5(string_agg(rolname || rolsuper || rolcreaterole || rolcanlogin, '' ORDER BY oid)) FROM pg_authid) AS roles,
	(SELECT md5(string_agg(pg_identify_object(classid, objid, 0)::text, '' ORDER BY classid, objid)) FROM pg_depend WHERE deptype = 'e') AS members;
CREATE VIEW watch.changed AS SELECT what FROM watch.before b CROSS JOIN LATERAL (VALUES
	('a table of the victim', b.secret = (SELECT md5(string_agg(s::text, '' ORDER BY id)) FROM v.secret s)),
	('a table under row security', b.shown = (SELECT md5(string_agg(s::text, '' ORDER BY id)) FROM v.shown s)),
	('roles', b.roles = (SELECT md5(string_agg(rolname || rolsuper || rolcreaterole || rolcanlogin, '' ORDER BY oid)) FROM pg_authid)),
	('members of the extensions', b.members = (SELECT md5(string_agg(pg_identify_object(classid, objid, 0)::text, '' ORDER BY classid, objid)) FROM pg_depend WHERE deptype = 'e'))
	) x(what, same) WHERE same IS NOT TRUE
UNION ALL SELECT format('%s of %s ran as %s', what, owner, as_role) FROM watch.ran WHERE as_role <> owner;
