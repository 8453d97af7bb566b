SELECT DISTINCT sdoc ->> '@s@ /s:Security/s:Name' AS answer FROM custacc,
	bxml_values(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/c:Holdings/c:Position/c:Symbol') AS symbol,
	security WHERE sdoc ->> '@s@ /s:Security/s:Symbol' = symbol AND bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid
ORDER BY 1;
