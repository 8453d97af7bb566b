"""The decoder against the golden values and the examples of FORMAT.md; needs the standard library and a checkout only.

    PYTHONPATH=clients/python/src python3 clients/python/tests/golden.py [build/bxtool [FILE...]]      prints TAP

With the tool, documents (those of test/corpus, or the files) are encoded by it, and both must print them alike.
"""

import hashlib
import random
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from bxml import BxmlError, DamagedValue, Document, Native, NotSupported
from bxml._layout import dictionary_1
from bxml._typed import typed_text

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "test" / "golden"
FORMAT = ROOT / "src" / "core" / "format" / "FORMAT.md"
points = bad = 0


def ok(good, name, detail=""):
    global points, bad
    points += 1
    bad += not good
    print(f"{'ok' if good else 'not ok'} {points} - {name}")
    if not good and detail:
        print("\n".join(f"# {line}" for line in str(detail)[:600].split("\n")))


def is_(got, wanted, name):
    ok(got == wanted, name, f"     got: {got!r}\nexpected: {wanted!r}")


def golden_values():
    """(name, value, text) of every golden value of a document."""
    for path in sorted(GOLDEN.glob("*-*.hex")):
        case = path.name.split("-")[0]
        yield path.name, bytes.fromhex(path.read_text()), (GOLDEN / f"{case}.xml").read_bytes().decode("utf-8")


def wrong_value(data, text):
    """None, or what is wrong with a value."""
    try:
        value = Native(data)
        got = value.text()
    except BxmlError as e:
        return f"{type(e).__name__}: {e}"
    return None if got == text else f"     got: {got[:250]!r}\nexpected: {text[:250]!r}"


def check_golden():
    values = list(golden_values())
    wrong = {name: why for name, data, text in values if (why := wrong_value(data, text))}
    ok(not wrong, f"{len(values)} golden values give their text", "\n".join(f"{n}: {w}" for n, w in wrong.items()))
    listed = sum(1 for line in (GOLDEN / "MANIFEST").read_text().splitlines() if line and line[0] != "#")
    ok(len(values) > listed > 80, f"they are the {listed} of MANIFEST and variants of them")
    for name in "vocabulary.stored.hex",:
        try:
            Native(bytes.fromhex((GOLDEN / name).read_text()))
            ok(False, f"{name} is refused")
        except NotSupported as e:
            ok("vocabulary" in str(e), f"{name} is refused: {e}")


def check_examples():
    """Those of the specification."""
    page = FORMAT.read_text()
    xml = dict(re.findall(r"^```xml example(-\w+)?\n(.*?)\n```", page, re.M | re.S))
    n = 0
    for name, block in re.findall(r"^```hex example-(\w+)\n(.*?)\n```", page, re.M | re.S):
        if name in ("vocabulary", "shared"):
            continue
        data = bytes.fromhex("".join(line.split(";")[0] for line in block.split("\n")))
        text = xml["-dictionary"] if name == "dictionary" else xml["-list"] if name in ("dirs", "labels", "marks", "values") else xml[""]
        why = wrong_value(data, text)
        ok(why is None, f"FORMAT.md: example {name}", why)
        n += 1
    is_(n, 8, "eight examples were read")


def check_trees():
    """The tree of the events is that of the text."""
    wrong = []
    n = 0
    for name, data, text in golden_values():
        document = Document.from_native(data)
        # Expat has no XML 1.1, and adds the attribute that the DOCTYPE of one value declares.
        if not document.native.is_document or text.startswith('<?xml version="1.1"') or name.startswith("doctype-"):
            continue
        n += 1
        if ElementTree.tostring(document.etree()) != ElementTree.tostring(Document(text).etree()):
            wrong.append(name)
    ok(not wrong and n > 50, f"{n} trees are those of their text", wrong)
    content = Document.from_native(bytes.fromhex((GOLDEN / "content-names.hex").read_text()))
    from bxml.etree import NotADocument, to_etree

    try:
        content.etree()
        ok(False, "content without a root is no tree")
    except NotADocument as e:
        ok("give wrap" in str(e), "content without a root is no tree")
    both = [ElementTree.tostring(to_etree(d, wrap="w")) for d in (content, Document(content.text()))]
    is_(both[0], both[1], "it is one with an element around it")


