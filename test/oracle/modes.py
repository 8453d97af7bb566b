"""Random expressions that mean the same in XPath 1.0 and in XQuery 3.1, evaluated as bxpath and as bxquery, and compared.

    modes.py -n EXPRESSIONS [-s SEED]

Where the two languages differ the generator writes what both say alike: operands of arithmetic and of "<" are numbers, strings
are made of single nodes, and the effective boolean value is asked for by boolean().  The differences are:

| XPath 1.0 | XQuery 3.1 |
|---|---|
| a set of nodes is a string or a number by its first node | more than one item is an error |
| "<" compares numbers, whatever the operands are | untyped values are strings beside strings |
| "+" takes strings and booleans | xs:double of untyped values only |
| a set of nodes beside a boolean is true if it is not empty | the values of its nodes are cast |
| integers are doubles | they are exact; integer division has a decimal as its result |
| numbers have no exponent as text, and zero no sign | those from 1.0E6 on have one; -0 |
| number("1e3") is not a number | it is 1000 |

psql finds the server by its environment.  The output is TAP.
"""
import argparse
import random
import sys

import compare
import generate

generate.WORDS = [w for w in generate.WORDS if w != "1e3"]
NUMBERS = ["0", "1", "2", "7", "0.5", "-3", "x", "12.25"]


class Common:
    def __init__(self, rng):
        self.rng = rng

    def make(self, kind, depth):
        return getattr(self, kind)(depth - 1) if depth > 0 else getattr(self, kind + "_leaf")()

    def number_leaf(self):
        return f"number('{self.rng.choice(NUMBERS)}')" if self.rng.random() < 0.5 else "number((//@i)[1])"

    def number(self, d):
        r = self.rng
        return r.choice([
            lambda: f"({self.make('number', d)} {r.choice(['+', '-', '*', 'div', 'mod'])} {self.make('number', d)})",
            lambda: f"number({self.make('string', d)})",
            lambda: f"{r.choice(['floor', 'ceiling', 'round'])}({self.make('number', d)})",
            lambda: f"number(count({self.make('nodes', d)}))",
            lambda: f"number(string-length({self.make('string', d)}))",
            lambda: f"(- {self.make('number', d)})",
        ])()

    def string_leaf(self):
        return r"'" + self.rng.choice(generate.WORDS[:8]) + "'"

    def string(self, d):
        r = self.rng
        return r.choice([
            lambda: f"string(({self.make('nodes', d)})[1])",
            lambda: f"concat({self.make('string', d)}, {self.make('string', d)})",
            lambda: f"substring({self.make('string', d)}, {self.make('number', d)})",
            lambda: f"substring({self.make('string', d)}, {self.make('number', d)}, {self.make('number', d)})",
            lambda: f"substring-{r.choice(['before', 'after'])}({self.make('string', d)}, {self.make('string', d)})",
            lambda: f"normalize-space({self.make('string', d)})",
            lambda: f"translate({self.make('string', d)}, 'abcx', 'AB')",
            lambda: f"{r.choice(['name', 'local-name'])}(({self.make('nodes', d)})[1])",
            lambda: f"string({self.make('boolean', d)})",
        ])()

    def boolean_leaf(self):
        return self.rng.choice(["true()", "false()"])

    def boolean(self, d):
        r = self.rng
        return r.choice([
            lambda: f"({self.make('boolean', d)} {r.choice(['and', 'or'])} {self.make('boolean', d)})",
            lambda: f"not({self.make('boolean', d)})",
            lambda: f"boolean({self.make(r.choice(['nodes', 'string', 'number']), d)})",
            lambda: f"({self.make('number', d)} {r.choice(['=', '!=', '<', '<=', '>', '>='])} {self.make('number', d)})",
            lambda: f"({self.make('string', d)} {r.choice(['=', '!='])} {self.make('string', d)})",
            lambda: f"({self.make('nodes', d)} {r.choice(['=', '!='])} {self.make(r.choice(['nodes', 'string']), d)})",
            lambda: f"{r.choice(['contains', 'starts-with'])}({self.make('string', d)}, {self.make('string', d)})",
        ])()

    def step(self, d):
        r = self.rng
        axis = r.choice(["child", "descendant", "descendant-or-self", "self", "parent", "ancestor", "ancestor-or-self",
                         "following-sibling", "preceding-sibling", "following", "preceding", "attribute"])
        test = r.choice(["i", "j", "*", "node()"] if axis == "attribute"
                        else generate.NAMES + ["*", "node()", "text()", "comment()", "processing-instruction()"])
        text = f"{axis}::{test}"
        while d > 0 and r.random() < 0.4:
            text += f"[{self.predicate(d - 1)}]"
        return text

    def predicate(self, d):
        r = self.rng
        return r.choice([
            lambda: str(r.randint(1, 4)),
            lambda: "last()",
            lambda: f"position() {r.choice(['=', '<', '>', '!=', '<=', '>='])} {r.randint(1, 4)}",
            lambda: f"last() - position() > {r.randint(0, 3)}",
            lambda: self.step(d),
            lambda: f"{r.choice(['.', '@i', 'a', '@j'])} {r.choice(['=', '!='])} {self.make('string', d)}",
            lambda: f"count({self.step(d)}) {r.choice(['=', '>'])} {r.randint(0, 3)}",
            lambda: self.make("boolean", d),
        ])()

    def nodes_leaf(self):
        return self.rng.choice(["//a", "//b", "/*", "//@i", "//text()", "/*/*", "//c/@j", "//*", "//node()", "/"])

    def nodes(self, d):
        r = self.rng
        return r.choice([
            lambda: "/" + "/".join(self.step(d) for _ in range(r.randint(1, 3))),
            lambda: "//" + "/".join(self.step(d) for _ in range(r.randint(1, 2))),
            lambda: f"({self.make('nodes', d)})/{self.step(d)}",
            lambda: f"({self.make('nodes', d)})//{r.choice(['a', 'b', '*', 'text()', '@i'])}",
            lambda: f"({self.make('nodes', d)})[{self.predicate(d)}]",
            lambda: f"({self.make('nodes', d)} | {self.make('nodes', d)})",
        ])()


