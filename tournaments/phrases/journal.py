"""Lines of the journal and the next thing to do, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.phrases import label

JOURNAL: dict[str, str | Promise] = {
    "planned": _("Plan made: %(stages)s"),
    "entered": _("%(count)s entered"),
    "withdrawn": _("%(name)s withdrawn"),
    "reinstated": _("%(name)s plays again"),
    "substituted": _("%(name)s plays instead"),
    "described": _("Particulars of %(names)s changed"),
    "noted": _("%(names)s: %(presence)s"),
    "committed": _("Lots committed"),
    "drawn": _("Draw made"),
    "published": _("Draw published"),
    "relined": _("%(cause)s: %(lines)s"),
    "joined": _("%(name)s joins"),
    "paired": _("Round %(round)s paired"),
    "lengthened": _("Round %(round)s goes to %(length)s points"),
    "formed": _("What is entered: %(takes)s"),
    "manned": _("Team %(name)s: %(count)s people"),
    "fielded": _("Line-ups of %(pairing)s opened"),
    "dated": _("Last day set: %(until)s"),
    "ended": _("“%(stage)s” ended here: no further round"),
    "settled": _("%(pairing)s settled: %(result)s"),
    "reopened": _("%(pairing)s reopened"),
    "measured": _("PR of %(pairing)s: %(figures)s"),
    "corrected": _("%(pairing)s corrected: %(result)s"),
    "undone": _("Line %(seq)s undone"),
}

TOLD_BY_SCORE = frozenset({"played", "ruled", "drawn"})
# Why lines of a draw changed, as `journal.facts` names it.
CAUSES: dict[str, str | Promise] = {
    "late": _("Late entry"),
    "swap": _("Change of places"),
    "alternate": _("Alternate"),
    "seed": _("Another seed"),
    "reentry": _("Re-entry"),
}

NEXT_STEPS: dict[str, str | Promise] = {
    "enter": _("Enter at least two players."),
    "enter_pairs": _("Enter at least two pairs."),
    "enter_teams": _("Enter at least two teams."),
    "draw": _("%(entrants)s players are in. Make the draw."),
    "draw_pairs": _("%(entrants)s pairs are in. Make the draw."),
    "draw_teams": _("%(entrants)s teams are in. Make the draw."),
    "attend": _("Here: %(here)s. Of %(count)s nobody has said yet whether they are here."),
    "publish": _("Look at the draw, then publish it."),
    "rule": _("Disputed results to decide: %(count)s."),
    "confirm": _("Results waiting for confirmation: %(count)s."),
    "play": _("Matches being played: %(playing)s. Waiting for a table: %(waiting)s."),
    "call": _("No match is at a table. Waiting for a table: %(waiting)s."),
    "line_ups": _("Line-ups to open: %(count)s. Next: %(names)s."),
    "resume": _("Postponed matches to take up again: %(count)s."),
    "draw_stage": _("Everybody who plays in “%(name)s” is known. Make its draw."),
    "publish_stage": _("Look at the draw of “%(name)s”, then publish it."),
    "pair_stage": _("Pair round %(round)s of “%(name)s”."),
    "start_stage": _("%(count)s players wait. Start “%(name)s”."),
    "gather_stage": _("“%(name)s” waits for players: %(count)s are there."),
    "end_stage": _(
        "No further round of “%(name)s” can be paired. End the stage here: its table stands, and what "
        "follows can be drawn."
    ),
    "measure": _("Performance ratings are missing of: %(names)s. Enter figures, or rule without them."),
    "finished": _("Everything is played."),
}


def journal_line(kind: str, facts: Mapping[str, object]) -> str:
    """One line of the journal in words."""
    return str(JOURNAL[kind]) % _complete(facts)


def ended(white: str, black: str, score: tuple[int, int], winner: str, ending: str) -> str:
    """A result in words: the score, or how a match ended that was not played to its end."""
    if ending in TOLD_BY_SCORE:
        return f"{white} {score[0]}–{score[1]} {black}"
    facts = {"names": f"{white} – {black}", "how": label(ending).lower()}
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
