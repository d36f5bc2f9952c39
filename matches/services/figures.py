"""Figures of engines that somebody hands in: kept as facts with who said so."""

from dataclasses import asdict, dataclass

from django.db import transaction

from matches.identity import Identity
from matches.models import Figure, Match, Transcript
from matches.models.figure import MOST_DECISIONS, MOST_LOST
from matches.services import rows
from matches.services.guards import must_report
from rules.errors import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What an engine said of a side: equity lost and luck in points, over so many counted decisions."""

    side: str
    engine: str
    settings: str = ""
    lost: float
    decisions: int
    luck: float | None = None

    @property
    def is_possible(self) -> bool:
        """Whether an engine can say so."""
        is_counted = 1 <= self.decisions <= MOST_DECISIONS and 0 <= self.lost <= MOST_LOST
        return is_counted and self.side in {"white", "black"} and bool(self.engine.strip())


@transaction.atomic
def enter(*, match: Match, transcript: Transcript, said: Said, identity: Identity) -> Figure:
    """Keep what an engine said of a side of a record; said again the same, the stored one answers.

    Raises `not_your_match`, `record_absent` and `figure_impossible`.
    """
    match = rows.locked(match)
    must_report(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    if not said.is_possible:
        raise Refusal("figure_impossible", most=MOST_DECISIONS)
    last = transcript.figures.filter(side=said.side, engine=said.engine, settings=said.settings).last()
    if last is not None and (last.lost, last.decisions, last.luck) == (said.lost, said.decisions, said.luck):
        return last
    source = identity.name_in(match) or "#"
    return Figure.objects.create(transcript=transcript, source=source, user=identity.user, **asdict(said))
