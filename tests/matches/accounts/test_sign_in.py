"""Sign-in: usernames, addresses, redirects, lockouts, and answers that do not disclose accounts."""

import re
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils.crypto import salted_hmac

from matches.accounts import sign_in_limits
from matches.models import User
from tests.factories import a_user
from tests.matches.accounts.account_factories import PASSWORD, an_account, is_in, sign_in, signed_in

pytestmark = pytest.mark.django_db

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "http:///evil",
]


@pytest.mark.parametrize("name", ["anna", "ANNA", "anna@club.example", " anna "])
def test_a_name_or_an_address_signs_in(client: Client, name: str) -> None:
    an_account("anna", "anna@club.example")

    assert (sign_in(client, name).status_code, is_in(client)) == (302, True)


def test_an_account_created_by_an_administrator_signs_in_by_name_and_by_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command(
        "createsuperuser", interactive=False, username="chief", email="chief@club.example", verbosity=0
    )

    for name in ("chief", "chief@club.example"):
        client = Client()
        sign_in(client, name)
        assert (client.get("/admin/").status_code, is_in(client)) == (200, True)


def test_names_that_differ_in_case_alone_stay_two_accounts() -> None:
    for name in ("anna", "Anna"):
        a_user(name, password=PASSWORD + name)
        client = Client()
        sign_in(client, name, PASSWORD + name)
        assert client.session[SESSION_KEY] == str(User.objects.get(username=name).pk)


def test_an_existing_session_stays_signed_in(client: Client) -> None:
    user = an_account()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    plain = salted_hmac(
        "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash", user.password, algorithm="sha256"
    )

    assert (user.get_session_auth_hash(), is_in(client)) == (plain.hexdigest(), True)


@pytest.mark.parametrize(("has_mail", "offers"), [(True, [True, False]), (False, [False, True])])
def test_a_forgotten_password_has_a_way_out(client: Client, has_mail: bool, offers: list[bool]) -> None:
    with override_settings(HAS_MAIL=has_mail):
        page = client.get("/sign-in/").content.decode()
    assert [text in page for text in ("Forgot my password", "Ask your director or club manager")] == offers


@pytest.mark.parametrize("text", ELSEWHERE)
def test_no_sign_in_redirects_to_another_site(text: str) -> None:
    user = an_account()

    by_form = sign_in(Client(), "anna", next=text)
    by_address = Client().post(f"/sign-in/?next={text}", {"username": "anna", "password": PASSWORD})
    signed_out = signed_in(user).post("/sign-out/", {"next": text})

    assert [answer["Location"] for answer in (by_form, by_address, signed_out)] == ["/", "/", "/"]


@override_settings(
    ALLOWED_HOSTS=["testserver", "other.example"], CSRF_TRUSTED_ORIGINS=["https://other.example"]
)
def test_no_sign_in_redirects_to_another_host_name_of_the_site(client: Client) -> None:
    an_account()

    assert sign_in(client, "anna", next="https://other.example/")["Location"] == "/"


@override_settings(SIGN_UP="open")
def test_the_next_address_survives_every_way_to_sign_in(client: Client) -> None:
    an_account()
    whole_page = client.get("/sign-in/?next=/laws/", secure=True).content.decode()
    page = whole_page.partition("<main")[2].partition("</main>")[0]
    links = re.findall(r'href="(/sign-[a-z/]+)\?next=%2Flaws%2F"', page)
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    linked_pages = [client.get(f"{link}?next=/laws/").content.decode() for link in links]

    field = 'name="next" value="/laws/"'
    assert links == ["/sign-in/code/", "/sign-up/"]
    assert [(field in form, "data-passkey" in form) for form in forms] == [(True, False), (True, True)]
    assert [field in linked_page for linked_page in linked_pages] == [True, True]
    assert sign_in(client, "anna", next="/laws/")["Location"] == "/laws/"


def test_signing_in_renews_the_session_key(client: Client) -> None:
    an_account()
    client.get("/sign-in/code/enter/")
    session = client.session
    session["planted"] = True
    session.save()
    session_key = session.session_key

    sign_in(client, "anna")

    assert client.session.session_key != session_key
    outsider = Client()
    outsider.cookies["sessionid"] = str(session_key)
    assert is_in(outsider) is False


def test_the_admin_site_has_no_sign_in_page_of_its_own(client: Client) -> None:
    an_account("chief", is_staff=True, is_superuser=True)

    away = client.get("/admin/login/?next=/admin/")
    response = client.post("/admin/login/", {"username": "chief", "password": PASSWORD})

    assert (away.status_code, away["Location"]) == (302, "/sign-in/?next=%2Fadmin%2F")
    assert (response.status_code, is_in(client)) == (302, False)


