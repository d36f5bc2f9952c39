"""The time zones that the settings of the site offer."""

from zoneinfo import ZoneInfo

import pytest

from tournaments.people.time_zones import list_time_zones


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"Europe/Rome": "Italy: Rome", "America/Argentina/Ushuaia": "Argentina: Ushuaia"}),
        ("it", {"Europe/Rome": "Italia: Roma", "UTC": "UTC"}),
    ],
)
def test_zones_are_named_by_country_and_city(language: str, names: dict[str, str]) -> None:
    zones = dict(list_time_zones(language))

    assert {zone: zones[zone] for zone in names} == names


def test_every_zone_can_be_used_and_belongs_to_a_country() -> None:
    zones = [zone for zone, _ in list_time_zones("en")]

    assert [ZoneInfo(zone).key for zone in zones] == zones
    assert "Antarctica/Troll" not in zones


def test_accents_do_not_change_the_order() -> None:
    countries = [name.partition(":")[0] for _, name in list_time_zones("en")]

    assert countries.index("Åland Islands") < countries.index("Bahamas")
