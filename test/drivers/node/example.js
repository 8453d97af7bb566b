const { Client } = require("pg");

async function main() {
	const client = new Client();
	await client.connect();
	await client.query("CREATE TEMP TABLE orders (id int, doc bxml)");

	// XML text is a string, and so is a path.
	await client.query("INSERT INTO orders VALUES ($1, $2)", [1, '<order id="17"><item>é</item></order>']);
	let { rows } = await client.query("SELECT bxml_int(doc, $1) AS id, doc ->> $2 AS item FROM orders", ["/order/@id", "/order/item"]);
	console.log(rows[0].id, rows[0].item);

	// Values from outside go into variables of a path, never into its text.
	const found = "SELECT id FROM orders WHERE bxml_exists(doc, $1, $2)";
	({ rows } = await client.query(found, ["/order[item = $name]", { name: "é" }]));
	console.log(rows[0].id);

	await client.query("UPDATE orders SET doc = bxml_set(doc, $1, $2)", ["/order/@id", "18"]);
	({ rows } = await client.query("SELECT doc FROM orders"));
	console.log(rows[0].doc);
	await client.end();
}

main();
