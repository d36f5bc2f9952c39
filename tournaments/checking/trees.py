"""Single elimination and the consolation of first-match losers, node by node."""

from collections.abc import Sequence

from tournaments.checking.nodes import FIRST_LOSS, WINNER, Feed, Node, name


def knockout(flight: str, feeds: Sequence[Feed], players: int) -> list[Node]:
    """All nodes of a knockout: node p of round r is fed by nodes 2p-1 and 2p of the round before."""
    nodes = []
    width, round_number = len(feeds) // 2, 1
    while width:
        for position in range(1, width + 1):
            pair = (
                (feeds[2 * position - 2], feeds[2 * position - 1])
                if round_number == 1
                else _winners(flight, round_number, position)
            )
            last = min(2 * width, players)
            spans = ((min(width + 1, last), last), (1, width))
            nodes.append(
                Node(name(flight, round_number, position), flight, round_number, position, *pair, *spans)
            )
        width, round_number = width // 2, round_number + 1
    return nodes


def first_losses(flight: str, of: str, opening: int) -> list[Node]:
    """The consolation fed by the first-match loser of every opening node of the flight `of`."""
    feeds = [Feed(FIRST_LOSS, name(of, 1, position)) for position in range(1, opening + 1)]
    return knockout(flight, feeds, len(feeds))


def _winners(flight: str, round_number: int, position: int) -> tuple[Feed, Feed]:
    before = round_number - 1
    return (
        Feed(WINNER, name(flight, before, 2 * position - 1)),
        Feed(WINNER, name(flight, before, 2 * position)),
    )
