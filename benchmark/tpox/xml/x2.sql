SELECT DISTINCT (xpath('/c:Customer/c:ShortNames/c:ShortName/text()', cadoc, @c@))[1]::text AS answer FROM orders JOIN custacc
	ON xpath('/c:Customer/c:Accounts/c:Account/@id', cadoc, @c@)::text[] @> ARRAY[(xpath('/o:FIXML/o:Order/@Acct', odoc, @o@))[1]::text]
WHERE (xpath('/c:Customer/c:CountryOfResidence/text()', cadoc, @c@))[1]::text = :'country'
	AND (xpath('/o:FIXML/o:Order/o:OrdQty/@Cash', odoc, @o@))[1]::text::numeric > :cash
ORDER BY 1;
