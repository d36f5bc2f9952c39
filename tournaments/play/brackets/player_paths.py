"""The open matches of a player at a desk, what is at stake in them, and the path through each event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from matches.messages import get_label
from matches.models import Badge
from matches.queries.badges import (
    AWAY,
    DRAWN,
    LATER,
    LOST,
    NOW,
    WON,
    EventPath,
    MatchProspect,
    PathStep,
    PlayerProspects,
)
from matches.queries.people import get_player, make_person_or_pair_q
from matches.states import UNPLAYED_ENDINGS, Status
from tournaments.formats.graph import Origin
from tournaments.formats.pairing import ZERO_BYE
from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.facts import VOID
from tournaments.messages.names import describe_places, describe_wait, flight_name, round_title
from tournaments.messages.tie_break_texts import describe_points
from tournaments.models import Entry, EntryStatus, Event, EventStatus
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.play.brackets import brackets
from tournaments.play.brackets.brackets import ABSENT, BYE, Bracket, BracketRound, BracketSeat, Cell
from tournaments.play.events.bracket_rows import BracketMatch
from tournaments.play.events.events import get_overview
from tournaments.play.events.stages import StageBye
from tournaments.play.schedule.queries.schedule import ScheduleForecast, get_schedule_forecast

WINNER = Origin.WINNER.value
LOSER_ORIGINS = (Origin.LOSER.value, Origin.FIRST_LOSS.value)
UNPLAYED_STATES = frozenset({BYE, ABSENT})
# After these the loser is out: nobody was beaten at the table.
UNBEATEN_ENDINGS = UNPLAYED_ENDINGS | {VOID}


def get_player_prospects(badge: Badge, now: datetime) -> PlayerProspects:
    """Return the open matches and the paths of the holder of a badge.

    A badge of a club shows the events in play in all its tournaments. A few queries for each event entered,
    regardless of its size, and for each tournament.
    """
    is_of_tournament = Q(event__tournament__desk=badge.desk_id, event__status__in=PUBLISHED_STATUSES)
    is_of_club = Q(event__tournament__club__desk=badge.desk_id, event__status=EventStatus.PUBLISHED)
    entries = Entry.objects.filter(
        make_person_or_pair_q("player", badge.player), is_of_tournament | is_of_club
    ).select_related("event__tournament__club", "event__tournament__desk", "player")
    schedules: dict[int, ScheduleForecast] = {}
    prospects: dict[int, MatchProspect] = {}
    paths = []
    for entry in entries.order_by("event"):
        tournament = entry.event.tournament
        if tournament.pk not in schedules:
            schedules[tournament.pk] = get_schedule_forecast(tournament, now)
        event_brackets = brackets.get_brackets(entry.event)
        entry_path = _EntryPath(entry, event_brackets, schedules[tournament.pk])
        prospects.update(entry_path.prospects())
        clocks = schedules[tournament.pk].over.get(entry.event.pk, {}).values()
        paths.append(replace(entry_path.build_path(), over=max(clocks, default=None)))
    return PlayerProspects(prospects, tuple(paths))


@dataclass(frozen=True, slots=True)
class FollowedEntry:
    """An entry followed by a visitor: its path, and what is at stake in its open match.

    `last` is the cell of its open match, else of its last one.
    """

    entry: Entry
    path: EventPath
    last: Cell | None
    prospect: MatchProspect

    @property
    def open(self) -> Cell | None:
        """Return the cell of its open match; None without one."""
        return self.last if self.last is not None and not self.last.pairing.decided else None


def get_followed_entry(entry: Entry, flights: Sequence[Bracket], now: datetime) -> FollowedEntry:
    """Return the followed entry of an event with these published flights; its path has no estimated end.

    The queries of the schedule, if a match of the entry waits for a table; else none.
    """
    schedule = SimpleLazyObject(lambda: get_schedule_forecast(entry.event.tournament, now))
    entry_path = _EntryPath(entry, flights, cast("ScheduleForecast", schedule))
    prospects = dict(entry_path.prospects())
    open_cells = sorted(
        (cell for cell in entry_path.own_cells if not cell.pairing.decided), key=entry_path.urgency
    )
    last = open_cells[0] if open_cells else entry_path.own_cells[-1] if entry_path.own_cells else None
    match = last.match if last else None
    return FollowedEntry(
        entry, entry_path.build_path(), last, prospects.get(match.pk if match else 0, MatchProspect())
    )


def find_entry(event: Event, code: str) -> Entry | None:
    """Return the entry of the player with this code in an event, alone or in a pair; None without one."""
    entries = Entry.objects.filter(event=event).select_related("player")
    entry = entries.filter(player__code=code).first()
    if entry is None and (player := get_player(code)) is not None:
        entry = entries.filter(make_person_or_pair_q("player", player)).order_by("number").first()
    if entry is not None:
        entry.event = event
    return entry


class _EntryPath:
    """Builds the path of an entry: its cells in an event, and the cells to which they lead."""

    def __init__(self, entry: Entry, event_brackets: Sequence[Bracket], schedule: ScheduleForecast) -> None:
        self.entry, self.schedule = entry, schedule
        self.is_closed = entry.event.is_closed
        self.code = entry.player.code
        self.own_rounds = tuple(self._find_own_rounds(event_brackets))
        self.own_cells = tuple(item for _, _, item in self.own_rounds if isinstance(item, Cell))
        self.cells_by_label = {
            cell.pairing.label: cell
            for bracket in event_brackets
            for bracket_round in bracket.rounds
            for cell in bracket_round.every
        }
        self.custom_names = {
            bracket.flight: bracket.name
            for bracket in event_brackets
            if bracket.name != flight_name(bracket.flight)
        }
        self.tables = {bracket.flight for bracket in event_brackets if bracket.is_table}
        self.drawn_flights = {bracket.flight for bracket in event_brackets}
        self.later_stages = {
            label: stage for bracket in event_brackets for label, stage in bracket.later_stages.items()
        }

    def build_path(self) -> EventPath:
        event = self.entry.event
        past_steps = tuple(self._past_steps())
        contested_states = [step.state for step, is_contested in past_steps if is_contested]
        is_withdrawn = self.entry.status == EntryStatus.WITHDRAWN
        return EventPath(
            event=event.name,
            address=f"{_event_url(event)}?player={self.entry.player.code}",
            won=contested_states.count(WON),
            lost=contested_states.count(LOST),
            steps=(*(step for step, _ in past_steps), *self._future_steps()),
            notice=self._make_notice(is_withdrawn=is_withdrawn),
            is_over=is_withdrawn or self.is_closed,
        )

    def _make_notice(self, *, is_withdrawn: bool) -> str:
        event = self.entry.event
        if event.cancelled_at is not None:
            return gettext("Event “%(name)s” was cancelled.") % {"name": event.name}
        if event.tournament.cancelled_at is not None:
            return gettext("“%(name)s” was cancelled.") % {"name": event.tournament.name}
        return self._describe_withdrawal() if is_withdrawn else self._describe_current_bye()

    def _find_own_rounds(
        self, event_brackets: Sequence[Bracket]
    ) -> Iterator[tuple[Bracket, BracketRound, Cell | StageBye]]:
        """Yield the cells and the byes of the entry in the order of the rounds.

        A match that was not played, against a player who left and whose results do not count, is none. Nor
        is an open match of an event that is cancelled or archived.
        """
        # Pages show the knockout above the rounds that lead to it; stages are drawn in the order of play.
        order = list(get_overview(self.entry.event).flight_infos)
        for bracket in sorted(event_brackets, key=lambda bracket: order.index(bracket.flight)):
            for bracket_round in bracket.rounds:
                for cell in bracket_round.every:
                    if self.is_closed and not cell.pairing.decided:
                        continue
                    if cell.has((self.code,)) and (cell.state != ABSENT or not cell.is_annulled):
                        yield bracket, bracket_round, cell
                for bye in bracket_round.byes:
                    if bye.entry.player.code == self.code:
                        yield bracket, bracket_round, bye

    def _past_steps(self) -> Iterator[tuple[PathStep, bool]]:
        """Yield each round so far, and whether it is a match that counts in the record if won or lost."""
        for bracket, bracket_round, item in self.own_rounds:
            if isinstance(item, Cell):
                yield self._make_step(item), item.state != BYE and item.ending not in UNPLAYED_ENDINGS
            else:
                yield self._make_bye_step(bracket, bracket_round, item), False

    def _make_bye_step(self, bracket: Bracket, bracket_round: BracketRound, bye: StageBye) -> PathStep:
        return PathStep(
            title=self._describe_round(bracket, bracket_round),
            against="",
            state=AWAY if bye.kind == ZERO_BYE else BYE,
            score=self._describe_points(bracket, bye),
        )

    def _describe_round(self, bracket: Bracket, bracket_round: BracketRound) -> str:
        name = self.custom_names.get(bracket.flight, "")
        return round_title(
            bracket.flight, bracket_round.number, bracket_round.winners, bracket_round.losers, name=name
        )

    def _describe_points(self, bracket: Bracket, bye: StageBye) -> str:
        """Return the points of a bye, "" if the table of its round has no scores."""
        points = bracket.table.get_bye_points(bye.kind) if bracket.table is not None else None
        return describe_points(points) if points is not None else ""

    def _describe_withdrawal(self) -> str:
        sentence = gettext("You have been withdrawn from %(event)s. If that is wrong, ask the desk.")
        return sentence % {"event": self.entry.event.name}

    def _describe_current_bye(self) -> str:
        """Return that the entry sits out the round in play, "" if it does not."""
        if not self.own_rounds or self.entry.event.status == EventStatus.FINISHED:
            return ""
        bracket, bracket_round, bye = self.own_rounds[-1]
        if isinstance(bye, Cell) or bracket_round != bracket.rounds[-1] or not bracket_round.is_on:
            return ""
        points = self._describe_points(bracket, bye)
        if bye.kind == ZERO_BYE:
            sentence = gettext("%(round)s: you are marked absent, so no match in this round.")
        elif points:
            sentence = gettext("%(round)s: you have a bye (%(points)s), so no match in this round.")
        else:
            sentence = gettext("%(round)s: you have a bye, so no match in this round.")
        return sentence % {"round": self._describe_round(bracket, bracket_round), "points": points}

    def prospects(self) -> Iterator[tuple[int, MatchProspect]]:
        """Yield what is at stake in each open match, by match key."""
        for cell in self.own_cells:
            if cell.match is None or cell.pairing.decided:
                continue
            when = self._describe_start(cell.match)
            if cell.pairing.flight in self.tables or self._is_played_again(cell):
                yield cell.match.pk, MatchProspect(when)
            else:
                yield cell.match.pk, MatchProspect(when, self._describe_win(cell), self._describe_loss(cell))

    def urgency(self, cell: Cell) -> tuple[int, int]:
        """Sort key: matches in play before those waiting for a table, before the rest."""
        if cell.match is None:
            return 2, 0
        if cell.match.status != Status.SCHEDULED.value:
            return 0, 0
        return 1, self.schedule.begins.get(cell.match.pk, 0)

    def _describe_start(self, match: BracketMatch) -> str:
        return (
            describe_wait(self.schedule.begins.get(match.pk))
            if match.status == Status.SCHEDULED.value
            else ""
        )

    def _find_onward_cell(self, label: str, origin: str) -> Cell | None:
        """Return the cell to which a pairing sends a player: its winner or its loser, by origin."""
        # The sources are read only where the label is in their text: reading those of all takes longer.
        quoted_label = f'"{label}"'
        for cell in self.cells_by_label.values():
            if quoted_label in cell.pairing.feeds_text:
                sources = cell.pairing.feeds.values()
                if any(each.get("pairing") == label and each["origin"] == origin for each in sources):
                    return cell
        return None

    def _describe_win(self, cell: Cell) -> str:
        next_cell = self._find_onward_cell(cell.pairing.label, WINNER)
        if next_cell is None:
            return describe_places(cell.pairing.winners)
        title, rival = self._round_title(next_cell), self._describe_rival(next_cell, cell.pairing.label)
        return f"{title}, {rival}" if rival else title

    def _describe_loss(self, cell: Cell) -> str:
        """Describe where the loser goes: the round, a stage that is drawn later, or else the places."""
        labels = [cell.pairing.label]
        earlier_cells = [
            each for each in self.own_cells if each.pairing.flight == cell.pairing.flight and each != cell
        ]
        if all(each.state in UNPLAYED_STATES for each in earlier_cells):
            labels += [each.pairing.label for each in earlier_cells]
        for label in labels:
            for origin in LOSER_ORIGINS:
                next_cell = self._find_onward_cell(label, origin)
                if next_cell is not None:
                    return self._round_title(next_cell)
        if cell.pairing.label in self.later_stages:
            return self.later_stages[cell.pairing.label][1]
        return describe_places(cell.pairing.loser_places or cell.pairing.losers)

    def _round_title(self, cell: Cell) -> str:
        pairing = cell.pairing
        name = self.custom_names.get(pairing.flight, "")
        return round_title(pairing.flight, pairing.round, pairing.winners, pairing.losers, name=name)

    def _is_played_again(self, cell: Cell) -> bool:
        """Return whether a second final may follow."""
        return self._find_onward_cell(cell.pairing.label, Origin.RESET.value) is not None

    def _make_step(self, cell: Cell) -> PathStep:
        white, black = cell.seats
        is_white = white.entry is not None and white.entry.player.code == self.code
        own_seat, opponent_seat = (white, black) if is_white else (black, white)
        has_score = cell.has_score and own_seat.score is not None
        score = f"{own_seat.score}–{opponent_seat.score}" if has_score else ""
        is_unplayed = cell.ending in UNPLAYED_ENDINGS
        return PathStep(
            title=self._round_title(cell),
            against="" if cell.state == BYE else self._describe_opponent(opponent_seat, cell),
            state=_step_state(own_seat, cell),
            score=get_label(cell.ending) if is_unplayed else score,
            code=cell.match.code if cell.match else "",
        )

    def _future_steps(self) -> Iterator[PathStep]:
        """Yield the rounds the entry will play if it keeps winning, or the stage it waits for."""
        cell = self.own_cells[-1] if self.own_cells else None
        if cell is None or cell.pairing.flight in self.tables or self.is_closed:
            return
        if cell.pairing.decided:
            yield from self._step_waited_for(cell)
            return
        while (following := self._find_onward_cell(cell.pairing.label, WINNER)) is not None:
            yield PathStep(
                self._round_title(following), self._describe_rival(following, cell.pairing.label), LATER
            )
            cell = following

    def _step_waited_for(self, cell: Cell) -> Iterator[PathStep]:
        """Yield the stage that the loser of a cell goes to, while it is not drawn."""
        flight, name = self.later_stages.get(cell.pairing.label, ("", ""))
        is_loser = any(
            seat.entry is not None and seat.entry.player.code == self.code and not seat.has_won
            for seat in cell.seats
        )
        if flight and is_loser and flight not in self.drawn_flights and cell.ending not in UNBEATEN_ENDINGS:
            yield PathStep(name, gettext("not drawn yet"), LATER)

    def _describe_rival(self, cell: Cell, feeder_label: str) -> str:
        """Describe the opponent of the player who comes from the pairing `feeder_label`; "" if unknown."""
        feeds = cell.pairing.feeds
        for seat in cell.seats:
            if feeds.get(seat.side, {}).get("pairing") != feeder_label:
                return self._describe_opponent(seat, cell)
        return ""

    def _describe_opponent(self, seat: BracketSeat, cell: Cell) -> str:
        if seat.entry is not None:
            return gettext("against %(name)s") % {"name": seat.entry.player.name}
        if seat.is_vacant:
            return gettext("bye")
        source = cell.pairing.feeds.get(seat.side, {})
        feeder = self.cells_by_label.get(source.get("pairing", ""))
        if feeder is None or not feeder.is_ready:
            return ""
        white, black = (each.entry.player.name for each in feeder.seats if each.entry)
        facts = {"white": white, "black": black}
        if source["origin"] == WINNER:
            return gettext("against the winner of %(white)s – %(black)s") % facts
        if source["origin"] in LOSER_ORIGINS:
            return gettext("against the loser of %(white)s – %(black)s") % facts
        return ""


def _step_state(own_seat: BracketSeat, cell: Cell) -> str:
    if cell.state == BYE:
        return BYE
    if not cell.pairing.decided:
        return cell.state if cell.is_on and cell.has_score else NOW
    if cell.is_annulled:
        return ANNULLED
    if cell.pairing.is_drawn:
        return DRAWN
    return WON if own_seat.has_won else LOST


def _event_url(event: Event) -> str:
    return reverse("event", args=[event.tournament.club.slug, event.tournament.slug, event.slug])
