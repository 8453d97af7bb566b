package bxml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import org.junit.jupiter.api.Test;

/** The decoder against the golden values and the examples of FORMAT.md. */
class GoldenTest {
	private static final Path CHECKOUT = Path.of(System.getProperty("checkout", "../.."));
	private static final Path GOLDEN = CHECKOUT.resolve("test/golden");

	static byte[] bytes(String hex) {
		String digits = hex.replaceAll("\\s", "");
		byte[] data = new byte[digits.length() / 2];
		for (int i = 0; i < data.length; i++) {
			data[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
		}
		return data;
	}

	/** All golden values of documents, by the name of their file. */
	private static Map<String, byte[]> values() throws IOException {
		Map<String, byte[]> values = new TreeMap<>();
		try (DirectoryStream<Path> files = Files.newDirectoryStream(GOLDEN, "*-*.hex")) {
			for (Path file : files) {
				values.put(file.getFileName().toString(), bytes(Files.readString(file)));
			}
		}
		assertTrue(values.size() > 100, "golden values are there");
		return values;
	}

	private static String text(String name) throws IOException {
		return Files.readString(GOLDEN.resolve(name.substring(0, name.indexOf('-')) + ".xml"));
	}

	private static String printed(byte[] value) {
		return BxmlDocument.ofNative(value).getValue();
	}

	@Test
	void goldenValuesGiveTheirText() throws IOException {
		for (Map.Entry<String, byte[]> value : values().entrySet()) {
			assertEquals(text(value.getKey()), printed(value.getValue()), value.getKey());
		}
	}

	@Test
	void examplesOfTheSpecification() throws IOException {
		String page = Files.readString(CHECKOUT.resolve("src/core/format/FORMAT.md"));
		Map<String, String> xml = new TreeMap<>();
		Matcher m = Pattern.compile("^```xml example(?:-(\\w+))?\n(.*?)\n```", Pattern.MULTILINE | Pattern.DOTALL).matcher(page);
		while (m.find()) {
			xml.put(m.group(1) == null ? "" : m.group(1), m.group(2));
		}
		int n = 0;
		m = Pattern.compile("^```hex example-(\\w+)\n(.*?)\n```", Pattern.MULTILINE | Pattern.DOTALL).matcher(page);
		while (m.find()) {
			String name = m.group(1);
			if (name.equals("vocabulary") || name.equals("shared")) {
				continue;
			}
			String of = name.equals("dictionary") ? name : name.matches("dirs|labels|marks") ? "list" : "";
			assertEquals(xml.get(of), printed(bytes(m.group(2).replaceAll(";.*", ""))), name);
			n++;
		}
		assertEquals(7, n);
	}

	@Test
	void dictionaryIsThatOfTheSpecification() throws Exception {
		byte[] sum = MessageDigest.getInstance("SHA-256").digest(Layout.dictionary());
		StringBuilder hex = new StringBuilder();
		for (byte b : sum) {
			hex.append(String.format("%02x", b));
		}
		assertTrue(Files.readString(CHECKOUT.resolve("src/core/format/FORMAT.md")).contains("`" + hex + "`"));
	}

	/** Events as one string each; adjacent texts are one. */
	private static String events(XMLStreamReader r) throws XMLStreamException {
		StringBuilder out = new StringBuilder();
		boolean text = false;
		while (r.hasNext()) {
			int event = r.next();
			if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA || event == XMLStreamConstants.SPACE) {
				out.append(text ? "" : "\ntext ").append(r.getText());
				text = true;
				continue;
			}
			text = false;
			switch (event) {
				case XMLStreamConstants.START_ELEMENT:
					out.append("\nstart ").append(r.getName()).append(' ').append(r.getPrefix());
					for (int i = 0; i < r.getNamespaceCount(); i++) {
						out.append(" xmlns:").append(r.getNamespacePrefix(i)).append('=').append(orEmpty(r.getNamespaceURI(i)));
					}
					for (int i = 0; i < r.getAttributeCount(); i++) {
						out.append(' ').append(r.getAttributeName(i)).append(' ').append(r.getAttributePrefix(i)).append('=');
						out.append(r.getAttributeValue(i));
						assertEquals(r.getAttributeValue(i), r.getAttributeValue(orEmpty(r.getAttributeNamespace(i)), r.getAttributeLocalName(i)));
					}
					out.append(' ').append(r.getNamespaceURI("p")).append(' ').append(r.getNamespaceContext().getPrefix("urn:p"));
					break;
				case XMLStreamConstants.END_ELEMENT:
					out.append("\nend ").append(r.getName()).append(' ').append(r.getNamespaceCount());
					break;
				case XMLStreamConstants.COMMENT: out.append("\ncomment ").append(r.getText()); break;
				case XMLStreamConstants.PROCESSING_INSTRUCTION:
					out.append("\npi ").append(r.getPITarget()).append(' ').append(orEmpty(r.getPIData()));
					break;
				case XMLStreamConstants.DTD: out.append("\ndtd"); break;
				default: out.append("\nevent ").append(event);
			}
		}
		return out.toString();
	}

	private static String orEmpty(String s) {
		return s == null ? "" : s;
	}

	/** A document of text for the parser of the platform, or null where it has no document. */
	private static XMLStreamReader parsed(String text) throws XMLStreamException {
		XMLInputFactory factory = XMLInputFactory.newInstance();
		factory.setProperty(XMLInputFactory.IS_COALESCING, true);
		factory.setXMLResolver((publicId, systemId, base, namespace) -> new java.io.ByteArrayInputStream(new byte[0]));
		return factory.createXMLStreamReader(new StringReader(text));
	}

