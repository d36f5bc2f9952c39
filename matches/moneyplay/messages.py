"""Messages of money sessions: errors, labels, journal entries, buttons."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.messages import get_label

SESSIONS: dict[str, str | Promise] = {
    "game_open": _("A game is in progress. Finish, settle or undo it first."),
    "game_recorded": _(
        "Game %(game)s is over; recorded: “%(outcome)s”. The table is now at game %(current)s. "
        "Nothing was changed."
    ),
    "game_not_reached": _(
        "This was entered for game %(game)s, but the table is at game %(current)s. Nothing was changed."
    ),
    "game_unnamed": _("A result says which game it is of, or which version of the table it is based on."),
    "keeper_only": _("Only the person who opened this session, or an official of its desk, can do this."),
    "no_seat_here": _(
        "This phone has no seat at this table, or another phone has taken it over. Ask the session host."
    ),
    "not_your_line": _("Only %(by)s, the author of this line, or the session host can undo it."),
    "not_your_seat": _(
        "%(player)s uses their own phone here: only they or the session host can enter their actions."
    ),
    "nothing_to_undo": _("There is nothing to undo."),
    "last_two_only": _("Money play is for the last two of a chouette; %(players)s players are here."),
    "only_in_a_chouette": _("This is only possible in a chouette; this session is money play."),
    "player_spelt_alike": _(
        "%(player)s is already at this table, and names that differ only in capital letters would be mixed "
        "up. Choose %(player)s, or add an initial or a nickname."
    ),
    "seat_taken": _("%(player)s is already seated here, with their own phone or badge. Choose another name."),
    "seated_already": _("You are already at this table, as %(player)s."),
    "session_absent": _("Session not found."),
    "session_begun": _("Play has begun, so a table of two cannot be left. Close the session instead."),
    "session_changed": _(
        "%(by)s updated this table at %(at)s. Your action was not saved: check the table and try again."
    ),
    "session_closed": _("This session is closed. The session host can undo this to reopen it."),
    "session_code_unknown": _(
        "This code is invalid or has expired. Ask for the one currently shown at the table."
    ),
    "session_full": _("A session holds at most %(most)s lines. Close this one and open another."),
    "session_kind_unknown": _("No kind of session is called “%(kind)s”."),
    "session_without_keeper": _("A session needs a host: a phone or an account."),
    "split_built_upon": _(
        "The new table (%(session)s) has changed since the split, so the split cannot be undone."
    ),
    "split_undone_there": _("This table was split off. Undo it at the original table: %(session)s."),
    "sat_together": _("They played in the same session “%(session)s”, so they are two people."),
}

CHOUETTE: dict[str, str | Promise] = {
    "player_unnamed": _("A player needs a name."),
    "already_present": _(
        "%(player)s is already in the queue. Another player of this name joins with an initial or a nickname."
    ),
    "already_leaving": _("%(player)s is already set to leave after this game."),
    "not_present": _("%(player)s is not in the queue."),
    "table_full": _("This table seats at most %(most)s; with %(player)s it is split in two."),
    "too_few_players": _("At least %(fewest)s players are needed; there are %(players)s."),
    "stake_impossible": _("The stake must be a positive whole number, not %(stake)s."),
    "throw_over": _("The order is final; no more dice are rolled for it."),
    "throw_not_tied": _("%(player)s is not tied and does not roll again."),
    "die_invalid": _("A die cannot show %(die)s."),
    "not_between_games": _("This is only possible between games."),
    "no_game": _("No game is being played."),
    "partner_too_few": _("The box can have a partner with %(least)s or more players; there are %(players)s."),
    "partner_not_played": _("In this chouette the box plays without a partner."),
    "partner_asked": _("The box is already looking for a partner."),
    "partner_not_asked": _("The box has not asked for a partner."),
    "partner_chosen": _("%(player)s is already the partner."),
    "partner_out_of_order": _("Partners are asked in order: it is %(next)s's turn, not %(player)s's."),
    "partner_lot_early": _(
        "The partner is drawn at random when all have declined; %(next)s has not been asked."
    ),
    "partner_undecided": _("The partner of the box has not been decided yet."),
    "partner_missing": _(
        "With %(players)s players the box must have a partner (required from %(least)s players)."
    ),
    "not_in_team": _("%(player)s is not in the team."),
    "not_in_game": _("%(player)s has nothing at stake in this game."),
    "no_such_bet": _("There is no cube in play between %(one)s and %(other)s."),
    "captain_only": _("With a single cube only the captain, %(captain)s, can do this, not %(player)s."),
    "one_cube_for_all": _("With a single cube, all team members still playing are doubled together."),
    "captain_first": _(
        "The box cannot double the others, or take their cubes, without the captain, %(captain)s."
    ),
    "box_must_break_even": _(
        "The box cannot drop this cube as well: winning against the others would not cover the loss."
    ),
    "nothing_to_answer": _("%(player)s has no such offer to answer."),
    "lone_taker_must_beaver": _("%(player)s is the only one to take and must beaver or drop."),
    "extra_not_open": _("%(player)s cannot offer an extra cube now."),
    "event_unreadable": _("This is not a session event: expected %(expected)s."),
}

AUDITS: dict[str, str | Promise] = {
    "audit_balance": _("%(player)s is stored at %(stored)s; the activity log gives %(folded)s."),
    "audit_journal_gap": _("The activity log has %(lines)s lines, but the session counts %(version)s."),
    "audit_journal_impossible": _("The lines of the activity log are out of sequence."),
    "audit_session_status": _("The session status is “%(status)s”, but its activity log says otherwise."),
}
SENTENCES: dict[str, str | Promise] = {**SESSIONS, **CHOUETTE, **AUDITS}

LABELS: dict[str, str | Promise] = {
    "extra_price": _("Price of an extra cube"),
    "settled_game": pgettext_lazy("game", "Settlement"),
    "jacoby": _("Counts as a single game: the cube was not turned"),
    "automatic": _("After an automatic double"),
    "animal_refused": _("A beaver was refused"),
    "lone_taker": _("The only taker had to drop"),
    "beaver": _("Beaver"),
    "raccoon": _("Raccoon"),
    "otter": _("Otter"),
    "animal": _("Beaver or raccoon"),
    "box_stays": _("The box stays"),
    "captain_beat_box": _("The captain takes the box"),
    "box_lost_overall": _("The box lost overall and passes on"),
    "double_stand_up": _("Captain and box both go to the back of the queue"),
    "gathering": _("Rolling for the order"),
    "between": _("Between games"),
    "choosing_partner": _("Looking for a partner"),
    "playing": _("A game is in progress"),
    "text": _("Standard"),
    "single_cube": _("One cube for the team"),
    "los_angeles": _("Los Angeles"),
    "last": _("Same as last time here"),
    "money": _("Money play (two players)"),
    "chouette": _("Chouette"),
    "box": _("Box"),
    "captain": _("Captain"),
    "partner": _("Partner of the box"),
    "out": _("Out of this game"),
    "next_game": _("From the next game on"),
}

# By the kind of an event, followed by " against" if it names opponents, and by the kind of a journal entry.
EVENTS: dict[str, str | Promise] = {
    "Joined": _("%(who)s sits down"),
    "Left": _("%(who)s leaves"),
    "Threw": _("%(who)s rolls a %(die)s"),
    "Opened": _("Game starts"),
    "PartnerRequested": _("The box looks for a partner"),
    "AnsweredAsPartner": _("%(who)s becomes the partner of the box"),
    "Declined": _("%(who)s declines to be partner"),
    "DrewPartner": _("%(who)s is drawn as the box's partner"),
    "DoubledAutomatically": _("Automatic double"),
    "Doubled": _("%(who)s doubles"),
    "Doubled against": _("%(who)s doubles %(against)s"),
    "Beavered": _("%(who)s beavers to %(value)s"),
    "Raised": _("%(who)s beavers"),
    "Raised against": _("%(who)s beavers against %(against)s"),
    "Beavered 2": _("%(who)s raccoons to %(value)s"),
    "Raised 2": _("%(who)s raccoons"),
    "Raised against 2": _("%(who)s raccoons against %(against)s"),
    "Beavered 3": _("%(who)s plays an otter to %(value)s"),
    "Raised 3": _("%(who)s plays an otter"),
    "Raised against 3": _("%(who)s plays an otter against %(against)s"),
    "Beavered again": _("%(who)s raises again, to %(value)s"),
    "Raised again": _("%(who)s raises again"),
    "Raised against again": _("%(who)s raises again, against %(against)s"),
    "Took": _("%(who)s takes"),
    "Took against": _("%(who)s takes the cube of %(against)s"),
    "Dropped": _("%(who)s drops"),
    "Dropped against": _("%(who)s drops the cube of %(against)s"),
    "OfferedExtra": _("%(who)s offers an extra cube"),
    "Ended box": _("The box wins: %(level)s"),
    "Ended team": _("The team wins: %(level)s"),
    "Finished": _("%(winner)s wins: %(level)s"),
    "Scored": _("%(winner)s wins: %(level)s"),
    "Resigned": _("%(who)s resigns: %(level)s"),
    "Conceded": _("%(who)s resigns: %(level)s"),
    "Conceded against": _("%(who)s resigns to %(against)s: %(level)s"),
    "Settled": _("%(loser)s settles with %(winner)s for %(points)s"),
    "Parted": _("They settle even"),
    "closed": _("Session closed"),
    "claimed": _("%(who)s joins with a phone"),
    "handed_over": _("%(who)s continues with another phone"),
    "lots": _("Random order"),
    "split": _("Table split in two"),
    "split_off": _("Table split off"),
    "last_two": _("The last two continue as money play at their own table"),
    "undone": _("Undone"),
}
BUTTONS: dict[str, str | Promise] = {
    "Doubled": pgettext_lazy("button", "Double"),
    "Doubled all": pgettext_lazy("button", "Double all"),
    "Raised": pgettext_lazy("button", "Beaver"),
    "Took": pgettext_lazy("button", "Take"),
    "Dropped": pgettext_lazy("button", "Drop"),
    "Took all": pgettext_lazy("button", "Take all"),
    "Dropped all": pgettext_lazy("button", "Drop all"),
    "OfferedExtra": pgettext_lazy("button", "Offer extra cube"),
    "PartnerRequested": pgettext_lazy("button", "Find partner"),
    "accept": pgettext_lazy("button", "Become partner"),
    "decline": pgettext_lazy("button", "Decline"),
    "Left": pgettext_lazy("button", "Leave"),
    "DoubledAutomatically": pgettext_lazy("button", "Automatic double"),
    "Opened": pgettext_lazy("button", "Start game %(number)s"),
    "pays": _("%(loser)s pays %(winner)s"),
}
FORCED_DROP = _("%(sentence)s. %(player)s is the only taker and must drop too.")
LONE_TAKER_DUTIES: dict[str, str | Promise] = {
    "must_drop": _("All the others have dropped, and here the only taker must drop too."),
    "must_beaver": _("All the others have dropped, and here the only taker must beaver or drop."),
}
# Who may take the box, once another player than at the start of the game is captain.
CAPTAIN_CHANGES: dict[str, str | Promise] = {
    "takes_over": _(
        "%(first)s is out of this game. %(captain)s is captain for the rest of it and takes the box if the "
        "team wins."
    ),
    "has_won": _(
        "%(first)s has won as captain and takes the box after this game. %(captain)s is captain for the "
        "rest of it."
    ),
    "first_only": _(
        "%(first)s is out of this game, and %(captain)s is captain for the rest of it. At this table only "
        "the captain who began the game can take the box."
    ),
    "last_decides": _(
        "%(first)s is out of this game, and %(captain)s is captain for the rest of it. The box passes on "
        "if it loses to the last player in the game."
    ),
}
PARTIES: dict[str, str | Promise] = {"box": _("The box"), "team": _("The team")}
LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}


def map_level_labels() -> dict[str, str]:
    """Single game, gammon and backgammon in the reader's language."""
    return {name: get_label(name) for name in LEVELS.values()}


