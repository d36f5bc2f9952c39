"""Helpers that assert and return a Refusal."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from rules.errors import Refusal


def refusal(call: Callable[..., Any], /, **arguments: Any) -> Refusal:
    """The refusal this call ends with; the test fails when it goes through."""
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    return caught.value


def refused(code: str) -> AbstractContextManager[pytest.ExceptionInfo[Refusal]]:
    """What is done inside is refused with this code; the test fails when it goes through."""
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)
