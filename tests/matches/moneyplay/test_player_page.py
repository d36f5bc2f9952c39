"""The money play sessions on a player's page: one row each, and their total."""

import re

import pytest
from django.test import Client

from matches.models import Player
from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions
from rules.money import Finished
from rules.options import MoneyLaws
from rules.sides import Side
from tests.factories import a_player, a_user
from tests.matches.moneyplay.sessions import phone, record

pytestmark = pytest.mark.django_db


def an_evening(player: Player, winner: Side, level: int, stake: int = 1) -> MoneySession:
    """A session of one game of the player, as White, and a guest, scored by the official."""
    laws = MoneyLaws(stake=stake, jacoby=False).to_json()
    session = sessions.open_session(kind="money", laws=laws, identity=phone())
    sessions.add_guest(session=session, name=player.name, identity=phone(), player=player)
    sessions.add_guest(session=session, name="Guest", identity=phone())
    record(session, Finished(winner, level))
    return session


def page_text(client: Client, player: Player) -> str:
    page = client.get(f"/p/{player.code}/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_total_of_all_sessions_is_shown_to_their_players(client: Client) -> None:
    user = a_user()
    player = a_player("Ada", user)
    an_evening(player, Side.WHITE, 1, stake=5)
    an_evening(player, Side.WHITE, 2)
    an_evening(player, Side.BLACK, 3)
    assert "Money play and chouettes" not in page_text(client, player)
    client.force_login(user)
    page = page_text(client, player)
    assert "Money play and chouettes +4 total 3 tables: ahead at 2, behind at 1" in page


def test_one_session_is_shown_in_the_singular(client: Client) -> None:
    user = a_user()
    player = a_player("Ada", user)
    an_evening(player, Side.BLACK, 1)
    client.force_login(user)
    assert "−1 total 1 table: ahead at 0, behind at 1" in page_text(client, player)
