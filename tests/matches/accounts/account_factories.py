"""Accounts, signed-in browsers, passkeys, and links and codes found in mail, for the tests of accounts."""

import hashlib
import json
import re
from time import time

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from matches.models import User
from tests.factories import a_user

PASSWORD = "paper-and-felt"
TOTP_PERIOD = 30


def an_account(name: str = "anna", email: str = "", *, confirmed: bool = True, **fields: object) -> User:
    """A user with `PASSWORD`, and with this address if one is given."""
    user = a_user(name, password=PASSWORD, email=email, **fields)
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=confirmed, primary=True)
    return user


def signed_in(user: User) -> Client:
    """A client that signed in with the password."""
    client = Client()
    answer = sign_in(client, user.username)
    assert answer.status_code == 302
    return client


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> HttpResponse:
    """Send the sign-in form."""
    return client.post("/sign-in/", {"username": name, "password": password, **more})


def fresh(client: Client, user: User) -> Client:
    """A client with a recent sign-in, made without the form."""
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def is_in(client: Client) -> bool:
    """Whether this client is signed in."""
    return client.get("/account/").status_code == 200


def link_in(letter: int = -1) -> str:
    """The path of the first link to this site in a mail."""
    re_match = re.search(r"http://testserver(/\S+)", str(mail.outbox[letter].body))
    assert re_match is not None
    return re_match[1]


def code_in(letter: int = -1) -> str:
    """The code in a mail."""
    re_match = re.search(r"\b[B-Z]{4}-[B-Z]{4}\b", str(mail.outbox[letter].body))
    assert re_match is not None
    return re_match[0]


def a_passkey(user: User, name: str = "Phone") -> Authenticator:
    """A stored passkey as a browser creates it, with a made-up key."""
    key = {1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)}
    credential_data = AttestedCredentialData.create(bytes(16), f"credential of {name}".encode(), key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    authenticator_data = AuthenticatorData.create(
        hashlib.sha256(b"localhost").digest(), flags, 0, credential_data
    )
    client = {"type": "webauthn.create", "challenge": "AAAA", "origin": "http://localhost"}
    credential = {
        "id": websafe_encode(credential_data.credential_id),
        "rawId": websafe_encode(credential_data.credential_id),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(json.dumps(client).encode()),
            "attestationObject": websafe_encode(AttestationObject.create("none", authenticator_data, {})),
        },
        "clientExtensionResults": {},
    }
    return Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": name, "credential": credential}
    )


def a_second_factor(user: User) -> list[str]:
    """Switch on TOTP for the user; return the recovery codes."""
    TOTP.activate(user, generate_totp_secret())
    return list(RecoveryCodes.activate(user).get_unused_codes())


def code_of(secret: str) -> str:
    """The code that an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time()) // TOTP_PERIOD)))


def a_device(user: User) -> UserSession:
    """A signed-in device, listed on the account page."""
    store = SessionStore()
    store.create()
    return UserSession.objects.create(
        user=user, session_key=store.session_key, ip="192.168.1.20", user_agent="Mozilla/5.0 (iPhone; CPU)"
    )
