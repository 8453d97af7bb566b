"""psycopg 3: strings as XML text and as paths, in text and in binary mode."""

import psycopg

from tap import done, is_

XML = '<order id="17"><item>é</item></order>'

with psycopg.connect("") as conn:
    conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")

    # Plain placeholders: the string has no type, the server finds the one that fits.
    conn.execute("INSERT INTO orders VALUES (%s, %s)", (1, XML))
    is_(conn.execute("SELECT doc FROM orders").fetchone()[0], XML, "a value is a string")
    is_(conn.execute("SELECT doc ->> %s FROM orders", ("/order/item",)).fetchone()[0], "é", "path for an operator")
    is_(conn.execute("SELECT bxml_int(doc, %s) FROM orders", ("/order/@id",)).fetchone()[0], 17, "path for a function")
    is_(conn.execute("SELECT id FROM orders WHERE doc @@ %s", ("/order/@id = 17",)).fetchall(), [(1,)], "path in WHERE")

    # Text and binary placeholders; in binary mode a string is sent as its bytes.
    for mode, placeholder in ("text", "%t"), ("binary", "%b"):
        row = conn.execute(f"SELECT {placeholder}::bxml ->> {placeholder}::bxpath", (XML, "/order/item")).fetchone()
        is_(row[0], "é", f"{mode} mode with casts")
        row = conn.execute(f"SELECT doc ->> {placeholder} FROM orders", ("/order/item",)).fetchone()
        is_(row[0], "é", f"{mode} mode, path without a cast")
        conn.execute(f"INSERT INTO orders VALUES (2, {placeholder}::bxml)", (XML,))
    is_(conn.execute("SELECT count(*) FROM orders WHERE doc::text = %s", (XML,)).fetchone()[0], 3, "all stored alike")

    # Parameters bound to the types themselves, as after set_types or with a dumper of one's own.
    oids = {n: conn.execute("SELECT %s::regtype::oid", (n,)).fetchone()[0] for n in ("bxml", "bxpath")}

    def binary_dumper(name):
        class Dumper(psycopg.adapt.Dumper):
            oid = oids[name]
            format = psycopg.pq.Format.BINARY

            def dump(self, obj):
                return obj.encode()

        return Dumper

    class Doc(str):
        pass

    class Path(str):
        pass

    conn.adapters.register_dumper(Doc, binary_dumper("bxml"))
    conn.adapters.register_dumper(Path, binary_dumper("bxpath"))
    is_(conn.execute("SELECT %b ->> %b", (Doc(XML), Path("/order/@id"))).fetchone()[0], "17", "binary bxml and bxpath")
    is_(conn.execute("SELECT %b::text", (Doc('<?xml version="1.0" encoding="UTF-8"?>\n<a/>'),)).fetchone()[0],
        conn.execute("SELECT bxml '<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>'::text").fetchone()[0],
        "binary bxml with a declaration")

    # Binary COPY with the types named.
    with conn.cursor().copy("COPY orders FROM STDIN (FORMAT binary)") as copy:
        copy.set_types(["int4", oids["bxml"]])
        copy.write_row((3, Doc(XML)))
    is_(conn.execute("SELECT doc::text FROM orders WHERE id = 3").fetchone()[0], XML, "binary COPY")
done()
