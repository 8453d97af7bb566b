-- Every object is commented and marked as what it is.

SELECT p.oid::regprocedure AS uncommented
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml'
WHERE obj_description(p.oid, 'pg_proc') IS NULL;

SELECT pg_describe_object(d.classid, d.objid, 0) AS uncommented
FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml' AND d.deptype = 'e'
WHERE NOT EXISTS (SELECT FROM pg_description c WHERE c.objoid = d.objid AND c.classoid = d.classid)
	AND d.classid <> 'pg_type'::regclass;

SELECT p.oid::regprocedure AS function, p.provolatile AS v, p.proisstrict AS strict, p.proparallel AS par, p.procost AS cost,
	p.prorows AS rows, pg_get_function_result(p.oid) AS result
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml'
ORDER BY p.oid::regprocedure::text COLLATE "C";

SELECT o.oid::regoperator AS operator, oprcode, oprrest, oprjoin, obj_description(o.oid, 'pg_operator') AS comment
FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml'
ORDER BY o.oid::regoperator::text COLLATE "C";

SELECT typname, typstorage, typalign, typcategory, typlen FROM pg_type WHERE typname IN ('bxml', 'bxpath', 'ordpath') ORDER BY 1;

-- the extension can move, and its functions work from elsewhere
CREATE SCHEMA elsewhere;
ALTER EXTENSION bxml SET SCHEMA elsewhere;
SELECT elsewhere.bxml_value('<a>1</a>'::elsewhere.bxml, '/a'::elsewhere.bxpath);
ALTER EXTENSION bxml SET SCHEMA public;
DROP SCHEMA elsewhere;
