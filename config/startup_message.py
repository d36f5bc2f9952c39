"""What the terminal shows at start: the address, how to sign in, a QR code for a phone."""

import io

import segno

from matches.views.public_links import LOOPBACK, get_lan_address
from tournaments.demo.loader import Links, links

WILDCARDS = ("0.0.0.0", "::")  # noqa: S104 - addresses to recognise, nothing is bound here


def startup_message(*, host: str, port: int) -> str:
    """The text printed by a server that listens on `host` and `port`."""
    local = f"http://{LOOPBACK if host in WILDCARDS else host}:{port}"
    network = f"http://{get_lan_address()}:{port}" if host in WILDCARDS else local
    lines = ["", f"  Crawford is open      {local}/"]
    if network != local:
        lines.append(f"  from this network     {network}/")
    demo = links()
    lines += (
        _demo_lines(demo, local, network)
        if demo
        else ["  create a director     ./run manage createsuperuser"]
    )
    return "\n".join([*lines, "  Ctrl-C stops it.", ""])


def _demo_lines(demo: Links, local: str, network: str) -> list[str]:
    lines = [
        f"  the demo's desk       {local}{demo.desk}",
        f"  sign in as            {demo.username}, password {demo.password}",
    ]
    if demo.table:
        phone = network + demo.table
        lines += [f"  a player's phone      {phone}", "", qr_code(phone)]
    return lines


def qr_code(address: str) -> str:
    """A QR code for `address`, drawn with half blocks for a terminal."""
    output = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(output, border=2, compact=True)
    return output.getvalue()
