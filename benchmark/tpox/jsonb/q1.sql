SELECT odoc -> 'Order' FROM orders WHERE odoc #>> '{Order,@ID}' = :oid::text;
