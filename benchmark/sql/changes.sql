-- changes.sql -- one value of a document changed: bxml_set beside jsonb_set and what people do with core xml.
--
-- "set": the new document is made as it would be stored (bxml packs it when its size is asked for) and thrown away.
-- "update": UPDATE of the whole table.  Core xml has no function for it: the text is rewritten by a regular expression,
-- and the cast back parses it, as a check.

CREATE FUNCTION pg_temp.add_change(the_set text, the_measure text, the_engine text, expr text, prove text, whole boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	CALL bench_add(the_set, the_measure, the_engine, take => format('pg_column_size(%s)', expr), kind => 'set',
				   prove => replace(prove, 'doc', expr));
	IF whole AND to_regclass(format('%I', 't_' || the_set || '_' || the_engine)) IS NOT NULL THEN
		INSERT INTO bench_change (set, measure, engine, expr) VALUES (the_set, the_measure, the_engine, expr);
	END IF;
END $$;

CREATE FUNCTION pg_temp.add_order_changes(the_set text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	fix text := 'declare namespace f="http://www.fixprotocol.org/FIXML-4-4"; ';
	ns text := $q$ARRAY[ARRAY['f', 'http://www.fixprotocol.org/FIXML-4-4']]$q$;
	whole boolean := the_set = 'orders-optional';
	b text := format('bxml_value(doc, %L)', fix || '/f:FIXML/f:Order/@Acct');
	x text := format('(xpath(%L, doc, %s))[1]::text', '/f:FIXML/f:Order/@Acct', ns);
	j text := $q$doc #>> '{Order,Acct}'$q$;
BEGIN
	PERFORM pg_temp.add_change(the_set, 'one attribute', 'bxml', format('bxml_set(doc, %L, %L)', fix || '/f:FIXML/f:Order/@Acct', '104-22/7'), b, whole);
	PERFORM pg_temp.add_change(the_set, 'one attribute', 'xml', $q$regexp_replace(doc::text, '(<Order [^>]*Acct=")[^"]*', '\1104-22/7')::xml$q$, x, whole);
	PERFORM pg_temp.add_change(the_set, 'one attribute', 'jsonb', $q$jsonb_set(doc, '{Order,Acct}', '"104-22/7"')$q$, j, whole);

	PERFORM pg_temp.add_change(the_set, 'nothing found', 'bxml', format('bxml_set(doc, %L, %L)', fix || '/f:FIXML/f:Order/@NoSuchAttribute', 'x'), b, false);
	PERFORM pg_temp.add_change(the_set, 'nothing found', 'jsonb', $q$jsonb_set(doc, '{Order,NoSuchAttribute}', '"x"', false)$q$, j, false);
END $$;

SELECT pg_temp.add_order_changes(name) FROM bench_set WHERE name LIKE 'orders-%' ORDER BY name;

CREATE FUNCTION pg_temp.add_customer_changes(the_set text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	cust text := 'declare namespace c="http://tpox-benchmark.com/custacc"; ';
	ns text := $q$ARRAY[ARRAY['c', 'http://tpox-benchmark.com/custacc']]$q$;
	b text := format('bxml_value(doc, %L)', cust || '/c:Customer/c:Name/c:LastName');
	x text := format('(xpath(%L, doc, %s))[1]::text', '/c:Customer/c:Name/c:LastName/text()', ns);
	j text := $q$doc #>> '{Name,LastName}'$q$;
BEGIN
	PERFORM pg_temp.add_change(the_set, 'one element', 'bxml', format('bxml_set(doc, %L, %L)', cust || '/c:Customer/c:Name/c:LastName', 'Kowalczyk'), b, true);
	PERFORM pg_temp.add_change(the_set, 'one element', 'xml', $q$regexp_replace(doc::text, '(<LastName>)[^<]*', '\1Kowalczyk')::xml$q$, x, true);
	PERFORM pg_temp.add_change(the_set, 'one element', 'jsonb', $q$jsonb_set(doc, '{Name,LastName}', '"Kowalczyk"')$q$, j, true);

	PERFORM pg_temp.add_change(the_set, 'nothing found', 'bxml', format('bxml_set(doc, %L, %L)', cust || '/c:Customer/c:Name/c:NoSuchName', 'x'), b, false);
	PERFORM pg_temp.add_change(the_set, 'nothing found', 'jsonb', $q$jsonb_set(doc, '{Name,NoSuchName}', '"x"', false)$q$, j, false);
END $$;

SELECT pg_temp.add_customer_changes(name) FROM bench_set WHERE name = 'custacc';
