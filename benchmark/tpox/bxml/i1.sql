INSERT INTO orders SELECT doc::bxml FROM order_stock WHERE n = (SELECT nextval('order_in'));
