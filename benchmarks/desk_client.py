"""Clients of the site for benchmarks: a browser without an account, and the desk."""

import secrets
import time
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit


class SiteClient:
    """An HTTP client with the cookies of one browser."""

    def __init__(self, address: str) -> None:
        self._netloc = urlsplit(address).netloc
        self._cookies = {"csrftoken": secrets.token_hex(16)}

    def get(self, path: str) -> tuple[int, str]:
        """Request a page; return the status and the text."""
        return self._send("GET", path)

    def post(self, path: str, **fields: str) -> int:
        """Send a form; return the status."""
        token = {"csrfmiddlewaretoken": self._cookies["csrftoken"], "key": secrets.token_hex(8)}
        body = urlencode({**token, **fields}).encode()
        return self._send("POST", path, body, "application/x-www-form-urlencoded")[0]

    def _send(self, method: str, path: str, body: bytes = b"", content_type: str = "") -> tuple[int, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body:
            headers["Content-Type"] = content_type
        connection = HTTPConnection(self._netloc, timeout=120)
        connection.request(method, path, body or None, headers)
        response = connection.getresponse()
        text = response.read().decode(errors="replace")
        connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = line.partition("=")
            self._cookies[name] = rest.split(";")[0]
        return response.status, text


class DeskClient(SiteClient):
    """A client signed in as director."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.post("/sign-in/", username="director", password="paper-and-felt")

    def settle(self, desk: str, match: str) -> float:
        """Enter a result at the desk; return the seconds until the response."""
        started = time.perf_counter()
        status = self.post(f"{desk}result/", match=match, white_score="5", black_score="2", version="")
        if status not in {302, 303}:
            raise RuntimeError(f"A result was answered with {status}")
        return time.perf_counter() - started

    def upload(self, path: str, data: bytes) -> int:
        """Send a file in the field `file` of a form; return the status."""
        boundary = secrets.token_hex(16)
        token = f'form-data; name="csrfmiddlewaretoken"\r\n\r\n{self._cookies["csrftoken"]}'
        part = 'form-data; name="file"; filename="results.xlsx"\r\n\r\n'
        separator = f"\r\n--{boundary}\r\nContent-Disposition: "
        head = f"--{boundary}\r\nContent-Disposition: {token}{separator}{part}"
        body = head.encode() + data + f"\r\n--{boundary}--\r\n".encode()
        return self._send("POST", path, body, f"multipart/form-data; boundary={boundary}")[0]
