import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Type;
import org.hibernate.cfg.Configuration;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.UserType;

public final class HibernateExample {
	/** A column of type bxml as a string. */
	public static final class BxmlType implements UserType<String> {
		@Override
		public int getSqlType() {
			return Types.OTHER;
		}

		@Override
		public Class<String> returnedClass() {
			return String.class;
		}

		@Override
		public String nullSafeGet(ResultSet rs, int position, WrapperOptions options) throws SQLException {
			return rs.getString(position);
		}

		@Override
		public void nullSafeSet(PreparedStatement s, String value, int index, WrapperOptions options) throws SQLException {
			s.setObject(index, value, Types.OTHER);
		}

		@Override
		public String deepCopy(String value) {
			return value;
		}

		@Override
		public boolean isMutable() {
			return false;
		}
	}

	@Entity
	@Table(name = "hibernate_orders")
	public static class Order {
		@Id
		int id;

		@Type(BxmlType.class)
		@Column(columnDefinition = "bxml")
		String doc;
	}

	public static void main(String[] args) {
		Configuration configuration = new Configuration().addAnnotatedClass(Order.class)
			.setProperty("hibernate.connection.url", args[0]).setProperty("hibernate.hbm2ddl.auto", "create-drop");
		try (SessionFactory factory = configuration.buildSessionFactory()) {
			factory.inTransaction(session -> {
				Order order = new Order();
				order.id = 1;
				order.doc = "<order id=\"17\"><item>\u00e9</item></order>";
				session.persist(order);
			});
			factory.inTransaction(session -> {
				// In HQL functions of the server are called by function(), with the type that they return.
				Object[] row = session.createSelectionQuery("SELECT function('bxml_int' as Integer, o.doc, :id), "
						+ "function('bxml_value' as String, o.doc, :item) FROM HibernateExample$Order o", Object[].class)
					.setParameter("id", "/order/@id").setParameter("item", "/order/item").getSingleResult();
				System.out.println(row[0] + " " + row[1]);
				// Native queries as everywhere, but for operators with a question mark, which is a parameter here.
				System.out.println(session.createNativeQuery("SELECT id FROM hibernate_orders "
						+ "WHERE bxml_exists(doc, :path, jsonb_build_object('name', cast(:name AS text)))", Integer.class)
					.setParameter("path", "/order[item = $name]").setParameter("name", "\u00e9").getSingleResult());
				session.createNativeMutationQuery("UPDATE hibernate_orders SET doc = bxml_set(doc, :path, '18')")
					.setParameter("path", "/order/@id").executeUpdate();
			});
			factory.inTransaction(session -> System.out.println(session.find(Order.class, 1).doc));
		}
	}
}
