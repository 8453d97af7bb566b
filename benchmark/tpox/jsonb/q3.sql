SELECT jsonb_build_object('@CUSTOMERID', "@id", 'Name', "Name", 'DateOfBirth', "DateOfBirth", 'Gender', "Gender",
	'CountryOfResidence', "CountryOfResidence", 'Languages', "Languages", 'Addresses', "Addresses", 'EmailAddresses', "EmailAddresses")
FROM custacc, jsonb_to_record(cadoc) AS c("@id" jsonb, "Name" jsonb, "DateOfBirth" jsonb, "Gender" jsonb, "CountryOfResidence" jsonb,
	"Languages" jsonb, "Addresses" jsonb, "EmailAddresses" jsonb)
WHERE (cadoc ->> '@id')::bigint = :cid;
