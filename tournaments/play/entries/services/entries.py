"""Entries of an event: players entered, described, checked in, replaced, withdrawn, reinstated."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.models import Player, User
from matches.names import NameKind
from matches.queries.people import get_canonical_player, select_canonical_players
from matches.services import merging, players
from rules.errors import Refusal
from tournaments.journal import commands, draw_changes
from tournaments.journal.entries import DescribedEntry, Entered, NewEntry
from tournaments.journal.facts import AWAY, HERE, PARTICULARS, WAITING
from tournaments.journal.state import EventState
from tournaments.known_ratings import get_entry_ratings
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, JournalEntry, Membership, Tournament
from tournaments.name_lists import entry_details
from tournaments.name_lists.details import EntryDetails
from tournaments.permissions import may_read_records, must_direct
from tournaments.play.draws import services as draws
from tournaments.play.draws.queries import get_unmarked_entries
from tournaments.play.draws.services import stage_to_draw
from tournaments.play.entrants.queries.entries import members_of, read_names
from tournaments.play.entrants.queries.namesakes import MemberNames, match_persons
from tournaments.play.entrants.queries.sign_ups_to_enter import LeftOutSignUps
from tournaments.play.entrants.services import double_entries
from tournaments.play.entries.queries.unchanged_entries import is_unchanged_for
from tournaments.play.entries.services import entry_types, listed_payments
from tournaments.play.entries.services.answered_lines import record_answered_lines
from tournaments.play.entries.services.line_checks import check_lines
from tournaments.play.entries.services.returning import find_reinstated, reinstate_listed
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import execute_command, one_command
from tournaments.play.events import event_state
from tournaments.signals import draw_lines_changed


@transaction.atomic
def enter_names(
    *,
    event: Event,
    names: str,
    by: User,
    key: str,
    version: int | None = None,
    recorded: listed_payments.PaymentsToRecord = listed_payments.NOT_RECORDED,
    written_names: Mapping[int, str] | None = None,
) -> JournalEntry:
    """Enter a pasted list, one entry per line in order; numbers continue from the last entry.

    Lines are parsed by `entry_details.read`. Club members are matched ignoring case and accents; other names
    become new players and members. Repeated lines and entered players are skipped; before the draw, those who
    were withdrawn are reinstated. If there is nobody else, the command of the first is returned.

    What lines say about the person they mean is proposed to later lists (`record_answered_lines`);
    `written_names` are names that were answered to mean that of their line, by its number.
    The prices that new lines name are charged, what they mark as paid is `recorded`. Raises `names_missing`,
    `name_too_long`, `line_not_two`, `line_label_unknown`, `line_label_misspelt`, `namesakes_unclear`,
    `dues_changed`, and `sits_already`.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_line = _find_entered_line(event, key) or find_reinstated(event, key)
    if existing_line is not None:
        return existing_line
    with_records = may_read_records(by, event.tournament.club)
    lines = read_names(event=event, text=names, with_records=with_records)
    check_lines(lines, event)
    new_lines, key = [line for line in lines if line.is_taken], key or uuid4().hex
    reinstated = reinstate_listed(event=event, lines=lines, by=by, key=key, version=version)
    if not new_lines:
        if not reinstated:
            raise Refusal("names_missing")
        return reinstated[0]
    version = None if reinstated else version
    return _enter_lines(event, new_lines, recorded, written_names or {}, by=by, key=key, version=version)


def _enter_lines(
    event: Event,
    new_lines: Sequence[entry_details.MatchedLine],
    recorded: listed_payments.PaymentsToRecord,
    written_names: Mapping[int, str],
    *,
    by: User,
    key: str,
    version: int | None,
) -> JournalEntry:
    """Enter the people of these lines, with what the lines say of payments and of whom they mean."""
    people = _get_or_create_players(event.tournament, new_lines)
    about = [line.about.of_entry for line in new_lines]
    entered = enter_players(event=event, players=people, about=about, by=by, key=key, version=version)
    listed_payments.announce_payments(
        event=event, lines=new_lines, players=people, recorded=recorded, by=by, key=key
    )
    record_answered_lines(
        event=event,
        lines=new_lines,
        players=people,
        entered=entered,
        written_names=written_names,
        by=by,
    )
    return entered


