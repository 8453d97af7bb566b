// pgx and database/sql over pgx: strings as XML text and as paths, in every mode of sending queries.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	_ "github.com/jackc/pgx/v5/stdlib"
)

const xml = `<order id="17"><item>é</item></order>`

var n, bad int

func is(got, wanted any, err error, name string) {
	n++
	if err == nil && got == wanted {
		fmt.Printf("ok %d - %s\n", n, name)
		return
	}
	bad++
	fmt.Printf("not ok %d - %s\n#      got: %v (%v)\n# expected: %v\n", n, name, got, err, wanted)
}

func must(err error) {
	if err != nil {
		fmt.Printf("not ok - %v\n", err)
		os.Exit(1)
	}
}

func value[T any](conn *pgx.Conn, query string, args ...any) (v T, err error) {
	err = conn.QueryRow(context.Background(), query, args...).Scan(&v)
	return
}

func modes(conn *pgx.Conn) {
	for name, mode := range map[string]pgx.QueryExecMode{
		"statement cache": pgx.QueryExecModeCacheStatement,
		"described":       pgx.QueryExecModeDescribeExec,
		"exec":            pgx.QueryExecModeExec,
		"simple":          pgx.QueryExecModeSimpleProtocol,
	} {
		s, err := value[string](conn, "SELECT doc ->> $1 FROM orders", mode, "/order/item")
		is(s, "é", err, "path for an operator, "+name)
		i, err := value[int](conn, "SELECT bxml_int(doc, $1) FROM orders", mode, "/order/@id")
		is(i, 17, err, "path for a function, "+name)
		s, err = value[string](conn, "SELECT $1::bxml ->> $2::bxpath", mode, xml, "/order/@id")
		is(s, "17", err, "both as parameters, "+name)
	}
}

// With the types registered as text types the driver sends and reads them in binary mode where it prefers that.
func registered(conn *pgx.Conn) {
	for _, name := range []string{"bxml", "bxpath"} {
		oid, err := value[uint32](conn, "SELECT to_regtype($1)::oid", name)
		must(err)
		conn.TypeMap().RegisterType(&pgtype.Type{Name: name, OID: oid, Codec: pgtype.TextCodec{}})
	}
	s, err := value[string](conn, "SELECT $1::bxml ->> $2", xml, "/order/item")
	is(s, "é", err, "registered as text types")
	count, err := conn.CopyFrom(context.Background(), pgx.Identifier{"orders"}, []string{"id", "doc"},
		pgx.CopyFromRows([][]any{{2, xml}}))
	is(count, int64(1), err, "CopyFrom, which is binary")
	s, err = value[string](conn, "SELECT doc::text FROM orders WHERE id = 2")
	is(s, xml, err, "what CopyFrom stored")
}

func databaseSQL() {
	db, err := sql.Open("pgx", "")
	must(err)
	defer db.Close()
	var s string
	err = db.QueryRow("SELECT $1::bxml ->> $2", xml, "/order/item").Scan(&s)
	is(s, "é", err, "database/sql")
}

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, "")
	must(err)
	_, err = conn.Exec(ctx, "CREATE TEMP TABLE orders (id int, doc bxml)")
	must(err)
	_, err = conn.Exec(ctx, "INSERT INTO orders VALUES ($1, $2)", 1, xml)
	must(err)
	s, err := value[string](conn, "SELECT doc FROM orders")
	is(s, xml, err, "a value is a string")
	modes(conn)
	registered(conn)
	databaseSQL()
	fmt.Printf("1..%d\n", n)
	if bad > 0 {
		os.Exit(1)
	}
}
