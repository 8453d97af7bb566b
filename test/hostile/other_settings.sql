SET bxml.external_entities = 'skip'; SET bxml.compression = off; SET bxml.vocabularies = off;
SET bxml.output_labels = on; SET bxml.directories = 'all'; SET bxml.path_cache = off; SET bxml.value_cache = off; SET bxml.reader_scan = off; SET bxml.binary_output = text; SET bxml.copy_threshold = 0;
SET DateStyle = 'SQL, DMY'; SET TimeZone = 'Asia/Kolkata'; SET IntervalStyle = sql_standard; SET bytea_output = escape; SET xmloption = document; SET xmlbinary = hex; SET extra_float_digits = 0;
SET array_nulls = off; SET quote_all_identifiers = on; SET default_text_search_config = 'pg_catalog.simple'; SET search_path = public, pg_temp; SET intervalstyle = iso_8601;
