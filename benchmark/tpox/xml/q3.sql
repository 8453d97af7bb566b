SELECT xmlelement(name "Customer_Profile", xmlattributes('http://tpox-benchmark.com/custacc' AS xmlns, id AS "CUSTOMERID"),
	name, birth, gender, country, languages, addresses, emails)
FROM custacc, XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/custacc' AS c), '/c:Customer' PASSING cadoc
	COLUMNS id text PATH '@id', name xml PATH 'c:Name', birth xml PATH 'c:DateOfBirth', gender xml PATH 'c:Gender',
		country xml PATH 'c:CountryOfResidence', languages xml PATH 'c:Languages', addresses xml PATH 'c:Addresses',
		emails xml PATH 'c:EmailAddresses')
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid;
