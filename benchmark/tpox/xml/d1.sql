DELETE FROM orders WHERE (xpath('/o:FIXML/o:Order/@ID', odoc, @o@))[1]::text = (SELECT (nextval('order_out') + :omax)::text);
