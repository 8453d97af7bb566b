SELECT DISTINCT cadoc ->> '@c@ /c:Customer/c:ShortNames/c:ShortName' AS answer FROM orders JOIN custacc
	ON bxml_values_array(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/@id') @> ARRAY[odoc ->> '@o@ /o:FIXML/o:Order/@Acct']
WHERE cadoc ->> '@c@ /c:Customer/c:CountryOfResidence' = :'country'
	AND bxml_numeric(odoc, '@o@ /o:FIXML/o:Order/o:OrdQty/@Cash') > :cash
ORDER BY 1;
