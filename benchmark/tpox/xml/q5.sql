SELECT xmlelement(name "Customer", xmlattributes('http://tpox-benchmark.com/custacc' AS xmlns, id), name,
	xmlelement(name "Customer_Securities",
		(SELECT xmlagg(xmlelement(name "Account", xmlattributes(balance AS "BALANCE", account AS "ACCOUNT_ID"),
			xmlelement(name "Securities", names)))
		FROM XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/custacc' AS c), '/c:Customer/c:Accounts/c:Account' PASSING cadoc
			COLUMNS balance text PATH 'c:Balance/c:OnlineActualBal', account text PATH '@id', names xml PATH 'c:Holdings/c:Position/c:Name'))))
FROM custacc, XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/custacc' AS c), '/c:Customer' PASSING cadoc COLUMNS id text PATH '@id', name xml PATH 'c:Name')
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid;
