UPDATE orders SET odoc = valid_order(xmlparse(document regexp_replace(regexp_replace(regexp_replace(odoc::text,
	'(<OrdQty[^>]* Qty=")[^"]*', '\1' || :qty::text), '(<OrdQty[^>]* Cash=")[^"]*', '\1' || (:cents * 0.01)::text),
	'(<Order [^>]*TxnTm=")[^"]*', '\1' || @time@)))
WHERE (xpath('/o:FIXML/o:Order/@ID', odoc, @o@))[1]::text = :oid::text;
