-- captured.sql -- what of the extensions refers to a planted function or operator (overloads.sql): a line for each
-- object that depends on one, or whose stored expression or row holds the OID of one.

WITH RECURSIVE member(classid, objid) AS (
	SELECT 'pg_extension'::regclass::oid, oid FROM pg_extension WHERE extname LIKE 'bxml%'
	UNION
	SELECT d.classid, d.objid FROM pg_depend d JOIN member m ON d.refclassid = m.classid AND d.refobjid = m.objid
	WHERE d.deptype IN ('e', 'i', 'a')
), reference(classid, objid, oid) AS (
	SELECT m.classid, m.objid, d.refobjid FROM member m JOIN pg_depend d ON (d.classid, d.objid) = (m.classid, m.objid)
	WHERE d.refobjid >= 4000000000
	UNION
	SELECT m.classid, m.objid, f.oid::oid FROM member m CROSS JOIN LATERAL (
		SELECT concat(ev_action, ev_qual) FROM pg_rewrite WHERE m.classid = 'pg_rewrite'::regclass AND oid = m.objid
		UNION ALL SELECT concat(prosqlbody, proargdefaults) FROM pg_proc WHERE m.classid = 'pg_proc'::regclass AND oid = m.objid
		UNION ALL SELECT adbin::text FROM pg_attrdef WHERE m.classid = 'pg_attrdef'::regclass AND oid = m.objid
		UNION ALL SELECT conbin::text FROM pg_constraint WHERE m.classid = 'pg_constraint'::regclass AND oid = m.objid
		UNION ALL SELECT concat(indexprs, indpred) FROM pg_index WHERE m.classid = 'pg_class'::regclass AND indexrelid = m.objid
		UNION ALL SELECT tgqual::text FROM pg_trigger WHERE m.classid = 'pg_trigger'::regclass AND oid = m.objid
		UNION ALL SELECT concat(polqual, polwithcheck) FROM pg_policy WHERE m.classid = 'pg_policy'::regclass AND oid = m.objid
		UNION ALL SELECT typdefaultbin::text FROM pg_type WHERE m.classid = 'pg_type'::regclass AND oid = m.objid
		UNION ALL SELECT concat_ws(' ', aggtransfn::oid, aggfinalfn::oid, aggcombinefn::oid, aggserialfn::oid, aggdeserialfn::oid, aggmtransfn::oid,
			aggminvtransfn::oid, aggmfinalfn::oid, aggsortop) FROM pg_aggregate WHERE m.classid = 'pg_proc'::regclass AND aggfnoid = m.objid
		UNION ALL SELECT concat_ws(' ', oprcom, oprnegate, oprcode::oid, oprrest::oid, oprjoin::oid) FROM pg_operator
			WHERE m.classid = 'pg_operator'::regclass AND oid = m.objid
		UNION ALL SELECT concat_ws(' ', typinput::oid, typoutput::oid, typreceive::oid, typsend::oid, typmodin::oid, typmodout::oid,
			typanalyze::oid, typsubscript::oid) FROM pg_type WHERE m.classid = 'pg_type'::regclass AND oid = m.objid
	) stored(text) CROSS JOIN LATERAL (SELECT (regexp_matches(stored.text, '\m4[012][0-9]{8}\M', 'g'))[1]) f(oid)
)
SELECT DISTINCT pg_describe_object(classid, objid, 0) || ': ' ||
	coalesce((SELECT 'operator ' || oid::regoperator FROM pg_operator o WHERE o.oid = r.oid), 'function ' || r.oid::regprocedure)
FROM reference r ORDER BY 1;
