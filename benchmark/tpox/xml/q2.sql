SELECT sdoc FROM security
WHERE (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text = (SELECT symbol FROM symbols WHERE n = :n);
