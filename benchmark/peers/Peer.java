/*
 * Peer.java -- what the Java programs of the benchmarks share: documents, CPU time, medians, lines of a record.
 */
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

final class Peer {
	interface Work {
		void run() throws Exception;
	}

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/** Documents of a file, each ended by a NUL byte. */
	static List<byte[]> documents(String file) throws IOException {
		byte[] data = Files.readAllBytes(Path.of(file));
		List<byte[]> docs = new ArrayList<>();
		int from = 0;
		for (int i = 0; i < data.length; i++) {
			if (data[i] == 0) {
				docs.add(Arrays.copyOfRange(data, from, i));
				from = i + 1;
			}
		}
		return docs;
	}

	/** Seconds of this thread's CPU time for one run; repeated until a sample takes leastSeconds. */
	private static double sample(Work work, int loops) throws Exception {
		long start = THREADS.getCurrentThreadCpuTime();
		for (int i = 0; i < loops; i++)
			work.run();
		return (THREADS.getCurrentThreadCpuTime() - start) / 1e9 / loops;
	}

	/** Runs for warmSeconds so that the code is compiled, then takes samples of at least 10 ms; seconds per run, sorted. */
	static double[] measure(Work work, int runs, double warmSeconds) throws Exception {
		long started = System.nanoTime();
		int warm = 0;
		while (warm == 0 || System.nanoTime() - started < warmSeconds * 1e9) {
			work.run();
			warm++;
		}
		double each = (System.nanoTime() - started) / 1e9 / warm;
		int loops = (int) Math.max(1, Math.min(1e7, Math.ceil(0.01 / each)));
		double[] samples = new double[runs];
		for (int i = 0; i < runs; i++)
			samples[i] = sample(work, loops);
		Arrays.sort(samples);
		return samples;
	}

	/** One line of a record: seconds * scale, or scale / seconds when it is a rate. */
	static void report(String set, String measure, String engine, String unit, double[] s, double scale, boolean rate) {
		double median = s[s.length / 2], least = s[0], most = s[s.length - 1];
		System.out.println(String.format(Locale.ROOT, "{\"set\":\"%s\",\"measure\":\"%s\",\"engine\":\"%s\",\"unit\":\"%s\","
				+ "\"median\":%.6g,\"min\":%.6g,\"max\":%.6g,\"runs\":%d}", set, measure, engine, unit,
				rate ? scale / median : median * scale, rate ? scale / most : least * scale,
				rate ? scale / least : most * scale, s.length));
	}

	static void reportValue(String set, String measure, String engine, String unit, double value) {
		System.out.println(String.format(Locale.ROOT, "{\"set\":\"%s\",\"measure\":\"%s\",\"engine\":\"%s\",\"unit\":\"%s\","
				+ "\"median\":%.6g}", set, measure, engine, unit, value));
	}

	static void die(String message) {
		System.err.println("benchmark: " + message);
		System.exit(1);
	}

	private Peer() {
	}
}
