SELECT bxml_element('@curi@Customer', jsonb_build_object('id', cadoc ->> '@c@ /c:Customer/@id'), cadoc -> '@c@ /c:Customer/c:Name',
	bxml_element('@curi@Customer_Securities', NULL,
		(SELECT bxml_agg(bxml_element('@curi@Account', jsonb_build_object('BALANCE', balance, 'ACCOUNT_ID', id),
			bxml_element('@curi@Securities', NULL, names)))
		FROM bxml_table(cadoc, '@c@ /c:Customer/c:Accounts/c:Account', 'c:Balance/c:OnlineActualBal', '@id', 'c:Holdings/c:Position/c:Name')
			AS a(balance text, id text, names bxml))))
FROM custacc WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid;
