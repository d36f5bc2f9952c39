"""The PR table of a club: members who agree to be shown, by one engine with its settings."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from matches.models import Match, Player, User
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.models import Analysis, PerformanceFigure, Transcript
from matches.records.performance_sums import Tally
from matches.records.queries.performance_tables import PerformanceTableOptions
from tests.factories import a_player, a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club
from tournaments.models import CasualMatch, Club, ClubLogEntry, Membership
from tournaments.people.queries.performance_tables import get_table_of_club
from tournaments.people.services import performance_tables

pytestmark = pytest.mark.django_db

XG, BGSAGE = "XG 2.10, 3-ply", "bgsage 2, 2ply"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def director() -> User:
    return a_user("director")


@pytest.fixture
def club(director: User) -> Club:
    return a_club("Riverside", by=director)


def add_member(club: Club, name: str, *, user: User | None = None) -> Membership:
    return Membership.objects.create(club=club, player=a_player(name, user), user=user)


def add_match(club: Club, white: Membership, black: Membership) -> Match:
    assert white.player is not None
    assert black.player is not None
    match = Match.objects.create(desk=club.desk, white=white.player, black=black.player, length=7)
    CasualMatch.objects.create(club=club, match=match, key=match.code, is_rated=False, is_counted=False)
    return match


def add_figure(
    match: Match,
    lost: float,
    decisions: int,
    *,
    side: str = "white",
    engine: str = XG,
    is_quick: bool = False,
) -> None:
    name, settings = engine.split(", ")
    transcript, _ = Transcript.objects.get_or_create(
        match=match, digest=match.code, defaults={"verdict": {}, "status": "certified", "format": "mat"}
    )
    analysis = None
    if is_quick:
        analysis = Analysis.objects.create(
            transcript=transcript, origin="site", state="done", is_quick=True, ended_at=timezone.now()
        )
    PerformanceFigure.objects.create(
        transcript=transcript,
        side=side,
        engine=name,
        settings=settings,
        source="desk",
        lost=lost,
        decisions=decisions,
        analysis=analysis,
    )


def agree(*members: Membership, by: User) -> None:
    for member in members:
        performance_tables.show_performance(membership=member, by=by)


def get_rows(club: Club, **options: object) -> list[tuple[int, str, int, Tally]]:
    table = get_table_of_club(club, PerformanceTableOptions(**options))  # type: ignore[arg-type]
    return [(row.place, row.player.name, row.matches, row.tally) for row in table.rows]


def test_only_who_agrees_is_shown_and_matches_weigh_by_their_decisions(club: Club, director: User) -> None:
    anna, bo, cleo = (add_member(club, name) for name in ("Anna", "Bo", "Cleo"))
    first, second, third = add_match(club, anna, bo), add_match(club, anna, cleo), add_match(club, bo, cleo)
    add_figure(first, 1.0, 100)
    add_figure(first, 4.0, 100, side="black")
    add_figure(second, 5.0, 300)
    add_figure(third, 0.2, 100, side="black")
    agree(anna, bo, by=director)
    assert get_rows(club) == [(1, "Anna", 2, Tally(6.0, 400)), (2, "Bo", 1, Tally(4.0, 100))]
    page = Client().get(f"/clubs/{club.slug}/performance/").content.decode()
    assert all(text in page for text in ("7.50", "20.00", f"Engine: {XG}"))
    assert "Cleo" not in page
    read = Client().get(f"/api/v1/clubs/{club.slug}/performance/").json()
    assert [(row["player"]["name"], row["rating"], row["decisions"]) for row in read["rows"]] == [
        ("Anna", 7.5, 400),
        ("Bo", 20.0, 100),
    ]
    assert f"/clubs/{club.slug}/performance/" in Client().get(f"/clubs/{club.slug}/").content.decode()


def test_figures_of_two_engines_are_never_summed(club: Club, director: User) -> None:
    anna, bo = add_member(club, "Anna"), add_member(club, "Bo")
    matches = [add_match(club, anna, bo) for _ in range(3)]
    add_figure(matches[0], 1.0, 100)
    add_figure(matches[1], 3.0, 100)
    add_figure(matches[1], 2.0, 100, engine=BGSAGE)
    add_figure(matches[2], 9.0, 100, engine=BGSAGE, is_quick=True)
    agree(anna, bo, by=director)
    assert get_rows(club) == [(1, "Anna", 2, Tally(4.0, 200))]
    assert get_rows(club, engine=BGSAGE) == [(1, "Anna", 1, Tally(2.0, 100))]
    table = get_table_of_club(club, PerformanceTableOptions())
    assert (table.engine, table.engines) == (XG, (XG, BGSAGE))
    assert [player.name for player in table.without_figures] == ["Bo"]
    address = f"/clubs/{club.slug}/performance/"
    with refused("table_engine_unknown"):
        get_table_of_club(club, PerformanceTableOptions(engine="Other"))
    assert Client().get(address, {"engine": "Other"}).status_code == 400
    assert Client().get(f"/api/v1{address}", {"engine": "Other"}).json()["code"] == "table_engine_unknown"
    page = Client().get(address, {"engine": BGSAGE}).content.decode()
    assert f'<option value="{BGSAGE}" selected>' in page


def test_the_table_is_limited_to_declared_matches_and_to_those_since_a_day(
    club: Club, director: User
) -> None:
    anna, bo = add_member(club, "Anna"), add_member(club, "Bo")
    old, new = add_match(club, anna, bo), add_match(club, anna, bo)
    add_figure(old, 1.0, 100)
    add_figure(new, 3.0, 100)
    PerformanceDeclaration.objects.create(match=new, player=new.white)
    Transcript.objects.filter(match=old).update(at=timezone.now() - timedelta(days=30))
    agree(anna, by=director)
    assert get_rows(club, declared_only=True) == [(1, "Anna", 1, Tally(3.0, 100))]
    since = timezone.localdate() - timedelta(days=1)
    assert get_rows(club, since=since) == [(1, "Anna", 1, Tally(3.0, 100))]
    address = f"/clubs/{club.slug}/performance/"
    page = Client().get(address, {"since": since.isoformat(), "declared": "on"}).content.decode()
    assert ("15.00" in page, "only matches declared beforehand" in page) == (True, True)
    read = Client().get(f"/api/v1{address}", {"since": since.isoformat(), "declared": "true"}).json()
    assert [row["rating"] for row in read["rows"]] == [15.0]
    assert Client().get(f"/api/v1{address}", {"since": "yesterday"}).status_code == 400
    assert Client().get(address, {"since": "2026-02-31"}).status_code == 400


def test_matches_of_other_clubs_and_void_ones_do_not_count(club: Club, director: User) -> None:
    anna, bo = add_member(club, "Anna"), add_member(club, "Bo")
    foreign, void = add_match(a_club("Other", by=director), anna, bo), add_match(club, anna, bo)
    add_figure(foreign, 1.0, 100)
    add_figure(void, 1.0, 100)
    Match.objects.filter(pk=void.pk).update(status="void")
    agree(anna, by=director)
    assert get_rows(club) == []


def test_a_member_agrees_and_takes_it_back_on_the_page(club: Club, client: Client) -> None:
    user = a_user("anna")
    anna, bo = add_member(club, "Anna", user=user), add_member(club, "Bo")
    add_figure(add_match(club, anna, bo), 1.0, 100)
    client.force_login(user)
    address = f"/clubs/{club.slug}/performance/"
    assert "Show me" in client.get(address).content.decode()
    assert client.post(f"{address}show/").status_code == 303
    assert "Take me out" in client.get(address).content.decode()
    assert get_rows(club) == [(1, "Anna", 1, Tally(1.0, 100))]
    # A member decides for nobody else.
    client.post(f"{address}show/", {"member": bo.pk})
    bo.refresh_from_db()
    assert bo.performance_shown_since is None
    assert client.post(f"{address}hide/").status_code == 303
    assert get_rows(club) == []
    kinds = ClubLogEntry.objects.filter(club=club, player=anna.player).values_list("kind", flat=True)
    assert list(kinds) == ["performance_hidden", "performance_shown"]
    assert client.post(f"{address}other/").status_code == 404
    client.force_login(a_user("stranger"))
    assert client.post(f"{address}show/").status_code == 404


def test_a_manager_adds_a_member_who_agrees_and_takes_one_out(
    club: Club, director: User, client: Client
) -> None:
    anna = add_member(club, "Anna")
    client.force_login(director)
    address = f"/clubs/{club.slug}/performance/"
    assert client.post(f"{address}show/", {"member": anna.pk}).status_code == 303
    page = client.get(address).content.decode()
    assert ("Without a PR from these matches:" in page, "Take out" in page) == (True, True)
    assert client.post(f"{address}hide/", {"member": anna.pk}).status_code == 303
    assert client.post(f"{address}show/", {"member": "x"}).status_code == 404
    api = f"/api/v1/clubs/{club.slug}/members/{anna.pk}/performance/"
    assert client.put(api, "{}", "application/json").status_code == 200
    assert [player.name for player in get_table_of_club(club, PerformanceTableOptions()).without_figures] == [
        "Anna"
    ]
    assert client.delete(api).status_code == 204
    assert Client().put(api, "{}", "application/json").status_code == 403


def test_who_leaves_the_club_or_is_anonymised_is_not_shown(club: Club, director: User) -> None:
    anna, bo = add_member(club, "Anna"), add_member(club, "Bo")
    agree(anna, bo, by=director)
    Player.objects.filter(pk=bo.player_id).update(anonymised_at=timezone.now())
    Membership.objects.filter(pk=anna.pk).update(left_at=timezone.now())
    assert get_table_of_club(club, PerformanceTableOptions()).without_figures == ()
    anna.refresh_from_db()
    with refused("not_a_member"):
        performance_tables.show_performance(membership=anna, by=director)
    account_only = Membership.objects.create(club=club, user=a_user("no-player"))
    with refused("member_without_player"):
        performance_tables.show_performance(membership=account_only, by=director)
