"""A record as everybody may read it: its players by the names they chose to show."""

from dataclasses import replace

from matches.models import Match, Transcript
from rules import formats
from rules.verdict import Finding, Verdict

NAMES = "players"


def verdict_of(match: Match, kept: Transcript) -> Verdict:
    """The verdict of a record, its players called as the record does, or as they chose where one chose."""
    verdict = Verdict.from_json(kept.verdict)
    if not is_private(match):
        return verdict
    names = _names(match, kept)
    findings = tuple(_without_names(finding, names) for finding in verdict.findings)
    return replace(verdict, players=names, findings=findings)


def text_of(match: Match, kept: Transcript, format: str = "") -> str:
    """The text of a record, in another format when one is named, without a name its player does not show.

    Without a format and with nothing to hide it is the text as it was handed in. Raises what reading and
    writing the format raise.
    """
    if not is_private(match):
        return formats.write(formats.read(kept.text.encode()), format) if format else kept.text
    read = formats.read(kept.text.encode())
    games = tuple(replace(game, players=None) for game in read.games)
    record = replace(read, players=_names(match, kept), games=games, facts={})
    return formats.write(record, format or (kept.format if kept.format in formats.WRITERS else "json"))


def is_private(match: Match) -> bool:
    """Whether a player of this match does not show the full name, or had it forgotten."""
    sides = (match.white, match.black)
    return any(side.name != side.full_name or side.anonymised_at is not None for side in sides)


def _without_names(finding: Finding, names: tuple[str, str]) -> Finding:
    """A finding that tells names tells those that are shown."""
    if NAMES not in finding.facts:
        return finding
    return finding._replace(facts={**finding.facts, NAMES: list(names)})


def _names(match: Match, kept: Transcript) -> tuple[str, str]:
    names = (match.white.name, match.black.name)
    return names[::-1] if kept.swapped else names


def name_of(match: Match, kept: Transcript) -> str:
    """What a record is called; a file name may tell what its players do not."""
    return f"{match.white.name} – {match.black.name}" if is_private(match) else kept.name
