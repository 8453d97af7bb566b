-- What Q4 asks for, in one index.
CREATE INDEX security_search ON security (((xpath('/s:Security/s:SecurityInformation/*/s:Sector/text()', sdoc, @s@))[1]::text),
	((xpath('/s:Security/s:PE/text()', sdoc, @s@))[1]::text::numeric), ((xpath('/s:Security/s:Yield/text()', sdoc, @s@))[1]::text::numeric));
