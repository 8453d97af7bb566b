INSERT INTO orders SELECT xmlparse(document doc) FROM order_stock WHERE n = (SELECT nextval('order_in'));
