"""Results are corrected at any depth of the bracket; the preview lists exactly what will change."""

import random
from typing import Any

import pytest

from matches import states
from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle, scoring
from rules.errors import Refusal
from tests.factories import a_called_match, with_account
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import (
    FIRST_NIGHT,
    a_club,
    a_night,
    director_of,
    match_at,
    play_out,
    settle,
)
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.importing.queries import exports
from tournaments.models import Event, EventStatus, Pairing
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


def reversed_result(match: Match) -> states.MatchResult:
    """The result of a match with the other side as winner."""
    match.refresh_from_db()
    score = (match.length, 1) if match.winner == "black" else (1, match.length)
    return states.make_result(match.length, score, "", "played")


def after_two_rounds() -> tuple[Event, Match]:
    """An event with M1-1, M1-2, M2-1 and C1-1 settled, and its match M1-1."""
    event = a_night(a_club(), EIGHT)
    for label in ("M1-1", "M1-2", "M2-1", "C1-1"):
        settle(match_at(event, label))
    return event, match_at(event, "M1-1")


def seats(pairing: str, event: Event) -> tuple[int, int]:
    row = Pairing.objects.select_related("white_entry", "black_entry").get(event=event, label=pairing)
    return (row.white_entry.number, row.black_entry.number)


def correct(match: Match, choices: dict[str, str], **fields: Any) -> None:
    by = director_of(match.desk.tournament.club)
    corrections.correct_result(
        match=match,
        result=reversed_result(match),
        choices=choices,
        by=by,
        reason="Written the wrong way round",
        **fields,
    )


def test_the_preview_lists_players_before_and_after() -> None:
    event, match = after_two_rounds()
    right, wrong = seats("M1-1", event)[::-1]
    correction_preview = previews.preview_correction(match=match, result=reversed_result(match))
    previewed = {
        affected.pairing.label: (
            [entry.number if entry else None for entry in affected.before],
            [entry.number if entry else None for entry in affected.after],
            affected.is_settled,
            affected.keeps_result,
            affected.allowed,
        )
        for affected in correction_preview.affected
    }
    other, its_loser = seats("M2-1", event)[1], seats("C1-1", event)[1]
    both = ("rename", "replay", "void", "rule:white", "rule:black")
    assert previewed == {
        "M2-1": ([wrong, other], [right, other], True, True, both),
        "M3-1": ([wrong, None], [right, None], False, False, ()),
        "C1-1": ([right, its_loser], [wrong, its_loser], True, True, both),
        "C2-1": ([right, None], [wrong, None], False, False, ()),
    }
    assert correction_preview.choices == {"M2-1": "rename", "C1-1": "rename"}


def test_renaming_keeps_the_result_for_the_right_player() -> None:
    event, match = after_two_rounds()
    semi = match_at(event, "M2-1")
    loser = match.black
    correct(match, {"M2-1": "rename", "C1-1": "rename"})
    again = match_at(event, "M2-1")
    assert (again.pk, again.white, again.status, again.white_score) == (
        semi.pk,
        loser,
        "settled",
        semi.white_score,
    )
    projection_check.check(event)


def test_replaying_voids_the_match_and_seats_a_new_one() -> None:
    event, match = after_two_rounds()
    semi = match_at(event, "M2-1")
    loser = match.black
    correct(match, {"M2-1": "replay", "C1-1": "rename"})
    semi.refresh_from_db()
    again = match_at(event, "M2-1")
    assert semi.status == "void"
    assert (again.white, again.status in {"scheduled", "called"}) == (loser, True)
    projection_check.check(event)


def test_a_running_match_keeps_its_score_sheet_when_renamed() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    semi = match_at(event, "M2-1")
    director = with_account(director_of(event.tournament.club))
    scoring.score_game(match=semi, winner="white", kind="single", cube=2, identity=director)
    correction_preview = previews.preview_correction(match=first, result=reversed_result(first))
    assert correction_preview.choices == {"M2-1": "rename"}
    correct(first, correction_preview.choices)
    again = match_at(event, "M2-1")
    assert (again.pk, again.white, again.white_score, again.status) == (semi.pk, first.black, 2, "running")
    projection_check.check(event)


