UPDATE custacc SET cadoc = (
	SELECT bxml_modify(cadoc, '@c@
		for $a in /c:Customer/c:Accounts/c:Account[1] return (
			if ($a/c:Holdings/c:Position[c:Symbol = $symbol])
			then replace value of node $a/c:Holdings/c:Position[c:Symbol = $symbol][1]/c:Quantity with $quantity
			else insert node <Position xmlns="http://tpox-benchmark.com/custacc"><Symbol>{$symbol}</Symbol><Name>{$name}</Name><Type>{$type}</Type><Quantity>{$quantity}</Quantity></Position> into $a/c:Holdings,
			replace value of node $a/c:Balance/c:OnlineActualBal with $actual,
			replace value of node $a/c:Balance/c:WorkingBalance with $working,
			replace value of node $a/c:LastUpdate with "2004-06-16T12:00:00")',
		jsonb_build_object('symbol', k.symbol, 'name', k.name, 'type', k.type,
			'quantity', (:milli * 0.001 + coalesce(bxml_value(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Holdings/c:Position[c:Symbol = $symbol][1]/c:Quantity',
				jsonb_build_object('symbol', k.symbol))::numeric, 0))::text,
			'actual', (bxml_numeric(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Balance/c:OnlineActualBal') - :amount)::text,
			'working', (bxml_numeric(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Balance/c:WorkingBalance') - :amount)::text))
	FROM (SELECT s.name, s.type, CASE WHEN :known = 1
			THEN cadoc ->> '@c@ /c:Customer/c:Accounts/c:Account[1]/c:Holdings/c:Position[1]/c:Symbol' ELSE s.symbol END AS symbol) k)
FROM (SELECT y.symbol, sdoc ->> '@s@ /s:Security/s:Name' AS name, sdoc ->> '@s@ /s:Security/s:SecurityType' AS type
	FROM symbols y JOIN security ON sdoc ->> '@s@ /s:Security/s:Symbol' = y.symbol WHERE y.n = :n) s
WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid;
