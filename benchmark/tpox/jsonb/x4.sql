SELECT max((odoc #>> '{Order,OrdQty,@Cash}')::numeric)
FROM security JOIN orders ON odoc #>> '{Order,Instrmt,@Sym}' = sdoc ->> 'Symbol'
	JOIN custacc ON jsonb_path_query_array(cadoc, '$.Accounts.Account[*]."@id"') @> jsonb_build_array(odoc #> '{Order,@Acct}')
WHERE sdoc @? '$.SecurityInformation.StockInformation.Industry[*] ? (@ == "@industry@")'
	AND cadoc @? '$.Addresses.Address[*] ? (@.State == "@state@")';
