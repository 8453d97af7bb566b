"""SQLAlchemy over psycopg 3: a column type of its own, and paths as bound parameters."""

from sqlalchemy import Column, Integer, MetaData, Table, Text, create_engine, func, insert, select
from sqlalchemy.types import UserDefinedType

from tap import done, is_

XML = '<order id="17"><item>é</item></order>'


class Bxml(UserDefinedType):
    """Column type bxml: strings both ways, and the operator ->> with a path."""

    cache_ok = True

    def get_col_spec(self, **kw):
        return "bxml"

    class comparator_factory(UserDefinedType.Comparator):
        def value(self, path):
            return self.op("->>", return_type=Text())(path)


engine = create_engine("postgresql+psycopg://")
orders = Table("sqlalchemy_orders", MetaData(), Column("id", Integer, primary_key=True), Column("doc", Bxml()))
with engine.begin() as conn:
    orders.create(conn)
    conn.execute(insert(orders), [{"id": 1, "doc": XML}, {"id": 2, "doc": "<order/>"}])
    is_(conn.execute(select(orders.c.doc).where(orders.c.id == 1)).scalar(), XML, "a value is a string")
    is_(conn.execute(select(orders.c.doc.value("/order/item")).where(orders.c.id == 1)).scalar(), "é", "path for an operator")
    is_(conn.execute(select(func.sum(func.bxml_int(orders.c.doc, "/order/@id")))).scalar(), 17, "path for a function")
    is_(conn.execute(select(orders.c.id).where(orders.c.doc.op("@?")("/order/item"))).scalars().all(), [1], "path in WHERE")
    conn.execute(orders.update().values(doc=func.bxml_set(orders.c.doc, "/order/@id", "18")).where(orders.c.id == 1))
    is_(conn.execute(select(orders.c.doc.value("/order/@id")).where(orders.c.id == 1)).scalar(), "18", "a change by function")
    orders.drop(conn)
done()
