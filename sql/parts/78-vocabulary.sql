-- Vocabularies: names and words that values share (doc/storage.md).

CREATE SEQUENCE bxml_vocabulary_number AS integer;
CREATE TABLE bxml_vocabulary (
	number integer PRIMARY KEY,
	uri text NOT NULL,
	root text NOT NULL,
	kind bytea NOT NULL,
	owner name NOT NULL,
	learned_from text,
	learned_at timestamptz NOT NULL,
	documents bigint NOT NULL,
	plain_bytes bigint NOT NULL,
	shared_bytes bigint NOT NULL,
	packed_bytes bigint NOT NULL,
	retired boolean NOT NULL,
	digest bytea NOT NULL,
	dropped_at timestamptz
) WITH (user_catalog_table = true);
-- The bytes, in pieces that stay in their rows.  Logical decoding reads them by the catalogs of the past, where
-- catalog tables are found after VACUUM FULL and TOAST tables are not.
CREATE TABLE bxml_vocabulary_part (
	number integer,
	part integer,
	content bytea NOT NULL,
	PRIMARY KEY (number, part)
) WITH (user_catalog_table = true);
ALTER TABLE bxml_vocabulary_part ALTER content SET STORAGE PLAIN;
-- When nothing referred to them, in the past of this server: not dumped.
CREATE TABLE bxml_vocabulary_unused (
	number integer PRIMARY KEY,
	seen_at timestamptz NOT NULL,
	seen_lsn pg_lsn NOT NULL
);
-- The owner of the extension, who need not be a superuser, dumps and restores them.
GRANT SELECT, INSERT ON bxml_vocabulary, bxml_vocabulary_part TO @extowner@;
GRANT SELECT, UPDATE ON SEQUENCE bxml_vocabulary_number TO @extowner@;
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary', '');
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary_part', '');
SELECT pg_catalog.pg_extension_config_dump('bxml_vocabulary_number', '');

-- A dump restores rows by COPY: sessions that list vocabularies for new values are to see them.
CREATE FUNCTION bxml_vocabulary_changed() RETURNS trigger
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_changed';
CREATE TRIGGER bxml_vocabulary_changed AFTER INSERT OR UPDATE OR DELETE ON bxml_vocabulary_part
	FOR EACH STATEMENT EXECUTE FUNCTION bxml_vocabulary_changed();
-- What could only be in the way is refused.
CREATE FUNCTION bxml_vocabulary_check() RETURNS trigger
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_vocabulary_check';
CREATE TRIGGER bxml_vocabulary_check BEFORE INSERT ON bxml_vocabulary
	FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_check();
CREATE TRIGGER bxml_vocabulary_check BEFORE INSERT ON bxml_vocabulary_part
	FOR EACH ROW EXECUTE FUNCTION bxml_vocabulary_check();

-- What ANALYZE found out, under the conditions of pg_stats.
CREATE VIEW bxml_vocabulary_columns WITH (security_barrier) AS
	SELECT s.stanumbers4[i]::pg_catalog.int4 AS number, n.nspname AS schemaname, c.relname AS tablename, a.attname,
		v.count::pg_catalog.int8 AS "values",
		(v.count OPERATOR(pg_catalog.*) s.stanumbers4[i OPERATOR(pg_catalog.+) 2])::pg_catalog.int8 AS bytes_saved,
		greatest(pg_catalog.pg_stat_get_last_analyze_time(c.oid), pg_catalog.pg_stat_get_last_autoanalyze_time(c.oid)) AS analyzed_at
	FROM pg_catalog.pg_statistic s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.starelid
		JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid AND a.attnum OPERATOR(pg_catalog.=) s.staattnum
		JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
		CROSS JOIN LATERAL pg_catalog.generate_series(1, pg_catalog.cardinality(s.stanumbers4), 3) i
		CROSS JOIN LATERAL (SELECT s.stanumbers4[i OPERATOR(pg_catalog.+) 1] OPERATOR(pg_catalog.*)
			(1::pg_catalog.float8 OPERATOR(pg_catalog.-) s.stanullfrac) OPERATOR(pg_catalog.*)
			greatest(c.reltuples, 0::pg_catalog.float4) AS count) v
	WHERE s.stakind4 OPERATOR(pg_catalog.=) 20104 AND NOT s.stainherit AND NOT a.attisdropped
		AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'::pg_catalog.text)
		AND (NOT c.relrowsecurity OR NOT pg_catalog.row_security_active(c.oid));
GRANT SELECT ON bxml_vocabulary_columns TO PUBLIC;
CREATE VIEW bxml_vocabularies AS
	SELECT v.number, v.uri, v.root, v.owner, v.learned_from, v.learned_at, v.documents, v.plain_bytes, v.shared_bytes,
		v.packed_bytes, v.retired, u.used_by, u.bytes_saved
	FROM bxml_vocabulary v LEFT JOIN (
		SELECT c.number, pg_catalog.array_agg(pg_catalog.format('%I.%I.%I'::pg_catalog.text, c.schemaname, c.tablename, c.attname)
			ORDER BY c.bytes_saved DESC, c.schemaname, c.tablename, c.attname) AS used_by,
			pg_catalog.sum(c.bytes_saved)::pg_catalog.int8 AS bytes_saved
		FROM bxml_vocabulary_columns c GROUP BY c.number) u ON u.number OPERATOR(pg_catalog.=) v.number
	WHERE v.dropped_at IS NULL;
