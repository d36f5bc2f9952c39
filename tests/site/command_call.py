"""What is sent to a command on its page and in the API, stated in the test module of what it does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.web.command import Command


@dataclass(frozen=True)
class CommandCall:
    """A command with what is sent, and the status of the page and of the API for those who may give it.

    `api_status` is that of the command itself unless the state forbids it. `api_body` is what the API is sent
    instead of `body`, where that differs.

    The test module of a command has it in its `CALLS`, where `tests.site.addresses.commands` finds it. Such a
    module cannot import `tests.site.addresses` itself.
    """

    command: type[Command]
    body: Mapping[str, Any]
    page_status: int = 303
    api_status: int = 0
    api_body: Mapping[str, Any] | None = None
