-- Queries people write, shown with their results.
\set ECHO queries
\pset border 1
\pset null '(null)'

\echo '-- 1. What is stored: nodes and bytes of the largest documents.'
SELECT name, bxml_root_name(doc) AS root, s.elements, s.attributes, s.depth, s.bytes
FROM documents, bxml_stats(doc) s ORDER BY s.bytes DESC, name LIMIT 5;

\echo '-- 2. Give me the document back, readable (the start of it).'
\pset format unaligned
\pset tuples_only on
SELECT left(bxml_pretty(doc), 300) AS order_103282 FROM orders WHERE id = 103282;
\echo
\pset tuples_only off
\pset format aligned

\echo '-- 3. One value by XPath.  Prefixes are bound in the path itself; *:name means in any namespace.'
SELECT id, doc ->> '/*:FIXML/*:Order/@Acct' AS account, doc ->> '//*:OrdQty/@Qty' AS quantity
FROM orders ORDER BY id LIMIT 3;

\echo '-- 4. The same with namespaces spelled out.'
SELECT bxml_value(doc, 'declare default element namespace "http://www.fixprotocol.org/FIXML-4-4";
	/FIXML/Order/Instrmt/@Sym') AS symbol, count(*)
FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3;

\echo '-- 5. Rows whose document satisfies a condition.'
SELECT count(*) AS expensive_orders FROM orders WHERE doc @@ '/*:FIXML/*:Order/@Px > 9000';

\echo '-- 6. Rows whose document has something.'
SELECT count(*) AS customers_with_bonds FROM customers
WHERE doc @? '/*:Customer/*:Accounts/*:Account/*:Holdings/*:Position[*:Type = "Bond"]';

\echo '-- 7. Group and order by values inside the documents.'
SELECT doc ->> '/*:Customer/*:Nationality' AS nationality, count(*) AS customers,
	sum(bxml_count(doc, '/*:Customer/*:Accounts/*:Account')) AS accounts
FROM customers GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5;

\echo '-- 8. A part of a document, as XML again.'
SELECT doc -> '/*:Customer/*:Name' AS name FROM customers ORDER BY id LIMIT 2;

\echo '-- 9. Parts of parts: operators chain.'
SELECT id, doc -> '/*:Customer/*:Accounts/*:Account[1]' ->> '*:Account/*:Balance/*:OnlineActualBal' AS balance
FROM customers ORDER BY id LIMIT 3;

\echo '-- 10. The paths of an unknown document.'
SELECT path, count FROM documents, bxml_paths(doc) WHERE name = 'marcxml-batch.xml' ORDER BY count DESC, path LIMIT 5;

\echo '-- 11. Titles of library records: attribute predicates.'
SELECT bxml_query(doc, '//*:datafield[@tag = "245"]/*:subfield[@code = "a"]/text()') AS titles
FROM documents WHERE name = 'marcxml-batch.xml';

\echo '-- 12. Counting in a map change file.'
SELECT bxml_count(doc, '//node') AS nodes, bxml_count(doc, '/osmChange/delete/*') AS deletions,
	doc ->> '/osmChange/modify/node[1]/@timestamp' AS first_change
FROM documents WHERE name = 'osm-change.osc';

\echo '-- 13. How a value is stored: in the row or out of it, how many bytes.'
SELECT name, s.* FROM documents, bxml_storage(doc) s
WHERE name IN ('maven-pom.xml', 'atom-threading.xml') ORDER BY name;

\echo '-- 14. From core xml and back.'
SELECT ('<a b="1">text<!-- kept --><c/></a>'::xml::bxml)::text AS round_trip,
	pg_typeof(doc::xml) AS back FROM orders ORDER BY id LIMIT 1;

\echo '-- 15. What is wrong with a text that is not XML.'
SELECT message, line, col FROM bxml_parse_error(E'<a>\n  <b>1</b>\n  <c>2</d>\n</a>');
