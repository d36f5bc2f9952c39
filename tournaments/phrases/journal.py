"""Lines of the journal and the next thing to do, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.phrases import get_label

JOURNAL: dict[str, str | Promise] = {
    "planned": _("Stages planned: %(stages)s"),
    "entered": _("%(count)s entered"),
    "withdrawn": _("%(name)s withdrawn"),
    "reinstated": _("%(name)s is reinstated"),
    "substituted": _("%(name)s plays instead"),
    "described": _("Details of %(names)s changed"),
    "noted": _("%(names)s: %(presence)s"),
    "committed": _("Draw commitment published"),
    "drawn": _("Draw made"),
    "published": _("Draw published"),
    "relined": _("%(cause)s: %(lines)s"),
    "joined": _("%(name)s joins"),
    "paired": _("Round %(round)s paired"),
    "lengthened": _("Round %(round)s: match length %(length)s"),
    "formed": _("Entry type: %(takes)s"),
    "manned": _("Team %(name)s: %(count)s players"),
    "fielded": _("Line-ups of %(pairing)s opened"),
    "dated": _("Deadline set: %(until)s"),
    "ended": _("“%(stage)s” ended: no more rounds"),
    "settled": _("%(pairing)s final: %(result)s"),
    "reopened": _("%(pairing)s reopened"),
    "measured": _("PR of %(pairing)s: %(figures)s"),
    "corrected": _("%(pairing)s corrected: %(result)s"),
    "undone": _("Line %(seq)s undone"),
}

TOLD_BY_SCORE = frozenset({"played", "ruled", "drawn"})
# Why lines of a draw changed, as `journal.facts` names it.
CAUSES: dict[str, str | Promise] = {
    "late": _("Late entry"),
    "swap": _("Players swapped"),
    "alternate": _("Alternate"),
    "seed": _("Change seed"),
    "reentry": _("Re-entry"),
}

NEXT_STEPS: dict[str, str | Promise] = {
    "enter": _("Enter at least two players."),
    "enter_pairs": _("Enter at least two pairs."),
    "enter_teams": _("Enter at least two teams."),
    "draw": _("%(entrants)s players entered. Make the draw."),
    "draw_pairs": _("%(entrants)s pairs entered. Make the draw."),
    "draw_teams": _("%(entrants)s teams entered. Make the draw."),
    "attend": _("%(here)s checked in; %(count)s not marked yet."),
    "publish": _("Check the draw, then publish it."),
    "rule": _("Disputed results to decide: %(count)s."),
    "confirm": _("Results waiting for confirmation: %(count)s."),
    "play": _("Matches in play: %(playing)s. Waiting for a table: %(waiting)s."),
    "call": _("No matches in play. Waiting for a table: %(waiting)s."),
    "line_ups": _("Line-ups to open: %(count)s. Next: %(names)s."),
    "resume": _("Postponed matches to resume: %(count)s."),
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


def journal_line(kind: str, facts: Mapping[str, object]) -> str:
    """One line of the journal in words."""
    return str(JOURNAL[kind]) % _complete(facts)


def ended(white: str, black: str, score: tuple[int, int], winner: str, ending: str) -> str:
    """A result in words: the score, or how a match ended that was not played to its end."""
    if ending in TOLD_BY_SCORE:
        return f"{white} {score[0]}–{score[1]} {black}"
    facts = {"names": f"{white} – {black}", "how": get_label(ending).lower()}
    who = {"white": white, "black": black}.get(winner)
    if who is None:
        return "{names}: {how}".format(**facts)
    return gettext("%(names)s: %(winner)s wins (%(how)s)") % {**facts, "winner": who}


def next_step(code: str, facts: Mapping[str, object]) -> str:
    """The next thing to do at the desk, in words; entries are called what the event takes."""
    sentence = NEXT_STEPS.get(f"{code}_{facts.get('takes')}") or NEXT_STEPS[code]
    return str(sentence) % _complete(facts)


class _Blanks(dict[str, object]):
    """Facts in which a missing name reads as a dash instead of failing."""

    def __missing__(self, name: str) -> str:
        return "–"


def _complete(facts: Mapping[str, object]) -> _Blanks:
    return _Blanks(facts)
