SELECT xmlelement(name print, format('%s opened at %s today', name, open))
FROM security, XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/security' AS s), '/s:Security' PASSING sdoc
	COLUMNS name text PATH 's:Name', open text PATH 's:Price/s:PriceToday/s:Open')
WHERE (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text = (SELECT symbol FROM symbols WHERE n = :n);