def describe_event(
    data: Mapping[str, Any],
    holders: Mapping[str, str],
    labels: Mapping[str, Any],
    raise_number: int = 1,
) -> str:
    """Describe an event in a sentence; `raise_number` is that of a raise: 2 for a raccoon.

    `data` is the event as plain data, `holders` the players by side (empty in a chouette), `labels` the
    labels of kinds of games.
    """
    player = data.get("by") or data.get("player") or _get_name(data.get("side"), holders)
    level = data.get("level", 1)
    context = {
        **data,
        "who": player,
        "against": ", ".join(data.get("against", ())),
        "winner": _get_name(data.get("winner"), holders),
        "loser": data.get("loser") or _get_loser(data.get("winner"), holders),
        "level": labels.get(LEVELS.get(level, str(level)), level),
    }
    return str(EVENTS[_add_raise_number(_get_key(data), raise_number)]) % context


def _add_raise_number(key: str, raise_number: int) -> str:
    """Return the key of the text of a raise: its own one for a raccoon and an otter."""
    if raise_number == 1:
        return key
    return f"{key} {raise_number}" if f"{key} {raise_number}" in EVENTS else f"{key} again"


def _get_key(data: Mapping[str, Any]) -> str:
    kind = str(data["kind"])
    if kind == "AnsweredAsPartner" and not data["accepts"]:
        return "Declined"
    if kind == "Settled" and not data["points"]:
        return "Parted"
    if kind == "Ended":
        return f"Ended {data['winner']}"
    against = f"{kind} against"
    return against if data.get("against") and against in EVENTS else kind


def _get_name(value: Any, holders: Mapping[str, str]) -> str:
    return holders.get(value) or str(PARTIES.get(value, value)) if value else ""


def _get_loser(winner: Any, holders: Mapping[str, str]) -> str:
    return next((name for side, name in holders.items() if side != winner), "") if winner else ""


# Roles in the statistics of games.
ROLE_NAMES = {
    "box": _("Box"),
    "captain": _("Captain"),
    "crew": _("Team members"),
    "partner": _("Partner of the box"),
    "alone": _("Two players"),
}