def test_a_running_match_can_be_replayed() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    semi = match_at(event, "M2-1")
    lifecycle.start_match(match=semi, by=SYSTEM)
    correct(first, {"M2-1": "replay"})
    assert match_at(event, "M2-1").pk != semi.pk
    projection_check.check(event)


def test_no_choices_are_required_where_no_match_has_begun() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    correct(first, {})
    assert match_at(event, "M2-1").white == first.black
    projection_check.check(event)


@pytest.mark.parametrize("choices", [{}, {"M2-1": "rename"}, {"M2-1": "rename", "C1-1": "vanish"}])
def test_a_missing_or_unknown_choice_changes_nothing(choices: dict[str, str]) -> None:
    event, match = after_two_rounds()
    before = projection_check.shown(event)
    by = director_of(event.tournament.club)
    error = refusal(
        corrections.correct_result,
        match=match,
        result=reversed_result(match),
        choices=choices,
        by=by,
        reason="r",
    )
    assert error.code == "choices_needed"
    assert projection_check.shown(event) == before


def test_a_match_that_lost_both_players_can_only_be_replayed() -> None:
    event = a_night(a_club(), EIGHT)
    for label in ("M1-1", "M1-2", "M2-1", "M1-3", "M1-4", "M2-2", "M3-1"):
        settle(match_at(event, label))
    match = match_at(event, "M1-1")
    correction_preview = previews.preview_correction(
        match=match, result=reversed_result(match), choices={"M2-1": "replay"}
    )
    assert {
        affected.pairing.label: affected.allowed
        for affected in correction_preview.affected
        if affected.allowed
    } == {
        "M2-1": ("rename", "replay", "void", "rule:white", "rule:black"),
        "M3-1": ("replay",),
    }


def test_a_pairing_decided_by_ruling_can_be_decided_again() -> None:
    event = a_night(a_club(), EIGHT[:4])
    for label in ("M1-1", "M1-2", "M2-1"):
        settle(match_at(event, label))
    correct(match_at(event, "M1-1"), {"M2-1": "rule:white"})
    again = match_at(event, "M1-1")
    correction_preview = previews.preview_correction(match=again, result=reversed_result(again))
    choices = {
        affected.pairing.label: (affected.is_settled, affected.allowed)
        for affected in correction_preview.affected
    }
    assert choices["M2-1"] == (True, ("rename", "replay", "void", "rule:white", "rule:black"))
    correct(again, {"M2-1": "replay"})
    assert match_at(event, "M2-1").white == match_at(event, "M1-1").white
    projection_check.check(event)
    correct(match_at(event, "M1-2"), {})
    projection_check.check(event)