def check_typed():
    """Forms that golden values may not reach, by hand from the specification."""
    for hex_, text in (
        ("80", "0"), ("800001", "256"), ("82ff", "-0.01"), ("92ffffffffffffff7f", "9.223372036854775807"),
        ("9800", "1970-01-01"), ("98c606f5ff", "0001-01-01"), ("98a0c02c00", "9999-12-31"), ("9900ff", "1969-12-31T23:59:59"),
        ("991300", "1970-01-01T00:00:00.000Z"), ("9920b4fd00", "1970-01-01T00:00:00-09:48"), ("a0", "false"), ("b7", "7"),
        ("a2020096", "-1.06E0"), ("a2a0fb01", "1e-05"), ("a2400002", "2E+0"), ("a3800207", "007"), ("a34105", ".5"),
        ("a36007", "+7."), ("a41000", "1970-01-01Z"), ("a5003c", "00:01:00"), ("a6c0ff", "c0ff"), ("a7c0ff", "C0FF"),
        ("a8686921", "aGkh"),
        # reserved tags, styles and widths that do not exist, values beyond their range
        ("93", None), ("99", None), ("990a00", None), ("993000", None), ("a001", None), ("980000000000", None), ("98c506f5ff", None),
        ("98a1c02c00", None), ("80000000000000000000", None), ("9900ffffffffffffff7f", None), ("9920ff7f00", None), ("a500805101", None),
    ):
        try:
            got = typed_text(bytes.fromhex(hex_))
        except DamagedValue:
            got = None
        is_(got, text, f"typed value {hex_} is {text}")


def check_dictionary():
    is_(hashlib.sha256(dictionary_1()).hexdigest(), re.search(r"`([0-9a-f]{64})`", FORMAT.read_text()).group(1),
        "dictionary 1 has the bytes of the specification")


def check_damage(seed=1):
    """Whatever the bytes are, there is an answer or a BxmlError, and no more text than the value may give."""
    rng = random.Random(seed)
    values = [data for _, data, _ in golden_values() if len(data) < 2000]
    refused = read = 0
    try:
        for _ in range(6000):
            data = bytearray(rng.choice(values))
            for _ in range(rng.choice((1, 1, 2, 5))):
                data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xBF, 0xF0, 0xFF, rng.randrange(256)))
            if rng.random() < 0.1:
                del data[rng.randrange(len(data)) :]
            try:
                text = Native(data).text()
                read += 1
                assert len(text) < 400000, f"{len(text)} characters"
            except BxmlError:
                refused += 1
    except Exception as e:  # noqa: BLE001 -- that is what is tested
        ok(False, "damaged values raise BxmlError", f"{type(e).__name__}: {e}\n{bytes(data).hex()}")
        return
    ok(refused > 1000 and read > 100, f"damaged values: {refused} refused, {read} read")


def check_files(tool, files):
    """The tool encodes, in both modes and as it sees fit; both print."""
    wrong = []
    n = 0
    for file in files or sorted(p for p in (ROOT / "test" / "corpus").iterdir() if p.suffix in (".xml", ".osc")):
        for mode in ([], ["--names"], ["--paths"], ["--untyped"])[: 4 if not files else 1]:
            data = subprocess.run([tool, "encode", *mode, file], capture_output=True, check=True).stdout
            text = subprocess.run([tool, "decode", "-"], input=data, capture_output=True, check=True).stdout.decode("utf-8")
            why = wrong_value(data, text)
            n += 1
            if why:
                wrong.append(f"{file} {mode}: {why}")
    ok(not wrong and n > 0, f"{n} documents are printed as bxtool prints them", "\n".join(wrong))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        check_files(sys.argv[1], sys.argv[2:])
    for check in (check_golden, check_examples, check_trees, check_typed, check_dictionary, check_damage):
        check()
    print(f"1..{points}")
    sys.exit(bad > 0)
