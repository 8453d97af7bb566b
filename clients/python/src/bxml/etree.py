"""Documents to xml.etree.ElementTree and lxml, and back.

ElementTree knows neither prefixes nor what stands beside the root: to_etree drops them.  to_lxml keeps both.
"""

import re
from xml.etree import ElementTree

from .document import Document
from .native import Comment, End, Start, Text


_DECLARATION = re.compile(r"^<\?xml\s.*?\?>", re.S)


class NotADocument(ValueError):
    """Content without a single root cannot be a tree."""


def _add(builder, event):
    if isinstance(event, Start):
        builder.start(event.name.clark, {name.clark: text for name, text in event.attributes})
    elif isinstance(event, End):
        builder.end(event.name.clark)
    elif isinstance(event, Text):
        builder.data(event.text)
    elif isinstance(event, Comment):
        builder.comment(event.text)
    else:
        builder.pi(event.target, event.data)


def to_etree(document, wrap=None):
    """The root element; with wrap, an element of that name around all of the document or content."""
    if document.native is None:
        return _text_to_etree(document.text(), wrap)
    if wrap is None and not document.native.is_document:
        raise NotADocument("this is content without a single root: give wrap, the name of an element around it")
    builder = _builder()
    depth = 0
    if wrap is not None:
        builder.start(wrap, {})
    for event in document.native.events():
        depth -= isinstance(event, End)
        # Beside the root there is no place for comments and instructions.
        if wrap is not None or depth > 0 or isinstance(event, (Start, End)):
            _add(builder, event)
        depth += isinstance(event, Start)
    if wrap is not None:
        builder.end(wrap)
    return builder.close()


def _text_to_etree(text, wrap):
    parser = ElementTree.XMLParser(target=_builder())
    if wrap is not None:
        # The declaration must be first, and there it says nothing that the string does not.
        text = f"<{wrap}>{_DECLARATION.sub('', text, count=1)}</{wrap}>"
    try:
        return ElementTree.fromstring(text, parser)
    except ElementTree.ParseError as e:
        if wrap is None:
            raise NotADocument(f"{e}: for content without a single root give wrap, the name of an element around it") from None
        raise


def from_etree(element):
    """A Document of an element of ElementTree; the text behind it, its tail, is not part of it."""
    tail, element.tail = element.tail, None
    try:
        return Document(ElementTree.tostring(element, encoding="unicode"))
    finally:
        element.tail = tail


def to_lxml(document):
    """An lxml ElementTree: the text is parsed by lxml, without network and without external entities."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    return etree.ElementTree(etree.fromstring(document.text().encode("utf-8"), parser))


def from_lxml(tree):
    """A Document of an lxml element or ElementTree; of the latter with what stands beside the root."""
    from lxml import etree

    text = etree.tostring(tree, encoding="unicode", with_tail=False)
    return Document(text)


def _builder():
    return ElementTree.TreeBuilder(insert_comments=True, insert_pis=True)
