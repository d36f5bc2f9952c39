"""One more event of an evening, with the players of another one where the director wants so."""

from collections.abc import Sequence

from django.db import transaction

from matches.actors import require_actor
from matches.models import Player, User
from tournaments.formats.plan import Plan
from tournaments.journal.formations import Formed
from tournaments.models import Event, Tournament
from tournaments.services import entries, evenings


@transaction.atomic
def add_side_event(
    *,
    tournament: Tournament,
    name: str,
    plan: Plan,
    lengths: tuple[int, int],
    by: User,
    guests: Sequence[Player] = (),
    formed: Formed | None = None,
) -> Event:
    """An event of any plan at the desk and tables of an evening; `guests` are entered at once.

    The `lengths` of main and others hold where the plan names none. Raises what a plan is refused for.
    """
    require_actor(by)
    event = evenings.add_event(
        tournament=tournament,
        name=name,
        length=lengths[0],
        consolation_length=lengths[1],
        by=by,
        plan=plan,
        formed=formed,
    )
    if guests:
        entries.enter_players(event=event, players=guests, by=by, key="guests")
        event.refresh_from_db()
    return event