@replayed
def a_group_and_its_final() -> Event:
    """A group of four and its final between the first two; lower numbers have won all group matches."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Group",
        starts_at=FIRST_NIGHT,
        lengths=(7, 7),
        setup=tournaments.TournamentSetup(4),
        plan=make_plan("groups", FormatOptions(size=4, best=2, consolation=(5,))),
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(EIGHT[:4]), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    for pairing in Pairing.objects.filter(event=event, match__isnull=False).order_by("label"):
        white, black = seats(pairing.label, event)
        settle(match_at(event, pairing.label), "white" if white < black else "black", loser_score=1)
    return event


def match_of_the_two(event: Event) -> Match:
    """The group match between the first two of the group."""
    both = {"white_entry__number__in": (1, 2), "black_entry__number__in": (1, 2)}
    match = Pairing.objects.get(event=event, flight__startswith="group", **both).match
    assert match is not None
    return match


def test_a_final_keeps_its_result_when_its_players_change_sides() -> None:
    event = a_group_and_its_final()
    director = with_account(director_of(event.tournament.club))
    final = match_at(event, "M1-1")
    assert seats("M1-1", event) == (1, 2)
    scoring.score_game(match=final, winner="white", kind="gammon", cube=2, identity=director)
    scoring.score_game(match=final, winner="white", kind="single", cube=4, identity=director)
    settle(final, "white")
    decisive = match_of_the_two(event)
    correction_preview = previews.preview_correction(match=decisive, result=reversed_result(decisive))
    assert {
        affected.pairing.label: (affected.allowed, affected.keeps_result)
        for affected in correction_preview.affected
    } == {"M1-1": ((), True)}
    correct(decisive, {})

    champion = Pairing.objects.get(event=event, label="M1-1").winner_entry
    again = match_at(event, "M1-1")
    assert champion is not None
    assert (seats("M1-1", event), champion.number) == ((2, 1), 1)
    assert (again.pk, again.winner, again.white_score, again.black_score) == (final.pk, "black", 0, 7)
    games = again.games.filter(struck_at=None).values_list("winner", "white_after", "black_after")
    assert list(games) == [("black", 0, 4), ("black", 0, 7)]
    projection_check.check(event)
    assert [str(finding) for finding in check_file(exports.write_event_file(event))] == []


def test_a_running_final_keeps_its_score_when_its_players_change_sides() -> None:
    event = a_group_and_its_final()
    director = with_account(director_of(event.tournament.club))
    final = match_at(event, "M1-1")
    leader = final.white
    scoring.score_game(match=final, winner="white", kind="single", cube=2, identity=director)
    decisive = match_of_the_two(event)
    correct(decisive, {})
    again = match_at(event, "M1-1")
    assert (again.pk, again.black, again.black_score, again.white_score) == (final.pk, leader, 2, 0)
    projection_check.check(event)


def test_every_correction_with_all_choices_made_is_accepted() -> None:
    rng = random.Random(7)
    event = a_night(a_club(), EIGHT, length=3)
    while (
        waiting := event.pairings.filter(match__isnull=False, match__settled_at=None)
        .order_by("label")
        .first()
    ):
        settle(match_at(event, waiting.label), rng.choice(["white", "black"]))
    for _ in range(6):
        played = Pairing.objects.filter(event=event, match__status="settled").order_by("label")
        match = rng.choice(list(played)).match
        assert match is not None
        choices: dict[str, str] = {}
        while True:
            correction_preview = previews.preview_correction(
                match=match, result=reversed_result(match), choices=choices
            )
            unanswered = {
                affected.pairing.label: affected.allowed
                for affected in correction_preview.affected
                if affected.allowed
            }
            if set(unanswered) <= set(choices):
                break
            choices |= {
                label: rng.choice(allowed) for label, allowed in unanswered.items() if label not in choices
            }
        correct(match, correction_preview.choices)
        projection_check.check(event)


def test_a_blank_reason_stays_blank() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"))
    by = director_of(event.tournament.club)
    line = corrections.correct_result(
        match=match, result=reversed_result(match), choices={}, by=by, reason="  "
    )
    assert (line.kind, line.reason) == ("corrected", "")
    assert match_at(event, "M1-1").winner == "black"


def test_the_preview_of_a_finished_event_names_the_final_places_that_change() -> None:
    event = a_night(a_club(), EIGHT[:4])
    play_out(event)
    final = match_at(event, "M2-1")
    winner, loser = (final.white, final.black) if final.winner == "white" else (final.black, final.white)
    preview = previews.preview_correction(match=final, result=reversed_result(final))

    assert preview.effects == [
        f"The winner would be {loser.desk_name} instead of {winner.desk_name}.",
        f"Final places would change: {winner.desk_name} 1 → 2, {loser.desk_name} 2 → 1.",
    ]


def test_casual_and_unsettled_matches_cannot_be_corrected() -> None:
    event = a_night(a_club(), EIGHT)
    result = states.make_result(7, (7, 0), "white", "played")
    assert refusal(previews.preview_correction, match=a_called_match(), result=result).code == "not_in_event"
    result = states.make_result(5, (5, 0), "white", "played")
    assert (
        refusal(previews.preview_correction, match=match_at(event, "M1-1"), result=result).code
        == "not_settled"
    )


def test_an_impossible_score_is_refused_with_its_rule() -> None:
    _, match = after_two_rounds()
    impossible = states.MatchResult(5, 5, "white", states.Ending.PLAYED)
    assert refusal(previews.preview_correction, match=match, result=impossible).law != ""


def test_undoing_a_correction_restores_players_and_results() -> None:
    event, match = after_two_rounds()
    before = projection_check.shown(event)
    correct(match, {"M2-1": "rename", "C1-1": "rename"})
    by = director_of(event.tournament.club)
    journal.undo(event=event, command=event.journal.latest("seq").seq, by=by)
    assert projection_check.shown(event) == before
    projection_check.check(event)


def test_redoing_a_correction_repeats_its_choices() -> None:
    event, match = after_two_rounds()
    correct(match, {"M2-1": "replay", "C1-1": "rename"})
    after = projection_check.folded(event)
    by = director_of(event.tournament.club)
    for act in (journal.undo, journal.redo):
        act(event=event, by=by)
        projection_check.check(event)
    assert projection_check.folded(event) == after


class RandomDirector:
    """A director of one event who gives random commands."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club = a_club()
        self.by = director_of(self.club)
        names = [f"Player {number}" for number in range(self.rng.randint(3, 12))]
        self.event = a_night(self.club, names, length=3)

    def act(self) -> None:
        """Give one random command; a refused one must have changed nothing."""
        before = projection_check.shown(self.event)
        command = self.rng.choice(
            [self.settle, self.settle, self.settle, self.begin, self.correct, self.undo, self.withdraw]
        )
        try:
            command()
        except Refusal:
            assert projection_check.shown(self.event) == before

    def settle(self) -> None:
        match = self._random_match("called", "running", "scheduled")
        if match is not None:
            ending = self.rng.choice(["played", "played", "played", "walkover", "retired"])
            settle(match, self.rng.choice(["white", "black"]), ending)

    def begin(self) -> None:
        match = self._random_match("called")
        if match is not None:
            identity = with_account(self.by)
            scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=identity)

    def correct(self) -> None:
        match = self._random_match("settled")
        if match is None or match.ending == "double_walkover":
            return
        label = match.pairing.label
        choices = {
            name: self.rng.choice(["rename", "replay"])
            for name in event_state.get_event_state(self.event).graph.by_id
        }
        correction_preview = previews.preview_correction(
            match=match, result=reversed_result(match), choices=choices
        )
        before = projection_check.folded(self.event)
        corrections.correct_result(
            match=match,
            result=reversed_result(match),
            choices=correction_preview.choices,
            by=self.by,
            reason="turned",
        )
        after = projection_check.folded(self.event)
        reached = {
            name
            for name in before
            if name != label
            and (before[name][:2] != after[name][:2] or (before[name][5] and not after[name][5]))
        }
        assert {affected.pairing.label for affected in correction_preview.affected} == reached

    def undo(self) -> None:
        last = self.event.journal.latest("seq").seq
        journal.undo(event=self.event, command=self.rng.randint(max(1, last - 5), last), by=self.by)

    def withdraw(self) -> None:
        if self.rng.random() < 0.3:
            entry = self.rng.choice(list(self.event.entries.all()))
            entries.withdraw(entry=entry, by=self.by)

    def _random_match(self, *statuses: str) -> Match | None:
        rows = list(Match.objects.filter(pairing__event=self.event, status__in=statuses).order_by("pk"))
        return self.rng.choice(rows) if rows else None


@pytest.mark.second_stage
@pytest.mark.parametrize("seed", range(8))
def test_after_each_random_command_the_projection_equals_the_journal(seed: int) -> None:
    random_director = RandomDirector(seed)
    for _ in range(20):
        random_director.act()
        projection_check.check(random_director.event)


@pytest.mark.second_stage
@pytest.mark.parametrize("seed", range(100, 103))
def test_an_event_can_be_finished_after_random_commands(seed: int) -> None:
    random_director = RandomDirector(seed)
    for _ in range(15):
        random_director.act()
    random_director.event.refresh_from_db()
    if random_director.event.status in {EventStatus.DRAFT, EventStatus.DRAWN}:
        journal.undo(
            event=random_director.event,
            command=random_director.event.journal.latest("seq").seq,
            by=random_director.by,
        )
    for _ in range(40):
        random_director.settle()
    random_director.event.refresh_from_db()
    assert random_director.event.status == EventStatus.FINISHED
    projection_check.check(random_director.event)
