using Npgsql;
using NpgsqlTypes;

var source = NpgsqlDataSource.Create(Environment.GetEnvironmentVariable("CONNECTION_STRING")!);
await using var conn = await source.OpenConnectionAsync();

// Results: cast to text, or read a column whose type the driver does not know as text.
await using var read = new NpgsqlCommand("SELECT bxml_int(doc, $1), doc ->> $2, doc::text FROM orders", conn)
{
	Parameters =
	{
		new() { Value = "/order/@id", NpgsqlDbType = NpgsqlDbType.Unknown },
		new() { Value = "/order/item", NpgsqlDbType = NpgsqlDbType.Unknown },
	},
};
await using var rows = await read.ExecuteReaderAsync();
while (await rows.ReadAsync())
	Console.WriteLine($"{rows.GetInt32(0)} {rows.GetString(1)} {rows.GetString(2)}");
