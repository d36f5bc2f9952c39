"""Whole random evenings through the pages: nothing breaks, everything agrees, the night ends."""

import random
from typing import Any

import pytest
from django.db.models import Max
from django.http import HttpResponse
from django.test import Client

from matches import states
from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.queries import audits
from matches.services import players
from tests.conftest import PROVE
from tests.tournaments import club_evenings
from tests.tournaments.projection_check import check
from tests.tournaments.test_random_evenings import (
    check_places,
    check_ratings,
    process_outbox,
)
from tests.tournaments.test_views_public import path_of
from tournaments.models import Club, Event, JournalEntry
from tournaments.queries import audit as event_audit
from tournaments.queries import call_board, previews
from tournaments.services import draws, entries, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

OPEN = ("called", "running", "reported", "disputed", "scheduled")
LAW = "match.adjudication"
# The larger evenings are walked through when proofs are run.
WALKS = [(1, 2, 1), (2, 3, 1), (3, 5, 2), (4, 7, 1), (5, 11, 3)]


class Walk:
    """One evening: a director at the desk and two phones for every match, all acting at random."""

    def __init__(self, seed: int, size: int, tables: int) -> None:
        self.lots = random.Random(seed)
        self.told: list[str] = []
        self.phones: dict[int, Client] = {}
        self.club = club_evenings.a_club()
        self.desk = Client()
        self.desk.force_login(club_evenings.director_of(self.club))
        self.event = an_evening(self.club, size, tables)

    # What can happen.

    def report(self) -> HttpResponse:
        """A player at his board taps the score."""
        match = self.a_match("called", "running", "reported")
        return self.send(self.phone(match), f"/m/{match.code}/report/", **self.a_tap(match))

    def answer(self) -> HttpResponse:
        """The other player agrees, says another score, or somebody takes his claim back."""
        match = self.a_match("reported")
        claim = match.reports.latest("number").number
        action = self.lots.choice(("confirm", "dispute", "withdraw"))
        return self.send(self.phone(match), f"/m/{match.code}/{action}/", report=claim, **self.a_tap(match))

    def score(self) -> HttpResponse:
        """A game is written on the live sheet, or struck."""
        match = self.a_match("called", "running")
        if self.lots.random() < 0.3:
            return self.send(self.phone(match), f"/m/{match.code}/score/undo/", version=match.version)
        outcome = self.lots.choice(("white:single:1", "black:gammon:2", "white:drop:1", "black:backgammon:4"))
        return self.send(self.phone(match), f"/m/{match.code}/score/", outcome=outcome, key=self.a_key())

    def settle(self) -> HttpResponse:
        """The desk enters a score, rules, or gives a match without play."""
        match = self.a_match(*OPEN)
        action = self.lots.choice(("result", "rule", "confirm", "award", "award", "quick"))
        white, black = self.a_score(match)
        table = match.table.number if match.table else 1
        return self.send_action(
            action,
            match=match.code,
            white_score=white,
            black_score=black,
            law=LAW,
            line=f"{table} {white}-{black}",
            ending=self.lots.choice(("walkover", "forfeit", "retired")),
            winner=self.lots.choice(("white", "black", "")),
            version=match.version - self.lots.choice((0, 0, 0, 1)),
        )

    def correct(self) -> HttpResponse:
        """An old result is put right, with any choice for whoever played on."""
        match = self.a_match("settled")
        white, black = self.a_score(match)
        value = states.make_result(match.length, (white, black), "", "played")
        correction_preview = previews.preview_correction(match=match, result=value)
        mapping = {
            i.pairing.label: self.lots.choice(i.allowed) for i in correction_preview.affected if i.allowed
        }
        mapping = previews.preview_correction(match=match, result=value, choices=mapping).choices
        choices = {f"choice-{label}": choice for label, choice in mapping.items()}
        return self.send_action(f"correct/{match.code}", white_score=white, black_score=black, **choices)

    def decide(self) -> HttpResponse:
        """An official acts on the page of a match instead of at the desk."""
        match = self.a_match(*OPEN, "settled")
        action = self.lots.choice(("rule", "correct", "reopen", "void"))
        white, black = self.a_score(match)
        ending = self.lots.choice(("played", "played", "walkover", "double_walkover", "retired", "forfeit"))
        if ending != "played":
            white, black = 0, 0
        return self.send(
            self.desk,
            f"/m/{match.code}/{action}/",
            white_score=white,
            black_score=black,
            ending=ending,
            winner=self.lots.choice(("white", "black"))
            if ending not in {"played", "double_walkover"}
            else "",
            law=LAW,
            reason="Seen at the board",
            version=match.version,
        )

    def undo(self) -> HttpResponse:
        """A command is undone: mostly the last, sometimes any; or the last undone one is redone."""
        last = JournalEntry.objects.filter(event=self.event).aggregate(last=Max("seq"))["last"]
        if self.lots.random() < 0.3:
            return self.send_action("redo")
        return self.send_action(
            "undo", command=last if self.lots.random() < 0.6 else self.lots.randint(1, last)
        )

    def withdraw(self) -> HttpResponse:
        """Somebody goes home."""
        return self.send_action("withdraw", entry=self.lots.randint(1, self.event.entries.count()))

    def move(self) -> HttpResponse:
        """A match is called to another table, a table more is put up or named, the site setting changes."""
        match = self.a_match(*OPEN)
        action = self.lots.choice(("call", "call", "policy", "tables", "table", "table"))
        if action == "tables" and self.event.tournament.desk.tables.count() > 3:
            action = "call"
        return self.send_action(
            action,
            match=match.code,
            table=self.lots.randint(1, 4),
            count=1,
            policy=self.lots.choice(("both", "trust", "desk")),
            label=self.lots.choice(("", "Stream", "Window")),
        )

    def note(self) -> HttpResponse:
        """Somebody is present, is not, or should wait for a place."""
        entry = self.lots.randint(1, self.event.entries.count())
        return self.send_action(
            "presence", entry=entry, presence=self.lots.choice(("here", "away", "waiting", ""))
        )

    # How it is done.

    def live(self, acts: int) -> None:
        """Do that many things, looking after each whether the site is still in order."""
        actions = (self.report,) * 3 + (self.answer,) * 3 + (self.settle,) * 4
        actions += (
            (self.correct,) * 3
            + (self.undo,) * 2
            + (self.score, self.decide, self.withdraw, self.move, self.note)
        )
        for _ in range(acts):
            action = self.lots.choice(actions)
            try:
                action()
            except NothingToDoError:
                continue
            self.is_in_order()

    def finish(self) -> None:
        """The director does what the desk asks next, until nothing is left."""
        for _ in range(6 * self.event.entries.count() + 12):
            self.event.refresh_from_db()
            if not self.next_step():
                break
            self.is_in_order()
        assert (self.event.status, call_board.get_next_step(self.event).code) == ("finished", "finished"), (
            self.told[-5:]
        )

    def next_step(self) -> bool:
        """Enter, draw, publish, or give the next open match to White; whether there was anything."""
        step = call_board.get_next_step(self.event).code
        if step in {"enter", "draw", "publish"}:
            action = "names" if step == "enter" else step
            return self.send_action(action, names=names(4), enter=1).status_code == 303
        match = Match.objects.filter(pairing__event=self.event, status__in=OPEN).order_by("pk").first()
        if match is None:
            return False
        mapping = {"white_score": match.length, "black_score": 0, "law": LAW, "version": match.version}
        action = "rule" if match.status == "disputed" else "result"
        return self.send_action(action, match=match.code, **mapping).status_code == 303

    def send_action(self, name: str, **fields: Any) -> HttpResponse:
        return self.send(self.desk, path_of(self.event, f"desk/{name}/"), key=self.a_key(), **fields)

    def send(self, client: Client, path: str, **fields: Any) -> HttpResponse:
        """Send a form, sometimes twice as an impatient thumb does; no answer is a fault of the site."""
        answer = client.post(path, fields)
        self.told.append(f"{path} {fields} -> {answer.status_code}")
        if self.lots.random() < 0.2 and "/tables/" not in path:
            before = what_stands(self.event)
            again = client.post(path, fields)
            assert again.status_code < 500, self.told[-5:]
            if fields.get("key") and answer.status_code < 400 and "/score/" not in path:
                assert what_stands(self.event) == before, self.told[-5:]
        assert answer.status_code < 500, self.told[-5:]
        return answer

    def is_in_order(self) -> None:
        """Nothing stored disagrees with the facts it is folded from, and the desk can be looked at."""
        items = [*event_audit.find_disagreements(self.event)]
        for match in Match.objects.filter(desk=self.event.tournament.desk_id).select_related(
            "desk", "white", "black"
        ):
            items.extend(audits.find_match_disagreements(match))
        assert [str(each) for each in items] == [], self.told[-5:]
        check(self.event)
        assert self.desk.get(path_of(self.event, "desk/")).status_code == 200, self.told[-5:]

    def a_match(self, *statuses: str) -> Match:
        rows = list(Match.objects.filter(pairing__event=self.event, status__in=statuses).order_by("pk"))
        if not rows:
            raise NothingToDoError
        return self.lots.choice(rows)

    def a_score(self, match: Match) -> tuple[int, int]:
        result = self.lots.randrange(match.length)
        return self.lots.choice(((match.length, result), (result, match.length)))

    def a_tap(self, match: Match) -> dict[str, Any]:
        winner = self.lots.choice(("white", "white", "black"))
        return {"winner": winner, "points": self.lots.choice((0, 0, 1)), "key": self.a_key()}

    def a_key(self) -> str:
        return f"{self.lots.getrandbits(64):x}"

    def phone(self, match: Match) -> Client:
        """The phone of one of the players, with his badge."""
        player: Player = self.lots.choice((match.white, match.black))
        if player.pk not in self.phones:
            self.phones[player.pk] = Client()
            token = players.issue_badge(desk=match.desk, player=player, by=SYSTEM).token
            self.phones[player.pk].post("/b/", {"token": token})
        return self.phones[player.pk]


