-- pool.sql -- values for arguments, by type: expressions that the stranger may write.

CREATE TABLE watch.pool (type regtype, expr text, n serial);
INSERT INTO watch.pool (type, expr) SELECT t::regtype, e FROM (VALUES
	('bxml', ARRAY['(SELECT doc FROM own.d WHERE id = 1)', $$'<a><b n="1">x</b></a>'::bxml$$, $$'text <b/>'::bxml$$, '(SELECT doc FROM own.d WHERE id = 4)',
		$$'<!DOCTYPE a [<!ENTITY e "x"><!ATTLIST a id ID #IMPLIED>]><a id="i">&e;</a>'::bxml$$, $$''::bxml$$, $$'<p:x xmlns:p="u" p:y="2"><?pi d?><!--c--></p:x>'::bxml$$,
		$$('<a>' || repeat('<b>', 200) || repeat('</b>', 200) || '</a>')::bxml$$]),
	('bxpath', ARRAY[$$'/a/b'$$, $$'//@n'$$, $$'declare namespace p="u"; //p:x[1]'$$, $$'(//b)[last()]'$$, $$'$v'$$, $$'count(//b)'$$, $$'1 to 3'$$, $$'//b[. = "x"]'$$, $$'/'$$,
		$$'for $x in //b return string($x)'$$, $$'1 div 0'$$]),
	('pg_node_tree', ARRAY['(SELECT adbin FROM pg_attrdef LIMIT 1)', '(SELECT conbin FROM pg_constraint WHERE conbin IS NOT NULL LIMIT 1)',
		'(SELECT ev_action FROM pg_rewrite LIMIT 1)']),
	('bxquery', ARRAY[$$'1 + 1'$$, $$'//b/@n ! data()'$$, $$'<x>{//b}</x>'$$, $$'declare variable $v external; $v'$$, $$'1 to 100'$$, $$'function($a) { $a }'$$, $$'1 div 0'$$,
		$$'declare function local:f($n) { 1 + local:f($n + 1) }; local:f(1)'$$, $$'current-dateTime()'$$, $$'for $x in 1 to 1000 order by -$x return string($x)'$$, $$'doc("/etc/passwd")'$$,
		$$'unparsed-text("file:///etc/passwd")'$$, $$'parse-xml("<a><b/></a>")//b'$$, $$'environment-variable("PATH")'$$, $$'try { error() } catch * { $err:code }'$$]),
	('text', ARRAY[$$''$$, $$'x'$$, $$'%s%n%I'$$, $$E'a"b\'c\\d'$$, $$repeat('x', 100000)$$, $$'SELECT * FROM v.secret'$$, $$'<a/>'$$, $$'own.d'$$, $$'last'$$, $$'error'$$,
		$$'="'$$, $$'utf-8'$$, $$'own.s'$$, $$'SELECT 1'$$, $$E'\u00e9\u0001'$$]),
	('integer', ARRAY['0', '-1', '1', '2147483647', '-2147483648', '42', $$'own.s'::regproc::oid::int4$$]),
	('bigint', ARRAY['0', '-1', '9223372036854775807', '-9223372036854775808', '7']),
	('smallint', ARRAY['0::int2', '-1::int2', '32767::int2', '9::int2']),
	('boolean', ARRAY['true', 'false']),
	('regclass', ARRAY[$$'own.d'$$, $$'v.secret'$$, $$'v.shown'$$, $$'pg_authid'$$, $$'own.d_pkey'$$, $$'own.view'$$, '0', '4294967295', $$'own.seq'$$, $$'own.parted'$$, $$'own.pair'$$,
		$$'pg_statistic'$$, $$'bxml_vocabulary'$$, $$'pg_class'$$]),
	('oid', ARRAY['0', '4294967295', $$'own.s'::regproc$$, $$'v.hidden'::regproc$$, $$'own.none'::regproc$$, $$'pg_authid'::regclass$$, $$'int4in'::regproc$$, '26']),
	('name', ARRAY[$$'doc'$$, $$'id'$$, $$'nothere'$$, $$''$$, $$'ctid'$$, $$'tableoid'$$, $$'n'$$, $$'note'$$]),
	('jsonb', ARRAY[$$'{}'$$, $$'null'$$, $$'{"v": 1}'$$, $$'[1, [2, {"a": null}]]'$$, $$'"x"'$$, $$'[{"path": "b"}]'$$, $$'{"v": {"x": [1]}, "": ""}'$$, $$(repeat('[', 500) || repeat(']', 500))::jsonb$$,
		$$'["a", {"b": "c"}]'$$, $$'[{"path": "@n", "on_many": "join", "separator": null}, {"ordinality": true}]'$$]),
	('bxml_schema', ARRAY['own.s()', 'own.s()', 'NULL::bxml_schema']),
	('bxml_schema[]', ARRAY['ARRAY[own.s()]', $$'{}'$$, 'ARRAY[own.s(), NULL]', 'ARRAY[[own.s()]]']),
	('text[]', ARRAY[$$'{}'$$, $$'{a,NULL}'$$, $$'{{a,b},{c,d}}'$$, $$'[5:6]={x,y}'$$, $$'{comments,pi}'$$, $$'{{p,u}}'$$, $$'{"@n",.}'$$]),
	('bxml[]', ARRAY['ARRAY[(SELECT doc FROM own.d WHERE id = 1)]', $$'{}'$$, $$ARRAY['<a/>'::bxml, NULL]$$, $$ARRAY[['<a/>'::bxml]]$$]),
	('bytea', ARRAY[$$'\x'$$, $$'\x00'$$, $$'<a/>'::bytea$$, '(SELECT doc::bytea FROM own.d WHERE id = 1)', $$decode(repeat('ff', 64), 'hex')$$, $$'\x0200000000ffffffffffffff7f'$$,
		$$set_byte((SELECT doc::bytea FROM own.d WHERE id = 1), 9, 255)$$, $$decode(repeat('01', 3000), 'hex')$$]),
	('ordpath', ARRAY[$$'1'$$, $$'1.3.5'$$, $$'1.-1'$$, $$''$$, $$'1.3.@1'$$, $$'1.9223372036854775807'$$]),
	('interval', ARRAY[$$'1 s'$$, $$'-1 s'$$, $$'0'$$]),
	('regconfig', ARRAY[$$'english'$$, '0', '4294967295']),
	('refcursor', ARRAY[$$'nocursor'$$, $$''$$]),
	('numeric', ARRAY[$$'NaN'$$, '1e1000', '0']),
	('"char"', ARRAY[$$'x'::"char"$$]),
	('xml', ARRAY[$$'<a/>'::xml$$, $$xmlparse(content 'x')$$]),
	('cstring', ARRAY[$$'<a/>'::cstring$$, $$''::cstring$$, $$'1.3'::cstring$$]),
	('cstring[]', ARRAY[$$'{document}'::cstring[]$$, $$'{NULL}'::cstring[]$$, $$'{}'::cstring[]$$, $$'{own.s,x}'::cstring[]$$, $$'{{a},{b}}'::cstring[]$$]),
	('record', ARRAY[$$row(1, 'a')$$, '(SELECT d FROM own.d WHERE id = 1)', 'NULL::own.pair', 'row()']),
	('bxml_untyped', ARRAY[$$'{"a": 1}'$$, $$''$$]),
	('timestamp', ARRAY[$$'infinity'$$]), ('date', ARRAY[$$'infinity'$$]), ('double precision', ARRAY[$$'NaN'$$, $$'-infinity'$$]),
	('bxml_path_count[]', ARRAY['NULL'])) x(t, list), unnest(list) e;
