INSERT INTO custacc SELECT valid_custacc(xmlparse(document doc)) FROM custacc_stock WHERE n = (SELECT nextval('custacc_in'));
