"""Header, blocks and table of a value: what must be read before its items (FORMAT.md)."""

from importlib.resources import files
from typing import NamedTuple

from ._errors import DamagedValue, NotSupported
from ._lz4 import inflate

NAMES, DOCUMENT, EXT, CONSTANTS, HEAP, BLOCKS, VOCABULARY, RESERVED = (1 << bit for bit in range(8))
ELEMENT, LEAF, ATTRIBUTE, TEXT, COMMENT, PI, NAMESPACE = range(1, 8)

_VALUE_MAX = 2**30 - 65
_BLOCK_MAX = 1 << 20
_XML = "http://www.w3.org/XML/1998/namespace"
# Sections that say something about the items which this decoder does not need, and the two of the prolog.
_KNOWN_SECTIONS = (6, 7, 9, 10)


class Name(NamedTuple):
    """A name as it was written: URI and prefix are empty without a namespace."""

    uri: str
    prefix: str
    local: str

    @property
    def qualified(self):
        """With its prefix."""
        return f"{self.prefix}:{self.local}" if self.prefix else self.local

    @property
    def clark(self):
        """As ElementTree has it: {URI}local."""
        return f"{{{self.uri}}}{self.local}" if self.uri else self.local


class Shape(NamedTuple):
    """What an item is: a kind, with a name or, of a declaration, (prefix, URI)."""

    kind: int
    name: Name = None
    pair: tuple = None


class Reader:
    """Numbers and strings, one after another, that lie within the bytes."""

    def __init__(self, data, pos=0, end=None):
        self.data = data
        self.pos = pos
        self.end = len(data) if end is None else end

    def take(self, n):
        """The next n bytes."""
        start = self.pos
        if n > self.end - start:
            raise DamagedValue(f"bytes are missing at {start}")
        self.pos = start + n
        return self.data[start : self.pos]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        first = self.byte()
        if first < 240:
            return first
        if first < 255:
            return 240 + ((first - 240) << 8) + self.byte()
        value = int.from_bytes(self.take(4), "little")
        if value < 4080:
            raise DamagedValue(f"a number is longer than it must be at {self.pos - 5}")
        return value

    def count(self, least_bytes):
        """A number of things that take at least so many bytes each."""
        n = self.varint()
        if n * least_bytes > self.end - self.pos:
            raise DamagedValue(f"a number is larger than what follows at {self.pos}")
        return n

    def string(self):
        return text_of(self.take(self.varint()))

    def column(self, k, n):
        """n numbers, each below k."""
        width = 1 if k <= 256 else 2 if k <= 65536 else 4
        data = self.take(width * n)
        numbers = list(data) if width == 1 else [
            int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)
        ]
        if any(number >= k for number in numbers):
            raise DamagedValue("a reference of the table goes beyond its end")
        return numbers

    def done(self):
        if self.pos != self.end:
            raise DamagedValue(f"bytes are left over at {self.pos}")


def text_of(data):
    try:
        return bytes(data).decode("utf-8")
    except UnicodeDecodeError as e:
        raise DamagedValue(f"text is not UTF-8: {e.reason}") from None


class Header:
    """The fixed header, its numbers and the directory of extension sections; r stands behind it."""

    def __init__(self, r):
        first, self.flags = r.byte(), r.byte()
        if first & 0xF0 != 0xB0 or first == 0xB0:
            raise DamagedValue("this is not a bxml value")
        if first != 0xB1 or self.flags & RESERVED:
            raise NotSupported("a value of a later version of the format")
        if self.flags & VOCABULARY:
            raise NotSupported("the value refers to a vocabulary, which only its database has: let the server send it")
        r.take(4)
        self.table_len = r.varint()
        self.items_len = r.varint()
        self.depth = r.varint()
        self.heap_len = r.varint() if self.flags & HEAP else 0
        if self.flags & HEAP and self.heap_len == 0:
            raise DamagedValue("the heap is empty")
        if self.depth > 100002 or self.depth > self.items_len:
            raise DamagedValue("the depth is not possible")
        self.sections = []
        if self.flags & EXT:
            self.sections = [(r.byte(), r.varint()) for _ in range(r.count(2))]
            codes = [code for code, _ in self.sections]
            if not codes or codes != sorted(set(codes)):
                raise DamagedValue("the directory of sections is not in order")
            for code in codes:
                if code < 64 and code not in _KNOWN_SECTIONS:
                    raise NotSupported(f"extension section {code} is of a later version")
        if self.plain_len + sum(n for _, n in self.sections) > _VALUE_MAX:
            raise DamagedValue("the value is too long")

    @property
    def plain_len(self):
        return self.table_len + self.items_len + self.heap_len


def dictionary_1():
    """The bytes before every block of codec 2."""
    return files(__package__).joinpath("dictionary_1.bin").read_bytes()


