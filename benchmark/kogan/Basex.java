/*
 * Basex.java -- the queries of bench-kogan on BaseX, embedded, one database per table.
 *
 * usage: Basex QUERIES FOLDER RUNS WARM_SECONDS ANSWERS
 *
 * FOLDER holds TABLE.xml for each table of the queries, documents ended by NUL.  Writes lines of a record to standard
 * output, and the answers to the file ANSWERS: table, name, MD5 of one answer per document joined by commas.  A query
 * is parsed and optimised for each run, as BaseX offers no other way; its indexes on texts and attributes are there.
 */
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;

import org.basex.core.Context;
import org.basex.core.MainOptions;
import org.basex.core.StaticOptions;
import org.basex.core.cmd.Add;
import org.basex.core.cmd.CreateDB;
import org.basex.core.cmd.Flush;
import org.basex.core.cmd.Open;
import org.basex.core.cmd.Optimize;
import org.basex.core.cmd.Set;
import org.basex.query.QueryProcessor;

public final class Basex {
	private static String ask(Context context, String query) throws Exception {
		try (QueryProcessor q = new QueryProcessor(query, context)) {
			return q.value().serialize().toString();
		}
	}

	private static void load(Context context, String table, List<byte[]> docs) throws Exception {
		new Set(MainOptions.AUTOFLUSH, false).execute(context);
		new CreateDB(table).execute(context);
		for (int i = 0; i < docs.size(); i++) {
			Add add = new Add(String.format("%08d.xml", i), new String(docs.get(i), StandardCharsets.UTF_8));
			add.execute(context);
		}
		new Flush().execute(context);
		new Optimize().execute(context);
	}

	private static String md5(String s) throws Exception {
		byte[] sum = MessageDigest.getInstance("MD5").digest(s.getBytes(StandardCharsets.UTF_8));
		return String.format("%032x", new BigInteger(1, sum));
	}

	public static void main(String[] args) throws Exception {
		Path home = Files.createTempDirectory("basex");
		System.setProperty("org.basex.path", home.toString());
		Context context = new Context();
		context.soptions.set(StaticOptions.DBPATH, home.resolve("data").toString());
		int runs = Integer.parseInt(args[2]);
		double warm = Double.parseDouble(args[3]);
		String table = "";
		int documents = 0;
		try (PrintWriter answers = new PrintWriter(args[4], StandardCharsets.UTF_8)) {
			for (String line : Files.readAllLines(Path.of(args[0]))) {
				String[] f = line.split("\t");
				if (!f[0].equals(table)) {
					table = f[0];
					List<byte[]> docs = Peer.documents(args[1] + "/" + table + ".xml");
					documents = docs.size();
					if (!context.soptions.dbPath(table).exists())
						load(context, table, docs);
					new Open(table).execute(context);
				}
				boolean count = f[2].equals("count");
				String each = count ? "count($d%s)" : "string-length(string(($d%s)[1]))";
				String proof = count ? "count($d%s)" : "let $v := ($d%s)[1] return if (empty($v)) then '-' else string($v)";
				String all = "for $d in collection('" + table + "') return ";
				answers.println(f[0] + "\t" + f[1] + "\t"
						+ md5(ask(context, "string-join((" + all + String.format(proof, f[3]) + ") ! string(.), ',')")));
				String query = "sum(" + all + String.format(each, f[3]) + ")";
				double[] s = Peer.measure(() -> ask(context, query), runs, warm);
				Peer.report(f[0], "scan: " + f[1], "BaseX", "us/doc", s, 1e6 / documents, false);
			}
		}
		context.close();
		try (var files = Files.walk(home)) {
			files.sorted((a, b) -> b.compareTo(a)).forEach(p -> p.toFile().delete());
		}
	}
}
