SELECT max((odoc #>> '{Order,OrdQty,@Cash}')::numeric) FROM custacc, orders
WHERE (cadoc ->> '@id')::bigint = :cid
	AND odoc #>> '{Order,@Acct}' = ANY (ARRAY(SELECT jsonb_path_query(cadoc, '$.Accounts.Account[*]."@id"') #>> '{}'));
