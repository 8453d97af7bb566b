"""psycopg 3: bxml as Document, paths as Path.

    import psycopg, bxml.psycopg
    with psycopg.connect(...) as conn:
        bxml.psycopg.register(conn)
        conn.execute("INSERT INTO t VALUES (%s)", (bxml.Document("<a/>"),))
        conn.execute("SELECT doc FROM t", binary=True).fetchone()[0].native
"""

from psycopg import adapt, pq
from psycopg.types import TypeInfo

from .document import Document, Path


class _TextLoader(adapt.Loader):
    def load(self, data):
        return Document(bytes(data).decode("utf-8"))


class _BinaryLoader(adapt.Loader):
    format = pq.Format.BINARY

    def load(self, data):
        return Document.from_wire(data)


class _PathLoader(adapt.Loader):
    def load(self, data):
        return Path(bytes(data).decode("utf-8"))


class _BinaryPathLoader(_PathLoader):
    format = pq.Format.BINARY

    def load(self, data):
        # a version byte, and UTF-8
        return Path(bytes(data[1:]).decode("utf-8"))


def _dumper(oid_, form, dump_):
    class Dumper(adapt.Dumper):
        oid = oid_
        format = form

        def dump(self, obj):
            return dump_(obj)

    return Dumper


def _tree_text(element):
    from .etree import from_etree

    return from_etree(element).text().encode("utf-8")


def _lxml_text(element):
    from .etree import from_lxml

    return from_lxml(element).text().encode("utf-8")


def _register(context, bxml, bxpath):
    adapters = context.adapters
    text, binary = pq.Format.TEXT, pq.Format.BINARY
    for info in bxml, bxpath:
        info.register(context)
    adapters.register_loader(bxml.oid, _TextLoader)
    adapters.register_loader(bxml.oid, _BinaryLoader)
    adapters.register_loader(bxpath.oid, _PathLoader)
    adapters.register_loader(bxpath.oid, _BinaryPathLoader)
    adapters.register_dumper(Path, _dumper(bxpath.oid, text, lambda path: path.encode("utf-8")))
    adapters.register_dumper("xml.etree.ElementTree.Element", _dumper(bxml.oid, text, _tree_text))
    adapters.register_dumper("lxml.etree._Element", _dumper(bxml.oid, text, _lxml_text))
    adapters.register_dumper("lxml.etree._ElementTree", _dumper(bxml.oid, text, _lxml_text))
    adapters.register_dumper(Document, _dumper(bxml.oid, text, lambda doc: doc.text().encode("utf-8")))
    # The last one is that of "%s".
    adapters.register_dumper(Document, _dumper(bxml.oid, binary, Document.to_wire))


def _checked(info, name):
    if info is None:
        raise LookupError(f'type "{name}" is not in the search path: CREATE EXTENSION bxml, or set search_path')
    return info


def register(conn, native=True):
    """For a connection: results are Documents; binary ones (binary=True) come in the binary form unless native is False."""
    _register(conn, *(_checked(TypeInfo.fetch(conn, name), name) for name in ("bxml", "bxpath")))
    if native:
        conn.execute("SELECT set_config('bxml.binary_output', 'native', false)")


async def register_async(conn, native=True):
    """The same for an AsyncConnection."""
    infos = [_checked(await TypeInfo.fetch(conn, name), name) for name in ("bxml", "bxpath")]
    _register(conn, *infos)
    if native:
        await conn.execute("SELECT set_config('bxml.binary_output', 'native', false)")
