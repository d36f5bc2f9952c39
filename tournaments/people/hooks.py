"""What clubs and members add to `matches`: answers to its hooks, and what follows from its signals."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from matches import registry
from matches.actors import Actor
from matches.models import Player, User
from matches.registry import SectionLine, TemplateSection
from matches.services import outbox
from matches.signals import (
    account_closing,
    account_renamed,
    account_unlinked,
    name_corrected,
    player_anonymised,
    spellings_changed,
)
from tournaments import club_log, permissions
from tournaments.people.queries import carried_records, member_records, members, office_offers
from tournaments.people.services import carried_records as carried_services
from tournaments.people.services import invitations, member_mails
from tournaments.people.services import member_records as record_services
from tournaments.people.services import members as member_services

outbox.EXTERNAL_HANDLERS[invitations.MAIL] = invitations.deliver
outbox.EXTERNAL_HANDLERS[member_mails.MAIL_MEMBER] = member_mails.deliver


@registry.account_sections.register
def list_offices(user: User) -> list[TemplateSection]:
    """Return the section of a user's clubs and roles."""
    lines = members.offices_of(user)
    return [TemplateSection(gettext("Clubs and roles"), lines)] if lines else []


@registry.account_sections.register
def list_office_offers(user: User) -> list[TemplateSection]:
    """Return the section of offered roles."""
    lines = tuple(
        SectionLine(f"{offer.office}: {offer.place}") for offer in office_offers.offers_of_user(user)
    )
    if not lines:
        return []
    return [
        TemplateSection(gettext("Invitations to a role"), lines, reverse("own-offers"), gettext("Answer"))
    ]


@registry.admission_rights.register
def is_one_of_their_people(account: User, by: User) -> bool | None:
    """Return whether `by` may manage an account, by its clubs."""
    return permissions.may_manage_account(by, account)


@registry.naming_rights.register
def are_known_at_own_clubs(players: frozenset[int], by: User) -> bool | None:
    """Return whether these players are known only in clubs the official directs."""
    return permissions.are_known_only_in_own_clubs(by, players)


@registry.merge_effects.register
def describe_carried_records(keep: Player, absorb: Player, user: User) -> list[str]:
    """Return what the records of members carry over when two spellings are joined."""
    return carried_records.describe_merge(keep, absorb, user)


@receiver(spellings_changed, sender=Player)
def carry_member_records(players: frozenset[int], **_: Any) -> None:
    """Let the records and fees of members follow their person."""
    carried_services.carry_records(player_keys=players)


@receiver(name_corrected, sender=Player)
def log_corrected_name(player: Player, by: Actor, **_: Any) -> None:
    """Log the correction in the clubs of the player, without the names: they may be hidden one day."""
    for membership in player.memberships.filter(left_at=None).select_related("club").order_by("pk"):
        club_log.log_action(club=membership.club, kind="name_corrected", by=by, player=player)


@receiver(account_closing, sender=User)
def leave_clubs(user: User, **_: Any) -> None:
    """End the memberships of a closed account."""
    member_services.leave_all_clubs(user=user)


@receiver(account_renamed, sender=User)
def rename_signatures(user: User, was: str, name: str, **_: Any) -> None:
    """Update an account's name in signed changes and imports."""
    member_services.rename_signatures(user=user, was=was, name=name)


@receiver(account_unlinked, sender=User)
def separate_memberships(user: User, player: Player, **_: Any) -> None:
    """Split an account and a player into two members."""
    member_services.separate_player(user=user, player=player)


@registry.own_data.register
def get_member_records(player: Player) -> dict[str, Any]:
    """Return what clubs have recorded about a player."""
    return {"member_records": member_records.export_records(player)}


@receiver(player_anonymised, sender=Player)
def erase_member_records(former_names: dict[int, str], **_: Any) -> None:
    """Delete the records of an anonymised player in all clubs."""
    record_services.erase_records(player_keys=list(former_names))
