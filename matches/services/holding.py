"""A worker's hold on a game that is analysed: renewed while it works, lost when nobody wants the answer."""

import time
from datetime import timedelta

from django.utils import timezone

from matches.models import AnalysedGame
from matches.models.analysis import OPEN

# A worker that dies is missed after this long; one that lives renews its hold ten times meanwhile.
HOLD = timedelta(seconds=30)
RENEWED = 3.0


class Holding:
    """Called again and again, answers whether the game is still ours and its analysis still wanted."""

    def __init__(self, game: AnalysedGame) -> None:
        self._ours = AnalysedGame.objects.filter(pk=game.pk, token=game.token, analysis__state=OPEN)
        self._next = time.monotonic() + RENEWED

    def __call__(self) -> bool:
        if time.monotonic() < self._next:
            return True
        self._next = time.monotonic() + RENEWED
        return self._ours.update(until=timezone.now() + HOLD) == 1
