"""What the terminal says when the house opens: where it is, how to sign in, a code for a phone."""

import io

import segno

from matches.views.outward import LOOPBACK, lan_address
from tournaments.demo.links import Links, links

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - words to recognise, nothing is bound here


def welcome(*, host: str, port: int) -> str:
    """The text printed at start by a house that listens on `host` and `port`."""
    here = f"http://{LOOPBACK if host in EVERYWHERE else host}:{port}"
    network = f"http://{lan_address()}:{port}" if host in EVERYWHERE else here
    lines = ["", f"  Crawford is open      {here}/"]
    if network != here:
        lines.append(f"  from this network     {network}/")
    found = links()
    lines += (
        _demo(found, here, network) if found else ["  a first director      ./run manage createsuperuser"]
    )
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def _demo(found: Links, here: str, network: str) -> list[str]:
    lines = [
        f"  the demo's desk       {here}{found.desk}",
        f"  sign in as            {found.username}, password {found.password}",
    ]
    if found.table:
        phone = network + found.table
        lines += [f"  a player's phone      {phone}", "", code(phone)]
    return lines


def code(address: str) -> str:
    """A QR code for `address`, drawn with half blocks for a terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
