SELECT (xpath('/o:FIXML/o:Order', odoc, @o@))[1] FROM orders WHERE (xpath('/o:FIXML/o:Order/@ID', odoc, @o@))[1]::text = :oid::text;
