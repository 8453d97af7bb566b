UPDATE custacc SET cadoc = (
	SELECT xmlparse(document regexp_replace(regexp_replace(regexp_replace(
		CASE WHEN k.quantity = 0 AND substring(cadoc::text FROM '<Holdings>.*?</Holdings>') LIKE '%</Position><Position>%'
			THEN regexp_replace(cadoc::text, '<Holdings><Position>.*?</Position>', '<Holdings>')
			ELSE regexp_replace(cadoc::text, '<Quantity>[^<]*', '<Quantity>' || k.quantity) END,
		'<OnlineActualBal>[^<]*', '<OnlineActualBal>' || substring(cadoc::text FROM '<OnlineActualBal>([^<]*)')::numeric + :amount),
		'<WorkingBalance>[^<]*', '<WorkingBalance>' || substring(cadoc::text FROM '<WorkingBalance>([^<]*)')::numeric + :amount),
		'<LastUpdate>[^<]*', '<LastUpdate>2004-06-16T12:00:00'))
	FROM (SELECT CASE WHEN :all = 1 THEN 0 ELSE
		greatest(substring(cadoc::text FROM '<Quantity>([^<]*)')::numeric - :milli * 0.001, 0) END AS quantity) k)
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid;
