-- How many blocks of the TOAST table and its index a call reads does not depend on what it skips.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(116);
-- each call by itself
SET LOCAL bxml.value_cache = off;

-- about n megabytes between the first records and the tail; the text does not repeat
CREATE FUNCTION pg_temp.doc(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT ('<r xmlns:p="urn:p"><head><title>first</title></head><i n="1">one</i><i n="2">two</i><big>' ||
		(SELECT string_agg(format('<p:row id="%s"><a>%s</a><b>%s</b></p:row>', i, md5(i::text), i * 7), '') FROM generate_series(1, n * 14000) i) ||
		'</big><tail><x k="v">last</x></tail></r>')::bxml
$$;
CREATE TEMP TABLE docs (form text, mb int, d bxml);
SET LOCAL bxml.compression = off;
INSERT INTO docs SELECT 'plain', mb, pg_temp.doc(mb) FROM unnest(ARRAY[2, 10]) mb;
SET LOCAL bxml.compression = auto;
INSERT INTO docs SELECT 'blocks', mb, d::text::bxml FROM docs;
SELECT ok(NOT inline AND compressed = (form = 'blocks') AND logical > mb * 600000, format('%s, %s MB: out of line', form, mb))
	FROM docs, bxml_storage(d) ORDER BY form, mb;

-- blocks of the TOAST table and its index that this transaction has asked for
CREATE FUNCTION pg_temp.blocks() RETURNS bigint LANGUAGE sql VOLATILE AS $$
	SELECT sum(pg_stat_get_xact_blocks_fetched(c.reltoastrelid) + pg_stat_get_xact_blocks_fetched(i.indexrelid))::bigint
	FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.oid = 'docs'::regclass
$$;
-- an answer, and what it cost; once for nothing, since the first look at an index reads more
CREATE FUNCTION pg_temp.cost(expr text, kind text, size int, OUT answer text, OUT blocks bigint) LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
BEGIN
	FOR i IN 1 .. 2 LOOP
		before := pg_temp.blocks();
		EXECUTE format('SELECT (%s)::text FROM docs WHERE form = $1 AND mb = $2', expr) INTO answer USING kind, size;
		blocks := pg_temp.blocks() - before;
	END LOOP;
END $$;

-- what looks at the beginning, at the end, or at tables only: the same for 2 MB as for 10, and few
CREATE TEMP TABLE calls AS SELECT * FROM (VALUES
	($$bxml_exists(d, '/r/i')$$, 't'),
	($$bxml_exists(d, '//title')$$, 't'),
	($$bxml_exists(d, '//nothing')$$, 'f'),
	($$bxml_exists(d, '/r/big/nothing')$$, 'f'),
	($$d ->> '/r/i[2]/@n'$$, '2'),
	($$d ->> '/r/head/title'$$, 'first'),
	($$d -> '/r/i[1]'$$, '<i xmlns:p="urn:p" n="1">one</i>'),
	($$d @@ '/r/i = "two"'$$, 't'),
	($$d ->> 'declare namespace p="urn:p"; //p:row[3]/a'$$, md5('3')),
	($$d ->> '/r/tail/x/@k'$$, 'v'),
	($$bxml_count(d, '/r/tail/x')$$, '1'),
	($$bxml_count(d, '//*') > 20000$$, 't'),
	($$d ->> '/r/big/*[20000]/@id'$$, '20000'),
	($$d @? '/r/big/*[last()]/a'$$, 't'),
	($$bxml_xquery_text(d, 'string(/r/head/title)')$$, 'first'),
	($$bxml_xquery_text(d, 'exists(//title)')$$, 'true'),
	($$bxml_xquery_text(d, 'for $i in /r/i[2] where $i/@n = 2 return string($i)')$$, 'two'),
	($$bxml_xquery_text(d, 'empty(/r/big/nothing)')$$, 'true'),
	($$bxml_xquery_text(d, 'string(/r/tail/x/@k)')$$, 'v'),
	($$bxml_root_name(d)$$, 'r'),
	($$(SELECT count(*) FROM bxml_namespaces(d))$$, '1'),
	($$bxml_is_document(d)$$, 't'),
	($$bxml_format_version(d)$$, '1'),
	($$(bxml_storage(d)).inline$$, 'f')) AS v (expr, want);
CREATE TEMP TABLE costs AS SELECT c.expr, c.want, f.form, mb, k.*
	FROM calls c, unnest(ARRAY['plain', 'blocks']) AS f(form), unnest(ARRAY[2, 10]) mb, pg_temp.cost(c.expr, f.form, mb) k;

SELECT ok(bool_and(answer IS NOT DISTINCT FROM CASE want WHEN 't' THEN 'true' WHEN 'f' THEN 'false' ELSE want END),
	format('%s: %s', form, expr)) FROM costs GROUP BY form, expr ORDER BY form, expr;
SELECT ok(max(blocks) - min(blocks) <= 5 AND max(blocks) <= 24, format('%s: %s reads %s and %s blocks', form, expr, min(blocks), max(blocks)))
	FROM costs GROUP BY form, expr ORDER BY form, expr;

-- what goes through all of a value reads each block about once
CREATE TEMP TABLE walks AS SELECT c.expr, form, stored, k.*
	FROM unnest(ARRAY['bxml_check(d)', '(bxml_stats(d)).elements', 'octet_length(d::text)', 'octet_length(d::bytea)',
		'(SELECT count(*) FROM bxml_paths(d))', 'bxml_count(d, ''//text()'')', 'octet_length(bxml_pretty(d))']) AS c(expr),
		(SELECT form, (bxml_storage(d)).stored FROM docs WHERE mb = 10) f, pg_temp.cost(c.expr, f.form, 10) k;
SELECT ok(blocks BETWEEN stored / 8192 AND stored / 8192 * 3 / 2 + 20,
	format('%s: %s reads %s blocks for %s', form, expr, blocks, stored / 8192)) FROM walks WHERE expr !~ 'pretty' ORDER BY form, expr;
-- every element is looked at once more
SELECT ok(blocks <= stored / 8192 * 5, format('%s: %s reads %s blocks for %s', form, expr, blocks, stored / 8192))
	FROM walks WHERE expr ~ 'pretty' ORDER BY form;

-- with the cache, three calls read what one does
SET LOCAL bxml.value_cache = on;
SELECT ok(c.blocks <= max(costs.blocks) + 5, format('%s: three calls with the cache read %s blocks', costs.form, c.blocks))
	FROM costs, pg_temp.cost($$concat(d ->> '/r/tail/x/@k', bxml_count(d, '/r/tail/x'), d ->> '/r/tail/x')$$, costs.form, 10) c
	WHERE expr = $$d ->> '/r/tail/x/@k'$$ GROUP BY costs.form, c.blocks ORDER BY costs.form;

SELECT * FROM finish();
ROLLBACK;
