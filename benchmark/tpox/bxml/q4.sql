SELECT bxml_element('@suri@Security', NULL, sdoc -> '@s@ /s:Security/s:Symbol | /s:Security/s:Name | /s:Security/s:SecurityType
	| /s:Security/s:SecurityInformation//s:Sector | /s:Security/s:PE | /s:Security/s:Yield')
FROM security
WHERE sdoc ->> '@s@ /s:Security/s:SecurityInformation/*/s:Sector' = (SELECT sector FROM sectors WHERE n = :n)
	AND bxml_numeric(sdoc, '@s@ /s:Security/s:PE') >= :pe_from AND bxml_numeric(sdoc, '@s@ /s:Security/s:PE') < :pe_to
	AND bxml_numeric(sdoc, '@s@ /s:Security/s:Yield') > :yield;
