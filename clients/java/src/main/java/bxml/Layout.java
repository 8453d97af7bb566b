package bxml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;

/** A value taken apart: header, sections, shapes, constants, items, heap (FORMAT.md). */
final class Layout {
	static final int NAMES = 0x01;
	static final int DOCUMENT = 0x02;
	private static final int EXT = 0x04;
	private static final int CONSTANTS = 0x08;
	private static final int HEAP = 0x10;
	private static final int BLOCKS = 0x20;
	private static final int VOCABULARY = 0x40;

	static final int ELEMENT = 1;
	static final int LEAF = 2;
	static final int ATTRIBUTE = 3;
	static final int TEXT = 4;
	static final int COMMENT = 5;
	static final int PI = 6;
	static final int NAMESPACE = 7;

	private static final long VALUE_MAX = (1 << 30) - 65;
	private static final int BLOCK_MAX = 1 << 20;
	private static final String XML = "http://www.w3.org/XML/1998/namespace";

	/** What an item is: a kind and a name; of a declaration the prefix and the URI of the name count. */
	static final class Shape {
		final int kind;
		final QName name;

		Shape(int kind, QName name) {
			this.kind = kind;
			this.name = name;
		}
	}

	/** A part of an array. */
	static final class Slice {
		final byte[] data;
		final int at;
		final int n;

		Slice(byte[] data, int at, int n) {
			this.data = data;
			this.at = at;
			this.n = n;
		}

		Bytes bytes() {
			return new Bytes(data, at, at + n);
		}
	}

	private int tableLen;
	private int heapLen;
	int flags;
	int itemsLen;
	int depth;
	final Map<Integer, Slice> sections = new TreeMap<>();
	final List<Shape> shapes = new ArrayList<>();
	int[] constantShapes = {};
	final List<Slice> constants = new ArrayList<>();
	Slice items;
	Slice heap;

	Layout(byte[] value, int at, int n) {
		Bytes in = new Bytes(value, at, at + n);
		List<int[]> directory = header(in);
		byte[] plain = value;
		int table;
		if ((flags & BLOCKS) != 0) {
			plain = blocks(in);
			table = 0;
		} else {
			table = in.take((long) tableLen + itemsLen + heapLen);
		}
		for (int[] section : directory) {
			sections.put(section[0], new Slice(value, in.take(section[1]), section[1]));
		}
		in.done();
		items = new Slice(plain, table + tableLen, itemsLen);
		heap = new Slice(plain, table + tableLen + itemsLen, heapLen);
		table(new Bytes(plain, table, table + tableLen));
	}

	private static int length(Bytes in) {
		long n = in.varint();
		if (n > VALUE_MAX) {
			throw BxmlFormatException.damaged("a length is more than a value has");
		}
		return (int) n;
	}

	private List<int[]> header(Bytes in) {
		int first = in.u8();
		flags = in.u8();
		if ((first & 0xF0) != 0xB0 || first == 0xB0) {
			throw BxmlFormatException.damaged("this is not a bxml value");
		}
		if (first != 0xB1 || (flags & 0x80) != 0) {
			throw BxmlFormatException.notSupported("a bxml value of a later version of the format");
		}
		if ((flags & VOCABULARY) != 0) {
			throw BxmlFormatException.notSupported(
				"the bxml value refers to a vocabulary, which only its database has: let the server send it");
		}
		in.take(4);
		tableLen = length(in);
		itemsLen = length(in);
		depth = length(in);
		heapLen = (flags & HEAP) != 0 ? length(in) : 0;
		if ((flags & HEAP) != 0 && heapLen == 0) {
			throw BxmlFormatException.damaged("the heap is empty");
		}
		if (depth > 100002 || depth > itemsLen || (long) tableLen + itemsLen + heapLen > VALUE_MAX) {
			throw BxmlFormatException.damaged("the depth or the length is not possible");
		}
		return (flags & EXT) != 0 ? directory(in) : List.of();
	}

	private static List<int[]> directory(Bytes in) {
		List<int[]> directory = new ArrayList<>();
		int last = 0;
		for (int n = in.count(2); n > 0; n--) {
			int code = in.u8();
			if (code <= last) {
				throw BxmlFormatException.damaged("the directory of sections is not in order");
			}
			if (code < 64 && code != 6 && code != 7 && code != 9 && code != 10) {
				throw BxmlFormatException.notSupported("extension section " + code + " of a bxml value is of a later version");
			}
			directory.add(new int[] {code, length(in)});
			last = code;
		}
		if (last == 0) {
			throw BxmlFormatException.damaged("the directory of sections is empty");
		}
		return directory;
	}

