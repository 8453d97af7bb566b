package bxml;

/** Blocks in the LZ4 block format, as FORMAT.md has them: sequences of literals and matches, without frame. */
final class Lz4 {
	private final Bytes in;
	private final byte[] out;
	private int pos;

	private Lz4(Bytes in, byte[] out, int pos) {
		this.in = in;
		this.out = out;
		this.pos = pos;
	}

	/** The plain bytes of a block; matches may reach into the prefix, which lies before it. */
	static byte[] inflate(byte[] data, int at, int stored, int plain, byte[] prefix) {
		byte[] out = new byte[prefix.length + plain];
		System.arraycopy(prefix, 0, out, 0, prefix.length);
		new Lz4(new Bytes(data, at, at + stored), out, prefix.length).run();
		byte[] result = new byte[plain];
		System.arraycopy(out, prefix.length, result, 0, plain);
		return result;
	}

	private int length(int n) {
		if (n < 15) {
			return n;
		}
		int more;
		do {
			more = in.u8();
			n += more;
			if (n > out.length) {
				throw BxmlFormatException.damaged("a sequence of a block is longer than it");
			}
		} while (more == 255);
		return n;
	}

	private void run() {
		while (true) {
			int token = in.u8();
			int n = length(token >> 4);
			int at = in.take(n);
			room(n);
			System.arraycopy(in.data, at, out, pos, n);
			pos += n;
			if (in.pos == in.end) {
				break;
			}
			match(token & 15);
		}
		if (pos != out.length) {
			throw BxmlFormatException.damaged("a block does not give the bytes that it should");
		}
	}

	private void match(int code) {
		int distance = (int) in.number(2);
		int n = length(code) + 4;
		if (distance == 0 || distance > pos) {
			throw BxmlFormatException.damaged("a match of a block lies outside");
		}
		room(n);
		// It may repeat what it writes.
		for (int i = 0; i < n; i++, pos++) {
			out[pos] = out[pos - distance];
		}
	}

	private void room(int n) {
		if (n > out.length - pos) {
			throw BxmlFormatException.damaged("a block gives more bytes than it should");
		}
	}
}
