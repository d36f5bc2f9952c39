"""Changes of a draw, each with its preview and its service, for pages and the API."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.forms import changes as change_forms
from tournaments.journal import acting, surgery
from tournaments.models import Event, JournalEntry
from tournaments.queries import changes as seen
from tournaments.services import changes, entries, stages

Asked = Mapping[str, Any]


def _late(event: Event, data: Asked) -> tuple[seen.Change, ...]:
    return seen.foreseen_late(event, data["name"], data["flight"])


def _seen(command: Callable[[Any, Asked], acting.Act]) -> Callable[[Event, Asked], tuple[seen.Change, ...]]:
    return lambda event, data: seen.foreseen(event, lambda state: command(state, data))


FORESEEN: Mapping[str, Callable[[Event, Asked], tuple[seen.Change, ...]]] = {
    change_forms.LATE: _late,
    change_forms.JOIN: lambda event, it: seen.foreseen_join(event, it["entry"], it["flight"]),
    change_forms.ALTERNATE: _seen(
        lambda state, it: surgery.step_in(state, it["flight"], it["entry"], it["other"])
    ),
    change_forms.SUBSTITUTE: _seen(lambda _, it: acting.substitute(it["entry"], seen.NEWCOMER)),
    change_forms.SWAP: _seen(lambda state, it: surgery.swap(state, it["flight"], it["entry"], it["other"])),
    change_forms.SEED: _seen(
        lambda state, it: surgery.move_seed(state, it["flight"], it["entry"], it["number"])
    ),
    change_forms.WITHDRAW: _seen(lambda _, it: acting.withdraw(it["entry"], it["flight"])),
    change_forms.REINSTATE: _seen(lambda _, it: acting.reinstate(it["entry"], it["flight"])),
    change_forms.REENTER: _seen(lambda state, it: surgery.come_again(state, it["entry"], it["flight"])),
    change_forms.LENGTH: _seen(lambda _, it: acting.lengthen(it["flight"], it["number"], it["length"])),
}


PARTED: Mapping[str, Callable[[Event, Asked], tuple[seen.Part, ...]]] = {
    change_forms.SPLIT: lambda event, it: seen.foreseen_split(event, it["flight"], it["entries"]),
    change_forms.MERGE: lambda event, it: seen.foreseen_merge(event, it["flight"], it["into"]),
}


def _do_late(event: Event, data: Asked, context: Asked) -> JournalEntry:
    player, about = entries.named(event=event, name=data["name"], by=context["by"])
    return changes.enter_late(event=event, player=player, about=about, flight=data["flight"], **context)


def _do_substitute(event: Event, data: Asked, context: Asked) -> JournalEntry:
    player = entries.player_named(event=event, name=data["name"], by=context["by"])
    return changes.substitute(event=event, entry=data["entry"], player=player, **context)


def _do(
    service: Callable[..., JournalEntry], **field_names: str
) -> Callable[[Event, Asked, Asked], JournalEntry]:
    def done(event: Event, data: Asked, context: Asked) -> JournalEntry:
        return service(event=event, **{name: data[field] for name, field in field_names.items()}, **context)

    return done


DONE: Mapping[str, Callable[[Event, Asked, Asked], JournalEntry]] = {
    change_forms.LATE: _do_late,
    change_forms.JOIN: _do(changes.join, entry="entry", flight="flight"),
    change_forms.ALTERNATE: _do(changes.step_in, absent="entry", alternate="other", flight="flight"),
    change_forms.SUBSTITUTE: _do_substitute,
    change_forms.SWAP: _do(changes.swap, one="entry", other="other", flight="flight"),
    change_forms.SEED: _do(changes.move_seed, entry="entry", number="number", flight="flight"),
    change_forms.WITHDRAW: _do(changes.withdraw_from, entry="entry", flight="flight"),
    change_forms.REINSTATE: _do(changes.reinstate, entry="entry", flight="flight"),
    change_forms.REENTER: _do(changes.re_enter, entry="entry", flight="flight"),
    change_forms.SPLIT: _do(changes.part, flight="flight", others="entries"),
    change_forms.MERGE: _do(changes.join_flights, flight="flight", into="into"),
    change_forms.LENGTH: _do(stages.lengthen_round, flight="flight", number="number", length="length"),
}
