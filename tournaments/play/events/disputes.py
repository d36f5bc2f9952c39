"""Disputed matches as the desk shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.models import Match
from matches.names import get_short_names
from matches.queries import matches
from matches.records.models import Transcript
from matches.records.queries.transcripts import get_transcripts_by_match


@dataclass(frozen=True, slots=True)
class DisputedMatch:
    """A disputed match, the lines of its score sheet and its transcripts."""

    match: Match
    lines: Sequence[matches.SheetLine]
    transcripts: Sequence[Transcript]

    @property
    def short_names(self) -> tuple[str, str]:
        """The shortest names that tell the two players apart; a code, which nobody knows, is no name."""
        white, black = (
            (player.known_name, "" if player.distinction == player.code else player.distinction)
            for player in (self.match.white, self.match.black)
        )
        return get_short_names(white, black)

    @property
    def suggested_rule(self) -> str:
        """The rule broken according to the last transcript of these players, "" for none."""
        own_transcripts = [transcript for transcript in self.transcripts if not transcript.names_others]
        fault = own_transcripts[-1].fault if own_transcripts else {}
        return str(fault.get("law", ""))


def make_disputes(disputed: list[Match]) -> list[DisputedMatch]:
    """Return the disputed matches, each with its score sheet and its transcripts."""
    if not disputed:
        return []
    transcripts = get_transcripts_by_match(disputed)
    lines = matches.get_lines(disputed)
    return [
        DisputedMatch(match, match_lines, transcripts.get(match.pk, []))
        for match, match_lines in zip(disputed, lines, strict=True)
    ]
