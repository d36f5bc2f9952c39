"""Texts of results, next steps, choices of a correction, reasons of a draw, and faults of teams."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.messages import get_label
from tournaments.formats.separation import CLUB, COUNTRY, FAMILY, MET, PARTNER

SCORED_ENDINGS = frozenset({"played", "ruled", "drawn"})
# Causes of changed lines of a draw, as in `journal.facts`.
CAUSES: dict[str, str | Promise] = {
    "late": _("Late entry"),
    "swap": _("Players swapped"),
    "alternate": _("Alternate"),
    "seed": _("Change seed"),
    "reentry": _("Re-entry"),
    "qualified": _("changed after a corrected result"),
    "stands": _("left as drawn despite a corrected result"),
}

NEXT_STEPS: dict[str, str | Promise] = {
    "enter": _("Add at least two players."),
    "enter_pairs": _("Add at least two pairs."),
    "enter_teams": _("Add at least two teams."),
    "enter_sign_ups": _("Signed up: %(count)s. Enter them from the registration, or add names."),
    "enter_confirmed": ngettext_lazy(
        "%(count)s confirmed player is not entered: %(names)s.",
        "%(count)s confirmed players are not entered: %(names)s.",
        "count",
    ),
    "enter_confirmed_stage": ngettext_lazy(
        "%(count)s confirmed player is not entered: %(names)s.",
        "%(count)s confirmed players are not entered: %(names)s.",
        "count",
    ),
    "draw": _("%(entrants)s players entered. Make the draw."),
    "draw_pairs": _("%(entrants)s pairs entered. Make the draw."),
    "draw_teams": _("%(entrants)s teams entered. Make the draw."),
    "draw_mixed": _("%(entrants)s entries. Make the draw."),
    "attend": _("%(here)s checked in; %(count)s not yet here."),
    "publish": _("Check the draw, then publish it."),
    "rule": ngettext_lazy("%(count)s disputed result.", "%(count)s disputed results.", "count"),
    "confirm": ngettext_lazy(
        "%(count)s result waiting for confirmation.", "%(count)s results waiting for confirmation.", "count"
    ),
    "play": _("Matches of this event in play: %(playing)s. To be called: %(waiting)s."),
    "play_league": _("Matches to be played: %(to_play)s. In play: %(playing)s."),
    "call": _("No matches of this event in play. To be called: %(waiting)s."),
    "start_calling": _("The draw is published. Matches are called from %(at)s."),
    "line_ups": _("Line-ups to open: %(count)s. Next: %(names)s."),
    "resume": ngettext_lazy(
        "%(count)s postponed match to resume.", "%(count)s postponed matches to resume.", "count"
    ),
    "draw_stage": _("All players of “%(name)s” are known. Make its draw."),
    "publish_stage": _("Check the draw of “%(name)s”, then publish it."),
    "pair_stage": _("Pair round %(round)s of “%(name)s”."),
    "start_stage": _("%(count)s players are waiting. Start “%(name)s”."),
    "gather_stage": _("“%(name)s” is waiting for players: %(count)s so far."),
    "end_stage": _(
        "No further round of “%(name)s” can be paired. End the stage here: its standings "
        "stay, and the next stage can be drawn."
    ),
    "measure": _("PR missing for: %(names)s. Enter the values, or rule without them."),
    "finished": _("All matches played."),
}


def describe_field_ruling(name: str, other: str, *, stays: bool) -> str:
    """Return the sentence about a player who is in a stage, or not, because of a corrected result.

    `stays`: `name` was left in it by the desk, although the results send `other`; else `name` has the line of
    `other`. Either may be "" for nobody.
    """
    facts = {"name": name, "other": other}
    if stays and other:
        sentence = gettext(
            "%(name)s stays in by decision of the director; by the corrected result it would be %(other)s."
        )
    elif stays:
        sentence = gettext("%(name)s stays in by decision of the director despite a corrected result.")
    elif name:
        sentence = gettext("%(name)s is in for %(other)s, after a corrected result.")
    else:
        sentence = gettext("%(other)s is no longer in, after a corrected result.")
    return sentence % facts


def describe_replacement(name: str, other: str) -> str:
    """Return who is on a line, and instead of whom; either name may be "" for nobody."""
    if not name:
        return gettext("nobody instead of %(other)s") % {"other": other}
    return gettext("%(name)s instead of %(other)s") % {"name": name, "other": other} if other else name


def describe_result(white: str, black: str, score: tuple[int, int], winner: str, ending: str) -> str:
    """Return a result as text: the score, or how an unfinished match ended."""
    if ending in SCORED_ENDINGS:
        return f"{white} {score[0]}–{score[1]} {black}"
    facts = {"names": f"{white} – {black}", "how": get_label(ending).lower()}
    winner_name = {"white": white, "black": black}.get(winner)
    if winner_name is None:
        return "{names}: {how}".format(**facts)
    return gettext("%(names)s: %(winner)s wins (%(how)s)") % {**facts, "winner": winner_name}


ENTERED: dict[str, str | Promise] = {
    "mixed": ngettext_lazy("%(count)s entry added.", "%(count)s entries added.", "count"),
    "players": ngettext_lazy("%(count)s player entered.", "%(count)s players entered.", "count"),
    "pairs": ngettext_lazy("%(count)s pair entered.", "%(count)s pairs entered.", "count"),
    "teams": ngettext_lazy("%(count)s team entered.", "%(count)s teams entered.", "count"),
}


def describe_entered(kind: str, count: int) -> str:
    """Return how many were entered, by their kind: players, pairs, teams or mixed."""
    return str(ENTERED[kind] % {"count": count})


ENTRIES: dict[str, str | Promise] = {
    "mixed": ngettext_lazy("%(count)s entry", "%(count)s entries", "count"),
    "players": ngettext_lazy("%(count)s player", "%(count)s players", "count"),
    "pairs": ngettext_lazy("%(count)s pair", "%(count)s pairs", "count"),
    "teams": ngettext_lazy("%(count)s team", "%(count)s teams", "count"),
}


def describe_number_of_entries(kind: str, count: int) -> str:
    """Return a number of entries by what they are: players, pairs, teams or mixed."""
    return str(ENTRIES[kind] % {"count": count})


def next_step(code: str, facts: Mapping[str, object]) -> str:
    """Return the next step at the desk as text, with the event's term for its entries."""
    sentence = NEXT_STEPS.get(f"{code}_{facts.get('takes')}") or NEXT_STEPS[code]
    return str(sentence % BlankContext(facts))


