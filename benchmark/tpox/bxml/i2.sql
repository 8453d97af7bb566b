INSERT INTO custacc SELECT valid_custacc(doc::bxml) FROM custacc_stock WHERE n = (SELECT nextval('custacc_in'));
