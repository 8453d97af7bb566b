"""XML text of a value, byte for byte as the server prints it (FORMAT.md, "Text of a value")."""

import re

from .native import Comment, End, Start, Text

_REFERENCES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_IN_TEXT = re.compile(r"[&<>\r]")
_IN_ATTRIBUTE = re.compile(r'[&<"\t\n\r]')


def _reference(match):
    return _REFERENCES[match.group()]


def _declaration(value):
    """Written when it says more than version 1.0."""
    version = value.version or "1.0"
    if version == "1.0" and value.standalone is None:
        return ""
    standalone = {None: "", True: ' standalone="yes"', False: ' standalone="no"'}[value.standalone]
    return f'<?xml version="{version}"{standalone}?>'


def _start(event):
    out = ["<", event.name.qualified]
    for prefix, uri in event.declarations:
        out.append(f' xmlns{":" if prefix else ""}{prefix}="{_IN_ATTRIBUTE.sub(_reference, uri)}"')
    for name, text in event.attributes:
        out.append(f' {name.qualified}="{_IN_ATTRIBUTE.sub(_reference, text)}"')
    return "".join(out)


class _Printer:
    def __init__(self, value):
        self.value = value
        self.out = [_declaration(value)]
        self.depth = 0
        self.top_items = 0
        self.elements = 0
        self.top_text = False
        self.open_tag = False

    def close_tag(self):
        if self.open_tag:
            self.out.append(">")
            self.open_tag = False

    def top(self, event):
        """What belongs before a top-level item."""
        if self.value.doctype is not None and self.top_items == self.value._doctype_at:
            self.out.append(self.value.doctype)
        self.top_items += 1
        if isinstance(event, Start):
            self.elements += 1
        elif isinstance(event, Text) and event.text.strip(" \t\n"):
            self.top_text = True

    def text(self, event):
        text = _IN_TEXT.sub(_reference, event.text)
        # At the very start U+FEFF would be taken for a byte order mark.
        if text.startswith("\ufeff") and not any(self.out):
            text = "&#xFEFF;" + text[1:]
        self.out.append(text)

    def add(self, event):
        if isinstance(event, End):
            self.depth -= 1
            self.out.append("/>" if self.open_tag else f"</{event.name.qualified}>")
            self.open_tag = False
            return
        if self.depth == 0:
            self.top(event)
        self.close_tag()
        if isinstance(event, Start):
            self.out.append(_start(event))
            self.open_tag = True
            self.depth += 1
        elif isinstance(event, Text):
            self.text(event)
        elif isinstance(event, Comment):
            self.out.append(f"<!--{event.text}-->")
        else:
            self.out.append(f"<?{event.target}{' ' if event.data else ''}{event.data}?>")


def text_of_value(value):
    p = _Printer(value)
    for event in value.events():
        p.add(event)
    # One element and nothing else but white space would be read back as a document.
    if not value.is_document and p.elements == 1 and not p.top_text:
        p.out.append("<![CDATA[]]>")
    return "".join(p.out)
