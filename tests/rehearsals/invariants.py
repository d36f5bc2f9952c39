"""What must hold on every day, as a director would say it, by stored rows and files, not by the engine."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.test import Client

from matches.models import Match
from matches.states import Status
from tests.rehearsals.actors import MATCH_CODE, Act
from tests.rehearsals.days import Day, make_client
from tournaments.finances.models import FundKind, FundTerms
from tournaments.models import Event, EventStatus, Pairing
from tournaments.registration.models import EventSignUp, SignUpStatus
from tournaments.verification.checker.verify import check_file

IN_PLAY = (Status.SCHEDULED, Status.CALLED, Status.RUNNING, Status.REPORTED, Status.DISPUTED)
# Of these figures the lower one is better.
LOWER_IS_BETTER = {"points_against", "performance", "lots"}
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


def check_results(before: Results, acts: Sequence[Act]) -> Iterator[str]:
    """What was typed is on the match that was seen, and on no other."""
    typed = [act for act in acts if act.method == "POST" and not CORRECTIONS.search(act.url)]
    if not typed or not any(_list_seen(act) for act in typed):
        return
    settled = {code: score for code, score in read_results().items() if code not in before}
    seen = {code for act in typed for code in _list_seen(act)}
    for code, score in settled.items():
        if code not in seen:
            yield f"{code} was settled {score}, but the page showed {sorted(seen)}"
        elif (score_typed := _read_score(typed[-1])) and score != score_typed:
            yield f"{code} was settled {score}, but {score_typed} was typed"


def _list_seen(act: Act) -> list[str]:
    """Return the matches that an act can mean: that of its form or page, or those seen beside a line."""
    if act.data.get("match"):
        return [str(act.data["match"])]
    if act.page is not None and "line" in act.data:
        line, seen = TABLE_LINE.match(str(act.data["line"])), act.page.matches.items()
        return [code for code, table in seen if line is None or table == int(line[1])] or ["none"]
    return MATCH_CODE.findall(act.url)


def _read_score(act: Act) -> Score | None:
    """Return the score that was typed for White and Black, if it was."""
    line = TABLE_LINE.match(str(act.data.get("line", "")))
    if line:
        return int(line[2]), int(line[3])
    scores = [str(act.data.get(name, "")) for name in ("white_score", "black_score")]
    if all(score.isdigit() for score in scores) and "ending" not in act.data:
        return int(scores[0]), int(scores[1])
    return None


def check(day: Day) -> Iterator[str]:
    """Yield every invariant that does not hold now."""
    yield from check_seats()
    director = make_client(day.director)
    for event in day.events:
        yield from check_pairings(event)
        if event.status == EventStatus.FINISHED:
            yield from check_places(event)
        yield from check_players_in_play(event)
        yield from check_standings(event, director)
        yield from check_money(event, director)
        yield from check_registration(event)


def check_seats() -> Iterator[str]:
    """Nobody sits at two tables at once, and no table has two matches."""
    called = Match.objects.filter(status__in=AT_TABLES, table__isnull=False)
    people, tables = Counter[str](), Counter[Any]()
    for white, black, table in called.values_list("white__name", "black__name", "table_id"):
        people.update((white, black))
        tables[table] += 1
    yield from (f"{player} sits at {count} tables" for player, count in people.items() if count > 1)
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

    Each division of a league has places of its own.
    """
    entries = list(event.entries.exclude(place_from=None))
    fields = [{entry.pk for entry in entries}]
    if event.is_league:
        seats_by_flight: dict[str, set[int | None]] = {}
        for flight, *seats in event.pairings.values_list("flight", "white_entry", "black_entry"):
            seats_by_flight.setdefault(flight, set()).update(seats)
        fields = [{entry.pk for entry in entries if entry.pk in seats} for seats in seats_by_flight.values()]
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


def check_players_in_play(event: Event) -> Iterator[str]:
    """Who still has a match to play has no final place, unless the match is for that place alone."""
    waiting = Pairing.objects.filter(event=event, match__status__in=IN_PLAY, boards=0, board=0)
    for row in waiting.select_related("white_entry", "black_entry"):
        for entry in (row.white_entry, row.black_entry):
            if entry is not None and entry.place_from is not None and entry.status == "entered":
                yield f"{event.name} {row.label}: entry {entry.number} plays and has place {entry.place_from}"


