// node-postgres: parameters are sent as text; Buffers are sent in binary mode.
const { Client } = require("pg");

const XML = '<order id="17"><item>é</item></order>';
let n = 0;
let bad = 0;

function is(got, wanted, name) {
	n += 1;
	if (got === wanted) {
		console.log(`ok ${n} - ${name}`);
	} else {
		bad += 1;
		console.log(`not ok ${n} - ${name}\n#      got: ${got}\n# expected: ${wanted}`);
	}
}

async function main() {
	const client = new Client();
	const value = async (sql, values, more) => {
		const result = await client.query({ text: sql, values, rowMode: "array", ...more });
		return result.rows[0][0];
	};

	await client.connect();
	await client.query("CREATE TEMP TABLE orders (id int, doc bxml)");
	await client.query("INSERT INTO orders VALUES ($1, $2)", [1, XML]);
	is(await value("SELECT doc FROM orders"), XML, "a value is a string");
	is(await value("SELECT doc ->> $1 FROM orders", ["/order/item"]), "é", "path for an operator");
	is(await value("SELECT bxml_int(doc, $1) FROM orders", ["/order/@id"]), 17, "path for a function");
	is(await value("SELECT $1::bxml ->> $2::varchar", [XML, "/order/@id"]), "17", "path declared as varchar");
	is(await value("SELECT id FROM orders WHERE doc @@ $1", ["/order/@id = 17"]), 1, "path in WHERE");
	is(await value("SELECT doc ->> $1 FROM orders", ["/order/@id"], { name: "prepared" }), "17", "named statement");
	is(await value("SELECT $1::bxml ->> $2", [Buffer.from(XML), "/order/item"]), "é", "XML text as a Buffer");
	is(await value("SELECT $1::bxml ->> $2::bxpath", [Buffer.from(XML), Buffer.from("/order/@id")]), "17", "path as a Buffer");
	await client.end();
	console.log(`1..${n}`);
	process.exit(bad ? 1 : 0);
}

main().catch((e) => {
	console.log(`not ok - ${e.message}`);
	process.exit(1);
});
