"""Accounts: pages pass axe, and passkeys work with a virtual authenticator."""

from typing import Any

import pytest
from pytest_django import Settings

from tests.browser.axe import faults, faults_here
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD, Phone
from tests.factories import a_desk, a_user
from tests.matches.accounts.account_factories import a_device, a_passkey, an_account, code_of

OUTSIDE = ("/sign-in/?next=/laws/", "/sign-up/", "/sign-in/code/", "/sign-in/link/", "/sign-in/password/")
INSIDE = (
    "/account/",
    "/tokens/",
    "/account/email/",
    "/account/password/",
    "/account/close/",
    "/account/links/",
)

# An authenticator in the device that verifies its user.
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def phone(open_device: OpenDevice) -> Phone:
    """A phone with an authenticator."""
    device: Phone = open_device(360)
    session: Any = device.page.context.new_cdp_session(device.page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return device


def test_no_page_of_an_account_has_a_fault(open_device: OpenDevice, settings: Settings) -> None:
    settings.SIGN_UP = "open"
    director, helper = an_account("director", "director@club.example"), an_account("helper")
    a_desk(director, helper)
    a_device(director)
    a_passkey(director)
    device = open_device(360)
    lines = [line for path in OUTSIDE for line in faults(device, path)]
    device.enter_password()
    lines += [line for path in INSIDE for line in faults(device, path)]
    device.open("/account/links/")
    device.page.get_by_label("Username").fill("helper")
    device.tap("Create link")
    device.page.locator("#address").wait_for()

    assert lines + faults_here(device) == []


def test_a_passkey_is_created_used_to_sign_in_and_removed(phone: Phone) -> None:
    a_user("director", password=PASSWORD)
    phone.enter_password()
    phone.open("/account/passkeys/add/")
    faults_found = faults_here(phone)
    phone.page.get_by_label("Passkey name").fill("My phone")
    phone.tap("Create passkey")
    phone.page.wait_for_url("**/account/")
    is_listed = "My phone" in phone.text()
    phone.tap("Sign out")
    phone.page.wait_for_url(phone.address + "/")

    phone.open("/sign-in/?next=/laws/")
    phone.tap("Sign in with a passkey")
    phone.page.wait_for_url(phone.address + "/laws/")
    taps = phone.taps

    phone.open("/account/")
    phone.tap("Rename or remove")
    phone.page.get_by_label("Passkey name").fill("Tablet")
    faults_found += faults_here(phone)
    phone.tap("Save name")
    phone.page.wait_for_url("**/account/")
    is_renamed = "Tablet" in phone.text()
    phone.tap("Rename or remove")
    phone.tap("Remove passkey")
    faults_found += faults_here(phone)
    phone.tap("Remove passkey")
    phone.page.wait_for_url("**/account/")
    is_removed = "Tablet" not in phone.text().split("Sign-in methods")[1]
    assert (is_listed, taps, is_renamed, is_removed, faults_found) == (True, 1, True, True, [])


def test_a_passkey_signs_in_from_the_link_of_the_header(phone: Phone) -> None:
    a_user("director", password=PASSWORD)
    phone.enter_password()
    phone.open("/account/passkeys/add/")
    phone.tap("Create passkey")
    phone.page.wait_for_url("**/account/")
    phone.tap("Sign out")
    phone.page.wait_for_url(phone.address + "/")

    phone.open("/laws/")
    phone.page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    phone.page.wait_for_url(phone.address + "/sign-in/")
    phone.tap("Sign in with a passkey")
    phone.page.wait_for_url(phone.address + "/")

    phone.open("/account/")
    assert "Sign out" in phone.text()


def test_a_passkey_confirms_the_identity_and_is_accepted_as_second_factor(phone: Phone) -> None:
    a_user("director", password=PASSWORD)
    phone.enter_password()
    phone.open("/account/passkeys/add/")
    phone.tap("Create passkey")
    phone.page.wait_for_url("**/account/")
    phone.open("/sign-in/again/passkey/?next=/account/close/")
    faults_found = faults_here(phone)
    phone.tap("Use passkey")
    phone.page.wait_for_url(phone.address + "/account/close/")
    faults_found += faults_here(phone)

    phone.open("/account/second/")
    faults_found += faults_here(phone)
    key = phone.page.locator("#secret").inner_text()
    phone.page.get_by_label("App code").fill(code_of(key))
    phone.tap("Turn on")
    phone.page.wait_for_url("**/codes/")
    faults_found += faults_here(phone)
    phone.page.context.clear_cookies()
    phone.open("/sign-in/")
    phone.page.get_by_label("Username").fill("director")
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.tap("Sign in")
    phone.page.wait_for_url("**/second/")
    faults_found += faults_here(phone)
    phone.tap("Use passkey")
    phone.page.wait_for_url(phone.address + "/")

    phone.open("/account/")
    assert ("Sign out" in phone.text(), faults_found) == (True, [])
