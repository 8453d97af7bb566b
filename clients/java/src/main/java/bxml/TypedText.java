package bxml;

import java.util.Base64;

/** Typed values: the exact text that the bytes of a number, a date or a boolean stand for (FORMAT.md, "Typed values"). */
final class TypedText {
	private static final int DAYS_MIN = -719162;
	private static final int DAYS_MAX = 2932896;
	private final byte[] data;
	private int pos;
	private final int end;

	private TypedText(byte[] data, int pos, int end) {
		this.data = data;
		this.pos = pos;
		this.end = end;
	}

	/** The text of the n bytes of a payload, whose first byte is 0x80 to 0xBE. */
	static String of(byte[] data, int at, int n) {
		return new TypedText(data, at + 1, at + n).text(data[at] & 0xFF);
	}

	private static BxmlFormatException damaged(String what) {
		return BxmlFormatException.damaged(what);
	}

	private String text(int tag) {
		if (tag <= 0x92) {
			return decimal(integer(0), tag - 0x80);
		}
		switch (tag) {
			case 0x98:
				if (end - pos > 4) {
					throw damaged("a date has too many bytes");
				}
				return date(integer(1));
			case 0x99: {
				StringBuilder time = new StringBuilder();
				return date(moment(time)) + "T" + time;
			}
			case 0xA2: return floating();
			case 0xA3: return padded();
			case 0xA4: return zonedDate();
			case 0xA5: {
				StringBuilder time = new StringBuilder();
				if (moment(time) != 0) {
					throw damaged("a time is not within its day");
				}
				return time.toString();
			}
			case 0xA6: return hex("0123456789abcdef");
			case 0xA7: return hex("0123456789ABCDEF");
			case 0xA8: return base64();
			default: return single(tag);
		}
	}

	/** Booleans and digits, which are nothing but a tag. */
	private String single(int tag) {
		if (tag != 0xA0 && tag != 0xA1 && (tag < 0xB0 || tag > 0xB9)) {
			throw damaged("the tag " + Integer.toHexString(tag) + " of a typed value is unknown");
		}
		if (pos != end) {
			throw damaged("bytes follow a value that has none");
		}
		return tag == 0xA0 ? "false" : tag == 0xA1 ? "true" : String.valueOf((char) ('0' + tag - 0xB0));
	}

	private int next() {
		if (pos == end) {
			throw damaged("a typed value is too short");
		}
		return data[pos++] & 0xFF;
	}

	/** All that is left, two's complement, at most 8 bytes. */
	private long integer(int least) {
		int n = end - pos;
		if (n < least || n > 8) {
			throw damaged("a typed value has no width that it may have");
		}
		long value = n > 0 && data[end - 1] < 0 ? -1 : 0;
		for (int i = n - 1; i >= 0; i--) {
			value = value << 8 | data[pos + i] & 0xFF;
		}
		return value;
	}

	private static String decimal(long m, int scale) {
		if (scale > 18) {
			throw damaged("a decimal has too many digits after its point");
		}
		StringBuilder digits = new StringBuilder(Long.toString(m));
		int sign = m < 0 ? 1 : 0;
		if (m < 0) {
			digits.deleteCharAt(0);
		}
		while (digits.length() <= scale) {
			digits.insert(0, '0');
		}
		if (scale > 0) {
			digits.insert(digits.length() - scale, '.');
		}
		return sign == 1 ? digits.insert(0, '-').toString() : digits.toString();
	}

	/** The proleptic Gregorian date of a day: within an era of 400 years that begins in March, so that leap days are last. */
	private static String date(long days) {
		if (days < DAYS_MIN || days > DAYS_MAX) {
			throw damaged("a date is not within the years 1 to 9999");
		}
		int z = (int) days + 719468;
		int era = Math.floorDiv(z, 146097);
		int ofEra = z - era * 146097;
		int year = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
		int ofYear = ofEra - (365 * year + year / 4 - year / 100);
		int month = (5 * ofYear + 2) / 153;
		int day = ofYear - (153 * month + 2) / 5 + 1;
		month = month < 10 ? month + 3 : month - 9;
		StringBuilder b = new StringBuilder();
		padded(b, year + era * 400L + (month <= 2 ? 1 : 0), 4).append('-');
		padded(b, month, 2).append('-');
		return padded(b, day, 2).toString();
	}

