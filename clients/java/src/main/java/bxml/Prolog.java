package bxml;

/** What stood before the root: the DOCTYPE and what the XML declaration said. */
final class Prolog {
	final String doctype;
	final long doctypeAt;
	final String version;
	final String encoding;
	/** 0 not given, 1 no, 2 yes. */
	final int standalone;
	/** One element at the top and no text beside it; false for content. */
	final boolean document;

	Prolog(Layout layout) {
		Layout.Slice section = layout.sections.get(9);
		if (section != null) {
			Bytes in = section.bytes();
			doctypeAt = in.varint();
			doctype = in.string(in.end - in.pos);
		} else {
			doctypeAt = -1;
			doctype = null;
		}
		section = layout.sections.get(10);
		if (section != null) {
			Bytes in = section.bytes();
			version = in.string();
			encoding = in.string();
			standalone = in.u8();
			in.done();
			if (standalone > 2) {
				throw BxmlFormatException.damaged("standalone is neither yes nor no");
			}
		} else {
			version = "";
			encoding = "";
			standalone = 0;
		}
		boolean saysNothing = section != null && version.isEmpty() && standalone == 0;
		document = (layout.flags & Layout.DOCUMENT) != 0 && !saysNothing;
	}
}
