UPDATE security SET sdoc = xmlparse(document regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(sdoc::text,
	'<LastTrade>[^<]*', '<LastTrade>' || :cents * 0.01), '<Ask>[^<]*', '<Ask>' || (:cents + 10) * 0.01),
	'<Bid>[^<]*', '<Bid>' || (:cents - 10) * 0.01),
	'<High>[^<]*', '<High>' || greatest(substring(sdoc::text FROM '<High>([^<]*)')::numeric, :cents * 0.01)),
	'<Low>[^<]*', '<Low>' || least(substring(sdoc::text FROM '<Low>([^<]*)')::numeric, :cents * 0.01)))
WHERE (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text = (SELECT symbol FROM symbols WHERE n = :n);
