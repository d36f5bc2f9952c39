"""Helpers that assert and return a Refusal."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from rules.errors import Refusal


def refusal(call: Callable[..., Any], /, **arguments: Any) -> Refusal:
    """The Refusal raised by this call; the test fails if none is raised."""
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    return caught.value


def refused(code: str) -> AbstractContextManager[pytest.ExceptionInfo[Refusal]]:
    """Assert that the block raises a Refusal with this code."""
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)
