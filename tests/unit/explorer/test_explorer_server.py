"""The server of the explorer: its answers, and the requests that it refuses."""

import http.client
import json
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.explorer.compilation import Compilation
from dlvm.explorer.server import ADDRESS, ExplorerServer
from tests.unit.explorer.test_page import page_parts
from tests.unit.explorer.test_stages import MODULE, text_of

JSON = "application/json"


@pytest.fixture(scope="module")
def server() -> Iterator[ExplorerServer]:
    with ExplorerServer(Compilation(dlvm.parse(MODULE, "layer.dl"))) as made:
        thread = Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(
    server: ExplorerServer, method: str, path: str, content: Any = None, **headers: str | None
) -> tuple[int, str]:
    """The status and the text of an answer. Headers replace those that the page sends; one that is
    None is not sent."""
    host, port = server.server_address[:2]
    connection = http.client.HTTPConnection(str(host), port, timeout=60)
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    sent: dict[str, str | None] = {"Host": f"{ADDRESS}:{port}"}
    if method == "POST":
        sent |= {
            "X-Token": server.token,
            "Content-Type": JSON,
            "Origin": f"http://{ADDRESS}:{port}",
        }
        sent["Content-Length"] = str(len(body))
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest(method, path, skip_host=True)
    for name, value in sent.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body if method == "POST" else None)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.headers["X-Content-Type-Options"] == "nosniff" or answer.status in (400, 501)
    return answer.status, text


def test_the_page_is_served_on_the_loopback_address(server: ExplorerServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    status, text = ask(server, "GET", f"/?token={server.token}")
    assert status == 200
    _, data = page_parts(text)
    assert data["name"] == "layer"
    assert data["token"] == server.token
    assert ask(server, "GET", f"/?token={server.token}", Host=server.hosts[1])[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 403),
        ("GET", "/?token=", {}, 403),
        ("GET", "/?token=wrong", {}, 403),
        ("GET", "/?token=%C3%A9%FF", {}, 403),
        ("GET", "/?token={token}x", {}, 403),
        ("GET", "/?token={token}", {"Host": "example.org"}, 403),
        ("GET", "/?token={token}", {"Host": "127.0.0.1"}, 403),
        ("GET", "/?token={token}", {"Host": None}, 403),
        ("GET", "/?token={token}", {"Origin": "http://example.org"}, 403),
        ("GET", "/?token={token}", {"Origin": "null"}, 403),
        ("GET", "/?token={token}", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("GET", "/../../etc/passwd?token={token}", {}, 404),
        ("GET", "/page.js?token={token}", {}, 404),
        ("GET", "//example.org/?token={token}", {}, 404),
        ("GET", "/times?token={token}", {}, 404),
        ("POST", "/times", {"X_Token": None}, 403),
        ("POST", "/times", {"X_Token": "wrong"}, 403),
        ("POST", "/times?token={token}", {"X_Token": None}, 403),
        ("POST", "/times", {"Origin": "http://example.org"}, 403),
        ("POST", "/times", {"Host": "example.org", "Origin": "http://example.org"}, 403),
        ("POST", "/times", {"Content_Type": "text/plain"}, 415),
        ("POST", "/times", {"Content_Length": "9999999999"}, 413),
        ("POST", "/times", {"Content_Length": "-1"}, 413),
        ("POST", "/times", {"Content_Length": None}, 413),
        ("POST", "/elsewhere", {}, 404),
        ("POST", "/../times", {}, 404),
        ("PUT", "/times", {}, 501),
        ("DELETE", "/", {}, 501),
    ],
)
def test_refusals(
    server: ExplorerServer, method: str, path: str, headers: dict[str, str | None], status: int
) -> None:
    found, text = ask(server, method, path.format(token=server.token), {}, **headers)
    assert found == status
    assert "<script" not in text
    assert server.token not in text


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'"text"', b"[" * 100_000, b"\xff"])
def test_content_that_is_no_json_object(server: ExplorerServer, content: bytes) -> None:
    assert ask(server, "POST", "/schedule", content)[0] == 400


