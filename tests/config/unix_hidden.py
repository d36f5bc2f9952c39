"""A process without what only Unix has: it imports the site, serves pages and prints what it found, as JSON.

    python -m tests.config.unix_hidden      CRAWFORD_DATA is a folder with a migrated database

Libraries are imported before: they go by the name of the system, which stays that of this one.
"""

import importlib
import json
import os
import pkgutil
import signal
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import django
from django.core import management

NAME = "m015_3pt.mat"
LIBRARIES = ("celery.worker", "django.core.files.locks", "multiprocessing.popen_fork", "psycopg", "uvicorn")
MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
FUNCTIONS = (
    *("chown", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid"),
    *("getuid", "killpg", "mkfifo", "nice", "openpty", "pread", "pwrite", "setgid", "setpgid", "setsid"),
    *("setuid", "sysconf", "uname", "wait", "waitid"),
)
SIGNALS_OF_WINDOWS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}


def hide_unix() -> None:
    """Hide the modules, functions and signals that Windows does not have."""
    for library in LIBRARIES:
        importlib.import_module(library)
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for function in FUNCTIONS:
        delattr(os, function)
    signals = [name for name in vars(signal) if name.startswith("SIG") and name.isalnum()]
    for name in set(signals) - SIGNALS_OF_WINDOWS:
        delattr(signal, name)


def main() -> None:
    """Import every module of the site, check it, get pages, and try what needs a limited process."""
    hide_unix()
    django.setup()
    for package in ("config", "matches", "rules", "tournaments"):
        for module in pkgutil.walk_packages([str(Path(package))], f"{package}."):
            importlib.import_module(module.name)
    checked = StringIO()
    management.call_command("check", stdout=checked)
    print(json.dumps({"check": checked.getvalue().strip(), **get_pages(), **try_files(), **try_analysis()}))


def get_pages() -> dict[str, object]:
    """Get pages of the empty site."""
    from django.test import Client  # noqa: PLC0415

    return {path: Client().get(path).status_code for path in ("/", "/help/", "/healthz", "/readyz")}


def try_files() -> dict[str, object]:
    """Read a list as text and as workbook."""
    from tournaments.exchange import spreadsheets  # noqa: PLC0415
    from tournaments.exchange.lists import files  # noqa: PLC0415

    book = spreadsheets.as_xlsx([spreadsheets.Sheet("Members", ["Name"], [["Anna"]])])
    text = files.read_file(b"Name\nAnna\n", {})
    return {"text": len(text.sheets), "workbook": find_sentences(lambda: files.read_file(book, {}))}


def try_analysis() -> dict[str, object]:
    """Ask for the analysis of a match file, and look at its page."""
    from django.test import Client  # noqa: PLC0415

    from matches.records.services import analyses, uploads  # noqa: PLC0415
    from matches.views.reporting import get_page_address  # noqa: PLC0415
    from tests.factories import a_called_match, at_table  # noqa: PLC0415
    from tests.matches.records.files import record  # noqa: PLC0415

    match = a_called_match(length=3, white="José-María", black="X")
    match_file = {"match": match, "identity": at_table(match)}
    transcript = uploads.attach_file(name=NAME, data=record(NAME), **match_file)
    page = Client().get(get_page_address(match, match.table, "transcript", transcript.pk))
    refused = find_sentences(lambda: analyses.request_analysis(transcript=transcript, **match_file))
    return {
        "analysis": refused,
        "page": "its system cannot limit an engine. Everything else works" in page.text,
    }


def find_sentences(call: Callable[[], object]) -> list[str]:
    """The code of the refusal of a call, and its sentence in both languages."""
    from django.utils.translation import override  # noqa: PLC0415

    from matches.messages import get_sentence  # noqa: PLC0415
    from rules.errors import Refusal  # noqa: PLC0415

    try:
        call()
    except Refusal as refusal:
        sentences = []
        for language in ("en", "it"):
            with override(language):
                sentences.append(get_sentence(refusal.code, refusal.facts))
        return [refusal.code, *sentences]
    return []


if __name__ == "__main__":
    main()
