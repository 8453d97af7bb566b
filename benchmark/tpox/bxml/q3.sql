SELECT bxml_element('@curi@Customer_Profile', jsonb_build_object('CUSTOMERID', cadoc ->> '@c@ /c:Customer/@id'),
	cadoc -> '@c@ /c:Customer/*[self::c:Name or self::c:DateOfBirth or self::c:Gender or self::c:CountryOfResidence or self::c:Languages or self::c:Addresses or self::c:EmailAddresses]')
FROM custacc WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid;
