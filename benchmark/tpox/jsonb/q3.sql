SELECT jsonb_build_object('@CUSTOMERID', cadoc -> '@id', 'Name', cadoc -> 'Name', 'DateOfBirth', cadoc -> 'DateOfBirth',
	'Gender', cadoc -> 'Gender', 'CountryOfResidence', cadoc -> 'CountryOfResidence', 'Languages', cadoc -> 'Languages',
	'Addresses', cadoc -> 'Addresses', 'EmailAddresses', cadoc -> 'EmailAddresses')
FROM custacc WHERE (cadoc ->> '@id')::bigint = :cid;
