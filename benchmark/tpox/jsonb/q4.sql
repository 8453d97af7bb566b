SELECT jsonb_build_object('Symbol', sdoc -> 'Symbol', 'Name', sdoc -> 'Name', 'SecurityType', sdoc -> 'SecurityType',
	'Sector', coalesce(sdoc #> '{SecurityInformation,StockInformation,Sector}', sdoc #> '{SecurityInformation,FundInformation,Sector}'),
	'PE', sdoc -> 'PE', 'Yield', sdoc -> 'Yield')
FROM security
WHERE coalesce(sdoc #>> '{SecurityInformation,StockInformation,Sector}', sdoc #>> '{SecurityInformation,FundInformation,Sector}')
		= (SELECT sector FROM sectors WHERE n = :n)
	AND (sdoc ->> 'PE')::numeric >= :pe_from AND (sdoc ->> 'PE')::numeric < :pe_to AND (sdoc ->> 'Yield')::numeric > :yield;
