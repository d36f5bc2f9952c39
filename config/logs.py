"""Log formatters, for a terminal or as JSON, with the id of the request; secrets are masked.

A line names the view and never the URL: URLs and headers contain tokens, codes and names.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

SECRET_PATTERNS = re.compile(
    r"whsec_[A-Za-z0-9+/=]+"
    r"|crawford_[A-Za-z0-9_-]{32}"
    r"|(?i:(?<=bearer )|(?<=badge )|(?<=token=)|(?<=password=)|(?<=key=)|(?<=secret=))[^\s&'\"]+"
    r"|(?<=://)[^\s/@:]*:[^\s/@]+(?=@)"
)
MASK = "[hidden]"
request_id: ContextVar[str] = ContextVar("request", default="")


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object on one line; `record.facts` are further keys."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": mask_secrets(record.getMessage()),
            "request": request_id.get() or None,
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            fields["trace"] = mask_secrets(self.formatException(record.exc_info))
        return json.dumps(
            {name: value for name, value in fields.items() if value is not None}, ensure_ascii=False
        )


class LineFormatter(logging.Formatter):
    """Formats a record as one plain line for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with secrets masked."""
        return mask_secrets(super().format(record))


def mask_secrets(text: str) -> str:
    """Mask everything in the text that may be a secret."""
    return SECRET_PATTERNS.sub(MASK, text)
