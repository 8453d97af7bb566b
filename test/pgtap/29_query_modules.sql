-- Library modules: functions in language xquery that others import.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(38);

-- what a statement raises: SQLSTATE, message, hint and the last line of the context
CREATE FUNCTION pg_temp.report(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text;
	context text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
	RETURN concat_ws(' | ', SQLSTATE || ' ' || SQLERRM, nullif(hint, ''), nullif(split_part(context, E'\n', 1), ''));
END $$;

CREATE SCHEMA lib;
CREATE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS $q$module namespace m = "urn:money";
declare variable $m:rate := 0.19;
declare %private variable $m:digits := 2;
declare function m:gross($net as xs:decimal) as xs:decimal { m:rounded($net * (1 + $m:rate)) };
declare %private function m:rounded($n) { round($n, $m:digits) };
declare function m:fails() { 1 idiv 0 };
$q$;
CREATE FUNCTION lib.orders() RETURNS void LANGUAGE xquery AS $q$module namespace o = "urn:orders";
import module namespace m = "urn:money" at "lib.money";
declare function o:total($order) { m:gross(sum($order/item/xs:decimal(@price))) };
$q$;
CREATE FUNCTION pg_temp.total(doc bxml) RETURNS numeric LANGUAGE xquery IMMUTABLE AS $q$
import module namespace o = "urn:orders" at "lib.orders";
o:total($doc/order)$q$;
SELECT is(pg_temp.total('<order><item price="10"/><item price="2.5"/></order>'), 14.88, 'a function of a module that imports another');
CREATE FUNCTION pg_temp.rate() RETURNS numeric LANGUAGE xquery IMMUTABLE AS 'import module namespace m = "urn:money" at "lib.money"; $m:rate';
SELECT is(pg_temp.rate(), 0.19, 'a variable of a module');
SELECT lives_ok($$DO LANGUAGE xquery 'import module "urn:money" at "LIB . money"; Q{urn:money}gross(1)'$$, 'DO imports; names are those of SQL');

-- names
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "lib.money"; m:rounded(1)'$$), '^10608 .*\[XPST0017\]', 'private functions are not seen');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "lib.money"; $m:digits'$$), '^10608 .*\[XPST0008\]', 'nor are private variables');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'declare namespace m = "urn:money"; import module namespace o = "urn:orders" at "lib.orders"; m:gross(1)'$$), '\[XPST0017\]', 'nor what a module imports');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace o = "urn:orders" at "lib.orders"; $Q{urn:money}rate'$$), '\[XPST0008\]', 'neither its variables');
SET LOCAL search_path = lib, public;
SELECT is(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "money"; 1'$$),
	'10608 there is no function "money" to import [XQST0059] | Write at "schema.function", of a function without arguments whose body is a library module. | XQuery function inline_code_block line 1, column 1',
	'a name without a schema is none');
RESET search_path;
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "lib.none"; 1'$$), '\[XQST0059\]', 'no such function');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "nowhere.money"; 1'$$), '\[XQST0059\]', 'no such schema');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "pg_catalog.now"; 1'$$), 'not in language xquery \[XQST0059\]', 'one of another language');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money"; 1'$$), 'no location \[XQST0059\].*schema\.function', 'a namespace alone');
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:other" at "lib.money"; 1'$$), 'another namespace \[XQST0059\].*urn:money', 'another namespace');
CREATE FUNCTION lib.main() RETURNS int LANGUAGE xquery AS '1';
SELECT matches(pg_temp.report($$DO LANGUAGE xquery 'import module namespace m = "urn:money" at "lib.main"; 1'$$), 'not a library module \[XQST0059\]', 'a main module');
SELECT matches(pg_temp.report($$SELECT 'import module namespace m = "urn:money" at "lib.money"; 1'::bxquery$$), '\[XQST0059\].*language xquery', 'a bxquery imports nothing');

-- modules are not called
SELECT matches(pg_temp.report('SELECT lib.money()'), '^42809 a library module cannot be called | Import it', 'a call');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x() RETURNS int LANGUAGE xquery AS 'module namespace x = "urn:x";'$$), '^42P13 a library module has neither', 'a result');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x(a int) RETURNS void LANGUAGE xquery AS 'module namespace x = "urn:x";'$$), '^42P13 a library module has neither', 'an argument');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x() RETURNS void LANGUAGE xquery SECURITY DEFINER AS 'module namespace x = "urn:x";'$$), '^42P13 .* SECURITY DEFINER', 'as its owner');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x() RETURNS void LANGUAGE xquery SET work_mem = '1MB' AS 'module namespace x = "urn:x";'$$), '^42P13 .* settings', 'with settings');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x() RETURNS void LANGUAGE xquery AS 'module namespace x = "urn:x"; declare variable $x:y external;'$$), '\[XPST0008\].*external := \(\)', 'a variable that nobody can give');
SELECT matches(pg_temp.report($$CREATE FUNCTION lib.x() RETURNS void LANGUAGE xquery AS 'module namespace x = "urn:x"; declare function local:f() { 1 };'$$), '\[XQST0048\]', 'a name in another namespace');

