"""The language a command speaks: the one asked for, else LANGUAGE of the shell, else that of the house."""

import os

from django.conf import settings

KNOWN = tuple(code for code, _ in settings.LANGUAGES)


def language(asked: str | None) -> str:
    """A language of the house."""
    wished = asked or os.environ.get("LANGUAGE", "").split(":")[0].split("_")[0].split(".")[0]
    return wished if wished in KNOWN else settings.LANGUAGE_CODE
