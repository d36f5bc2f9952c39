"""Confirmed sign-ups of an event that are not entered in it, which a draw would leave out."""

from collections.abc import Collection, Sequence

from rules.errors import Refusal
from tournaments.models import Event
from tournaments.registry import SignUpToEnter, sign_ups_to_enter

# A refusal names so many of the sign-ups.
MOST_NAMED = 8
# Which of them a draw leaves out: all, none, or those with these keys, which the director has seen.
LeftOutSignUps = bool | Collection[int]


def list_sign_ups_to_enter(event: Event) -> list[SignUpToEnter]:
    """Return the confirmed sign-ups of an event that are not entered in it, in their order."""
    return [sign_up for sign_ups in sign_ups_to_enter(event) for sign_up in sign_ups]


def join_names(sign_ups: Sequence[SignUpToEnter]) -> str:
    """Return the names of the first of these sign-ups."""
    more = ["…"] if len(sign_ups) > MOST_NAMED else []
    return ", ".join([*(sign_up.name for sign_up in sign_ups[:MOST_NAMED]), *more])


def join_keys(sign_ups: Sequence[SignUpToEnter]) -> str:
    """Return the keys of these sign-ups, as a draw without them is sent."""
    return ",".join(str(sign_up.key) for sign_up in sign_ups)


def check_sign_ups_entered(event: Event, left_out: LeftOutSignUps) -> None:
    """Raise `sign_ups_not_entered` if a draw would leave out other confirmed sign-ups than these."""
    if left_out is True:
        return
    sign_ups = [one for one in list_sign_ups_to_enter(event) if one.key not in (left_out or ())]
    if sign_ups:
        raise Refusal("sign_ups_not_entered", count=len(sign_ups), names=join_names(sign_ups))
