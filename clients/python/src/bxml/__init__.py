"""Values of the PostgreSQL type bxml in Python: see README.md."""

from ._errors import BxmlError, DamagedValue, NotSupported
from ._layout import Name
from .document import Document, Path
from .native import Comment, End, Instruction, Native, Start, Text

__version__ = "0.3.0"
__all__ = [
    "BxmlError", "Comment", "DamagedValue", "Document", "End", "Instruction", "Name", "Native", "NotSupported", "Path",
    "Start", "Text",
]
