import asyncio
import json
import os

import asyncpg


async def main():
    conn = await asyncpg.connect(host=os.environ["PGHOST"])
    await conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")

    # XML text is a string, and so is a path: types that asyncpg does not know are sent as text.
    await conn.execute("INSERT INTO orders VALUES ($1, $2)", 1, '<order id="17"><item>é</item></order>')
    row = await conn.fetchrow("SELECT bxml_int(doc, $1), doc ->> $2 FROM orders", "/order/@id", "/order/item")
    print(*row)

    # Values from outside go into variables of a path, never into its text.
    found = "SELECT id FROM orders WHERE bxml_exists(doc, $1, $2)"
    print(await conn.fetchval(found, "/order[item = $name]", json.dumps({"name": "é"})))

    await conn.execute("UPDATE orders SET doc = bxml_set(doc, $1, $2)", "/order/@id", "18")
    print(await conn.fetchval("SELECT doc FROM orders"))
    await conn.close()


asyncio.run(main())
