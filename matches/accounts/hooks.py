"""What accounts add to the core: pages and messages."""

from matches import phrases, registry
from matches.accounts.messages import ACCOUNTS

registry.page_urls.append("matches.accounts.urls")
phrases.add(ACCOUNTS)
