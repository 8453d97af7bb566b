-- What Q4 asks for, one key an index.
CREATE INDEX security_sector ON security (((xpath('/s:Security/s:SecurityInformation/*/s:Sector/text()', sdoc, @s@))[1]::text));
CREATE INDEX security_pe ON security (((xpath('/s:Security/s:PE/text()', sdoc, @s@))[1]::text::numeric));
CREATE INDEX security_yield ON security (((xpath('/s:Security/s:Yield/text()', sdoc, @s@))[1]::text::numeric));
