"""asyncpg: it asks the server for the types of parameters and sends types that it does not know as text."""

import asyncio
import os

import asyncpg

from tap import done, is_

XML = '<order id="17"><item>é</item></order>'


async def main():
    conn = await asyncpg.connect(host=os.environ["PGHOST"])
    await conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")
    await conn.execute("INSERT INTO orders VALUES ($1, $2)", 1, XML)
    is_(await conn.fetchval("SELECT doc FROM orders"), XML, "a value is a string")
    is_(await conn.fetchval("SELECT doc ->> $1 FROM orders", "/order/item"), "é", "path for an operator")
    is_(await conn.fetchval("SELECT bxml_int(doc, $1) FROM orders", "/order/@id"), 17, "path for a function")
    is_(await conn.fetchval("SELECT doc ->> $1::text FROM orders", "/order/item"), "é", "path declared as text")
    is_(await conn.fetchval("SELECT doc ->> $1::varchar FROM orders", "/order/item"), "é", "path declared as varchar")
    is_(await conn.fetchval("SELECT $1::bxml ->> $2::bxpath", XML, "/order/@id"), "17", "both as parameters")
    is_(await conn.fetchval("SELECT id FROM orders WHERE doc @? $1", "/order[item = 'é']"), 1, "path in WHERE")

    # Codecs in binary mode send the bytes of the text.
    for name in "bxml", "bxpath":
        await conn.set_type_codec(name, schema="public", encoder=str.encode, decoder=lambda b: b[1:].decode(), format="binary")
    is_(await conn.fetchval("SELECT $1::bxml ->> $2", XML, "/order/@id"), "17", "binary codecs")
    is_(await conn.fetchval("SELECT doc FROM orders"), XML, "binary result: a version byte and UTF-8")
    await conn.copy_records_to_table("orders", records=[(2, XML)], columns=["id", "doc"])
    is_(await conn.fetchval("SELECT doc::text FROM orders WHERE id = 2"), XML, "copy_records_to_table")
    await conn.close()


asyncio.run(main())
done()
