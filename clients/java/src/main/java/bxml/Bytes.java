package bxml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Numbers and strings, one after another, from a place in an array up to an end. */
final class Bytes {
	final byte[] data;
	int pos;
	int end;

	Bytes(byte[] data, int pos, int end) {
		this.data = data;
		this.pos = pos;
		this.end = end;
	}

	/** Steps over n bytes and gives the place of the first. */
	int take(long n) {
		if (n < 0 || n > end - pos) {
			throw BxmlFormatException.damaged("bytes are missing at " + pos);
		}
		int at = pos;
		pos += (int) n;
		return at;
	}

	int u8() {
		return data[take(1)] & 0xFF;
	}

	/** A number of n bytes, n at most 4. */
	long number(int n) {
		long value = 0;
		int at = take(n);
		for (int i = 0; i < n; i++) {
			value |= (data[at + i] & 0xFFL) << 8 * i;
		}
		return value;
	}

	/** A varint; with wide = 3 a token. */
	private long varint(int wide) {
		int first = u8();
		if (first < 240) {
			return first;
		}
		if (first < 255) {
			return 240 + ((first - 240) << 8) + u8();
		}
		long value = number(wide);
		if (value < 4080) {
			throw BxmlFormatException.damaged("a number is longer than it must be at " + pos);
		}
		return value;
	}

	long varint() {
		return varint(4);
	}

	int token() {
		return (int) varint(3);
	}

	/** A number of things that take at least so many bytes each. */
	int count(int leastBytes) {
		long n = varint();
		if (n * leastBytes > end - pos) {
			throw BxmlFormatException.damaged("a number is larger than what follows at " + pos);
		}
		return (int) n;
	}

	String string(long n) {
		int at = take(n);
		return text(data, at, (int) n);
	}

	String string() {
		return string(varint());
	}

	/** n numbers, each below k. */
	int[] column(int k, int n) {
		int width = k <= 256 ? 1 : k <= 65536 ? 2 : 4;
		int[] numbers = new int[n];
		if ((long) width * n > end - pos) {
			throw BxmlFormatException.damaged("a column is longer than its table");
		}
		for (int i = 0; i < n; i++) {
			long number = number(width);
			if (number >= k) {
				throw BxmlFormatException.damaged("a reference of the table goes beyond its end");
			}
			numbers[i] = (int) number;
		}
		return numbers;
	}

	void done() {
		if (pos != end) {
			throw BxmlFormatException.damaged("bytes are left over at " + pos);
		}
	}

	static String text(byte[] data, int at, int n) {
		for (int i = at; i < at + n; i++) {
			if (data[i] < 0) {
				return decoded(data, at, n);
			}
		}
		return new String(data, at, n, StandardCharsets.US_ASCII);
	}

	/** A new decoder reports what is not UTF-8; String would put other characters there. */
	private static String decoded(byte[] data, int at, int n) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data, at, n)).toString();
		} catch (CharacterCodingException e) {
			throw BxmlFormatException.damaged("text is not UTF-8");
		}
	}
}
