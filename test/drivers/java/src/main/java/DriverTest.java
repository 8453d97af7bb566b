import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.postgresql.util.PGobject;

/** The PostgreSQL JDBC driver: strings are varchar, unless setObject or a cast says something else. */
public final class DriverTest {
	private static final String XML = "<order id=\"17\"><item>\u00e9</item></order>";
	private static int n;
	private static int bad;

	private static void is(Object got, Object wanted, String name) {
		n++;
		if (Objects.equals(got, wanted)) {
			System.out.printf("ok %d - %s%n", n, name);
		} else {
			bad++;
			System.out.printf("not ok %d - %s%n#      got: %s%n# expected: %s%n", n, name, got, wanted);
		}
	}

	/** First column of the first row, as a string; parameters by setString. */
	private static String value(Connection c, String sql, String... parameters) throws SQLException {
		try (PreparedStatement s = c.prepareStatement(sql)) {
			for (int i = 0; i < parameters.length; i++) {
				s.setString(i + 1, parameters[i]);
			}
			try (ResultSet r = s.executeQuery()) {
				return r.next() ? r.getString(1) : null;
			}
		}
	}

	private static void insert(Connection c) throws SQLException {
		try (PreparedStatement s = c.prepareStatement("INSERT INTO orders VALUES (1, ?::bxml)")) {
			s.setString(1, XML);
			s.executeUpdate();
		}
		try (PreparedStatement s = c.prepareStatement("INSERT INTO orders VALUES (2, ?)")) {
			s.setObject(1, XML, Types.OTHER);
			s.executeUpdate();
			PGobject object = new PGobject();
			object.setType("bxml");
			object.setValue(XML);
			s.setObject(1, object);
			s.executeUpdate();
		}
		is(value(c, "SELECT count(*) FROM orders WHERE doc::text = ?", XML), "3", "setString with a cast, OTHER and PGobject");
	}

	private static void query(Connection c, String mode) throws SQLException {
		is(value(c, "SELECT doc FROM orders"), XML, "a value is a string, " + mode);
		is(value(c, "SELECT doc ->> ? FROM orders", "/order/item"), "\u00e9", "path for ->>, " + mode);
		is(value(c, "SELECT doc -> ? FROM orders", "/order/item"), "<item>\u00e9</item>", "path for ->, " + mode);
		is(value(c, "SELECT count(*) FROM orders WHERE doc @@ ?", "/order/@id = 17"), "3", "path for @@, " + mode);
		// The question mark of an operator is written twice.
		is(value(c, "SELECT count(*) FROM orders WHERE doc @?? ?", "/order/item"), "3", "path for @?, " + mode);
		is(value(c, "SELECT bxml_value(doc, ?) FROM orders", "/order/item"), "\u00e9", "path for bxml_value, " + mode);
		is(value(c, "SELECT bxml_int(doc, ?) FROM orders", "/order/@id"), "17", "path for bxml_int, " + mode);
		is(value(c, "SELECT bxml_set(doc, ?, ?) FROM orders", "/order/@id", "18"),
			XML.replace("17", "18"), "path and text for bxml_set, " + mode);
	}

	public static void main(String[] args) throws SQLException {
		String url = String.format("jdbc:postgresql://%s:%s/%s?user=%s&password=%s", System.getenv("PGHOST"),
			System.getenv("PGPORT"), System.getenv("PGDATABASE"), System.getenv("PGUSER"), System.getenv("PGPASSWORD"));
		try (Connection c = DriverManager.getConnection(url)) {
			c.createStatement().execute("CREATE TEMP TABLE orders (id int, doc bxml)");
			insert(c);
			query(c, "first run");
		}
		try (Connection c = DriverManager.getConnection(url + "&prepareThreshold=-1")) {
			c.createStatement().execute("CREATE TEMP TABLE orders (id int, doc bxml)");
			insert(c);
			query(c, "prepared on the server at once");
		}
		System.out.printf("1..%d%n", n);
		System.exit(bad > 0 ? 1 : 0);
	}
}
