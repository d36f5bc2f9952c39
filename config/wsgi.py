"""The WSGI application, for every page and API call."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# The code of all pages stays loaded: without this, a full garbage collection would scan it again and again,
# which takes as long as several pages.
import_module("config.urls")
gc.collect()
gc.freeze()
