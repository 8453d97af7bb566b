DELETE FROM custacc WHERE (xpath('/c:Customer/@id', cadoc, @c@))[1]::text::bigint = (SELECT nextval('custacc_out') + :cmax);
