-- schema.sql -- the TPoX tables of one type, and what all types share.
--
-- psql variables: type (bxml, xml, jsonb), shared (make what all types use as well).  Each type has a schema of its
-- own, tpox_TYPE, with the same three tables of one document column each, and stocks of new documents as text.

\set ON_ERROR_STOP on
SET client_min_messages = warning;

SELECT :'shared' = 'yes' AS shared \gset
\if :shared
-- The value lists of parameters: a script draws n.
CREATE TABLE public.symbols (n int PRIMARY KEY, symbol text NOT NULL);
CREATE TABLE public.sectors (n int PRIMARY KEY, sector text NOT NULL);
\endif

SELECT 'tpox_' || :'type' AS schema \gset
CREATE SCHEMA :schema;
SET search_path = :schema, public;

CREATE TABLE custacc (cadoc :type);
CREATE TABLE orders (odoc :type);
CREATE TABLE security (sdoc :type);

-- Documents that I1, I2 and U1 take, by the next number.  D1 and D2 take the numbers in the same order, some way
-- behind.
CREATE TABLE order_stock (n int PRIMARY KEY, doc text NOT NULL);
CREATE TABLE custacc_stock (n int PRIMARY KEY, doc text NOT NULL);
CREATE TABLE account_stock (n int PRIMARY KEY, doc text NOT NULL);

-- I2, U2 and U4 store what these return.  They do nothing and cost nothing; VALIDATE=file runs SQL that replaces them
-- by functions which check the document against its schema.
CREATE FUNCTION valid_custacc(doc :type) RETURNS :type LANGUAGE sql IMMUTABLE AS 'SELECT doc';
CREATE FUNCTION valid_order(doc :type) RETURNS :type LANGUAGE sql IMMUTABLE AS 'SELECT doc';
