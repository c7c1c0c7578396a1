"""`timbuktu serve` at the command line: what it says, how it ends, and that nobody else waits for it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from table.cli import house
from table.web.keys import keyring_of_this_user

PROGRAM = [sys.executable, "-c", "from table.cli import main; main()"]


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(house, ["serve", str(tmp_path), "--no-open", "--port", port])
    assert result.exit_code == 1
    assert f"port {port}" in result.stderr and "--port" in result.stderr and result.stderr.count("\n") == 1


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(house, ["serve", str(tmp_path / "nowhere"), "--no-open"])
    assert result.exit_code == 2 and "nowhere" in result.stderr


@pytest.mark.parametrize("lan", [False, True])
def test_it_says_its_address_answers_and_ends_with_ctrl_c(tmp_path: Path, lan: bool) -> None:
    environment = os.environ | {"TIMBUKTU_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8"}
    run = [*PROGRAM, "serve", str(tmp_path), "--no-open", *(["--lan"] if lan else [])]
    server = subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout and server.stderr
        address = server.stdout.readline().split()[-1]
        with httpx.Client(timeout=60, follow_redirects=True) as client:
            assert "Timbuktu" in client.get(address).text
            if lan:
                assert httpx.get(address.partition("/enter/")[0], timeout=60).status_code == 403
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
    rest, errors = server.stdout.read(), server.stderr.read()
    assert server.returncode == 0
    assert errors == ""
    assert "Ctrl-C" in rest
    assert ("█" in rest or "▄" in rest) == lan


def test_the_secret_of_the_links_is_kept_for_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path))
    first = keyring_of_this_user()
    assert first.key("evening") == keyring_of_this_user().key("evening")
    assert (tmp_path / "serve.key").stat().st_mode & 0o077 == 0
    assert first.key("a", "bc") != first.key("ab", "c")


def test_the_other_commands_do_not_load_the_server() -> None:
    asked = "import sys; from table.cli import house; house(['show', '--help'], standalone_mode=False); "
    checked = "assert not {'starlette', 'uvicorn', 'segno', 'asyncio'} & set(sys.modules), 'loaded'"
    subprocess.run([sys.executable, "-c", asked + checked], check=True, capture_output=True)


def test_the_first_page_does_not_wait_for_the_search() -> None:
    loaded = "import sys; import table.web.app; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    assert "table.web.practise_page" in modules
    assert not {"solver.search.tree", "solver.search.advisor", "solver.search.alphabeta"} & set(modules)
