SELECT DISTINCT v.name AS answer FROM custacc,
	unnest(xpath('/c:Customer/c:Accounts/c:Account/c:Holdings/c:Position/c:Symbol/text()', cadoc, @c@)::text[]) AS symbol, security,
	XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/security' AS s), '/s:Security' PASSING sdoc COLUMNS name text PATH 's:Name') v
WHERE (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text = symbol
	AND (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid
ORDER BY 1;
