SELECT array_to_string(xpath('/c:Customer/c:Addresses/c:Address[@primary = "Yes"]/c:Phones/c:Phone[@primary = "Yes"]/c:Number/text()', cadoc, @c@), ' ')
FROM custacc WHERE xpath_exists('/c:Customer/c:Addresses/c:Address[c:PostalCode = "@zip@"]', cadoc, @c@)
	AND EXISTS (SELECT FROM orders WHERE xpath_exists('/o:FIXML/o:Order[@Side = "@side@"]', odoc, @o@)
		AND (xpath('/o:FIXML/o:Order/@Acct', odoc, @o@))[1]::text = ANY (xpath('/c:Customer/c:Accounts/c:Account/@id', cadoc, @c@)::text[]))
ORDER BY (xpath('/c:Customer/c:Name/c:LastName/text()', cadoc, @c@))[1]::text, 1;
