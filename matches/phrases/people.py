"""Sentences for what is refused about persons: their spellings, their names, their data."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PEOPLE: dict[str, str | Promise] = {
    "both_have_accounts": _(
        "%(player)s and %(other)s each have an account of their own. "
        "One of them must give up the player first."
    ),
    "code_name_missing": _("Write the code name that others shall read."),
    "absorbed_elsewhere": _(
        "%(player)s is known at places you do not run, so this spelling cannot be the one that gives way. Let"
        " it be the one that stays, or ask whoever runs the house."
    ),
    "code_name_by_account": _(
        "%(player)s is known at places that know nothing of this badge. Choose the code name with an account."
    ),
    "known_elsewhere": _(
        "%(player)s is known at places you do not run. Only %(player)s, by account or badge, or whoever runs"
        " the house decides this."
    ),
    "code_name_taken": _("“%(name)s” is the name of somebody here. Choose another code name."),
    "code_name_too_long": _("A code name has at most %(longest)s letters."),
    "confirmation_differs": _("That is not the name. Nothing was changed: write “%(name)s” to go on."),
    "have_met": _(
        "%(white)s and %(black)s have sat against each other in match %(match)s, so they are two people."
    ),
    "merge_undone": _("These two spellings are parted already."),
    "not_forgettable": _(
        "Only %(player)s with an account of his own, or the desk, may do this: a badge is not enough."
    ),
    "not_your_player": _(
        "Only an official of a desk where %(player)s has played may decide about this name."
    ),
    "not_yourself": _("Only %(player)s may do this, by account or badge."),
    "pair_follows": _(
        "%(pair)s is a pair: its name follows from the names of the two, and it has no account of its own."
    ),
    "pair_of_one": _("A pair is two people: %(player)s cannot be both."),
    "pair_of_pairs": _("%(player)s is a pair already. A pair is two people."),
    "pair_together": _("They play together as %(pair)s, so they are two people."),
    "player_anonymous": _("%(player)s asked to be forgotten. Nothing can be joined to that name."),
    "team_at_board": _("%(team)s is a team: its members sit at the boards."),
    "team_is_nobody": _("%(team)s is a team, not a person."),
    "same_person": _("These are spellings of one person already."),
    "shown_unknown": _("There is no way of showing a name called “%(shown)s”."),
    "still_seated": _("A match of this player (%(match)s) is not over yet. Finish it first, or void it."),
}
