"""Changes of one operator, constant, condition or boundary in C sources, chosen at run time.

sites(text) finds what can be changed in the functions of a source; apply(text, chosen) writes a source in which each of
the chosen ones is made when bx_mutant has its number.  A change keeps the lines of the source, so that messages of the
compiler lead back to it.  The expressions around an operator are found by precedence, without types: what does not
compile is dropped by the caller.
"""
import re

TOKEN = re.compile(r'''
    (?P<space>\s+|/\*.*?\*/|//[^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<char>'(?:[^'\\\n]|\\.)+')
  | (?P<number>(?:0[xX][0-9A-Fa-f]+|[0-9]+)(?![.eExX0-9A-Fa-f])[uUlL]*|[0-9.]+(?:[eE][+-]?[0-9]+)?[fFlL]?|0[xX][0-9A-Fa-f.]+[pP][+-]?[0-9]+)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<punct>->|\+\+|--|<<=|>>=|\.\.\.|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
''', re.X | re.S)

LEVEL = {}
for level, operators in enumerate(['||', '&&', '|', '^', '&', '== !=', '< > <= >=', '<< >>', '+ -', '* / %']):
    for operator in operators.split():
        LEVEL[operator] = level
STOP = {';', ',', '{', '}', '?', ':', '=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=', '(', '[', ')', ']'}
WORDS = {'return', 'else', 'do', 'case', 'goto', 'break', 'continue'}
CONTROL = {'if', 'while', 'for', 'switch'}
OTHER = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&', '+': '-', '-': '+', '&': '|', '|': '&'}


class Token:
    def __init__(self, kind, text, at):
        self.kind, self.text, self.at, self.end, self.pair = kind, text, at, at + len(text), None


class Site:
    """A change: the text from at to end becomes new; kind is boundary, operator, constant or condition."""

    def __init__(self, kind, function, at, end, old, new):
        self.kind, self.function, self.at, self.end, self.old, self.new = kind, function, at, end, old, new