@one_command()
@transaction.atomic
def enter_waiting(
    *,
    event: Event,
    names: str,
    by: User,
    key: str,
    version: int | None = None,
    recorded: listed_payments.PaymentsToRecord = listed_payments.NOT_RECORDED,
    written_names: Mapping[int, str] | None = None,
) -> JournalEntry:
    """Enter a pasted list on the waiting list; these are drawn only as alternates."""
    must_direct(by, event)
    event = lock_event(event)
    line = enter_names(
        event=event,
        names=names,
        by=by,
        key=f"{key}-entry",
        version=version,
        recorded=recorded,
        written_names=written_names,
    )
    rows = JournalEntry.objects.filter(event=event, kind="reinstated", key__startswith=f"{key}-entry-")
    numbers = [*(row.payload["entry"] for row in rows), *(new_entry.entry for new_entry in line.new_entries)]
    return execute_command(
        event=event, by=by, command=lambda _: commands.mark_presence(numbers, WAITING), key=key
    )


@transaction.atomic
def get_or_create_player_with_details(*, event: Event, name: str, by: User) -> tuple[Player, EntryDetails]:
    """Return the player or pair named in a line of the entry box, and the details given there.

    New names become members. Raises what `enter_names` raises for the line.
    """
    must_direct(by, event)
    line = _read_line(event, name, by)
    return _get_or_create_players(event.tournament, [line])[0], line.about.of_entry


def check_entrant(*, event: Event, name: str, by: User, replaced_entry: int = 0) -> entry_details.MatchedLine:
    """Return how the line of a player or pair to enter is read, in the place of an entry if one is given.

    Raises what entering would, so that the preview of such a change refuses the same as the change.
    """
    must_direct(by, event)
    line = _read_line(event, name, by)
    entry_types.check_entrant_kind(event, line.name, NameKind.PAIR if line.members else NameKind.PERSON)
    keys = [each.player for each in line.members or (line,) if each.player is not None]
    known_players = select_canonical_players(Player.objects.filter(pk__in=keys)).order_by("pk")
    double_entries.check_not_entered(event, known_players, replaced_entry=replaced_entry)
    return line


def _read_line(event: Event, name: str, by: User) -> entry_details.MatchedLine:
    """Return the only line of a text of the entry box; a player can be in the event already."""
    members = members_of(event)
    with_records = may_read_records(by, event.tournament.club)
    index = MemberNames(event.tournament.club_id, members, name, with_records=with_records)
    lines = entry_details.read(name, members, codes=index.codes, marked_names=index.marked_names)
    check_lines(lines, event)
    if len(lines) != 1 or not lines[0].is_taken:
        raise Refusal("names_missing")
    return lines[0]


@transaction.atomic
def get_or_create_player(*, event: Event, name: str, by: User) -> Player:
    """Return the player or pair named in a line of the entry box, without the details."""
    player, _ = get_or_create_player_with_details(event=event, name=name, by=by)
    return player


@transaction.atomic
def get_or_create_persons(
    *,
    event: Event,
    people: Sequence[tuple[str, EntryDetails]],
    by: User,
    distinctions: Sequence[str] = (),
) -> list[Player]:
    """Return the club's player of each name, ignoring case and accents; unknown names become members.

    Of several members of a name it is the one whose last entry was of the club or country given. A name
    twice is one person, unless club, country or distinction differ. A name with one of the `distinctions` is
    the member who has it, else somebody new. Raises `name_shared` where nothing tells who is meant.
    """
    must_direct(by, event)
    texts = list(distinctions) or [""] * len(people)
    with_records = may_read_records(by, event.tournament.club)
    matches = match_persons(
        event.tournament.club_id, members_of(event), people, texts, with_records=with_records
    )
    if matches.unclear:
        raise next(iter(matches.unclear.values())).make_refusal()
    firsts = [places[0] for places in matches.newcomers]
    names, new_texts = [people[first][0] for first in firsts], [texts[first] for first in firsts]
    new_players = _create_members(event.tournament, names, new_texts)
    players_by_key = Player.objects.select_related("person__face").in_bulk(matches.keys.values())
    persons = {place: get_canonical_player(players_by_key[key]) for place, key in matches.keys.items()}
    for places, player in zip(matches.newcomers, new_players, strict=True):
        persons |= dict.fromkeys(places, player)
    return [persons[place] for place in range(len(people))]


@transaction.atomic
def create_person(*, event: Event, name: str, by: User) -> Player:
    """Return a new member of the event's club with this name, whether or not others have it."""
    must_direct(by, event)
    return _create_members(event.tournament, [name])[0]


def get_details(existing_entries: Iterable[Entry]) -> list[EntryDetails]:
    """Return the details of entries, for copies of them in another event."""
    return [
        EntryDetails(**{name: getattr(entry, name) for name in PARTICULARS}) for entry in existing_entries
    ]


