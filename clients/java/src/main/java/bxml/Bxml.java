package bxml;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/** Connections that know the type bxml. */
public final class Bxml {
	private Bxml() {
	}

	/**
	 * From now on getObject gives a BxmlDocument for values of type bxml.
	 *
	 * @param nativeForm whether the server sends the binary form where the driver asks for binary format, which it does for
	 *     statements that it has prepared on the server; it is a setting of the connection
	 */
	public static void register(Connection connection, boolean nativeForm) throws SQLException {
		connection.unwrap(PGConnection.class).addDataType("bxml", BxmlDocument.class);
		if (nativeForm) {
			try (Statement s = connection.createStatement()) {
				s.execute("SET bxml.binary_output = native");
			}
		}
	}
}
