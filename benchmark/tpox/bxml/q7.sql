SELECT max(bxml_numeric(odoc, '@o@ /o:FIXML/o:Order/o:OrdQty/@Cash')) FROM custacc, orders
WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid
	AND odoc ->> '@o@ /o:FIXML/o:Order/@Acct' = ANY (bxml_values_array(cadoc, '@c@ /c:Customer/c:Accounts/c:Account/@id'));
