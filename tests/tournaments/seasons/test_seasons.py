"""Seasons change their rules with a preview and a record; divisions carry over to the next season."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches.actors import SYSTEM
from matches.services import merging
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, play_out, settle
from tests.tournaments.play.draws.test_views_stages import Chair
from tournaments.models import Season, SeasonChange, SeasonPlayer
from tournaments.play.brackets import final_standings
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.reports.queries import event_report
from tournaments.seasons import services as seasons
from tournaments.seasons.messages import get_preset
from tournaments.seasons.queries import honours, season_tables
from tournaments.seasons.queries import seasons as queries
from tournaments.seasons.queries.season_results import DayRange
from tournaments.standings.season_settings import RULE_PRESETS, SeasonRules

pytestmark = pytest.mark.django_db

YEAR = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}


def a_season(club, preset="wins", name="Year", **more):
    return seasons.open_season(
        club=club, name=name, rules=RULE_PRESETS[preset].to_data(), by=director_of(club), **{**YEAR, **more}
    )


def totals(season):
    return {row.player.name: (row.place, row.total) for row in season_tables.get_standings(season).rows}


@pytest.fixture
@replayed
def played():
    """A night of four: White has won every match."""
    club = a_club()
    event = a_night(club)
    play_out(event)
    return club, event


def test_the_preview_of_a_change_lists_the_moves_it_makes(played):
    club, event = played
    season = a_season(club)
    counting = RULE_PRESETS["length"]
    preview = queries.preview_season_moves(season, counting, DayRange(season.starts_on, season.ends_on))
    assert Season.objects.get(pk=season.pk).rules == RULE_PRESETS["wins"].to_data()
    change = seasons.change_season(
        season=season, rules=counting.to_data(), by=director_of(club), reason="Agreed in spring"
    )
    assert [move.to_data() for move in preview] == change.moves
    champion = match_at(event, "M2-1").white
    champion_move = next(move for move in preview if move.player == champion.pk)
    assert [(part.code, part.before, part.after) for part in champion_move.parts] == [("win", 2, 10)]
    (listed_change,) = queries.changes_of(season)
    assert (listed_change.change.reason, listed_change.change.signed) == (
        "Agreed in spring",
        director_of(club).username,
    )
    assert {move.player for move in listed_change.moved} == {
        *(match_at(event, label).white for label in ("M1-1", "M1-2", "C1-1")),
    }


def test_no_change_writes_nothing_and_a_key_counts_once(played):
    club, _ = played
    season, by = a_season(club), director_of(club)
    assert seasons.change_season(season=season, rules=season.rules, by=by) is None
    fields = {"season": season, "rules": RULE_PRESETS["length"].to_data(), "by": by, "key": "once"}
    assert seasons.change_season(**fields) == seasons.change_season(**fields)
    assert SeasonChange.objects.count() == 1


def test_a_later_season_does_not_change_an_earlier_one(played):
    club, _ = played
    old = a_season(club, "length-and-places")
    before = totals(old)
    a_season(club, "attendance", name="Later")
    assert totals(old) == before
    assert SeasonRules.from_data(old.rules) == RULE_PRESETS["length-and-places"]


def test_a_night_without_a_match_is_no_column_until_one_is_played(played):
    club, event = played
    season = a_season(club)
    later = a_night(club, week=1)
    assert [column.slug for column in season_tables.get_standings(season).tournaments] == [
        event.tournament.slug
    ]
    settle(match_at(later, "M1-1"))
    assert [column.slug for column in season_tables.get_standings(season).tournaments] == [
        event.tournament.slug,
        later.tournament.slug,
    ]


@pytest.mark.parametrize("is_closed_at_the_table", [True, False])
def test_a_win_by_the_absence_of_the_opponent_counts_however_the_desk_recorded_it(is_closed_at_the_table):
    club = a_club()
    event = a_night(club)
    absent, present = match_at(event, "M1-1").black, match_at(event, "M1-1").white
    if is_closed_at_the_table:
        settle(match_at(event, "M1-1"), "white", ending="walkover")
    entries.withdraw(entry=event.entries.get(player=absent), by=director_of(club))
    play_out(event)
    settings = replace(RULE_PRESETS["length"], walkovers_count=True)
    season = seasons.open_season(
        club=club, name="Year", rules=settings.to_data(), by=director_of(club), **YEAR
    )

    row = next(row for row in season_tables.get_standings(season).rows if row.player.pk == present.pk)
    # The match that was not played, and the final.
    assert (row.total, row.won) == (10, 2)


def test_reversed_dates_and_outsiders_are_refused(played):
    club, _ = played
    season = a_season(club)
    with pytest.raises(Refusal, match="season_dates_reversed"):
        seasons.change_season(
            season=season, rules=season.rules, ends_on=date(2025, 1, 1), by=director_of(club)
        )
    season.refresh_from_db()
    assert season.ends_on == YEAR["ends_on"]
    with pytest.raises(Refusal, match="club_officers_only"):
        seasons.change_season(season=season, rules={}, by=a_user())


def test_divisions_have_their_own_tables_and_carry_over(played):
    club, event = played
    by = director_of(club)
    season = a_season(club, "divisions")
    seasons.change_season(season=season, rules={**season.rules, "up": 1, "down": 1}, by=by)
    semi, other = match_at(event, "M1-1"), match_at(event, "M1-2")
    seasons.set_divisions(season=season, divisions={semi.black.pk: 1, other.black.pk: 1}, by=by)
    rows = [(row.division, row.place, row.player) for row in season_tables.get_standings(season).rows]
    consolation = match_at(event, "C1-1")
    final = match_at(event, "M2-1")
    assert rows == [
        (1, 1, consolation.white),
        (1, 2, consolation.black),
        (2, 1, final.white),
        (2, 2, final.black),
    ]
    divisions = {
        move.player: (move.placing.before, move.placing.after) for move in queries.get_next_season(season)
    }
    assert divisions[final.white] == (2, 1)
    assert divisions[consolation.black] == (1, 2)
    following = seasons.open_season(club=club, name="Next", rules=season.rules, by=by, after=season, **YEAR)
    assert dict(SeasonPlayer.objects.filter(season=following).values_list("player", "division")) == {
        player.pk: after for player, (_, after) in divisions.items()
    }
    with pytest.raises(Refusal, match="season_division_unknown"):
        seasons.set_divisions(season=season, divisions={final.white.pk: 3}, by=by)


def test_players_below_the_minimum_keep_their_division_or_are_relegated_first(played):
    club, event = played
    by = director_of(club)
    rules = {**RULE_PRESETS["divisions"].to_data(), "up": 1, "down": 1}
    season = seasons.open_season(
        club=club, name="Year", rules={**rules, "minimum_evenings": 2}, by=by, **YEAR
    )
    people = [entry.player for entry in event.entries.order_by("pk")]
    seasons.set_divisions(season=season, divisions={people[0].pk: 1, people[1].pk: 1}, by=by)
    divisions = {move.player: move.placing.after for move in queries.get_next_season(season)}
    assert sorted((divisions[people[0]], divisions[people[1]])) == [1, 2]
    assert len(divisions) == 4


def test_merged_players_have_one_division(played):
    club, event = played
    by = director_of(club)
    season = a_season(club, "divisions")
    one, other = match_at(event, "M1-1").white, a_player("Another spelling")
    seasons.set_divisions(season=season, divisions={one.pk: 1, other.pk: 2}, by=by)
    merging.merge_players(keep=one, absorb=other, by=SYSTEM, reason="one")
    seasons.set_divisions(season=season, divisions={one.pk: 1}, by=by)
    assert {row.player: row.division for row in season_tables.get_standings(season).rows}[one] == 1
    assert SeasonPlayer.objects.filter(season=season).count() == 1


def test_a_round_robin_pays_the_final_places_of_the_event(client: Client):
    """A round robin has no bracket places: the final places of the event count."""
    chair = Chair(client, "round_robin")
    chair.begin(["Anna", "Bruno", "Carla", "Dario"])
    while chair.play():
        pass
    season = a_season(chair.event.tournament.club, "places")
    assert totals(season) == {"Anna": (1, 25), "Bruno": (2, 18), "Carla": (3, 15), "Dario": (4, 12)}


@pytest.mark.parametrize("scheme", ["mini", "jackpot"])
def test_mini_knockouts_pay_the_best_place_of_each_player(client: Client, scheme: str):
    """The winner of each has first place, and the part of its points by the size of the bracket: 4 of 5."""
    chair = Chair(client, scheme, seats=4, length="3")
    assert chair.post("names", enter=1, names="Anna\nBruno\nCarla\nDario\nElena").status_code == 303
    for chosen in ([1, 2, 3, 4], [2, 3, 4, 5]):
        assert chair.post("rolling", action="start", entries=chosen, points=3).status_code == 303
        while chair.play():
            pass
    assert chair.post("rolling", action="close").status_code == 303
    places = dict(chair.event.entries.values_list("player__name", "place_from"))
    season = a_season(chair.event.tournament.club, "places")
    bonuses = {name: bonus for name, (_, bonus) in totals(season).items()}
    assert {bonuses[name] for name, place in places.items() if place == 1} == {20}
    assert sorted(bonuses.values()) == sorted(
        float({1: 25, 2: 18, 3: Fraction(27, 2)}[place] * Fraction(4, 5)) for place in places.values()
    )
    address = reverse("standings", args=[season.club.slug])
    page = client.get(address, {"season": season.slug}).content.decode()
    assert "bracket with 4 of the 5 players of the event" in page
    assert "× 0.8" not in page


def test_the_best_place_counts_with_the_size_of_its_own_mini_knockout(client: Client):
    """Anna wins the bracket of four, and Bruno, who was second there, a bracket of two."""
    chair = Chair(client, "mini", seats=4, length="3")
    assert chair.post("names", enter=1, names="Anna\nBruno\nCarla\nDario\nElena").status_code == 303
    assert chair.post("rolling", action="start", entries=[1, 2, 3, 4], points=3).status_code == 303
    while chair.play():
        pass
    second = chair.event.entries.get(place_from=2)
    fields = {"entries": [second.number, 5], "points": 3, "confirmed_size": 2}
    assert chair.post("rolling", action="start", **fields).status_code == 303
    (match,) = chair.event.pairings.filter(match__settled_at=None, match__isnull=False)
    settle(match.match, "white" if match.white_entry == second else "black")
    bonuses = {
        name: bonus for name, (_, bonus) in totals(a_season(chair.event.tournament.club, "places")).items()
    }
    assert bonuses[second.player.name] == 10
    assert bonuses["Elena"] == 7.2


def test_a_double_elimination_pays_one_winner_and_one_runner_up(client: Client):
    chair = Chair(client, "double")
    chair.begin([f"Player {number}" for number in range(1, 9)])
    chair.finish()
    bonuses = sorted((bonus for _, bonus in totals(a_season(chair.event.tournament.club, "places")).values()))
    assert bonuses == [5, 5, 9, 9, 12, 15, 18, 25]
    winners = final_standings.get_winners(chair.event)
    assert [title.player for title in honours.get_titles(chair.event.tournament.club)] == [
        entry.player for entry in winners
    ]
    assert len(winners) == 1


def test_an_empty_season_is_deleted_and_one_with_results_stays(client: Client, played):
    club, _ = played
    client.force_login(director_of(club))
    current = a_season(club)
    empty = a_season(club, name="Later", starts_on=date(2030, 1, 1), ends_on=date(2030, 12, 31))
    for season, offered, status in ((current, False, 409), (empty, True, 303)):
        address = reverse("season-rules", args=[club.slug, season.slug])
        assert ("Delete season" in client.get(address).content.decode()) is offered
        assert client.post(address, {"delete": "1"}).status_code == status
    assert list(club.seasons.all()) == [current]
    assert club.log_entries.get(kind="season_deleted").payload == {"name": "Later"}
    again = a_season(club, name="Later", starts_on=date(2030, 1, 1), ends_on=date(2030, 12, 31))
    for season, status in ((current, 409), (again, 204)):
        answer = client.delete(f"/api/v1/clubs/{club.slug}/seasons/{season.slug}/")
        assert answer.status_code == status


class TestPages:
    """The pages of a season for secretaries."""

    @pytest.fixture
    def at_work(self, client: Client, played):
        club, _ = played
        client.force_login(director_of(club))
        return club, a_season(club)

    def form_data(self, **more):
        rules = RULE_PRESETS["length"].to_data()
        scoring = {
            name: rules[name] for name in ("win", "win_value", "loss_value", "attendance", "bonus_unit")
        }
        days = {"starts_on": "2026-01-01", "ends_on": "2026-12-31", "name": "Year"}
        return {**scoring, **days, "walkovers_count": "on", "tie_0": "wins", "tie_1": "difference", **more}

    def test_a_change_is_previewed_before_it_is_saved(self, client, at_work):
        club, season = at_work
        address = reverse("season-rules", args=[club.slug, season.slug])
        preview = client.post(address, self.form_data(look="1"))
        assert (preview.status_code, preview.context["is_preview"]) == (200, True)
        assert len(preview.context["moves"]) == 3
        assert Season.objects.get(pk=season.pk).rules == season.rules
        response = client.post(address, self.form_data(save="1", reason="Spring"))
        assert response.status_code == 303
        assert Season.objects.get(pk=season.pk).rules["win"] == "length"
        page = client.get(response["Location"]).content.decode()
        assert "Spring" in page
        assert "matches won 1 → 5" in page
        assert "Match won: 1 per match won" in page
        assert "Match won: 1 per point of match length" in page

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"win_value": "many"}, "win_value"),
            ({"bonus_main": "50 x"}, "bonus_main"),
            ({"weights": "Intermediate"}, "weights"),
            ({"months": "13 2"}, "months"),
            ({"best_evenings": "-1"}, "best_evenings"),
        ],
    )
    @pytest.mark.parametrize("language", ["en", "it"])
    def test_an_invalid_figure_is_reported_at_its_field_in_the_readers_language(
        self, client, at_work, wrong, field, language
    ):
        club, season = at_work
        address = reverse("season-rules", args=[club.slug, season.slug])
        answer = client.post(
            address, self.form_data(save="1", **wrong), headers={"accept-language": language}
        )
        assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
        assert Season.objects.get(pk=season.pk).rules == season.rules

    def test_contradictory_rules_are_refused_with_a_sentence(self, client, at_work):
        club, season = at_work
        address = reverse("season-rules", args=[club.slug, season.slug])
        answer = client.post(
            address, self.form_data(save="1", divisions="A, a"), headers={"accept-language": "it"}
        )
        assert answer.status_code == 409
        assert "Le divisioni hanno nomi diversi" in answer.content.decode()

    @pytest.mark.parametrize("preset", sorted(RULE_PRESETS))
    def test_every_preset_fills_the_form_with_its_own_rules(self, client, at_work, preset):
        club, season = at_work
        address = reverse("season-rules", args=[club.slug, season.slug])
        form = client.get(address, {"preset": preset}).context["form"]
        data = {name: value for name, value in form.initial.items() if value not in (None, False)}
        bound = type(form)({**data, "name": "Year"})
        assert bound.is_valid(), bound.errors
        assert SeasonRules.from_data(bound.rules()) == RULE_PRESETS[preset]


class TestConstraints:
    """The database constraints of seasons."""

    def attack(self, act, constraint):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            act()

    def test_a_change_has_a_unique_key_and_a_result_change_its_match(self):
        season = a_season(a_club())
        columns = {"season": season, "before": {}, "after": {}}
        SeasonChange.objects.create(kind="rules", key="k", **columns)
        self.attack(lambda: SeasonChange.objects.create(kind="rules", key="k", **columns), "key")
        self.attack(lambda: SeasonChange.objects.create(kind="rules", key="", **columns), "has_a_key")
        self.attack(lambda: SeasonChange.objects.create(kind="result", key="l", **columns), "names_its_match")

    def test_a_player_has_one_division_of_a_season(self, played):
        club, event = played
        season, player = a_season(club), match_at(event, "M1-1").white
        SeasonPlayer.objects.create(season=season, player=player, division=1)
        self.attack(lambda: SeasonPlayer.objects.create(season=season, player=player, division=2), "player")
        other = match_at(event, "M1-1").black
        self.attack(lambda: SeasonPlayer.objects.create(season=season, player=other, division=0), "from_one")


def test_standings_and_ratings_are_exported_and_embedded(client: Client, played):
    club, event = played
    season, rating_list = a_season(club), club.rating_lists.get()
    champion = match_at(event, "M2-1").white.name
    rows = client.get(reverse("season-csv", args=[club.slug, season.slug])).content.decode("utf-8-sig")
    assert rows.splitlines()[:2] == [
        "Place,Player,Points,Won,Lost,Tournaments,2026-10-05 Monday night",
        f"1,{champion},2,2,0,1,2",
    ]
    ratings = client.get(reverse("rating-csv", args=[club.slug, rating_list.pk])).content.decode("utf-8-sig")
    # Provisional ratings have no place, as on the page.
    assert ratings.splitlines()[1].startswith(f",{champion},15")
    for name, key in (("season-pdf", season.slug), ("rating-pdf", rating_list.pk)):
        file = client.get(reverse(name, args=[club.slug, key]))
        assert (file["Content-Type"], file.content[:5]) == ("application/pdf", b"%PDF-")
    for part in ("standings", "ratings"):
        frame = client.get(reverse("embed-club", args=[club.slug]), {"part": part})
        assert champion in frame.content.decode()
        assert frame.status_code == 200


def test_the_charts_of_a_player_are_available_as_tables(client: Client, played):
    club, event = played
    champion = match_at(event, "M2-1").white
    page = client.get(reverse("player-statistics", args=[club.slug, champion.code]))
    assert page.status_code == 200
    html = page.content.decode()
    assert html.count('<svg class="chart"') == html.count('role="img"') == 4
    assert "2 of the last 2 won." in html
    assert "5-point matches: 2 of 2 won" in html
    assert client.get(reverse("player-statistics", args=[club.slug, "nobody00"])).status_code == 404
    rivals = client.get(reverse("club-head-to-head", args=[club.slug]), {"least": "2"})
    assert [(line.player.name, line.won, line.lost) for line in rivals.context["lines"]] == sorted(
        (line.player.name, line.won, line.lost) for line in rivals.context["lines"]
    )


def test_a_scoring_system_names_its_events_in_the_language_of_the_reader() -> None:
    names = {}
    for language in ("en", "it"):
        with translation.override(language):
            names[language] = [*get_preset("master").weights, *get_preset("doubled-months").weights]

    assert names == {
        "en": ["intermediate", "novice", "intermediate"],
        "it": ["intermedi", "principianti", "intermedi"],
    }


def test_reasons_name_the_event_of_several_and_a_report_lists_the_people_of_its_event(client: Client) -> None:
    club = a_club()
    event, by = a_night(club, ("Anna", "Bruno", "Carla", "Dario")), director_of(club)
    speed = tournaments.add_event(
        tournament=event.tournament, name="Speed", length=3, consolation_length=3, by=by
    )
    entries.enter_names(event=speed, names="Anna\nElena\nFabio\nGina", by=by, key="names")
    draws.draw(event=speed, by=by)
    draws.publish(event=speed, by=by)
    speed.refresh_from_db()
    season = a_season(club, preset="places")
    for one in (event, speed):
        play_out(one)
    rows = {row.player.name: row for row in season_tables.get_standings(season).rows}
    events = {reason.event for row in rows.values() for reason in row.cells[0].reasons}
    assert events == {event.name, "Speed"}
    page = " ".join(client.get(f"/clubs/{club.slug}/standings/").text.split())
    assert "Speed: Final place: 1st" in page
    points = event_report.get_event_report(speed).seasons[0]
    assert {player.name for player, _total in points.lines} == {"Anna", "Elena", "Fabio", "Gina"}
