-- validate.sql -- schema validation in I2, U2 and U4 of the TPoX mix, for bxml: VALIDATE=benchmark/tpox/validate.sql.
--
-- psql variables: type, reference (folder with tpox/schema/custacc.xsd and fixml/schema-4.4).  Core xml and jsonb
-- cannot validate and stay as they are.

SELECT :'type' = 'bxml' AS validates \gset
\if :validates
\setenv REFERENCE :reference
\set documents `cat "$REFERENCE/tpox/schema/custacc.xsd"`
SELECT bxml_create_schema('custacc', :'documents') \g /dev/null

-- The main document comes first, the others by their names; \001 ends each.
\set names `cd "$REFERENCE/fixml/schema-4.4" && for f in fixml-main-4-4.xsd $(ls *.xsd | grep -v '^fixml-main-4-4.xsd$'); do printf '%s\001' "$f"; done`
\set documents `cd "$REFERENCE/fixml/schema-4.4" && for f in fixml-main-4-4.xsd $(ls *.xsd | grep -v '^fixml-main-4-4.xsd$'); do cat "$f"; printf '\001'; done`
SELECT bxml_create_schema('fixml', string_to_array(rtrim(:'names', E'\001'), E'\001'), string_to_array(rtrim(:'documents', E'\001'), E'\001'))
\g /dev/null

CREATE OR REPLACE FUNCTION valid_custacc(doc bxml) RETURNS bxml LANGUAGE sql IMMUTABLE AS 'SELECT bxml_validate(doc, custacc())';
CREATE OR REPLACE FUNCTION valid_order(doc bxml) RETURNS bxml LANGUAGE sql IMMUTABLE AS 'SELECT bxml_validate(doc, fixml())';
\endif
