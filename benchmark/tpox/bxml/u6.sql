UPDATE custacc SET cadoc = bxml_modify(cadoc, '@c@
	for $a in /c:Customer/c:Accounts/c:Account[1] return (
		if ($quantity = 0 and $a/c:Holdings/c:Position[2])
		then delete node $a/c:Holdings/c:Position[1]
		else replace value of node $a/c:Holdings/c:Position[1]/c:Quantity with $quantity,
		replace value of node $a/c:Balance/c:OnlineActualBal with $actual,
		replace value of node $a/c:Balance/c:WorkingBalance with $working,
		replace value of node $a/c:LastUpdate with "2004-06-16T12:00:00")',
	jsonb_build_object(
		'quantity', CASE WHEN :all = 1 THEN '0' ELSE
			greatest(bxml_numeric(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Holdings/c:Position[1]/c:Quantity') - :milli * 0.001, 0)::text END,
		'actual', (bxml_numeric(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Balance/c:OnlineActualBal') + :amount)::text,
		'working', (bxml_numeric(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Balance/c:WorkingBalance') + :amount)::text))
WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid;
