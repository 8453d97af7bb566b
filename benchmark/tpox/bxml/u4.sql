UPDATE orders SET odoc = valid_order(bxml_set(bxml_set(bxml_set(odoc,
	'@o@ /o:FIXML/o:Order/o:OrdQty/@Qty', :qty::text), '@o@ /o:FIXML/o:Order/o:OrdQty/@Cash', (:cents * 0.01)::text),
	'@o@ /o:FIXML/o:Order/@TxnTm', @time@))
WHERE odoc ->> '@o@ /o:FIXML/o:Order/@ID' = :oid::text;
