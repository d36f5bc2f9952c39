"""What the terminal says when the house opens: where it is, how to sign in, a code for a phone."""

import io
import socket

import segno

from tournaments.demo.links import Links, links

LOOPBACK = "127.0.0.1"
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


def lan_address() -> str:
    """The address other devices on this network reach this computer by; 127.0.0.1 without a network."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Connecting a datagram socket sends nothing; it only asks which way packets would leave.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    except OSError:
        return LOOPBACK
    finally:
        probe.close()


def code(address: str) -> str:
    """A QR code for `address`, drawn with half blocks for a terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
