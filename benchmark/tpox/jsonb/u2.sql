UPDATE custacc SET cadoc = valid_custacc(cadoc #- '{Accounts,Account,-1}')
WHERE (cadoc ->> '@id')::bigint = :cid AND cadoc #> '{Accounts,Account,1}' IS NOT NULL;
