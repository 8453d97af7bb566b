SELECT max((xpath('/o:FIXML/o:Order/o:OrdQty/@Cash', odoc, @o@))[1]::text::numeric) FROM custacc, orders
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid
	AND (xpath('/o:FIXML/o:Order/@Acct', odoc, @o@))[1]::text = ANY (xpath('/c:Customer/c:Accounts/c:Account/@id', cadoc, @c@)::text[]);
