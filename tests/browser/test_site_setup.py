"""The form that sets up an empty site, in a browser."""

from playwright.sync_api import expect

from matches.accounts.services import issue_setup_link
from matches.models import SiteSettings
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD


def test_the_form_proposes_the_time_zone_of_the_browser_and_keeps_another_choice(
    open_device: OpenDevice,
) -> None:
    device = open_device(360, timezone_id="America/New_York")
    device.open(f"/setup/{issue_setup_link()}/")
    zone = device.page.get_by_label("Time zone")
    expect(zone).to_have_value("America/New_York")

    zone.select_option("Europe/Paris")
    for label, value in (("Username", "director"), ("Password", "password"), ("Club name", "Bar Point")):
        device.page.get_by_label(label).fill(value)
    device.tap("Create account and club")
    device.page.locator(".errors").first.wait_for()
    expect(zone).to_have_value("Europe/Paris")
    # A name that is refused for the address of its page, not by the form.
    device.page.get_by_label("Password").fill(PASSWORD)
    device.page.get_by_label("Club name").fill("!!!")
    device.tap("Create account and club")
    device.page.get_by_role("alert").wait_for()
    expect(zone).to_have_value("Europe/Paris")
    device.page.get_by_label("Password").fill(PASSWORD)
    device.page.get_by_label("Club name").fill("Bar Point")
    device.tap("Create account and club")
    device.page.get_by_role("heading", name="Bar Point").wait_for()

    assert SiteSettings.objects.get().time_zone == "Europe/Paris"
