-- What Q4 asks for, in one index.
CREATE INDEX security_search ON security
	((coalesce(sdoc #>> '{SecurityInformation,StockInformation,Sector}', sdoc #>> '{SecurityInformation,FundInformation,Sector}')),
	((sdoc ->> 'PE')::numeric), ((sdoc ->> 'Yield')::numeric));
