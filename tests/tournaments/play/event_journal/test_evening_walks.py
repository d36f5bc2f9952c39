"""Random tournaments played through the pages: no error, consistent rows after each action, a regular end."""

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
from matches.services import badges
from tests.conftest import PROVE
from tests.tournaments import club_evenings
from tests.tournaments.play.event_journal.test_random_evenings import (
    check_places,
    check_ratings,
    process_outbox,
)
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.projection_check import check
from tournaments.models import Club, Event, JournalEntry
from tournaments.play.changes.queries import previews
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries import audit as event_audit
from tournaments.play.tournaments.services import tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

OPEN = ("called", "running", "reported", "disputed", "scheduled")
LAW = "match.adjudication"
# The larger tournaments are played only when proofs are run.
WALKS = [(1, 2, 1), (2, 3, 1), (3, 5, 2), (4, 7, 1), (5, 11, 3)]


class Walk:
    """A tournament with a director at the desk and the phones of the players, all acting at random."""

    def __init__(self, seed: int, size: int, tables: int) -> None:
        self.rng = random.Random(seed)
        self.log: list[str] = []
        self.phones: dict[int, Client] = {}
        self.club = club_evenings.a_club()
        self.desk = Client()
        self.desk.force_login(club_evenings.director_of(self.club))
        self.event = a_published_event(self.club, size, tables)

    # Actions.

    def report(self) -> HttpResponse:
        """Report a score from the phone of a player."""
        match = self.a_match("called", "running", "reported")
        return self.send(self.phone(match), f"/m/{match.code}/report/", **self.get_report_fields(match))

    def answer(self) -> HttpResponse:
        """Confirm, dispute or withdraw a report from the phone of either player."""
        match = self.a_match("reported")
        report = match.reports.latest("number").number
        action = self.rng.choice(("confirm", "dispute", "withdraw"))
        return self.send(
            self.phone(match), f"/m/{match.code}/{action}/", report=report, **self.get_report_fields(match)
        )

    def score(self) -> HttpResponse:
        """Write a game on the live score sheet, or undo the last."""
        match = self.a_match("called", "running")
        if self.rng.random() < 0.3:
            return self.send(self.phone(match), f"/m/{match.code}/score/undo/", version=match.version)
        outcome = self.rng.choice(("white:single:1", "black:gammon:2", "white:drop:1", "black:backgammon:4"))
        return self.send(self.phone(match), f"/m/{match.code}/score/", outcome=outcome, key=self.a_key())

    def settle(self) -> HttpResponse:
        """Enter a score, rule or award a match at the desk."""
        match = self.a_match(*OPEN)
        action = self.rng.choice(("result", "rule", "confirm", "award", "award", "quick"))
        white, black = self.a_score(match)
        table = match.table.number if match.table else 1
        return self.send_action(
            action,
            match=match.code,
            white_score=white,
            black_score=black,
            law=LAW,
            line=f"{table} {white}-{black}",
            ending=self.rng.choice(("walkover", "forfeit", "retired")),
            winner=self.rng.choice(("white", "black", "")),
            version=match.version - self.rng.choice((0, 0, 0, 1)),
        )

    def correct(self) -> HttpResponse:
        """Correct a settled result, with random choices for later matches."""
        match = self.a_match("settled")
        white, black = self.a_score(match)
        result = states.make_result(match.length, (white, black), "", "played")
        correction_preview = previews.preview_correction(match=match, result=result)
        random_choices = {
            affected.pairing.label: self.rng.choice(affected.allowed)
            for affected in correction_preview.affected
            if affected.allowed
        }
        choices = previews.preview_correction(match=match, result=result, choices=random_choices).choices
        fields = {f"choice-{label}": choice for label, choice in choices.items()}
        return self.send_action(f"correct/{match.code}", white_score=white, black_score=black, **fields)

    def decide(self) -> HttpResponse:
        """Act as an official on the page of a match."""
        match = self.a_match(*OPEN, "settled")
        action = self.rng.choice(("rule", "correct", "reopen", "void"))
        white, black = self.a_score(match)
        ending = self.rng.choice(("played", "played", "walkover", "double_walkover", "retired", "forfeit"))
        if ending != "played":
            white, black = 0, 0
        return self.send(
            self.desk,
            f"/m/{match.code}/{action}/",
            white_score=white,
            black_score=black,
            ending=ending,
            winner=self.rng.choice(("white", "black")) if ending not in {"played", "double_walkover"} else "",
            law=LAW,
            reason="Seen at the board",
            version=match.version,
        )

    def undo(self) -> HttpResponse:
        """Undo the last command or a random one, or redo the last undone."""
        last = JournalEntry.objects.filter(event=self.event).aggregate(last=Max("seq"))["last"]
        if self.rng.random() < 0.3:
            return self.send_action("redo")
        return self.send_action(
            "undo", command=last if self.rng.random() < 0.6 else self.rng.randint(1, last)
        )

    def withdraw(self) -> HttpResponse:
        """Withdraw a random entry."""
        return self.send_action("withdraw", entry=self.rng.randint(1, self.event.entries.count()))

    def change_desk(self) -> HttpResponse:
        """Call a match to another table, add or label a table, or change the report policy."""
        match = self.a_match(*OPEN)
        action = self.rng.choice(("call", "call", "policy", "tables", "table", "table"))
        if action == "tables" and self.event.tournament.desk.tables.count() > 3:
            action = "call"
        return self.send_action(
            action,
            match=match.code,
            table=self.rng.randint(1, 4),
            count=1,
            policy=self.rng.choice(("both", "trust", "desk")),
            label=self.rng.choice(("", "Stream", "Window")),
        )

    def change_attendance(self) -> HttpResponse:
        """Change the attendance of a random entry."""
        entry = self.rng.randint(1, self.event.entries.count())
        return self.send_action(
            "presence", entry=entry, presence=self.rng.choice(("here", "away", "waiting", ""))
        )

    # Running the walk.

    def run(self, number: int) -> None:
        """Do a number of random actions and check consistency after each."""
        actions = (self.report,) * 3 + (self.answer,) * 3 + (self.settle,) * 4
        actions += (
            (self.correct,) * 3
            + (self.undo,) * 2
            + (self.score, self.decide, self.withdraw, self.change_desk, self.change_attendance)
        )
        for _ in range(number):
            action = self.rng.choice(actions)
            try:
                action()
            except NothingToDoError:
                continue
            self.check_consistency()

    def finish(self) -> None:
        """Do what the desk suggests next until the event is finished."""
        for _ in range(6 * self.event.entries.count() + 12):
            self.event.refresh_from_db()
            if not self.next_step():
                break
            self.check_consistency()
        assert (self.event.status, next_step.get_next_step(self.event).code) == ("finished", "finished"), (
            self.log[-5:]
        )

    def next_step(self) -> bool:
        """Enter, draw, publish or settle the next open match; return whether anything was done."""
        step = next_step.get_next_step(self.event).code
        if step in {"enter", "draw", "publish"}:
            action = "names" if step == "enter" else step
            return self.send_action(action, names=names(4), enter=1).status_code == 303
        match = Match.objects.filter(pairing__event=self.event, status__in=OPEN).order_by("pk").first()
        if match is None:
            return False
        fields = {"white_score": match.length, "black_score": 0, "law": LAW, "version": match.version}
        action = "rule" if match.status == "disputed" else "result"
        return self.send_action(action, match=match.code, **fields).status_code == 303

    def send_action(self, name: str, **fields: Any) -> HttpResponse:
        return self.send(self.desk, path_of(self.event, f"desk/{name}/"), key=self.a_key(), **fields)

    def send(self, client: Client, path: str, **fields: Any) -> HttpResponse:
        """Post a form, sometimes twice as by a double tap; an answer of 500 or more is an error."""
        answer = client.post(path, fields)
        self.log.append(f"{path} {fields} -> {answer.status_code}")
        if self.rng.random() < 0.2 and "/tables/" not in path:
            before = read_state(self.event)
            again = client.post(path, fields)
            assert again.status_code < 500, self.log[-5:]
            if fields.get("key") and answer.status_code < 400 and "/score/" not in path:
                assert read_state(self.event) == before, self.log[-5:]
        assert answer.status_code < 500, self.log[-5:]
        return answer

    def check_consistency(self) -> None:
        """Check that all rows agree with the journal and that the desk page opens."""
        disagreements = [*event_audit.find_disagreements(self.event)]
        for match in Match.objects.filter(desk=self.event.tournament.desk_id).select_related(
            "desk", "white", "black"
        ):
            disagreements.extend(audits.find_match_disagreements(match))
        assert [str(disagreement) for disagreement in disagreements] == [], self.log[-5:]
        check(self.event)
        assert self.desk.get(path_of(self.event, "desk/")).status_code == 200, self.log[-5:]

    def a_match(self, *statuses: str) -> Match:
        rows = list(Match.objects.filter(pairing__event=self.event, status__in=statuses).order_by("pk"))
        if not rows:
            raise NothingToDoError
        return self.rng.choice(rows)

    def a_score(self, match: Match) -> tuple[int, int]:
        loser_score = self.rng.randrange(match.length)
        return self.rng.choice(((match.length, loser_score), (loser_score, match.length)))

    def get_report_fields(self, match: Match) -> dict[str, Any]:
        winner = self.rng.choice(("white", "white", "black"))
        return {"winner": winner, "points": self.rng.choice((0, 0, 1)), "key": self.a_key()}

    def a_key(self) -> str:
        return f"{self.rng.getrandbits(64):x}"

    def phone(self, match: Match) -> Client:
        """Return the phone of one of the players, which holds their badge."""
        player: Player = self.rng.choice((match.white, match.black))
        if player.pk not in self.phones:
            self.phones[player.pk] = Client()
            token = badges.issue_badge(desk=match.desk, player=player, by=SYSTEM).token
            self.phones[player.pk].post("/b/", {"token": token})
        return self.phones[player.pk]


class NothingToDoError(Exception):
    """The random choice has no candidates."""


def a_published_event(club: Club, size: int, tables: int) -> Event:
    """Return an event of this size, drawn and published."""
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


def read_state(event: Event) -> tuple[Any, ...]:
    """Return all that a repeated form must not change."""
    rows = Match.objects.filter(desk=event.tournament.desk_id).order_by("pk")
    return (
        list(rows.values_list("pk", "status", "white_score", "black_score", "winner", "ending", "table")),
        list(event.journal.values_list("seq", "kind")),
        event.tournament.desk.tables.count(),
    )


@pytest.mark.parametrize(("seed", "size", "tables"), WALKS if PROVE else WALKS[:3])
def test_a_random_tournament_stays_consistent_and_ends(seed: int, size: int, tables: int) -> None:
    walk = Walk(seed, size, tables)

    walk.run(number=18)
    walk.finish()

    process_outbox()
    check_ratings(walk)
    check_places(walk)
