-- What Q4 asks for, in one index.
CREATE INDEX security_search ON security ((sdoc ->> '@s@ /s:Security/s:SecurityInformation/*/s:Sector'),
	bxml_numeric(sdoc, '@s@ /s:Security/s:PE'), bxml_numeric(sdoc, '@s@ /s:Security/s:Yield'));
