UPDATE custacc SET cadoc = (
	SELECT jsonb_set(jsonb_set(jsonb_set(
		CASE WHEN p.at IS NULL
			THEN jsonb_insert(cadoc, '{Accounts,Account,0,Holdings,Position,-1}', jsonb_build_object('Symbol', k.symbol,
				'Name', k.name, 'Type', k.type, 'Quantity', (:milli * 0.001)::text), true)
			ELSE jsonb_set(cadoc, ARRAY['Accounts', 'Account', '0', 'Holdings', 'Position', p.at::text, 'Quantity'],
				to_jsonb((p.quantity + :milli * 0.001)::text)) END,
		'{Accounts,Account,0,Balance,OnlineActualBal}',
			to_jsonb(((cadoc #>> '{Accounts,Account,0,Balance,OnlineActualBal}')::numeric - :amount)::text)),
		'{Accounts,Account,0,Balance,WorkingBalance}',
			to_jsonb(((cadoc #>> '{Accounts,Account,0,Balance,WorkingBalance}')::numeric - :amount)::text)),
		'{Accounts,Account,0,LastUpdate}', '"2004-06-16T12:00:00"')
	FROM (SELECT s.name, s.type, CASE WHEN :known = 1
			THEN cadoc #>> '{Accounts,Account,0,Holdings,Position,0,Symbol}' ELSE s.symbol END AS symbol) k
		LEFT JOIN LATERAL (SELECT at - 1 AS at, (position ->> 'Quantity')::numeric AS quantity
			FROM jsonb_array_elements(cadoc #> '{Accounts,Account,0,Holdings,Position}') WITH ORDINALITY e(position, at)
			WHERE position ->> 'Symbol' = k.symbol ORDER BY at LIMIT 1) p ON true)
FROM (SELECT y.symbol, sdoc ->> 'Name' AS name, sdoc ->> 'SecurityType' AS type
	FROM symbols y JOIN security ON sdoc ->> 'Symbol' = y.symbol WHERE y.n = :n) s
WHERE (cadoc ->> '@id')::bigint = :cid;
