"""The money play history of a player: balances, games by role, and who may see them."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import Identity
from matches.models import Person, Player, User
from matches.moneyplay import history
from matches.moneyplay.history import get_history
from matches.moneyplay.models import MoneySession, SessionSeat
from matches.moneyplay.services import sessions
from rules.chouette.events import Doubled, Ended, Opened, Threw, Took
from rules.money import Finished, Settled
from rules.options import CHOUETTES, MoneyLaws
from rules.sides import Side
from tests.factories import a_player, a_user
from tests.matches.moneyplay.sessions import phone, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return a_user()


@pytest.fixture
def player(user: User) -> Player:
    return a_player("Ada", user)


def a_money_session(
    player: Player, winner: Side, level: int, *, day: int = 1, stake: int = 1
) -> MoneySession:
    """A session of one game of the player, as White, and a guest on this day of May 2026."""
    laws = MoneyLaws(stake=stake, jacoby=False).to_json()
    session = sessions.open_session(kind="money", laws=laws, identity=phone())
    sessions.add_guest(session=session, name=player.name, identity=phone(), player=player)
    sessions.add_guest(session=session, name="Guest", identity=phone())
    record(session, Finished(winner, level))
    opened_at = datetime(2026, 5, day, 20, tzinfo=UTC)
    MoneySession.objects.filter(pk=session.pk).update(opened_at=opened_at)
    return session


def a_chouette_of_two_games(player: Player) -> MoneySession:
    """Ada is the box and loses to Bo, the captain; then Bo is the box, Cy captain, and Ada crew."""
    session = sessions.open_session(kind="chouette", laws=CHOUETTES["text"].to_json(), identity=phone())
    sessions.add_guest(session=session, name="Ada", identity=phone(), player=player)
    for name in ("Bo", "Cy"):
        sessions.add_guest(session=session, name=name, identity=phone())
    order = [Threw("Ada", 6), Threw("Bo", 4), Threw("Cy", 1), Opened()]
    record(session, *order, Doubled("Bo"), Took("Ada"), Ended("team", 1))
    record(session, Opened(), Ended("box", 1))
    return session


def test_balances_add_up_and_games_are_counted_by_role(user: User, player: Player) -> None:
    a_money_session(player, Side.WHITE, 2, stake=5)
    a_money_session(player, Side.BLACK, 1)
    a_chouette_of_two_games(player)
    money_history = get_history(Identity(user=user))
    tallies = {tally.name: tally for tally in money_history.players}
    seats = SessionSeat.objects.filter(player=player)
    ada = tallies["Ada"]
    assert (ada.sessions, ada.balance, money_history.own_balance) == (
        3,
        *[sum(seat.balance for seat in seats)] * 2,
    )
    assert (ada.is_own, tallies["Bo"].is_own) == (True, False)
    assert sum(tally.balance for tally in money_history.players) == 0
    alone, box, captain, crew = (ada.roles[role] for role in ("alone", "box", "captain", "crew"))
    assert (alone.games, alone.won, alone.lost, alone.amount) == (2, 1, 1, 9)
    assert (box.games, box.won, box.lost, box.amount) == (1, 0, 1, -3)
    assert captain.games == 0
    assert (crew.games, crew.won, crew.lost, crew.amount) == (1, 0, 1, -1)
    bo = tallies["Bo"].roles
    assert (bo["captain"].games, bo["captain"].won, bo["captain"].amount) == (1, 1, 2)
    assert (bo["box"].games, bo["box"].won, bo["box"].amount) == (1, 1, 2)
    for tally in money_history.players:
        assert sum(role.amount for role in tally.roles.values()) == tally.balance


def test_merged_spellings_count_as_one_player(user: User, player: Player) -> None:
    person = Person.objects.create(face=player)
    other_spelling = a_player("Adda")
    Player.objects.filter(pk__in=[player.pk, other_spelling.pk]).update(person=person)
    for spelling in Player.objects.filter(person=person):
        a_money_session(spelling, Side.WHITE, 1)
    tallies = {tally.player.code: tally for tally in get_history(phone()).players if tally.player}
    (tally,) = tallies.values()
    assert (tally.sessions, tally.balance) == (2, 2)
    assert set(tallies) < {player.code, other_spelling.code}


def test_a_game_settled_even_is_neither_won_nor_lost(user: User, player: Player) -> None:
    session = a_money_session(player, Side.WHITE, 1)
    record(session, Settled(None, 0))
    alone = get_history(Identity(user=user)).players[0].roles["alone"]
    assert (alone.games, alone.won, alone.lost) == (2, 1, 0)


def test_a_period_and_a_desk_limit_the_sessions(user: User, player: Player) -> None:
    sessions_by_day = {day: a_money_session(player, Side.WHITE, 1, day=day) for day in (1, 2, 3)}
    identity = Identity(user=user)

    def days(**period: object) -> list[int]:
        codes = {line.session.code for line in get_history(identity, **period).lines}
        return [day for day, session in sessions_by_day.items() if session.code in codes]

    second = datetime(2026, 5, 2, tzinfo=UTC).date()
    assert days() == [1, 2, 3]
    assert days(first=second) == [2, 3]
    assert days(last=second) == [1, 2]
    assert days(first=second, last=second) == [2]
    assert days(desk="nowhere") == []


def test_only_those_at_the_table_see_it(user: User, player: Player, client: Client) -> None:
    session = a_money_session(player, Side.WHITE, 1)
    assert get_history(Identity(user=a_user("other"))).lines == ()
    for path in ("/s/history/", "/api/v1/sessions/history/"):
        assert session.code not in client.get(path).content.decode()
    client.force_login(user)
    for path in ("/s/history/", "/api/v1/sessions/history/"):
        assert session.code in client.get(path).content.decode()


def test_the_latest_sessions_are_read_in_a_fixed_number_of_queries(
    user: User, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = Identity(user=user)
    get_history(identity)
    counts = []
    for _number in range(2):
        a_money_session(player, Side.WHITE, 1)
        with CaptureQueriesContext(connection) as queries:
            get_history(identity)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    monkeypatch.setattr(history, "MAX_SESSIONS", 1)
    money_history = get_history(identity)
    assert (len(money_history.lines), money_history.is_cut) == (1, True)
    assert money_history.lines[0].session == MoneySession.objects.latest("id")


def test_the_page_shows_balances_roles_and_tables(user: User, player: Player, client: Client) -> None:
    a_chouette_of_two_games(player)
    client.force_login(user)
    page = client.get("/s/history/", {"first": "2026-01-01"})
    text = " ".join(page.content.decode().split())
    assert '0 of 1 <span class="muted">(−3)</span>' in text
    assert "2 games" in text
    assert "No tables in this period." in client.get("/s/history/", {"last": "2020-01-01"}).content.decode()
    wrong = client.get("/s/history/", {"first": "2026-02-01", "last": "2026-01-01"})
    assert (wrong.status_code, "The last day is before the first." in wrong.content.decode()) == (400, True)


def test_the_api_has_the_same_figures(user: User, player: Player, client: Client) -> None:
    session = a_chouette_of_two_games(player)
    client.force_login(user)
    body = client.get("/api/v1/sessions/history/", {"first": "2026-01-01"}).json()
    ada = next(row for row in body["players"] if row["name"] == "Ada")
    assert (ada["player"], ada["balance"], body["own_balance"]) == (player.code, -4, -4)
    assert ada["roles"]["box"] == {"games": 1, "won": 0, "lost": 1, "amount": -3}
    (line,) = body["sessions"]
    assert (line["session"], line["games"], line["balance"]) == (session.code, 2, -4)
    wrong = client.get("/api/v1/sessions/history/", {"first": "2026-02-01", "last": "2026-01-01"})
    assert wrong.status_code == 400