def check_standings(event: Event, director: Client) -> Iterator[str]:
    """The order of a table agrees with its figures: the first in which two differ is higher above."""
    answer = director.get(f"/api/v1/events/{event.pk}/standings/")
    for flight in answer.json()["flights"] if answer.status_code == 200 else ():
        rows = sorted(flight["rows"], key=lambda row: row["place_from"])
        for better, worse in pairwise(rows):
            pair = _find_first_difference(better["figures"], worse["figures"])
            if pair and pair[0] < pair[1]:
                names = f"{better['player']['name']} before {worse['player']['name']}"
                yield f"{event.name} {flight['flight']}: {names} with {better['figures']}, {worse['figures']}"


def _find_first_difference(
    better: list[dict[str, Any]], worse: list[dict[str, Any]]
) -> tuple[Fraction, Fraction] | None:
    """Return the first figures in which two rows differ, the higher being better; None if one is unknown."""
    for high, low in zip(better, worse, strict=False):
        if high["value"] != low["value"]:
            if None in {high["value"], low["value"]}:
                return None
            sign = -1 if high["tie_break"] in LOWER_IS_BETTER else 1
            return sign * Fraction(high["value"]), sign * Fraction(low["value"])
    return None


def check_money(event: Event, director: Client) -> Iterator[str]:
    """Nobody is paid more than is due, and no prize is due to somebody whose place is open."""
    if not FundTerms.objects.filter(event=event).exists():
        return
    final = set(event.entries.exclude(place_from=None).values_list("player__code", "player__pk"))
    players = {key for row in final for key in row}
    for fund in _read(director, f"/api/v1/events/{event.pk}/prizes/claims/"):
        for claim in fund["claims"]:
            # In a pool the places of its own players can be certain before those of the event.
            is_fee = FundTerms.objects.filter(event=event, fund=fund["fund"], kind=FundKind.ENTRY).exists()
            is_open = is_fee and claim["owed"] > 0 and claim["player"] not in players
            if is_open:
                yield f"{event.name} {fund['name']}: {claim['owed']} due to {claim['name']} without a place"
    accounts = _read(director, f"/api/v1/events/{event.pk}/accounts/")
    for account in accounts:
        if account["owes"] < 0 or account["surplus"] < 0:
            yield f"{event.name}: an account owes {account['owes']}, surplus {account['surplus']}"
    yield from _check_announced_fee(event, director)


def _check_announced_fee(event: Event, director: Client) -> Iterator[str]:
    """The fee that registration announces is the one that is charged."""
    place = getattr(event, "registration_event", None)
    terms = FundTerms.objects.filter(event=event, kind=FundKind.ENTRY).order_by("seq").last()
    if place is None or terms is None or place.fee is None:
        return
    digits = 2 if event.tournament.currency != "JPY" else 0
    announced = round(place.fee * 10**digits)
    if announced != terms.fee + terms.registration:
        yield f"{event.name}: {announced} announced, {terms.fee} + {terms.registration} charged"


def check_registration(event: Event) -> Iterator[str]:
    """Who plays does not wait for a place at the same time."""
    waiting = EventSignUp.objects.filter(event__event=event, status=SignUpStatus.WAITING)
    names = set(waiting.values_list("sign_up__name", flat=True))
    yield from (
        f"{event.name}: {name} plays and is on the waiting list"
        for name in event.entries.filter(status="entered", player__full_name__in=names).values_list(
            "player__full_name", flat=True
        )
        if Counter(event.entries.values_list("player__full_name", flat=True))[name] == 1
        and waiting.filter(sign_up__name=name).count() == 1
    )


def check_files(day: Day) -> Iterator[str]:
    """What the file of an event says follows from its own entries and results."""
    director = make_client(day.director)
    for event in day.events:
        answer = director.get(f"/api/v1/events/{event.pk}/files/event.json")
        if answer.status_code == 200:
            content = b"".join(answer) if answer.streaming else answer.content
            for finding in check_file(content):
                yield f"{event.name}: check_event: {finding.guarantee} {finding.code} {finding.facts}"


def _read(client: Client, url: str) -> list[dict[str, Any]]:
    answer = client.get(url)
    if answer.status_code != 200:
        return []
    rows = answer.json()
    return rows["results"] if isinstance(rows, dict) and "results" in rows else rows


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
