SELECT (odoc #>> '{Order,OrdQty,@Qty}')::numeric * (sdoc #>> '{Price,PriceToday,Open}')::numeric
FROM orders JOIN security ON sdoc ->> 'Symbol' = odoc #>> '{Order,Instrmt,@Sym}' WHERE odoc #>> '{Order,@ID}' = :oid::text;