def test_stages_are_sent_when_they_are_ready() -> None:
    with ExplorerServer(Compilation(dlvm.parse(MODULE, "layer.dl"))) as made:
        thread = Thread(target=made.serve_forever)
        thread.start()
        _, first = page_parts(ask(made, "GET", f"/?token={made.token}")[1])
        names = [view["name"] for view in first["views"]]
        assert names[:2] == ["layer.dl", "IR: raw"]
        for path, name in (("/scheduled", "schedule"), ("/generated", "assembly")):
            data = json.loads(ask(made, "POST", path, {})[1])["data"]
            assert [view["name"] for view in data["views"]][: len(names)] == names
            assert data["views"][-1]["name"] == name or path == "/scheduled"
            assert any(view["name"] == name for view in data["views"])
        _, whole = page_parts(ask(made, "GET", f"/?token={made.token}")[1])
        assert "pending" not in whole
        assert whole["views"][-1]["name"] == "assembly"
        made.shutdown()
        thread.join()


def test_a_program_that_does_not_compile_shows_its_first_stage() -> None:
    problems: list[DiagnosticError] = []
    with ExplorerServer(
        Compilation(dlvm.parse(MODULE, "layer.dl"), on_error=problems.append, memory_budget="1B")
    ) as made:
        thread = Thread(target=made.serve_forever)
        thread.start()
        assert "budget" in json.loads(ask(made, "POST", "/scheduled", {})[1])["error"]
        assert "budget" in json.loads(ask(made, "POST", "/generated", {})[1])["error"]
        _, first = page_parts(ask(made, "GET", f"/?token={made.token}")[1])
        assert first["views"][-1]["name"] == "IR: raw"
        assert len(problems) == 1
        made.shutdown()
        thread.join()


def test_times_of_all_kernels(server: ExplorerServer) -> None:
    status, text = ask(server, "POST", "/times", {})
    assert status == 200
    answer = json.loads(text)
    assert {row["kernel"] for row in answer["rows"]} >= {"dot.0"}
    assert all(row["seconds"] > 0 for row in answer["rows"])
    assert answer["chart"].count("<circle") == len(answer["rows"])


def test_an_edited_schedule_is_compiled_checked_and_timed(server: ExplorerServer) -> None:
    schedule = "schedule @dot.0 for cpu {\n    vectorize j by 4\n    unroll k by 2\n}\n"
    status, text = ask(server, "POST", "/schedule", {"text": schedule})
    assert status == 200
    answer = json.loads(text)
    assert "error" not in answer, answer
    for rows in (answer["before"], answer["after"]):
        assert [row["kernel"] for row in rows] == ["dot.0"]
        assert rows[0]["seconds"] > 0
    assert answer["differences"]
    assert all(d["share"] <= 1 for d in answer["differences"])
    assert any(d["relative"] > 0 for d in answer["differences"]), "the order of sums differs"
    assert "    vectorize j by 4" in answer["data"]["lines"]
    views = server.session.exploration.views
    assert schedule.strip() in text_of(next(v for v in views if v.kind == "schedule"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("schedule @dot.0 for cpu {\n    unroll q by 2\n}", "@dot.0 has no variable q"),
        ("schedule @absent for cpu {\n}", "absent"),
        ("schedule @dot.0", "schedule:1:"),
        ("", "got no schedule"),
    ],
)
def test_a_wrong_schedule_is_an_error_at_its_line(
    server: ExplorerServer, text: str, message: str
) -> None:
    before = server.session.exploration
    status, answer = ask(server, "POST", "/schedule", {"text": text})
    assert status == 200
    assert message in json.loads(answer)["error"]
    assert server.session.exploration is before
    assert ask(server, "POST", "/schedule", {"text": 1})[0] == 400
