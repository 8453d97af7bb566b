import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

public final class JdbcExample {
	public static void main(String[] args) throws SQLException {
		try (Connection c = DriverManager.getConnection(args[0])) {
			c.createStatement().execute("CREATE TEMP TABLE orders (id int, doc bxml)");

			// A string has type varchar, unless setObject is told that it has another one.
			try (PreparedStatement s = c.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
				s.setInt(1, 1);
				s.setObject(2, "<order id=\"17\"><item>\u00e9</item></order>", Types.OTHER);
				s.executeUpdate();
			}
			// A path is taken as varchar as well.
			try (PreparedStatement s = c.prepareStatement("SELECT bxml_int(doc, ?), doc ->> ? FROM orders")) {
				s.setString(1, "/order/@id");
				s.setString(2, "/order/item");
				ResultSet r = s.executeQuery();
				r.next();
				System.out.println(r.getInt(1) + " " + r.getString(2));
			}
			// Values from outside go into variables of a path, never into its text.  The operator @? is written "@??".
			try (PreparedStatement s = c.prepareStatement("SELECT id FROM orders "
				+ "WHERE bxml_exists(doc, ?, jsonb_build_object('name', ?::text)) AND doc @?? '/order'")) {
				s.setString(1, "/order[item = $name]");
				s.setString(2, "\u00e9");
				ResultSet r = s.executeQuery();
				r.next();
				System.out.println(r.getInt(1));
			}
			try (PreparedStatement s = c.prepareStatement("UPDATE orders SET doc = bxml_set(doc, ?, ?)")) {
				s.setString(1, "/order/@id");
				s.setString(2, "18");
				s.executeUpdate();
			}
			ResultSet r = c.createStatement().executeQuery("SELECT doc FROM orders");
			r.next();
			System.out.println(r.getString(1));
		}
	}
}
