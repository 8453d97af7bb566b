SELECT (SELECT string_agg(number #>> '{}', ' ' ORDER BY at) FROM jsonb_path_query(cadoc,
	'$.Addresses.Address[*] ? (@."@primary" == "Yes").Phones.Phone[*] ? (@."@primary" == "Yes").Number') WITH ORDINALITY n(number, at))
FROM custacc WHERE cadoc @? '$.Addresses.Address[*] ? (@.PostalCode == "@zip@")'
	AND EXISTS (SELECT FROM orders WHERE odoc #>> '{Order,@Side}' = '@side@'
		AND odoc #>> '{Order,@Acct}' = ANY (ARRAY(SELECT jsonb_path_query(cadoc, '$.Accounts.Account[*]."@id"') #>> '{}')))
ORDER BY cadoc #>> '{Name,LastName}', 1;
