"""TAP points for the driver tests."""

_n = 0
_bad = 0


def is_(got, wanted, name):
    """One point: got equals wanted."""
    global _n, _bad
    _n += 1
    if got == wanted:
        print(f"ok {_n} - {name}")
    else:
        _bad += 1
        print(f"not ok {_n} - {name}\n#      got: {got!r}\n# expected: {wanted!r}")


def done():
    """Print the plan; the exit status says whether all points passed."""
    print(f"1..{_n}")
    raise SystemExit(1 if _bad else 0)
