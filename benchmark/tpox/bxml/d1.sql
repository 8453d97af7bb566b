DELETE FROM orders WHERE odoc ->> '@o@ /o:FIXML/o:Order/@ID' = (SELECT (nextval('order_out') + :omax)::text);
