"""Blocks in the LZ4 block format, as FORMAT.md has them: sequences of literals and matches, without frame."""

from ._errors import DamagedValue


def _length(data, pos, n):
    """A length that begins with n: every byte 255 goes on."""
    if n == 15:
        while True:
            byte = data[pos]
            pos += 1
            n += byte
            if byte != 255:
                break
    return n, pos


def inflate(data, plain_len, prefix=b""):
    """The plain_len bytes that a block stands for; matches may reach into the prefix, which lies before it."""
    out = bytearray(prefix)
    end = len(prefix) + plain_len
    pos = 0
    try:
        while True:
            token = data[pos]
            n, pos = _length(data, pos + 1, token >> 4)
            if n > len(data) - pos or n > end - len(out):
                raise DamagedValue("literals of a block go beyond its end")
            out += data[pos : pos + n]
            pos += n
            if pos == len(data):
                break
            distance = data[pos] | data[pos + 1] << 8
            n, pos = _length(data, pos + 2, token & 15)
            n += 4
            start = len(out) - distance
            if distance == 0 or start < 0 or n > end - len(out):
                raise DamagedValue("a match of a block lies outside")
            if distance >= n:
                out += out[start : start + n]
            else:
                # it repeats what it writes
                out += (bytes(out[start:]) * (n // distance + 1))[:n]
    except IndexError:
        raise DamagedValue("a block ends within a sequence") from None
    if len(out) != end:
        raise DamagedValue("a block does not give the bytes that it should")
    return bytes(out[len(prefix) :])
