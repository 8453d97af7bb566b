from sqlalchemy import Column, Integer, MetaData, Table, Text, cast, create_engine, func, insert, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import UserDefinedType


class Bxml(UserDefinedType):
    """Column type bxml: strings both ways; .value(path) is the operator ->>."""

    cache_ok = True

    def get_col_spec(self, **kw):
        return "bxml"

    class comparator_factory(UserDefinedType.Comparator):
        def value(self, path):
            return self.op("->>", return_type=Text())(path)


orders = Table("orders", MetaData(), Column("id", Integer), Column("doc", Bxml()), prefixes=["TEMPORARY"])
with create_engine("postgresql+psycopg://").begin() as conn:
    orders.create(conn)
    conn.execute(insert(orders), {"id": 1, "doc": '<order id="17"><item>é</item></order>'})
    print(*conn.execute(select(func.bxml_int(orders.c.doc, "/order/@id"), orders.c.doc.value("/order/item"))).one())

    # Values from outside go into variables of a path, never into its text.
    found = func.bxml_exists(orders.c.doc, "/order[item = $name]", cast({"name": "é"}, JSONB))
    print(conn.execute(select(orders.c.id).where(found)).scalar())

    conn.execute(update(orders).values(doc=func.bxml_set(orders.c.doc, "/order/@id", "18")))
    print(conn.execute(select(orders.c.doc)).scalar())
