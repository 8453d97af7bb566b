"""The binary form of a value, read without a server: FORMAT.md is its specification.

    value = Native(data)            # bytes, without the version byte of the wire
    for event in value.events(): ...
    value.text()                    # as the server prints it

Bytes are not trusted: what breaks the format raises DamagedValue, what is of a later version, NotSupported.
"""

from typing import NamedTuple

from ._errors import DamagedValue
from ._layout import ATTRIBUTE, COMMENT, DOCUMENT, ELEMENT, LEAF, NAMESPACE, PI, TEXT, Layout, Name, Reader, text_of
from ._typed import typed_text


class Start(NamedTuple):
    """An element begins: its name, the (prefix, URI) it declares, its attributes as (Name, value)."""

    name: Name
    declarations: tuple
    attributes: tuple


class End(NamedTuple):
    """The innermost element ends."""

    name: Name


class Text(NamedTuple):
    text: str


class Comment(NamedTuple):
    text: str


class Instruction(NamedTuple):
    """A processing instruction; data is empty if there is none."""

    target: str
    data: str


class Native:
    """A value in the binary form."""

    def __init__(self, data):
        self.data = bytes(data)
        self._layout = Layout(self.data)
        self.doctype, self._doctype_at = self._read_doctype()
        self.version, self.encoding, self.standalone = self._read_declaration()

    def _read_doctype(self):
        """Text of the document type declaration, and the number of top-level items before it."""
        body = self._layout.sections.get(9)
        if body is None:
            return None, -1
        r = Reader(body)
        at = r.varint()
        return text_of(r.take(r.end - r.pos)), at

    def _read_declaration(self):
        """What the XML declaration said: version, encoding (or None) and standalone (None, False or True)."""
        body = self._layout.sections.get(10)
        if body is None:
            return None, None, None
        r = Reader(body)
        version, encoding, standalone = r.string(), r.string(), r.byte()
        r.done()
        if standalone > 2:
            raise DamagedValue("standalone is neither yes nor no")
        return version or None, encoding or None, (None, False, True)[standalone]

    @property
    def is_document(self):
        """One element at the top and no text beside it; False for content."""
        says_nothing = 10 in self._layout.sections and self.version is None and self.standalone is None
        return bool(self._layout.header.flags & DOCUMENT) and not says_nothing

    def events(self):
        """Start, End, Text, Comment and Instruction, in document order."""
        return _Walk(self._layout).events()

    def text(self):
        """The XML text, as the server prints the value."""
        from ._text import text_of_value

        return text_of_value(self)


class _Walk:
    """One pass through the items."""

    def __init__(self, layout):
        self.layout = layout
        self.n_constants = len(layout.constants)
        self.r = Reader(layout.items)
        # What references may give in all: a damaged value must not give more text than it is long.
        self.heap_left = len(layout.heap)

    def item(self):
        """Shape and payload of the next item; the reader stands behind it."""
        r = self.r
        token = r.byte()
        if token >= 240:
            if token < 255:
                token = 240 + ((token - 240) << 8) + r.byte()
            else:
                token = int.from_bytes(r.take(3), "little")
                if token < 4080:
                    raise DamagedValue(f"a token is longer than it must be at {r.pos - 4}")
        if token < self.n_constants:
            shape, payload = self.layout.constants[token]
            return self.layout.shapes[shape], payload
        token -= self.n_constants
        if token >= len(self.layout.shapes):
            raise DamagedValue(f"an item has no shape at {r.pos}")
        return self.layout.shapes[token], r.take(r.varint())

    def value(self, payload):
        """The text that a payload of a leaf, an attribute or a text stands for."""
        if not payload or not 0x80 <= payload[0] <= 0xBF:
            return text_of(payload)
        if payload[0] != 0xBF:
            return typed_text(payload)
        r = Reader(payload, 1)
        start, n = r.varint(), r.varint()
        r.done()
        self.heap_left -= n
        if n == 0 or n > len(self.layout.heap) - start or self.heap_left < 0:
            raise DamagedValue("a reference lies outside of the heap")
        return text_of(self.layout.heap[start : start + n])

    def head(self, end):
        """Declarations and attributes that an element begins with."""
        declarations, attributes = [], []
        r = self.r
        while r.pos < end:
            before = r.pos
            shape, payload = self.item()
            if shape.kind == NAMESPACE and not attributes:
                declarations.append(shape.pair)
            elif shape.kind == ATTRIBUTE:
                attributes.append((shape.name, self.value(payload)))
            else:
                r.pos = before
                break
        return tuple(declarations), tuple(attributes)

    def events(self):
        open_elements = []
        r = self.r
        outer = r.end
        while True:
            while r.pos == r.end and open_elements:
                name, r.end = open_elements.pop()
                yield End(name)
            if r.pos == r.end:
                break
            shape, payload = self.item()
            kind = shape.kind
            if kind == ELEMENT:
                if len(open_elements) > self.layout.header.depth:
                    raise DamagedValue("items are nested deeper than the header says")
                open_elements.append((shape.name, r.end))
                r.end, r.pos = r.pos, r.pos - len(payload)
                yield Start(shape.name, *self.head(r.end))
            elif kind == LEAF:
                yield Start(shape.name, (), ())
                if payload:
                    yield Text(self.value(payload))
                yield End(shape.name)
            elif kind == TEXT:
                yield Text(self.value(payload))
            elif kind == COMMENT:
                yield Comment(text_of(payload))
            elif kind == PI:
                yield Instruction(shape.name.local, text_of(payload))
            else:
                raise DamagedValue(f"an attribute or declaration is not at the start of an element at {r.pos}")
        assert r.end == outer
