SELECT DISTINCT sdoc ->> 'Name' AS answer
FROM custacc, jsonb_path_query(cadoc, '$.Accounts.Account[*].Holdings.Position[*].Symbol') AS symbol, security
WHERE sdoc ->> 'Symbol' = symbol #>> '{}' AND (cadoc ->> '@id')::bigint = :cid
ORDER BY 1;
