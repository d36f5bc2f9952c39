"""The two readings of the names of a list, where first name and surname can be exchanged on its preview."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.exchange.lists.name_orders import NAME_ORDER
from tournaments.exchange.lists.written_names import NameOrder
from tournaments.web.list_forms import ANSWER
from tournaments.web.list_messages import describe_row


class ListedOrder(NamedTuple):
    """The row of a name as the page calls it, the field of its answer, and its two readings."""

    row: str
    field: str
    order: NameOrder


class NameOrders(NamedTuple):
    """The names whose order nobody can be sure of, and the others that can be exchanged."""

    doubtful: Sequence[ListedOrder]
    others: Sequence[ListedOrder]

    @property
    def is_changed(self) -> bool:
        """Return whether one of the others was exchanged."""
        return any(one.order.is_other for one in self.others)


def describe_name_orders(orders: Mapping[int, NameOrder]) -> NameOrders:
    """Return the names of a list that have two parts, by row; the doubtful ones apart."""
    listed = [
        ListedOrder(describe_row(line), f"{ANSWER}{NAME_ORDER}:{line}", order)
        for line, order in orders.items()
    ]
    return NameOrders(
        [one for one in listed if one.order.is_asked], [one for one in listed if not one.order.is_asked]
    )