ASK = r"""
SET client_min_messages = error;
CREATE FUNCTION pg_temp.number_text(t text) RETURNS text LANGUAGE sql IMMUTABLE AS $f$
  SELECT CASE WHEN t ~ '^-?[0-9.]+(E-?[0-9]+)?$' THEN CASE WHEN t::float8 = 0 THEN '0' ELSE t::float8::text END WHEN t IN ('INF', '-INF') THEN replace(t, 'INF', 'Infinity') ELSE t END $f$;
CREATE FUNCTION pg_temp.as_path(doc bxml, q text, kind text) RETURNS text LANGUAGE plpgsql AS $f$
BEGIN
  RETURN CASE kind WHEN 'nodes' THEN (SELECT coalesce(string_agg(t, chr(30)), '') FROM bxml_table(doc, q::bxpath, '.') AS x(t text))
    WHEN 'number' THEN pg_temp.number_text(doc ->> q::bxpath) ELSE doc ->> q::bxpath END;
EXCEPTION WHEN query_canceled THEN RAISE; WHEN OTHERS THEN RETURN 'ERROR ' || SQLERRM;
END $f$;
CREATE FUNCTION pg_temp.as_query(doc bxml, q text, kind text) RETURNS text LANGUAGE plpgsql AS $f$
BEGIN
  RETURN (SELECT coalesce(string_agg(CASE kind WHEN 'number' THEN pg_temp.number_text(text) ELSE text END, chr(30) ORDER BY position), '')
    FROM bxml_items(doc, q::bxquery));
EXCEPTION WHEN query_canceled THEN RAISE; WHEN OTHERS THEN RETURN 'ERROR ' || SQLERRM;
END $f$;
CREATE TEMP TABLE pairs (n int, kind text, doc bxml, q text);
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=5000)
    parser.add_argument("-s", type=int, default=1)
    options = parser.parse_args()
    bad = errors = 0
    for start in range(0, options.n, 5000):
        cases = []
        for i in range(start, min(start + 5000, options.n)):
            rng = random.Random(options.s * 1000003 + i)
            kind = rng.choice(["nodes", "number", "string", "boolean"])
            cases.append((kind, generate.document(rng), Common(rng).make(kind, rng.randint(1, 4))))
        rows = "".join(f"{n}\t{k}\t{compare.escape(d)}\t{compare.escape(q)}\n" for n, (k, d, q) in enumerate(cases))
        script = (f"{ASK}COPY pairs FROM stdin;\n{rows}\\.\nCOPY (SELECT pg_temp.as_path(doc, q, kind) || chr(29) ||"
                  " pg_temp.as_query(doc, q, kind) FROM pairs ORDER BY n) TO stdout;\n")
        lines = compare.run_lines(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"], script.replace("chr(29)", "'@@'"), len(cases))
        for (kind, text, query), line in zip(cases, lines):
            path, _, items = line.partition("@@")
            errors += path.startswith("ERROR")
            if path == items:
                continue
            bad += 1
            if bad <= 10:
                print(f"# document {text}\n# {kind} {query}\n# bxpath  {path!r}\n# bxquery {items!r}")
    print("1..2")
    print(f"{'not ok' if bad else 'ok'} 1 - {options.n} expressions of both languages: {bad} answers differ")
    print(f"{'not ok' if errors else 'ok'} 2 - {errors} of them raise an error")
    return bad > 0 or errors > 0


if __name__ == "__main__":
    sys.exit(main())
