"""What is planned in an event: its stages, which of them may still be changed, and what could be added."""

from dataclasses import dataclass

from tournaments.formats.plan import ENTRIES, FIRST_LOSSES, LIVES, LOSERS, Feed, Stage
from tournaments.formats.terms import CLOCK, LAWS
from tournaments.journal import replanning
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.phrases import flight_name
from tournaments.phrases.plans import ADDITIONS, FORMATS, feed_of
from tournaments.queries import event_state


@dataclass(frozen=True, slots=True)
class Planned:
    """A stage: what it is called and played as, where its people come from, whether it can be changed."""

    stage: Stage
    name: str
    format: str
    feed: str
    is_open: bool
    is_needed: bool

    @property
    def lengths(self) -> str:
        """The points by round as the form takes them."""
        return " ".join(map(str, self.stage.lengths))

    @property
    def clock(self) -> str:
        """The clock of its matches; empty for that of the desk."""
        return str(self.stage.options.get(CLOCK, ""))

    @property
    def holland(self) -> str:
        """Whether it is played by the Holland rule, as the form says it; empty where the desk says so."""
        return {None: "", False: "no", True: "yes"}[self.stage.options.get(LAWS, {}).get("holland")]

    @property
    def illegal_plays(self) -> str:
        """What unlawful plays are, as the form says it; empty where the desk says so."""
        return str(self.stage.options.get(LAWS, {}).get("illegal_plays", ""))

    @property
    def has_terms(self) -> bool:
        """Whether its clock or its laws are not the desk's."""
        return CLOCK in self.stage.options or LAWS in self.stage.options


@dataclass(frozen=True, slots=True)
class PlanOf:
    """The stages of an event, what could be added (code and words), whether all can be planned anew."""

    stages: tuple[Planned, ...]
    additions: tuple[tuple[str, str], ...]
    is_open: bool


def plan_of(event: Event) -> PlanOf:
    """The plan of an event. One query."""
    state = event_state.get_event_state(event)
    stages = tuple(_planned(state, stage) for stage in state.plan.stages)
    return PlanOf(
        stages=stages,
        additions=tuple((what, str(ADDITIONS[what])) for what in replanning.additions(state)),
        is_open=all(stage.is_open for stage in stages),
    )


def _planned(state: EventState, stage: Stage) -> Planned:
    drawing = state.stages.get(stage.key)
    return Planned(
        stage=stage,
        name=stage.name or flight_name(stage.key),
        format=str(FORMATS.get(stage.format, stage.format)),
        feed=_feed(stage.feed),
        is_open=drawing is None or not drawing.is_published,
        is_needed=any(stage.key in other.feed.sources for other in state.plan.stages),
    )


def _feed(feed: Feed) -> str:
    sources = ", ".join(flight_name(flight) for flight in feed.sources)
    code = feed.origin if feed.origin in {ENTRIES, FIRST_LOSSES, LOSERS, LIVES} else "places"
    return feed_of(code, sources, feed.first, feed.last)
