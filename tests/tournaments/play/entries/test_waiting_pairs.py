"""Why a match of pairs waits: the one of a pair who is at a table is named, not the pair."""

from types import SimpleNamespace

from django.utils import timezone

from tournaments.play.schedule.queries.waiting_reasons import find_waiting_reasons

ANNA, CARLA, DAVID, EVA, PAIR, OTHER_PAIR = range(1, 7)
SINGLES = SimpleNamespace(
    pk=1,
    status="running",
    white="David Drew",
    black="Eva Ek",
    table=5,
    white_people=frozenset({DAVID}),
    black_people=frozenset({EVA}),
)
DOUBLES = SimpleNamespace(
    pk=2,
    status="scheduled",
    white="Carla Conti / David Drew",
    black="Anna / Bo",
    table=None,
    white_people=frozenset({PAIR, CARLA, DAVID}),
    black_people=frozenset({OTHER_PAIR, ANNA}),
)


def test_the_player_of_a_pair_who_is_at_a_table_is_named() -> None:
    reasons = find_waiting_reasons([SINGLES, DOUBLES], {}, timezone.now())
    assert list(reasons[2].players_at_tables) == [("David Drew", "5")]


def test_a_pair_at_a_table_is_named_as_a_pair() -> None:
    at_table = SimpleNamespace(**{**DOUBLES.__dict__, "pk": 3, "status": "called", "table": 2})
    waiting = SimpleNamespace(**{**DOUBLES.__dict__, "black": "X", "black_people": frozenset({99})})
    reasons = find_waiting_reasons([at_table, waiting], {}, timezone.now())
    assert list(reasons[2].players_at_tables) == [("Carla Conti / David Drew", "2")]
