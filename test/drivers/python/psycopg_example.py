import psycopg

with psycopg.connect() as conn:
    conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")

    # XML text is a string, and so is a path.
    conn.execute("INSERT INTO orders VALUES (%s, %s)", (1, '<order id="17"><item>é</item></order>'))
    row = conn.execute("SELECT bxml_int(doc, %s), doc ->> %s FROM orders", ("/order/@id", "/order/item")).fetchone()
    print(*row)

    # Values from outside go into variables of a path, never into its text.
    found = conn.execute(
        "SELECT id FROM orders WHERE bxml_exists(doc, %s, %s)",
        ("/order[item = $name]", psycopg.types.json.Jsonb({"name": "é"})),
    )
    print(found.fetchone()[0])

    conn.execute("UPDATE orders SET doc = bxml_set(doc, %s, %s)", ("/order/@id", "18"))
    print(conn.execute("SELECT doc FROM orders").fetchone()[0])