class BlankContext(dict[str, object]):
    """A context for `%` formatting in which a missing value is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


CHOICES: dict[str, str | Promise] = {
    "rename": _("%(white)s and %(black)s did play it: only the names change, nothing is played again"),
    "replay": _("The wrong players played: %(white)s and %(black)s now play this match from the start"),
    "replay_later": _(
        "The wrong players played: this match is played from the start once both of its players are settled"
    ),
    "void": _("Void match: it stays on record but does not count; nothing is played again"),
    "rule:white": _("No new match: %(white)s advances; nothing is played again"),
    "rule:black": _("No new match: %(black)s advances; nothing is played again"),
}


def correction_choice(choice: str, white: str, black: str) -> str:
    """Return what a choice of a correction does with a match that gets these two players ("" if open)."""
    are_both_settled = bool(white and black)
    text = CHOICES[choice if are_both_settled else f"{choice}_later"]
    return str(text) % {"white": white, "black": black}


# Facts of reasons that are entry numbers; they are shown as names.
ENTRY_FACTS = frozenset({"entry", "other", "partner", "avoided"})

# Codes that occur as values in the facts of reasons.
TERMS: Mapping[str, str | Promise] = {
    "fold": _("first vs last"),
    "slide": _("upper half vs lower half"),
    "adjacent": _("adjacent players"),
    "monrad": _("nearest players who have not met"),
    "random": _("at random"),
    "met": _("they have met"),
    "forbidden": _("they must not meet"),
    "needed": _("another player needed that opponent"),
    "no_exchange": _("the opponents left over could not meet"),
    "floats_again": _("it would repeat or widen a float of the last two rounds"),
    "comes_later": _("in the order of the method, other pairings of the group come first"),
    "has_bye": _("that player has the bye"),
    "floats_down": _("that player floats down to a lower score"),
    "separated": _("they must be kept apart"),
    "half": _("half a point"),
    "full": _("a full point"),
    "zero": _("no point"),
    "size": _("too many of them"),
    "seeds": _("the seeds have fixed places"),
    "others": _("other players had to be kept apart too"),
}

TAG_TEXTS: Mapping[str, str | Promise] = {
    CLUB: _("club %(value)s"),
    COUNTRY: _("country %(value)s"),
    FAMILY: _("family %(value)s"),
    PARTNER: _("pair in another event"),
    MET: _("they have met"),
}

TAG_KIND_NAMES: Mapping[str, str | Promise] = {
    CLUB: _("players of the same club"),
    COUNTRY: _("players of the same country"),
    FAMILY: _("relatives"),
    PARTNER: _("partners in another event"),
    MET: _("players who have already met"),
}

REASONS: Mapping[str, str | Promise] = {
    "same_score": _("Both have a score of %(score)s."),
    "float_down": _(
        "%(entry)s floats down from score %(score)s to meet %(other)s: no opponent was left above."
    ),
    "method_partner": _(
        "Of the %(group)s players to be paired together, number %(place)s meets number %(opposite)s "
        "(%(method)s)."
    ),
    "floater_partner": _(
        "Players who float down meet the highest-ranked players of the lower score in order: number "
        "%(place)s meets number %(place)s."
    ),
    "next_partner": _(
        "%(entry)s is not paired with %(partner)s, the first choice of the method (%(because)s)."
    ),
    "paired_by_hand": _("The desk made this pairing."),
    "paired_late": _("%(entry)s arrived after the round was published."),
    "drawn_by_lot": _("Drawn at random from the draw seed %(seed)s."),
    "same_lives": _("Both have the same number of lives left: %(lives)s."),
    "other_lives": _(
        "Lives left: %(lives)s for %(entry)s, %(left)s for %(other)s. Their records are as close as possible."
    ),
    "rematch": _("A rematch could not be avoided; earlier meetings of these players: %(times)s."),
    "accelerated": _("In the first rounds the upper half (%(entries)s players) gets %(points)s extra."),
    "separation_relaxed": _("Both are from “%(tag)s”; no pairing could keep all such players apart."),
    "bye_lowest": _("The bye goes to the lowest eligible score, %(score)s (players: %(eligible)s)."),
    "bye_fewest_unplayed": _("None of those has fewer unplayed rounds (%(unplayed)s)."),
    "bye_worst_record": _(
        "The bye goes to the player with the worst record (losses: %(losses)s, byes so far: %(byes)s)."
    ),
    "bye_again": _("All remaining players have already had a bye; this player has had %(byes)s so far."),
    "bye_only_left": _("No opponent was left."),
    "bye_asked": _("Requested a bye (%(kind)s)."),
    "bye_absent": _("Was absent."),
    "bye_by_hand": _("The desk gave this bye."),
    "separations_kept": _("All players to be kept apart are apart."),
    "separations_protected": _(
        "The top %(places)s avoid clubmates; unavoidable pairings of clubmates below that: %(clashes)s."
    ),
    "line_seeded": _("Seed %(number)s is on the standard bracket line."),
    "line_in_block": _("Seeds %(first)s to %(last)s were placed at random; this one drew line %(number)s."),
    "line_by_lot": _("Drew number %(number)s at random."),
    "line_apart_from": _(
        "Moved to another line to be away from %(avoided)s (“%(tag)s”), in exchange with %(other)s."
    ),
    "line_exchanged": _(
        "Exchanged lines with %(other)s, who needed to be away from %(avoided)s (“%(tag)s”)."
    ),
    "line_apart": _(
        "Exchanged lines with %(other)s, as one of the two needed to be away from another player (“%(tag)s”)."
    ),
    "line_filled_anew": _("Drawn at random in attempt %(attempt)s, which keeps more players apart."),
    "line_by_hand": _("Placed here by the director."),
    "bye_missing_number": _(
        "%(entrants)s players in a bracket of %(lines)s: number %(number)s has no opponent "
        "in the first round."
    ),
    "bye_beyond_seeds": _("Byes: %(byes)s, seeds: %(seeds)s. Number %(number)s got a bye at random."),
    "group_by_snake": _("Number %(number)s, pot %(pot)s: the snake order leads to group %(group)s."),
    "place_free": _("A free place in group %(group)s, for a late entry."),
    "number_in_table": _("Number %(number)s of %(players)s in the group table."),
    "separation_short": _(
        "%(members)s players of “%(tag)s” were to be kept apart for %(wished)s rounds; they are "
        "apart for %(reached)s of %(possible)s possible rounds (%(cause)s)."
    ),
    "bye_contingent": _("Drawn at random among the %(eligible)s with the fewest byes."),
}


def describe_reason(code: str, facts: Mapping[str, object], names: Mapping[int, str]) -> str:
    """Return a reason as text; `names` are the names of entries by number.

    Unknown codes of older rows are shown with their facts.
    """
    texts = {fact: _fact_text(fact, value, names) for fact, value in facts.items()}
    sentence = REASONS.get(code)
    return (
        str(sentence) % texts if sentence else ", ".join(f"{fact} {value}" for fact, value in texts.items())
    )


def describe_tag_kind(kind: str) -> str:
    """Return which players a kind of separation tag keeps apart."""
    return str(TAG_KIND_NAMES.get(kind, kind))


def describe_tag(text: str) -> str:
    """Return the text of a separation tag: "club:Roma" is "club Roma"."""
    kind, _mark, value = text.partition(":")
    return str(TAG_TEXTS[kind]) % {"value": value} if kind in TAG_TEXTS else text


def _fact_text(fact: str, value: object, names: Mapping[int, str]) -> object:
    if fact == "tag" and isinstance(value, str):
        return describe_tag(value)
    if fact in ENTRY_FACTS and isinstance(value, int):
        return names.get(value, value)
    return TERMS.get(value, value) if isinstance(value, str) else value


TEAM_FAULTS: Mapping[str, str | Promise] = {
    "no_name": _("Write a team as its name, a colon and its members."),
    "nobody": _("This team has no members."),
    "too_many": _("A team can have up to 16 people."),
    "too_long": _("This name is too long: %(names)s."),
    "twice": _("A person can be in only one team, once: %(names)s."),
    "two_captains": _("A team has only one captain."),
    "named_twice": _("Another line has a team with this name."),
    "name_shared": _("Several club players have this name. Write which one you mean: %(names)s."),
}


def describe_team_fault(code: str, names: Sequence[str]) -> str:
    """Return the sentence for a fault in a line of a team."""
    return str(TEAM_FAULTS[code]) % {"names": ", ".join(names)}
