SELECT jsonb_build_object('@id', "@id", 'Name', "Name", 'Customer_Securities', jsonb_build_object('Account',
	(SELECT jsonb_agg(jsonb_build_object('@BALANCE', a #> '{Balance,OnlineActualBal}', '@ACCOUNT_ID', a -> '@id',
		'Securities', jsonb_build_object('Name', jsonb_path_query_array(a, '$.Holdings.Position[*].Name'))))
	FROM jsonb_array_elements("Accounts" -> 'Account') a)))
FROM custacc, jsonb_to_record(cadoc) AS c("@id" jsonb, "Name" jsonb, "Accounts" jsonb)
WHERE (cadoc ->> '@id')::bigint = :cid;