	/** The bytes before every block of codec 2. */
	static byte[] dictionary() {
		try (InputStream in = Layout.class.getResourceAsStream("dictionary_1.bin")) {
			return in.readAllBytes();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private byte[] blocks(Bytes in) {
		int codec = in.u8();
		if (codec != 1 && codec != 2) {
			throw BxmlFormatException.notSupported("codec " + codec + " of a bxml value is of a later version");
		}
		int n = in.count(2);
		int[] stored = new int[n];
		int[] plain = new int[n];
		long total = 0;
		long left = 0;
		for (int i = 0; i < n; i++) {
			stored[i] = length(in);
			plain[i] = length(in);
			if (plain[i] < 1 || plain[i] > BLOCK_MAX || stored[i] < 1 || stored[i] > plain[i] || plain[i] > 255L * stored[i]) {
				throw BxmlFormatException.damaged("a block has no length that it may have");
			}
			total += plain[i];
			left += stored[i];
		}
		if (n == 0 || total != (long) tableLen + itemsLen + heapLen || left > in.end - in.pos) {
			throw BxmlFormatException.damaged("the blocks do not add up");
		}
		byte[] prefix = codec == 2 ? dictionary() : new byte[0];
		byte[] all = new byte[(int) total];
		int to = 0;
		for (int i = 0; i < n; i++) {
			int at = in.take(stored[i]);
			byte[] block = stored[i] == plain[i] ? null : Lz4.inflate(in.data, at, stored[i], plain[i], prefix);
			System.arraycopy(block != null ? block : in.data, block != null ? 0 : at, all, to, plain[i]);
			to += plain[i];
		}
		return all;
	}

	private void table(Bytes in) {
		List<String> uris = new ArrayList<>(List.of("", XML));
		for (int n = in.count(1); n > 0; n--) {
			uris.add(in.string());
		}
		List<QName> pairs = new ArrayList<>(List.of(new QName("", "", ""), new QName(XML, "", "xml")));
		for (int n = in.count(2); n > 0; n--) {
			String prefix = in.string();
			long uri = in.varint();
			if (uri >= uris.size()) {
				throw BxmlFormatException.damaged("a prefix has a namespace that is not listed");
			}
			pairs.add(new QName(uris.get((int) uri), "", prefix));
		}
		if ((flags & NAMES) != 0) {
			nameMode(in, pairs);
		} else {
			pathMode(in, pairs);
		}
		if ((flags & CONSTANTS) != 0) {
			constants(in);
		}
		in.done();
	}

	private void shape(int kind, List<QName> pairs, long pair, String local) {
		if (pair >= pairs.size()) {
			throw BxmlFormatException.damaged("a name has a prefix that is not listed");
		}
		QName p = pairs.get((int) pair);
		if (kind != NAMESPACE && local.isEmpty()) {
			throw BxmlFormatException.damaged("a name is empty");
		}
		shapes.add(new Shape(kind, kind == NAMESPACE ? p : new QName(p.getNamespaceURI(), local, p.getPrefix())));
	}

	private void pathMode(Bytes in, List<QName> pairs) {
		int n = in.count(1);
		int lengths = in.take(n);
		int[] of = in.column(pairs.size(), n);
		String[] names = new String[n];
		for (int i = 0; i < n; i++) {
			int length = in.data[lengths + i] & 0xFF;
			names[i] = in.string(length == 255 ? in.number(4) : length);
		}
		n = in.count(1);
		int heads = in.take(n);
		int[] parents = in.column(n + 1, n);
		int[] numbers = in.column(Math.max(names.length, pairs.size()), n);
		for (int i = 0; i < n; i++) {
			int head = in.data[heads + i] & 0xFF;
			int kind = head & 7;
			if (kind == 0 || (head & 0x80) != 0) {
				throw BxmlFormatException.damaged("a shape has no kind");
			}
			if (parents[i] > i || (parents[i] > 0 && (in.data[heads + parents[i] - 1] & 7) != ELEMENT)) {
				throw BxmlFormatException.damaged("a shape is below one that is no element or comes later");
			}
			if (kind == TEXT || kind == COMMENT) {
				shapes.add(new Shape(kind, null));
			} else if (kind == NAMESPACE) {
				shape(kind, pairs, numbers[i], "");
			} else if (numbers[i] < names.length) {
				shape(kind, pairs, of[numbers[i]], names[numbers[i]]);
			} else {
				throw BxmlFormatException.damaged("a shape has a name that is not listed");
			}
		}
	}

	private void nameMode(Bytes in, List<QName> pairs) {
		int n = in.count(1);
		long defaultPair = in.varint();
		long shortNames = in.varint();
		int heads = in.take(n);
		int at = in.take(shortNames);
		Bytes names = new Bytes(in.data, at, at + (int) shortNames);
		for (int i = 0; i < n; i++) {
			int head = in.data[heads + i] & 0xFF;
			int kind = head & 7;
			int length = head >> 3;
			if (head == 0) {
				kind = in.u8();
				long pair = in.varint();
				if (kind != ELEMENT && kind != LEAF && kind != ATTRIBUTE && kind != NAMESPACE) {
					throw BxmlFormatException.damaged("an extended shape has no kind that it may have");
				}
				shape(kind, pairs, pair, kind == NAMESPACE ? "" : in.string());
			} else if ((kind == TEXT || kind == COMMENT) && length == 0) {
				shapes.add(new Shape(kind, null));
			} else if (kind == ELEMENT || kind == LEAF || kind == ATTRIBUTE || kind == PI) {
				String local = length == 31 ? in.string() : names.string(length);
				shape(kind, pairs, kind == ELEMENT || kind == LEAF ? defaultPair : 0, local);
			} else {
				throw BxmlFormatException.damaged("a shape has no kind that it may have");
			}
		}
		names.done();
	}

	private void constants(Bytes in) {
		int n = in.count(2);
		constantShapes = in.column(shapes.size(), n);
		int lengths = in.take(n);
		for (int i = 0; i < n; i++) {
			int kind = shapes.get(constantShapes[i]).kind;
			if (kind != LEAF && kind != ATTRIBUTE && kind != TEXT) {
				throw BxmlFormatException.damaged("a constant has no value");
			}
			int length = in.data[lengths + i] & 0xFF;
			constants.add(new Slice(in.data, in.take(length), length));
		}
		if (n == 0) {
			throw BxmlFormatException.damaged("there are no constants");
		}
	}
}
