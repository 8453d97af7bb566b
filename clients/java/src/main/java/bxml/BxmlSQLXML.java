package bxml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.function.Supplier;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXTransformerFactory;
import javax.xml.transform.sax.TransformerHandler;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/**
 * java.sql.SQLXML over a BxmlDocument: for reading, document.toSQLXML(); for writing, new BxmlSQLXML(), one of the setters,
 * and BxmlDocument.of(xml) as the parameter of setObject.
 */
public final class BxmlSQLXML implements SQLXML {
	private BxmlDocument document;
	/** Gives the text when a setter was called. */
	private Supplier<String> written;
	private boolean freed;

	/** To be written. */
	public BxmlSQLXML() {
	}

	BxmlSQLXML(BxmlDocument document) {
		this.document = document;
	}

	private BxmlDocument read() throws SQLException {
		if (freed) {
			throw new SQLException("this SQLXML has been freed", "55000");
		}
		if (document == null) {
			if (written == null) {
				throw new SQLException("nothing was written to this SQLXML", "55000");
			}
			document = new BxmlDocument(written.get());
		}
		return document;
	}

	private void write(Supplier<String> text) throws SQLException {
		if (freed || document != null || written != null) {
			throw new SQLException("this SQLXML cannot be written", "55000");
		}
		written = text;
	}

	@Override
	public void free() {
		freed = true;
		document = null;
		written = null;
	}

	@Override
	public String getString() throws SQLException {
		return read().getValue();
	}

	@Override
	public Reader getCharacterStream() throws SQLException {
		return new StringReader(getString());
	}

	/** In UTF-8; a declaration in the text names no encoding. */
	@Override
	public InputStream getBinaryStream() throws SQLException {
		return new ByteArrayInputStream(getString().getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public void setString(String text) throws SQLException {
		write(() -> text);
	}

	@Override
	public Writer setCharacterStream() throws SQLException {
		StringWriter writer = new StringWriter();
		write(writer::toString);
		return writer;
	}

	/** XML text in UTF-8. */
	@Override
	public OutputStream setBinaryStream() throws SQLException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		write(() -> out.toString(StandardCharsets.UTF_8));
		return out;
	}

	/** A StAXSource (the default), DOMSource or StreamSource. */
	@Override
	public <T extends Source> T getSource(Class<T> wanted) throws SQLException {
		BxmlDocument from = read();
		try {
			Source source;
			if (wanted == null || wanted == StAXSource.class) {
				source = new StAXSource(from.reader());
			} else if (wanted == StreamSource.class) {
				source = new StreamSource(getCharacterStream());
			} else if (wanted == DOMSource.class) {
				DOMResult tree = new DOMResult();
				TransformerFactory.newInstance().newTransformer().transform(new StAXSource(from.reader()), tree);
				source = new DOMSource(tree.getNode());
			} else {
				throw new SQLException("a bxml value gives a StAXSource, a DOMSource or a StreamSource, not " + wanted.getName(), "0A000");
			}
			@SuppressWarnings("unchecked")
			T result = (T) source;
			return result;
		} catch (XMLStreamException | TransformerException e) {
			throw new SQLException("the bxml value cannot be read as a document: " + e.getMessage(), "2200M", e);
		}
	}

	/** A StreamResult (the default), StAXResult, DOMResult or SAXResult. */
	@Override
	public <T extends Result> T setResult(Class<T> wanted) throws SQLException {
		StringWriter text = new StringWriter();
		try {
			Result result;
			if (wanted == null || wanted == StreamResult.class) {
				result = new StreamResult(text);
				write(text::toString);
			} else if (wanted == StAXResult.class) {
				result = new StAXResult(XMLOutputFactory.newInstance().createXMLStreamWriter(text));
				write(text::toString);
			} else if (wanted == SAXResult.class) {
				TransformerHandler handler = ((SAXTransformerFactory) TransformerFactory.newInstance()).newTransformerHandler();
				handler.getTransformer().setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
				handler.setResult(new StreamResult(text));
				result = new SAXResult(handler);
				write(text::toString);
			} else if (wanted == DOMResult.class) {
				DOMResult tree = new DOMResult();
				result = tree;
				write(() -> serialized(tree));
			} else {
				throw new SQLException("a bxml value takes a StreamResult, StAXResult, SAXResult or DOMResult, not " + wanted.getName(), "0A000");
			}
			@SuppressWarnings("unchecked")
			T typed = (T) result;
			return typed;
		} catch (XMLStreamException | TransformerException e) {
			throw new SQLException(e.getMessage(), "55000", e);
		}
	}

	private static String serialized(DOMResult tree) {
		StringWriter text = new StringWriter();
		try {
			Transformer t = TransformerFactory.newInstance().newTransformer();
			t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
			t.transform(new DOMSource(tree.getNode()), new StreamResult(text));
		} catch (TransformerException e) {
			throw new IllegalStateException(e);
		}
		return text.toString();
	}
}
