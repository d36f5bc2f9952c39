"""The JSON parser: text that can be written as UTF-8 again, and no endless nesting."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class PlainJSON(JSONParser):
    """JSON whose text can be written as UTF-8 again; else a refusal as for any other unreadable body."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value of the body. Raises ParseError, also for lone surrogates and endless nesting."""
        try:
            value = super().parse(stream, media_type, parser_context)
            json.dumps(value, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError from error
        return value
