"""Changes of a draw, each with its preview and its service, for pages and the API."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from matches.models import User
from tournaments.journal import commands, draw_changes
from tournaments.models import Event, JournalEntry
from tournaments.permissions import may_read_records
from tournaments.play.changes.queries import flight_previews, previews
from tournaments.play.changes.queries.moved_pairings import PairingChange
from tournaments.play.changes.services import changes
from tournaments.play.draws import forms as draw_forms
from tournaments.play.draws import services as draws
from tournaments.play.entrants.queries.entries import find_waiting_entrant
from tournaments.play.entries.services import entries

ChangeData = Mapping[str, Any]
# What a change of an event alters, for whoever makes it.
Preview = Callable[[Event, ChangeData, User], tuple[PairingChange, ...]]


def _preview_late_entry(event: Event, data: ChangeData, by: User) -> tuple[PairingChange, ...]:
    waiting_entry = find_waiting_entrant(
        event, data["name"], with_records=may_read_records(by, event.tournament.club)
    )
    if waiting_entry is not None:
        return previews.preview_join(event, waiting_entry.number, data["flight"])
    line = entries.check_entrant(event=event, name=data["name"], by=by)
    return previews.preview_late_entry(event, line.name, data["flight"])


def _preview_substitution(event: Event, data: ChangeData, by: User) -> tuple[PairingChange, ...]:
    entries.check_entrant(event=event, name=data["name"], by=by, replaced_entry=data["entry"])
    return previews.preview_changes(
        event, lambda _: commands.substitute(data["entry"], previews.NEWCOMER_CODE)
    )


def _make_preview(
    command: Callable[[Any, ChangeData], commands.JournalCommand],
) -> Preview:
    return lambda event, data, _by: previews.preview_changes(event, lambda state: command(state, data))


PREVIEWS: Mapping[str, Preview] = {
    draw_forms.LATE: _preview_late_entry,
    draw_forms.JOIN: lambda event, data, _by: previews.preview_join(event, data["entry"], data["flight"]),
    draw_forms.ALTERNATE: _make_preview(
        lambda state, data: draw_changes.use_alternate(state, data["flight"], data["entry"], data["other"])
    ),
    draw_forms.SUBSTITUTE: _preview_substitution,
    draw_forms.SWAP: _make_preview(
        lambda state, data: draw_changes.swap(state, data["flight"], data["entry"], data["other"])
    ),
    draw_forms.SEED: _make_preview(
        lambda state, data: draw_changes.move_seed(state, data["flight"], data["entry"], data["number"])
    ),
    draw_forms.WITHDRAW: _make_preview(
        lambda _, data: commands.withdraw(data["entry"], data["flight"], data["results"])
    ),
    draw_forms.REINSTATE: _make_preview(
        lambda state, data: draw_changes.reinstate(state, data["entry"], data["flight"])
    ),
    draw_forms.REENTER: lambda event, data, _by: previews.preview_reentry(
        event, data["entry"], data["flight"]
    ),
    draw_forms.LENGTH: _make_preview(
        lambda _, data: commands.lengthen(data["flight"], data["number"], data["length"])
    ),
}


FLIGHT_PREVIEWS: Mapping[str, Callable[[Event, ChangeData], tuple[flight_previews.FlightPreview, ...]]] = {
    draw_forms.SPLIT: lambda event, data: flight_previews.preview_split(
        event, data["flight"], data["entries"]
    ),
    draw_forms.MERGE: lambda event, data: flight_previews.preview_merge(event, data["flight"], data["into"]),
}


@transaction.atomic
def _enter_late(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    player, about = entries.get_or_create_player_with_details(
        event=event, name=data["name"], by=context["by"]
    )
    return changes.enter_late(event=event, player=player, about=about, flight=data["flight"], **context)


@transaction.atomic
def _substitute(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    player = entries.get_or_create_player(event=event, name=data["name"], by=context["by"])
    return changes.substitute(event=event, entry=data["entry"], player=player, **context)


def _withdraw(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    entry = event.entries.get(number=data["entry"])
    return entries.withdraw(entry=entry, flight=data["flight"], results=data["results"], **context)


def _make_executor(
    service: Callable[..., JournalEntry], **field_names: str
) -> Callable[[Event, ChangeData, ChangeData], JournalEntry]:
    def execute(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
        return service(event=event, **{name: data[field] for name, field in field_names.items()}, **context)

    return execute


EXECUTORS: Mapping[str, Callable[[Event, ChangeData, ChangeData], JournalEntry]] = {
    draw_forms.LATE: _enter_late,
    draw_forms.JOIN: _make_executor(changes.add_to_flight, entry="entry", flight="flight"),
    draw_forms.ALTERNATE: _make_executor(changes.step_in, absent="entry", alternate="other", flight="flight"),
    draw_forms.SUBSTITUTE: _substitute,
    draw_forms.SWAP: _make_executor(changes.swap, one="entry", other="other", flight="flight"),
    draw_forms.SEED: _make_executor(changes.move_seed, entry="entry", number="number", flight="flight"),
    draw_forms.WITHDRAW: _withdraw,
    draw_forms.REINSTATE: _make_executor(entries.reinstate, entry="entry", flight="flight"),
    draw_forms.REENTER: _make_executor(changes.re_enter, entry="entry", flight="flight"),
    draw_forms.SPLIT: _make_executor(changes.split_and_draw, flight="flight", others="entries"),
    draw_forms.MERGE: _make_executor(changes.merge_and_draw, flight="flight", into="into"),
    draw_forms.LENGTH: _make_executor(
        draws.change_round_length, flight="flight", number="number", length="length"
    ),
}


def execute_change(event: Event, data: ChangeData, context: ChangeData) -> JournalEntry:
    """Make a change; `context` are the arguments of every command.

    The reason that was entered is stored in the activity log, with the changes that take one.
    """
    act = data["act"]
    takes_reason = draw_forms.REASON in draw_forms.OPTIONAL_FIELDS.get(act, ())
    reason = {"reason": data["reason"].strip()} if takes_reason else {}
    return EXECUTORS[act](event, data, {**context, **reason})
