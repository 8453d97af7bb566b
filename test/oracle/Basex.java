/*
 * Basex.java -- answers queries on BaseX, embedded, for compare.py.
 *
 * Reads lines "document TAB query" from standard input, with \t \n \r \\ as in COPY, and writes a line with the answer
 * for each: the items, each as "type value" with U+001E between them, or ERROR and the code.
 */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.basex.core.Context;
import org.basex.io.IOContent;
import org.basex.query.QueryException;
import org.basex.query.QueryProcessor;
import org.basex.query.iter.Iter;
import org.basex.query.value.item.Item;
import org.basex.query.value.node.ANode;
import org.basex.query.value.node.DBNode;

public final class Basex {
	private static String unescape(String s) {
		StringBuilder out = new StringBuilder();
		for (int i = 0; i < s.length(); i++) {
			char c = s.charAt(i);
			if (c == '\\') {
				char next = s.charAt(++i);
				c = next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
			}
			out.append(c);
		}
		return out.toString();
	}

	private static String escape(String s) {
		return s.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
	}

	private static String answer(Context context, String document, String query) {
		StringBuilder out = new StringBuilder();
		try (QueryProcessor q = new QueryProcessor(query, context)) {
			q.context(new DBNode(new IOContent(document)));
			Iter items = q.iter();
			for (Item item = items.next(); item != null; item = items.next()) {
				String type = item instanceof ANode ? "node" : item.type.toString();
				out.append(out.length() > 0 ? "\u001e" : "").append(type).append(' ')
					.append(new String(item.string(null), StandardCharsets.UTF_8));
			}
			return out.toString();
		} catch (QueryException e) {
			return "ERROR " + new String(e.qname().local(), StandardCharsets.UTF_8);
		} catch (Exception | StackOverflowError e) {
			return "ERROR Internal error: " + e;
		}
	}

	public static void main(String[] args) throws Exception {
		PrintStream out = new PrintStream(System.out, false, "UTF-8");
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		Context context = new Context();
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			int tab = line.indexOf('\t');
			out.print(escape(answer(context, unescape(line.substring(0, tab)), unescape(line.substring(tab + 1)))) + "\n");
		}
		out.flush();
		context.close();
	}
}
