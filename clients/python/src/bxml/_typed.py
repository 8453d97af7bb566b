"""Typed values: the exact text that the bytes of a number, a date or a boolean stand for (FORMAT.md, "Typed values")."""

from base64 import b64encode

from ._errors import DamagedValue

_DAY = 86400
_DAYS_MIN, _DAYS_MAX = -719162, 2932896
_MAX_BYTES = {"hex": 2047, "base64": 3069}


def _integer(data, least=0):
    """Two's complement, up to 8 bytes."""
    if not least <= len(data) <= 8:
        raise DamagedValue("a typed value has no width that it may have")
    return int.from_bytes(data, "little", signed=True)


def _decimal(m, scale):
    if scale > 18:
        raise DamagedValue("a decimal has too many digits after its point")
    sign, digits = ("-", str(-m)) if m < 0 else ("", str(m))
    if scale == 0:
        return sign + digits
    digits = digits.rjust(scale + 1, "0")
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}"


def _date(days):
    """The proleptic Gregorian date of a day, counted from 1970-01-01: years of 366 days end a cycle of four, and so on."""
    if not _DAYS_MIN <= days <= _DAYS_MAX:
        raise DamagedValue("a date is not within the years 1 to 9999")
    # Days since 0000-03-01: the leap day is the last of a year.
    z = days + 719468
    era, of_era = divmod(z, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return f"{year + era * 400 + (month <= 2):04d}-{month:02d}-{day:02d}"


def _zone(style, data):
    """Text of the zone that a style byte announces, and the bytes behind it."""
    if style == 0x00:
        return "", data
    if style == 0x10:
        return "Z", data
    if style != 0x20 or len(data) < 2:
        raise DamagedValue("a style of a date or time is unknown")
    minutes = int.from_bytes(data[:2], "little", signed=True)
    if not -840 <= minutes <= 840:
        raise DamagedValue("a zone is more than 14 hours from UTC")
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}", data[2:]


def _moment(data):
    """Days, the text of the time of day with its fraction, and that of the zone."""
    if not data:
        raise DamagedValue("a dateTime is empty")
    digits = data[0] & 0x0F
    if digits > 9:
        raise DamagedValue("a dateTime has too many digits")
    zone, rest = _zone(data[0] & 0xF0, data[1:])
    days, ticks = divmod(_integer(rest, 1), _DAY * 10**digits)
    seconds, fraction = divmod(ticks, 10**digits)
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return days, text + (f".{fraction:0{digits}d}" if digits else ""), zone


def _date_time(data):
    days, time, zone = _moment(data)
    return f"{_date(days)}T{time}{zone}"


def _time(data):
    days, time, zone = _moment(data)
    if days != 0:
        raise DamagedValue("a time is not within its day")
    return time + zone


def _zoned_date(data):
    if not data or data[0] & 0x0F or not data[0]:
        raise DamagedValue("a date has no zone")
    zone, rest = _zone(data[0], data[1:])
    return _date(_integer(rest, 1)) + zone


def _double(data):
    if len(data) < 2:
        raise DamagedValue("a double is too short")
    style = data[0]
    power = int.from_bytes(data[1:2], "little", signed=True)
    digits = str(abs(power)).rjust(2 if style & 0x80 else 1, "0")
    sign = "-" if power < 0 else "+" if style & 0x40 else ""
    return _decimal(_integer(data[2:]), style & 0x1F) + ("e" if style & 0x20 else "E") + sign + digits


def _padded(data):
    if not data or (data[0] & 0x80 and len(data) < 2):
        raise DamagedValue("a decimal is too short")
    style = data[0]
    zeros, rest = (data[1], data[2:]) if style & 0x80 else (0, data[1:])
    m, scale = _integer(rest), style & 0x1F
    sign = "-" if m < 0 else "+" if style & 0x20 else ""
    digits = _decimal(abs(m), scale)
    if style & 0x40:
        digits = digits + "." if scale == 0 else digits[1:] if digits[0] == "0" else digits
    if zeros > 18:
        raise DamagedValue("a decimal has too many zeros")
    return sign + "0" * zeros + digits


def _bytes(data, kind):
    if not 1 <= len(data) <= _MAX_BYTES[kind]:
        raise DamagedValue("bytes are more or less than a typed value has")
    return data


def typed_text(payload):
    """The text of a payload whose first byte is 0x80 to 0xBE."""
    tag, data = payload[0], bytes(payload[1:])
    if tag <= 0x92:
        return _decimal(_integer(data), tag - 0x80)
    if tag in (0xA0, 0xA1) or 0xB0 <= tag <= 0xB9:
        if data:
            raise DamagedValue("bytes follow a value that has none")
        return ("false", "true")[tag - 0xA0] if tag < 0xB0 else str(tag - 0xB0)
    if tag == 0x98:
        if len(data) > 4:
            raise DamagedValue("a date has too many bytes")
        return _date(_integer(data, 1))
    if tag in (0xA6, 0xA7):
        text = _bytes(data, "hex").hex()
        return text if tag == 0xA6 else text.upper()
    if tag == 0xA8:
        return b64encode(_bytes(data, "base64")).decode()
    form = {0x99: _date_time, 0xA2: _double, 0xA3: _padded, 0xA4: _zoned_date, 0xA5: _time}.get(tag)
    if form is None:
        raise DamagedValue(f"the tag {tag:#04x} of a typed value is unknown")
    return form(data)
