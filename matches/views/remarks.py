"""What a replay found, in words, with the place on the board and the law each finding leads to."""

from dataclasses import dataclass

from matches.phrases import place, sentence
from matches.views.drawing import Look, link, named
from matches.views.refusals import SpokenLaw, spoken
from rules.laws import LAWS
from rules.verdict import Finding, Verdict

LEGAL_SHOWN = 12
CONDONED = "condoned_"
ORDER = {"error": 0, "note": 1, "inferred": 2}


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding in words; `number` is its index in the verdict, `game` and `action` where it is shown."""

    number: int
    severity: str
    where: str
    sentence: str
    law: SpokenLaw | None
    played: str
    legal: tuple[str, ...]
    more: int
    game: int
    action: int
    link: str
    is_stop: bool


def remarks(verdict: Verdict, look: Look) -> tuple[Remark, ...]:
    """Every finding in words, faults first."""
    ranked = sorted(enumerate(verdict.findings), key=lambda each: ORDER[each[1].severity])
    return tuple(remark(number, finding, verdict.players, look) for number, finding in ranked)


def is_stop(finding: Finding) -> bool:
    """Whether a reader wants to look there: a fault in a game, or a play against the laws that stood."""
    return bool(finding.game) and (finding.severity == "error" or finding.code.startswith(CONDONED))


def remark(number: int, finding: Finding, names: tuple[str, str], look: Look) -> Remark:
    """One finding in words."""
    where = place(finding.game, finding.action, "")
    law = LAWS.get(finding.law)
    return Remark(
        number=number,
        severity=finding.severity,
        where=f"{where}, {named(finding.side, names)}" if finding.side else where,
        sentence=sentence(finding.code, finding.facts),
        law=spoken(law) if law else None,
        played=finding.played,
        legal=finding.legal[:LEGAL_SHOWN],
        more=max(len(finding.legal) - LEGAL_SHOWN, 0),
        game=finding.game,
        action=finding.action + 1,
        link=link(finding.game, finding.action + 1, look) if finding.game else "",
        is_stop=is_stop(finding),
    )
