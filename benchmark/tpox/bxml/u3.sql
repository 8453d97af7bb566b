UPDATE security SET sdoc = bxml_modify(sdoc, '@s@
	replace value of node /s:Security/s:Price/s:LastTrade with $last,
	replace value of node /s:Security/s:Price/s:Ask with $ask,
	replace value of node /s:Security/s:Price/s:Bid with $bid,
	for $high in /s:Security/s:Price/s:PriceToday/s:High where $high < $last return replace value of node $high with $last,
	for $low in /s:Security/s:Price/s:PriceToday/s:Low where $low > $last return replace value of node $low with $last',
	jsonb_build_object('last', (:cents * 0.01)::text, 'ask', ((:cents + 10) * 0.01)::text, 'bid', ((:cents - 10) * 0.01)::text))
WHERE sdoc ->> '@s@ /s:Security/s:Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
