/*
 * EditBench.java -- VTD-XML's side of the edit benchmark: answers the requests of eng_vtd.c.
 *
 * A request is FILE, operation (EbOp), parse (0 or 1), path, name, text, output file, separated by tabs.  With an output
 * file the task runs once, its text goes there and the answer is the number of nodes; with "-" the answer is the seconds
 * of CPU time of this thread per run: the first request for a case warms up for 0.4 seconds, so that what is timed is
 * compiled.  Garbage collection and the compiler have threads of their own, which are not counted.
 */
import com.ximpleware.AutoPilot;
import com.ximpleware.VTDGen;
import com.ximpleware.VTDNav;
import com.ximpleware.XMLModifier;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

public class EditBench
{
	private static final int EVALUATE = 0, REMOVE = 1, SET = 2, WRITE = 4;
	private static final double WARM_SECONDS = 0.4, SAMPLE_SECONDS = 0.01;
	private static final ThreadMXBean clock = ManagementFactory.getThreadMXBean();

	private final byte[] doc;
	private final int op;
	private final boolean parse;
	private final byte[] text;
	private final AutoPilot path = new AutoPilot();
	private final XMLModifier modifier = new XMLModifier();
	private final ByteArrayOutputStream out;
	private final VTDGen gen = new VTDGen();
	private final VTDNav ready;
	private long loops;

	private EditBench(String[] request) throws Exception
	{
		byte[] file = Files.readAllBytes(Paths.get(request[0]));

		doc = Arrays.copyOf(file, file.length - 1);
		op = Integer.parseInt(request[1]);
		parse = request[2].equals("1");
		path.selectXPath(request[3]);
		text = (op == SET ? request[5] : "<" + request[4] + ">" + request[5] + "</" + request[4] + ">").getBytes("UTF-8");
		out = new ByteArrayOutputStream(doc.length * 2);
		ready = nav(new VTDGen());
	}

	/* Records go where those of the last document were: it is the faster way. */
	private VTDNav nav(VTDGen parser) throws Exception
	{
		parser.setDoc_BR(doc);
		parser.parse(false);
		return parser.getNav();
	}

	private int run() throws Exception
	{
		VTDNav nav = parse ? nav(gen) : ready;
		int count = 0, i;

		nav.toElement(VTDNav.ROOT);
		path.bind(nav);
		path.resetXPath();
		if (op != EVALUATE)
			modifier.bind(nav);
		for (; (i = path.evalXPath()) != -1; count++)
			change(nav, i);
		if (op != EVALUATE)
		{
			out.reset();
			modifier.output(out);
		}
		return count;
	}

	private void change(VTDNav nav, int i) throws Exception
	{
		if (op == EVALUATE || op == WRITE)
			return;
		if (op == SET)
			modifier.updateToken(i, text);
		else if (op != REMOVE)
			modifier.insertAfterElement(text);
		else if (nav.getTokenType(i) == VTDNav.TOKEN_STARTING_TAG)
			modifier.remove();
		else
			modifier.removeToken(i);
	}

	/* Seconds per run of n runs. */
	private double time(long n) throws Exception
	{
		long start = clock.getCurrentThreadCpuTime();

		for (long k = 0; k < n; k++)
			run();
		return (clock.getCurrentThreadCpuTime() - start) / 1e9 / n;
	}

	private void warm() throws Exception
	{
		double spent = 0, last = 0;

		for (long n = 1; spent < WARM_SECONDS; n *= 2)
		{
			last = time(n);
			spent += last * n;
		}
		loops = Math.max(1, (long) Math.ceil(SAMPLE_SECONDS / last));
	}

	private static String answer(Map<String, EditBench> cases, String[] request) throws Exception
	{
		String key = String.join("\t", Arrays.copyOf(request, 6));
		EditBench b = cases.get(key);

		if (b == null)
		{
			/* one document at a time: what was is garbage */
			if (cases.size() > 8)
				cases.clear();
			b = new EditBench(request);
			cases.put(key, b);
		}
		if (!request[6].equals("-"))
		{
			int count = b.run();

			try (FileOutputStream f = new FileOutputStream(request[6]))
			{
				b.out.writeTo(f);
			}
			return Integer.toString(count);
		}
		if (b.loops == 0)
			b.warm();
		return Double.toString(b.time(b.loops));
	}

	public static void main(String[] args) throws Exception
	{
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
		Map<String, EditBench> cases = new HashMap<>();

		for (String line; (line = in.readLine()) != null;)
			System.out.println(answer(cases, line.split("\t")));
	}
}
