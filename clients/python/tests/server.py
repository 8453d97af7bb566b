"""The adapters against a server (PGHOST and so on), and the binary form of a corpus as that server sends it: prints TAP."""

import asyncio
import os
import sys
from pathlib import Path as File
from xml.etree import ElementTree

import asyncpg
import bxml
import bxml.asyncpg
import bxml.psycopg
import psycopg
from bxml import Document, Path
from bxml.etree import from_etree, from_lxml, to_etree
from golden import ROOT, is_, ok
import golden
from lxml import etree

XML = '<o:order xmlns:o="urn:o" id="17"><item price="9.50">é</item><at>2026-01-05T08:00:00Z</at></o:order>'


def test_psycopg(conn):
    bxml.psycopg.register(conn)
    conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")
    insert = "INSERT INTO orders VALUES (%s, %s)"
    conn.execute(insert, (1, XML))
    conn.execute(insert, (2, Document(XML)))
    conn.execute(insert, (3, ElementTree.fromstring(XML)))
    conn.execute(insert, (4, etree.fromstring(XML)))
    conn.execute(insert, (5, etree.ElementTree(etree.fromstring(XML))))
    text = conn.execute("SELECT doc FROM orders WHERE id = 1").fetchone()[0]
    native = conn.execute("SELECT doc FROM orders WHERE id = 1", binary=True).fetchone()[0]
    is_((text, text.native), (Document(XML), None), "psycopg: a result in text format")
    ok(native.native is not None and b"<" not in native.native.data, "psycopg: a binary result is in the binary form")
    is_(native.text(), XML, "psycopg: and is the same text")
    conn.execute(insert, (6, native))
    is_(conn.execute("SELECT count(*) FROM orders WHERE bxml_deep_equal(doc, %s)", (native,)).fetchone()[0], 6,
        "psycopg: strings, Documents, the binary form and elements of both libraries are one value")
    is_(conn.execute("SELECT doc ->> %s FROM orders WHERE id = 6", (Path("/*:order/item"),)).fetchone()[0], "é", "psycopg: a Path")
    is_(conn.execute("SELECT %s", (Path("/a/b"),), binary=True).fetchone()[0], Path("/a/b"), "psycopg: a Path comes back")
    is_(ElementTree.tostring(native.etree()), ElementTree.tostring(text.etree()), "psycopg: trees of both forms")
    is_(native.lxml().getroot().prefix, "o", "psycopg: lxml keeps prefixes")
    is_(from_lxml(native.lxml()).text(), XML, "psycopg: there and back by lxml")
    is_(from_etree(native.etree()).etree().tag, "{urn:o}order", "psycopg: there and back by ElementTree")
    content = conn.execute("SELECT bxml 'a <b/>'", binary=True).fetchone()[0]
    is_(ElementTree.tostring(to_etree(content, "w")), b"<w>a <b /></w>", "psycopg: content within an element")
    with conn.cursor().copy("COPY orders FROM STDIN (FORMAT binary)") as copy:
        copy.set_types(["int4", "bxml"])
        copy.write_row((7, native))
        copy.write_row((8, Document(XML)))
    with conn.cursor().copy("COPY (SELECT doc FROM orders WHERE id > 6) TO STDOUT (FORMAT binary)") as copy:
        copy.set_types(["bxml"])
        is_([str(row[0]) for row in copy.rows()], [XML, XML], "psycopg: COPY in binary format, both ways")
    try:
        Document.from_native(native.native.data[:-1])
        ok(False, "a cut value is refused")
    except bxml.DamagedValue:
        ok(True, "a cut value is refused")


def test_vocabulary(conn):
    conn.execute("""SELECT bxml_vocabulary_learn(array_agg(format('<c><first>Ada %s</first></c>', g)::bxml))
        FROM generate_series(1, 30) g""")
    conn.execute("CREATE TABLE short (doc bxml)")
    conn.execute("INSERT INTO short VALUES ('<c><first>Grace</first></c>')")
    conn.commit()
    conn.execute("INSERT INTO short VALUES ('<c><first>Grace</first></c>')")
    rows = conn.execute("SELECT doc, pg_column_size(doc) FROM short", binary=True).fetchall()
    ok(rows[1][1] < len(rows[1][0].native.data), "the last value is stored with a vocabulary")
    is_([str(doc) for doc, _ in rows], ["<c><first>Grace</first></c>"] * 2, "and is sent without one")