-- places of errors
CREATE FUNCTION pg_temp.fails() RETURNS int LANGUAGE xquery AS 'import module namespace m = "urn:money" at "lib.money"; m:fails()';
SELECT matches(pg_temp.report('SELECT pg_temp.fails()'), 'XQuery module lib.money line 6, column 32$', 'the line of the module');

-- dependencies
SELECT is((SELECT string_agg(refobjid::regprocedure || '<' || objid::regproc, ' ' ORDER BY refobjid, objid) FROM pg_depend
		WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_proc'::regclass AND refobjid IN ('lib.money'::regproc, 'lib.orders'::regproc)
			AND deptype = 'n' AND objid <> ALL (SELECT oid FROM pg_proc WHERE pronamespace = pg_my_temp_schema())),
	'lib.money()<lib.orders', 'a module depends on what it imports');
SELECT matches(pg_temp.report('DROP FUNCTION lib.orders()'), '^2BP01 ', 'and is not dropped');
SET LOCAL check_function_bodies = off;
CREATE FUNCTION lib.early() RETURNS int LANGUAGE xquery AS 'import module namespace a = "urn:none" at "lib.none"; import module namespace m = "urn:money" at "lib.money"; m:nothing()';
SET LOCAL check_function_bodies = on;
SELECT is((SELECT count(*) FROM pg_depend WHERE objid = 'lib.early'::regproc AND refobjid = 'lib.money'::regproc), 1::bigint, 'also without a look at the body');
SELECT matches(pg_temp.report('SELECT lib.early()'), '\[XQST0059\]', 'which is looked at later');
DROP FUNCTION lib.early();

-- cycles
SELECT matches(pg_temp.report($$CREATE OR REPLACE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS 'module namespace m = "urn:money"; import module namespace o = "urn:orders" at "lib.orders";'$$),
	'\[XQST0093\]', 'a cycle');
SELECT matches(pg_temp.report($$CREATE OR REPLACE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS 'module namespace m = "urn:money"; import module namespace o = "urn:money" at "lib.money";'$$),
	'\[XQST0093\]', 'of one');

-- replacing
SELECT matches(pg_temp.report($$CREATE OR REPLACE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS 'module namespace m = "urn:money"; declare variable $m:rate := 1;'$$),
	'\[XPST0017\]', 'a module that lacks what others call');
SELECT matches(pg_temp.report($$CREATE OR REPLACE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS 'module namespace m = "urn:money"; declare variable $m:rate := 1; declare function m:gross($n) { current-date() }; declare function m:fails() { 1 };'$$),
	'^0A000 current-date\(\) is not immutable', 'or that an immutable function cannot import any more');
CREATE OR REPLACE FUNCTION lib.money() RETURNS void LANGUAGE xquery AS
	'module namespace m = "urn:money"; declare variable $m:rate := 1; declare function m:gross($n) { $n * (1 + $m:rate) }; declare function m:fails() { 1 };';
SELECT is(pg_temp.total('<order><item price="10"/></order>'), 20.0, 'importers see the new module');
SELECT is(pg_temp.rate(), 1.0, 'all of them');
ALTER SCHEMA lib RENAME TO other;
SELECT matches(pg_temp.report($$SELECT pg_temp.rate()$$), 'there is no function "lib.money" to import', 'a name that is none any more');
ALTER SCHEMA other RENAME TO lib;
SELECT is(pg_temp.rate(), 1.0, 'and one again');

-- rights
CREATE ROLE bxml_module_user;
GRANT USAGE ON SCHEMA lib TO bxml_module_user;
CREATE FUNCTION lib.user_total() RETURNS numeric LANGUAGE xquery AS 'import module namespace m = "urn:money" at "lib.money"; m:gross(1)';
CREATE FUNCTION lib.owner_total() RETURNS numeric LANGUAGE xquery SECURITY DEFINER AS 'import module namespace m = "urn:money" at "lib.money"; m:gross(1)';
REVOKE EXECUTE ON FUNCTION lib.money() FROM PUBLIC;
SELECT is(lib.user_total(), 2.0, 'the owner of a module imports it');
SET LOCAL ROLE bxml_module_user;
SELECT throws_ok('SELECT lib.user_total()', '42501', 'permission denied for function money', 'who may not execute a module does not');
SELECT is(lib.owner_total(), 2.0, 'but by a function of somebody who may');
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
