"""The trust kit from the shell: random tournaments, the checker, event files out and in."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, a_night, match_at, settle
from tournaments.exchange import event_file
from tournaments.models import Club, Event, Pairing
from tournaments.queries.exports import write_checker_file, write_event_file
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.management.findings import format_finding, read_entry_names


def run(name: str, *arguments: str, **options: Any) -> tuple[int, str]:
    buffer = StringIO()
    try:
        call_command(name, *arguments, stdout=buffer, **options)
    except SystemExit as leaving:
        return int(str(leaving.code)), buffer.getvalue()
    return 0, buffer.getvalue()


def test_random_tournaments_are_counted_in_the_last_line() -> None:
    code, value = run("rtg", seed="shell", count=2, language="en")
    assert code == 0
    assert value.startswith("2 seeds, ")
    assert " 0 violations, " in value


def test_random_tournaments_tell_the_same_twice_as_data() -> None:
    first = run("rtg", seed="shell", count=2, json=True)
    assert first == run("rtg", seed="shell", count=2, json=True)
    assert [json.loads(line).get("violations") for line in first[1].splitlines()] == [[], [], 0]


@pytest.mark.django_db
def test_an_event_of_the_site_and_its_file_are_checked(tmp_path: Path) -> None:
    event = a_night(a_club())
    settle(match_at(event, "M1-1"))
    file = tmp_path / "event.json"
    call_command("export_event", event.pk, str(file))
    assert run("check_event", str(event.pk), str(file), language="en") == (
        0,
        f"{event.pk}: all checks passed\n{file}: all checks passed\n",
    )
    row = Pairing.objects.get(event=event, label="M1-1")
    Pairing.objects.filter(pk=row.pk).update(winner_entry=row.black_entry)
    code, value = run("check_event", str(event.pk), json=True)
    data = json.loads(value.splitlines()[0])
    assert (code, data["promise"], data["code"]) == (1, "I10", "wrong_winner")
    with pytest.raises(CommandError):
        call_command("export_event", event.pk, str(file))


@pytest.mark.django_db
def test_findings_name_the_players_and_all_events_are_listed() -> None:
    event = a_night(a_club(), ["Anna", "Bruno", "Carla", "Dario"])
    carla = event.entries.get(player__name="Carla")
    finding = CheckerFinding("I1", "entered_twice", 4, {"entry": carla.number})
    with translation.override("en"):
        for data in (write_event_file(event), write_checker_file(event)):
            assert format_finding(finding, read_entry_names(data)) == (
                f"I1, line 4: Entry {carla.number} (Carla) or its player was added twice."
            )
    day = event.tournament.starts_at.date().isoformat()
    assert f"{event.pk}: {event.name}, {event.tournament.name}, {day}" in run("check_event", list=True)[1]


@pytest.mark.django_db
def test_an_unknown_number_is_no_damaged_file() -> None:
    code, value = run("check_event", "987654", language="en")
    assert (code, value) == (
        2,
        "987654: No event has number 987654. `check_event --list` shows the numbers of all events.\n",
    )


def test_an_unknown_event_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text("{}")
    code, value = run("check_event", str(file), str(tmp_path / "none"), language="en")
    assert code == 2
    assert value.count("This is not an event file") == 2


@pytest.mark.django_db
def test_an_event_is_imported_once_and_refused_twice(tmp_path: Path) -> None:
    event = a_night(a_club())
    file = tmp_path / "event.json"
    file.write_bytes(write_event_file(event))
    with pytest.raises(CommandError, match="nobody here"):
        call_command("import_event", str(file), club=event.tournament.club.slug, by="nobody here")
    a_user("guest")
    with pytest.raises(CommandError):
        call_command("import_event", str(file), club="Other", by="guest")
    assert Event.objects.count() == Club.objects.count() == 1


@pytest.mark.django_db
def test_a_file_that_is_refused_leaves_no_club_behind(tmp_path: Path) -> None:
    """Its players belong to a club that is here already."""
    data = json.loads(write_event_file(a_night(a_club())))
    data["journal"][0]["key"] = "another event"
    del data["seal"]
    data["seal"] = event_file.compute_checksum(data)
    file = tmp_path / "event.json"
    file.write_bytes(canonical(data))
    a_user("guest")
    with pytest.raises(CommandError, match="belongs to another club"):
        call_command("import_event", str(file), club="Other", by="guest")
    assert Club.objects.count() == 1
