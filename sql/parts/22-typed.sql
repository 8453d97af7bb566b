-- The first item of a path as a value of an SQL type.  By XSD lexical forms alone, so immutable.

CREATE FUNCTION bxml_text(doc bxml, path bxpath) RETURNS text
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_text';
CREATE FUNCTION bxml_int(doc bxml, path bxpath) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_int';
CREATE FUNCTION bxml_bigint(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_bigint';
CREATE FUNCTION bxml_numeric(doc bxml, path bxpath) RETURNS numeric
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_numeric';
CREATE FUNCTION bxml_float8(doc bxml, path bxpath) RETURNS double precision
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_float8';
CREATE FUNCTION bxml_bool(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_bool';
CREATE FUNCTION bxml_date(doc bxml, path bxpath) RETURNS date
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_date';
CREATE FUNCTION bxml_timestamp(doc bxml, path bxpath) RETURNS timestamp
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_timestamp';
CREATE FUNCTION bxml_timestamptz(doc bxml, path bxpath) RETURNS timestamptz
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_timestamptz';
CREATE FUNCTION bxml_bytea(doc bxml, path bxpath, encoding text DEFAULT 'base64') RETURNS bytea
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bxml_bytea';

COMMENT ON FUNCTION bxml_text(bxml, bxpath) IS 'first item as text, as bxml_value gives it; null if there is none';
COMMENT ON FUNCTION bxml_int(bxml, bxpath) IS 'first item as integer: optional sign and digits (xs:integer); null if there is none';
COMMENT ON FUNCTION bxml_bigint(bxml, bxpath) IS 'first item as bigint: optional sign and digits (xs:integer); null if there is none';
COMMENT ON FUNCTION bxml_numeric(bxml, bxpath) IS
	'first item as numeric, exactly, with all places written (xs:decimal: no exponent); null if there is none';
COMMENT ON FUNCTION bxml_float8(bxml, bxpath) IS
	'first item as double precision (xs:double: exponent, INF, -INF, NaN); null if there is none';
COMMENT ON FUNCTION bxml_bool(bxml, bxpath) IS 'first item as boolean: true, false, 1 or 0 (xs:boolean); null if there is none';
COMMENT ON FUNCTION bxml_date(bxml, bxpath) IS
	'first item as date, as written: a zone is dropped (xs:date); null if there is none';
COMMENT ON FUNCTION bxml_timestamp(bxml, bxpath) IS
	'first item as timestamp, as written: a zone is dropped (xs:dateTime); null if there is none';
COMMENT ON FUNCTION bxml_timestamptz(bxml, bxpath) IS
	'first item as timestamp with time zone; without a zone it is UTC (xs:dateTime); null if there is none';
COMMENT ON FUNCTION bxml_bytea(bxml, bxpath, text) IS
	'first item as bytes; encoding: base64 or hex (xs:base64Binary, xs:hexBinary); null if there is none';

-- The same, with null for a text that is not such a value.
CREATE FUNCTION bxml_try_int(doc bxml, path bxpath) RETURNS integer
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_int';
CREATE FUNCTION bxml_try_bigint(doc bxml, path bxpath) RETURNS bigint
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_bigint';
CREATE FUNCTION bxml_try_numeric(doc bxml, path bxpath) RETURNS numeric
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_numeric';
CREATE FUNCTION bxml_try_float8(doc bxml, path bxpath) RETURNS double precision
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_float8';
CREATE FUNCTION bxml_try_bool(doc bxml, path bxpath) RETURNS boolean
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_bool';
CREATE FUNCTION bxml_try_date(doc bxml, path bxpath) RETURNS date
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_date';
CREATE FUNCTION bxml_try_timestamp(doc bxml, path bxpath) RETURNS timestamp
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_timestamp';
CREATE FUNCTION bxml_try_timestamptz(doc bxml, path bxpath) RETURNS timestamptz
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bxml_value_support AS 'MODULE_PATHNAME', 'bxml_try_timestamptz';

COMMENT ON FUNCTION bxml_try_int(bxml, bxpath) IS
	'first item as integer, as bxml_int gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_bigint(bxml, bxpath) IS
	'first item as bigint, as bxml_bigint gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_numeric(bxml, bxpath) IS
	'first item as numeric, as bxml_numeric gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_float8(bxml, bxpath) IS
	'first item as double precision, as bxml_float8 gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_bool(bxml, bxpath) IS
	'first item as boolean, as bxml_bool gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_date(bxml, bxpath) IS
	'first item as date, as bxml_date gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_timestamp(bxml, bxpath) IS
	'first item as timestamp, as bxml_timestamp gives it; null if there is none or it is not such a value';
COMMENT ON FUNCTION bxml_try_timestamptz(bxml, bxpath) IS
	'first item as timestamp with time zone, as bxml_timestamptz gives it; null if there is none or it is not such a value';
