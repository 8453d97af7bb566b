"""What reading a value may raise."""


class BxmlError(ValueError):
    """A value that cannot be read."""


class DamagedValue(BxmlError):
    """The bytes break the rules of the format."""


class NotSupported(BxmlError):
    """A value of a later version of the format, or one that its database alone can read."""
