-- Out-of-line values stay open between calls, and never too long.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(37);

-- of one length whatever n is, so that only the value id distinguishes two of them
CREATE FUNCTION pg_temp.doc(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT (format('<r><v>%s</v>', lpad(n::text, 6, '0')) ||
		(SELECT string_agg(format('<i n="%s">%s</i>', i, md5((i * 7919)::text)), '') FROM generate_series(1, 400) i) || '</r>')::bxml
$$;
CREATE TEMP TABLE docs (id int, d bxml);
INSERT INTO docs SELECT n, pg_temp.doc(n) FROM generate_series(1, 50) n;
SELECT ok(NOT inline, 'the documents are out of line') FROM docs, bxml_storage(d) WHERE id = 1;

CREATE FUNCTION pg_temp.answers() RETURNS text LANGUAGE sql AS $$
	SELECT md5(string_agg(concat_ws(',', d ->> '/r/v', d ->> '/r/i[7]', d ->> '/r/i[last()]/@n', bxml_count(d, '//i'), d @? '//x',
		d @@ '/r/v > 20'), ';' ORDER BY id)) FROM docs
$$;
CREATE TEMP TABLE want AS SELECT '' AS a;
SET LOCAL bxml.value_cache = off;
UPDATE want SET a = pg_temp.answers();
SET LOCAL bxml.value_cache = on;
SELECT is(pg_temp.answers(), a, 'the same with and without') FROM want;

-- fewer blocks of the TOAST table are read for ten calls on a row than ten calls cost without
SELECT is((SELECT count(*) FROM docs a, docs b WHERE a.d ->> '/r/v' = b.d ->> '/r/v'), 50::bigint, 'more values than slots, in turn');

-- changed in place, the same length, in one transaction
CREATE FUNCTION pg_temp.churn() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	bad int := 0;
	got text;
BEGIN
	FOR n IN 1 .. 300 LOOP
		UPDATE docs SET d = pg_temp.doc(n) WHERE id = 1;
		SELECT d ->> '/r/v' INTO got FROM docs WHERE id = 1;
		bad := bad + (got IS DISTINCT FROM lpad(n::text, 6, '0'))::int;
	END LOOP;
	RETURN bad;
END $$;
SELECT is(pg_temp.churn(), 0, 'a changed row gives its new value');

-- a table emptied and filled again
SELECT is(d ->> '/r/v', '000002', 'before TRUNCATE') FROM docs WHERE id = 2;
TRUNCATE docs;
INSERT INTO docs SELECT n, pg_temp.doc(n + 100) FROM generate_series(1, 50) n;
SELECT is(d ->> '/r/v', '000102', 'after TRUNCATE') FROM docs WHERE id = 2;

-- a rolled back subtransaction gives its value ids back
SAVEPOINT a;
INSERT INTO docs VALUES (99, pg_temp.doc(777));
SELECT is(d ->> '/r/v', '000777', 'in a subtransaction') FROM docs WHERE id = 99;
ROLLBACK TO a;
INSERT INTO docs VALUES (99, pg_temp.doc(888));
SELECT is(d ->> '/r/v', '000888', 'after its rollback') FROM docs WHERE id = 99;
CREATE FUNCTION pg_temp.undo() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	bad int := 0;
	got text;
BEGIN
	FOR n IN 1 .. 100 LOOP
		BEGIN
			INSERT INTO docs VALUES (1000, pg_temp.doc(n));
			SELECT d ->> '/r/v' INTO got FROM docs WHERE id = 1000;
			bad := bad + (got IS DISTINCT FROM lpad(n::text, 6, '0'))::int;
			RAISE EXCEPTION 'undo';
		EXCEPTION WHEN raise_exception THEN
			NULL;
		END;
	END LOOP;
	RETURN bad;
END $$;
SELECT is(pg_temp.undo(), 0, 'a hundred subtransactions rolled back');

-- the table rewritten
SELECT is(d ->> '/r/v', '000105', 'before a rewrite') FROM docs WHERE id = 5;
ALTER TABLE docs ALTER id TYPE bigint;
SELECT is(d ->> '/r/v', '000105', 'after a rewrite') FROM docs WHERE id = 5;

-- an error while a value is open does not spoil it
SELECT throws_ok($$SELECT d ->> '/r/i[. = 1 div "x"]/zz:y' FROM docs WHERE id = 5$$, '10608', NULL, 'an error in between');
SELECT is(d ->> '/r/i[400]/@n', '400', 'the value is still good') FROM docs WHERE id = 5;

-- checks of domains run while a record is made; they may end subtransactions and open more values than there are slots
CREATE TABLE others AS SELECT n, pg_temp.doc(n) AS d FROM generate_series(1, 6) n;
CREATE FUNCTION ends_subtransaction(text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	BEGIN
		PERFORM 1 / 0;
	EXCEPTION WHEN division_by_zero THEN
		NULL;
	END;
	RETURN (SELECT count(o.d ->> '/r/i[400]') = 6 FROM others o);
END $$;
CREATE DOMAIN checked AS text CHECK (ends_subtransaction(VALUE));
CREATE TABLE records AS
	SELECT format('<r><x><a>1</a><b>%s</b></x><x><a>2</a><b>%s</b></x></r>', s, s)::bxml AS d, md5(s) AS sum
	FROM (SELECT string_agg(md5(i::text), '') AS s FROM generate_series(1, 3000) i) t;
SELECT is(md5(x.b), r.sum, 'bxml_to_record with a domain') FROM records r, bxml_to_record(r.d, '/r/x') AS x(a checked, b text);
SELECT results_eq('SELECT a, md5(b) FROM records r, bxml_to_recordset(r.d, ''/r/x'') AS x(a checked, b text)',
	'SELECT a::checked, sum FROM records, (VALUES (''1''), (''2'')) v(a)', 'bxml_to_recordset with a domain');
CREATE TYPE checked_row AS (a checked, b text);
CREATE TABLE single AS SELECT bxml_first(d, '/r/x') AS d, sum FROM records;
SELECT is(md5((bxml_populate_record(NULL::checked_row, r.d)).b), r.sum, 'bxml_populate_record with a domain') FROM single r;

-- A long value stays open over commands and commits while its first row in the TOAST table is the one that it was.
CREATE FUNCTION pg_temp.long(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT (format('<r><v>%s</v>', lpad(n::text, 6, '0')) ||
		(SELECT string_agg(format('<i n="%s">%s</i>', i, md5((i * 7919)::text)), '') FROM generate_series(1, 6000) i) || '</r>')::bxml
$$;
CREATE TABLE long_docs (id int, d bxml);
INSERT INTO long_docs VALUES (1, pg_temp.long(1));
CREATE TABLE other_rows (n int);
CREATE FUNCTION pg_temp.fetched(query text, meanwhile text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE query;
	EXECUTE meanwhile;
	PERFORM bxml_counters_reset();
	EXECUTE query;
	RETURN (SELECT slices_fetched FROM bxml_counters());
END $$;
SELECT is(pg_temp.fetched(q, $$INSERT INTO other_rows VALUES (1)$$), 0::bigint, 'open over a command: ' || q)
	FROM unnest(ARRAY[$$SELECT d ->> '/r/i[5000]' FROM long_docs$$, $$SELECT bxml_xquery_text(d, 'count(//i)') FROM long_docs$$]) q;
SELECT cmp_ok(pg_temp.fetched($$SELECT d ->> '/r/i[5000]' FROM long_docs$$, b), '>', 0::bigint, 'not over ' || b)
	FROM unnest(ARRAY[$$UPDATE long_docs SET d = pg_temp.long(1)$$, $$ALTER TABLE long_docs ALTER id TYPE bigint$$,
		$$DO 'BEGIN INSERT INTO other_rows VALUES (1); PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN NULL; END'$$]) b;
SET LOCAL bxml.value_cache = off;
SELECT cmp_ok(pg_temp.fetched($$SELECT d ->> '/r/i[5000]' FROM long_docs$$, 'SELECT 1'), '>', 0::bigint, 'not when the cache is off');
SET LOCAL bxml.value_cache = on;
CREATE FUNCTION pg_temp.churn_long(undo boolean) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	bad int := 0;
	got text;
BEGIN
	FOR n IN 1 .. 40 LOOP
		BEGIN
			UPDATE long_docs SET d = pg_temp.long(n) WHERE id = 1;
			SELECT (d ->> '/r/v') || bxml_xquery_text(d, 'string(/r/v)') INTO got FROM long_docs WHERE id = 1;
			bad := bad + (got IS DISTINCT FROM repeat(lpad(n::text, 6, '0'), 2))::int;
			INSERT INTO other_rows VALUES (n);
			SELECT (d ->> '/r/v') || bxml_xquery_text(d, 'string(/r/v)') INTO got FROM long_docs WHERE id = 1;
			bad := bad + (got IS DISTINCT FROM repeat(lpad(n::text, 6, '0'), 2))::int;
			IF undo THEN
				RAISE EXCEPTION 'undo';
			END IF;
		EXCEPTION WHEN raise_exception THEN
			NULL;
		END;
	END LOOP;
	RETURN bad;
END $$;
SELECT is(pg_temp.churn_long(undo), 0, format('a long value changed, undone: %s', undo)) FROM unnest(ARRAY[false, true]) undo;
SELECT is(d ->> '/r/v', '000040', 'the last value') FROM long_docs;
TRUNCATE long_docs;
INSERT INTO long_docs VALUES (1, pg_temp.long(41));
SELECT is(d ->> '/r/v', '000041', 'after TRUNCATE') FROM long_docs;
-- a cursor sees the value that was there, while commands after it see the new one
DECLARE kept CURSOR FOR SELECT d ->> '/r/v', bxml_xquery_text(d, 'string(/r/v)') FROM long_docs, generate_series(1, 2);
FETCH kept;
UPDATE long_docs SET d = pg_temp.long(42);
SELECT is(d ->> '/r/v', '000042', 'the new value') FROM long_docs;
SELECT results_eq('FETCH kept', $$VALUES ('000041', '000041')$$, 'the old value');

-- In the row and in blocks: kept for the calls on one row, and found by all of their bytes.  Values of one length that
-- differ in six digits come to the same places of memory one after another.
CREATE FUNCTION pg_temp.packed(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT (format('<r><v>%s</v>', lpad(n::text, 6, '0')) ||
		(SELECT string_agg(format('<i n="%s"><t>some words of a text, number %s</t></i>', i, i), '') FROM generate_series(1, 50) i) || '</r>')::bxml
$$;
CREATE TEMP TABLE packed (id int, d bxml);
SET LOCAL bxml.compression = always;
SET LOCAL bxml.vocabularies = off;
INSERT INTO packed SELECT n, pg_temp.packed(n) FROM generate_series(1, 200) n;
SELECT ok(inline AND stored < logical / 2, 'packed documents in the row') FROM packed, bxml_storage(d) WHERE id = 1;
CREATE FUNCTION pg_temp.packed_answers() RETURNS text LANGUAGE sql AS $$
	SELECT md5(string_agg(concat_ws(',', d ->> '/r/v', d ->> '/r/i[7]', d ->> '/r/i[last()]/@n', bxml_count(d, '//i'), d @? '//x',
		d @@ '/r/v > 20', bxml_int(d, '//v'), d -> '/r/i[3]', bxml_query_array(d, '//t')), ';' ORDER BY id)) FROM packed
$$;
SET LOCAL bxml.value_cache = off;
UPDATE want SET a = pg_temp.packed_answers();
SET LOCAL bxml.value_cache = on;
SELECT is(pg_temp.packed_answers(), a, 'the same with and without') FROM want;
SELECT is((SELECT count(*) FROM packed WHERE d ->> '/r/v' = lpad(id::text, 6, '0') AND d @@ '/r/v = 7' = (id = 7) AND bxml_int(d, '/r/v') = id), 200::bigint,
	'every row has its own value');
SELECT is((SELECT count(*) FROM packed a, packed b WHERE a.d ->> '/r/v' = b.d ->> '/r/v'), 200::bigint, 'two at a time');
CREATE FUNCTION pg_temp.inflated(query text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	PERFORM bxml_counters_reset();
	EXECUTE query;
	RETURN (SELECT blocks_inflated FROM bxml_counters());
END $$;
CREATE TEMP TABLE ten AS SELECT format('SELECT %s FROM packed', string_agg(format('max(d ->> ''/r/i[%s]/@n'')', i), ', ')) AS q FROM generate_series(1, 10) i;
SELECT is(pg_temp.inflated(q), 200::bigint, 'ten calls inflate a value once') FROM ten;
SET LOCAL bxml.value_cache = off;
SELECT is(pg_temp.inflated(q), 2000::bigint, 'and ten times without') FROM ten;
SET LOCAL bxml.value_cache = on;
-- variables of a loop, and a call within a call
CREATE FUNCTION pg_temp.variables() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	bad int := 0;
	doc bxml;
BEGIN
	FOR n IN 1 .. 300 LOOP
		doc := pg_temp.packed(n);
		bad := bad + (doc ->> '/r/v' IS DISTINCT FROM lpad(n::text, 6, '0'))::int + (bxml_int(doc, '//v') <> n)::int;
	END LOOP;
	RETURN bad;
END $$;
SELECT is(pg_temp.variables(), 0, 'values of a variable');
CREATE FUNCTION pg_temp.nested(t text) RETURNS boolean LANGUAGE sql AS $$ SELECT (d ->> '/r/v')::int = 150 FROM packed WHERE id = 150 $$;
CREATE DOMAIN pg_temp.nesting AS text CHECK (pg_temp.nested(VALUE));
SELECT is((SELECT count(*) FROM packed WHERE bxml_value_as(d, '/r/v', NULL::pg_temp.nesting) = lpad(id::text, 6, '0') AND d ->> '/r/v' = lpad(id::text, 6, '0')),
	200::bigint, 'a call within a call');
SELECT lives_ok($$DO 'BEGIN PERFORM bxml_value(d, ''/r/v + 1 div "x" = matches(/r, "(")'') FROM packed; EXCEPTION WHEN OTHERS THEN PERFORM d ->> ''/r/v'' FROM packed; END'$$,
	'a call that failed leaves what is kept alone');

SELECT * FROM finish();
ROLLBACK;
