INSERT INTO orders SELECT doc::jsonb FROM order_stock WHERE n = (SELECT nextval('order_in'));
