"""What must hold on every day, as a director would say it, by stored rows and files, not by the engine."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Q

from matches.models import Match, Ruling
from matches.states import Decision, Status
from tests.rehearsals.actors import MATCH_CODE, Act
from tests.rehearsals.days import Day, make_client, path_of
from tests.rehearsals.flights import check_printed_prizes
from tests.rehearsals.money_invariants import check_money
from tests.rehearsals.registering import check_people_counted, check_registration
from tests.rehearsals.standings_order import check_standings
from tournaments.models import Event, EventStatus, Pairing
from tournaments.verification.checker.verify import check_file

IN_PLAY = (Status.SCHEDULED, Status.CALLED, Status.RUNNING, Status.REPORTED, Status.DISPUTED)
# The first of the knockouts that begin one after the other, of which a player may play several.
REPEATED = "mini_1"
# Flights with places of their own, which those may play in who have their place in the event.
WITH_OWN_PLACES = ("consolation", "last_chance", "side", "mini")
# The first letters of the flights of a league's divisions.
DIVISION = "league_"
# The part of a field that was split from another, which has the same name without the number.
TWIN = re.compile(r"(\w+)_\d+")
PLAYING = (Status.CALLED, Status.RUNNING)
AT_TABLES = (Status.CALLED, Status.RUNNING, Status.REPORTED, Status.DISPUTED)
TABLE_LINE = re.compile(r"^\s*(\d{1,3})\s+(\d{1,2})-(\d{1,2})\s*$")
# A correction may settle other matches as well: its page lists them.
CORRECTIONS = re.compile(r"/(correct|change|undo|redo)/")
Score = tuple[int, int]
Results = Mapping[str, Score]


def read_results() -> Results:
    """Return the score of every settled match, by its code."""
    settled = Match.objects.filter(status=Status.SETTLED)
    rows = settled.values_list("code", "white_score", "black_score")
    return {code: (white, black) for code, white, black in rows}


def check_results(before: Results, after: Results, acts: Sequence[Act]) -> Iterator[str]:
    """What was typed is on the match that was seen, and on no other."""
    typed = [act for act in acts if act.method == "POST" and not CORRECTIONS.search(act.url)]
    if not typed or not any(_list_seen(act) for act in typed):
        return
    settled = {code: score for code, score in after.items() if code not in before}
    seen = {code for act in typed for code in _list_seen(act)}
    for code, score in settled.items():
        if code not in seen:
            yield f"{code} was settled {score}, but {sorted(seen)} was seen"
            continue
        typed_scores = {_read_score(act) for act in typed if code in _list_seen(act)}
        if None not in typed_scores and score not in typed_scores:
            yield f"{code} was settled {score}, but {typed_scores} was typed"


def _list_seen(act: Act) -> list[str]:
    """Return the matches that an act can mean: that of its form or page, or those seen beside a line."""
    if act.meant:
        return [act.meant]
    if act.data.get("match"):
        return [str(act.data["match"])]
    if act.page is not None and "line" in act.data:
        line, seen = TABLE_LINE.match(str(act.data["line"])), act.page.matches.items()
        return [code for code, table in seen if line is None or table == int(line[1])] or ["none"]
    return MATCH_CODE.findall(act.url)


def _read_score(act: Act) -> Score | None:
    """Return the score that was typed for White and Black, if it was."""
    if act.score:
        return act.score
    line = TABLE_LINE.match(str(act.data.get("line", "")))
    if line:
        return int(line[2]), int(line[3])
    scores = [str(act.data.get(name, "")) for name in ("white_score", "black_score")]
    if all(score.isdigit() for score in scores) and "ending" not in act.data:
        return int(scores[0]), int(scores[1])
    return None


def check(day: Day, events: Iterable[Event]) -> Iterator[str]:
    """Yield every invariant that does not hold now for these events."""
    yield from check_seats()
    director = make_client(day.find_director().user)
    events = list(events)
    for tournament in {event.tournament_id: event.tournament for event in events}.values():
        desks = {event.pk: path_of(event, "desk/") for event in day.events if event.tournament == tournament}
        yield from check_people_counted(tournament, desks, director)
    for event in events:
        yield from check_pairings(event)
        if event.status == EventStatus.FINISHED:
            yield from check_places(event)
        yield from check_players_in_play(event)
        yield from check_standings(event, director)
        yield from check_money(event, director)
        yield from check_printed_prizes(event, path_of(event, "desk/money/prizes/"), director)
        yield from check_registration(event, director)


def check_seats() -> Iterator[str]:
    """Nobody sits at two tables at once or plays two matches, and no table has two matches.

    In a league people play where they like, and have several matches to play. A match that the desk reopens
    is at no table, and may wait while its players play another.
    """
    is_at_table = Q(status__in=AT_TABLES, table__isnull=False)
    called = Match.objects.filter(is_at_table | Q(status=Status.RUNNING, pairing__event__is_league=False))
    called = called.exclude(table=None, pk__in=Ruling.objects.filter(kind=Decision.REOPENING).values("match"))
    # A match that is left over from another night is at another desk.
    people, tables = Counter[tuple[str, int]](), Counter[Any]()
    columns = ("white__name", "black__name", "desk_id", "table_id", "status")
    for white, black, desk, table, status in called.values_list(*columns):
        # Players whose result awaits its confirmation have done playing.
        people.update(((white, desk), (black, desk)) if status in PLAYING else ())
        tables.update([table] if table else [])
    yield from (
        f"{player} plays {count} matches at once" for (player, _), count in people.items() if count > 1
    )
    yield from (f"table {table} has {count} matches" for table, count in tables.items() if count > 1)


def check_pairings(event: Event) -> Iterator[str]:
    """Each entry meets whom the draw says, and who has won the match has won the pairing."""
    rows = Pairing.objects.filter(event=event, boards=0, board=0).exclude(match=None)
    for row in rows.select_related("match", "white_entry", "black_entry", "winner_entry"):
        match, seats = row.match, (row.white_entry, row.black_entry)
        if match is None or match.status == Status.VOID:
            continue
        drawn = [seat.player_id if seat else None for seat in seats]
        if sorted(drawn, key=str) != sorted((match.white_id, match.black_id), key=str):
            yield f"{event.name} {row.label}: {drawn} drawn, {(match.white_id, match.black_id)} at the table"
        winner = {"white": match.white_id, "black": match.black_id}.get(match.winner)
        settled = match.status == Status.SETTLED and winner is not None and row.winner_entry is not None
        if settled and row.winner_entry and row.winner_entry.player_id != winner:
            yield f"{event.name} {row.label}: {winner} has won the match, {row.winner_entry} goes on"


def check_places(event: Event) -> Iterator[str]:
    """The places of a finished event run from 1 to the number of its players, and all who played have one.

    Each division of a league and each part of a field that was split has places of its own, and each mini
    knockout a winner.
    """
    if event.pairings.filter(flight=REPEATED).exists():
        yield from check_winners(event)
        return
    entries = list(event.entries.exclude(place_from=None))
    flights = list_fields(event)
    fields = [{entry.pk for entry in entries if entry.pk in flight} for flight in flights]
    if not flights:
        fields = [{entry.pk for entry in entries}]
    for field in fields:
        spans = Counter(
            (entry.place_from or 0, entry.place_to or 0) for entry in entries if entry.pk in field
        )
        expected = 1
        for (first, last), count in sorted(spans.items()):
            if first != expected or last - first + 1 != count:
                yield f"{event.name}: places {sorted(spans.items())} are no partition"
                break
            expected = last + 1
    pairings = Pairing.objects.filter(event=event)
    seats = pairings.values_list("white_entry", "black_entry")
    placed = set(event.entries.exclude(place_from=None).values_list("pk", flat=True))
    missing = {entry for row in seats for entry in row if entry} - placed
    if missing:
        yield f"{event.name}: no place for the entries {sorted(missing)}"


def list_fields(event: Event) -> list[set[int | None]]:
    """Return the keys of the entries of each division of a league, or of each part of a field that was split.

    Is empty if the event has one field.
    """
    seats_by_flight: dict[str, set[int | None]] = {}
    for flight, *seats in event.pairings.values_list("flight", "white_entry", "black_entry"):
        seats_by_flight.setdefault(flight, set()).update(seats)
    firsts = {match[1] for flight in seats_by_flight if (match := TWIN.fullmatch(flight))} & set(
        seats_by_flight
    )
    return [
        seats
        for flight, seats in seats_by_flight.items()
        if (flight.startswith(DIVISION) if event.is_league else TWIN.sub(r"\1", flight) in firsts)
    ]


def check_winners(event: Event) -> Iterator[str]:
    """Of knockouts that begin one after the other, no more players are first than there are knockouts.

    Players who share the first place, as after a final that nobody has come to, count as one.
    """
    knockouts = event.pairings.values("flight").distinct().count()
    spans = event.entries.filter(place_from=1).values_list("place_to", flat=True)
    firsts = sum(Fraction(1, last or 1) for last in spans)
    if not spans or firsts > knockouts:
        yield f"{event.name}: {firsts} players are first in {knockouts} knockouts"


def check_players_in_play(event: Event) -> Iterator[str]:
    """Who still has a match to play has no final place, unless the match is for that place alone.

    The places of a league are those of its divisions, whatever else is played.
    """
    waiting = Pairing.objects.filter(event=event, match__status__in=IN_PLAY, boards=0, board=0)
    for row in waiting.select_related("white_entry", "black_entry"):
        is_beside_league = event.is_league and not row.flight.startswith(DIVISION)
        if row.flight.startswith(WITH_OWN_PLACES) or is_beside_league:
            continue
        for entry in (row.white_entry, row.black_entry):
            if entry is not None and entry.place_from is not None and entry.status == "entered":
                yield f"{event.name} {row.label}: entry {entry.number} plays and has place {entry.place_from}"


def check_files(day: Day) -> Iterator[str]:
    """What the file of an event says follows from its own entries and results."""
    director = make_client(day.find_director().user)
    for event in day.events:
        answer = director.get(f"/api/v1/events/{event.pk}/files/event.json")
        if answer.status_code == 200:
            content = b"".join(answer) if answer.streaming else answer.content
            for finding in check_file(content):
                yield f"{event.name}: check_event: {finding.guarantee} {finding.code} {finding.facts}"


def snapshot(event: Event) -> dict[str, Any]:
    """Return what a director sees of an event: entries, pairings and results, by what they name."""
    rows: dict[str, Any] = {}
    entry_fields = ("player_id", "status", "presence", "seed", "place_from", "place_to")
    for entry in event.entries.values("number", *entry_fields):
        rows[f"entry {entry.pop('number')}"] = entry
    pairing_fields = ("white_entry__number", "black_entry__number", "winner_entry__number", "decided")
    match_fields = ("match__white_score", "match__black_score", "match__winner", "match__ending")
    for pairing in event.pairings.values("label", *pairing_fields, *match_fields):
        rows[f"pairing {pairing.pop('label')}"] = pairing
    return rows
