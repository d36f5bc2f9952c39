"""Forms that change a match or a table carry the version their reader saw; exceptions are listed here."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FORM = re.compile(r'<form[^>]*action="\{% url "?(\w[\w-]*)[^>]*method="post"[^>]*>(.*?)</form>', re.DOTALL)
# The second and the third are where a template has them from.
SEEN = ('name="version"', "hidden_fields", "moneyplay/seen_game.html")
WITHOUT = {
    # A final score conflicts only with a report or a result, each refused by its own code (decision 0011).
    "report-transcript",
    # The file is named by its own number, a file withdrawn before is refused, and no score is changed.
    "withdraw-transcript",
    "remove-transcript",
    # Sent twice or late it takes back the same decision.
    "withdraw-identification",
    # The keys of another site are replaced by those of the document that is pasted, or removed.
    "site-keys",
    "remove-site-keys",
    # Rows that are only ever added.
    "attach-file",
    "enter-figure",
    # Requests for work of which only one is in progress at a time.
    "request-analysis",
    "cancel-analysis",
    # A certificate states the match as it is then; sent twice it is the same one. A check stores nothing.
    "issue-certificate",
    "withdraw-certificate",
    "check-file",
    # No match is changed: a badge, a name, an account, a transcript without a match.
    "badge",
    "claim-badge",
    "show-as",
    "forget",
    "upload",
    "archives",
    "correct-spelling",
    "join-spellings",
    "keep-apart",
    "part-spellings",
    # Only the reader's own cookie is changed.
    "follow",
    # A session is opened or joined, or its journal decides which event may follow.
    "sessions",
    "open-session",
    "session-invite",
    "session-join",
    "session-guest",
    "session-leave",
    "session-phone",
}


def forms() -> dict[str, set[bool]]:
    """The URL names of the forms of the matches app, and whether each sends the version seen."""
    versions_by_form: dict[str, set[bool]] = {}
    for folder in ("matches", "moneyplay", "records"):
        for path in sorted((TEMPLATES / folder).glob("*.html")):
            for name, inside in FORM.findall(path.read_text(encoding="utf-8")):
                versions_by_form.setdefault(name, set()).add(any(mark in inside for mark in SEEN))
    return versions_by_form


def test_every_form_has_a_version_or_a_stated_exception() -> None:
    silent = {name for name, versions in forms().items() if versions != {True}}
    assert silent - WITHOUT == set()


def test_forms_with_a_version_are_found() -> None:
    names = {name for name, versions in forms().items() if versions == {True}}
    assert {
        "begin",
        "confirm",
        "accept",
        "withdraw",
        "score",
        "undo-game",
        "rule",
        "correct",
        "resume",
    } <= names
    assert {"session-play", "session-undo", "session-close", "session-split"} <= names
