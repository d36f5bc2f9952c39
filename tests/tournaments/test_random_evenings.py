"""Random evenings with absences, withdrawals, corrections and undoing: places and ratings stay true."""

import random

import pytest

from matches import states
from matches.models import Match, Outbox
from matches.services import outbox, rulings
from rules.errors import Refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, rating_list_of
from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.journal.board import places
from tournaments.models import Entry, Event, JournalEntry, RatingChange, Tournament
from tournaments.queries import club_results, event_state, previews, ratings
from tournaments.ratings.ledger import rate_results
from tournaments.services import changes, entries, journal

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

ENDINGS = ("played",) * 12 + ("walkover", "forfeit", "retired", "double_walkover")


class Evening:
    """A random evening."""

    def __init__(self, seed: int) -> None:
        self.lots = random.Random(seed)
        self.club = a_club()
        self.by = director_of(self.club)
        self.event = a_night(self.club, [f"Player {n}" for n in range(self.lots.randint(3, 11))])

    def a_result(self, match: Match) -> states.MatchResult:
        """Any result the match can have."""
        ending, winner = self.lots.choice(ENDINGS), self.lots.choice(("white", "black"))
        if ending != "played":
            return states.make_result(
                match.length, (0, 0), "" if ending == "double_walkover" else winner, ending
            )
        score = (match.length, self.lots.randrange(match.length))
        return states.make_result(match.length, score if winner == "white" else score[::-1], winner, ending)

    def play(self) -> None:
        """Settle one open match."""
        waiting = Match.objects.filter(pairing__event=self.event, settled_at=None).order_by("id")
        if waiting:
            match = self.lots.choice(list(waiting))
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
        """Somebody goes home."""
        staying = Entry.objects.filter(event=self.event, status="entered")
        entries.withdraw(entry=self.lots.choice(list(staying)), by=self.by)

    def correct(self) -> None:
        """An old result was wrong; whoever played after it keeps what he played, or plays again."""
        settled = list(
            Match.objects.filter(pairing__event=self.event, settled_at__isnull=False).order_by("id")
        )
        match = self.lots.choice(settled)
        value = self.a_result(match)
        correction_preview = previews.preview_correction(match=match, result=value)
        choices = {
            item.pairing.label: self.lots.choice(item.allowed)
            for item in correction_preview.affected
            if item.allowed
        }
        # A choice to play again can reach further matches: preview once more with the choices made.
        choices = previews.preview_correction(match=match, result=value, choices=choices).choices
        changes.correct_result(match=match, result=value, choices=choices, by=self.by, reason="Wrong sheet")

    def undo(self) -> None:
        """The last line of the journal is taken back."""
        last = JournalEntry.objects.filter(event=self.event).order_by("-seq")[0]
        journal.undo(event=self.event, command=last.seq, by=self.by)

    def live(self, acts: int) -> None:
        """Do that many things; what the site refuses is not done."""
        for _ in range(acts):
            act = self.lots.choice((self.play,) * 6 + (self.correct,) * 3 + (self.undo, self.withdraw))
            try:
                act()
            except (Refusal, IndexError):
                continue
            if self.lots.random() < 0.5:
                process_outbox()
        process_outbox()


def process_outbox() -> None:
    for row in Outbox.objects.filter(sent_at=None).order_by("id"):
        outbox.deliver_message(outbox_id=row.pk)


def reached(event: Event, flight: str) -> dict[int, tuple[int, int]]:
    """The places as the journal has them, by player."""
    players = dict(Entry.objects.filter(event=event).values_list("number", "player"))
    return {
        players[number]: span for number, span in places(event_state.get_event_state(event), flight).items()
    }


def ratings_are_their_fold(evening: Evening) -> None:
    rating_list = rating_list_of(evening.club)
    standing = [dated.result for dated in ratings.results_from(evening.club.pk, None)]
    stored = ratings.changes_from(rating_list, None)
    assert [(row.match_id, row.player_id, row.before, row.after, row.experience) for row in stored] == [
        (row.match, row.player, row.before.rating, row.after.rating, row.before.experience)
        for row in rate_results(standing).changes
    ]
    replaced = RatingChange.objects.filter(replaced_in__isnull=False)
    assert all(row.generation < row.replaced_in <= rating_list.generation for row in replaced)


def places_are_those_of_the_journal(evening: Evening) -> None:
    (night,) = club_results.get_season_tournaments(Tournament.objects.filter(club=evening.club))
    for flight in (MAIN, CONSOLATION):
        mapping = {p.player: (p.first, p.last) for p in night.placings if p.flight == flight}
        assert mapping == reached(evening.event, flight)


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 8, 9])
def test_whatever_happens_ratings_and_places_follow(seed):
    evening = Evening(seed)
    evening.live(acts=25)
    ratings_are_their_fold(evening)
    places_are_those_of_the_journal(evening)
