DELETE FROM custacc WHERE (cadoc ->> '@id')::bigint = (SELECT nextval('custacc_out') + :cmax);
