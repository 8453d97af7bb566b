/*
 * Codec.java -- the Java side of bench-codec: Fast Infoset and EXI (EXIficient, no schema), plain and compressed.
 *
 * usage: Codec FOLDER RUNS WARM_SECONDS SET=NODES...
 *
 * FOLDER holds SET.xml, documents ended by NUL; NODES is what times per node are divided by.  "parse" is text to the
 * binary form, through the parser of the JDK, which is measured alone as well; "traverse" gives SAX events to a handler
 * that looks at every one; "serialise" goes through the JDK's identity transformer.  Every form must give back the
 * elements, attributes and characters of the text, or nothing is measured.
 */
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;

import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

import com.siemens.ct.exi.core.CodingMode;
import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.EncodingOptions;
import com.siemens.ct.exi.core.FidelityOptions;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
import com.siemens.ct.exi.main.api.sax.EXIResult;
import com.siemens.ct.exi.main.api.sax.EXISource;
import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;

import net.jpountz.lz4.LZ4BlockInputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;

public final class Codec {
	/** Looks at every event. */
	private static final class Tally extends DefaultHandler {
		long elements, attributes, characters;

		@Override
		public void startElement(String uri, String local, String name, Attributes atts) {
			elements++;
			for (int i = 0; i < atts.getLength(); i++) {
				if (!atts.getQName(i).startsWith("xmlns")) {
					attributes++;
					characters += atts.getValue(i).length();
				}
			}
		}

		@Override
		public void characters(char[] text, int from, int n) {
			characters += n;
		}

		String sum() {
			return elements + " elements, " + attributes + " attributes, " + characters + " characters";
		}
	}

	/** A binary form: how a SAX parser writes it, and a SAX reader of it. */
	private abstract static class Form {
		final String name;

		Form(String name) {
			this.name = name;
		}

		abstract void encode(byte[] text, OutputStream out) throws Exception;

		abstract XMLReader reader() throws Exception;

		InputStream open(byte[] coded) throws Exception {
			return new ByteArrayInputStream(coded);
		}

		byte[] encode(byte[] text) throws Exception {
			ByteArrayOutputStream out = new ByteArrayOutputStream(text.length / 2 + 64);
			encode(text, out);
			return out.toByteArray();
		}
	}

	private static XMLReader textReader() throws Exception {
		SAXParserFactory f = SAXParserFactory.newInstance();
		f.setNamespaceAware(true);
		return f.newSAXParser().getXMLReader();
	}

	private static final class FastInfoset extends Form {
		private final XMLReader text = textReader();
		private final SAXDocumentSerializer serializer = new SAXDocumentSerializer();

		FastInfoset() throws Exception {
			super("Fast Infoset");
			text.setContentHandler(serializer);
			text.setProperty("http://xml.org/sax/properties/lexical-handler", serializer);
		}

		@Override
		void encode(byte[] document, OutputStream out) throws Exception {
			serializer.reset();
			serializer.setOutputStream(out);
			text.parse(new InputSource(new ByteArrayInputStream(document)));
		}

		@Override
		XMLReader reader() {
			return new SAXDocumentParser();
		}
	}

	private static final class Exi extends Form {
		private final XMLReader text = textReader();
		private final EXIFactory factory = DefaultEXIFactory.newInstance();
		private final boolean once;
		private EXIResult result;

		Exi(String name, CodingMode mode) throws Exception {
			super(name);
			FidelityOptions keep = FidelityOptions.createDefault();
			keep.setFidelity(FidelityOptions.FEATURE_COMMENT, true);
			keep.setFidelity(FidelityOptions.FEATURE_PI, true);
			keep.setFidelity(FidelityOptions.FEATURE_PREFIX, true);
			keep.setFidelity(FidelityOptions.FEATURE_LEXICAL_VALUE, true); // keeps white space
			factory.setFidelityOptions(keep);
			EncodingOptions options = EncodingOptions.createDefault();
			options.setOption(EncodingOptions.INCLUDE_XSI_SCHEMALOCATION);
			factory.setEncodingOptions(options);
			factory.setCodingMode(mode);
			once = mode == CodingMode.COMPRESSION;
			prepare();
		}

		private void prepare() throws Exception {
			result = new EXIResult(factory);
			text.setContentHandler(result.getHandler());
			text.setProperty("http://xml.org/sax/properties/lexical-handler", result.getLexicalHandler());
		}

		/** An encoder that compresses cannot be used again. */
		@Override
		void encode(byte[] document, OutputStream out) throws Exception {
			if (once)
				prepare();
			result.setOutputStream(out);
			text.parse(new InputSource(new ByteArrayInputStream(document)));
		}

		@Override
		XMLReader reader() throws Exception {
			return new EXISource(factory).getXMLReader();
		}
	}

