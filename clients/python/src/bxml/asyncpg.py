"""asyncpg: bxml as Document, paths as Path.

    conn = await asyncpg.connect(..., server_settings={"bxml.binary_output": "native"})
    await bxml.asyncpg.register(conn)

asyncpg resets the settings of a connection that goes back to a pool: with a pool, give server_settings, which stay, and
init=bxml.asyncpg.register.
"""

from .document import Document, Path

_SCHEMA = """SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'bxml'"""


def _encode(value):
    if isinstance(value, Document):
        return value.to_wire()
    if isinstance(value, str):
        return Document(value).to_wire()
    from .etree import from_etree, from_lxml

    if type(value).__module__.startswith("lxml."):
        return from_lxml(value).to_wire()
    return from_etree(value).to_wire()


def _decode_path(data):
    # a version byte, and UTF-8
    return Path(data[1:].decode("utf-8"))


async def register(conn):
    """For a connection: strings, Documents and elements are taken for bxml, and results are Documents."""
    schema = await conn.fetchval(_SCHEMA)
    if schema is None:
        raise LookupError("the database does not have the extension: CREATE EXTENSION bxml")
    await conn.set_type_codec("bxml", schema=schema, encoder=_encode, decoder=Document.from_wire, format="binary")
    await conn.set_type_codec("bxpath", schema=schema, encoder=str.encode, decoder=_decode_path, format="binary")
