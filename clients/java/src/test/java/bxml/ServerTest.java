package bxml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.w3c.dom.Document;

/** Against the server of PGHOST and so on. */
@EnabledIfEnvironmentVariable(named = "PGHOST", matches = ".+")
class ServerTest {
	private static final String XML = "<o:order xmlns:o=\"urn:o\" id=\"17\"><item price=\"9.50\">\u00e9</item></o:order>";
	private Connection c;

	/** Statements are prepared on the server at once, so that what can be binary is. */
	@BeforeEach
	void connect() throws SQLException {
		c = DriverManager.getConnection(String.format("jdbc:postgresql://%s:%s/%s?user=%s&password=%s&prepareThreshold=-1",
			System.getenv("PGHOST"), System.getenv("PGPORT"), System.getenv("PGDATABASE"), System.getenv("PGUSER"),
			System.getenv("PGPASSWORD")));
		Bxml.register(c, true);
		c.createStatement().execute("CREATE TEMP TABLE orders (id serial, doc bxml)");
	}

	@AfterEach
	void disconnect() throws SQLException {
		c.close();
	}

	private void insert(Object document) throws SQLException {
		try (PreparedStatement s = c.prepareStatement("INSERT INTO orders (doc) VALUES (?)")) {
			s.setObject(1, document);
			s.executeUpdate();
		}
	}

	private BxmlDocument last() throws SQLException {
		try (PreparedStatement s = c.prepareStatement("SELECT doc FROM orders ORDER BY id DESC LIMIT 1"); ResultSet r = s.executeQuery()) {
			r.next();
			return assertInstanceOf(BxmlDocument.class, r.getObject(1));
		}
	}

	@Test
	void textGoesInAndTheBinaryFormComesOut() throws Exception {
		insert(new BxmlDocument(XML));
		BxmlDocument document = last();
		assertNotNull(document.getNative());
		assertEquals(XML, document.getValue());
		insert(document);
		assertEquals(document, last());
		assertArrayEquals(document.getNative(), last().getNative());
		try (PreparedStatement s = c.prepareStatement("SELECT doc FROM orders"); ResultSet r = s.executeQuery()) {
			r.next();
			assertEquals(XML, r.getString(1));
		}
		insert(new BxmlDocument(null));
		try (PreparedStatement s = c.prepareStatement("SELECT count(*) FROM orders WHERE doc IS NULL"); ResultSet r = s.executeQuery()) {
			r.next();
			assertEquals(1, r.getInt(1));
		}
	}

	@Test
	void textWhereTheSettingSaysSo() throws Exception {
		insert(new BxmlDocument(XML));
		c.createStatement().execute("SET bxml.binary_output = text");
		BxmlDocument document = last();
		assertNull(document.getNative());
		assertEquals(XML, document.getValue());
		XMLStreamReader r = document.reader();
		r.nextTag();
		assertEquals("17", r.getAttributeValue("", "id"));
		try (ResultSet simple = c.createStatement().executeQuery("SELECT doc FROM orders")) {
			simple.next();
			assertEquals(document, simple.getObject(1));
		}
	}

	@Test
	void sqlxmlIsRead() throws Exception {
		insert(new BxmlDocument(XML));
		SQLXML xml = last().toSQLXML();
		assertEquals(XML, xml.getString());
		assertEquals(XML, new String(xml.getBinaryStream().readAllBytes(), StandardCharsets.UTF_8));
		XMLStreamReader r = xml.getSource(StAXSource.class).getXMLStreamReader();
		assertInstanceOf(BxmlReader.class, r);
		r.nextTag();
		assertEquals("urn:o", r.getNamespaceURI());
		Document tree = (Document) xml.getSource(DOMSource.class).getNode();
		assertEquals("9.50", tree.getElementsByTagName("item").item(0).getAttributes().item(0).getNodeValue());
		assertNotNull(xml.getSource(StreamSource.class).getReader());
		assertThrows(SQLException.class, () -> xml.getSource(SAXSource.class));
		xml.free();
		assertThrows(SQLException.class, xml::getString);
	}

	@Test
	void sqlxmlIsWritten() throws Exception {
		SQLXML xml = new BxmlSQLXML();
		xml.setString(XML);
		insert(BxmlDocument.of(xml));
		xml = new BxmlSQLXML();
		xml.setBinaryStream().write(XML.getBytes(StandardCharsets.UTF_8));
		insert(BxmlDocument.of(xml));
		xml = new BxmlSQLXML();
		xml.setCharacterStream().write(XML);
		insert(BxmlDocument.of(xml));
		xml = new BxmlSQLXML();
		TransformerFactory.newInstance().newTransformer().transform(last().toSQLXML().getSource(StAXSource.class), xml.setResult(DOMResult.class));
		insert(BxmlDocument.of(xml));
		xml = new BxmlSQLXML();
		TransformerFactory.newInstance().newTransformer().transform(last().toSQLXML().getSource(StAXSource.class), xml.setResult(SAXResult.class));
		insert(BxmlDocument.of(xml));
		try (PreparedStatement s = c.prepareStatement("SELECT count(*) FROM orders WHERE bxml_deep_equal(doc, ?)")) {
			s.setObject(1, new BxmlDocument(XML));
			ResultSet r = s.executeQuery();
			r.next();
			assertEquals(5, r.getInt(1));
		}
		xml = new BxmlSQLXML();
		XMLStreamWriter w = xml.setResult(StAXResult.class).getXMLStreamWriter();
		w.writeStartElement("a");
		w.writeCharacters("<");
		w.writeEndElement();
		w.close();
		insert(BxmlDocument.of(xml));
		assertEquals("<a>&lt;</a>", last().getValue());
		SQLXML written = xml;
		assertThrows(SQLException.class, () -> written.setString("<a/>"));
	}

	@Test
	void badTextIsTheServersError() {
		SQLException e = assertThrows(SQLException.class, () -> insert(new BxmlDocument("<a>")));
		assertEquals("2200N", e.getSQLState());
	}

	/** The binary form of each document as the server sends it, and the text that the server prints. */
	@Test
	void corpus() throws Exception {
		int n = 0;
		for (String folder : new String[] {System.getProperty("checkout", "../..") + "/test/corpus", System.getenv("BXML_CORPUS")}) {
			if (folder == null || folder.isEmpty()) {
				continue;
			}
			try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder), "*.*[lnxc]")) {
				for (Path file : files) {
					n += Files.size(file) < 4_000_000 && sameText(file) ? 1 : 0;
				}
			}
		}
		assertTrue(n >= 6, n + " documents");
	}

	private boolean sameText(Path file) throws Exception {
		try (PreparedStatement s = c.prepareStatement("INSERT INTO orders (doc) VALUES (bxml_parse(?::bytea))")) {
			s.setBytes(1, Files.readAllBytes(file));
			s.executeUpdate();
		} catch (SQLException e) {
			return false;
		}
		try (PreparedStatement s = c.prepareStatement("SELECT doc, doc::text FROM orders ORDER BY id DESC LIMIT 1"); ResultSet r = s.executeQuery()) {
			r.next();
			BxmlDocument document = (BxmlDocument) r.getObject(1);
			assertNotNull(document.getNative());
			assertEquals(r.getString(2), document.getValue(), file.toString());
		}
		return true;
	}
}
