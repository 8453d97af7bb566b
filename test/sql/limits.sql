-- Limits on input: each names its setting, and none decides what can be read.

CREATE TABLE deep AS SELECT (repeat('<a>', 50) || repeat('</a>', 50))::bxml AS d;
SET bxml.max_depth = 10;
SELECT repeat('<a>', 10)::text || repeat('</a>', 10) <> '' AS at_limit, bxml_is_well_formed(repeat('<a>', 10) || repeat('</a>', 10));
SELECT (repeat('<a>', 11) || repeat('</a>', 11))::bxml;
SELECT length(d::text), bxml_count(d, '//a'), bxml_check(d) FROM deep;
RESET bxml.max_depth;

SET bxml.max_attributes = 3;
SELECT '<a b="" c="" d=""/>'::bxml;
SELECT '<a b="" c="" d="" e=""/>'::bxml;
SELECT '<a xmlns:p="u" c="" d="" e=""/>'::bxml;
RESET bxml.max_attributes;

SET bxml.max_size = '1kB';
SELECT length(('<a>' || repeat('x', 1017) || '</a>')::bxml::text);
SELECT ('<a>' || repeat('x', 1018) || '</a>')::bxml;
RESET bxml.max_size;

SET bxml.token_limit = 16;
SELECT (SELECT '<r>' || string_agg('<n' || i || '/>', '') || '</r>' FROM generate_series(1, 10) i)::bxml IS NOT NULL AS ok;
SELECT (SELECT '<r>' || string_agg('<n' || i || '/>', '') || '</r>' FROM generate_series(1, 20) i)::bxml IS NOT NULL AS ok;
RESET bxml.token_limit;

SET bxml.max_entity_expansion = '1kB';
SELECT length('<!DOCTYPE a [<!ENTITY e "0123456789">]><a>&e;&e;&e;</a>'::bxml ->> '/a');
SELECT ('<!DOCTYPE a [<!ENTITY e "0123456789">]><a>' || repeat('&e;', 103) || '</a>')::bxml;
RESET bxml.max_entity_expansion;
-- a billion laughs ends at once
SELECT ('<!DOCTYPE a [<!ENTITY a "lol">' || (SELECT string_agg(format('<!ENTITY %s "%s">', chr(97 + i), repeat('&' || chr(96 + i) || ';', 10)), '' ORDER BY i)
	FROM generate_series(1, 9) i) || ']><a>&j;</a>')::bxml;

SET bxml.max_declarations = 3;
SELECT '<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED><!ENTITY e "x">]><a>&e;</a>'::bxml;
SELECT '<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED c CDATA #IMPLIED><!ENTITY e "x">]><a>&e;</a>'::bxml;
RESET bxml.max_declarations;
SET bxml.max_dtd_size = 37;
SELECT '<!DOCTYPE a [<!ENTITY e "0123456">]><a>&e;</a>'::bxml;
SELECT '<a/><!-- not counted: <!DOCTYPE a [<!ENTITY e "0123456789">]> -->'::bxml;
SELECT '<!DOCTYPE a [<!ENTITY e "012345678">]><a>&e;</a>'::bxml;
RESET bxml.max_dtd_size;

SET bxml.entity_policy = reject_dtd;
SELECT '<!DOCTYPE a><a/>'::bxml;
SELECT '<a/>'::bxml;
RESET bxml.entity_policy;
CREATE ROLE bxml_plain;
SET ROLE bxml_plain;
SET bxml.entity_policy = internal;
RESET ROLE;
DROP ROLE bxml_plain;

-- settings are checked
SET bxml.max_depth = 0;
SET bxml.max_depth = 200000;
-- the wording is the server's own
\set VERBOSITY sqlstate
SET bxml.max_dtd_size = '17MB';
\set VERBOSITY default
SET bxml.typed_values = maybe;
SET bxml.no_such_setting = 1;
SELECT name, boot_val AS setting, unit, context FROM pg_settings WHERE name LIKE 'bxml.%' ORDER BY name;
DROP TABLE deep;