	@Test
	void eventsAreThoseOfTheText() throws Exception {
		int n = 0;
		for (Map.Entry<String, byte[]> value : values().entrySet()) {
			BxmlReader reader = new BxmlReader(value.getValue());
			// The parser adds the attribute that this DOCTYPE declares.
			if (!reader.isDocument() || value.getKey().startsWith("doctype-") || value.getKey().startsWith("deep-")) {
				continue;
			}
			assertEquals(events(parsed(text(value.getKey()))), events(reader), value.getKey());
			n++;
		}
		assertTrue(n > 60, n + " documents");
	}

	@Test
	void doctypeAndDeclaration() throws Exception {
		BxmlReader r = new BxmlReader(bytes(Files.readString(GOLDEN.resolve("prolog-names.hex"))));
		assertEquals("1.1", r.getVersion());
		assertEquals(XMLStreamConstants.DTD, r.next());
		assertEquals("<!DOCTYPE r SYSTEM \"r.dtd\">", r.getText());
		assertEquals(XMLStreamConstants.PROCESSING_INSTRUCTION, r.next());
		assertEquals(XMLStreamConstants.START_ELEMENT, r.next());
		assertEquals("x", r.getElementText());
		r = new BxmlReader(bytes(Files.readString(GOLDEN.resolve("decl-names.hex"))));
		assertTrue(r.standaloneSet() && r.isStandalone());
	}

	@Test
	void transformerTakesTheReader() throws Exception {
		BxmlDocument document = BxmlDocument.ofNative(bytes(Files.readString(GOLDEN.resolve("example-paths.hex"))));
		StringWriter out = new StringWriter();
		TransformerFactory.newInstance().newTransformer().transform(new StAXSource(document.reader()), new StreamResult(out));
		assertTrue(out.toString().endsWith(text("example-paths.hex")), out.toString());
	}

	@Test
	void vocabularyIsNotSupported() throws IOException {
		byte[] value = bytes(Files.readString(GOLDEN.resolve("vocabulary.stored.hex")));
		BxmlFormatException e = assertThrows(BxmlFormatException.class, () -> new BxmlReader(value));
		assertFalse(e.isDamage());
	}

	@Test
	void typedValuesOfEveryTag() {
		String[][] wanted = {
			{"80", "0"}, {"800001", "256"}, {"82ff", "-0.01"}, {"92ffffffffffffff7f", "9.223372036854775807"},
			{"800000000000000080", "-9223372036854775808"}, {"9800", "1970-01-01"}, {"98c606f5ff", "0001-01-01"},
			{"98a0c02c00", "9999-12-31"}, {"9900ff", "1969-12-31T23:59:59"}, {"991300", "1970-01-01T00:00:00.000Z"},
			{"9920b4fd00", "1970-01-01T00:00:00-09:48"}, {"a0", "false"}, {"b7", "7"}, {"a2020096", "-1.06E0"},
			{"a2a0fb01", "1e-05"}, {"a2400002", "2E+0"}, {"a3800207", "007"}, {"a34105", ".5"}, {"a36007", "+7."},
			{"a41000", "1970-01-01Z"}, {"a5003c", "00:01:00"}, {"a6c0ff", "c0ff"}, {"a7c0ff", "C0FF"}, {"a8686921", "aGkh"},
		};
		for (String[] pair : wanted) {
			byte[] payload = bytes(pair[0]);
			assertEquals(pair[1], TypedText.of(payload, 0, payload.length), pair[0]);
		}
		for (String bad : "93 99 990a00 993000 a001 980000000000 98c506f5ff 98a1c02c00 80000000000000000000 9900ffffffffffffff7f 9920ff7f00 a500805101".split(" ")) {
			byte[] payload = bytes(bad);
			assertThrows(BxmlFormatException.class, () -> TypedText.of(payload, 0, payload.length), bad);
		}
	}

	/** Whatever the bytes are, there is an answer or the one exception, and no more text than the value may give. */
	@Test
	void damagedValues() throws IOException {
		Random random = new Random(1);
		byte[][] values = values().values().stream().filter(v -> v.length < 2000).toArray(byte[][]::new);
		int[] marks = {0, 1, 0x7F, 0x80, 0xBF, 0xF0, 0xFF};
		int refused = 0;
		int read = 0;
		for (int i = 0; i < 12000; i++) {
			byte[] data = values[random.nextInt(values.length)].clone();
			for (int n = 1 + random.nextInt(3); n > 0; n--) {
				data[random.nextInt(data.length)] = (byte) (random.nextBoolean() ? marks[random.nextInt(marks.length)] : random.nextInt(256));
			}
			if (random.nextInt(10) == 0) {
				data = java.util.Arrays.copyOf(data, random.nextInt(data.length));
			}
			try {
				assertTrue(printed(data).length() < 400000);
				read++;
			} catch (BxmlFormatException e) {
				assertNotNull(e.getMessage());
				refused++;
			}
		}
		assertTrue(refused > 2000 && read > 200, refused + " refused, " + read + " read");
	}

	@Test
	void textIsUtf8() {
		byte[] value = BxmlDocument.ofNative(bytes("b102a4be0d7d331403010575726e3a6201016202040402050102000000626f6f6b69647469746c656906090f3b49"
			+ "1c1a000101010404000201020003001201000202802a030a04034f6e200503584dff")).getNative();
		assertThrows(BxmlFormatException.class, () -> printed(value));
		assertEquals("\u00e9", Bytes.text("\u00e9".getBytes(StandardCharsets.UTF_8), 0, 2));
	}
}
