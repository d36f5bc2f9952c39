"""What is logged, line by line as JSON where the settings say so, with the request it belongs to.

A line names the view and never the address: addresses and headers carry tokens, codes and names.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

# What looks like a secret in a text that came from elsewhere.
SECRETS = re.compile(
    r"whsec_[A-Za-z0-9+/=]+"
    r"|crawford_[A-Za-z0-9_-]{32}"
    r"|(?i:(?<=bearer )|(?<=badge )|(?<=token=)|(?<=password=)|(?<=key=)|(?<=secret=))[^\s&'\"]+"
    r"|(?<=://)[^\s/@:]*:[^\s/@]+(?=@)"
)
HIDDEN = "[hidden]"
current: ContextVar[str] = ContextVar("request", default="")


class Json(logging.Formatter):
    """One object a line: time, level, logger, message, request, and the error with its trace."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": hidden(record.getMessage()),
            "request": current.get() or None,
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            told["trace"] = hidden(self.formatException(record.exc_info))
        return json.dumps(
            {name: value for name, value in told.items() if value is not None}, ensure_ascii=False
        )


class Line(logging.Formatter):
    """The same for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, with what looks like a secret taken out."""
        return hidden(super().format(record))


def hidden(text: str) -> str:
    """The text without what looks like a secret."""
    return SECRETS.sub(HIDDEN, text)
