"""Decks of study cards as packages of Anki (`.apkg`): a zip of a database in the form of Anki 2 (schema 11).

Every version of Anki reads this form. It was learned from the writer genanki (MIT).
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha1, sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from matches.records.study_decks import StudyCard, StudyDeck

_SCHEMA = 11
# The note type of all our decks: one number for ever, so that a second import finds it again.
_NOTE_TYPE = 1_764_700_000_000
_NOTE_TYPE_NAME = "Backgammon position"
_TABLES = """
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null,
  due integer not null, ivl integer not null, factor integer not null, reps integer not null,
  lapses integer not null, left integer not null, odue integer not null, odid integer not null,
  flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null,
  ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null,
  time integer not null, type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
"""


def write_deck_package(deck: StudyDeck, *, now: datetime) -> bytes:
    """Return a deck as a package; of two imports of one card Anki takes the one with the later `now`."""
    database = sqlite3.connect(":memory:")
    try:
        database.executescript(_TABLES)
        _fill_database(database, deck, now)
        database.commit()
        files = {"collection.anki2": database.serialize(), "media": b"{}"}
    finally:
        database.close()
    package = BytesIO()
    with ZipFile(package, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return package.getvalue()


def _fill_database(database: sqlite3.Connection, deck: StudyDeck, now: datetime) -> None:
    seconds = int(now.timestamp())
    deck_id = _make_number(deck.name)
    values = (1, seconds, seconds * 1000, seconds * 1000, _SCHEMA, 0, 0, 0)
    documents: tuple[dict[str, Any], ...] = (
        {"curDeck": deck_id, "activeDecks": [deck_id], "nextPos": len(deck.cards) + 1},
        {str(_NOTE_TYPE): _make_note_type(seconds, deck_id)},
        {"1": _make_deck(1, "Default", seconds), str(deck_id): _make_deck(deck_id, deck.name, seconds)},
        {},
        {},
    )
    marks = ", ".join("?" * (len(values) + len(documents)))
    database.execute(f"INSERT INTO col VALUES ({marks})", values + tuple(map(json.dumps, documents)))  # noqa: S608
    notes = list(_list_notes(deck.cards, seconds))
    database.executemany(f"INSERT INTO notes VALUES ({', '.join('?' * 11)})", notes)  # noqa: S608
    database.executemany(
        f"INSERT INTO cards VALUES ({', '.join('?' * 18)})",  # noqa: S608
        [
            (note[0], note[0], deck_id, 0, seconds, -1, 0, 0, due, *[0] * 8, "")
            for due, note in enumerate(notes, 1)
        ],
    )


def _list_notes(cards: Sequence[StudyCard], seconds: int) -> Iterator[tuple[Any, ...]]:
    for card in cards:
        # The first field is what Anki sorts by and compares to find duplicates.
        checksum = int(sha1(card.identifier.encode(), usedforsecurity=False).hexdigest()[:8], 16)
        fields = "\x1f".join((card.identifier, card.front, card.back))
        tags = f" {' '.join(card.tags)} "
        number = _make_number(card.identifier)
        yield (
            number,
            card.identifier,
            _NOTE_TYPE,
            seconds,
            -1,
            tags,
            fields,
            card.identifier,
            checksum,
            0,
            "",
        )


def _make_number(name: str) -> int:
    """Return a number for a name: as large as the milliseconds by which Anki numbers its rows."""
    return 1_500_000_000_000 + int.from_bytes(sha256(name.encode()).digest()[:5]) % 10**11


def _make_deck(number: int, name: str, seconds: int) -> dict[str, Any]:
    days = {f"{kind}Today": [0, 0] for kind in ("new", "rev", "lrn", "time")}
    options = {"conf": 1, "desc": "", "dyn": 0, "collapsed": False, "extendNew": 0, "extendRev": 0}
    return {"id": number, "name": name, "mod": seconds, "usn": -1, **options, **days}


def _make_note_type(seconds: int, deck_id: int) -> dict[str, Any]:
    style = {"font": "Arial", "size": 16, "sticky": False, "rtl": False, "media": []}
    template = {
        "name": "Card 1",
        "ord": 0,
        "qfmt": "{{Front}}",
        "afmt": "{{FrontSide}}<hr id=answer>{{Back}}",
        "bqfmt": "",
        "bafmt": "",
        "did": None,
    }
    return {
        "id": _NOTE_TYPE,
        "name": _NOTE_TYPE_NAME,
        "type": 0,
        "mod": seconds,
        "usn": -1,
        "sortf": 0,
        "did": deck_id,
        "tmpls": [template],
        "flds": [{"name": name, "ord": place, **style} for place, name in enumerate(("ID", "Front", "Back"))],
        "css": ".card { font-family: arial; font-size: 20px; text-align: center; color: black; "
        "background-color: white; }",
        "latexPre": "",
        "latexPost": "",
        "req": [[0, "any", [1]]],
        "tags": [],
        "vers": [],
    }
