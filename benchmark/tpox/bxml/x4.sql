SELECT max(bxml_numeric(odoc, '@o@ /o:FIXML/o:Order/o:OrdQty/@Cash'))
FROM security JOIN orders ON odoc ->> '@o@ /o:FIXML/o:Order/o:Instrmt/@Sym' = sdoc ->> '@s@ /s:Security/s:Symbol'
	JOIN custacc ON bxml_values_array(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/@id') @> ARRAY[odoc ->> '@o@ /o:FIXML/o:Order/@Acct']
WHERE sdoc @? '@s@ /s:Security/s:SecurityInformation/s:StockInformation[s:Industry = "@industry@"]'
	AND cadoc @? '@c@ /c:Customer/c:Addresses/c:Address[c:State = "@state@"]';
