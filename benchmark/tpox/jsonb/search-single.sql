-- What Q4 asks for, one key an index.
CREATE INDEX security_sector ON security
	((coalesce(sdoc #>> '{SecurityInformation,StockInformation,Sector}', sdoc #>> '{SecurityInformation,FundInformation,Sector}')));
CREATE INDEX security_pe ON security (((sdoc ->> 'PE')::numeric));
CREATE INDEX security_yield ON security (((sdoc ->> 'Yield')::numeric));
