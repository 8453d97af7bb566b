DELETE FROM orders WHERE odoc #>> '{Order,@ID}' = (SELECT (nextval('order_out') + :omax)::text);
