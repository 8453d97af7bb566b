-- What test/t/qt3 asks a case with: the items of an expression, which sees the namespaces of its environment.

-- The collation that environments of cases bring with them.
DO $$ BEGIN
	CREATE COLLATION "http://www.w3.org/2010/09/qt-fots-catalog/collation/caseblind" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN feature_not_supported THEN
END $$;

-- The prolog that declares namespaces, pairs of prefix and URI, that the expression does not declare itself, and the
-- expression.  A version declaration must stay the first.
CREATE FUNCTION qt3_query(expr text, ns text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT v[1] || coalesce((SELECT string_agg(CASE WHEN ns[i][1] = '' THEN 'declare default element namespace "'
				ELSE 'declare namespace ' || ns[i][1] || ' = "' END || replace(replace(ns[i][2], '&', '&amp;'), '"', '""') || '"; ', '')
			FROM generate_subscripts(ns, 1) i
			WHERE expr !~ (CASE WHEN ns[i][1] = '' THEN 'declare\s+default\s+element\s+namespace'
				ELSE 'declare\s+namespace\s+' || ns[i][1] || '\s*=' END)), '') || v[2]
	FROM regexp_match(expr, '^((?:\s*xquery\s+(?:version|encoding)[^;]*;)?)(.*)$') v
$$;

-- Cases without a document come with <empty/>.  A query that declares how its result is written is asked for that.
CREATE FUNCTION qt3_items(expr text, doc text, ns text[], vars jsonb)
	RETURNS TABLE (item text, type text, string text) LANGUAGE plpgsql STABLE AS $$
DECLARE
	query bxquery := qt3_query(expr, ns);
BEGIN
	IF expr ~ 'declare\s+option\s+(output:|Q\{http://www\.w3\.org/2010/xslt-xquery-serialization\})' THEN
		RETURN QUERY SELECT t, 'xs:string', t
			FROM CAST(CASE WHEN doc = '<empty/>' THEN bxquery_evaluate_text(query, vars) ELSE bxml_xquery_text(doc::bxml, query, vars) END AS text) t;
	ELSIF doc = '<empty/>' THEN
		RETURN QUERY SELECT CASE WHEN i.type LIKE 'xs:%' THEN i.text ELSE i.item::text END, i.type, i.text
			FROM bxquery_items(query, vars) i;
	ELSE
		RETURN QUERY SELECT CASE WHEN i.type LIKE 'xs:%' THEN i.text ELSE i.item::text END, i.type, i.text
			FROM bxml_items(doc::bxml, query, vars) i;
	END IF;
END $$;
