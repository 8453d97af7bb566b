UPDATE security SET sdoc = jsonb_set(jsonb_set(jsonb_set(jsonb_set(jsonb_set(sdoc,
	'{Price,LastTrade}', to_jsonb((:cents * 0.01)::text)), '{Price,Ask}', to_jsonb(((:cents + 10) * 0.01)::text)),
	'{Price,Bid}', to_jsonb(((:cents - 10) * 0.01)::text)),
	'{Price,PriceToday,High}', to_jsonb(greatest((sdoc #>> '{Price,PriceToday,High}')::numeric, :cents * 0.01)::text)),
	'{Price,PriceToday,Low}', to_jsonb(least((sdoc #>> '{Price,PriceToday,Low}')::numeric, :cents * 0.01)::text))
WHERE sdoc ->> 'Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
