-- Each kind of bad input has its SQLSTATE and place, and the transaction can continue after it.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(75);

-- The parts of a report, caught the way an application catches them.
CREATE FUNCTION pg_temp.report(query text, OUT state text, OUT message text, OUT detail text, OUT hint text) AS $$
BEGIN
	EXECUTE query;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
		hint = PG_EXCEPTION_HINT;
END $$ LANGUAGE plpgsql;

-- malformed text
SELECT throws_ok($$SELECT '<a>'::bxml$$, '2200N', NULL, 'unclosed element in content');
SELECT throws_ok($$SELECT '<a></b>'::bxml$$, '2200N', NULL, 'mismatched tags');
SELECT throws_ok($$SELECT '</w><w>'::bxml$$, '2200N', NULL, 'closing what was not opened');
SELECT throws_ok($$SELECT '<!DOCTYPE a><a>'::bxml$$, '2200M', NULL, 'unclosed element in a document');
SELECT throws_ok($$SELECT '<!DOCTYPE a><a/><b/>'::bxml$$, '2200M', NULL, 'two roots in a document');
SELECT throws_ok($$SELECT bxml_parse('<a>', document => true)$$, '2200M', NULL, 'document asked for, malformed');
SELECT throws_ok($$SELECT bxml_parse('<a/><b/>', document => true)$$, '2200L', NULL, 'document asked for, content given');
SELECT throws_ok($$SELECT bxml_parse('text', document => true)$$, '2200L', NULL, 'document asked for, text given');
SELECT throws_ok($$SELECT '<x:a/>'::bxml$$, '2200N', NULL, 'undeclared prefix');
SELECT throws_ok($$SELECT '<a b="1" b="2"/>'::bxml$$, '2200N', NULL, 'duplicate attribute');
SELECT throws_ok($$SELECT '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'::bxml$$, '2200N', NULL,
	'duplicate attribute by expanded name');
SELECT throws_ok($$SELECT bxml_parse('\x3c613ee38182a43c2f613e'::bytea, 'UTF8')$$, '22021', NULL, 'not in the named encoding');

-- where
SELECT matches(detail, '^line 3, column \d+', 'line of a syntax error')
	FROM pg_temp.report($$SELECT E'<a>\n<b>\n</c></a>'::bxml$$);
SELECT matches(detail, '^line 1, column \d+', 'content: line counts from the text, not from a wrapper')
	FROM pg_temp.report($$SELECT 'x</w>'::bxml$$);
SELECT is(line, 2, 'parse_error: line') FROM bxml_parse_error(E'<a>\n  <b></c></a>');
SELECT ok(col BETWEEN 6 AND 11, 'parse_error: column is within the line') FROM bxml_parse_error(E'<a>\n  <b></c></a>');
SELECT ok(message !~ 'wrapper|bx_|root' AND message <> '', 'parse_error: no trace of internals')
	FROM bxml_parse_error('x</w>');

-- changes
SELECT throws_ok($$SELECT bxml_modify('<a/>', 'rename node /a as "b", rename node /a as "c"')$$, '10608', NULL,
	'changes that exclude each other');
CREATE FUNCTION pg_temp.between(doc bxml, n int) RETURNS bxml AS $$
BEGIN
	FOR i IN 1 .. n LOOP
		doc := bxml_modify(doc, 'insert node <n/> after /h/*[1]');
		doc := bxml_modify(doc, format('delete node /h/*[%s]', 1 + 2 * (i % 2)));
	END LOOP;
	RETURN doc;
END $$ LANGUAGE plpgsql;
SELECT ok(state = '54000' AND hint ~ 'bxml_relabel', 'no room for a label: ' || state || ', ' || hint)
	FROM pg_temp.report($$SELECT pg_temp.between('<h><x/><y/></h>', 2200)$$);
SET LOCAL bxml.relabel = auto;
SELECT is(pg_temp.between('<h><x/><y/></h>', 2200)::text, '<h><n/><n/></h>', 'room is made where a setting says so');

