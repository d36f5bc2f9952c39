"""The WSGI application, for every page and API call."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

from config.garbage_collection import prepare_garbage_collection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

import_module("config.urls")
prepare_garbage_collection()
