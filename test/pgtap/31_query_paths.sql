-- Queries in the place of paths: what a strict bxpath is, and what each function gives for it.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(55);

-- the text form
SELECT is('1 + 1'::bxquery::bxpath::text, 'xquery version "3.1"; 1 + 1', 'a query as a path says that it is one');
SELECT is('xquery version "1.0"; 1'::bxquery::bxpath::text, 'xquery version "1.0"; 1', 'once');
SELECT is(' (: (: x :) :) xquery version "3.1"; 1'::bxpath::text, ' (: (: x :) :) xquery version "3.1"; 1', 'behind comments, too');
SELECT is('1 + 1'::bxquery::bxpath::text::bxpath::text, 'xquery version "3.1"; 1 + 1', 'and is read back');
SELECT is('//a'::bxquery::bxpath::bxquery::text, 'xquery version "3.1"; //a', 'also as a query');
SELECT is(bxpath_send('1'::bxquery::bxpath), '\x01'::bytea || 'xquery version "3.1"; 1'::bytea, 'and sent as that text');
SELECT is('1'::bxquery::bxpath::text, 'xquery version "3.1"; 1'::bxpath::text, 'the same path');
SELECT throws_like($$SELECT 'xquery version "3.1"; 1 +'::bxpath$$, '%unexpected end of expression [XPST0003]', 'a text that is none is refused');
SELECT throws_like($$SELECT 'xquery version "3.1"; current-date()'::bxpath$$, 'current-date() is not immutable', 'as is one that asks for the moment');
SELECT throws_like($$SELECT 'current-date()'::bxquery::bxpath$$, 'current-date() is not immutable', 'also of a query');
SELECT is('xquery'::bxpath::text, 'xquery', 'a name is a name');
SELECT throws_ok($$SELECT 'xquery version'::bxpath$$, '10608', NULL, 'no declaration, no query');

-- strict rules, not those of paths
SELECT is(bxml_value('<a/>', '10000000000000001 + 1'::bxquery), '10000000000000002', 'integers are exact');
SELECT throws_like($$SELECT bxml_value('<a><b>1</b><b>2</b></a>', '/a/b + 1'::bxquery)$$, '%[XPTY0004]', 'several items are no number');
SELECT is(bxml_value('<a><b>1</b><b>2</b></a>', '/a/b + 1'), '2', 'but for a path');
SELECT is(bxml_value('<a/>', '1e20'::bxquery), '1.0E20', 'numbers are written as XQuery does');
SELECT is(bxml_value('<a/>', '1e0'::bxquery) || bxml_value('<a/>', 'xs:double("-INF")'::bxquery) || bxml_value('<a/>', '0.50'::bxquery), '1-INF0.5', 'of all types');

