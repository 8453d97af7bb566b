-- members.sql -- the members of the extensions that can be attempted, as test/hostile/members names them.

SELECT CASE d.classid WHEN 'pg_proc'::regclass THEN (SELECT CASE prokind WHEN 'a' THEN 'aggregate ' ELSE 'function ' END || oid::regprocedure FROM pg_proc WHERE oid = d.objid)
	WHEN 'pg_class'::regclass THEN (SELECT CASE relkind WHEN 'v' THEN 'view ' WHEN 'S' THEN 'sequence ' WHEN 'r' THEN 'table ' ELSE 'relation ' END || oid::regclass FROM pg_class WHERE oid = d.objid)
	WHEN 'pg_type'::regclass THEN 'type ' || d.objid::regtype
	WHEN 'pg_operator'::regclass THEN 'operator ' || d.objid::regoperator
	WHEN 'pg_language'::regclass THEN (SELECT 'language ' || lanname FROM pg_language WHERE oid = d.objid)
	WHEN 'pg_cast'::regclass THEN 'cast ' || (SELECT format('%s as %s', castsource::regtype, casttarget::regtype) FROM pg_cast WHERE oid = d.objid)
	WHEN 'pg_opclass'::regclass THEN (SELECT format('operator class %s for %s', opcname, amname) FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod WHERE c.oid = d.objid)
	WHEN 'pg_opfamily'::regclass THEN (SELECT format('operator family %s for %s', opfname, amname) FROM pg_opfamily c JOIN pg_am a ON a.oid = opfmethod WHERE c.oid = d.objid)
	ELSE pg_describe_object(d.classid, d.objid, 0) END
FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass AND e.extname LIKE 'bxml%'
WHERE d.deptype = 'e';