def tokens(text):
    """The tokens outside of comments and of lines for the preprocessor, with brackets paired."""
    bare = re.sub(r'^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.M)
    found, open_ones = [], []
    for m in TOKEN.finditer(bare):
        if m.lastgroup == 'space':
            continue
        t = Token(m.lastgroup, m.group(), m.start())
        if t.text in ('(', '[', '{') and t.kind == 'punct':
            open_ones.append(len(found))
        elif t.text in (')', ']', '}') and t.kind == 'punct' and open_ones:
            t.pair = open_ones.pop()
            found[t.pair].pair = len(found)
        found.append(t)
    return found


def functions(ts):
    """(name, index of {, index of }) of each function."""
    i = 0
    while i < len(ts):
        if ts[i].text == '{' and ts[i].pair:
            if i > 0 and ts[i - 1].text == ')' and ts[i - 1].pair:
                yield ts[ts[i - 1].pair - 1].text, i, ts[i].pair
            i = ts[i].pair
        i += 1


def is_operand(t):
    return t.kind in ('name', 'number', 'char', 'string') and t.text not in WORDS or t.text in (')', ']')


def is_binary(ts, i):
    return ts[i].kind == 'punct' and ts[i].text in LEVEL and is_operand(ts[i - 1])


def left_of(ts, i, level):
    """The index of the first token of the left operand of the operator at i."""
    k = i
    while True:
        t = ts[k - 1]
        if t.text in (')', ']') and t.kind == 'punct':
            start = t.pair
            if start is None or t.text == ')' and ts[start - 1].text in CONTROL:
                return k
            k = start
            continue
        if t.kind == 'punct' and t.text in STOP or t.text in WORDS or t.text in CONTROL:
            return k
        if is_binary(ts, k - 1) and LEVEL[t.text] < level:
            return k
        k -= 1


def right_of(ts, i, level):
    """The index behind the last token of the right operand."""
    k = i + 1
    while True:
        t = ts[k]
        if t.text in ('(', '[') and t.kind == 'punct' and t.pair:
            k = t.pair + 1
            continue
        if t.kind == 'punct' and t.text in STOP:
            return k
        if is_binary(ts, k) and LEVEL[t.text] <= level:
            return k
        k += 1


def unary_end(ts, i):
    """The index behind the operand of a prefix operator at i."""
    k = i + 1
    while ts[k].text in ('!', '*', '&', '-', '~'):
        k += 1
    if ts[k].text == '(':
        k = ts[k].pair
    k += 1
    while ts[k].text in ('(', '[', '.', '->'):
        k = ts[k].pair + 1 if ts[k].text in ('(', '[') else k + 2
    return k


def skipped(ts, first, last):
    """Tokens that must stay constant: of case labels, static data and sizes of arrays in declarations."""
    no = set()
    for i in range(first, last):
        if ts[i].text == 'case':
            k = i
            while ts[k].text != ':':
                no.add(k)
                k += 1
        elif ts[i].text in ('static', '_Static_assert', 'enum', 'StaticAssertStmt'):
            k = i
            while ts[k].text != ';':
                no.add(k)
                k = ts[k].pair + 1 if ts[k].text in ('{', '(') and ts[k].pair else k + 1
            no.update(range(i, k))
        elif ts[i].text == '[' and ts[i - 1].kind == 'name' and (ts[i - 2].kind == 'name' and ts[i - 2].text not in WORDS or ts[i - 2].text == '*' and ts[i - 3].kind == 'name'):
            no.update(range(i, ts[i].pair))
    return no


def change_constant(t):
    if t.kind == 'char':
        return [f'({t.text} + 1)']
    digits = re.match(r'(0[xX][0-9A-Fa-f]+|[0-9]+)([uUlL]*)$', t.text)
    if not digits:
        return []
    n = int(digits[1], 0) if not re.match(r'0[0-7]', digits[1]) else int(digits[1], 8)
    write = (lambda v: hex(v)) if digits[1][:2] in ('0x', '0X') else str
    return [write(n + 1) + digits[2]] + ([write(n - 1) + digits[2]] if n > 0 else [])


def sites(text):
    ts = tokens(text)
    found = []

    def add(kind, first, behind, new):
        at, end = ts[first].at, ts[behind - 1].end
        found.append(Site(kind, name, at, end, text[at:end], new))

    def span(first, behind):
        return text[ts[first].at:ts[behind - 1].end]

    for name, start, end in functions(ts):
        no = skipped(ts, start, end)
        for i in range(start + 1, end):
            t = ts[i]
            if i in no:
                continue
            if t.text == 'if' and ts[i + 1].text == '(':
                for value in ('0', '1'):
                    add('condition', i + 2, ts[i + 1].pair, value)
            elif t.kind in ('number', 'char'):
                for new in change_constant(t):
                    add('constant', i, i + 1, new)
            elif t.text in ('true', 'false'):
                add('constant', i, i + 1, 'false' if t.text == 'true' else 'true')
            elif t.text == '!' and t.kind == 'punct':
                add('operator', i, unary_end(ts, i), span(i + 1, unary_end(ts, i)))
            elif is_binary(ts, i) and t.text in OTHER:
                first, behind = left_of(ts, i, LEVEL[t.text]), right_of(ts, i, LEVEL[t.text])
                if first >= i or behind <= i + 1 or any(k in no for k in range(first, behind)):
                    continue
                left, right = span(first, i), span(i + 1, behind)
                add('boundary' if t.text in ('<', '<=', '>', '>=') else 'operator', first, behind, f'{left} {OTHER[t.text]} {right}')
                if t.text in ('&&', '||'):
                    add('condition', first, behind, left)
                    add('condition', first, behind, right)
    return found


# What a change makes odd is no error: the objects without changes are compiled with the flags of the other tests, so that
# a cache of the compiler has them.
ODD = '''pragmas parentheses unused-parameter unused-variable unused-function unused-but-set-variable unused-value type-limits bool-compare
bool-operation int-in-bool-context sign-compare logical-op maybe-uninitialized uninitialized array-bounds stringop-overflow
stringop-overread tautological-compare duplicated-branches return-type div-by-zero shift-count-overflow overflow int-conversion
implicit-fallthrough restrict format-truncation format-overflow null-dereference sequence-point
shift-negative-value pointer-arith array-compare nonnull misleading-indentation extra'''.split()
HEAD = ''.join(f'#pragma GCC diagnostic ignored "-W{w}"\n' for w in ODD) + 'extern int bx_mutant; extern unsigned char *bx_mutant_seen;\n#line 1\n'


def apply(text, chosen):
    """The source with the changes (number, site), which do not overlap."""
    for number, s in sorted(chosen, key=lambda c: -c[1].at):
        lines = s.old.count('\n')
        flat = [re.sub(r'\s*\n\s*', ' ', re.sub(r'/\*.*?\*/', ' ', part, flags=re.S)) for part in (s.new, s.old)]
        made = f'((bx_mutant_seen[{number}] = 1, bx_mutant == {number}) ? ({flat[0]}) : ({flat[1]}))' + '\n' * lines
        text = text[:s.at] + made + text[s.end:]
    return HEAD + text
