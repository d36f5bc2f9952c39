"""What the terminal says when the house opens: where it is, how to sign in, a code for a phone."""

import io
import socket

import segno


def lan_address() -> str:
    """The address other devices on this network reach this computer by; 127.0.0.1 without a network."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Connecting a datagram socket sends nothing; it only asks which way packets would leave.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
    finally:
        probe.close()


def welcome(*, port: int, network_host: str) -> str:
    """The text printed at start."""
    network = f"http://{network_host}:{port}/"
    lines = [f"Crawford is open at http://127.0.0.1:{port}/"]
    if network_host != "127.0.0.1":
        lines.append(f"On this network at {network}")
    return "\n".join([*lines, "Ctrl-C stops it."])


def code(address: str) -> str:
    """A QR code for `address`, drawn with half blocks for a terminal."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