-- numbers of nothing, and of what was dropped: as core's functions that take an OID say it
CREATE TABLE pg_temp.dropped (id int PRIMARY KEY, d bxml);
CREATE TEMP TABLE gone AS SELECT o FROM (VALUES (4294967295::oid), ('pg_temp.dropped'::regclass::oid), (0)) v (o);
DROP TABLE pg_temp.dropped;
GRANT SELECT ON gone TO pg_monitor;
CREATE FUNCTION pg_temp.states(call text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(DISTINCT coalesce((pg_temp.report(format('SELECT * FROM ' || call, o))).state, 'none'), ' ') FROM gone $$;
SELECT is(pg_temp.states(call), want, call || ', of nothing')
FROM (VALUES ('bxml_create_node_table(%s::oid::regclass, ''d'')', '42P01'), ('bxml_rebuild_node_table(%s::oid::regclass)', '42P01'),
	('bxml_drop_node_table(%s::oid::regclass)', '42P01'), ('bxml_index_advice(%s::oid::regclass)', '42P01'),
	('bxml_with_source(%s::oid::regclass, ''d'')', '42P01'), ('bxml_vocabulary_learn(%s::oid::regclass, ''d'')', '42P01'),
	('bxml_validate_table(%s::oid::regclass, ''d'')', '42P01'), ('bxml_infer_schema(%s::oid::regclass, ''d'')', '42P01'),
	('table_to_bxml(%s::oid::regclass)', '42P01'), ('bxml_split_lo(%s::oid, ''/a'')', '42704'),
	('bxml_schema_validator(%s::oid)', '42883'), ('bxml_node_row(%s::oid::regclass)', 'none'),
	('bxml_schema_info(%s::oid)', 'none')) v (call, want);
SET LOCAL ROLE pg_monitor;
SELECT is(pg_temp.states('bxml_create_node_table(%s::oid::regclass, ''d'')'), '42P01', 'for others than superusers as well');
RESET ROLE;

-- paths
SELECT throws_ok($$SELECT '/a['::bxpath$$, '10608', NULL, 'unfinished path');
SELECT throws_ok($$SELECT 'f('::bxpath$$, '10608', NULL, 'unfinished call');
SELECT throws_ok($$SELECT 'no-such-function()'::bxpath$$, '10608', NULL, 'unknown function');
SELECT throws_ok($$SELECT 'position(1)'::bxpath$$, '10608', NULL, 'wrong number of arguments');
SELECT throws_ok($$SELECT bxml_exists('<a/>', '/p:a')$$, '10608', NULL, 'unbound prefix at evaluation');
SELECT lives_ok($$SELECT '/p:a'::bxpath$$, 'unbound prefix is no input error');
SELECT throws_ok($$SELECT bxml_value('<a/>', 'name(1)')$$, '10608', NULL, 'wrong operand');
SELECT throws_ok($$SELECT 'matches(a, "(")'::bxpath$$, '2201B', NULL, 'bad regular expression known from the start');
SELECT throws_ok($$SELECT bxml_value('<a>(</a>', 'matches("x", string(a))')$$, '2201B', NULL, 'bad regular expression from a value');
SELECT throws_ok($$SELECT bxml_value('<a/>', 'replace("x", "x*", "")')$$, '2201B', NULL, 'pattern that matches nothing');
SELECT throws_ok($$SELECT bxml_value('<a/>', 'xs:date("x")')$$, '10608', NULL, 'no date');
SELECT is(detail, 'At character 3 of the pattern.', 'position in a pattern')
	FROM pg_temp.report($$SELECT 'matches(a, "a(*b)")'::bxpath$$);
SELECT matches(detail, '^At position 6\.', 'position of a path error') FROM pg_temp.report($$SELECT '/a/b[]'::bxpath$$);
SELECT matches(detail, '^At position 6\.', 'position counts characters')
	FROM pg_temp.report($$SELECT '/é/b[]'::bxpath$$);

-- limits
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_depth"".")', 'depth: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse(repeat('<a>', 20000) || repeat('</a>', 20000))$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_attributes"".")', 'attributes: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse('<a ' || string_agg('a' || i || '=""', ' ') || '/>') FROM generate_series(1, 10001) i$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.token_limit"".")', 'names: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse(string_agg('<a' || i || '/>', '')) FROM generate_series(1, 70000) i$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_entity_expansion"".")', 'entities: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse('<!DOCTYPE a [<!ENTITY e "' || repeat('x', 100000) || '">]><a>' || repeat('&e;', 200) || '</a>')$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_declarations"".")', 'declarations: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse('<!DOCTYPE a [' || string_agg('<!ENTITY e' || i || ' "">', '') || ']><a/>') FROM generate_series(1, 65537) i$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_dtd_size"".")', 'DTD: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse('<!DOCTYPE a [<!--' || repeat('x', 5000000) || '-->]><a/>')$$);
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_attributes"".")', 'default attributes: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse('<!DOCTYPE a [<!ATTLIST a ' || string_agg('a' || i || ' CDATA "x"', ' ') || '>]><a/>') FROM generate_series(1, 10001) i$$);
SET LOCAL bxml.max_size = 100;
SELECT is((state, hint)::text, '(54000,"The limit is the setting ""bxml.max_size"".")', 'size: state and hint')
	FROM pg_temp.report($$SELECT bxml_parse(repeat(' ', 101))$$);
