"""Random evenings with absences, withdrawals, corrections and undo: places and ratings follow the journal."""

import random

import pytest

from matches import states
from matches.models import Match, Outbox
from matches.services import outbox, rulings
from rules.errors import Refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, rating_list_of
from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.journal.final_places import find_flight_places
from tournaments.models import Entry, Event, JournalEntry, RatingChange, Tournament
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import corrections
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import ratings
from tournaments.seasons.queries import season_results

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

ENDINGS = ("played",) * 12 + ("walkover", "forfeit", "retired", "double_walkover")


class Evening:
    """A random evening of one event; every command is chosen by `rng`, which is seeded."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club = a_club()
        self.by = director_of(self.club)
        self.event = a_night(self.club, [f"Player {n}" for n in range(self.rng.randint(3, 11))])

    def a_result(self, match: Match) -> states.MatchResult:
        """A random possible result of a match."""
        ending, winner = self.rng.choice(ENDINGS), self.rng.choice(("white", "black"))
        if ending != "played":
            return states.make_result(
                match.length, (0, 0), "" if ending == "double_walkover" else winner, ending
            )
        score = (match.length, self.rng.randrange(match.length))
        return states.make_result(match.length, score if winner == "white" else score[::-1], winner, ending)

    def play(self) -> None:
        """Award a random open match."""
        waiting = Match.objects.filter(pairing__event=self.event, settled_at=None).order_by("id")
        if waiting:
            match = self.rng.choice(list(waiting))
            result = self.a_result(match)
            rulings.award(
                match=match,
                white_score=result.white_score,
                black_score=result.black_score,
                winner=result.winner,
                ending=result.ending.value,
                by=self.by,
                reason="Told at the desk",
            )

    def withdraw(self) -> None:
        """Withdraw a random entry."""
        staying = Entry.objects.filter(event=self.event, status="entered")
        entries.withdraw(entry=self.rng.choice(list(staying)), by=self.by)

    def correct(self) -> None:
        """Correct a random result, with a random choice for each later match."""
        settled = list(
            Match.objects.filter(pairing__event=self.event, settled_at__isnull=False).order_by("id")
        )
        match = self.rng.choice(settled)
        result = self.a_result(match)
        correction_preview = previews.preview_correction(match=match, result=result)
        choices = {
            affected.pairing.label: self.rng.choice(affected.allowed)
            for affected in correction_preview.affected
            if affected.allowed
        }
        # The choice to replay a match can affect further ones: preview again with the choices made.
        choices = previews.preview_correction(match=match, result=result, choices=choices).choices
        corrections.correct_result(
            match=match, result=result, choices=choices, by=self.by, reason="Wrong sheet"
        )

    def undo(self) -> None:
        """Undo the last row of the journal."""
        last = JournalEntry.objects.filter(event=self.event).order_by("-seq")[0]
        journal.undo(event=self.event, command=last.seq, by=self.by)

    def live(self, acts: int) -> None:
        """Give that many random commands, ignoring those that are refused."""
        for _ in range(acts):
            act = self.rng.choice((self.play,) * 6 + (self.correct,) * 3 + (self.undo, self.withdraw))
            try:
                act()
            except (Refusal, IndexError):
                continue
            if self.rng.random() < 0.5:
                process_outbox()
        process_outbox()


def process_outbox() -> None:
    for row in Outbox.objects.filter(sent_at=None).order_by("id"):
        outbox.deliver_message(outbox_id=row.pk)


def reached(event: Event, flight: str) -> dict[int, tuple[int, int]]:
    """The places of a flight by player, computed from the journal."""
    players = dict(Entry.objects.filter(event=event).values_list("number", "player"))
    return {
        players[number]: span
        for number, span in find_flight_places(event_state.get_event_state(event), flight).items()
    }


def check_ratings(evening: Evening) -> None:
    rating_list = rating_list_of(evening.club)
    results = [dated.result for dated in ratings.results_from(evening.club.pk, None)]
    stored = ratings.changes_from(rating_list, None)
    assert [(row.match_id, row.player_id, row.before, row.after, row.experience) for row in stored] == [
        (row.match, row.player, row.before.rating, row.after.rating, row.before.experience)
        for row in rate_results(results).changes
    ]
    replaced = RatingChange.objects.filter(replaced_in__isnull=False)
    assert all(row.generation < row.replaced_in <= rating_list.generation for row in replaced)


def check_places(evening: Evening) -> None:
    (night,) = season_results.get_season_tournaments(Tournament.objects.filter(club=evening.club))
    for flight in (MAIN, CONSOLATION):
        placings = {
            placing.player: (placing.first, placing.last)
            for placing in night.placings
            if placing.flight == flight
        }
        assert placings == reached(evening.event, flight)


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 8, 9])
def test_ratings_and_places_follow_the_journal(seed):
    evening = Evening(seed)
    evening.live(acts=25)
    check_ratings(evening)
    check_places(evening)