-- What "any" and polymorphic arguments take.
CREATE TABLE watch.anything (expr text, n serial);
INSERT INTO watch.anything (expr) VALUES ('1::int'), ($$'x'::text$$), ('NULL::int'), ('(SELECT d FROM own.d WHERE id = 1)'), ('ARRAY[1, 2]'), ($$'[1,2)'::int4range$$), ($$'1'::money$$),
	($$'2020-01-01 00:00:00+00'::timestamptz$$), ('true'), ($$point(1, 2)$$), ($$'{}'::json$$), ('(SELECT doc FROM own.d WHERE id = 1)::own.dom_bxml'), ($$'a'::own.mood$$), ($$'own.d'::regclass$$),
	('1234567890123::int8'), ($$row(1, '<a/>'::bxml)::own.pair$$), ('1.5::float4'), ($$'x'::name$$), ($$'\x00'::bytea$$), ($$'x'::"char"$$), ($$ARRAY['<a/>'::bxml]$$), ($$'infinity'::date$$),
	('1e400::numeric'), ($$'{}'::jsonb$$), ($$NULL::own.pair$$), ($$'1'::ordpath$$), ($$'00000000-0000-0000-0000-000000000000'::uuid$$), ($$'(0,1)'::tid$$), ($$B'101'$$), ('7::own.dom_int');

-- A table with a column of every kind of type, and tables that look like tables of nodes.
SET ROLE hostile_stranger;
CREATE TABLE own.wide (id int, doc bxml, path bxpath, label ordpath, n bigint, t text, m own.mood, f double precision, d own.dom_bxml, b bytea, j jsonb,
	c name, r own.pair, a integer[], docs bxml[], s bxml_schema, x xml, h "char", ts timestamptz, i smallint, dt own.dom_text);
INSERT INTO own.wide VALUES (1, '<a><b n="1">x</b></a>', '/a/b', '1.3', 94203368087688, 'x', 'a', 1e-300, '<d/>', '\x0001', '{}', 'x', '(1,<a/>)', '{1,2}', '{<a/>}', own.s(), '<a/>', 'h', now(), 7, '<y/>');
INSERT INTO own.wide (id) VALUES (2);
INSERT INTO own.wide SELECT (jsonb_populate_record(w, '{"id": 3}')).* FROM own.wide w WHERE id = 1;
ANALYZE own.wide;
CREATE TABLE own.nodes (id int, label ordpath, path text, value text, number numeric, moment timestamp);
CREATE TABLE own.nodes_wrong (id bigint, label bigint, path bigint, value bigint, number bigint, moment bigint);
CREATE TABLE own.nodes_text (id text, label text, path name, value bxml, number text, moment date);
RESET ROLE;
CREATE VIEW watch.wide_columns AS SELECT attname AS col, attnum AS n FROM pg_attribute WHERE attrelid = 'own.wide'::regclass AND attnum > 0;
