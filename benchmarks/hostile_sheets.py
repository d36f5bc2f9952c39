"""How long the home page takes while hostile spreadsheets are uploaded, all at once, against its usual time.

Run from the root of the repository: `python -m benchmarks.hostile_sheets [uploads]`. Needs the development
requirements. The site runs as on a laptop; officials upload workbooks made to exhaust a processor or the
memory, eight at once by default, while a visitor opens the home page again and again.
Limit: the median time of the home page is at most twice the usual one.
"""

import json
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection
from io import BytesIO
from itertools import cycle, islice
from statistics import median, quantiles
from urllib.parse import urlsplit

from benchmarks.desk_client import DeskClient
from tests import servers
from tournaments.exchange.spreadsheets import Sheet, as_xlsx

UPLOADS, USUAL_VISITS, MIN_VISITS = 8, 100, 20
MAX_RATIO = 2.0
NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def main(uploads: int) -> int:
    """Print the usual time, the time during the uploads and their ratio; return 1 above the limit."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"CRAWFORD_DATA": folder, "SECRET_KEY": "of-the-benchmark"}
        club = _make_club(env)
        with servers.site(env) as (address, _):
            desk = DeskClient(address)
            for _ in range(MIN_VISITS):
                _visit(address)
            usual = [_visit(address) for _ in range(USUAL_VISITS)]
            meanwhile, status_counts = _visit_during_uploads(
                address, desk, f"/clubs/{club}/imports/results/", uploads
            )
            after = [_visit(address) for _ in range(USUAL_VISITS)]
    return _report(usual + after, meanwhile, status_counts)


def _make_club(env: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "benchmarks.sites.desk", "1", "8"]
    process = subprocess.run(
        command, env=servers.environment(env), cwd=servers.ROOT, stdout=subprocess.PIPE, check=True
    )
    desk: str = json.loads(process.stdout)[0]["desk"]
    return desk.split("/")[2]


def _visit(address: str) -> float:
    """Open the home page; return the seconds until the response."""
    start = time.perf_counter()
    connection = HTTPConnection(urlsplit(address).netloc, timeout=120)
    connection.request("GET", "/")
    response = connection.getresponse()
    response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"The home page answered {response.status}")
    return time.perf_counter() - start


def _visit_during_uploads(
    address: str, desk: DeskClient, path: str, uploads: int
) -> tuple[list[float], Counter[int]]:
    """Return the times of the home page until all uploads are answered, and the counts of their statuses."""
    workbooks = list(islice(cycle(_hostile_workbooks()), uploads))
    visits: list[float] = []
    with ThreadPoolExecutor(uploads) as pool:
        uploads_in_progress: list[Future[int]] = [
            pool.submit(desk.upload, path, workbook) for workbook in workbooks
        ]
        while not all(upload.done() for upload in uploads_in_progress) or len(visits) < MIN_VISITS:
            visits.append(_visit(address))
    return visits, Counter(upload.result() for upload in uploads_in_progress)


def _hostile_workbooks() -> Iterator[bytes]:
    """Yield a small file of each kind that once blocked a thread for minutes or filled the memory."""
    yield _make_workbook(
        "xl/sharedStrings.xml", b"<sst " + NAMESPACE + b">" + b"<si/>" * 11_000_000 + b"</sst>"
    )
    style = b'<numFmts><numFmt numFmtId="200" formatCode="' + b"[" * 3_000_000 + b'"/></numFmts>'
    style += b'<cellXfs><xf numFmtId="200"/></cellXfs>'
    yield _make_workbook("xl/styles.xml", b"<styleSheet " + NAMESPACE + b">" + style + b"</styleSheet>")
    cells = b"<sheetData>" + (b"<row>" + b"<c/>" * 1000 + b"</row>") * 2_000 + b"</sheetData>"
    yield _make_workbook(
        "xl/worksheets/sheet1.xml", b"<worksheet " + NAMESPACE + b">" + cells + b"</worksheet>"
    )
    strings = (b"<si>" + b"<r><t>x</t></r>" * 50 + b"</si>") * 20_000
    yield _make_workbook("xl/sharedStrings.xml", b"<sst " + NAMESPACE + b">" + strings + b"</sst>")


def _make_workbook(name: str, text: bytes) -> bytes:
    """Return a workbook of one row with one part replaced."""
    original, changed = BytesIO(as_xlsx([Sheet("", ["Anna", "7"], [])])), BytesIO()
    with zipfile.ZipFile(original) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if info.filename != name:
                new.writestr(info, old.read(info))
        new.writestr(name, text)
    return changed.getvalue()


def _report(usual: list[float], meanwhile: list[float], status_counts: Counter[int]) -> int:
    ratio = median(meanwhile) / median(usual)
    for name, times in (("usual", usual), ("during uploads", meanwhile)):
        p95 = quantiles(times, n=20)[-1]
        sys.stdout.write(
            f"home page, {name:14} {len(times):4} visits, median {median(times) * 1e3:6.1f} ms, "
            f"p95 {p95 * 1e3:6.1f} ms\n"
        )
    uploads = ", ".join(f"{status} {count} times" for status, count in sorted(status_counts.items()))
    sys.stdout.write(
        f"uploads answered {uploads}\nratio of the medians {ratio:.2f} (at most {MAX_RATIO:.0f})\n"
    )
    return int(ratio > MAX_RATIO)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else UPLOADS))
