/*
 * Xmark.java -- the twenty queries of bench-xmark on BaseX, embedded: in memory, and on disk with its indexes.
 *
 * usage: Xmark SET DOCUMENT QUERIES RUNS WARM_SECONDS ANSWERS
 *
 * QUERIES is a folder of q01.xq to q20.xq.  Writes lines of a record to standard output, and the answers, without white
 * space, to the file ANSWERS.  A query is parsed and optimised for each run, as BaseX offers no other way.
 */
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.basex.core.Context;
import org.basex.core.MainOptions;
import org.basex.core.StaticOptions;
import org.basex.core.cmd.CreateDB;
import org.basex.core.cmd.Open;
import org.basex.core.cmd.Set;
import org.basex.query.QueryProcessor;

public final class Xmark {
	private static String ask(Context context, String query) throws Exception {
		try (QueryProcessor q = new QueryProcessor(query, context)) {
			return q.value().serialize().toString();
		}
	}

	public static void main(String[] args) throws Exception {
		Path home = Files.createTempDirectory("basex");
		System.setProperty("org.basex.path", home.toString());
		int runs = Integer.parseInt(args[3]);
		double warm = Double.parseDouble(args[4]);
		try (PrintWriter answers = new PrintWriter(args[5], StandardCharsets.UTF_8)) {
			for (boolean memory : new boolean[] {false, true}) {
				Context context = new Context();
				context.soptions.set(StaticOptions.DBPATH, home.resolve("data" + memory).toString());
				new Set(MainOptions.MAINMEM, memory).execute(context);
				new CreateDB("xmark", args[1]).execute(context);
				if (!memory)
					new Open("xmark").execute(context);
				for (int i = 1; i <= 20; i++) {
					String name = String.format("q%02d", i);
					String query = Files.readString(Path.of(args[2], name + ".xq"));
					if (memory)
						answers.println(name + "\t" + ask(context, query).replaceAll("\\s", ""));
					double[] s = Peer.measure(() -> ask(context, query), runs, warm);
					Peer.report(args[0], name, memory ? "BaseX memory" : "BaseX disk", "ms", s, 1e3, false);
				}
				context.close();
			}
		}
		try (var files = Files.walk(home)) {
			files.sorted((a, b) -> b.compareTo(a)).forEach(p -> p.toFile().delete());
		}
	}
}
