-- What Q4 asks for and any other condition on these paths: an index that needs not be asked in the same words.
CREATE INDEX security_search ON security USING gin (sdoc bxml_value_ops (paths =
	'@s@ /s:Security/s:SecurityInformation/*/s:Sector | /s:Security/s:PE | /s:Security/s:Yield'));