RESET bxml.max_size;
SELECT lives_ok($$SELECT bxml_parse(repeat('<a>', 10000) || repeat('</a>', 10000))$$, 'depth at the default limit');

-- bytes
SELECT throws_ok($$SELECT '\xb100'::bytea::bxml$$, '22P03', NULL, 'short native form');
SELECT throws_ok($$SELECT 'garbage'::bytea::bxml$$, '22P03', NULL, 'not a native form');
SELECT throws_ok($$SELECT overlay(b PLACING '\x58'::bytea FROM position('\x3c21454e54495459'::bytea IN b) + 7)::bxml
	FROM (SELECT '<!DOCTYPE a [<!ENTITY e "x">]><a/>'::bxml::bytea) t(b)$$, '22P03', 'invalid binary form of bxml: bad DOCTYPE',
	'a DOCTYPE that is whole but not well-formed');
SELECT throws_ok($$SELECT overlay('<a>x</a>'::bxml::bytea PLACING '\xb2' FROM 1)::bxml$$, '0A000', NULL, 'newer version');
SELECT throws_ok($$SELECT overlay('<a>x</a>'::bxml::bytea PLACING '\x80' FROM 2)::bxml$$, '0A000', NULL, 'unknown flag');
SELECT throws_ok($$SELECT overlay('<a>x</a>'::bxml::bytea PLACING '\x40' FROM 2)::bxml$$, '0A000', NULL, 'reserved flag');

-- options
SELECT throws_ok($$SELECT bxml_parse('<a/>', 'squeeze')$$, '22023', NULL, 'whitespace option');
SELECT throws_ok($$SELECT bxml_serialize('<a/>', 65)$$, '22023', NULL, 'indent');

-- asking forms: false for bad text, an error for what says nothing about the text
SELECT is(bxml_is_well_formed('<a>'), false, 'is_well_formed is false');
SELECT ok(bxml_try_parse('<a>') IS NULL, 'try_parse is null');
SELECT throws_ok($$SELECT bxml_is_well_formed(repeat('<a>', 20000) || repeat('</a>', 20000))$$, '54000', NULL,
	'a limit is an error there, too');

-- one call site, errors in between: what follows is not touched by what failed
CREATE FUNCTION pg_temp.one_site(docs bxml[], paths text[]) RETURNS text AS $$
DECLARE
	r text = '';
	i int;
BEGIN
	FOR i IN 1 .. array_length(paths, 1) LOOP
		BEGIN
			r = r || coalesce(bxml_value(docs[i], paths[i]), 'null') || ';';
		EXCEPTION WHEN OTHERS THEN
			r = r || SQLSTATE || ';';
		END;
	END LOOP;
	RETURN r;
END $$ LANGUAGE plpgsql;
SELECT is(pg_temp.one_site(array_fill('<a><b>1</b></a>'::bxml, ARRAY[8]),
	ARRAY['/a/b', '/p:a', '/a/b', 'name(1)', 'count(//b)', '/a[', '/a/b', '/c']),
	'1;10608;1;10608;1;10608;1;null;', 'errors between calls of one call site');
SELECT is(pg_temp.one_site(ARRAY['<a>1</a>', '<b>2</b>', '<a>3</a>']::bxml[], ARRAY['/a', '/a', '/a']), '1;null;3;',
	'documents change under one path');

-- after all these errors the session works
SAVEPOINT s;
SELECT throws_ok($$SELECT '<a>'::bxml$$, '2200N', NULL, 'error under a savepoint');
ROLLBACK TO s;
SELECT is('<a>1</a>'::bxml ->> '/a', '1', 'the transaction goes on');
CREATE TEMP TABLE kept (d bxml);
SELECT lives_ok($$INSERT INTO kept VALUES ('<a>1</a>')$$, 'and can write');
SELECT throws_ok($$INSERT INTO kept VALUES ('<a>')$$, '2200N', NULL, 'and refuse');

SELECT throws_ok($$SELECT bxml_split_file('/' || repeat('x', 5000), '/a')$$, '22023', NULL, 'a file name that is too long');
SELECT * FROM finish();
ROLLBACK;
