UPDATE custacc SET cadoc = (
	SELECT xmlparse(document regexp_replace(regexp_replace(regexp_replace(
		CASE WHEN p.quantity IS NULL
			THEN regexp_replace(cadoc::text, '</Holdings>', format('<Position><Symbol>%s</Symbol><Name>%s</Name><Type>%s</Type><Quantity>%s</Quantity></Position></Holdings>',
				k.symbol, k.name, k.type, :milli * 0.001))
			ELSE regexp_replace(cadoc::text, '(<Symbol>' || k.symbol || '</Symbol><Name>[^<]*</Name><Type>[^<]*</Type><Quantity>)[^<]*',
				'\1' || p.quantity + :milli * 0.001) END,
		'<OnlineActualBal>[^<]*', '<OnlineActualBal>' || substring(cadoc::text FROM '<OnlineActualBal>([^<]*)')::numeric - :amount),
		'<WorkingBalance>[^<]*', '<WorkingBalance>' || substring(cadoc::text FROM '<WorkingBalance>([^<]*)')::numeric - :amount),
		'<LastUpdate>[^<]*', '<LastUpdate>2004-06-16T12:00:00'))
	FROM (SELECT s.name, s.type, CASE WHEN :known = 1
			THEN substring(cadoc::text FROM '<Symbol>([^<]*)') ELSE s.symbol END AS symbol) k,
		LATERAL (SELECT substring(substring(cadoc::text FROM '<Holdings>.*?</Holdings>') FROM
			'<Symbol>' || k.symbol || '</Symbol><Name>[^<]*</Name><Type>[^<]*</Type><Quantity>([^<]*)')::numeric AS quantity) p)
FROM (SELECT y.symbol, v.name::text AS name, v.type FROM symbols y
	JOIN security ON (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text = y.symbol,
	XMLTABLE(XMLNAMESPACES('http://tpox-benchmark.com/security' AS s), '/s:Security' PASSING sdoc COLUMNS name xml PATH 's:Name/text()', type text PATH 's:SecurityType') v
	WHERE y.n = :n) s
WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = :cid;
