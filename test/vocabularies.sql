-- vocabularies.sql -- vocabularies for the documents that the tests in test/sql, test/pgtap and test/t write, for the
-- suite vocabularies of test/run and for test/drivers/run.
--
-- String constants that start with an element are documents where they are well-formed; of others the element counts.
-- Each is learned from 20 times, so that its words enter too.
\set tests `cd "${BXML_ROOT:-.}" && cat test/sql/*.sql test/pgtap/*.sql test/t/*`

CREATE TEMP TABLE doc AS
	SELECT DISTINCT replace(m[1], '''''', '''') AS text
	FROM regexp_matches(:'tests', $$'(<(?:[^']|'')*)'$$, 'g') m;

-- Of what is put together by the tests, or not in this form, the names that are sure.
INSERT INTO doc
	SELECT DISTINCT format('<%1$s><%1$s>1</%1$s><a>1</a><b>2</b></%1$s>', m[1])
	FROM regexp_matches(:'tests', '<([a-z][a-z0-9]*)[ >/]', 'g') m;

CREATE TEMP TABLE root AS
	SELECT text::bxml AS doc, bxml_value(text::bxml, 'concat(namespace-uri(/*), " ", local-name(/*))')::text AS name
	FROM doc
	WHERE bxml_is_well_formed_document(text) AND length(text) < 8000;

-- A sample has at most 64 kinds.
SELECT 1 / (count(*) >= 60)::integer AS "at least 60, or an error"
FROM (SELECT array_agg(doc) AS docs
	FROM (SELECT doc, dense_rank() OVER (ORDER BY name) AS kind FROM root) r, generate_series(1, 20)
	GROUP BY kind / 40) s, bxml_vocabulary_learn(docs);
