"""An HTTP client for the tests of streams: requests a page, and reads server-sent events."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any
from urllib.parse import urlencode

PATIENCE = 20.0


def call(address: str, path: str, *, method: str = "GET", **query: str) -> dict[str, Any]:
    """Request a page and return its JSON."""
    request = urllib.request.Request(f"{address}{path}?{urlencode(query)}", method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return dict(json.load(answer))


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream."""

    id: int
    event: str
    data: dict[str, Any]


class Stream:
    """An open stream; `next_event` waits for the next event and skips pings."""

    def __init__(self, answer: HTTPResponse) -> None:
        self._answer = answer

    def next_event(self) -> StreamEvent:
        fields: dict[str, str] = {}
        while "id" not in fields:
            fields = self._block()
        return StreamEvent(int(fields["id"]), fields["event"], json.loads(fields["data"]))

    def ended(self) -> bool:
        """Whether the stream ends without another event."""
        return self._answer.read() == b""

    def _block(self) -> dict[str, str]:
        return {name: value.strip() for name, _, value in (line.partition(":") for line in self._lines())}

    def _lines(self) -> Iterator[str]:
        while line := self._answer.readline().decode().rstrip("\n"):
            yield line
        if self._answer.isclosed():
            raise EOFError("The stream has ended")


@contextmanager
def stream(
    address: str, *topics: str, last: int | None = None, header: int | None = None, token: str = ""
) -> Iterator[Stream]:
    """Open a stream of `topics`.

    `last` is the ID of the last notice that the page contains, `header` that of the last event received."""
    query = [("topic", topic) for topic in topics] + ([] if last is None else [("last", str(last))])
    headers = {} if header is None else {"Last-Event-ID": str(header)}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"{address}/stream/?{urlencode(query)}", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        opened = Stream(answer)
        assert opened._block() == {"retry": "2000"}
        yield opened
