"""Accounts: sign-in, devices, passkeys, second factors, sign-in links, own data."""
