-- Tables of the demo: every set of documents as text, as bxml and as core xml.
SET client_min_messages = warning;
CREATE EXTENSION bxml;

CREATE TABLE orders_text (id int, doc text);
CREATE TABLE customers_text (id int, doc text);
CREATE TABLE listings_text (id int, doc text);
CREATE TABLE documents_text (name text, doc text);

CREATE TABLE orders (id int, doc bxml);
CREATE TABLE customers (id int, doc bxml);
CREATE TABLE listings (id int, doc bxml);
CREATE TABLE documents (name text, doc bxml);

CREATE TABLE orders_xml (id int, doc xml);
CREATE TABLE customers_xml (id int, doc xml);
CREATE TABLE listings_xml (id int, doc xml);
CREATE TABLE documents_xml (name text, doc xml);

-- Documents core xml stored and then cannot query (it parses again, with other rules than on input).
CREATE TABLE core_refuses (name text, why text);

-- The error core gives when a path is evaluated on a document, or NULL.
CREATE FUNCTION core_error(doc xml) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM xpath('/*', doc);
	RETURN NULL;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END
$$;

-- What was measured: milliseconds or bytes, and the answers for comparison.
CREATE TABLE measured (
	n serial,
	what text,
	unit text,
	core float8,
	bxml float8,
	same boolean
);

-- Median time of a statement in milliseconds, and its single-value answer.
CREATE FUNCTION demo_time(statement text, runs int, before text, OUT ms float8, OUT answer text)
LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz;
	taken float8[] := '{}';
BEGIN
	FOR i IN 1..runs LOOP
		IF before IS NOT NULL THEN
			EXECUTE before;
		END IF;
		start := clock_timestamp();
		IF statement ~* '^ *SELECT' THEN
			EXECUTE statement INTO answer;
		ELSE
			EXECUTE statement;
		END IF;
		taken := taken || extract(epoch FROM clock_timestamp() - start)::float8 * 1000;
	END LOOP;
	SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) INTO ms FROM unnest(taken) t;
END
$$;

-- Measure both sides; the result is a line to print, so that long steps show progress.
CREATE FUNCTION demo_compare(what text, core_statement text, bxml_statement text, runs int,
	core_before text DEFAULT NULL, bxml_before text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	c record;
	b record;
BEGIN
	c := demo_time(core_statement, runs, core_before);
	b := demo_time(bxml_statement, runs, bxml_before);
	INSERT INTO measured (what, unit, core, bxml, same)
		VALUES (what, 'ms', c.ms, b.ms, CASE WHEN c.answer IS NOT NULL THEN c.answer = b.answer END);
	RETURN format('        %s core xml %s ms, bxml %s ms', rpad(what, 44), lpad(round(c.ms::numeric, 1)::text, 8),
		lpad(round(b.ms::numeric, 1)::text, 8));
END
$$;
