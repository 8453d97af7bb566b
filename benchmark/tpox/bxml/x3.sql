SELECT bxml_string_agg(cadoc, '@c@ /c:Customer/c:Addresses/c:Address[@primary = "Yes"]/c:Phones/c:Phone[@primary = "Yes"]/c:Number', ' ')
FROM custacc WHERE cadoc @? '@c@ /c:Customer/c:Addresses/c:Address[c:PostalCode = "@zip@"]'
	AND EXISTS (SELECT FROM orders WHERE odoc @? '@o@ /o:FIXML/o:Order[@Side = "@side@"]'
		AND odoc ->> '@o@ /o:FIXML/o:Order/@Acct' = ANY (bxml_values_array(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/@id')))
ORDER BY cadoc ->> '@c@ /c:Customer/c:Name/c:LastName', 1;
