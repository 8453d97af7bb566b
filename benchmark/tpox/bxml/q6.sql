SELECT bxml_element('print', NULL, bxml_text(format('%s opened at %s today', sdoc ->> '@s@ /s:Security/s:Name',
	sdoc ->> '@s@ /s:Security/s:Price/s:PriceToday/s:Open')))
FROM security WHERE sdoc ->> '@s@ /s:Security/s:Symbol' = (SELECT symbol FROM symbols WHERE n = :n);