def _plain_bytes(r, header):
    """Table, items and heap, one after another; blocks are inflated."""
    if not header.flags & BLOCKS:
        return r.take(header.plain_len)
    codec = r.byte()
    if codec not in (1, 2):
        raise NotSupported(f"codec {codec} is of a later version")
    blocks = [(r.varint(), r.varint()) for _ in range(r.count(2))]
    if not blocks or sum(plain for _, plain in blocks) != header.plain_len:
        raise DamagedValue("the blocks do not add up")
    for stored, plain in blocks:
        if not (1 <= plain <= _BLOCK_MAX and 1 <= stored <= plain <= 255 * stored):
            raise DamagedValue("a block has no length that it may have")
    if sum(stored for stored, _ in blocks) > r.end - r.pos:
        raise DamagedValue("blocks are missing")
    prefix = dictionary_1() if codec == 2 else b""
    return b"".join(
        bytes(data) if stored == plain else inflate(data, plain, prefix)
        for stored, plain in blocks
        for data in (r.take(stored),)
    )


class Layout:
    """A value taken apart: header, sections, shapes, constants, items, heap."""

    def __init__(self, data):
        data = bytes(data)
        r = Reader(data)
        self.header = Header(r)
        plain = _plain_bytes(r, self.header)
        self.sections = {code: r.take(n) for code, n in self.header.sections}
        r.done()
        table, items = self.header.table_len, self.header.items_len
        self.items = plain[table : table + items]
        self.heap = plain[table + items :]
        self._read_table(Reader(plain, 0, table))

    def _read_table(self, r):
        uris = ["", _XML] + [r.string() for _ in range(r.count(1))]
        pairs = [("", ""), ("xml", _XML)]
        for _ in range(r.count(2)):
            prefix, uri = r.string(), r.varint()
            if uri >= len(uris):
                raise DamagedValue("a prefix has a namespace that is not listed")
            pairs.append((prefix, uris[uri]))
        self.shapes = list(_name_mode(r, pairs) if self.header.flags & NAMES else _path_mode(r, pairs))
        self.constants = _constants(r, self.shapes) if self.header.flags & CONSTANTS else []
        r.done()


def _shape(kind, pairs, pair, local):
    if pair >= len(pairs):
        raise DamagedValue("a name has a prefix that is not listed")
    if kind == NAMESPACE:
        return Shape(kind, pair=pairs[pair])
    if not local:
        raise DamagedValue("a name is empty")
    prefix, uri = pairs[pair]
    return Shape(kind, Name(uri, prefix, local))


def _path_mode(r, pairs):
    n = r.count(1)
    lengths = r.take(n)
    of = r.column(len(pairs), n)
    names = []
    for length, pair in zip(lengths, of):
        if length == 255:
            length = int.from_bytes(r.take(4), "little")
        names.append((pair, text_of(r.take(length))))
    n = r.count(1)
    heads = r.take(n)
    parents = r.column(n + 1, n)
    k = max(len(names), len(pairs))
    for i, (head, parent, number) in enumerate(zip(heads, parents, r.column(k, n))):
        kind = head & 7
        if kind == 0 or head & 0x80:
            raise DamagedValue("a shape has no kind")
        if parent > i or (parent > 0 and heads[parent - 1] & 7 != ELEMENT):
            raise DamagedValue("a shape is below one that is no element or comes later")
        if kind in (TEXT, COMMENT):
            yield Shape(kind)
        elif kind == NAMESPACE:
            yield _shape(kind, pairs, number, None)
        else:
            if number >= len(names):
                raise DamagedValue("a shape has a name that is not listed")
            yield _shape(kind, pairs, *names[number])


def _name_mode(r, pairs):
    n = r.count(1)
    default = r.varint()
    short = r.varint()
    heads = r.take(n)
    names = Reader(r.take(short))
    for head in heads:
        kind, length = head & 7, head >> 3
        pair = default if kind in (ELEMENT, LEAF) else 0
        if head == 0:
            kind, pair = r.byte(), r.varint()
            local = r.string() if kind in (ELEMENT, LEAF, ATTRIBUTE) else None
            if kind not in (ELEMENT, LEAF, ATTRIBUTE, NAMESPACE):
                raise DamagedValue("an extended shape has no kind that it may have")
            yield _shape(kind, pairs, pair, local)
        elif kind in (TEXT, COMMENT) and length == 0:
            yield Shape(kind)
        elif kind in (ELEMENT, LEAF, ATTRIBUTE, PI):
            yield _shape(kind, pairs, pair, r.string() if length == 31 else text_of(names.take(length)))
        else:
            raise DamagedValue("a shape has no kind that it may have")
    names.done()


def _constants(r, shapes):
    n = r.count(2)
    of = r.column(len(shapes), n)
    if n == 0 or any(shapes[shape].kind not in (LEAF, ATTRIBUTE, TEXT) for shape in of):
        raise DamagedValue("a constant has no value")
    lengths = r.take(n)
    return [(shape, r.take(length)) for shape, length in zip(of, lengths)]
