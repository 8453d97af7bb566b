package bxml;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.Arrays;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A value of type bxml for setObject and getObject: XML text, or the binary form where the server sent that.
 * Bxml.register makes a connection give results as such.
 */
public class BxmlDocument extends PGobject implements PGBinaryObject {
	private static final long serialVersionUID = 1L;
	private static final int WIRE_TEXT = 1;
	private static final int WIRE_NATIVE = 2;
	/** As on the wire, in binary format: a version byte, and text or the binary form; null: the text is in value. */
	private byte[] wire;

	/** For the driver. */
	public BxmlDocument() {
		type = "bxml";
	}

	/** Of XML text. */
	public BxmlDocument(String text) {
		this();
		value = text;
	}

	/**
	 * Of the binary form, without the version byte of the wire.
	 *
	 * @throws BxmlFormatException when the bytes are none
	 */
	public static BxmlDocument ofNative(byte[] bytes) {
		BxmlDocument document = new BxmlDocument();
		new Layout(bytes, 0, bytes.length);
		document.wire = new byte[bytes.length + 1];
		document.wire[0] = WIRE_NATIVE;
		System.arraycopy(bytes, 0, document.wire, 1, bytes.length);
		return document;
	}

	/** Of what setters of SQLXML were given. */
	public static BxmlDocument of(SQLXML xml) throws SQLException {
		return new BxmlDocument(xml.getString());
	}

	@Override
	public void setValue(String text) {
		value = text;
		wire = null;
	}

	/** The XML text, as the server prints it; null for NULL. */
	@Override
	public String getValue() {
		if (value == null && wire != null) {
			value = wire[0] == WIRE_TEXT ? new String(wire, 1, wire.length - 1, StandardCharsets.UTF_8)
				: TextWriter.text(new Layout(wire, 1, wire.length - 1));
		}
		return value;
	}

	@Override
	public boolean isNull() {
		return value == null && wire == null;
	}

	/** The binary form, or null where the server sent text. */
	public byte[] getNative() {
		return wire != null && wire[0] == WIRE_NATIVE ? Arrays.copyOfRange(wire, 1, wire.length) : null;
	}

	/** The document as StAX events; of the binary form without making text of it. */
	public XMLStreamReader reader() throws XMLStreamException {
		if (wire != null && wire[0] == WIRE_NATIVE) {
			return new BxmlReader(new Layout(wire, 1, wire.length - 1));
		}
		XMLInputFactory factory = XMLInputFactory.newInstance();
		// What is external is not read; the server has put in what entities stand for.
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_COALESCING, true);
		factory.setXMLResolver((publicId, systemId, base, namespace) -> new java.io.ByteArrayInputStream(new byte[0]));
		return factory.createXMLStreamReader(new StringReader(getValue()));
	}

	/** The value for code that takes java.sql.SQLXML. */
	public SQLXML toSQLXML() {
		return new BxmlSQLXML(this);
	}

	@Override
	public void setByteValue(byte[] bytes, int offset) throws SQLException {
		if (bytes.length - offset < 1 || (bytes[offset] != WIRE_TEXT && bytes[offset] != WIRE_NATIVE)) {
			throw new SQLException("a bxml value in binary format begins with the version byte 1 or 2", "22P03");
		}
		wire = Arrays.copyOfRange(bytes, offset, bytes.length);
		value = null;
		try {
			if (wire[0] == WIRE_NATIVE) {
				new Layout(wire, 1, wire.length - 1);
			}
		} catch (BxmlFormatException e) {
			throw new SQLException(e.getMessage(), e.isDamage() ? "XX001" : "0A000", e);
		}
	}

	private byte[] wire() {
		if (wire == null && value != null) {
			byte[] text = value.getBytes(StandardCharsets.UTF_8);
			wire = new byte[text.length + 1];
			wire[0] = WIRE_TEXT;
			System.arraycopy(text, 0, wire, 1, text.length);
		}
		return wire;
	}

	@Override
	public int lengthInBytes() {
		return wire() != null ? wire.length : 0;
	}

	@Override
	public void toBytes(byte[] bytes, int offset) {
		System.arraycopy(wire(), 0, bytes, offset, wire.length);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof BxmlDocument && java.util.Objects.equals(getValue(), ((BxmlDocument) other).getValue());
	}

	@Override
	public int hashCode() {
		return java.util.Objects.hashCode(getValue());
	}

	@Override
	public Object clone() throws CloneNotSupportedException {
		return super.clone();
	}

	@Override
	public String toString() {
		return getValue();
	}
}
