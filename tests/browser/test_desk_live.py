"""The desk while results come in from elsewhere: focus and half-typed scores stay, all else moves on."""

from matches.models import Match
from matches.services import lifecycle
from tests import factories
from tests.browser.conftest import Hand
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import nights
from tournaments.models import Event

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
FOCUSED = "document.activeElement.id"
MOVES = "getComputedStyle(document.querySelector('.changed')).animationName"


def test_the_desk_moves_on_around_whoever_writes_at_it(hand: Hand) -> None:
    event = nights.a_night(
        nights.a_club("Monday Club", factories.a_user("director", password=PASSWORD)), NAMES
    )
    first, second, third, fourth = at_tables(event)
    director = hand(1280, reduced_motion="reduce")
    director.sign_in()
    director.open(f"{desk_of(event)}")

    the_focus_stays(director, second, third)
    what_is_typed_stays(director, second, first)
    a_fold_that_was_fetched_stays(director, third, fourth)


def the_focus_stays(director: Phone, held: Match, other: Match) -> None:
    """A match at another table begins."""
    director.page.locator(f"#w-{held.code}").focus()
    lifecycle.begin(match=other, identity=factories.at_table(other))
    director.page.locator(f"#row-{other.code}.running").wait_for()
    assert director.page.evaluate(FOCUSED) == f"w-{held.code}"
    assert director.page.evaluate(MOVES) == "none"


def what_is_typed_stays(director: Phone, held: Match, other: Match) -> None:
    """A match above is settled: its line goes, the half-typed one stays, with the caret in it."""
    director.page.locator(f"#w-{held.code}").fill("3")
    nights.settle(other)
    director.page.locator(f"#row-{other.code}").wait_for(state="detached")
    assert director.page.evaluate(FOCUSED) == f"w-{held.code}"
    assert director.page.locator(f"#w-{held.code}").input_value() == "3"


def a_fold_that_was_fetched_stays(director: Phone, opened: Match, other: Match) -> None:
    """What else may be done with a match is fetched with one click, and stays when others are settled."""
    director.page.locator(f"#more-{opened.code} > summary").click()
    award = director.page.locator(f"#more-{opened.code} form[action$='award/']")
    award.wait_for()
    nights.settle(other)
    director.page.locator(f"#row-{other.code}").wait_for(state="detached")
    assert award.count() == 1


def at_tables(event: Event) -> list[Match]:
    """The matches at the tables, by table."""
    found = event.tournament.desk.matches.filter(status="called").select_related("table", "desk")
    return list(found.order_by("table__number"))


def desk_of(event: Event) -> str:
    """The path of its desk."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/"