	/** Another form, compressed as a whole. */
	private static final class Compressed extends Form {
		private final Form inner;
		private final boolean lz4;

		Compressed(Form inner, boolean lz4) {
			super(inner.name + (lz4 ? " + lz4" : " + deflate"));
			this.inner = inner;
			this.lz4 = lz4;
		}

		@Override
		void encode(byte[] text, OutputStream out) throws Exception {
			try (OutputStream o = lz4 ? new LZ4BlockOutputStream(out) : new DeflaterOutputStream(out)) {
				inner.encode(text, o);
			}
		}

		@Override
		InputStream open(byte[] coded) throws Exception {
			InputStream in = new ByteArrayInputStream(coded);
			return lz4 ? new LZ4BlockInputStream(in) : new InflaterInputStream(in);
		}

		@Override
		XMLReader reader() throws Exception {
			return inner.reader();
		}
	}

	/** The JDK's parser on the text itself. */
	private static final class Text extends Form {
		Text() {
			super("JDK SAX");
		}

		@Override
		void encode(byte[] text, OutputStream out) {
			throw new UnsupportedOperationException();
		}

		@Override
		XMLReader reader() throws Exception {
			return textReader();
		}
	}

	private static void decode(Form form, XMLReader reader, ContentHandler handler, List<byte[]> coded) throws Exception {
		reader.setContentHandler(handler);
		for (byte[] c : coded) {
			try (InputStream in = form.open(c)) {
				reader.parse(new InputSource(in));
			}
		}
	}

	private static Tally tally(Form form, List<byte[]> coded) throws Exception {
		Tally t = new Tally();
		decode(form, form.reader(), t, coded);
		return t;
	}

	private final String set;
	private final List<byte[]> texts;
	private final double bytes, nodes, warm;
	private final int runs;

	private Codec(String folder, String set, double nodes, int runs, double warm) throws Exception {
		this.set = set;
		this.nodes = nodes;
		this.runs = runs;
		this.warm = warm;
		texts = Peer.documents(folder + "/" + set + ".xml");
		double sum = 0;
		for (byte[] t : texts)
			sum += t.length;
		bytes = sum;
	}

	private void parse(Form form) throws Exception {
		double[] s = Peer.measure(() -> {
			for (byte[] t : texts)
				form.encode(t);
		}, runs, warm);
		Peer.report(set, "parse", form.name, "MB/s", s, bytes / 1e6, true);
	}

	private void traverse(Form form, List<byte[]> coded, String measure) throws Exception {
		XMLReader reader = form.reader();
		double[] s = Peer.measure(() -> decode(form, reader, new Tally(), coded), runs, warm);
		if (measure.equals("parse"))
			Peer.report(set, measure, form.name, "MB/s", s, bytes / 1e6, true);
		else
			Peer.report(set, measure, form.name, "ns/node", s, 1e9 / nodes, false);
	}

	private void serialise(Form form, List<byte[]> coded) throws Exception {
		Transformer identity = TransformerFactory.newInstance().newTransformer();
		XMLReader reader = form.reader();
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		double[] s = Peer.measure(() -> {
			for (byte[] c : coded) {
				out.reset();
				try (InputStream in = form.open(c)) {
					identity.transform(new SAXSource(reader, new InputSource(in)), new StreamResult(out));
				}
			}
		}, runs, warm);
		Peer.report(set, "serialise", form.name, "MB/s", s, bytes / 1e6, true);
	}

	private void measure(Form form, String want) throws Exception {
		List<byte[]> coded = new ArrayList<>();
		double size = 0;
		for (byte[] t : texts) {
			byte[] c = form.encode(t);
			size += c.length;
			coded.add(c);
		}
		String got = tally(form, coded).sum();
		if (!got.equals(want))
			Peer.die(set + ": " + form.name + " gives back " + got + ", the text has " + want);
		Peer.reportValue(set, "size", form.name, "of the text", size / bytes);
		parse(form);
		traverse(form, coded, "traverse");
		serialise(form, coded);
	}

	public static void main(String[] args) throws Exception {
		for (int i = 3; i < args.length; i++) {
			String[] set = args[i].split("=");
			Codec codec = new Codec(args[0], set[0], Double.parseDouble(set[1]), Integer.parseInt(args[1]),
					Double.parseDouble(args[2]));
			Form text = new Text();
			String want = tally(text, codec.texts).sum();
			codec.traverse(text, codec.texts, "parse");
			Form infoset = new FastInfoset();
			Form exi = new Exi("EXI", CodingMode.BIT_PACKED);
			for (Form form : List.of(infoset, new Compressed(infoset, true), new Compressed(infoset, false), exi,
					new Compressed(exi, true), new Exi("EXI compressed", CodingMode.COMPRESSION)))
				codec.measure(form, want);
			System.err.println("  " + set[0] + " in Java");
		}
	}
}
