-- What Q4 asks for, one key an index.
CREATE INDEX security_sector ON security ((sdoc ->> '@s@ /s:Security/s:SecurityInformation/*/s:Sector'));
CREATE INDEX security_pe ON security (bxml_numeric(sdoc, '@s@ /s:Security/s:PE'));
CREATE INDEX security_yield ON security (bxml_numeric(sdoc, '@s@ /s:Security/s:Yield'));
