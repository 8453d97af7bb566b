UPDATE custacc SET cadoc = jsonb_insert(cadoc, '{Accounts,Account,-1}', doc::jsonb, true)
FROM account_stock WHERE n = (SELECT nextval('account_in')) AND (cadoc ->> '@id')::bigint = :cid;
