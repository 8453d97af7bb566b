package bxml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The binary form of a value as a stream of StAX events: no text is made and parsed again.
 *
 * <p>Content without a single root gives its nodes one after another at the top.  Bytes are not trusted: what breaks the
 * format is an XMLStreamException when it is met; header and names are read at once.
 */
public final class BxmlReader implements XMLStreamReader {
	private final Prolog prolog;
	private final Walk walk;
	private int event = START_DOCUMENT;
	private int topItems;
	private int level;
	/** What the walk has come to while the DOCTYPE is given first. */
	private int waiting = -1;

	/**
	 * Of the binary form, without the version byte of the wire.
	 *
	 * @throws BxmlFormatException when header or names are damaged, or the value is of a later version
	 */
	public BxmlReader(byte[] value) {
		this(new Layout(value, 0, value.length));
	}

	BxmlReader(Layout layout) {
		prolog = new Prolog(layout);
		walk = new Walk(layout);
	}

	@Override
	public int next() throws XMLStreamException {
		if (event == END_DOCUMENT) {
			throw new NoSuchElementException();
		}
		if (event == START_ELEMENT) {
			level++;
		}
		try {
			int came = waiting >= 0 ? waiting : walk.next();
			boolean top = level == 0 && waiting < 0 && came != Walk.END;
			waiting = -1;
			if (top && topItems++ == prolog.doctypeAt) {
				waiting = came;
				return event = DTD;
			}
			return event = stax(came);
		} catch (BxmlFormatException e) {
			throw new XMLStreamException(e.getMessage(), getLocation(), e);
		}
	}

	private int stax(int came) {
		switch (came) {
			case Walk.START_ELEMENT: return START_ELEMENT;
			case Walk.END_ELEMENT:
				level--;
				return END_ELEMENT;
			case Walk.TEXT: return CHARACTERS;
			case Walk.COMMENT: return COMMENT;
			case Walk.PI: return PROCESSING_INSTRUCTION;
			default: return END_DOCUMENT;
		}
	}

	@Override
	public boolean hasNext() {
		return event != END_DOCUMENT;
	}

	@Override
	public void close() {
		// nothing is held open
	}

	@Override
	public int getEventType() {
		return event;
	}

	/** The DOCTYPE as it was written, or null. */
	public String getDoctype() {
		return prolog.doctype;
	}

	/** Is this a document, with one element at the top and no text beside it? */
	public boolean isDocument() {
		return prolog.document;
	}

	private void need(boolean condition, String what) {
		if (!condition) {
			throw new IllegalStateException("the reader is not at " + what);
		}
	}

	@Override
	public void require(int type, String namespaceURI, String localName) throws XMLStreamException {
		if (event != type || (namespaceURI != null && !namespaceURI.equals(getNamespaceURI()))
			|| (localName != null && !localName.equals(getLocalName()))) {
			throw new XMLStreamException("event " + event + " is not what is required", getLocation());
		}
	}

	@Override
	public String getElementText() throws XMLStreamException {
		if (event != START_ELEMENT) {
			throw new XMLStreamException("the reader is not at the start of an element", getLocation());
		}
		StringBuilder text = new StringBuilder();
		while (next() != END_ELEMENT) {
			if (event == CHARACTERS) {
				text.append(walk.text);
			} else if (event != COMMENT && event != PROCESSING_INSTRUCTION) {
				throw new XMLStreamException("the element holds more than text", getLocation());
			}
		}
		return text.toString();
	}

	@Override
	public int nextTag() throws XMLStreamException {
		do {
			next();
		} while (event == COMMENT || event == PROCESSING_INSTRUCTION || event == DTD || (event == CHARACTERS && isWhiteSpace()));
		if (event != START_ELEMENT && event != END_ELEMENT) {
			throw new XMLStreamException("there is text before the next tag", getLocation());
		}
		return event;
	}

	@Override
	public boolean isStartElement() {
		return event == START_ELEMENT;
	}

	@Override
	public boolean isEndElement() {
		return event == END_ELEMENT;
	}

	@Override
	public boolean isCharacters() {
		return event == CHARACTERS;
	}

	@Override
	public boolean isWhiteSpace() {
		return event == CHARACTERS && walk.text.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
	}

	// ---------------------------------------------------------------- names

	@Override
	public boolean hasName() {
		return event == START_ELEMENT || event == END_ELEMENT;
	}

	@Override
	public QName getName() {
		need(hasName(), "an element");
		return walk.name;
	}

	@Override
	public String getLocalName() {
		return getName().getLocalPart();
	}

	@Override
	public String getNamespaceURI() {
		return hasName() ? orNull(walk.name.getNamespaceURI()) : null;
	}

	@Override
	public String getPrefix() {
		return hasName() ? walk.name.getPrefix() : null;
	}

	private static String orNull(String s) {
		return s.isEmpty() ? null : s;
	}

	// ---------------------------------------------------------------- attributes

	private int index(int i) {
		need(event == START_ELEMENT, "the start of an element");
		return i;
	}

	@Override
	public int getAttributeCount() {
		return walk.attributes.size() - index(0);
	}

	@Override
	public QName getAttributeName(int i) {
		return walk.attributes.get(index(i));
	}

	@Override
	public String getAttributeNamespace(int i) {
		return orNull(getAttributeName(i).getNamespaceURI());
	}

	@Override
	public String getAttributeLocalName(int i) {
		return getAttributeName(i).getLocalPart();
	}

