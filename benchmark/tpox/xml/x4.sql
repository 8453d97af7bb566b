SELECT max((xpath('/o:FIXML/o:Order/o:OrdQty/@Cash', odoc, @o@))[1]::text::numeric)
FROM security JOIN orders ON (xpath('/o:FIXML/o:Order/o:Instrmt/@Sym', odoc, @o@))[1]::text
		= (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text
	JOIN custacc ON xpath('/c:Customer/c:Accounts/c:Account/@id', cadoc, @c@)::text[]
		@> ARRAY[(xpath('/o:FIXML/o:Order/@Acct', odoc, @o@))[1]::text]
WHERE xpath_exists('/s:Security/s:SecurityInformation/s:StockInformation[s:Industry = "@industry@"]', sdoc, @s@)
	AND xpath_exists('/c:Customer/c:Addresses/c:Address[c:State = "@state@"]', cadoc, @c@);
