"""Random queries by type, from a grammar of XQuery 3.1, and random documents for them.

A Generator makes an expression of a wanted type, so that most of what it makes can be evaluated; one draw in
twenty takes an operand of another type, for errors.  The same seed gives the same queries.
"""
import random

NAMES = ["a", "b", "c", "d"]
WORDS = ["", "x", "abc", "a b", "Zürich", "10", "-3", "0.5", "1e3", "true", "2024-02-29", "\U0001d11e", "  pad "]


def document(rng):
    """An XML text of at most some fifty nodes."""
    budget = [rng.randint(1, 40)]

    def element(depth):
        budget[0] -= 1
        name = rng.choice(NAMES)
        attributes = "".join(f' {n}="{rng.choice(WORDS)}"' for n in rng.sample(["i", "j", "k"], rng.randint(0, 3)))
        content = []
        while budget[0] > 0 and rng.random() < 0.75:
            if depth < 5 and rng.random() < 0.6:
                content.append(element(depth + 1))
            else:
                budget[0] -= 1
                content.append(rng.choice([rng.choice(WORDS), str(rng.randint(-5, 30)), "<!--c-->", "<?p q?>"]))
        return f"<{name}{attributes}>{''.join(content)}</{name}>"

    return element(0)


class Generator:
    def __init__(self, rng, flwor=False):
        self.rng = rng
        self.flwor = flwor
        self.variables = []  # (name, type)
        self.fresh = 0

    def pick(self, *makers):
        return self.rng.choice(makers)

    def expression(self, kind, depth):
        """An expression of a kind: int, num, str, bool, node, date, span, seq."""
        if self.rng.random() < 0.03:
            kind = self.rng.choice(["int", "num", "str", "bool", "node", "date", "span"])
        known = [n for n, k in self.variables if k == kind]
        if known and self.rng.random() < 0.3:
            return "$" + self.rng.choice(known)
        if depth <= 0:
            return getattr(self, kind + "_leaf")()
        return getattr(self, kind)(depth - 1)

    def one(self, kind, depth):
        return self.expression(kind, depth)

    # ---- integers

    def int_leaf(self):
        r = self.rng
        return r.choice([str(r.randint(0, 9)), str(r.randint(-100, 100)), "4294967296",
                         "10000000000000001", "0", "(-7)"])

    def int(self, d):
        r = self.rng
        return self.pick(
            lambda: f"({self.one('int', d)} {r.choice(['+', '-', '*'])} {self.one('int', d)})",
            lambda: f"({self.one('int', d)} {r.choice(['idiv', 'mod'])} {self.one('int', d)})",
            lambda: f"count({self.one('seq', d)})",
            lambda: f"string-length({self.one('str', d)})",
            lambda: f"abs({self.one('int', d)})",
            lambda: f"(- {self.one('int', d)})",
            lambda: f"sum(for $i in 1 to {r.randint(0, 6)} return {self.one('int', d)})",
            lambda: f"xs:integer({self.one('num', d)})",
            lambda: f"(if ({self.one('bool', d)}) then {self.one('int', d)} else {self.one('int', d)})",
            lambda: f"year-from-date({self.one('date', d)})",
            lambda: f"max(({self.one('int', d)}, {self.one('int', d)}))",
            lambda: f"index-of(({self.one('int', d)}, {self.one('int', d)}), {self.one('int', d)})[1]",
        )()

    # ---- numbers of any type

    def num_leaf(self):
        r = self.rng
        return r.choice(["1.5", "0.1", "-2.75", "1e0", "3.125e2", "xs:double('NaN')", "xs:double('INF')",
                         "xs:float('1.25')", "1234.5", "-0e0", self.int_leaf()])

    def num(self, d):
        r = self.rng
        return self.pick(
            lambda: f"({self.one('num', d)} {r.choice(['+', '-', '*'])} {self.one('num', d)})",
            lambda: f"({self.one('num', d)} div {r.choice([2, 4, 5, -8, '1e1', '0.5'])})",
            lambda: f"{r.choice(['floor', 'ceiling', 'round', 'abs'])}({self.one('num', d)})",
            lambda: f"round({self.one('num', d)}, {r.randint(-2, 3)})",
            lambda: f"round-half-to-even({self.one('num', d)}, {r.randint(-2, 3)})",
            lambda: f"number({self.one('str', d)})",
            lambda: f"{r.choice(['sum', 'avg', 'min', 'max'])}(({self.one('num', d)}, {self.one('num', d)}))",
            lambda: f"xs:{r.choice(['decimal', 'double', 'float'])}({self.one('num', d)})",
            lambda: f"({self.one('span', d)} div xs:dayTimeDuration('PT0.5S'))",
            lambda: self.int(d),
        )()

    # ---- strings

    def str_leaf(self):
        return "'" + self.rng.choice(WORDS) + "'"

    def str(self, d):
        r = self.rng
        return self.pick(
            lambda: f"({self.one('str', d)} || {self.one('str', d)})",
            lambda: f"concat({self.one('str', d)}, {self.one('num', d)})",
            lambda: f"substring({self.one('str', d)}, {self.one('int', d)})",
            lambda: f"substring({self.one('str', d)}, {r.randint(-3, 5)}, {r.randint(-1, 6)})",
            lambda: f"{r.choice(['upper-case', 'lower-case', 'normalize-space', 'string'])}({self.one('str', d)})",
            lambda: f"translate({self.one('str', d)}, 'abx', 'AB')",
            lambda: f"replace({self.one('str', d)}, '[a-m]+', '<$0>')",
            lambda: f"string-join(tokenize({self.one('str', d)}, '\\s'), '|')",
            lambda: f"string-join({self.one('node', d)}, ',')",
            lambda: f"substring-{r.choice(['before', 'after'])}({self.one('str', d)}, {self.one('str', d)})",
            lambda: f"string({self.one('num', d)})",
            lambda: f"string(({self.one('node', d)})[1])",
            lambda: f"name(({self.one('node', d)})[1])",
            lambda: f"string({self.one('date', d)})",
            lambda: f"codepoints-to-string(reverse(string-to-codepoints({self.one('str', d)})))",
            lambda: f"string-join(for $s in {self.one('seq', d)} return string($s), ' ')",
        )()

    # ---- booleans

    def bool_leaf(self):
        return self.rng.choice(["true()", "false()"])

    def bool(self, d):
        r = self.rng
        general = ["=", "!=", "<", "<=", ">", ">="]
        value = ["eq", "ne", "lt", "le", "gt", "ge"]
        return self.pick(
            lambda: f"({self.one('bool', d)} {r.choice(['and', 'or'])} {self.one('bool', d)})",
            lambda: f"not({self.one('bool', d)})",
            lambda: f"({self.one('num', d)} {r.choice(general + value)} {self.one('num', d)})",
            lambda: f"({self.one('str', d)} {r.choice(general + value)} {self.one('str', d)})",
            lambda: f"({self.one('date', d)} {r.choice(general + value)} {self.one('date', d)})",
            lambda: f"({self.one('span', d)} {r.choice(general + value)} {self.one('span', d)})",
            lambda: f"({self.one('node', d)} {r.choice(general)} {self.one(r.choice(['str', 'num', 'node']), d)})",
            lambda: f"{r.choice(['exists', 'empty'])}({self.one('seq', d)})",
            lambda: f"{r.choice(['contains', 'starts-with', 'ends-with'])}({self.one('str', d)}, {self.one('str', d)})",
            lambda: f"matches({self.one('str', d)}, '^[a-z]*\\d?$')",
            lambda: f"({r.choice(['some', 'every'])} $q in {self.one('node', d)} satisfies $q = {self.one('str', d)})",
            lambda: f"({self.one('str', d)} castable as xs:{r.choice(['integer', 'double', 'date', 'boolean', 'NCName'])})",
            lambda: f"({self.one('num', d)} instance of xs:{r.choice(['integer', 'decimal', 'double', 'float'])})",
            lambda: f"deep-equal({self.one('seq', d)}, {self.one('seq', d)})",
            lambda: f"(({self.one('node', d)})[1] {r.choice(['is', '<<', '>>'])} ({self.one('node', d)})[last()])",
            lambda: f"boolean({self.one('node', d)})",
        )()

    # ---- nodes

    def step(self, d):
        r = self.rng
        axis = r.choice(["child", "child", "descendant", "descendant-or-self", "self", "parent", "ancestor",
                         "ancestor-or-self", "following-sibling", "preceding-sibling", "following", "preceding",
                         "attribute"])
        test = r.choice(["i", "j", "*", "node()"] if axis == "attribute"
                        else NAMES + ["*", "node()", "text()", "element()", "comment()"])
        text = f"{axis}::{test}"
        while d > 0 and r.random() < 0.3:
            text += f"[{self.predicate(d - 1)}]"
        return text

    def predicate(self, d):
        r = self.rng
        return self.pick(
            lambda: str(r.randint(1, 4)),
            lambda: "last()",
            lambda: f"position() {r.choice(['=', '<', '>', '!='])} {r.randint(1, 4)}",
            lambda: self.step(d),
            lambda: f"{r.choice(['.', '@i', '@j', 'a', 'b'])} {r.choice(['=', '!=', '<'])} {self.one(r.choice(['str', 'int']), d)}",
            lambda: f"count({self.step(d)}) {r.choice(['=', '>'])} {r.randint(0, 3)}",
            lambda: f"not({self.step(d)})",
            lambda: f"contains(., {self.one('str', d)})",
        )()

    def node_leaf(self):
        return self.rng.choice(["//a", "//b", "/*", "//@i", "//text()", "/*/*", "//c/@j", "//*"])

    def node(self, d):
        r = self.rng
        return self.pick(
            lambda: "/" + "/".join(self.step(d) for _ in range(r.randint(1, 3))),
            lambda: "//" + "/".join(self.step(d) for _ in range(r.randint(1, 2))),
            lambda: f"({self.one('node', d)})/{self.step(d)}",
            lambda: f"({self.one('node', d)})[{self.predicate(d)}]",
            lambda: f"({self.one('node', d)} {r.choice(['union', 'intersect', 'except', '|'])} {self.one('node', d)})",
            lambda: f"(for $n in {self.one('node', d)} return $n/{self.step(d)})",
            lambda: f"subsequence({self.one('node', d)}, {r.randint(0, 3)}, {r.randint(0, 4)})",
            lambda: f"{r.choice(['outermost', 'innermost'])}({self.one('node', d)})",
        )()

    # ---- dates and durations

    def date_leaf(self):
        return self.rng.choice(["xs:date('2024-02-29')", "xs:date('1999-12-31Z')", "xs:date('2000-01-01+05:00')",
                                "xs:date('0044-03-15')"])

    def date(self, d):
        r = self.rng
        return self.pick(
            lambda: f"({self.one('date', d)} {r.choice(['+', '-'])} {self.span_leaf()})",
            lambda: f"({self.one('date', d)} + xs:yearMonthDuration('P{r.randint(0, 3)}Y{r.randint(0, 11)}M'))",
            lambda: f"xs:date(xs:dateTime({self.one('date', d)}))",
        )()

    def span_leaf(self):
        return self.rng.choice(["xs:dayTimeDuration('P1D')", "xs:dayTimeDuration('-PT1H30M')",
                                "xs:dayTimeDuration('PT0.5S')"])

    def span(self, d):
        r = self.rng
        return self.pick(
            lambda: f"({self.one('span', d)} {r.choice(['+', '-'])} {self.one('span', d)})",
            # results of a few digits: how precise others are is left to the implementation
            lambda: f"({self.one('span', d)} * {r.randint(-9, 9)})",
            lambda: f"({self.one('span', d)} div {r.choice([-5, -2, 2, 4])})",
            lambda: f"({self.one('date', d)} - {self.one('date', d)})",
        )()

    # ---- sequences

    def seq_leaf(self):
        return self.rng.choice(["()", "(1, 2, 3)", "('a', 'b')", "1 to 5", self.node_leaf()])

    def bind(self, kind):
        self.fresh += 1
        self.variables.append((f"v{self.fresh}", kind))
        return f"$v{self.fresh}"

    def seq(self, d):
        r = self.rng
        kind = r.choice(["int", "num", "str", "node", "bool"])
        choice = self.pick(
            lambda: f"({self.one(kind, d)}, {self.one(kind, d)})",
            lambda: self.one("node", d),
            # in an order of the implementation
            lambda: f"sort(distinct-values(({self.one(kind, d)}, {self.one(kind, d)}, {self.one(kind, d)})) ! string(.))",
            lambda: f"reverse({self.one('seq', d)})",
            lambda: f"tail({self.one('seq', d)})",
            lambda: f"({self.one('seq', d)} ! string(.))",
            lambda: f"insert-before({self.one('seq', d)}, {r.randint(0, 3)}, {self.one(kind, d)})",
            lambda: f"remove({self.one('seq', d)}, {r.randint(0, 3)})",
            lambda: f"sort(({self.one('int', d)}, {self.one('int', d)}, {self.one('int', d)}))",
            lambda: self.flwor_expression(d),
        )
        return choice()

    def flwor_expression(self, d):
        r = self.rng
        before = len(self.variables)
        clauses = []
        for _ in range(r.randint(1, 3) if self.flwor else 1):
            kind = r.choice(["node", "int", "str"])
            source = f"({self.one(kind, d)}, {self.one(kind, d)})"
            if r.random() < 0.7:
                position = f" at $p{self.fresh}" if r.random() < 0.2 else ""
                clauses.append(f"for {self.bind(kind)}{position} in {source}")
            else:
                clauses.append(f"let {self.bind(kind)} := {self.one(kind, d)}")
        bound = self.variables[before:]
        if r.random() < 0.5:
            if self.flwor and len(bound) > 1 and r.random() < 0.7:
                clauses.append(f"where ${bound[0][0]} = ${bound[1][0]}")
            else:
                clauses.append(f"where {self.one('bool', d)}")
        if self.flwor and r.random() < 0.3:
            # a key of one type, and an order of the groups, which is the implementation's otherwise
            clauses.append(f"group by $g := string-length(string-join(${bound[0][0]} ! string(.))) order by $g")
        elif r.random() < 0.4:
            direction = r.choice(["", " descending", " empty greatest", " empty least"])
            clauses.append(f"stable order by string-join(${bound[-1][0]} ! string(.)){direction}")
        result = f"string-join({self.one('seq', d)} ! string(.), ' ')"
        del self.variables[before:]
        return "(" + " ".join(clauses) + f" return {result})"


def query(seed, flwor):
    """The document and the expression of a seed."""
    rng = random.Random(seed)
    g = Generator(rng, flwor)
    text = document(rng)
    kind = rng.choice(["int", "num", "str", "bool", "node", "date", "span", "seq"])
    return text, g.expression("seq" if flwor and rng.random() < 0.5 else kind, rng.randint(1, 4))
