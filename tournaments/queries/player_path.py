"""A player's outlook at a desk: next match, stakes, path through each event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from matches.models import Badge
from matches.queries.people import (
    DRAWN,
    LATER,
    LOST,
    NOW,
    WON,
    EventPath,
    MatchProspect,
    PathStep,
    PlayerOutlook,
    get_player,
    is_person_or_pair_in,
)
from matches.states import Status
from tournaments.formats.graph import Origin
from tournaments.messages.names import begins, places, round_title
from tournaments.models import Entry, Event, EventStatus, Tournament
from tournaments.queries import brackets
from tournaments.queries.bracket_rows import BracketMatch
from tournaments.queries.brackets import ABSENT, BYE, Bracket, BracketSeat, Cell
from tournaments.queries.schedule import Outlook, outlook

WINNER = Origin.WINNER.value
LOSING = (Origin.LOSER.value, Origin.FIRST_LOSS.value)
UNPLAYED = frozenset({BYE, ABSENT})
SHOWN = (EventStatus.PUBLISHED, EventStatus.FINISHED)

Onward = Mapping[tuple[str, str], tuple[Cell, Mapping[str, Any]]]


def ahead_of(badge: Badge, now: datetime) -> PlayerOutlook | None:
    """Return the open matches and paths of a badge holder at its desk; None without any.

    A few queries for each event entered, regardless of its size.
    """
    tournament = Tournament.objects.select_related("club").filter(desk=badge.desk_id).first()
    if tournament is None:
        return None
    entries = Entry.objects.filter(
        is_person_or_pair_in("player", badge.player), event__tournament=tournament, event__status__in=SHOWN
    )
    expected = outlook(tournament, now)
    prospects: dict[int, MatchProspect] = {}
    ways = []
    for entry in entries.select_related("event", "player").order_by("event"):
        entry.event.tournament = tournament
        event_brackets = brackets.get_brackets(entry.event)
        entry_path = _Way(entry, event_brackets, expected)
        prospects.update(entry_path.prospects())
        ways.append(entry_path.build_path())
    return PlayerOutlook(prospects, tuple(ways))


@dataclass(frozen=True, slots=True)
class Followed:
    """An entry followed by a visitor: its open match, prospects and path.

    `last` is the bracket position it has reached.
    """

    entry: Entry
    way: EventPath
    last: Cell | None
    prospect: MatchProspect

    @property
    def open(self) -> Cell | None:
        """Return the open cell it has reached."""
        return self.last if self.last is not None and not self.last.pairing.decided else None


def followed(entry: Entry, now: datetime) -> Followed:
    """Return the position of an entry in a published event. Two queries, and those of `outlook`."""
    entry_path = _Way(entry, brackets.get_brackets(entry.event), outlook(entry.event.tournament, now))
    prospects = dict(entry_path.prospects())
    open_cells = sorted(
        (cell for cell in entry_path.mine if not cell.pairing.decided), key=entry_path.urgency
    )
    last = open_cells[0] if open_cells else entry_path.mine[-1] if entry_path.mine else None
    match = last.match if last else None
    return Followed(
        entry, entry_path.build_path(), last, prospects.get(match.pk if match else 0, MatchProspect())
    )


def entry_of(event: Event, code: str) -> Entry | None:
    """Return the entry of a player in an event: alone, or of a pair."""
    entries = Entry.objects.filter(event=event).select_related("player")
    entry = entries.filter(player__code=code).first()
    if entry is None and (player := get_player(code)) is not None:
        entry = entries.filter(is_person_or_pair_in("player", player)).order_by("number").first()
    if entry is not None:
        entry.event = event
    return entry


class _Way:
    """The cells of an entry in an event, and where each leads."""

    def __init__(self, entry: Entry, event_brackets: Sequence[Bracket], expected: Outlook) -> None:
        self.entry, self.expected = entry, expected
        self.code = entry.player.code
        self.mine = brackets.get_player_cells(event_brackets, (self.code,))
        cells = [cell for bracket in event_brackets for part in bracket.rounds for cell in part.every]
        self.known = {cell.pairing.label: cell for cell in cells}
        self.onward: Onward = dict(_onward(cells))
        self.tables = {bracket.flight for bracket in event_brackets if bracket.is_table}

    def build_path(self) -> EventPath:
        event = self.entry.event
        steps = (*map(self._step, self.mine), *self._later())
        clocks = self.expected.over.get(event.pk, {}).values()
        return EventPath(
            event=event.name,
            address=f"{_address(event)}?player={self.entry.player.code}",
            won=sum(step.state == WON for step in steps),
            lost=sum(step.state == LOST for step in steps),
            steps=steps,
            over=max(clocks, default=None),
        )

    def prospects(self) -> Iterator[tuple[int, MatchProspect]]:
        """Yield what is at stake in each open match."""
        for cell in self.mine:
            if cell.match is None or cell.pairing.decided:
                continue
            when = self._when(cell.match)
            if cell.pairing.flight in self.tables or self._is_played_again(cell):
                yield cell.match.pk, MatchProspect(when)
            else:
                yield cell.match.pk, MatchProspect(when, self._if_won(cell), self._if_lost(cell))

    def urgency(self, cell: Cell) -> tuple[int, int]:
        """Sort key: matches in play before those waiting for a table, before the rest."""
        if cell.match is None:
            return 2, 0
        if cell.match.status != Status.SCHEDULED.value:
            return 0, 0
        return 1, self.expected.begins.get(cell.match.pk, 0)

    def _when(self, match: BracketMatch) -> str:
        return begins(self.expected.begins.get(match.pk)) if match.status == Status.SCHEDULED.value else ""

    def _if_won(self, cell: Cell) -> str:
        following = self.onward.get((cell.pairing.label, WINNER))
        if following is None:
            return places(cell.pairing.winners)
        title, rival = _title(following[0]), self._rival(following[0], cell.pairing.label)
        return f"{title}, {rival}" if rival else title

    def _if_lost(self, cell: Cell) -> str:
        """Return the round the loser drops to; only the places if there is none."""
        labels = [cell.pairing.label]
        before = [each for each in self.mine if each.pairing.flight == cell.pairing.flight and each != cell]
        if all(each.state in UNPLAYED for each in before):
            labels += [each.pairing.label for each in before]
        for label in labels:
            for origin in LOSING:
                if (label, origin) in self.onward:
                    return _title(self.onward[label, origin][0])
        return places(cell.pairing.losers)

    def _is_played_again(self, cell: Cell) -> bool:
        """Return whether a second final may follow."""
        return (cell.pairing.label, Origin.RESET.value) in self.onward

    def _step(self, cell: Cell) -> PathStep:
        white, black = cell.seats
        is_white = white.entry is not None and white.entry.player.code == self.code
        own_seat, opponent_seat = (white, black) if is_white else (black, white)
        has_score = cell.has_score and own_seat.score is not None
        return PathStep(
            title=_title(cell),
            against=self._against(opponent_seat, cell),
            state=_state(own_seat, cell),
            score=f"{own_seat.score}–{opponent_seat.score}" if has_score else "",
            code=cell.match.code if cell.match else "",
        )

    def _later(self) -> Iterator[PathStep]:
        """Yield the following rounds as long as the entry wins."""
        cell = self.mine[-1] if self.mine else None
        if cell is None or cell.pairing.decided or cell.pairing.flight in self.tables:
            return
        while (following := self.onward.get((cell.pairing.label, WINNER))) is not None:
            yield PathStep(_title(following[0]), self._rival(following[0], cell.pairing.label), LATER)
            cell = following[0]

    def _rival(self, cell: Cell, coming_from: str) -> str:
        """Return the possible opponent: a name, the winner of two, or "" if unknown."""
        feeds = cell.pairing.feeds
        for seat in cell.seats:
            if feeds.get(seat.side, {}).get("pairing") != coming_from:
                return self._against(seat, cell)
        return ""

    def _against(self, seat: BracketSeat, cell: Cell) -> str:
        if seat.entry is not None:
            return gettext("against %(name)s") % {"name": seat.entry.player.name}
        if seat.is_vacant:
            return gettext("bye")
        source = cell.pairing.feeds.get(seat.side, {})
        before = self.known.get(source.get("pairing", ""))
        if before is None or not before.is_ready:
            return ""
        white, black = (each.entry.player.name for each in before.seats if each.entry)
        facts = {"white": white, "black": black}
        if source["origin"] == WINNER:
            return gettext("against the winner of %(white)s – %(black)s") % facts
        if source["origin"] in LOSING:
            return gettext("against the loser of %(white)s – %(black)s") % facts
        return ""


def _onward(cells: Iterable[Cell]) -> Iterator[tuple[tuple[str, str], tuple[Cell, Mapping[str, Any]]]]:
    for cell in cells:
        for source in cell.pairing.feeds.values():
            if source.get("pairing"):
                yield (source["pairing"], source["origin"]), (cell, source)


def _title(cell: Cell) -> str:
    pairing = cell.pairing
    return round_title(pairing.flight, pairing.round, pairing.winners, pairing.losers)


def _state(own_seat: BracketSeat, cell: Cell) -> str:
    if not cell.pairing.decided:
        return cell.state if cell.is_on and cell.has_score else NOW
    if cell.pairing.is_drawn:
        return DRAWN
    return WON if own_seat.has_won else LOST


def _address(event: Event) -> str:
    return reverse("event", args=[event.tournament.club.slug, event.tournament.slug, event.slug])
