-- The same questions to both types.  Both sides answer in full; answers are compared.
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = warning;
\pset tuples_only on
\pset format unaligned
\set fns 'ARRAY[ARRAY[''f'', ''http://www.fixprotocol.org/FIXML-4-4'']]'
\set cns 'ARRAY[ARRAY[''c'', ''http://tpox-benchmark.com/custacc'']]'

SELECT format($$SELECT count((xpath('/f:FIXML/f:Order/@Acct', doc, %s))[1]) FROM orders_xml$$, :'fns') AS core,
	$$SELECT count(bxml_value(doc, 'declare namespace f="http://www.fixprotocol.org/FIXML-4-4"; /f:FIXML/f:Order/@Acct')) FROM orders$$ AS bxml \gset
SELECT demo_compare('one attribute of every order', :'core', :'bxml', :runs);

SELECT format($$SELECT sum((xpath('/f:FIXML/f:Order/f:OrdQty/@Qty', doc, %s))[1]::text::numeric) FROM orders_xml$$, :'fns') AS core,
	$$SELECT sum((doc ->> 'declare namespace f="http://www.fixprotocol.org/FIXML-4-4"; /f:FIXML/f:Order/f:OrdQty/@Qty')::numeric) FROM orders$$ AS bxml \gset
SELECT demo_compare('sum of a number deep in every order', :'core', :'bxml', :runs);

SELECT format($$SELECT count(*) FROM orders_xml WHERE xpath_exists('/f:FIXML/f:Order[@Px > 9000]', doc, %s)$$, :'fns') AS core,
	$$SELECT count(*) FROM orders WHERE doc @? 'declare namespace f="http://www.fixprotocol.org/FIXML-4-4"; /f:FIXML/f:Order[@Px > 9000]'$$ AS bxml \gset
SELECT demo_compare('orders above a price (scan)', :'core', :'bxml', :runs);

SELECT format($$SELECT count(*) FROM customers_xml WHERE xpath_exists('/c:Customer/c:Addresses/c:Address[c:Country = "Italy"]', doc, %s)$$, :'cns') AS core,
	$$SELECT count(*) FROM customers WHERE doc @? 'declare namespace c="http://tpox-benchmark.com/custacc"; /c:Customer/c:Addresses/c:Address[c:Country = "Italy"]'$$ AS bxml \gset
SELECT demo_compare('customers in a country (scan)', :'core', :'bxml', :runs);

SELECT format($$SELECT sum(cardinality(xpath('//c:Account', doc, %s))) FROM customers_xml$$, :'cns') AS core,
	$$SELECT sum(bxml_count(doc, 'declare namespace c="http://tpox-benchmark.com/custacc"; //c:Account')) FROM customers$$ AS bxml \gset
SELECT demo_compare('count //Account of every customer', :'core', :'bxml', :runs);

SELECT $$SELECT count(*) FROM orders_xml WHERE length(doc::text) > 0$$ AS core,
	$$SELECT count(*) FROM orders WHERE length(doc::text) > 0$$ AS bxml \gset
SELECT demo_compare('print every order', :'core', :'bxml', :runs);

SELECT $$SELECT xpath_exists('/REALESTATE/CITY/PROPERTY', doc) FROM listings_xml$$ AS core,
	$$SELECT doc @? '/REALESTATE/CITY/PROPERTY' FROM listings$$ AS bxml \gset
SELECT demo_compare('first record of the large document exists', :'core', :'bxml', :runs);

SELECT $$SELECT cardinality(xpath('//ZIPCODE[. = 95037]', doc)) FROM listings_xml$$ AS core,
	$$SELECT bxml_count(doc, '//ZIPCODE[. = 95037]') FROM listings$$ AS bxml \gset
SELECT demo_compare('search the large document by value', :'core', :'bxml', :runs);

SELECT $$SELECT sum(cardinality(xpath('//*', doc))) FROM documents_xml WHERE name NOT IN (SELECT name FROM core_refuses)$$ AS core,
	$$SELECT sum(bxml_count(doc, '//*')) FROM documents WHERE name NOT IN (SELECT name FROM core_refuses)$$ AS bxml \gset
SELECT demo_compare('count the elements of the real documents', :'core', :'bxml', :runs);

\echo
\pset tuples_only off
\pset format aligned
\pset footer off
SELECT what AS "measurement",
	round(core::numeric, CASE WHEN core < 10 THEN 2 ELSE 0 END) || ' ' || unit AS "core xml",
	round(bxml::numeric, CASE WHEN bxml < 10 THEN 2 ELSE 0 END) || ' ' || unit AS "bxml",
	CASE WHEN unit = 'kB' THEN round((bxml / core)::numeric, 2) || ' of core'
		WHEN bxml <= core THEN round((core / bxml)::numeric, CASE WHEN core / bxml < 10 THEN 1 ELSE 0 END) || ' x faster'
		ELSE round((bxml / core)::numeric, 1) || ' x slower' END AS "bxml is",
	CASE same WHEN true THEN 'same' WHEN false THEN 'DIFFERENT' ELSE '' END AS "answers"
FROM measured ORDER BY unit = 'kB', n;