@transaction.atomic
def enter_players(
    *,
    event: Event,
    players: Sequence[Player],
    by: User,
    key: str,
    about: Sequence[EntryDetails] = (),
    version: int | None = None,
) -> JournalEntry:
    """Enter existing players or pairs in this order, each with their details.

    A player without a given rating takes the default one, see `get_entry_ratings`. Raises `sits_already`, and
    what `entry_types.check_entrant_kinds` raises.
    """
    must_direct(by, event)
    event = lock_event(event)
    entry_types.check_entrant_kinds(event, players)
    # Locked until the entries are written, so that no two players are merged meanwhile.
    key_rows = [(player.pk, player.first_id, player.second_id) for player in players]
    player_keys = {key for row in key_rows for key in row if key is not None}
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=player_keys).order_by("pk"))
    if journal.find_line(event, key) is None:
        double_entries.check_not_entered(event, players)
    last_number = event.entries.order_by("-number").values_list("number", flat=True).first() or 0
    details = about or [EntryDetails()] * len(players)
    new_entries = _build_new_entries(event, players, details, last_number + 1)
    kind, payload = commands.make_command(Entered(new_entries))
    line = journal.append(
        event=event, kind=kind, payload=payload, by=by, key=key or uuid4().hex, version=version
    )
    double_entries.check_unique_entrants(event)
    return line


