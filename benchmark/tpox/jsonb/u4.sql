UPDATE orders SET odoc = valid_order(jsonb_set(jsonb_set(jsonb_set(odoc, '{Order,OrdQty,@Qty}', to_jsonb(:qty::text)),
	'{Order,OrdQty,@Cash}', to_jsonb((:cents * 0.01)::text)), '{Order,@TxnTm}', to_jsonb(@time@)))
WHERE odoc #>> '{Order,@ID}' = :oid::text;
