SELECT DISTINCT cadoc #>> '{ShortNames,ShortName,0}' AS answer FROM orders JOIN custacc
	ON jsonb_path_query_array(cadoc, '$.Accounts.Account[*]."@id"') @> jsonb_build_array(odoc #> '{Order,@Acct}')
WHERE cadoc ->> 'CountryOfResidence' = :'country' AND (odoc #>> '{Order,OrdQty,@Cash}')::numeric > :cash
ORDER BY 1;