def describe(
    *,
    event: Event,
    details: Mapping[int, EntryDetails],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Correct the details of entries, for later draws. Raises `entry_unknown`."""

    def describe_entries(state: EventState) -> commands.JournalCommand:
        unknown = set(details) - set(state.entries)
        if unknown:
            raise Refusal("entry_unknown", entry=min(unknown))
        return commands.describe(
            DescribedEntry(number, new_details, state.entries[number].partners)
            for number, new_details in details.items()
        )

    return execute_command(event=event, by=by, command=describe_entries, key=key, version=version)


@transaction.atomic
def withdraw(
    *,
    entry: Entry,
    by: User,
    flight: str = "",
    results: str = "",
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Withdraw an entry from a flight, or from the event if no flight is named.

    Its remaining matches go to the opponents, played results stay. `reinstate` takes it in again.

    In round robins `results` is "annulled", so that none of its matches counts, "forfeited", so that all do,
    or "" for what the rule says (`round_robin.withdrawal_effect`).
    Refused while a match of the entry is in progress: it must be settled first, as retired or lost. Of an
    outdated `version` only what concerns the entry counts.
    """
    must_direct(by, entry.event)
    if version is not None and is_unchanged_for(lock_event(entry.event), entry.number, version):
        # Others have reported matches meanwhile: what was seen of this entry still holds.
        version = None
    choices = {name: value for name, value in (("flight", flight), ("results", results)) if value}
    return journal.append(
        event=entry.event,
        kind="withdrawn",
        payload={"entry": entry.number, **choices},
        by=by,
        key=key or uuid4().hex,
        reason=reason,
        version=version,
    )


@one_command()
@transaction.atomic
def reinstate(
    *, event: Event, entry: int, by: User, flight: str = "", key: str = "", version: int | None = None
) -> JournalEntry:
    """Reinstate an entry in a flight, or wherever it was withdrawn; as a whole if it has left the event.

    Forfeited matches stay so once others have played on. What depends on the matches that are to be played
    again follows (`draw_lines_changed`). Raises `entry_not_withdrawn`.
    """
    must_direct(by, event)
    event = lock_event(event)
    before = event_state.get_event_state(event)
    line = execute_command(
        event=event,
        by=by,
        command=lambda state: draw_changes.reinstate(state, entry, flight),
        key=key,
        version=version,
    )
    for stage, drawing in before.stages.items():
        if entry in drawing.members:
            draw_lines_changed.send(sender=Event, event=event, flight=stage, before=before, by=by)
    return line


def _find_entered_line(event: Event, key: str) -> JournalEntry | None:
    """Return the line of this key. Raises `key_used_before` for one of another kind."""
    line = JournalEntry.objects.filter(event=event, key=key).first()
    if line is not None and line.kind != "entered":
        raise Refusal("key_used_before", seq=line.seq, kind=line.kind)
    return line


def _build_new_entries(
    event: Event, players: Sequence[Player], about: Sequence[EntryDetails], first_number: int
) -> tuple[NewEntry, ...]:
    ratings = get_entry_ratings(event.tournament, players)
    numbered_players = enumerate(zip(players, about, strict=True), start=first_number)
    return tuple(
        NewEntry(
            number,
            player.code,
            replace(details, rating=details.rating or ratings.get(player.pk, 0)),
        )
        for number, (player, details) in numbered_players
    )


def _get_or_create_players(
    tournament: Tournament, lines: Sequence[entry_details.MatchedLine]
) -> list[Player]:
    """Return the player or pair of each line; names unknown to the club become players and members."""
    persons = [each for line in lines for each in line.members or (line,)]
    member_players = Player.objects.select_related("person__face").filter(
        pk__in=[person.player for person in persons if person.player is not None]
    )
    players_by_key = {player.pk: get_canonical_player(player) for player in member_players}
    new_players = iter(
        _create_members(tournament, [person.name for person in persons if person.player is None])
    )
    players_in_order = iter(
        [
            players_by_key[person.player] if person.player is not None else next(new_players)
            for person in persons
        ]
    )
    return [
        players.get_or_create_pair(one=next(players_in_order), other=next(players_in_order))
        if line.members
        else next(players_in_order)
        for line in lines
    ]


def _create_members(tournament: Tournament, names: Sequence[str], texts: Sequence[str] = ()) -> list[Player]:
    """Return new members of these names, with what is typed to tell them apart."""
    others = select_canonical_players(
        Player.objects.filter(memberships__club=tournament.club, anonymised_at=None)
    )
    new_players = players.register_players(names=names)
    merging.record_namesakes(new_players=new_players, others=others)
    Membership.objects.bulk_create(
        [
            Membership(club=tournament.club, player=player, distinction=text)
            for player, text in zip(new_players, texts or [""] * len(names), strict=True)
        ]
    )
    return new_players


def set_presence(
    *,
    event: Event,
    entries: Sequence[int],
    presence: str,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Mark entries as checked in, absent or waiting, or remove the mark.

    Absent and waiting entries are not drawn. Raises `entry_unknown`, and `already_joined` for a waiting entry
    that is in a draw.
    """
    return execute_command(
        event=event,
        by=by,
        command=lambda _: commands.mark_presence(entries, presence),
        key=key,
        reason=reason,
        version=version,
    )


def mark_all_present(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Check in all entries not yet marked. Raises `presences_complete` if there are none."""

    def mark_present(state: EventState) -> commands.JournalCommand:
        unmarked_entries = get_unmarked_entries(state)
        if not unmarked_entries:
            raise Refusal("presences_complete")
        return commands.mark_presence(unmarked_entries, HERE)

    return execute_command(event=event, by=by, command=mark_present, key=key, version=version)


@transaction.atomic
def replace_absent(
    *,
    event: Event,
    absent: int,
    alternate: int,
    flight: str,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Put an entry of the waiting list on the line of an absent one. Raises as `changes.swap`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: draw_changes.use_alternate(state, flight, absent, alternate),
        key=key,
        version=version,
    )


@one_command()
@transaction.atomic
def draw_present_entries(
    *,
    event: Event,
    by: User,
    flight: str = "",
    seeds: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Mark all unmarked entries as absent, then draw as `draws.draw` does; they are no seeds.

    Entries coming from another stage are present unless marked absent: a draw of such a stage marks none.
    """
    key = key or uuid4().hex
    must_direct(by, event)
    event = lock_event(event)
    state = event_state.get_event_state(event)
    unmarked_entries = get_unmarked_entries(state) if stage_to_draw(event, state, flight) is not None else []
    if unmarked_entries:
        set_presence(event=event, entries=unmarked_entries, presence=AWAY, by=by, version=version)
        if version is not None:
            event.refresh_from_db(fields=["version"])
            version = event.version
    seeds = [entry for entry in seeds if entry not in unmarked_entries]
    details: dict[str, Any] = {
        "flight": flight,
        "seeds": seeds,
        "options": options,
        "key": key,
        "version": version,
    }
    return draws.draw(event=event, by=by, leaves_out_sign_ups=leaves_out_sign_ups, **details)


@one_command()
@transaction.atomic
def draw_and_publish(  # noqa: PLR0913 - each is a choice of the director
    *,
    event: Event,
    by: User,
    flight: str = "",
    seeds: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    leaves_out_unmarked: bool = False,
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Draw as `draws.draw` or `draw_present_entries` does, and publish as `draws.publish_and_pair` does.

    One command: it is undone as a whole. Raises what these raise.
    """
    must_direct(by, event)
    event = lock_event(event)
    is_repeated = journal.find_line(event, key) is not None
    make_draw = draw_present_entries if leaves_out_unmarked else draws.draw
    details: dict[str, Any] = {"seeds": seeds, "options": options, "key": key, "version": version}
    line = make_draw(event=event, by=by, flight=flight, leaves_out_sign_ups=leaves_out_sign_ups, **details)
    if not is_repeated:
        draws.publish_and_pair(event=event, by=by, flight=flight, leaves_out_sign_ups=leaves_out_sign_ups)
    return line
