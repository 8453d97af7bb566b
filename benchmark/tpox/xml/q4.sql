SELECT xmlelement(name "Security", xmlattributes('http://tpox-benchmark.com/security' AS xmlns), symbol, name, type, sector, pe, yield)
FROM security, XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/security' AS s), '/s:Security' PASSING sdoc
	COLUMNS symbol xml PATH 's:Symbol', name xml PATH 's:Name', type xml PATH 's:SecurityType',
		sector xml PATH 's:SecurityInformation//s:Sector', pe xml PATH 's:PE', yield xml PATH 's:Yield')
WHERE (xpath('/s:Security/s:SecurityInformation/*/s:Sector/text()', sdoc, @s@))[1]::text = (SELECT sector FROM sectors WHERE n = :n)
	AND (xpath('/s:Security/s:PE/text()', sdoc, @s@))[1]::text::numeric >= :pe_from
	AND (xpath('/s:Security/s:PE/text()', sdoc, @s@))[1]::text::numeric < :pe_to
	AND (xpath('/s:Security/s:Yield/text()', sdoc, @s@))[1]::text::numeric > :yield;