class NothingToDoError(Exception):
    """The random choice has no candidates."""


def an_evening(club: Club, size: int, tables: int) -> Event:
    """An evening of that size, drawn and published."""
    by = club_evenings.director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Any night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=3,
        consolation_length=1,
        tables=tables,
        by=by,
    )
    entries.enter_names(event=event, names=names(size), by=by, key="names")
    draws.commit_draw_seed(event=event, seed=f"{size:032x}", by=by)
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def names(size: int) -> str:
    return "\n".join(f"Player {number}" for number in range(1, size + 1))


def what_stands(event: Event) -> tuple[Any, ...]:
    """All that a form sent twice must not do twice."""
    rows = Match.objects.filter(desk=event.tournament.desk_id).order_by("pk")
    return (
        list(rows.values_list("pk", "status", "white_score", "black_score", "winner", "ending", "table")),
        list(event.journal.values_list("seq", "kind")),
        event.tournament.desk.tables.count(),
    )


@pytest.mark.parametrize(("seed", "size", "tables"), WALKS if PROVE else WALKS[:3])
def test_a_random_tournament_stays_consistent_and_ends(seed: int, size: int, tables: int) -> None:
    walk = Walk(seed, size, tables)

    walk.live(acts=18)
    walk.finish()

    process_outbox()
    check_ratings(walk)
    check_places(walk)
