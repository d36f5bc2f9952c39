"""Permission checks. Services enforce them; views use them to show or hide controls.

The spellings of a person are all their `Player` rows, each with its own name.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from matches.actors import Identity
from matches.models import Badge, Desk, Match, Player, Report, User
from matches.queries import desks, objection_deadlines
from matches.queries.people import (
    get_spellings,
    include_pairs,
    make_person_or_pair_in_any_q,
    make_person_or_pair_q,
)
from matches.registry import naming_rights
from matches.states import Policy, ReportState, Status


def may_rule(user: User | AnonymousUser | None, desk: Desk) -> bool:
    """Whether `user` is an official of this desk or a superuser."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or desks.is_official(user.pk, desk.pk)


def may_edit_name(user: User | AnonymousUser | None, player: Player) -> bool:
    """Whether `user` manages this name: an official where the person or their pair has a match or badge."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_superuser:
        return True
    is_players_match = make_person_or_pair_in_any_q(("white", "black"), player)
    if Match.objects.filter(is_players_match, desk__officials=user.pk).exists():
        return True
    return Badge.objects.filter(make_person_or_pair_q("player", player), desk__officials=user.pk).exists()


def may_edit_name_everywhere(user: User | AnonymousUser | None, players: Collection[Player]) -> bool:
    """Whether `user` may change the names of these spellings on the whole site.

    A superuser may. Others must be officials of every desk where one of these players, or a pair of theirs,
    has a match or a badge; and no other app may know the players at a place (an event, a club) they do not
    run.
    """
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_superuser:
        return True
    seats = include_pairs(players)
    own_desks = Desk.objects.filter(officials=user.pk)
    seat_matches = Match.objects.filter(Q(white__in=seats) | Q(black__in=seats))
    badges = Badge.objects.filter(player__in=seats)
    if any(rows.exclude(desk__in=own_desks).exists() for rows in (seat_matches, badges)):
        return False
    return False not in _naming_rights(user, seats) and (seat_matches.exists() or badges.exists())


def may_correct_name(user: User | AnonymousUser | None, players: Collection[Player]) -> bool:
    """Whether `user` may correct the name of a person with these spellings.

    Allowed to users of `may_edit_name_everywhere`. If the players have no account, match or badge, it is also
    allowed to a user who runs every place where they are entered, so that names can be corrected before the
    draw.
    """
    if may_edit_name_everywhere(user, players):
        return True
    if user is None or not user.is_active or any(player.user_id for player in players):
        return False
    seats = include_pairs(players)
    has_matches = Match.objects.filter(Q(white__in=seats) | Q(black__in=seats)).exists()
    if has_matches or Badge.objects.filter(player__in=seats).exists():
        return False
    rights = _naming_rights(user, seats)
    return False not in rights and True in rights


def may_manage_name(user: User, player: Player) -> bool:
    """Whether `user` manages this name, or may correct it before the first match under it."""
    return may_edit_name(user, player) or may_correct_name(user, get_spellings(player))


def _naming_rights(user: User, seats: Collection[Player]) -> list[bool | None]:
    """Return for each app whether the user runs all places where it knows these players; None: none."""
    return naming_rights(frozenset(seat.pk for seat in seats), user)


def may_set_code_name(identity: Identity, player: Player) -> bool:
    """Whether the identity may set a code name, a freely chosen public name, for this person.

    Allowed to the person by account and to users of `may_edit_name_everywhere`. A badge suffices only if the
    officials of its desk could do it themselves, since they can issue a badge for any of their players.
    """
    if is_own_account(identity, player):
        return True
    spellings = get_spellings(player)
    if may_edit_name_everywhere(identity.user, spellings):
        return True
    if identity.badge is None or not is_same_person(identity, player):
        return False
    officials = identity.badge.desk.officials.all()
    if not officials:
        return get_desks_of(player) <= {identity.badge.desk_id}
    return any(may_edit_name_everywhere(official, spellings) for official in officials)


def is_own_account(identity: Identity, player: Player) -> bool:
    """Whether the identity is this person by account; a badge does not count, others may hold it."""
    own_player = getattr(identity.user, "player", None)
    return own_player is not None and own_player.is_one_with(player)


def is_same_person(identity: Identity, player: Player) -> bool:
    """Whether the identity is this person, by account or by badge."""
    own_players = (identity.badge_player, getattr(identity.user, "player", None))
    return any(each is not None and each.is_one_with(player) for each in own_players)


def may_choose_public_name(identity: Identity, player: Player) -> bool:
    """Whether the identity may choose how this person's name is displayed to the public."""
    return is_same_person(identity, player) or may_edit_name_everywhere(identity.user, get_spellings(player))


