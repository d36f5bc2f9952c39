"""Two concurrent calls of matches of one player: only one of them gets a table.

Run by `tests/site/test_races.py` on PostgreSQL.
"""

from matches.actors import SYSTEM
from matches.services import lifecycle
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.factories import a_desk, a_player

pytestmark = ON_POSTGRES


def test_two_matches_of_one_player_called_at_once_leave_one_at_a_table() -> None:
    for _ in range(4):
        desk, anna = a_desk(tables=4), a_player("Anna")
        waiting = [
            lifecycle.create_match(desk=desk, white=anna, black=a_player(), length=5, by=SYSTEM)
            for _ in range(4)
        ]
        calls = zip(waiting, desk.tables.order_by("number"), strict=True)
        outcomes = at_once(
            [
                lambda match=match, table=table: lifecycle.call_match(match=match, table=table, by=SYSTEM)
                for match, table in calls
            ]
        )
        assert outcomes.count("player_at_another_table") == 3
        assert desk.matches.filter(status="called").count() == 1
