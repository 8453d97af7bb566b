UPDATE custacc SET cadoc = (
	SELECT jsonb_set(jsonb_set(jsonb_set(
		CASE WHEN k.quantity = 0 AND cadoc #> '{Accounts,Account,0,Holdings,Position,1}' IS NOT NULL
			THEN cadoc #- '{Accounts,Account,0,Holdings,Position,0}'
			ELSE jsonb_set(cadoc, '{Accounts,Account,0,Holdings,Position,0,Quantity}', to_jsonb(k.quantity::text)) END,
		'{Accounts,Account,0,Balance,OnlineActualBal}',
			to_jsonb(((cadoc #>> '{Accounts,Account,0,Balance,OnlineActualBal}')::numeric + :amount)::text)),
		'{Accounts,Account,0,Balance,WorkingBalance}',
			to_jsonb(((cadoc #>> '{Accounts,Account,0,Balance,WorkingBalance}')::numeric + :amount)::text)),
		'{Accounts,Account,0,LastUpdate}', '"2004-06-16T12:00:00"')
	FROM (SELECT CASE WHEN :all = 1 THEN 0 ELSE
		greatest((cadoc #>> '{Accounts,Account,0,Holdings,Position,0,Quantity}')::numeric - :milli * 0.001, 0) END AS quantity) k)
WHERE (cadoc ->> '@id')::bigint = :cid;
