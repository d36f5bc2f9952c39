"""Changes of a draw, each with its preview and its service, for pages and the API."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.forms import draws as draw_forms
from tournaments.journal import commands, draw_changes
from tournaments.models import Event, JournalEntry
from tournaments.queries import previews
from tournaments.services import changes, draws, entries

ChangeData = Mapping[str, Any]


def _preview_late(event: Event, data: ChangeData) -> tuple[previews.PairingChange, ...]:
    return previews.preview_late_entry(event, data["name"], data["flight"])


def _preview(
    command: Callable[[Any, ChangeData], commands.JournalCommand],
) -> Callable[[Event, ChangeData], tuple[previews.PairingChange, ...]]:
    return lambda event, data: previews.preview_changes(event, lambda state: command(state, data))


PREVIEWS: Mapping[str, Callable[[Event, ChangeData], tuple[previews.PairingChange, ...]]] = {
    draw_forms.LATE: _preview_late,
    draw_forms.JOIN: lambda event, it: previews.preview_join(event, it["entry"], it["flight"]),
    draw_forms.ALTERNATE: _preview(
        lambda state, it: draw_changes.use_alternate(state, it["flight"], it["entry"], it["other"])
    ),
    draw_forms.SUBSTITUTE: _preview(lambda _, it: commands.substitute(it["entry"], previews.NEWCOMER_CODE)),
    draw_forms.SWAP: _preview(
        lambda state, it: draw_changes.swap(state, it["flight"], it["entry"], it["other"])
    ),
    draw_forms.SEED: _preview(
        lambda state, it: draw_changes.move_seed(state, it["flight"], it["entry"], it["number"])
    ),
    draw_forms.WITHDRAW: _preview(lambda _, it: commands.withdraw(it["entry"], it["flight"])),
    draw_forms.REINSTATE: _preview(lambda _, it: commands.reinstate(it["entry"], it["flight"])),
    draw_forms.REENTER: _preview(lambda state, it: draw_changes.re_enter(state, it["entry"], it["flight"])),
    draw_forms.LENGTH: _preview(lambda _, it: commands.lengthen(it["flight"], it["number"], it["length"])),
}


FLIGHT_PREVIEWS: Mapping[str, Callable[[Event, ChangeData], tuple[previews.FlightPreview, ...]]] = {
    draw_forms.SPLIT: lambda event, it: previews.preview_split(event, it["flight"], it["entries"]),
    draw_forms.MERGE: lambda event, it: previews.preview_merge(event, it["flight"], it["into"]),
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
    draw_forms.LATE: _do_late,
    draw_forms.JOIN: _executor(changes.add_to_flight, entry="entry", flight="flight"),
    draw_forms.ALTERNATE: _executor(changes.step_in, absent="entry", alternate="other", flight="flight"),
    draw_forms.SUBSTITUTE: _do_substitute,
    draw_forms.SWAP: _executor(changes.swap, one="entry", other="other", flight="flight"),
    draw_forms.SEED: _executor(changes.move_seed, entry="entry", number="number", flight="flight"),
    draw_forms.WITHDRAW: _executor(changes.withdraw_from, entry="entry", flight="flight"),
    draw_forms.REINSTATE: _executor(changes.reinstate, entry="entry", flight="flight"),
    draw_forms.REENTER: _executor(changes.re_enter, entry="entry", flight="flight"),
    draw_forms.SPLIT: _executor(changes.split_and_draw, flight="flight", others="entries"),
    draw_forms.MERGE: _executor(changes.merge_and_draw, flight="flight", into="into"),
    draw_forms.LENGTH: _executor(
        draws.change_round_length, flight="flight", number="number", length="length"
    ),
}
