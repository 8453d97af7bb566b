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
