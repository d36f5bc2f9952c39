"""Why somebody stands where he stands: the reasons of the engine in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Facts that are numbers of entries; they are told as names.
NAMED = frozenset({"entry", "other", "partner"})

# Words of the engine that stand as facts in its reasons.
WORDS: Mapping[str, str | Promise] = {
    "fold": _("the first against the last"),
    "slide": _("the upper half against the lower half"),
    "adjacent": _("neighbours"),
    "monrad": _("the nearest who have not met"),
    "random": _("by lot"),
    "met": _("they have met"),
    "forbidden": _("they may not meet"),
    "needed": _("somebody else needed that opponent"),
    "separated": _("they are to be kept apart"),
    "half": _("half a point"),
    "full": _("a full point"),
    "zero": _("no point"),
    "size": _("there are too many of them"),
    "seeds": _("the seeds stand where they stand"),
    "others": _("other players had to be kept apart too"),
}

TAGS: Mapping[str, str | Promise] = {
    "club": _("club %(value)s"),
    "country": _("country %(value)s"),
    "family": _("family %(value)s"),
    "partner": _("a pair in another event"),
    "met": _("they have met"),
}

KINDS: Mapping[str, str | Promise] = {
    "club": _("players of one club"),
    "country": _("players of one country"),
    "family": _("relatives"),
    "partner": _("partners in another event"),
    "met": _("those who have met"),
}

REASONS: Mapping[str, str | Promise] = {
    "same_score": _("Both have a score of %(score)s."),
    "float_down": _("%(entry)s comes down from score %(score)s to meet %(other)s: nobody was left above."),
    "method_partner": _(
        "Number %(place)s of the %(group)s in this score group meets number %(opposite)s (%(method)s)."
    ),
    "next_partner": _("%(entry)s could not meet %(partner)s, who comes first by the method (%(because)s)."),
    "paired_by_hand": _("The desk put these two together."),
    "paired_late": _("%(entry)s came when the round had been published."),
    "drawn_by_lot": _("Drawn by lot from the seed %(seed)s."),
    "nearest_rank": _("Numbers %(rank)s and %(other)s are the nearest who have not met."),
    "same_lives": _("Both have %(lives)s lives left."),
    "other_lives": _(
        "%(entry)s has %(lives)s lives left and %(other)s %(left)s: the records are as near as they can be."
    ),
    "rematch": _("These two have met %(times)s times already; that could not be avoided."),
    "accelerated": _("In the first rounds %(points)s are added for the upper half (%(entries)s players)."),
    "separation_relaxed": _("Both are of “%(tag)s”; no pairing kept all such players apart."),
    "bye_lowest": _("The bye goes to the lowest score that may have it, %(score)s (%(eligible)s players)."),
    "bye_fewest_unplayed": _("Of those, nobody has fewer unplayed rounds (%(unplayed)s)."),
    "bye_worst_record": _("The bye goes to the worst record: %(losses)s losses, %(byes)s byes so far."),
    "bye_again": _("Everybody left has had a bye; this is one more than %(byes)s."),
    "bye_only_left": _("Nobody was left to meet."),
    "bye_asked": _("Asked for a bye (%(kind)s)."),
    "bye_absent": _("Was not there."),
    "bye_by_hand": _("The desk gave this bye."),
    "separations_kept": _("All who were to be kept apart are apart."),
    "separations_protected": _(
        "The first %(places)s of the table keep clear of their own; below, %(clashes)s pairings could not."
    ),
    "line_seeded": _("Seed %(number)s has its line by the standard order."),
    "line_in_block": _("Seeds %(first)s to %(last)s drew their lines by lot; this one drew %(number)s."),
    "line_by_lot": _("Drew number %(number)s by lot."),
    "line_apart": _("Changed lines to stand apart from %(other)s (“%(tag)s”)."),
    "line_filled_anew": _("Drawn by lot in attempt %(attempt)s, which keeps more players apart."),
    "line_by_hand": _("Placed here by the desk."),
    "bye_missing_number": _(
        "%(entrants)s players on %(lines)s lines: number %(number)s has no opponent in the first round."
    ),
    "bye_beyond_seeds": _("There are %(byes)s byes and %(seeds)s seeds: number %(number)s got one by lot."),
    "group_by_snake": _("Number %(number)s, pot %(pot)s: the snake leads to group %(group)s."),
    "place_free": _("A free place in group %(group)s, for somebody who comes late."),
    "number_in_table": _("Number %(number)s of %(players)s in the table."),
    "separation_short": _(
        "%(members)s players of “%(tag)s” were to be apart for %(wished)s rounds; %(reached)s were reached "
        "of %(possible)s that are possible (%(cause)s)."
    ),
    "bye_contingent": _("Drawn by lot among the %(eligible)s with the fewest byes."),
}


def reason(code: str, facts: Mapping[str, object], names: Mapping[int, str]) -> str:
    """A reason in words; `names` are the names of entries by number. Codes of older lines say their facts."""
    said = {fact: _said(fact, value, names) for fact, value in facts.items()}
    sentence = REASONS.get(code)
    return str(sentence) % said if sentence else ", ".join(f"{fact} {value}" for fact, value in said.items())


def kind_of_tag(kind: str) -> str:
    """Who is kept apart by tags of a kind."""
    return str(KINDS.get(kind, kind))


def tag(text: str) -> str:
    """What people share who are kept apart: "club:Roma" is the club Roma, "partner:..." a pair elsewhere."""
    kind, _mark, value = text.partition(":")
    return str(TAGS[kind]) % {"value": value} if kind in TAGS else text


def _said(fact: str, value: object, names: Mapping[int, str]) -> object:
    if fact == "tag" and isinstance(value, str):
        return tag(value)
    if fact in NAMED and isinstance(value, int):
        return names.get(value, value)
    return WORDS.get(value, value) if isinstance(value, str) else value