-- every way to ask
CREATE TEMP TABLE d (doc bxml);
INSERT INTO d VALUES ('<o id="17" xmlns:q="urn:q"><i n="1"><p>5</p></i><i n="2"><p>7.5</p>t</i><!--c--></o>');
SELECT is(doc @? 'for $x in /o where $x/@id = "17" return $x'::bxquery, true, '@?') FROM d;
SELECT is(doc @? 'for $x in /o where $x/@id = "18" return $x'::bxquery, false, '@? of nothing') FROM d;
SELECT is(doc @? 'false()'::bxquery, true, '@? of an item') FROM d;
SELECT is(doc @@ 'exists(//i[@n = "2"])'::bxquery, true, '@@') FROM d;
SELECT is(doc @@ '"false"'::bxquery, true, '@@ is the effective boolean value') FROM d;
SELECT throws_like($$SELECT doc @@ '1, 2'::bxquery FROM d$$, '%[FORG0006]', 'which not everything has');
SELECT is((doc -> 'for $i in //i order by $i/@n descending return $i/p'::bxquery)::text, '<p xmlns:q="urn:q">7.5</p><p xmlns:q="urn:q">5</p>', '->, in the order of the query') FROM d;
SELECT is((doc -> '<r a="{/o/@id}">{//p, 1, 2}</r>, "x", "y", comment {"z"}, attribute w {3}'::bxquery)::text, '<r a="17"><p xmlns:q="urn:q">5</p><p xmlns:q="urn:q">7.5</p>1 2</r>x y<!--z-->3', '->, constructed') FROM d;
SELECT is((doc -> '()'::bxquery) IS NULL, true, '-> of nothing') FROM d;
SELECT is(doc ->> '<a><b>{1 + 1}</b></a>/b'::bxquery, '2', '->> of a constructed node') FROM d;
SELECT is(doc ->> '(map{"a": 1}, 2)'::bxquery, 'map{"a":1}', '->> of a map') FROM d;
SELECT is(bxml_count(doc, '//i, 1, <a/>'::bxquery), 4::bigint, 'bxml_count') FROM d;
SELECT is(bxml_int(doc, 'count(//i)'::bxquery), 2, 'bxml_int') FROM d;
SELECT is(bxml_numeric(doc, 'sum(//i/p/xs:decimal(.))'::bxquery), 12.5, 'bxml_numeric') FROM d;
SELECT is(bxml_bool(doc, '//i/@n = 3'::bxquery), false, 'bxml_bool') FROM d;
SELECT is(bxml_date(doc, 'xs:date("2024-02-28") + xs:dayTimeDuration("P1D")'::bxquery), '2024-02-29'::date, 'bxml_date') FROM d;
SELECT is((SELECT array_agg(v) FROM bxml_values(doc, '(//p, "z")'::bxquery) v), ARRAY['5', '7.5', 'z'], 'bxml_values') FROM d;
SELECT is(array_to_string(bxml_query_array(doc, '(//i[2]/p, <z/>)'::bxquery), '|'), '<p xmlns:q="urn:q">7.5</p>|<z/>', 'values of their own') FROM d;
SELECT is(bxml_value(doc, 'declare variable $x external; //i[@n = $x]/p'::bxquery, '{"x": "2"}'), '7.5', 'variables') FROM d;
SELECT is(bxml_value(doc, '//i[@n = $x]/p'::bxquery, '{"x": "1"}'), '5', 'also undeclared ones') FROM d;
SELECT throws_like($$SELECT bxml_value(doc, '$x'::bxquery) FROM d$$, '%[XPST0008]', 'that have no value') FROM d;
SELECT is((SELECT string_agg(n.id::text || n.node::text, '|') FROM bxml_nodes(doc, 'reverse(//i/p)'::bxquery) n), '1.3.1<p xmlns:q="urn:q">7.5</p>|1.1.1<p xmlns:q="urn:q">5</p>', 'bxml_nodes, labels in any order') FROM d;
SELECT throws_like($$SELECT bxml_nodes(doc, '<z/>'::bxquery) FROM d$$, 'query of rows must select nodes of the document', 'of the document only');
SELECT is((SELECT string_agg(t::text, '|') FROM bxml_table(doc, 'for $i in //i order by $i/@n descending return $i'::bxquery, '@n', 'p', '#', '../@id') t(n int, p text, k int, id int)), '(2,7.5,1,17)|(1,5,2,17)', 'rows of bxml_table') FROM d;
SELECT is((SELECT string_agg(t::text, '|') FROM bxml_table(doc, '//i', '@n', 'xquery version "3.1"; for $x in p return <z>{$x/../../@id, $x/text()}</z>', 'xquery version "3.1"; string-join((@n, p, ../@id), "-")') t(n int, z bxml, s text)), '(1,"<z id=""17"">5</z>",1-5-17)|(2,"<z id=""17"">7.5</z>",2-7.5-17)', 'columns of bxml_table') FROM d;
SELECT is((SELECT string_agg(r::text, '|') FROM bxml_to_recordset(doc, '//i[p > 0]'::bxquery) r(n int, p text)), '(1,5)|(2,7.5)', 'records') FROM d;
SELECT is(bxml_delete(doc, 'for $i in //i where $i/p > 6 return $i'::bxquery)::text, '<o xmlns:q="urn:q" id="17"><i n="1"><p>5</p></i><!--c--></o>', 'targets of changes') FROM d;

-- values of variables in the text
SELECT is(bxpath_bind('//i[@n = $x]/p'::bxquery, '{"x": "2"}')::text, E'xquery version "3.1";\ndeclare variable $x := "2";\n//i[@n = $x]/p', 'bxpath_bind');
SELECT is(bxml_value(doc, bxpath_bind('//i[@n = $x]/p'::bxquery, '{"x": "2"}')), '7.5', 'is evaluated') FROM d;
SELECT is(bxml_value(doc, bxpath_bind('declare variable $x as xs:date external; $x + xs:dayTimeDuration("P1D")'::bxquery, '{"x": "2024-02-28"}')), '2024-02-29', 'with the declared type') FROM d;
SELECT is(bxml_value(doc, bxpath_bind('string-join(for $i in $x return string($i), "|")'::bxquery, '{"x": ["a\"b", 1.5, true, "&<"]}')), 'a"b|1.5|true|&<', 'sequences, any characters') FROM d;
SELECT is(bxml_value(doc, bxpath_bind('//i[@n = $x]/p'::bxquery, 'x', '2')), '7.5', 'bound to a text') FROM d;
SELECT is(bxml_value(doc, bxpath_bind('empty($x)'::bxquery, 'x', NULL)), 'true', 'or to null') FROM d;
SELECT is((SELECT doc @? bxpath_bind('for $i in //i where $i/@n = $x return $i'::bxquery, jsonb_build_object('x', '3')) FROM d), false, 'as the planner makes it');

-- as a constant, in a column, an index, a view
CREATE TEMP TABLE paths (p bxpath);
INSERT INTO paths VALUES ('1 + 1'::bxquery), ('/o/@id');
SELECT is((SELECT string_agg(bxml_value(doc, p), '|' ORDER BY p::text) FROM d, paths), '17|2', 'paths of both kinds in one column');
CREATE INDEX d_idx ON d ((bxml_value(doc, 'string-join(for $i in //i order by $i/@n descending return $i/@n, ",")'::bxquery)));
SELECT is(pg_get_indexdef('d_idx'::regclass) LIKE '%''string-join(%''::bxquery)::bxpath%', true, 'an index shows the text');
CREATE TEMP VIEW v AS SELECT doc ->> '1 to 3'::bxquery AS x FROM d;
SELECT is((SELECT x FROM v), '1', 'a view');
SELECT is((SELECT doc ->> '//p[. = 7.5]/../@n'::bxquery FROM d), '2', 'untyped values are compared as doubles with numbers');

SELECT * FROM finish();
ROLLBACK;
