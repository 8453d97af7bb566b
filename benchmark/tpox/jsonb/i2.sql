INSERT INTO custacc SELECT valid_custacc(doc::jsonb) FROM custacc_stock WHERE n = (SELECT nextval('custacc_in'));
