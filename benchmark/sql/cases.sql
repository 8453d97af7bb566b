-- cases.sql -- the scans: for each measure the same question to bxml, core xml and jsonb, each in its own best form.
--
-- jsonb holds the same data by the rule of benchmark/README.md.  psql variable: num, how a jsonpath takes a value as a
-- number ("@", or "@.double()" where jsonb holds strings only).

\set fix 'declare namespace f="http://www.fixprotocol.org/FIXML-4-4"; '
\set cust 'declare namespace c="http://tpox-benchmark.com/custacc"; '

CREATE TEMP VIEW order_sets AS SELECT name FROM bench_set WHERE name LIKE 'orders-%';

CREATE FUNCTION pg_temp.add_orders(the_set text, fix text, num text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	ns text := $q$, ARRAY[ARRAY['f', 'http://www.fixprotocol.org/FIXML-4-4']])$q$;
BEGIN
	CALL bench_add(the_set, 'value @Acct', 'bxml', take => format('bxml_value(doc, %L)', fix || '/f:FIXML/f:Order/@Acct'));
	CALL bench_add(the_set, 'value @Acct', 'xml', take => $q$(xpath('/f:FIXML/f:Order/@Acct', doc$q$ || ns || ')[1]::text');
	CALL bench_add(the_set, 'value @Acct', 'jsonb', take => $q$doc #>> '{Order,Acct}'$q$);

	CALL bench_add(the_set, 'value @Qty', 'bxml', take => format('bxml_value(doc, %L)', fix || '/f:FIXML/f:Order/f:OrdQty/@Qty'));
	CALL bench_add(the_set, 'value @Qty', 'xml', take => $q$(xpath('/f:FIXML/f:Order/f:OrdQty/@Qty', doc$q$ || ns || ')[1]::text');
	CALL bench_add(the_set, 'value @Qty', 'jsonb', take => $q$doc #>> '{Order,OrdQty,Qty}'$q$);

	CALL bench_add(the_set, 'where @Sym = text', 'bxml', pick => format('doc @? %L', fix || '/f:FIXML/f:Order/f:Instrmt[@Sym = "YYBM"]'));
	CALL bench_add(the_set, 'where @Sym = text', 'xml', pick => $q$xpath_exists('/f:FIXML/f:Order/f:Instrmt[@Sym = "YYBM"]', doc$q$ || ns);
	CALL bench_add(the_set, 'where @Sym = text', 'jsonb', pick => $q$doc @? '$.Order.Instrmt.Sym ? (@ == "YYBM")'$q$);

	CALL bench_add(the_set, 'where @Cash > number', 'bxml', pick => format('doc @? %L', fix || '/f:FIXML/f:Order/f:OrdQty[@Cash > 4900]'));
	CALL bench_add(the_set, 'where @Cash > number', 'xml', pick => $q$xpath_exists('/f:FIXML/f:Order/f:OrdQty[@Cash > 4900]', doc$q$ || ns);
	CALL bench_add(the_set, 'where @Cash > number', 'jsonb', pick => format($q$doc @? '$.Order.OrdQty.Cash ? (%s > 4900)'$q$, num));

	CALL bench_add(the_set, 'count(//*)', 'bxml', take => format('bxml_value(doc, %L)', 'count(//*)'));
	CALL bench_add(the_set, 'count(//*)', 'xml', take => $q$(xpath('count(//*)', doc))[1]::text$q$);

	CALL bench_add(the_set, 'whole document out', 'bxml', take => 'octet_length(doc::text)', may_differ => true);
	CALL bench_add(the_set, 'whole document out', 'xml', take => 'octet_length(doc::text)', may_differ => true);
	CALL bench_add(the_set, 'whole document out', 'jsonb', take => 'octet_length(doc::text)', may_differ => true);
END $$;

SELECT pg_temp.add_orders(name, :'fix', :'num') FROM order_sets ORDER BY name;

CREATE FUNCTION pg_temp.add_custacc(the_set text, cust text, num text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	ns text := $q$, ARRAY[ARRAY['c', 'http://tpox-benchmark.com/custacc']])$q$;
BEGIN
	CALL bench_add(the_set, 'value LastName', 'bxml', take => format('bxml_value(doc, %L)', cust || '/c:Customer/c:Name/c:LastName'));
	CALL bench_add(the_set, 'value LastName', 'xml', take => $q$(xpath('/c:Customer/c:Name/c:LastName/text()', doc$q$ || ns || ')[1]::text');
	CALL bench_add(the_set, 'value LastName', 'jsonb', take => $q$doc #>> '{Name,LastName}'$q$);

	CALL bench_add(the_set, 'where City = text', 'bxml', pick => format('doc @? %L', cust || '/c:Customer/c:Addresses/c:Address[c:City = "Morgan Hill"]'));
	CALL bench_add(the_set, 'where City = text', 'xml', pick => $q$xpath_exists('/c:Customer/c:Addresses/c:Address[c:City = "Morgan Hill"]', doc$q$ || ns);
	CALL bench_add(the_set, 'where City = text', 'jsonb', pick => $q$doc @? '$.Addresses.Address[*].City ? (@ == "Morgan Hill")'$q$);

	CALL bench_add(the_set, 'where Balance > number', 'bxml', pick => format('doc @? %L', cust || '/c:Customer/c:Accounts/c:Account/c:Balance[c:OnlineActualBal > 1100000]'));
	CALL bench_add(the_set, 'where Balance > number', 'xml', pick => $q$xpath_exists('/c:Customer/c:Accounts/c:Account/c:Balance[c:OnlineActualBal > 1100000]', doc$q$ || ns);
	CALL bench_add(the_set, 'where Balance > number', 'jsonb', pick => format($q$doc @? '$.Accounts.Account[*].Balance.OnlineActualBal ? (%s > 1100000)'$q$, num));

	CALL bench_add(the_set, 'where //Symbol = text', 'bxml', pick => format('doc @? %L', cust || '//c:Symbol[. = "JTXH"]'));
	CALL bench_add(the_set, 'where //Symbol = text', 'xml', pick => $q$xpath_exists('//c:Symbol[. = "JTXH"]', doc$q$ || ns);
	CALL bench_add(the_set, 'where //Symbol = text', 'jsonb', pick => $q$doc @? '$.**.Symbol ? (@ == "JTXH")'$q$);

	CALL bench_add(the_set, 'count of positions', 'bxml', take => format('bxml_count(doc, %L)', cust || '/c:Customer/c:Accounts/c:Account/c:Holdings/c:Position'));
	CALL bench_add(the_set, 'count of positions', 'xml', take => $q$(xpath('count(/c:Customer/c:Accounts/c:Account/c:Holdings/c:Position)', doc$q$ || ns || ')[1]::text');
	CALL bench_add(the_set, 'count of positions', 'jsonb', take => $q$jsonb_array_length(jsonb_path_query_array(doc, '$.Accounts.Account[*].Holdings.Position[*]'))$q$);

	CALL bench_add(the_set, 'whole document out', 'bxml', take => 'octet_length(doc::text)', may_differ => true);
	CALL bench_add(the_set, 'whole document out', 'xml', take => 'octet_length(doc::text)', may_differ => true);
	CALL bench_add(the_set, 'whole document out', 'jsonb', take => 'octet_length(doc::text)', may_differ => true);
END $$;

SELECT pg_temp.add_custacc(name, :'cust', :'num') FROM bench_set WHERE name = 'custacc';

-- one document with many records: one of them by its number, the last one, all of them counted, the first
CREATE FUNCTION pg_temp.add_rows(the_set text, places int[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	k int;
BEGIN
	FOREACH k IN ARRAY places LOOP
		CALL bench_add(the_set, format('record %s', k), 'bxml', take => format('bxml_value(doc, %L)', format('/Rows/Row[%s]/Name', k)));
		CALL bench_add(the_set, format('record %s', k), 'xml', take => format('(xpath(%L, doc))[1]::text', format('/Rows/Row[%s]/Name/text()', k)));
		CALL bench_add(the_set, format('record %s', k), 'jsonb', take => format('doc #>> %L', ARRAY['Row', (k - 1)::text, 'Name']));
	END LOOP;

	CALL bench_add(the_set, 'last record', 'bxml', take => $q$bxml_value(doc, '/Rows/Row[last()]/Name')$q$);
	CALL bench_add(the_set, 'last record', 'xml', take => $q$(xpath('/Rows/Row[last()]/Name/text()', doc))[1]::text$q$);
	CALL bench_add(the_set, 'last record', 'jsonb', take => $q$doc #>> '{Row,-1,Name}'$q$);

	CALL bench_add(the_set, 'count of records', 'bxml', take => $q$bxml_count(doc, '/Rows/Row')$q$);
	CALL bench_add(the_set, 'count of records', 'xml', take => $q$(xpath('count(/Rows/Row)', doc))[1]::text$q$);
	CALL bench_add(the_set, 'count of records', 'jsonb', take => $q$jsonb_array_length(doc -> 'Row')$q$);

	CALL bench_add(the_set, 'first record', 'bxml', take => $q$bxml_value(doc, '//Name')$q$);
	CALL bench_add(the_set, 'first record', 'xml', take => $q$(xpath('(//Name/text())[1]', doc))[1]::text$q$);
	CALL bench_add(the_set, 'first record', 'jsonb', take => $q$doc #>> '{Row,0,Name}'$q$);

	CALL bench_add(the_set, 'exists', 'bxml', pick => $q$doc @? '/Rows/Row/Name'$q$);
	CALL bench_add(the_set, 'exists', 'xml', pick => $q$xpath_exists('/Rows/Row/Name', doc)$q$);
	CALL bench_add(the_set, 'exists', 'jsonb', pick => $q$doc @? '$.Row[*].Name'$q$);
END $$;

SELECT pg_temp.add_rows(name, CASE WHEN name = 'rows-5m' THEN ARRAY[1, 9000, 17800] ELSE ARRAY[20000] END)
FROM bench_set WHERE name IN ('rows-5m', 'rows-9m', 'rows-50m') ORDER BY name;

-- Ten values of one order by ten calls.

CREATE FUNCTION pg_temp.add_ten(the_set text, fix text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	steps text[][] := ARRAY[['@Acct', 'Acct'], ['@Side', 'Side'], ['@TrdDt', 'TrdDt'], ['@ID', 'ID'], ['@Px', 'Px'], ['f:OrdQty/@Qty', 'OrdQty,Qty'],
		['f:OrdQty/@Cash', 'OrdQty,Cash'], ['f:Instrmt/@Sym', 'Instrmt,Sym'], ['f:Instrmt/@SecTyp', 'Instrmt,SecTyp'], ['f:Hdr/@SID', 'Hdr,SID']];
	ns text := $q$, ARRAY[ARRAY['f', 'http://www.fixprotocol.org/FIXML-4-4']])$q$;
	b text[];
	x text[];
	j text[];
BEGIN
	FOR i IN 1 .. 10 LOOP
		b := b || format('bxml_value(doc, %L)', fix || '/f:FIXML/f:Order/' || steps[i][1]);
		x := x || format($q$(xpath('/f:FIXML/f:Order/%s', doc%s)[1]::text$q$, steps[i][1], ns);
		j := j || format($q$doc #>> '{Order,%s}'$q$, steps[i][2]);
	END LOOP;
	CALL bench_add(the_set, 'ten values', 'bxml', take => format('concat_ws(%L, %s)', ',', array_to_string(b, ', ')));
	CALL bench_add(the_set, 'ten values', 'xml', take => format('concat_ws(%L, %s)', ',', array_to_string(x, ', ')));
	CALL bench_add(the_set, 'ten values', 'jsonb', take => format('concat_ws(%L, %s)', ',', array_to_string(j, ', ')));
END $$;

SELECT pg_temp.add_ten(name, :'fix') FROM order_sets ORDER BY name;

-- The same ten values by one table function.

CREATE FUNCTION pg_temp.add_ten_table(the_set text, fix text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	answer text := $q$concat_ws(',', acct, side, traded, id, px, qty, cash, sym, kind, sid)$q$;
	columns text[] := ARRAY['acct', 'side', 'traded', 'id', 'px', 'qty', 'cash', 'sym', 'kind', 'sid'];
	paths text[] := ARRAY['@Acct', '@Side', '@TrdDt', '@ID', '@Px', 'f:OrdQty/@Qty', 'f:OrdQty/@Cash', 'f:Instrmt/@Sym', 'f:Instrmt/@SecTyp', 'f:Hdr/@SID'];
	b text;
	x text;
BEGIN
	SELECT string_agg(quote_literal(p), ', ' ORDER BY n), string_agg(format('%I text PATH %L', c, p), ', ' ORDER BY n)
	INTO b, x FROM unnest(columns, paths) WITH ORDINALITY u (c, p, n);
	CALL bench_add(the_set, 'ten values, one table function', 'bxml', take => format('(SELECT %s FROM bxml_table(doc, %L, %s) AS t(%s text))',
		answer, fix || '/f:FIXML/f:Order', b, array_to_string(columns, ' text, ')));
	CALL bench_add(the_set, 'ten values, one table function', 'xml',
		take => format($q$(SELECT %s FROM XMLTABLE(XMLNAMESPACES('http://www.fixprotocol.org/FIXML-4-4' AS f), '/f:FIXML/f:Order' PASSING doc COLUMNS %s) t)$q$,
		answer, x));
	CALL bench_add(the_set, 'ten values, one table function', 'jsonb', take => $q$(SELECT concat_ws(',', "Acct", "Side", "TrdDt", "ID", "Px", "Qty", "Cash", "Sym",
		"SecTyp", "SID") FROM jsonb_to_record(doc -> 'Order') o("Acct" text, "Side" text, "TrdDt" text, "ID" text, "Px" text, "OrdQty" jsonb, "Instrmt" jsonb,
		"Hdr" jsonb), jsonb_to_record("OrdQty") q("Qty" text, "Cash" text), jsonb_to_record("Instrmt") i("Sym" text, "SecTyp" text),
		jsonb_to_record("Hdr") h("SID" text))$q$);
END $$;

SELECT pg_temp.add_ten_table(name, :'fix') FROM order_sets ORDER BY name;

-- A value of a document of 5 MB found by another one, at the start, in the middle, at the end.

CREATE FUNCTION pg_temp.add_large(the_set text, num text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	place record;
BEGIN
	FOR place IN SELECT * FROM (VALUES ('start', 3), ('middle', 7500), ('end', 15000)) v (name, id) LOOP
		CALL bench_add(the_set, 'value found at the ' || place.name, 'bxml', take => format('bxml_value(doc, %L)', format('/Rows/Row[Id = %s]/Name', place.id)));
		CALL bench_add(the_set, 'value found at the ' || place.name, 'xml', take => format($q$(xpath('/Rows/Row[Id = %s]/Name/text()', doc))[1]::text$q$, place.id));
		CALL bench_add(the_set, 'value found at the ' || place.name, 'jsonb',
			take => format($q$jsonb_path_query_first(doc, '$.Row[*] ? (%s == %s).Name') #>> '{}'$q$, replace(num, '@', '@.Id'), place.id));
	END LOOP;
END $$;

SELECT pg_temp.add_large(name, :'num') FROM bench_set WHERE name = 'rows-5m';
