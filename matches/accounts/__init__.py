"""User accounts on top of django-allauth: sign-in, devices, passkeys, second factors, links, data export."""
