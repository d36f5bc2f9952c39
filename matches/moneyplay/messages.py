"""Messages of money sessions: errors, labels, journal entries, buttons."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SESSIONS: dict[str, str | Promise] = {
    "game_open": _("A game is being played. Finish it, settle it or undo it first."),
    "keeper_only": _("Only whoever opened this session, or an official of its desk, may do this."),
    "not_your_line": _("Only %(by)s, who wrote this line, or the keeper of the session may undo it."),
    "not_your_seat": _("%(player)s has a phone here: only he, or the keeper of the session, speaks for him."),
    "nothing_to_undo": _("There is nothing to undo."),
    "last_two_only": _("Money play is for the last two of a chouette; %(players)s players sit here."),
    "only_in_a_chouette": _("This belongs to a chouette; here two play for points."),
    "seat_taken": _("%(player)s sits here already, with a phone or badge of his own. Choose another name."),
    "seated_already": _("You sit here already, as %(player)s."),
    "session_absent": _("There is no such session."),
    "session_begun": _("Play has begun, so nobody leaves a table of two: close the session instead."),
    "session_changed": _(
        "%(by)s changed the table at %(at)s. Nothing of yours was saved: look again and repeat."
    ),
    "session_closed": _("This session is closed. Whoever keeps it can open it again by undoing that."),
    "session_code_unknown": _(
        "This code leads nowhere, or no longer. Ask for the one that is shown at the table now."
    ),
    "session_full": _("A session holds %(most)s lines. Close this one and open another."),
    "session_kind_unknown": _("There is no session of the kind “%(kind)s”."),
    "session_without_keeper": _("A session needs somebody who keeps it: a phone, or an account."),
    "split_built_upon": _("At the table that was split off (%(session)s) something has happened since."),
    "split_undone_there": _("This table was split off. Undo it at the table it came from: %(session)s."),
    "sat_together": _("They sat together in “%(session)s”, so they are two people."),
}

CHOUETTE: dict[str, str | Promise] = {
    "player_unnamed": _("A player needs a name."),
    "already_present": _("%(player)s is in the line already."),
    "already_leaving": _("%(player)s is leaving already, when this game ends."),
    "not_present": _("%(player)s is not in the line."),
    "table_full": _("%(most)s may play at this table; with %(player)s it becomes two."),
    "too_few_players": _("This takes %(fewest)s players; there are %(players)s."),
    "stake_impossible": _("A stake is a whole number above nothing, not %(stake)s."),
    "throw_over": _("The order stands; no more dice are thrown for it."),
    "throw_not_tied": _("%(player)s ties with nobody now and does not throw again."),
    "die_invalid": _("A die does not show %(die)s."),
    "not_between_games": _("This is done between two games."),
    "no_game": _("No game is being played."),
    "partner_too_few": _("The box has a partner from %(least)s players on; there are %(players)s."),
    "partner_not_played": _("In this chouette the box plays without a partner."),
    "partner_asked": _("The box is looking for a partner already."),
    "partner_not_asked": _("The box has not asked for a partner."),
    "partner_chosen": _("%(player)s is the partner already."),
    "partner_out_of_order": _("Partners are asked in order: it is %(next)s's turn, not %(player)s's."),
    "partner_lot_early": _("Lots are drawn when all have declined; %(next)s has not been asked."),
    "partner_undecided": _("The partner of the box has not been decided yet."),
    "partner_missing": _("With %(players)s players the box must have a partner (from %(least)s on)."),
    "not_in_team": _("%(player)s is not in the team."),
    "not_in_game": _("%(player)s has nothing at stake in this game."),
    "no_such_bet": _("There is no cube between %(one)s and %(other)s."),
    "captain_only": _("With a single cube only the captain, %(captain)s, does this; %(player)s does not."),
    "one_cube_for_all": _("With a single cube all members still playing are doubled together."),
    "captain_first": _("Not without the captain, %(captain)s."),
    "box_must_break_even": _("The box may not drop this cube too: winning the others would not pay for it."),
    "nothing_to_answer": _("%(player)s has no such offer to answer."),
    "lone_taker_must_beaver": _("%(player)s alone has kept the cube and must raise it or drop."),
    "extra_not_open": _("%(player)s cannot offer an extra cube now."),
    "event_unreadable": _("This is no event of a session: expected %(expected)s."),
}

AUDITS: dict[str, str | Promise] = {
    "audit_balance": _("%(player)s stands at %(stored)s; the journal makes it %(folded)s."),
    "audit_journal_gap": _("The journal has %(lines)s lines, the session counts %(version)s."),
    "audit_journal_impossible": _("The lines of the journal cannot follow one another."),
    "audit_session_status": _("The session is said to be “%(status)s”; its journal says otherwise."),
}
SENTENCES: dict[str, str | Promise] = {**SESSIONS, **CHOUETTE, **AUDITS}

LABELS: dict[str, str | Promise] = {
    "extra_price": _("Price of an extra cube"),
    "jacoby": _("Counts single: no cube was turned"),
    "automatic": _("After an automatic double"),
    "animal_refused": _("A raise was refused"),
    "lone_taker": _("The lone taker had to drop"),
    "beaver": _("Beaver"),
    "raccoon": _("Raccoon"),
    "otter": _("Otter"),
    "animal": _("Further raise"),
    "box_stays": _("The box stays"),
    "captain_beat_box": _("The captain takes the box"),
    "box_lost_overall": _("The box did not hold its own and is given up"),
    "double_stand_up": _("Captain and box both go to the end"),
    "gathering": _("Throwing for the order"),
    "between": _("Between two games"),
    "choosing_partner": _("Looking for a partner"),
    "playing": _("A game is being played"),
    "text": _("By the text"),
    "single_cube": _("One cube for the team"),
    "los_angeles": _("Los Angeles"),
    "last": _("As last time here"),
    "money": _("Two, for points"),
    "chouette": _("Chouette"),
    "box": _("Box"),
    "captain": _("Captain"),
    "partner": _("Partner of the box"),
    "leaving": _("Leaves after this game"),
    "out": _("Out of this game"),
    "next_game": _("From the next game on"),
}

# By kind of event; "against" for events that name opponents.
EVENTS: dict[str, str | Promise] = {
    "Joined": _("%(who)s sits down"),
    "Left": _("%(who)s leaves"),
    "Threw": _("%(who)s throws a %(die)s"),
    "Opened": _("The game begins"),
    "PartnerRequested": _("The box looks for a partner"),
    "AnsweredAsPartner": _("%(who)s becomes the partner of the box"),
    "Declined": _("%(who)s will not be partner"),
    "DrewPartner": _("The lot makes %(who)s the partner of the box"),
    "DoubledAutomatically": _("Automatic double"),
    "Doubled": _("%(who)s doubles"),
    "Doubled against": _("%(who)s doubles %(against)s"),
    "Beavered": _("%(who)s raises to %(value)s"),
    "Raised": _("%(who)s raises"),
    "Raised against": _("%(who)s raises against %(against)s"),
    "Took": _("%(who)s takes"),
    "Took against": _("%(who)s takes from %(against)s"),
    "Dropped": _("%(who)s drops"),
    "Dropped against": _("%(who)s drops against %(against)s"),
    "OfferedExtra": _("%(who)s gives an extra cube"),
    "Ended": _("%(winner)s wins: %(level)s"),
    "Finished": _("%(winner)s wins: %(level)s"),
    "Scored": _("%(winner)s wins: %(level)s"),
    "Resigned": _("%(who)s gives up: %(level)s"),
    "Conceded": _("%(who)s gives up: %(level)s"),
    "Conceded against": _("%(who)s gives up to %(against)s: %(level)s"),
    "Settled": _("%(loser)s settles with %(winner)s at %(points)s"),
    "Parted": _("They part even"),
    "closed": _("The session is closed"),
    "claimed": _("%(who)s takes the seat with a phone"),
    "split": _("Two tables are made"),
    "split_off": _("This table is split off"),
    "last_two": _("The last two go on as money play at a table of their own"),
    "undone": _("Undone"),
}
BUTTONS: dict[str, str | Promise] = {
    "Doubled": pgettext_lazy("button", "Double"),
    "Doubled all": pgettext_lazy("button", "Double all"),
    "Raised": pgettext_lazy("button", "Raise"),
    "Took": pgettext_lazy("button", "Take"),
    "Dropped": pgettext_lazy("button", "Drop"),
    "Took all": pgettext_lazy("button", "Take all"),
    "Dropped all": pgettext_lazy("button", "Drop all"),
    "OfferedExtra": pgettext_lazy("button", "Give an extra cube"),
    "PartnerRequested": pgettext_lazy("button", "Look for a partner"),
    "accept": pgettext_lazy("button", "Be partner"),
    "decline": pgettext_lazy("button", "Decline"),
    "Left": pgettext_lazy("button", "Leave"),
    "DoubledAutomatically": pgettext_lazy("button", "Automatic double"),
    "Opened": pgettext_lazy("button", "Begin game %(number)s"),
    "pays": _("%(loser)s pays %(winner)s"),
}
PARTIES: dict[str, str | Promise] = {"box": _("The box"), "team": _("The team")}
LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}


def describe_event(data: Mapping[str, Any], holders: Mapping[str, str], words: Mapping[str, Any]) -> str:
    """Describe an event in a sentence. `data` is the event as plain data, `holders` who has White and Black,
    `words` the labels of levels and kinds of game."""
    player = data.get("by") or data.get("player") or _name(data.get("side"), holders)
    level = data.get("level", 1)
    facts = {
        **data,
        "who": player,
        "against": ", ".join(data.get("against", ())),
        "winner": _name(data.get("winner"), holders),
        "loser": data.get("loser") or _loser(data.get("winner"), holders),
        "level": words.get(LEVELS.get(level, str(level)), level),
    }
    return str(EVENTS[_get_key(data)]) % facts


def _get_key(data: Mapping[str, Any]) -> str:
    kind = str(data["kind"])
    if kind == "AnsweredAsPartner" and not data["accepts"]:
        return "Declined"
    if kind == "Settled" and not data["points"]:
        return "Parted"
    against = f"{kind} against"
    return against if data.get("against") and against in EVENTS else kind


def _name(value: Any, holders: Mapping[str, str]) -> str:
    return holders.get(value) or str(PARTIES.get(value, value)) if value else ""


def _loser(winner: Any, holders: Mapping[str, str]) -> str:
    return next((name for side, name in holders.items() if side != winner), "") if winner else ""
