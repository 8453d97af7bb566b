package bxml;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** One pass through the items of a value: a pull parser without XML. */
final class Walk {
	static final int END = 0;
	static final int START_ELEMENT = 1;
	static final int END_ELEMENT = 2;
	static final int TEXT = 4;
	static final int COMMENT = 5;
	static final int PI = 6;

	private static final class Open {
		final QName name;
		final int declared;
		final int outerEnd;

		Open(QName name, int declared, int outerEnd) {
			this.name = name;
			this.declared = declared;
			this.outerEnd = outerEnd;
		}
	}

	private final Layout layout;
	private final Bytes in;
	private final List<Open> open = new ArrayList<>();
	/** Declarations of the open elements, of the outermost first. */
	final List<QName> scope = new ArrayList<>();
	/** What references may give in all: a damaged value must not give more text than it is long. */
	private long heapLeft;

	/** Of the item that next() came to. */
	private Layout.Shape shape;
	private byte[] data;
	private int at;
	private int n;

	/** A leaf is three events. */
	private int leaf;
	private QName leafName;
	private boolean popped;

	QName name;
	/** Where the declarations of the element begin in scope. */
	int declared;
	final List<QName> attributes = new ArrayList<>();
	final List<String> values = new ArrayList<>();
	String text;

	Walk(Layout layout) {
		this.layout = layout;
		this.in = layout.items.bytes();
		this.heapLeft = layout.heap.n;
	}

	/** Elements around the event, it included; less a leaf that has begun. */
	int level() {
		return open.size() + (leaf > 0 ? 1 : 0);
	}

	private void item() {
		int token = in.token();
		int nConstants = layout.constants.size();
		if (token < nConstants) {
			Layout.Slice constant = layout.constants.get(token);
			shape = layout.shapes.get(layout.constantShapes[token]);
			data = constant.data;
			at = constant.at;
			n = constant.n;
			return;
		}
		if (token - nConstants >= layout.shapes.size()) {
			throw BxmlFormatException.damaged("an item has no shape at " + in.pos);
		}
		shape = layout.shapes.get(token - nConstants);
		long length = in.varint();
		at = in.take(length);
		n = (int) length;
		data = in.data;
	}

	/** The text that the payload stands for. */
	private String value() {
		int first = n > 0 ? data[at] & 0xFF : 0;
		if (first < 0x80 || first > 0xBF) {
			return Bytes.text(data, at, n);
		}
		if (first != 0xBF) {
			return TypedText.of(data, at, n);
		}
		Bytes r = new Bytes(data, at + 1, at + n);
		long from = r.varint();
		long length = r.varint();
		r.done();
		heapLeft -= length;
		if (length == 0 || length > layout.heap.n - from || heapLeft < 0) {
			throw BxmlFormatException.damaged("a reference lies outside of the heap");
		}
		return Bytes.text(layout.heap.data, layout.heap.at + (int) from, (int) length);
	}

	/** The next event. */
	int next() {
		attributes.clear();
		values.clear();
		if (leaf > 0) {
			return leafEvent();
		}
		if (popped) {
			dropScope();
		}
		if (in.pos == in.end) {
			return open.isEmpty() ? END : endElement();
		}
		item();
		switch (shape.kind) {
			case Layout.ELEMENT: return startElement();
			case Layout.LEAF:
				name = leafName = shape.name;
				declared = scope.size();
				leaf = n > 0 ? 2 : 1;
				return START_ELEMENT;
			case Layout.TEXT:
				text = value();
				return TEXT;
			case Layout.COMMENT:
				text = Bytes.text(data, at, n);
				return COMMENT;
			case Layout.PI:
				name = shape.name;
				text = Bytes.text(data, at, n);
				return PI;
			default: throw BxmlFormatException.damaged("an attribute or declaration is not at the start of an element");
		}
	}

	private int leafEvent() {
		name = leafName;
		declared = scope.size();
		if (--leaf > 0) {
			text = value();
			return TEXT;
		}
		return END_ELEMENT;
	}

	private int endElement() {
		Open element = open.get(open.size() - 1);
		in.end = element.outerEnd;
		name = element.name;
		declared = element.declared;
		popped = true;
		return END_ELEMENT;
	}

	/** Declarations of an element hold until its end has been looked at. */
	private void dropScope() {
		Open element = open.remove(open.size() - 1);
		scope.subList(element.declared, scope.size()).clear();
		popped = false;
	}

	private int startElement() {
		if (open.size() > layout.depth) {
			throw BxmlFormatException.damaged("items are nested deeper than the header says");
		}
		QName element = shape.name;
		open.add(new Open(element, scope.size(), in.end));
		in.pos = at;
		in.end = at + n;
		declared = scope.size();
		while (in.pos < in.end) {
			int before = in.pos;
			item();
			if (shape.kind == Layout.NAMESPACE && attributes.isEmpty()) {
				scope.add(shape.name);
			} else if (shape.kind == Layout.ATTRIBUTE) {
				attributes.add(shape.name);
				values.add(value());
			} else {
				in.pos = before;
				break;
			}
		}
		name = element;
		return START_ELEMENT;
	}
}
