"""Output of the command `check_record` for one file, as data for JSON and as lines of text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import messages
from matches.records.source_signatures import describe_signature
from rules.errors import Unreadable
from rules.formats.ogxm_signatures import SourceSignature
from rules.record import Record
from rules.verdict import CERTIFIED, Finding, Unknown, Verdict

MAX_LISTED_PLAYS = 6


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A checked file: its record, verdict and signatures, or the refusal to read it."""

    file: str
    record: Record | None = None
    verdict: Verdict | None = None
    signatures: tuple[SourceSignature, ...] = ()
    refusal: Unreadable | None = None

    @property
    def exit_code(self) -> int:
        """0 certified (notes included), 1 a fault or points that were awarded, 2 unreadable."""
        if self.verdict is None:
            return 2
        return 0 if self.verdict.status in CERTIFIED else 1


def verdict_to_data(checked: CheckedFile) -> dict[str, Any]:
    """Return the verdict for JSON, with the same keys for every file.

    A file that cannot be read has one finding, with its line and column.
    """
    if checked.verdict is None or checked.record is None:
        return _unreadable_to_data(checked)
    verdict = checked.verdict
    return {
        "file": checked.file,
        "format": checked.record.format,
        "status": verdict.status,
        "players": list(verdict.players),
        "length": verdict.length,
        "score": list(verdict.score),
        "winner": verdict.winner.value if verdict.winner else None,
        "games": len(verdict.games),
        "plays": verdict.plays,
        "findings": [_finding_to_data(finding) for finding in verdict.findings],
        "unknown": [_unknown_to_data(each) for each in verdict.unknown],
        "signatures": [_signature_to_data(each) for each in checked.signatures],
    }


def verdict_to_lines(checked: CheckedFile) -> Iterator[str]:
    """Yield the lines of text: the verdict first, then every fault and note with its rule."""
    if checked.verdict is None:
        yield from _refusal_to_lines(checked)
        return
    verdict = checked.verdict
    yield f"{checked.file}: {messages.get_label(verdict.status)}"
    yield "  " + _score_line(verdict)
    yield "  " + _size_line(verdict)
    for signature in checked.signatures:
        yield "  " + describe_signature(signature)
    for finding in verdict.findings:
        if finding.severity != "inferred":
            yield from _finding_to_lines(finding)


def _unreadable_to_data(checked: CheckedFile) -> dict[str, Any]:
    return {
        "file": checked.file,
        "format": None,
        "status": "unreadable",
        "players": [],
        "length": None,
        "score": None,
        "winner": None,
        "games": 0,
        "plays": 0,
        "findings": [_refusal_to_finding(checked.refusal)] if checked.refusal else [],
        "unknown": [],
        "signatures": [],
    }


def _refusal_to_finding(refusal: Unreadable) -> dict[str, Any]:
    return {
        "game": 0,
        "action": -1,
        "side": None,
        "code": refusal.code,
        "law": refusal.law,
        "severity": "error",
        "sentence": messages.get_sentence(refusal.code, refusal.facts),
        "played": "",
        "legal": [],
        "line": refusal.facts.get("line", 0),
        "column": refusal.facts.get("column", 0),
    }


def _finding_to_data(finding: Finding) -> dict[str, Any]:
    return {
        "game": finding.game,
        "action": finding.action,
        "side": finding.side.value if finding.side else None,
        "code": finding.code,
        "law": finding.law,
        "severity": finding.severity,
        "sentence": messages.get_sentence(finding.code, finding.facts),
        "played": finding.played,
        "legal": list(finding.legal),
        "line": finding.facts.get("line", 0),
        "column": 0,
    }


def _unknown_to_data(unknown: Unknown) -> dict[str, Any]:
    message = messages.get_sentence(unknown.code, {"games": unknown.games})
    return {"code": unknown.code, "games": list(unknown.games), "sentence": message}


def _signature_to_data(signature: SourceSignature) -> dict[str, Any]:
    return {
        "subject": signature.subject,
        "status": signature.status.value,
        "covers": list(signature.covers),
        "signer": signature.signer,
        "sentence": describe_signature(signature),
    }


def _refusal_to_lines(checked: CheckedFile) -> Iterator[str]:
    yield f"{checked.file}: {messages.get_label('unreadable')}"
    if checked.refusal is not None:
        yield "  " + messages.get_sentence(checked.refusal.code, checked.refusal.facts)


def _score_line(verdict: Verdict) -> str:
    white, black = verdict.players
    score = f"{white} {verdict.score[0]} – {verdict.score[1]} {black}"
    if not verdict.length:
        return score + ", " + _("money play")
    length = ngettext("%(length)s-point match", "%(length)s-point match", verdict.length)
    return score + ", " + length % {"length": verdict.length}


def _size_line(verdict: Verdict) -> str:
    count = len(verdict.games)
    games = ngettext("%(count)s game", "%(count)s games", count) % {"count": count}
    plays = ngettext("%(count)s play", "%(count)s plays", verdict.plays) % {"count": verdict.plays}
    return ", ".join([games, plays, *_fault_count(verdict)])


def _fault_count(verdict: Verdict) -> Iterator[str]:
    count = sum(finding.severity == "error" for finding in verdict.findings)
    if count:
        yield ngettext("%(count)s problem", "%(count)s problems", count) % {"count": count}


def _finding_to_lines(finding: Finding) -> Iterator[str]:
    yield ""
    side = finding.side.value if finding.side else ""
    line = finding.facts.get("line")
    where = messages.format_place(finding.game, finding.action, side)
    if line:
        where += " (" + _("line %(line)s") % {"line": line} + ")"
    yield f"  {messages.get_label(finding.severity)}: {where}"
    yield "    " + messages.get_sentence(finding.code, finding.facts)
    if finding.law:
        yield "    " + _("Rule: %(title)s (%(law)s)") % {
            "title": messages.law_title(finding.law),
            "law": finding.law,
        }
    if finding.played:
        yield "    " + _("Played: %(play)s") % {"play": finding.played}
    if finding.legal:
        yield "    " + _legal_plays_line(finding.legal)


def _legal_plays_line(plays: tuple[str, ...]) -> str:
    text = _("Legal: %(plays)s") % {"plays": "; ".join(plays[:MAX_LISTED_PLAYS])}
    remaining = len(plays) - MAX_LISTED_PLAYS
    if remaining <= 0:
        return text
    return text + " " + ngettext("and %(count)s more", "and %(count)s more", remaining) % {"count": remaining}