GRANT SELECT ON bxml_vocabularies TO PUBLIC;

CREATE FUNCTION bxml_vocabulary_learn(base_table regclass, doc_column name, documents integer DEFAULT 10000,
	force boolean DEFAULT false) RETURNS SETOF integer
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn';
CREATE FUNCTION bxml_vocabulary_learn(documents bxml[]) RETURNS SETOF integer
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn_documents';
CREATE FUNCTION bxml_vocabulary_learn_schema(schema bxml_schema, root text DEFAULT NULL, prefix text DEFAULT NULL)
	RETURNS SETOF integer
	LANGUAGE C VOLATILE PARALLEL UNSAFE COST 1000 ROWS 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_learn_schema';
CREATE FUNCTION bxml_vocabulary_retire(number integer, retired boolean DEFAULT true) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_vocabulary_retire';
CREATE FUNCTION bxml_vocabulary_drop(number integer) RETURNS boolean
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bxml_vocabulary_drop';
CREATE FUNCTION bxml_vocabulary_repair(number integer, content bytea) RETURNS void
	LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_vocabulary_repair';
-- Describe the stored form, which does not follow from the value.
CREATE FUNCTION bxml_vocabulary_number(doc bxml) RETURNS integer
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1 AS 'MODULE_PATHNAME', 'bxml_vocabulary_number';
CREATE FUNCTION bxml_repack(doc bxml) RETURNS bxml
	LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME', 'bxml_repack';

COMMENT ON SEQUENCE bxml_vocabulary_number IS 'numbers of vocabularies, none of which is used twice';
COMMENT ON TABLE bxml_vocabulary IS
	'the vocabularies that values refer to: never change or delete a row; the view bxml_vocabularies is for everybody';
COMMENT ON TABLE bxml_vocabulary_part IS 'the bytes of vocabularies, in pieces: never change or delete a row';
COMMENT ON TABLE bxml_vocabulary_unused IS
	'vocabularies that nothing referred to when bxml_vocabulary_drop looked, and when that was';
COMMENT ON FUNCTION bxml_vocabulary_changed() IS
	'of the trigger by which sessions learn that a dump has restored vocabularies (not parallel safe)';
COMMENT ON TRIGGER bxml_vocabulary_changed ON bxml_vocabulary_part IS
	'sessions learn that a dump has restored vocabularies';
COMMENT ON FUNCTION bxml_vocabulary_check() IS
	'of the triggers that refuse rows of vocabularies that are not right (not parallel safe)';
COMMENT ON TRIGGER bxml_vocabulary_check ON bxml_vocabulary IS 'refuses numbers, digests and kinds that no vocabulary has';
COMMENT ON TRIGGER bxml_vocabulary_check ON bxml_vocabulary_part IS
	'refuses bytes of a vocabulary that does not exist, or has all of its own';
COMMENT ON VIEW bxml_vocabularies IS
	'a row for each vocabulary: number, root element of its documents, owner, column it was learned from (null: from given documents), when, the number of documents, what they take by themselves, with the vocabulary, and compressed with it; and by bxml_vocabulary_columns the columns that use it, and the bytes it saves there';
COMMENT ON VIEW bxml_vocabulary_columns IS
	'a row for each vocabulary in the statistics of each column that the user may read: about how many values refer to it, how many bytes they would take more in plain form without it, and when ANALYZE counted them';
COMMENT ON FUNCTION bxml_vocabulary_learn(regclass, name, integer, boolean) IS
	'learns a vocabulary for each kind of root element from so many documents of a column, for new values to refer to after this transaction: names and words that at least one percent and 20 of the documents have; returns their numbers (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_learn(bxml[]) IS
	'the same from given documents, with all their names (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_learn_schema(bxml_schema, text, text) IS
	'learns a vocabulary from a schema, for documents with a root element: names of all elements and attributes that they can have; prefix is what documents write for the namespace of the root (null: none) (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_retire(integer, boolean) IS
	'new values refer no more to the vocabulary, or do so again (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_drop(integer) IS
	'drops a retired vocabulary, in two calls: the first reads the whole database, refuses with a list of what refers to the vocabulary, and otherwise notes that nothing does and returns false; the second, once all sessions of that time have ended, does this again, drops and returns true (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_repair(integer, bytea) IS
	'puts the bytes of a vocabulary, as the column content of all its parts together in a dump or another database, in the place of those that are there, if they are the ones that it had; for its owner and the owner of the extension (not parallel safe)';
COMMENT ON FUNCTION bxml_vocabulary_number(bxml) IS 'the vocabulary that the stored value refers to; null if none';
COMMENT ON FUNCTION bxml_repack(bxml) IS
	'the value as it would be stored today: with the newest vocabulary that fits, compressed as bxml.compression says';
