package main

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
)

func run(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, "")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err = conn.Exec(ctx, "CREATE TEMP TABLE orders (id int, doc bxml)"); err != nil {
		return err
	}

	// XML text is a string, and so is a path.
	_, err = conn.Exec(ctx, "INSERT INTO orders VALUES ($1, $2)", 1, `<order id="17"><item>é</item></order>`)
	if err != nil {
		return err
	}
	var id int
	var item string
	query := "SELECT bxml_int(doc, $1), doc ->> $2 FROM orders"
	if err = conn.QueryRow(ctx, query, "/order/@id", "/order/item").Scan(&id, &item); err != nil {
		return err
	}
	fmt.Println(id, item)

	// Values from outside go into variables of a path, never into its text.
	variables := map[string]string{"name": "é"}
	query = "SELECT id FROM orders WHERE bxml_exists(doc, $1, $2)"
	if err = conn.QueryRow(ctx, query, "/order[item = $name]", variables).Scan(&id); err != nil {
		return err
	}
	fmt.Println(id)

	if _, err = conn.Exec(ctx, "UPDATE orders SET doc = bxml_set(doc, $1, $2)", "/order/@id", "18"); err != nil {
		return err
	}
	var doc string
	if err = conn.QueryRow(ctx, "SELECT doc FROM orders").Scan(&doc); err != nil {
		return err
	}
	fmt.Println(doc)
	return nil
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}
