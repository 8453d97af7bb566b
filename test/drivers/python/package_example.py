import psycopg

import bxml
import bxml.psycopg

with psycopg.connect() as conn:
    bxml.psycopg.register(conn)
    conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")
    conn.execute("INSERT INTO orders VALUES (%s, %s)", (1, bxml.Document('<order id="17"><item>é</item></order>')))

    # With binary=True the server sends the binary form; trees are made of it without parsing text.
    root = conn.execute("SELECT doc FROM orders", binary=True).fetchone()[0].etree()
    print(root.get("id"), root.find("item").text)

    # An element is a parameter, and so is a path.
    root.set("id", "18")
    conn.execute("UPDATE orders SET doc = %s WHERE doc @? %s", (root, bxml.Path("/order/@id")))
    doc, n = conn.execute("SELECT doc, count(*) OVER () FROM orders", binary=True).fetchone()
    print(n)
    print(doc)
