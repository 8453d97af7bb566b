-- Canonical XML.

CREATE FUNCTION bxml_canonical(doc bxml, method text DEFAULT 'c14n11', with_comments boolean DEFAULT false,
	inclusive_prefixes text[] DEFAULT '{}') RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_canonical';
CREATE FUNCTION bxml_canonical_bytea(doc bxml, method text DEFAULT 'c14n11', with_comments boolean DEFAULT false,
	inclusive_prefixes text[] DEFAULT '{}') RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bxml_canonical_bytea';

COMMENT ON FUNCTION bxml_canonical(bxml, text, boolean, text[]) IS
	'canonical XML by the method c14n10, c14n11 or exclusive; the prefixes are the PrefixList of InclusiveNamespaces';
COMMENT ON FUNCTION bxml_canonical_bytea(bxml, text, boolean, text[]) IS
	'the same as bytes in UTF-8, which is what signatures digest';
