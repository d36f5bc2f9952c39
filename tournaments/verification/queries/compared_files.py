"""A file of an event compared with the event here: who signed it, and where it differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.records.queries.known_keys import get_key_names
from matches.records.signed_documents import read_signed_document
from matches.records.source_signatures import DocumentSignature, describe_document
from rules.errors import Refusal
from tournaments.importing.queries.exports import write_event_file
from tournaments.models import Event
from tournaments.verification.checker.document import parse_json
from tournaments.verification.checker.verify import check_file
from tournaments.verification.finding_lines import format_finding, read_entry_names

# So many differing lines are listed.
MAX_LINES = 50


@dataclass(frozen=True, slots=True)
class ComparedFile:
    """What the comparison of a file with the event here has shown.

    `findings` are those of the checker as sentences. `differing_lines` are the first numbers of lines of the
    activity log that are not the same in both, `differing_count` is how many there are. `is_same_event`: the
    file is of this event, by the key of its first line. `is_equal`: every line is the same.
    """

    signature: DocumentSignature
    findings: tuple[str, ...]
    differing_lines: tuple[int, ...]
    differing_count: int
    is_same_event: bool

    @property
    def is_equal(self) -> bool:
        """Whether the activity log of the file is the one here."""
        return self.is_same_event and not self.differing_count


def compare_event_file(event: Event, data: bytes) -> ComparedFile:
    """Compare the bytes of an event file with an event. Refuses ("event_file_damaged") an unreadable file."""
    content = read_signed_document(data)
    if content is None:
        raise Refusal("event_file_damaged", place="json")
    findings = check_file(data)
    names = read_entry_names(data) if findings else {}
    lines, lines_here = _read_lines(content), _read_lines(parse_json(write_event_file(event)))
    differing = sorted(
        seq for seq in lines.keys() | lines_here.keys() if lines.get(seq) != lines_here.get(seq)
    )
    return ComparedFile(
        signature=describe_document(content, get_key_names()),
        findings=tuple(format_finding(finding, names) for finding in findings),
        differing_lines=tuple(differing[:MAX_LINES]),
        differing_count=len(differing),
        is_same_event=bool(lines) and _get_key(lines) == _get_key(lines_here),
    )


def _read_lines(content: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    return {line["seq"]: line for line in content["journal"]}


def _get_key(lines: Mapping[int, Mapping[str, Any]]) -> object:
    return lines.get(1, {}).get("key")
