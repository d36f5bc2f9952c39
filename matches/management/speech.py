"""The language of a command: the option, else LANGUAGE of the shell, else the default of the site."""

import os

from django.conf import settings

KNOWN = tuple(code for code, _ in settings.LANGUAGES)


def language(requested: str | None) -> str:
    """A language of the house."""
    preferred = requested or os.environ.get("LANGUAGE", "").split(":")[0].split("_")[0].split(".")[0]
    return preferred if preferred in KNOWN else settings.LANGUAGE_CODE