def test_an_inactive_account_is_refused_with_the_reason(client: Client) -> None:
    an_account(is_active=False)

    answer = sign_in(client, "anna")

    assert (answer["Location"], is_in(client), client.get("/sign-in/closed/").status_code) == (
        "/sign-in/closed/",
        False,
        200,
    )


def test_the_answer_does_not_disclose_whether_a_username_exists() -> None:
    an_account("anna", "anna@club.example")
    answers = [
        sign_in(Client(), name, "felt").content.decode().split("<form method", 1)[1].split("csrf", 1)[0]
        for name in ("anna", "nobody", "anna@club.example", "nobody@club.example")
    ]

    assert set(answers) == {answers[0]}


def test_wrong_passwords_lock_that_name_for_that_address_only() -> None:
    an_account()
    for _ in range(10):
        assert sign_in(Client(), "Anna ", "felt").status_code == 200

    shut, elsewhere = sign_in(Client(), "anna"), Client(REMOTE_ADDR="10.0.0.9")
    assert (shut.status_code, sign_in(elsewhere, "anna").status_code) == (429, 302)


def test_distributed_guesses_lock_a_name_except_for_known_devices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_in_limits, "MAX_TRIES_PER_NAME", 12)
    anna = an_account()
    client = signed_in(anna)
    client.post("/sign-out/")
    for number in range(12):
        sign_in(Client(REMOTE_ADDR=f"10.0.{number}.1"), "anna", "felt")

    outsider, other = Client(REMOTE_ADDR="10.9.9.9"), Client(REMOTE_ADDR="10.9.9.9")
    an_account("bruno")
    assert sign_in(outsider, "anna").status_code == 429
    assert sign_in(other, "bruno").status_code == 302
    assert sign_in(client, "anna").status_code == 302


@pytest.mark.parametrize("as_name", [True, False])
def test_an_own_sign_in_does_not_reset_the_tries_at_another_account(
    as_name: bool,
) -> None:
    address = "anna@club.example"
    an_account("anna", address, confirmed=as_name)
    user = a_user(address if as_name else "eve", password="my-own-long-word")
    if not as_name:
        EmailAddress.objects.create(user=user, email=address, verified=False, primary=True)
    browser, answers = Client(), []
    for _ in range(4):
        sign_in(browser, address, "my-own-long-word")
        browser.post("/sign-out/")
        answers += [sign_in(browser, address, "felt").status_code for _ in range(4)]

    assert answers == [200] * 10 + [429] * 6


def test_one_address_cannot_try_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in_limits, "MAX_TRIES_PER_ADDRESS", 12)
    an_account()
    for number in range(12):
        sign_in(Client(), f"name{number}", "felt")

    assert sign_in(Client(), "anna").status_code == 429


def test_an_overlong_password_is_not_hashed(client: Client) -> None:
    an_account()

    assert sign_in(client, "anna", "x" * 5000).status_code == 200


def test_no_unused_page_of_the_library_is_served(client: Client) -> None:
    for path in (
        "/accounts/login/",
        "/login/",
        "/signup/",
        "/sign-up/passkey/",
        "/account/phone/",
        "/accounts/",
    ):
        assert client.get(path).status_code == 404
    assert settings.SIGN_UP == "invitation"


@override_settings(SIGN_UP="open")
@pytest.mark.parametrize("bad", ["nul\x00byte", "\ud800", "x" * 70_000, "\u202e", "{}", "'\"<script>"])
def test_malformed_requests_are_refused_by_every_sign_in_view(client: Client, bad: str) -> None:
    client.raise_request_exception = False
    views = {
        "/sign-in/": {"username": bad, "password": bad, "next": bad},
        "/sign-in/code/": {"email": bad, "next": bad},
        "/sign-in/code/enter/": {"code": bad},
        "/sign-in/passkey/": {"credential": bad, "next": bad},
        "/sign-in/passkey/ask/": {"for": bad},
        "/sign-in/second/": {"code": bad},
        "/sign-in/link/": {"token": bad},
        "/sign-in/password/": {"email": bad},
        "/sign-up/": {"username": bad, "password1": bad, "email": bad, "next": bad},
    }
    kind = "application/x-www-form-urlencoded"

    statuses = {
        path: client.post(path, urlencode(form_data, errors="surrogatepass"), content_type=kind).status_code
        for path, form_data in views.items()
    }

    assert {path: status for path, status in statuses.items() if status >= 500} == {}
    assert (User.objects.count(), is_in(client)) == (0, False)
