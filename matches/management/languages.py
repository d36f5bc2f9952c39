"""The output language of management commands."""

import os

from django.conf import settings

LANGUAGE_CODES = tuple(code for code, _ in settings.LANGUAGES)


def choose_language(requested: str | None) -> str:
    """Return a supported language: the requested one, else that of the shell, else the default."""
    preferred = requested or os.environ.get("LANGUAGE", "").split(":")[0].split("_")[0].split(".")[0]
    return preferred if preferred in LANGUAGE_CODES else settings.LANGUAGE_CODE
