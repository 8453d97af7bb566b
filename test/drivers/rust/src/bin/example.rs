use std::env;
use tokio_postgres::types::{private::BytesMut, to_sql_checked, FromSql, IsNull, ToSql, Type};
use tokio_postgres::NoTls;

type Failure = Box<dyn std::error::Error + Sync + Send>;

/// XML text, or a path: a parameter or result of type bxml or bxpath.  The driver is always in binary mode, where the
/// server takes UTF-8 as it is, and sends a version byte before it.
#[derive(Debug)]
struct Xml<'a>(&'a str);

impl ToSql for Xml<'_> {
	fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
		out.extend_from_slice(self.0.as_bytes());
		Ok(IsNull::No)
	}
	fn accepts(ty: &Type) -> bool {
		matches!(ty.name(), "bxml" | "bxpath")
	}
	to_sql_checked!();
}

impl<'a> FromSql<'a> for Xml<'a> {
	fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
		Ok(Xml(std::str::from_utf8(&raw[1..])?))
	}
	fn accepts(ty: &Type) -> bool {
		matches!(ty.name(), "bxml" | "bxpath")
	}
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
	let var = |name: &str| env::var(name).unwrap_or_default();
	let config = format!("host={} port={} user={} password={} dbname={}", var("PGHOST"), var("PGPORT"), var("PGUSER"),
		var("PGPASSWORD"), var("PGDATABASE"));
	let (client, connection) = tokio_postgres::connect(&config, NoTls).await?;
	tokio::spawn(connection);
	client.batch_execute("CREATE TEMP TABLE orders (id int, doc bxml)").await?;

	client.execute("INSERT INTO orders VALUES (1, $1)", &[&Xml(r#"<order id="17"><item>é</item></order>"#)]).await?;
	let row = client.query_one("SELECT bxml_int(doc, $1), doc ->> $2::bxpath FROM orders",
		&[&Xml("/order/@id"), &Xml("/order/item")]).await?;
	println!("{} {}", row.get::<_, i32>(0), row.get::<_, &str>(1));

	// Values from outside go into variables of a path, never into its text.
	let row = client.query_one("SELECT id FROM orders WHERE bxml_exists(doc, $1, jsonb_build_object('name', $2::text))",
		&[&Xml("/order[item = $name]"), &"é"]).await?;
	println!("{}", row.get::<_, i32>(0));

	client.execute("UPDATE orders SET doc = bxml_set(doc, $1, $2::text)", &[&Xml("/order/@id"), &"18"]).await?;
	let row = client.query_one("SELECT doc FROM orders", &[]).await?;
	println!("{}", row.get::<_, Xml>(0).0);
	Ok(())
}
