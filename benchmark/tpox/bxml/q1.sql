SELECT odoc -> '@o@ /o:FIXML/o:Order' FROM orders WHERE odoc ->> '@o@ /o:FIXML/o:Order/@ID' = :oid::text;
