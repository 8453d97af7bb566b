SELECT (xpath('/o:FIXML/o:Order/o:OrdQty/@Qty', odoc, @o@))[1]::text::numeric
	* (xpath('/s:Security/s:Price/s:PriceToday/s:Open/text()', sdoc, @s@))[1]::text::numeric
FROM orders JOIN security ON (xpath('/s:Security/s:Symbol/text()', sdoc, @s@))[1]::text
	= (xpath('/o:FIXML/o:Order/o:Instrmt/@Sym', odoc, @o@))[1]::text
WHERE (xpath('/o:FIXML/o:Order/@ID', odoc, @o@))[1]::text = :oid::text;
