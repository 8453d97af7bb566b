SELECT bxml_element('@suri@Security', NULL, sdoc -> '@s@ /s:Security/s:Symbol', sdoc -> '@s@ /s:Security/s:Name',
	sdoc -> '@s@ /s:Security/s:SecurityType', sdoc -> '@s@ /s:Security/s:SecurityInformation//s:Sector',
	sdoc -> '@s@ /s:Security/s:PE', sdoc -> '@s@ /s:Security/s:Yield')
FROM security
WHERE sdoc ->> '@s@ /s:Security/s:SecurityInformation/*/s:Sector' = (SELECT sector FROM sectors WHERE n = :n)
	AND bxml_numeric(sdoc, '@s@ /s:Security/s:PE') >= :pe_from AND bxml_numeric(sdoc, '@s@ /s:Security/s:PE') < :pe_to
	AND bxml_numeric(sdoc, '@s@ /s:Security/s:Yield') > :yield;