	@Override
	public String getAttributePrefix(int i) {
		return getAttributeName(i).getPrefix();
	}

	@Override
	public String getAttributeType(int i) {
		index(i);
		return "CDATA";
	}

	@Override
	public String getAttributeValue(int i) {
		return walk.values.get(index(i));
	}

	@Override
	public boolean isAttributeSpecified(int i) {
		index(i);
		return true;
	}

	@Override
	public String getAttributeValue(String namespaceURI, String localName) {
		for (int i = 0; i < getAttributeCount(); i++) {
			QName name = walk.attributes.get(i);
			if (name.getLocalPart().equals(localName) && (namespaceURI == null || name.getNamespaceURI().equals(namespaceURI))) {
				return walk.values.get(i);
			}
		}
		return null;
	}

	// ---------------------------------------------------------------- namespaces

	private List<QName> declared() {
		need(hasName(), "an element");
		return walk.scope.subList(Math.min(walk.declared, walk.scope.size()), walk.scope.size());
	}

	@Override
	public int getNamespaceCount() {
		return declared().size();
	}

	@Override
	public String getNamespacePrefix(int i) {
		return orNull(declared().get(i).getPrefix());
	}

	@Override
	public String getNamespaceURI(int i) {
		return orNull(declared().get(i).getNamespaceURI());
	}

	@Override
	public String getNamespaceURI(String prefix) {
		return orNull(getNamespaceContext().getNamespaceURI(prefix));
	}

	@Override
	public NamespaceContext getNamespaceContext() {
		return new Scope(new ArrayList<>(walk.scope));
	}

	/** The declarations that hold at an event. */
	private static final class Scope implements NamespaceContext {
		private final List<QName> pairs;

		Scope(List<QName> pairs) {
			this.pairs = pairs;
		}

		@Override
		public String getNamespaceURI(String prefix) {
			if (prefix == null) {
				throw new IllegalArgumentException("prefix is null");
			}
			if (prefix.equals(XMLConstants.XML_NS_PREFIX)) {
				return XMLConstants.XML_NS_URI;
			}
			if (prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
				return XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
			}
			for (int i = pairs.size() - 1; i >= 0; i--) {
				if (pairs.get(i).getPrefix().equals(prefix)) {
					return pairs.get(i).getNamespaceURI();
				}
			}
			return XMLConstants.NULL_NS_URI;
		}

		@Override
		public String getPrefix(String uri) {
			Iterator<String> all = getPrefixes(uri);
			return all.hasNext() ? all.next() : null;
		}

		@Override
		public Iterator<String> getPrefixes(String uri) {
			if (uri == null) {
				throw new IllegalArgumentException("URI is null");
			}
			if (uri.equals(XMLConstants.XML_NS_URI)) {
				return List.of(XMLConstants.XML_NS_PREFIX).iterator();
			}
			Set<String> prefixes = new LinkedHashSet<>();
			for (int i = pairs.size() - 1; i >= 0; i--) {
				String prefix = pairs.get(i).getPrefix();
				if (pairs.get(i).getNamespaceURI().equals(uri) && getNamespaceURI(prefix).equals(uri)) {
					prefixes.add(prefix);
				}
			}
			return Collections.unmodifiableSet(prefixes).iterator();
		}
	}

	// ---------------------------------------------------------------- text

	@Override
	public boolean hasText() {
		return event == CHARACTERS || event == COMMENT || event == DTD;
	}

	@Override
	public String getText() {
		need(hasText(), "text");
		return event == DTD ? prolog.doctype : walk.text;
	}

	@Override
	public char[] getTextCharacters() {
		return getText().toCharArray();
	}

	@Override
	public int getTextCharacters(int from, char[] target, int at, int length) {
		String text = getText();
		int n = Math.min(length, text.length() - from);
		text.getChars(from, from + n, target, at);
		return n;
	}

	@Override
	public int getTextStart() {
		need(hasText(), "text");
		return 0;
	}

	@Override
	public int getTextLength() {
		return getText().length();
	}

	@Override
	public String getPITarget() {
		need(event == PROCESSING_INSTRUCTION, "a processing instruction");
		return walk.name.getLocalPart();
	}

	@Override
	public String getPIData() {
		need(event == PROCESSING_INSTRUCTION, "a processing instruction");
		return walk.text;
	}

	// ---------------------------------------------------------------- the document

	@Override
	public String getVersion() {
		return orNull(prolog.version);
	}

	@Override
	public boolean isStandalone() {
		return prolog.standalone == 2;
	}

	@Override
	public boolean standaloneSet() {
		return prolog.standalone != 0;
	}

	@Override
	public String getCharacterEncodingScheme() {
		return orNull(prolog.encoding);
	}

	@Override
	public String getEncoding() {
		return null;
	}

	@Override
	public Object getProperty(String name) {
		if (name == null) {
			throw new IllegalArgumentException("name is null");
		}
		return null;
	}

	/** There is no text to have a place in. */
	@Override
	public Location getLocation() {
		return new Location() {
			@Override
			public int getLineNumber() {
				return -1;
			}

			@Override
			public int getColumnNumber() {
				return -1;
			}

			@Override
			public int getCharacterOffset() {
				return -1;
			}

			@Override
			public String getPublicId() {
				return null;
			}

			@Override
			public String getSystemId() {
				return null;
			}
		};
	}
}