def may_see_choices(identity: Identity, player: Player) -> bool:
    """Whether the identity may see the display choices: the person, and managers of the name."""
    return is_same_person(identity, player) or may_edit_name(identity.user, player)


def may_anonymise(identity: Identity, player: Player) -> bool:
    """Whether the identity may remove this name for ever: by account, or by `may_edit_name_everywhere`."""
    return is_own_account(identity, player) or may_edit_name_everywhere(identity.user, get_spellings(player))


def get_desks_of(player: Player) -> set[int]:
    """Return the primary keys of the desks where this person has a match or a badge."""
    is_players_match = make_person_or_pair_in_any_q(("white", "black"), player)
    match_desks = Match.objects.filter(is_players_match).values_list("desk", flat=True)
    badge_desks = Badge.objects.filter(make_person_or_pair_q("player", player)).values_list("desk", flat=True)
    return {*match_desks, *badge_desks}


def is_at_table(identity: Identity, match: Match) -> bool:
    """Whether the identity proves the table of this match by its card."""
    return identity.table is not None and identity.table.pk == match.table_id


def may_report(identity: Identity, match: Match) -> bool:
    """Whether the identity may report a result: a player, a device at the table, an official."""
    if identity.side_in(match) or is_at_table(identity, match):
        return True
    return may_rule(identity.user, match.desk)


def has_reported(identity: Identity, report: Report) -> bool:
    """Whether this report is the identity's own: same side, same account, or same device at the table.

    An identity without a device counts as the author, so that it cannot confirm what may be its own report;
    `is_author` requires proof instead.
    """
    side = identity.side_in(report.match)
    if report.side and side:
        return report.side == side
    if identity.user is not None and report.by_id == identity.user.pk:
        return True
    return not identity.device or identity.device == report.device


def find_matches_reported_by(identity: Identity, matches: Iterable[Match]) -> set[int]:
    """Return the keys of the matches whose unanswered report is the identity's own. One query at most."""
    reported = [match.pk for match in matches if match.status == Status.REPORTED.value]
    if not reported:
        return set()
    open_reports = Report.objects.filter(match__in=reported, state=ReportState.OPEN.value)
    rows = open_reports.select_related("match__white", "match__black", "match__desk")
    return {report.match_id for report in rows if has_reported(identity, report)}


def may_confirm(identity: Identity, report: Report) -> bool:
    """Whether the identity may confirm this report under the confirmation policy of the desk."""
    match = report.match
    if may_rule(identity.user, match.desk):
        return True
    if match.desk.confirm_policy == Policy.DESK.value or not may_report(identity, match):
        return False
    return not has_reported(identity, report)


def is_author(identity: Identity, report: Report) -> bool:
    """Whether the identity is proved to be the author of a report: by side, account or device."""
    side = identity.side_in(report.match)
    if report.side and side:
        return report.side == side
    if identity.user is not None and report.by_id == identity.user.pk:
        return True
    return bool(identity.device) and identity.device == report.device


def may_accept(identity: Identity, report: Report, reports: Iterable[Report]) -> bool:
    """Whether the identity may accept this disputed report; `reports` are all reports of its match.

    Only the other side of the dispute may: the side that did not make the report, or the proved author of
    another disputed report. Never at a desk whose policy is "desk", nor if the report contradicts the games
    on the sheet.
    """
    match = report.match
    if has_reported(identity, report) or not may_report(identity, match):
        return False
    if report.contradicts_sheet or match.desk.confirm_policy == Policy.DESK.value:
        return False
    if report.side and identity.side_in(match):
        return True
    disputed = (other for other in reports if other.state == ReportState.DISPUTED.value)
    return any(other.pk != report.pk and is_author(identity, other) for other in disputed)


def may_object(identity: Identity, match: Match, report: Report | None, *, now: datetime) -> bool:
    """Whether the identity may still object to a result that was confirmed only by the side of `report`.

    Its author may not. A table card is enough only while no other match occupies the table.
    """
    until = objection_deadlines.get_objection_deadline(match, report) if report is not None else None
    if report is None or until is None or now >= until or has_reported(identity, report):
        return False
    if identity.side_in(match):
        return True
    return is_at_table(identity, match) and _is_table_free(match)


def _is_table_free(match: Match) -> bool:
    return match.table is not None and desks.get_match_at(match.table) is None
