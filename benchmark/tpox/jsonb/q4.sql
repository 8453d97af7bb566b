SELECT jsonb_build_object('Symbol', "Symbol", 'Name', "Name", 'SecurityType', "SecurityType",
	'Sector', coalesce("SecurityInformation" #> '{StockInformation,Sector}', "SecurityInformation" #> '{FundInformation,Sector}'),
	'PE', "PE", 'Yield', "Yield")
FROM security, jsonb_to_record(sdoc) AS s("Symbol" jsonb, "Name" jsonb, "SecurityType" jsonb, "SecurityInformation" jsonb, "PE" jsonb, "Yield" jsonb)
WHERE coalesce(sdoc #>> '{SecurityInformation,StockInformation,Sector}', sdoc #>> '{SecurityInformation,FundInformation,Sector}')
		= (SELECT sector FROM sectors WHERE n = :n)
	AND (sdoc ->> 'PE')::numeric >= :pe_from AND (sdoc ->> 'PE')::numeric < :pe_to AND (sdoc ->> 'Yield')::numeric > :yield;
