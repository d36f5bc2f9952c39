"""What the checker says of an event here, and who signs its file; kept for each version of the event."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache

from matches.records import signing_keys
from matches.records.queries.known_keys import get_key_names
from matches.records.source_signatures import describe_document
from rules.errors import Refusal
from tournaments.importing.queries.exports import write_checker_file, write_event_file
from tournaments.journal.facts import StoredRow
from tournaments.journal.undone_rows import live_rows
from tournaments.models import Event, EventFileImport
from tournaments.play.events import event_state
from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.checker.round_boards import BY_HAND, BYES_BY_HAND
from tournaments.verification.checker.verify import check_file

CACHE_SECONDS = 3600
# Increase when `EventCheck` changes, so that cached values of an older release are ignored.
CACHE_VERSION = 1
LATE = "paired_late"


@dataclass(frozen=True, slots=True)
class EventCheck:
    """The findings of the checker, and what it could repeat.

    `draws` and `rounds` are how many it has repeated from their seeds. `manual_boards` are the boards, byes
    included, that the desk has made, by flight and round: the rules do not decide them. `checksum` is that of
    the event file.
    """

    findings: tuple[CheckerFinding, ...]
    draws: int
    rounds: int
    manual_boards: Mapping[tuple[str, int], int]
    checksum: str
    is_unreadable: bool = False


def get_event_check(event: Event) -> EventCheck:
    """Return what the checker says of an event, cached for each of its versions."""
    key = f"event-check:{CACHE_VERSION}:{event.pk}:{event.draw_commitment}:{event.version}"
    cached_check: EventCheck | None = cache.get(key)
    if cached_check is None:
        cached_check = _check_event(event)
        cache.set(key, cached_check, CACHE_SECONDS)
    return cached_check


def _check_event(event: Event) -> EventCheck:
    rows = event_state.get_journal_rows(event)
    try:
        findings, is_unreadable = tuple(check_file(write_checker_file(event))), False
    except Refusal:
        findings, is_unreadable = (), True
    live_journal = live_rows(rows)
    checksum = str(json.loads(write_event_file(event))["seal"])
    return EventCheck(
        findings=findings,
        draws=sum(row.kind == "drawn" for row in live_journal),
        rounds=len({_get_round(row) for row in live_journal if row.kind == "paired"}),
        manual_boards=count_manual_boards(live_journal),
        checksum=checksum,
        is_unreadable=is_unreadable,
    )


def count_manual_boards(rows: Sequence[StoredRow]) -> dict[tuple[str, int], int]:
    """Count by flight and round the boards and byes that the desk has made, in the rounds in force."""
    counts: dict[tuple[str, int], int] = {}
    for row in rows:
        if row.kind == "paired":
            counts[_get_round(row)] = len(list_manual_boards(row.payload))
    return {flight_round: count for flight_round, count in counts.items() if count}


def list_manual_boards(payload: Mapping[str, object]) -> list[tuple[int, int]]:
    """Return the boards of a round that the desk has made, as entries; 0 is the partner of a bye."""
    boards = _list_items(payload, "boards")
    byes = _list_items(payload, "byes")
    return [
        *((board["white"], board["black"]) for board in boards if BY_HAND in _get_codes(board)),
        *((bye["entry"], 0) for bye in byes if _get_codes(bye) & (BYES_BY_HAND - {"bye_only_left"})),
    ]


def list_late_boards(payload: Mapping[str, object]) -> list[tuple[int, int]]:
    """Return the boards of a round that were made for players who came late, as entries."""
    boards = _list_items(payload, "boards")
    return [(board["white"], board["black"]) for board in boards if LATE in _get_codes(board)]


def _list_items(payload: Mapping[str, object], name: str) -> list[dict[str, int]]:
    items = payload.get(name, ())
    return list(items) if isinstance(items, list | tuple) else []


def _get_codes(item: Mapping[str, object]) -> set[str]:
    reasons = item.get("reasons", ())
    return {str(reason["code"]) for reason in reasons} if isinstance(reasons, list | tuple) else set()


def _get_round(row: StoredRow) -> tuple[str, int]:
    return str(row.payload["flight"]), int(row.payload["round"])


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file that lines of an event came from, and who signed it; `signer` is "" for an unknown key."""

    row: EventFileImport
    signer: str


def list_imported_files(event: Event) -> list[ImportedFile]:
    """Return the files that were imported into an event, the oldest first, by the keys known now."""
    rows = list(event.imported_files.order_by("first_line"))
    names = get_key_names() if any(row.public_key for row in rows) else {}
    return [ImportedFile(row, names.get(base64.b64decode(row.public_key), "")) for row in rows]


def describe_file_signature(event: Event) -> tuple[str, str]:
    """Return the name of the key that signs the file of an event now, and the sentence about its file.

    The name is "" where this site has no key.
    """
    key = signing_keys.get_usable_key()
    if key is None:
        return "", describe_document(json.loads(write_event_file(event)), {}).sentence
    return key.key_id, describe_document(json.loads(write_event_file(event)), get_key_names()).sentence
