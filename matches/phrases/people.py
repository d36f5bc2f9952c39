"""Sentences for what is refused about persons: their spellings, their names, their data."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PEOPLE: dict[str, str | Promise] = {
    "both_have_accounts": _(
        "%(player)s and %(other)s each have their own account. One of them must unlink the player first."
    ),
    "code_name_missing": _("Enter the code name to show to others."),
    "absorbed_elsewhere": _(
        "%(player)s also has results at desks you do not run, so this spelling cannot be the "
        "one that is replaced. Keep it, or ask the site administrator."
    ),
    "code_name_by_account": _(
        "%(player)s has also played where this badge is not known. Choose the code name with an account."
    ),
    "known_elsewhere": _(
        "%(player)s also has results at desks you do not run. Only %(player)s, by account or "
        "badge, or the site administrator can decide this."
    ),
    "code_name_taken": _("“%(name)s” is the name of a player here. Choose another code name."),
    "code_name_too_long": _("A code name can have at most %(longest)s characters."),
    "confirmation_differs": _("The name does not match. Nothing was changed: type “%(name)s” to go on."),
    "have_met": _("%(white)s and %(black)s played each other in match %(match)s, so they are two people."),
    "merge_undone": _("These two spellings are already separate."),
    "not_forgettable": _(
        "Only %(player)s with their own account, or the desk, can do this: a badge is not enough."
    ),
    "not_your_player": _(
        "Only an official of a desk where %(player)s has played can decide about this name."
    ),
    "not_yourself": _("Only %(player)s can do this, by account or badge."),
    "pair_follows": _(
        "%(pair)s is a pair: its name comes from its two players, and it has no account of its own."
    ),
    "pair_of_one": _("A pair is two people: %(player)s cannot be both."),
    "pair_of_pairs": _("%(player)s is already a pair. A pair is two people."),
    "pair_together": _("They play together as %(pair)s, so they are two people."),
    "player_anonymous": _("%(player)s asked to be forgotten. That name cannot be merged with another."),
    "team_at_board": _("%(team)s is a team: its members play at the boards."),
    "team_is_nobody": _("%(team)s is a team, not a person."),
    "same_person": _("These spellings already belong to one player."),
    "shown_unknown": _("No name display is called “%(shown)s”."),
    "still_seated": _("A match of this player (%(match)s) is not finished. Finish it first, or void it."),
}
