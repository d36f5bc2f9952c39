"""Changes of a draw, each with its preview and its service, for pages and the API."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.forms import draws as change_forms
from tournaments.journal import commands, draw_changes
from tournaments.models import Event, JournalEntry
from tournaments.queries import previews as change_queries
from tournaments.services import changes, draws, entries

ChangeData = Mapping[str, Any]


def _preview_late(event: Event, data: ChangeData) -> tuple[change_queries.Change, ...]:
    return change_queries.preview_late_entry(event, data["name"], data["flight"])


def _preview(
    command: Callable[[Any, ChangeData], commands.JournalCommand],
) -> Callable[[Event, ChangeData], tuple[change_queries.Change, ...]]:
    return lambda event, data: change_queries.preview_changes(event, lambda state: command(state, data))


PREVIEWS: Mapping[str, Callable[[Event, ChangeData], tuple[change_queries.Change, ...]]] = {
    change_forms.LATE: _preview_late,
    change_forms.JOIN: lambda event, it: change_queries.preview_join(event, it["entry"], it["flight"]),
    change_forms.ALTERNATE: _preview(
        lambda state, it: draw_changes.use_alternate(state, it["flight"], it["entry"], it["other"])
    ),
    change_forms.SUBSTITUTE: _preview(
        lambda _, it: commands.substitute(it["entry"], change_queries.NEWCOMER_CODE)
    ),
    change_forms.SWAP: _preview(
        lambda state, it: draw_changes.swap(state, it["flight"], it["entry"], it["other"])
    ),
    change_forms.SEED: _preview(
        lambda state, it: draw_changes.move_seed(state, it["flight"], it["entry"], it["number"])
    ),
    change_forms.WITHDRAW: _preview(lambda _, it: commands.withdraw(it["entry"], it["flight"])),
    change_forms.REINSTATE: _preview(lambda _, it: commands.reinstate(it["entry"], it["flight"])),
    change_forms.REENTER: _preview(lambda state, it: draw_changes.re_enter(state, it["entry"], it["flight"])),
    change_forms.LENGTH: _preview(lambda _, it: commands.lengthen(it["flight"], it["number"], it["length"])),
}


FLIGHT_PREVIEWS: Mapping[str, Callable[[Event, ChangeData], tuple[change_queries.FlightPreview, ...]]] = {
    change_forms.SPLIT: lambda event, it: change_queries.preview_split(event, it["flight"], it["entries"]),
    change_forms.MERGE: lambda event, it: change_queries.preview_merge(event, it["flight"], it["into"]),
}


def _do_late(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    player, about = entries.get_or_create_player_with_details(
        event=event, name=data["name"], by=context["by"]
    )
    return changes.enter_late(event=event, player=player, about=about, flight=data["flight"], **context)


def _do_substitute(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    player = entries.get_or_create_player(event=event, name=data["name"], by=context["by"])
    return changes.substitute(event=event, entry=data["entry"], player=player, **context)


def _executor(
    service: Callable[..., JournalEntry], **field_names: str
) -> Callable[[Event, ChangeData, ChangeData], JournalEntry]:
    def done(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
        return service(event=event, **{name: data[field] for name, field in field_names.items()}, **context)

    return done


EXECUTORS: Mapping[str, Callable[[Event, ChangeData, ChangeData], JournalEntry]] = {
    change_forms.LATE: _do_late,
    change_forms.JOIN: _executor(changes.join, entry="entry", flight="flight"),
    change_forms.ALTERNATE: _executor(changes.step_in, absent="entry", alternate="other", flight="flight"),
    change_forms.SUBSTITUTE: _do_substitute,
    change_forms.SWAP: _executor(changes.swap, one="entry", other="other", flight="flight"),
    change_forms.SEED: _executor(changes.move_seed, entry="entry", number="number", flight="flight"),
    change_forms.WITHDRAW: _executor(changes.withdraw_from, entry="entry", flight="flight"),
    change_forms.REINSTATE: _executor(changes.reinstate, entry="entry", flight="flight"),
    change_forms.REENTER: _executor(changes.re_enter, entry="entry", flight="flight"),
    change_forms.SPLIT: _executor(changes.split_and_draw, flight="flight", others="entries"),
    change_forms.MERGE: _executor(changes.join_flights, flight="flight", into="into"),
    change_forms.LENGTH: _executor(draws.lengthen_round, flight="flight", number="number", length="length"),
}
