-- node_tables.sql -- random changes of a table, and the comparison of its node tables, for test/t/node_tables.  Needs
-- index_property.sql.

-- What is wrong in the node tables of a table: rows that differ from a fresh computation.
CREATE FUNCTION differences(base regclass) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	t record;
	keys text;
	made text;
	kept text;
BEGIN
	FOR t IN SELECT * FROM bxml_node_tables() WHERE base_table = base LOOP
		SELECT string_agg(format('b.%I', a.attname), ', ' ORDER BY k.n) INTO keys
		FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k(attnum, n), pg_attribute a
		WHERE i.indrelid = base AND i.indisprimary AND a.attrelid = base AND a.attnum = k.attnum;
		made := format('SELECT %s, r.* FROM %s b, bxml_node_rows(b.%I, %L) r', keys, base, t.doc_column, t.paths);
		kept := format('SELECT * FROM %s', t.node_table);
		RETURN QUERY EXECUTE format('SELECT %1$L || '' lacks '' || x::text FROM (%2$s EXCEPT ALL %3$s) x
			UNION ALL SELECT %1$L || '' has '' || x::text FROM (%3$s EXCEPT ALL %2$s) x LIMIT 5', t.node_table::text, made, kept);
	END LOOP;
END $$;

-- A random update of a document with elements.
CREATE FUNCTION some_update() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT pick('delete nodes //c[1]', 'delete nodes //@k', 'insert node <n k="1">new<b/></n> as first into /*[1]', 'insert node <n/> after (//b)[1]',
		'insert node attribute z { "5" } into (//a)[1]', 'replace value of node (//b)[1] with "other"', 'replace node (//c)[2] with <c><b>7</b></c>',
		'rename node (//b)[1] as "renamed"', 'insert nodes (<!--x-->, <b>1</b>, "text") before (//d)[1]', 'delete node (//text())[2]') $$;
CREATE FUNCTION edited(doc bxml) RETURNS bxml LANGUAGE plpgsql AS $$
BEGIN
	RETURN bxml_modify(doc, some_update());
EXCEPTION WHEN data_exception OR SQLSTATE '10608' OR SQLSTATE '23000' THEN
	RETURN doc;
WHEN OTHERS THEN
	IF SQLSTATE !~ '^(2200|XB|10)' THEN RAISE; END IF;
	RETURN doc;
END $$;

-- One random statement on a table with columns id, n and doc; keys are below 200.
CREATE FUNCTION some_change(base regclass) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	lo int := dice(180);
	sql text := CASE dice(9)
		WHEN 0 THEN format('INSERT INTO %s SELECT g, 0, some_doc() FROM generate_series(%s, %s) g ON CONFLICT (id) DO NOTHING', base, lo, lo + dice(20))
		WHEN 1 THEN format('INSERT INTO %s SELECT g, 0, some_doc() FROM generate_series(%s, %s) g ON CONFLICT (id) DO UPDATE SET doc = excluded.doc', base, lo, lo + dice(20))
		WHEN 2 THEN format('DELETE FROM %s WHERE id BETWEEN %s AND %s', base, lo, lo + dice(10))
		WHEN 3 THEN format('UPDATE %s SET n = n + 1 WHERE id %% 3 = 0', base)
		WHEN 4 THEN format('UPDATE %s SET id = 199 - id WHERE id = %s AND NOT EXISTS (SELECT FROM %1$s WHERE id = 199 - %2$s)', base, lo)
		WHEN 5 THEN format('WITH gone AS (DELETE FROM %s WHERE id = %s RETURNING *) INSERT INTO %1$s SELECT id + 1000, n, doc FROM gone ON CONFLICT DO NOTHING', base, lo)
		WHEN 6 THEN format('UPDATE %s SET doc = some_doc() WHERE id BETWEEN %s AND %s', base, lo, lo + dice(10))
		ELSE format('UPDATE %s SET doc = edited(doc) WHERE id BETWEEN %s AND %s', base, lo, lo + dice(60))
	END;
BEGIN
	EXECUTE sql;
	RETURN sql;
END $$;

-- So many changes, some of them rolled back; a row for each after which the node tables are wrong.
CREATE FUNCTION change_and_compare(base regclass, count int, seed float) RETURNS TABLE (change text, difference text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM setseed(seed);
	FOR i IN 1..count LOOP
		BEGIN
			change := some_change(base);
			IF chance(0.1) THEN RAISE EXCEPTION USING ERRCODE = 'P0099'; END IF;
		EXCEPTION WHEN SQLSTATE 'P0099' THEN change := 'rolled back: ' || change;
		END;
		FOR difference IN SELECT d FROM differences(base) d LIMIT 3 LOOP RETURN NEXT; END LOOP;
	END LOOP;
END $$;
