"""The audit of players: exactly those whose aliases or names do not follow from the decisions."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Person, Player
from matches.queries import audits
from matches.services import anonymising, merging, players
from tests.factories import a_player, a_user, with_account
from tests.factory_recordings import replayed

pytestmark = pytest.mark.django_db

PAIR = "Anna Rossi / Bruno Nero"


def found() -> list[tuple[str, str]]:
    """The code and the full name of every finding."""
    persons = audits.compute_canonical_players()
    return [
        (refusal.code, player.full_name)
        for player in audits.iterate_players()
        for refusal in audits.find_player_disagreements(player, persons)
    ]


@pytest.fixture
@replayed
def site() -> dict[str, Player]:
    """Anna under two spellings with a code name, in two pairs; Bruno; Carla, who is anonymised."""
    user, owner = a_user(), a_user("owner", is_superuser=True)
    site_players = {
        name: a_player(name, user if name == "Anna Rossi" else None) for name in ("Anna Rossi", "A. R.")
    }
    site_players |= {name: a_player(name) for name in ("Bruno Neri", "Carla Verdi")}
    site_players["pair"] = players.get_or_create_pair(
        one=site_players["A. R."], other=site_players["Bruno Neri"]
    )
    site_players["gone"] = players.get_or_create_pair(
        one=site_players["Bruno Neri"], other=site_players["Carla Verdi"]
    )
    players.set_public_name(
        player=site_players["Anna Rossi"], shown="code", code_name="Fox", identity=with_account(user)
    )
    merging.merge_players(
        keep=site_players["Anna Rossi"], absorb=site_players["A. R."], by=SYSTEM, reason="one"
    )
    site_players["face"] = players.get_or_create_pair(
        one=site_players["Anna Rossi"], other=site_players["Bruno Neri"]
    )
    anonymising.anonymise(
        player=site_players["Carla Verdi"], confirmation="Carla Verdi", identity=with_account(owner)
    )
    merging.correct_name(player=site_players["Bruno Neri"], name="Bruno Nero", by=SYSTEM)
    return {name: Player.objects.get(pk=player.pk) for name, player in site_players.items()}


def test_an_untouched_site_has_no_findings(site: dict[str, Player]) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("text", "fields", "codes"),
    [
        ("Anna Rossi", {"name": "Anna Rossi"}, [("audit_name", "Anna Rossi")]),
        ("A. R.", {"name": "A. R."}, [("audit_name", "A. R.")]),
        ("pair", {"name": PAIR}, [("audit_name", PAIR)]),
        ("pair", {"full_name": "Anna / Bruno"}, [("audit_name", "Anna / Bruno")]),
        ("face", {"person": None}, []),
        ("pair", {"person": None}, [("audit_face", PAIR)]),
        (
            "A. R.",
            {"person": None, "name": "A. R.", "person_name": ""},
            [("audit_face", "A. R."), *[("audit_name", PAIR)] * 2],
        ),
        ("gone", {"anonymised_at": None}, [("audit_forgotten", "")]),
        ("pair", {"anonymised_at": timezone.now()}, [("audit_forgotten", PAIR)]),
    ],
)
def test_every_row_changed_without_the_services_is_reported(
    site: dict[str, Player], text: str, fields: dict[str, object], codes: list[tuple[str, str]]
) -> None:
    Player.objects.filter(pk=site[text].pk).update(**fields)
    assert found() == [(code, name or site["gone"].full_name) for code, name in codes]


def test_an_alias_or_a_pair_of_pairs_set_without_the_services_is_reported(site: dict[str, Player]) -> None:
    Person.objects.filter(face=site["Anna Rossi"]).update(face=site["Bruno Neri"])
    assert [code for code, _ in found()].count("audit_face") == 2
    Player.objects.filter(pk=site["face"].pk).update(first=site["pair"], second=site["gone"])
    assert [code for code, _ in found()].count("audit_member") == 2


def test_queries_grow_per_hundred_players_only(site: dict[str, Player]) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert found() == []
        counts.append(len(queries))
        players.get_or_create_pair(one=a_player("Dario"), other=a_player("Elena"))
    assert counts[0] == counts[1]


def test_the_command_prints_findings_and_exits_with_1(site: dict[str, Player]) -> None:
    buffer = StringIO()
    call_command("audit_people", stdout=buffer, language="en")
    assert buffer.getvalue() == "7 players checked: all rows match\n"
    Player.objects.filter(pk=site["A. R."].pk).update(name="A. R.")
    buffer = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit_people", json=True, stdout=buffer)
    data = json.loads(buffer.getvalue())
    assert (data["code"], data["facts"]["folded"]) == ("audit_name", "Fox")
