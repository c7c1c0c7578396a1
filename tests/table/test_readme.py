"""README: its command lines work as they stand, in order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.conftest import Workshop

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)]


def test_every_command_line_works_in_order(workshop: Workshop) -> None:
    """What `make` does is what runs this test; `init` finds no folder of its name where it is the first to be run."""
    (workshop.root / "mygame").rename(workshop.root / "example")
    commands = [shlex.split(line, comments=True) for block in BLOCKS for line in block]
    run = [words[1:] for words in commands if words and words[0] == "timbuktu"]
    assert len(run) >= 9
    for arguments in run:
        result = workshop.run(*arguments, *(["--time", "1"] if arguments[0] == "advise" else []))
        assert result.exit_code == 0, (arguments, result.output)
