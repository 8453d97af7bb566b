-- Changes of variables in PL/pgSQL: from server 18 on the object of the variable is changed, with the same results.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(9);

CREATE FUNCTION pg_temp.rows(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT ('<r>' || string_agg(format('<i n="%s"><v>%s</v></i>', i, md5(i::text)), '') || '</r>')::bxml FROM generate_series(1, n) i
$$;

-- chained edits, and what other variables have of the document
CREATE FUNCTION pg_temp.chain(n int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	d bxml := pg_temp.rows(n);
	before bxml;
	part bxml;
	shown text;
BEGIN
	d := bxml_set(d, '/r/i[1]/v', 'first');
	before := d;
	part := d -> '/r/i[1]';
	FOR k IN 2 .. 20 LOOP
		d := bxml_set(d, '/r/i[' || k || ']/v', d ->> '/r/i[1]/v');
	END LOOP;
	d := bxml_insert(d, '/r', d -> '/r/i[2]', 'last');
	d := bxml_insert(d, '/r/i[last()]', d, 'last');
	d := bxml_set_attribute(d, '/r', 'count', bxml_count(d, '//i')::text);
	d := bxml_modify(d, 'delete node /r/i[1], rename node /r as "s"');
	d := d #- '/s/i[2]';
	d := bxml_replace(d, '/s/i[3]', d -> '/s/i[1]');
	d := bxml_rename(d, '/s/i[4]', 'j');
	shown := bxml_count(d, '//i') || ' ' || (d ->> '/s/@count') || ' ' || bxml_count(d, '//v[. = "first"]') || ' ' || bxml_count(d, '/s/j');
	RETURN shown || '; ' || bxml_count(before, '//v[. = "first"]') || ' ' || part::text || ' ' || bxml_count(d, '/s/i[last()]/r/i');
END $$;
SELECT is(pg_temp.chain(100), '199 202 40 1; 1 <i n="1"><v>first</v></i> 101', 'a document that takes an object');
SELECT is(pg_temp.chain(21), '41 44 40 1; 1 <i n="1"><v>first</v></i> 22', 'a short one');

-- an edit that fails leaves the variable alone, also the one in front of it that is pending
CREATE FUNCTION pg_temp.fails(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	d bxml := pg_temp.rows(100);
BEGIN
	d := bxml_set(d, '/r/i[1]/v', 'kept');
	FOR k IN 1 .. 3 LOOP
		BEGIN
			CASE change
				WHEN 'set' THEN d := bxml_set(d, '/r/i[' || k || ']/v', E'\x01');
				WHEN 'insert' THEN d := bxml_insert(d, '/r/i', '<x a="1"/>', 'nowhere');
				WHEN 'modify' THEN d := bxml_modify(d, 'delete node //v, insert node <a/> before /r, insert node <b/> before /r');
				WHEN 'empty' THEN d := bxml_delete(d, '/nix', 'error');
				WHEN 'later' THEN d := bxml_set(d, '/r/i[2]/v', 'lost'); PERFORM 1 / 0;
			END CASE;
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
	END LOOP;
	d := bxml_set(d, '/r/@x', 'y', true);
	RETURN (d ->> '/r/i[1]/v') || ' ' || bxml_count(d, '//v') || ' ' || (d ->> '/r/@x') || ' ' || (CASE d ->> '/r/i[2]/v' WHEN 'lost' THEN 'lost' ELSE 'same' END);
END $$;
SELECT is(pg_temp.fails(f), 'kept 100 y ' || w, f) FROM (VALUES ('set', 'same'), ('insert', 'same'), ('modify', 'same'), ('empty', 'same'), ('later', 'lost')) v(f, w);

-- An assigned object comes first among the variables of a function, one that is changed stays where it is.
CREATE FUNCTION pg_temp.moved() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	a bxml := pg_temp.rows(1000);
	b bxml := pg_temp.rows(100);
	sizes bigint[];
BEGIN
	a := bxml_set(a, '/r/i[1]/v', '1');
	b := bxml_set(b, '/r/i[1]/v', '1');
	BEGIN
		a := bxml_set(a, '/r/i[2]/v', a ->> '/r/i[1]/v');
	EXCEPTION WHEN OTHERS THEN NULL;
	END;
	PERFORM length(a::text), length(b::text);
	SELECT array_agg(total_bytes) INTO sizes FROM pg_backend_memory_contexts WHERE name = 'bxml value';
	RETURN cardinality(sizes) = 2 AND sizes[1] > sizes[2];
END $$;
SELECT is(pg_temp.moved(), current_setting('server_version_num')::int < 180000, 'the object of the variable is changed from server 18 on');

-- an edit that fails in a loop leaves no memory behind
CREATE FUNCTION pg_temp.grows() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	d bxml := pg_temp.rows(100);
	before bigint;
	after bigint;
BEGIN
	d := bxml_set(d, '/r/i[1]/v', 'kept');
	FOR k IN 1 .. 300 LOOP
		BEGIN
			d := bxml_modify(d, 'insert node <a/> into /r/i[1], insert node <b>{''' || repeat('x', 1000) || '''}</b> before /r, insert node <c/> before /r');
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
		IF k = 20 THEN SELECT sum(total_bytes) INTO before FROM pg_backend_memory_contexts WHERE name = 'bxml value'; END IF;
	END LOOP;
	SELECT sum(total_bytes) INTO after FROM pg_backend_memory_contexts WHERE name = 'bxml value';
	RETURN after - before;
END $$;
SELECT is(pg_temp.grows(), 0::bigint, 'edits that fail leave no memory behind');
SELECT * FROM finish();
ROLLBACK;