	private static StringBuilder padded(StringBuilder b, long value, int width) {
		String digits = Long.toString(value);
		for (int i = digits.length(); i < width; i++) {
			b.append('0');
		}
		return b.append(digits);
	}

	/** Reads the zone that a style announces. */
	private String zone(int style) {
		if (style == 0x00) {
			return "";
		}
		if (style == 0x10) {
			return "Z";
		}
		if (style != 0x20) {
			throw damaged("a style of a date or time is unknown");
		}
		int minutes = (short) (next() | next() << 8);
		if (minutes < -840 || minutes > 840) {
			throw damaged("a zone is more than 14 hours from UTC");
		}
		StringBuilder b = new StringBuilder(minutes < 0 ? "-" : "+");
		padded(b, Math.abs(minutes) / 60, 2).append(':');
		return padded(b, Math.abs(minutes) % 60, 2).toString();
	}

	/** The day of a dateTime; its time and zone go to the builder. */
	private long moment(StringBuilder time) {
		int style = next();
		int digits = style & 0x0F;
		if (digits > 9) {
			throw damaged("a dateTime has too many digits");
		}
		String zone = zone(style & 0xF0);
		long ticks = integer(1);
		long unit = 1;
		for (int i = 0; i < digits; i++) {
			unit *= 10;
		}
		long seconds = Math.floorDiv(ticks, unit);
		long of = Math.floorMod(seconds, 86400L);
		padded(time, of / 3600, 2).append(':');
		padded(time, of / 60 % 60, 2).append(':');
		padded(time, of % 60, 2);
		if (digits > 0) {
			padded(time.append('.'), Math.floorMod(ticks, unit), digits);
		}
		time.append(zone);
		return Math.floorDiv(seconds, 86400L);
	}

	private String zonedDate() {
		int style = next();
		if (style == 0 || (style & 0x0F) != 0) {
			throw damaged("a date has no zone");
		}
		String zone = zone(style);
		return date(integer(1)) + zone;
	}

	private String floating() {
		int style = next();
		int power = (byte) next();
		StringBuilder b = new StringBuilder(decimal(integer(0), style & 0x1F));
		b.append((style & 0x20) != 0 ? 'e' : 'E');
		b.append(power < 0 ? "-" : (style & 0x40) != 0 ? "+" : "");
		return padded(b, Math.abs(power), (style & 0x80) != 0 ? 2 : 1).toString();
	}

	private String padded() {
		int style = next();
		int zeros = (style & 0x80) != 0 ? next() : 0;
		int scale = style & 0x1F;
		long m = integer(0);
		String digits = decimal(m, scale);
		if (zeros > 18) {
			throw damaged("a decimal has too many zeros");
		}
		if (m < 0) {
			digits = digits.substring(1);
		}
		if ((style & 0x40) != 0) {
			digits = scale == 0 ? digits + "." : digits.charAt(0) == '0' ? digits.substring(1) : digits;
		}
		String sign = m < 0 ? "-" : (style & 0x20) != 0 ? "+" : "";
		return sign + "0".repeat(zeros) + digits;
	}

	private String hex(String letters) {
		if (pos == end || end - pos > 2047) {
			throw damaged("bytes are more or less than a typed value has");
		}
		StringBuilder b = new StringBuilder();
		for (; pos < end; pos++) {
			b.append(letters.charAt(data[pos] >> 4 & 15)).append(letters.charAt(data[pos] & 15));
		}
		return b.toString();
	}

	private String base64() {
		byte[] bytes = new byte[end - pos];
		if (pos == end || bytes.length > 3069) {
			throw damaged("bytes are more or less than a typed value has");
		}
		System.arraycopy(data, pos, bytes, 0, bytes.length);
		return Base64.getEncoder().encodeToString(bytes);
	}
}
