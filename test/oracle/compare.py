"""Random queries evaluated by bxml_items and by an independent engine, and compared.

    compare.py --engine saxon|basex -n QUERIES -s SEED [--flwor] [--show N] [--one-sided] [-v]

An answer is the list of its items: type and string value.  An error that only one side meets is counted apart, because the
specification (section 2.3.4) lets an implementation leave out what does not matter to the answer.  The output is TAP, with
the first differences: document, query and both answers.  psql finds the server by its environment.  SaxonC-HE is the
package saxonche of PyPI; BaseX is run as the command in BASEX (test/oracle/run sets it).
"""
import argparse
import decimal
import os
import re
import struct
import subprocess
import sys

import generate

SCHEMA = "Q{http://www.w3.org/2001/XMLSchema}"
ASK = r"""
SET client_min_messages = error;
CREATE OR REPLACE FUNCTION pg_temp.ask(doc text, q text) RETURNS text LANGUAGE plpgsql AS $f$
BEGIN
  RETURN (SELECT coalesce(string_agg(type || ' ' || coalesce(text, ''), chr(30) ORDER BY position), '')
          FROM bxml_items(doc::bxml, q::bxquery));
EXCEPTION WHEN query_canceled OR assert_failure THEN RAISE;
WHEN OTHERS THEN RETURN 'ERROR ' || SQLERRM;
END $f$;
CREATE TEMP TABLE pairs (n int, doc text, q text);
"""
UNESCAPE = {"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\\\": "\\", "\\x1e": "\x1e"}


def escape(text):
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def unescape(text):
    return re.sub(r"\\(?:[tnr\\]|x1e)", lambda m: UNESCAPE[m.group()], text)


def run_lines(command, script, n):
    """The lines that a command prints for a script: one for each of n queries."""
    run = subprocess.run(command, input=script, capture_output=True, text=True, encoding="utf-8", check=False)
    if run.returncode != 0:
        raise SystemExit(f"{command[0]}: {run.stderr}")
    lines = [unescape(line) for line in run.stdout.split("\n")[:-1]]
    if len(lines) != n:
        raise SystemExit(f"{command[0]}: {n} queries, {len(lines)} answers")
    return lines


def our_answers(pairs):
    rows = "".join(f"{n}\t{escape(d)}\t{escape(q)}\n" for n, (d, q) in enumerate(pairs))
    script = f"{ASK}COPY pairs FROM stdin;\n{rows}\\.\nCOPY (SELECT pg_temp.ask(doc, q) FROM pairs ORDER BY n) TO stdout;\n"
    return run_lines(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"], script, len(pairs))


class Saxon:
    def __init__(self):
        import saxonche
        self.processor = saxonche.PySaxonProcessor(license=False)
        self.xquery = self.processor.new_xquery_processor()

    def answers(self, pairs):
        return [self.answer(text, query) for text, query in pairs]

    def answer(self, text, query):
        try:
            self.xquery.set_context(xdm_item=self.processor.parse_xml(xml_text=text))
            self.xquery.set_query_content(query)
            value = self.xquery.run_query_to_value()
        except Exception as error:  # the library raises types of its own and RuntimeError
            code = re.search(r"\b([XF][A-Z]{3}\d{4})\b", str(error))
            return "ERROR " + (code.group(1) if code else str(error).strip()[:80])
        items = [value.item_at(i) for i in range(value.size if value is not None else 0)]
        return "\x1e".join(
            item.get_atomic_value().primitive_type_name.replace(SCHEMA, "xs:") + " " + item.get_atomic_value().string_value
            if item.is_atomic else "node " + item.get_node_value().string_value for item in items)


class BaseX:
    def answers(self, pairs):
        script = "".join(f"{escape(d)}\t{escape(q)}\n" for d, q in pairs)
        return run_lines(os.environ["BASEX"].split(), script, len(pairs))


NODE = re.compile(r"^(?:element|attribute|text|comment|processing-instruction|document-node|namespace-node)\(\)")


def normal(answer):
    """Nodes have no type; SaxonC gives integers for decimals in some places: 0 div 4, avg((1, 3)), round((8 div 2), 0)."""
    if answer.startswith("ERROR "):
        code = re.search(r"\[([A-Z]{4}\d{4})\]", answer) or re.search(r"\b([XF][A-Z]{3}\d{4})\b", answer)
        return "ERROR " + (code.group(1) if code else answer[6:])
    return "\x1e".join(NODE.sub("node", item) for item in answer.split("\x1e")).replace("xs:integer ", "xs:decimal ")


NUMBER = re.compile(r"^(xs:float|xs:double|xs:string|xs:decimal) (-?[0-9]+\.?[0-9]*(?:E-?[0-9]+)?)$")


def by_value(engine, item):
    """Numbers by their values, for several texts are as short and as near; BaseX writes 15 digits, and computes floats as doubles."""
    number = NUMBER.match(item)
    if not number:
        return item
    kind, value = number.group(1), float(number.group(2))
    if kind == "xs:double":
        return f"{kind} {value:.14g}" if engine == "basex" else f"{kind} {value!r}"
    if kind == "xs:decimal":
        return f"{kind} {decimal.Decimal(number.group(2)):.16e}"  # of a quotient: how precise is the implementation's
    if engine == "basex":
        return f"{kind} {value:.6g}"
    return f"{kind} {struct.unpack('f', struct.pack('f', value))[0]}" if abs(value) < 3e38 else item


def same(engine, ours, peer):
    return [by_value(engine, item) for item in ours.split("\x1e")] == [by_value(engine, item) for item in peer.split("\x1e")]


# What a peer cannot do: limits of its own, and failures inside of it.
NOT_JUDGED = re.compile("ERROR (?:Unknown exception|.*Saxon limit|.*Internal error|.*NullPointer|.*array index)", re.S)


# What peers do otherwise than the specification says.  SaxonC 13.1: outermost and innermost in another order than that of
# the document, and with duplicates; a FLWOR expression whose result is a path becomes one; integers and decimals are
# compared with an xs:float as they are, not as xs:float.  BaseX 10.7: following and preceding nodes of attributes hold
# attributes; a FLWOR expression whose result is a path becomes one, in document order; max and min of a float and an
# integer stay an integer; integers beyond 64 bits; round-half-to-even of doubles that are near a half; the number of the
# text of a boolean; INF > INF; remove and reverse of a sorted sequence; the order of characters beyond 16 bits; groups of a
# join; the last of preceding siblings.
DIFFERENT = {
    "saxon": re.compile(r"return \$n/|(?:outer|inner)most\(|(sort|min|max|order by).*10000000000000001.*xs:float"
                        r"|(sort|min|max|order by).*xs:float.*10000000000000001|distinct-values.*xs:float", re.S),
    "basex": re.compile(r"(@|attribute::).*(following|preceding)|(following|preceding).*(@|attribute::)|return \$n/|max\(|min\("
                        r"|round-half-to-even|string\(boolean|'INF'.*[<>]|[<>].*'INF'|re(move|verse)\(.*sort|[<>].*\U0001d11e"
                        r"|remove\(.*group by|where \$v1 = \$v2 group by"
                        r"|(10000000000000001|4294967296|1234.5).*[*]|[*].*(10000000000000001|4294967296|1234.5)", re.S),
}


def judge(engine, query, ours, peer):
    """same, different, or one-sided: an error that the other side did not meet, as section 2.3.4 allows."""
    # SaxonC: a comparison one of whose operands it finds to be empty before it runs
    if engine == "saxon" and peer == "" and ours == "xs:boolean false":
        return "same"
    if same(engine, ours, peer) or NOT_JUDGED.match(peer) or DIFFERENT[engine].search(query):
        return "same"
    errors = ours.startswith("ERROR") + peer.startswith("ERROR")
    return ["different", "one-sided", "same"][errors]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", choices=["saxon", "basex"], default="saxon")
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("--flwor", action="store_true")
    parser.add_argument("--one-sided", action="store_true", help="show those too")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("-v", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        engine = Saxon() if options.engine == "saxon" else BaseX()
    except ImportError:
        print("1..0 # SKIP python3 has no saxonche (pip install saxonche)")
        return 0
    count = {"same": 0, "different": 0, "one-sided": 0}
    errors = 0
    for start in range(0, options.n, 1000):
        pairs = [generate.query(options.s * 1000003 + i, options.flwor)
                 for i in range(start, min(start + 1000, options.n))]
        for (text, query), ours, peer in zip(pairs, our_answers(pairs), engine.answers(pairs)):
            ours, peer = normal(ours), normal(peer)
            errors += peer.startswith("ERROR")
            verdict = judge(options.engine, query, ours, peer)
            count[verdict] += 1
            if options.v:
                print(f"# {query}\n#   {ours!r}")
            if (verdict == "different" or (options.one_sided and verdict == "one-sided")) and count[verdict] <= options.show:
                print(f"# document {text}\n# query    {query}\n# ours     {ours!r}\n# {options.engine}    {peer!r}")
    few = count["one-sided"] * 50 <= options.n
    print("1..3")
    print(f"{'not ok' if count['different'] else 'ok'} 1 - {options.n} queries from seed {options.s}, {options.engine}:"
          f" {count['different']} answers differ")
    print(f"{'not ok' if errors * 4 > options.n else 'ok'} 2 - {errors} raise an error, at most a quarter")
    print(f"{'ok' if few else 'not ok'} 3 - {count['one-sided']} raise one on one side only, at most a fiftieth")
    return count["different"] > 0 or not few or errors * 4 > options.n


if __name__ == "__main__":
    sys.exit(main())
