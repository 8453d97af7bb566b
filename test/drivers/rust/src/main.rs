//! tokio-postgres and postgres.  They send strings in binary mode, and only to types that they know as text; a path is
//! cast through text, or wrapped in a type that says it fits.

use std::env;
use tokio_postgres::types::{private::BytesMut, to_sql_checked, IsNull, ToSql, Type};

const XML: &str = r#"<order id="17"><item>é</item></order>"#;

/// A string for a parameter of type bxml or bxpath: its UTF-8 bytes.
#[derive(Debug)]
struct Xml<'a>(&'a str);

impl ToSql for Xml<'_> {
	fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
		out.extend_from_slice(self.0.as_bytes());
		Ok(IsNull::No)
	}
	fn accepts(ty: &Type) -> bool {
		matches!(ty.name(), "bxml" | "bxpath")
	}
	to_sql_checked!();
}

struct Tap {
	n: u32,
	bad: u32,
}

impl Tap {
	fn is<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(&mut self, got: Result<T, E>, wanted: T, name: &str) {
		self.n += 1;
		match got {
			Ok(v) if v == wanted => println!("ok {} - {}", self.n, name),
			other => {
				self.bad += 1;
				println!("not ok {} - {}\n#      got: {:?}\n# expected: {:?}", self.n, name, other, wanted);
			}
		}
	}
}

fn config() -> String {
	let var = |name: &str| env::var(name).unwrap_or_default();
	format!("host={} port={} user={} password={} dbname={}", var("PGHOST"), var("PGPORT"), var("PGUSER"),
		var("PGPASSWORD"), var("PGDATABASE"))
}

async fn asynchronous(tap: &mut Tap) -> Result<(), tokio_postgres::Error> {
	let (client, connection) = tokio_postgres::connect(&config(), tokio_postgres::NoTls).await?;
	tokio::spawn(connection);
	client.batch_execute("CREATE TEMP TABLE orders (id int, doc bxml)").await?;
	client.execute("INSERT INTO orders VALUES (1, $1::text::bxml)", &[&XML]).await?;
	client.execute("INSERT INTO orders VALUES (2, $1)", &[&Xml(XML)]).await?;
	let text = |row: tokio_postgres::Row| row.get::<_, String>(0);
	tap.is(client.query_one("SELECT doc::text FROM orders WHERE id = 1", &[]).await.map(text), XML.into(),
		"XML text through text");
	tap.is(client.query_one("SELECT doc::text FROM orders WHERE id = 2", &[]).await.map(text), XML.into(),
		"XML text in binary mode");
	tap.is(client.query_one("SELECT doc ->> $1::text FROM orders WHERE id = 1", &[&"/order/item"]).await.map(text), "é".into(),
		"path declared as text");
	tap.is(client.query_one("SELECT doc ->> $1::bxpath FROM orders WHERE id = 1", &[&Xml("/order/item")]).await.map(text), "é".into(),
		"path as bxpath in binary mode");
	tap.is(client.query_one("SELECT bxml_int(doc, $1) FROM orders WHERE id = 1", &[&Xml("/order/@id")]).await.map(|r| r.get::<_, i32>(0)),
		17, "path of a function");
	let typed = client.prepare_typed("SELECT doc ->> $1 FROM orders WHERE id = 1", &[Type::VARCHAR]).await?;
	tap.is(client.query_one(&typed, &[&"/order/@id"]).await.map(text), "17".into(), "path prepared as varchar");
	Ok(())
}

fn synchronous(tap: &mut Tap) -> Result<(), postgres::Error> {
	let mut client = postgres::Client::connect(&config(), postgres::NoTls)?;
	let text = |row: postgres::Row| row.get::<_, String>(0);
	tap.is(client.query_one("SELECT $1::bxml ->> $2::bxpath", &[&Xml(XML), &Xml("/order/@id")]).map(text), "17".into(),
		"postgres: both in binary mode");
	Ok(())
}

fn main() {
	let mut tap = Tap { n: 0, bad: 0 };
	let rt = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
	let first = rt.block_on(asynchronous(&mut tap));
	tap.is(first.map_err(|e| e.to_string()), (), "tokio-postgres came to its end");
	drop(rt);
	let second = synchronous(&mut tap);
	tap.is(second.map_err(|e| e.to_string()), (), "postgres came to its end");
	println!("1..{}", tap.n);
	std::process::exit(if tap.bad > 0 { 1 } else { 0 });
}
