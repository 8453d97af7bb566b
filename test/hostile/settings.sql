-- settings.sql -- prints statements that call immutable functions and print a number and what was answered, for a
-- comparison of runs under other settings.  The answer is digested by functions that do not depend on any.  What
-- describes the stored form of its argument is left out: the argument is made under those settings, too.

SELECT format('SELECT %L || coalesce(md5(%s), ''null'') FROM (SELECT %I(%s) AS x) s;', row_number() OVER (ORDER BY c.name, k) || '|',
	CASE WHEN c.prorettype = 'bxml'::regtype THEN 'bxml_to_text(x)'
		WHEN c.prorettype IN ('text'::regtype, 'boolean'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) THEN 'x::text'
		ELSE (SELECT format('encode(%I(x), ''hex'')', p.proname) FROM pg_type t JOIN pg_proc p ON p.oid = t.typsend WHERE t.oid = c.prorettype) END, c.proname, watch.args(c, k))
FROM watch.called c CROSS JOIN generate_series(0, 25) k
WHERE c.provolatile = 'i' AND c.prokind = 'f' AND NOT c.proretset AND c.prorettype NOT IN ('internal'::regtype, 'void'::regtype, 'cstring'::regtype, 'record'::regtype)
	AND c.proname NOT IN ('bxml_to_bytea') AND NOT c.args && '{internal}'::regtype[]::oid[] AND cardinality(c.args) > 0 AND k < 6 + 4 * cardinality(c.args)
	AND EXISTS (SELECT FROM pg_type t WHERE t.oid = c.prorettype AND t.typsend <> 0 AND t.typelem = 0)
UNION ALL
SELECT format('SELECT %L || coalesce(md5(string_agg(s::text, '','')), ''null'') FROM %I(%s) s;', 100000 + row_number() OVER (ORDER BY c.name, k) || '|', c.proname, watch.args(c, k))
FROM watch.called c CROSS JOIN generate_series(0, 20) k
WHERE c.provolatile = 'i' AND c.proretset AND NOT c.needs_columns AND c.proname NOT IN ('bxml_dump') AND NOT c.args && '{internal}'::regtype[]::oid[];
-- Casts by their syntax, and with documents whose form depends on how they were read.
SELECT format('SELECT %L || coalesce(md5((%s)::bxml::text), ''null'');', 200000 + row_number() OVER () || '|', expr) FROM watch.pool WHERE type IN ('text'::regtype, 'xml'::regtype, 'bytea'::regtype)
UNION ALL
SELECT format('SELECT %L || md5(bxml_to_text(bxml_from_text(%L)));', 300000 + row_number() OVER () || '|', doc) FROM (VALUES
	('<!DOCTYPE a SYSTEM "x.dtd"><a>1</a>'), ('<!DOCTYPE a [<!ENTITY e SYSTEM "x.xml">]><a>&e;</a>'), ('<!DOCTYPE a [<!ENTITY % p SYSTEM "x.dtd"> %p;]><a/>'), ('<a>007</a>'),
	('<a b="2020-01-01">1.50</a>'), ('<a xml:space="preserve"> <b/> </a>'), ('<a>é</a>')) x(doc);
