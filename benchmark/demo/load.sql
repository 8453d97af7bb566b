-- Store the texts in both types; the time of each INSERT is measured.  Parallel plans are off, so that both sides
-- are one process.
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = warning;
\pset tuples_only on
\pset format unaligned

SELECT demo_compare('store the orders', 'INSERT INTO orders_xml SELECT id, doc::xml FROM orders_text',
	'INSERT INTO orders SELECT id, doc::bxml FROM orders_text', :runs, 'TRUNCATE orders_xml', 'TRUNCATE orders');
SELECT demo_compare('store the customers', 'INSERT INTO customers_xml SELECT id, doc::xml FROM customers_text',
	'INSERT INTO customers SELECT id, doc::bxml FROM customers_text', :runs, 'TRUNCATE customers_xml',
	'TRUNCATE customers');
SELECT demo_compare('store the large document', 'INSERT INTO listings_xml SELECT id, doc::xml FROM listings_text',
	'INSERT INTO listings SELECT id, doc::bxml FROM listings_text', :runs, 'TRUNCATE listings_xml',
	'TRUNCATE listings');

-- Core xml needs the option for content and accepts a DOCTYPE in document mode only; bxml takes both.
SET xmloption = document;
SELECT demo_compare('store the real documents', 'INSERT INTO documents_xml SELECT name, doc::xml FROM documents_text',
	'INSERT INTO documents SELECT name, doc::bxml FROM documents_text', :runs, 'TRUNCATE documents_xml',
	'TRUNCATE documents');
RESET xmloption;

INSERT INTO core_refuses SELECT name, core_error(doc) FROM documents_xml WHERE core_error(doc) IS NOT NULL;
SELECT '        core xml stored ' || name || ' and cannot query it (left out of comparisons): ' || why FROM core_refuses;

VACUUM ANALYZE;
INSERT INTO measured (what, unit, core, bxml)
	SELECT 'size of the ' || w || ' (text: ' || pg_size_pretty(t) || ')', 'kB', c / 1024.0, b / 1024.0 FROM (VALUES
		(1, 'orders', (SELECT sum(octet_length(doc)) FROM orders_text), pg_table_size('orders_xml'),
			pg_table_size('orders')),
		(2, 'customers', (SELECT sum(octet_length(doc)) FROM customers_text), pg_table_size('customers_xml'),
			pg_table_size('customers')),
		(3, 'large document', (SELECT sum(octet_length(doc)) FROM listings_text), pg_table_size('listings_xml'),
			pg_table_size('listings')),
		(4, 'real documents', (SELECT sum(octet_length(doc)) FROM documents_text), pg_table_size('documents_xml'),
			pg_table_size('documents'))) v (n, w, t, c, b)
	ORDER BY n;
