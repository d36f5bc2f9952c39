"""The doctor command: it finds rows that differ from the journal and repairs them on request."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F

from matches.models import Desk, Match, Player
from matches.services import desks
from tests.tournaments.club_evenings import a_club, a_night, match_at, settle
from tournaments.models import Entry, Event, JournalEntry, Pairing
from tournaments.play.event_journal.queries import audit

pytestmark = pytest.mark.django_db

SEVEN = [f"Player {number}" for number in range(1, 8)]


def site() -> Event:
    """Return an event of seven entries with two settled matches, open matches and a bye."""
    event = a_night(a_club(), SEVEN)
    played = [row.label for row in event.pairings.filter(round=1, flight="main").exclude(match=None)]
    for label in played[:2]:
        settle(match_at(event, label), loser_score=2)
    event.refresh_from_db()
    return event


def settled() -> Pairing:
    return Pairing.objects.filter(match__status="settled").order_by("label")[0]


def waiting() -> Pairing:
    return Pairing.objects.filter(match__settled_at=None, match__isnull=False).order_by("label")[0]


def final() -> Pairing:
    return Pairing.objects.filter(flight="main").order_by("-round")[0]


def change(row: Pairing, **values: object) -> None:
    Pairing.objects.filter(pk=row.pk).update(**values)


def change_match(row: Pairing, **values: object) -> None:
    Match.objects.filter(pk=row.match_id).update(**values)


def entry(number: int) -> Entry:
    return Entry.objects.get(number=number)


def outsider() -> Player:
    return Player.objects.create(name="Nobody", full_name="Nobody")


def another_desk() -> Desk:
    return desks.create_desk(name="Elsewhere", tables=1)


def swap_seeds() -> None:
    Entry.objects.filter(number=1).update(seed=1)


def invent_a_pairing() -> None:
    row = final()
    row.pk, row.label, row.round = None, "M9-1", 9
    row.save()


def swap_players() -> None:
    one, other = entry(1), entry(2)
    spare = outsider()
    Entry.objects.filter(pk=one.pk).update(player=spare)
    Entry.objects.filter(pk=other.pk).update(player=one.player)
    Entry.objects.filter(pk=one.pk).update(player=other.player)


def turn_the_match() -> None:
    row = waiting()
    assert row.match is not None
    white, black = row.match.white_id, row.match.black_id
    change_match(row, white=outsider())
    change_match(row, black=white)
    change_match(row, white=black)


def exchange_matches() -> None:
    one, other = Pairing.objects.filter(match__isnull=False, round=1).order_by("label")[:2]
    change(other, match=None)
    first, second = one.match_id, other.match_id
    change(one, match=None)
    change(one, match=second)
    change(other, match=first)


CORRUPTIONS: dict[str, Callable[[], object]] = {
    "an entry is said to have withdrawn": lambda: Entry.objects.filter(number=3).update(status="withdrawn"),
    "an entry gets a place": lambda: Entry.objects.filter(number=3).update(place_from=1, place_to=1),
    "an entry loses its place": lambda: Entry.objects.exclude(place_from=None).update(
        place_from=None, place_to=None
    ),
    "a place is shifted": lambda: Entry.objects.exclude(place_from=None).update(place_to=F("place_to") + 1),
    "an entry gets a seed": swap_seeds,
    "an entry is played by a stranger": lambda: Entry.objects.filter(number=4).update(player=outsider()),
    "two entries change players": swap_players,
    "an entry too many": lambda: Entry.objects.create(
        event=Event.objects.get(), player=outsider(), number=99
    ),
    "an entry gets another number": lambda: Entry.objects.filter(number=7).update(number=70),
    "white is gone from a pairing": lambda: change(waiting(), white_entry=None, match=None),
    "black is gone from a pairing": lambda: change(waiting(), black_entry=None, match=None),
    "white is somebody else": lambda: change(final(), white_entry=entry(1)),
    "black is somebody else": lambda: change(final(), black_entry=entry(2)),
    "a seat is closed for good": lambda: change(final(), white_is_vacant=True),
    "another seat is closed for good": lambda: change(final(), black_is_vacant=True),
    "a bye is open again": lambda: Pairing.objects.filter(decided="bye").update(
        black_is_vacant=False, white_is_vacant=False
    ),
    "a winner is another": lambda: change(settled(), winner_entry=F("black_entry")),
    "a winner is forgotten": lambda: change(settled(), winner_entry=None),
    "a pairing is open again": lambda: change(settled(), winner_entry=None, decided=""),
    "a result is called an absence": lambda: change(settled(), decided="absence"),
    "a pairing stands in another round": lambda: change(final(), round=7),
    "a pairing stands in another place": lambda: change(final(), position=5),
    "a pairing plays for other places": lambda: change(final(), winner_from=3, winner_to=3),
    "losers get other places": lambda: change(final(), loser_from=5, loser_to=6),
    "losers get other places in the final list": lambda: change(
        final(), loser_place_from=5, loser_place_to=6
    ),
    "a pairing is fed from elsewhere": lambda: change(final(), feeds={"white": {}, "black": {}}),
    "a pairing is called otherwise": lambda: change(final(), label="X1-1"),
    "a pairing is missing": lambda: final().delete(),
    "a pairing was invented": invent_a_pairing,
    "a match is taken away": lambda: change(waiting(), match=None),
    "a settled match is taken away": lambda: change(settled(), match=None),
    "two pairings have each other's match": exchange_matches,
    "a stranger sits at a match": lambda: change_match(waiting(), white=outsider()),
    "the sides of a match are turned": turn_the_match,
    "a match is at another desk": lambda: change_match(waiting(), desk=another_desk(), table=None),
    "a match is void": lambda: change_match(waiting(), status="void", table=None),
    "a score is another": lambda: change_match(settled(), black_score=4),
    "a match was won by the other": lambda: change_match(
        settled(), winner="black", white_score=2, black_score=F("length")
    ),
    "a match ended otherwise": lambda: change_match(settled(), ending="retired"),
    "a match is not settled any more": lambda: change_match(
        settled(), status="scheduled", winner="", ending="", settled_at=None
    ),
    "an event is finished before its time": lambda: Event.objects.update(status="finished"),
    "an event is a draft again": lambda: Event.objects.update(status="draft"),
}

BEYOND_REPAIR: dict[str, Callable[[], object]] = {
    "the seed is not the promised one": lambda: Event.objects.update(draw_seed="0" * 32),
    "a line of the journal is missing": lambda: JournalEntry.objects.filter(kind="entered").delete(),
    "the journal is in another order": lambda: JournalEntry.objects.filter(kind="settled").update(
        seq=F("seq") + 10
    ),
    "a line of the journal says something else": lambda: JournalEntry.objects.filter(kind="drawn").update(
        payload={}
    ),
}


def doctor(**options: object) -> tuple[int, str]:
    """Run the command and return its exit code and output."""
    buffer = StringIO()
    try:
        call_command("doctor", stdout=buffer, language="en", **options)
    except SystemExit as leaving:
        return int(str(leaving.code)), buffer.getvalue()
    return 0, buffer.getvalue()


def test_a_consistent_site_has_no_findings() -> None:
    site()
    assert doctor() == doctor(repair=True) == (0, "")


def try_corruption(corrupt: Callable[[], object], **options: object) -> tuple[int, str, int]:
    """Corrupt the site, run the doctor, roll back; return exit code, output and remaining disagreements."""
    with transaction.atomic():
        corrupt()
        event = Event.objects.get()
        assert list(audit.find_disagreements(event)) != []
        code, output = doctor(**options)
        event.refresh_from_db()
        count = len(list(audit.find_disagreements(event)))
        transaction.set_rollback(True)
    return code, output, count


@pytest.mark.second_stage
def test_every_corrupted_row_is_found_and_repaired() -> None:
    site()
    outcomes = {name: try_corruption(corrupt, repair=True) for name, corrupt in CORRUPTIONS.items()}
    assert len(outcomes) == 42
    assert {name: remaining for name, (code, _, remaining) in outcomes.items() if code or remaining} == {}
    assert [name for name, (_, output, _) in outcomes.items() if "after: 0." not in output] == []


def test_a_changed_journal_is_found_and_not_repaired() -> None:
    site()
    for corrupt in BEYOND_REPAIR.values():
        code, output, remaining = try_corruption(corrupt)
        assert (code, remaining > 0) == (1, True)
        assert (
            "The activity log was tampered with: restore the event from its file or from a backup." in output
        )


def test_without_repair_nothing_is_written() -> None:
    event = site()
    change(settled(), winner_entry=None)
    before = event.version
    code, output = doctor()
    event.refresh_from_db()
    assert (code, event.version) == (1, before)
    assert output.endswith("1 inconsistent row\n")


def test_timestamps_are_not_compared() -> None:
    site()
    Match.objects.update(created_at=F("created_at") - timedelta(days=1))
    assert doctor() == (0, "")
