"""The audit names every player whose face or names do not follow from what was decided, and nobody else."""

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
from matches.services import players, spelling
from tests.factories import a_player, a_user, with_account

pytestmark = pytest.mark.django_db

PAIR = "Anna Rossi / Bruno Nero"


def found() -> list[tuple[str, str]]:
    """Code and full name of every finding."""
    persons = audits.compute_canonical_players()
    return [
        (refusal.code, player.full_name)
        for player in audits.iterate_players()
        for refusal in audits.find_player_disagreements(player, persons)
    ]


@pytest.fixture
def site() -> dict[str, Player]:
    """Anna under two spellings and shown by a code name, in two pairs; Bruno; Carla, who was forgotten."""
    user, owner = a_user(), a_user("owner", is_superuser=True)
    known = {name: a_player(name, user if name == "Anna Rossi" else None) for name in ("Anna Rossi", "A. R.")}
    known |= {name: a_player(name) for name in ("Bruno Neri", "Carla Verdi")}
    known["pair"] = players.get_or_create_pair(one=known["A. R."], other=known["Bruno Neri"])
    known["gone"] = players.get_or_create_pair(one=known["Bruno Neri"], other=known["Carla Verdi"])
    players.show_as(player=known["Anna Rossi"], shown="code", code_name="Fox", identity=with_account(user))
    spelling.merge_players(keep=known["Anna Rossi"], absorb=known["A. R."], by=SYSTEM, reason="one")
    known["face"] = players.get_or_create_pair(one=known["Anna Rossi"], other=known["Bruno Neri"])
    players.anonymise(player=known["Carla Verdi"], confirmation="Carla Verdi", identity=with_account(owner))
    spelling.correct_name(player=known["Bruno Neri"], name="Bruno Nero", by=SYSTEM)
    return {name: Player.objects.get(pk=player.pk) for name, player in known.items()}


def test_a_site_left_alone_agrees(site: dict[str, Player]) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("who", "fields", "codes"),
    [
        ("Anna Rossi", {"name": "Anna Rossi"}, [("audit_name", "Anna Rossi")]),
        ("A. R.", {"name": "A. R."}, [("audit_name", "A. R.")]),
        ("pair", {"name": PAIR}, [("audit_name", PAIR)]),
        ("pair", {"full_name": "Anna / Bruno"}, [("audit_name", "Anna / Bruno")]),
        ("face", {"person": None}, []),
        ("pair", {"person": None}, [("audit_face", PAIR)]),
        ("A. R.", {"person": None, "name": "A. R."}, [("audit_face", "A. R."), *[("audit_name", PAIR)] * 2]),
        ("gone", {"anonymised_at": None}, [("audit_forgotten", "")]),
        ("pair", {"anonymised_at": timezone.now()}, [("audit_forgotten", PAIR)]),
    ],
)
def test_whatever_was_put_in_by_hand_is_found(
    site: dict[str, Player], who: str, fields: dict[str, object], codes: list[tuple[str, str]]
) -> None:
    Player.objects.filter(pk=site[who].pk).update(**fields)
    assert found() == [(code, name or site["gone"].full_name) for code, name in codes]


def test_a_face_put_in_by_hand_and_a_pair_of_pairs_are_found(site: dict[str, Player]) -> None:
    Person.objects.filter(face=site["Anna Rossi"]).update(face=site["Bruno Neri"])
    assert [code for code, _ in found()].count("audit_face") == 2
    Player.objects.filter(pk=site["face"].pk).update(first=site["pair"], second=site["gone"])
    assert [code for code, _ in found()].count("audit_member") == 2


def test_the_questions_grow_with_the_hundreds_only(site: dict[str, Player]) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert found() == []
        counts.append(len(asked))
        players.get_or_create_pair(one=a_player("Dario"), other=a_player("Elena"))
    assert counts[0] == counts[1]


def test_the_command_tells_it_and_leaves_with_one(site: dict[str, Player]) -> None:
    out = StringIO()
    call_command("audit_people", stdout=out, language="en")
    assert out.getvalue() == "7 players checked: all rows match\n"
    Player.objects.filter(pk=site["A. R."].pk).update(name="A. R.")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit_people", json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["code"], told["facts"]["folded"]) == ("audit_name", "Fox")
