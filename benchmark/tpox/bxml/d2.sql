DELETE FROM custacc WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = (SELECT nextval('custacc_out') + :cmax);
