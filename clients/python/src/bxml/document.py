"""Documents as drivers give and take them, and paths."""

from .native import Native

WIRE_TEXT, WIRE_NATIVE = 1, 2


class Path(str):
    """A string that is sent as a parameter of type bxpath."""


class Document:
    """A value of type bxml: XML text, or the binary form where the server sent that.

    Document("<a/>"), Document.from_native(bytes); str(document) is the text.
    """

    __slots__ = ("_text", "_native")

    def __init__(self, text):
        self._text = str(text)
        self._native = None

    @classmethod
    def from_native(cls, data):
        """Of the binary form; it is read at once, so that bytes that are none are refused here."""
        document = cls.__new__(cls)
        document._text = None
        document._native = Native(data)
        return document

    @classmethod
    def from_wire(cls, data):
        """Of what the server sends in binary format: a version byte, and text or the binary form."""
        data = bytes(data)
        if data[:1] == bytes([WIRE_NATIVE]):
            return cls.from_native(data[1:])
        if data[:1] == bytes([WIRE_TEXT]):
            return cls(data[1:].decode("utf-8"))
        raise ValueError(f"a bxml value begins with the version byte 1 or 2, this one with {data[:1]!r}")

    def to_wire(self):
        """What the server takes in binary format: the binary form as it came, else the text."""
        if self._native is not None:
            return bytes([WIRE_NATIVE]) + self._native.data
        return bytes([WIRE_TEXT]) + self._text.encode("utf-8")

    @property
    def native(self):
        """The binary form (a Native), or None where the server sent text."""
        return self._native

    def text(self):
        """XML text, as the server prints it."""
        if self._text is None:
            self._text = self._native.text()
        return self._text

    __str__ = text

    def __repr__(self):
        text = self.text()
        return f"Document({text if len(text) <= 60 else text[:57] + '...'!r})"

    def __eq__(self, other):
        return self.text() == other.text() if isinstance(other, Document) else NotImplemented

    def __hash__(self):
        return hash(self.text())

    def etree(self):
        """The root element for xml.etree.ElementTree; see bxml.etree for content without a root."""
        from .etree import to_etree

        return to_etree(self)

    def lxml(self):
        """The document for lxml: an ElementTree with its root, comments, instructions and DOCTYPE."""
        from .etree import to_lxml

        return to_lxml(self)
