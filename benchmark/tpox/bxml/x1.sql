SELECT bxml_numeric(odoc, '@o@ /o:FIXML/o:Order/o:OrdQty/@Qty') * bxml_numeric(sdoc, '@s@ /s:Security/s:Price/s:PriceToday/s:Open')
FROM orders JOIN security ON sdoc ->> '@s@ /s:Security/s:Symbol' = odoc ->> '@o@ /o:FIXML/o:Order/o:Instrmt/@Sym'
WHERE odoc ->> '@o@ /o:FIXML/o:Order/@ID' = :oid::text;