def corpus():
    folder = os.environ.get("BXML_CORPUS")
    files = [p for p in (ROOT / "test" / "corpus").iterdir() if p.name != "SOURCES.md"]
    files += [p for p in File(folder).iterdir() if p.is_file() and p.name != "SOURCES.md"] if folder else []
    return sorted(p for p in files if p.stat().st_size < 400_000)


def test_corpus(conn):
    """The binary form of each document, stored as tables store it, read here; and the text that the server prints."""
    wrong, n = [], 0
    conn.execute("CREATE TEMP TABLE corpus (name text, doc bxml)")
    for file in corpus():
        try:
            with conn.transaction():
                conn.execute("INSERT INTO corpus VALUES (%s, bxml_parse(%s::bytea))", (file.name, file.read_bytes()))
        except psycopg.DataError:
            continue
        for doc, text in conn.execute("SELECT doc, doc::text FROM corpus WHERE name = %s", (file.name,), binary=True):
            n += 1
            if doc.native is None or doc.text() != text:
                wrong.append(file.name)
    ok(not wrong and n >= 6, f"the binary form of {n} documents gives the text that the server prints", wrong)


async def test_asyncpg():
    settings = {"bxml.binary_output": "native"}
    conn = await asyncpg.connect(host=os.environ["PGHOST"], server_settings=settings)
    await bxml.asyncpg.register(conn)
    await conn.execute("CREATE TEMP TABLE orders (id int, doc bxml)")
    values = [XML, Document(XML), ElementTree.fromstring(XML), etree.fromstring(XML)]
    await conn.executemany("INSERT INTO orders VALUES ($1, $2)", list(enumerate(values)))
    doc = await conn.fetchval("SELECT doc FROM orders WHERE id = 1")
    ok(doc.native is not None, "asyncpg: a result is in the binary form")
    is_(doc.text(), XML, "asyncpg: and is the same text")
    await conn.copy_records_to_table("orders", records=[(4, doc)])
    is_(await conn.fetchval("SELECT count(*) FROM orders WHERE bxml_deep_equal(doc, $1)", doc), 5, "asyncpg: all are one value")
    is_(await conn.fetchval("SELECT doc ->> $1 FROM orders", Path("/*:order/item")), "é", "asyncpg: a Path")
    is_(await conn.fetchval("SELECT $1::bxpath", "/a/b"), Path("/a/b"), "asyncpg: a Path comes back")
    await conn.execute("RESET ALL; SET bxml.binary_output = text")
    is_((await conn.fetchval("SELECT doc FROM orders")).native, None, "asyncpg: text where the setting says so")
    await conn.close()
    async with asyncpg.create_pool(host=os.environ["PGHOST"], server_settings=settings, init=bxml.asyncpg.register, min_size=1) as pool:
        for _ in range(2):
            ok((await pool.fetchval("SELECT bxml '<a/>'")).native is not None, "asyncpg: in the binary form from a pool")


async def test_async_psycopg():
    async with await psycopg.AsyncConnection.connect("") as conn:
        await bxml.psycopg.register_async(conn)
        cur = await conn.execute("SELECT %s::bxml", (Document(XML),), binary=True)
        doc = (await cur.fetchone())[0]
        is_((doc.text(), doc.native is not None), (XML, True), "psycopg: AsyncConnection")


if __name__ == "__main__":
    with psycopg.connect("") as connection:
        test_psycopg(connection)
        test_corpus(connection)
        test_vocabulary(connection)
    asyncio.run(test_async_psycopg())
    asyncio.run(test_asyncpg())
    print(f"1..{golden.points}")
    sys.exit(golden.bad > 0)
