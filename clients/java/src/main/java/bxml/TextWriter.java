package bxml;

import javax.xml.namespace.QName;

/** XML text of a value, byte for byte as the server prints it (FORMAT.md, "Text of a value"). */
final class TextWriter {
	private final StringBuilder out = new StringBuilder();
	private boolean inTag;

	private TextWriter() {
	}

	static String text(Layout layout) {
		return new TextWriter().write(layout);
	}

	private void escape(String s, boolean attribute) {
		for (int i = 0; i < s.length(); i++) {
			char c = s.charAt(i);
			switch (c) {
				case '&': out.append("&amp;"); break;
				case '<': out.append("&lt;"); break;
				case '\r': out.append("&#13;"); break;
				case '>': out.append(attribute ? ">" : "&gt;"); break;
				case '"': out.append(attribute ? "&quot;" : "\""); break;
				case '\t': out.append(attribute ? "&#9;" : "\t"); break;
				case '\n': out.append(attribute ? "&#10;" : "\n"); break;
				default: out.append(c);
			}
		}
	}

	private static String qualified(QName name) {
		return name.getPrefix().isEmpty() ? name.getLocalPart() : name.getPrefix() + ":" + name.getLocalPart();
	}

	private void attribute(String name, String value) {
		out.append(' ').append(name).append("=\"");
		escape(value, true);
		out.append('"');
	}

	private void start(Walk walk) {
		out.append('<').append(qualified(walk.name));
		for (QName pair : walk.scope.subList(walk.declared, walk.scope.size())) {
			attribute(pair.getPrefix().isEmpty() ? "xmlns" : "xmlns:" + pair.getPrefix(), pair.getNamespaceURI());
		}
		for (int i = 0; i < walk.attributes.size(); i++) {
			attribute(qualified(walk.attributes.get(i)), walk.values.get(i));
		}
		inTag = true;
	}

	/** Written when it says more than version 1.0. */
	private void declaration(Prolog prolog) {
		String version = prolog.version.isEmpty() ? "1.0" : prolog.version;
		if (version.equals("1.0") && prolog.standalone == 0) {
			return;
		}
		out.append("<?xml version=\"").append(version).append('"');
		if (prolog.standalone != 0) {
			out.append(prolog.standalone == 2 ? " standalone=\"yes\"" : " standalone=\"no\"");
		}
		out.append("?>");
	}

	private void event(Walk walk, int event) {
		if (event == Walk.END_ELEMENT) {
			out.append(inTag ? "/>" : "</" + qualified(walk.name) + ">");
			inTag = false;
			return;
		}
		if (inTag) {
			out.append('>');
			inTag = false;
		}
		switch (event) {
			case Walk.START_ELEMENT: start(walk); break;
			case Walk.COMMENT: out.append("<!--").append(walk.text).append("-->"); break;
			case Walk.PI:
				out.append("<?").append(walk.name.getLocalPart()).append(walk.text.isEmpty() ? "" : " ");
				out.append(walk.text).append("?>");
				break;
			default:
				// At the very start U+FEFF would be taken for a byte order mark.
				boolean mark = out.length() == 0 && walk.text.startsWith("\uFEFF");
				out.append(mark ? "&#xFEFF;" : "");
				escape(mark ? walk.text.substring(1) : walk.text, false);
		}
	}

	private static boolean isSpace(String s) {
		return s.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n');
	}

	private String write(Layout layout) {
		Prolog prolog = new Prolog(layout);
		Walk walk = new Walk(layout);
		int topItems = 0;
		int elements = 0;
		boolean text = false;
		int level = 0;
		declaration(prolog);
		for (int event = walk.next(); event != Walk.END; event = walk.next()) {
			if (level == 0) {
				if (topItems++ == prolog.doctypeAt) {
					out.append(prolog.doctype);
				}
				elements += event == Walk.START_ELEMENT ? 1 : 0;
				text |= event == Walk.TEXT && !isSpace(walk.text);
			}
			event(walk, event);
			level += event == Walk.START_ELEMENT ? 1 : event == Walk.END_ELEMENT ? -1 : 0;
		}
		// One element and nothing else but white space would be read back as a document.
		if (!prolog.document && elements == 1 && !text) {
			out.append("<![CDATA[]]>");
		}
		return out.toString();
	}
}
