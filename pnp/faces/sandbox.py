"""The sandbox in which templates run: a stranger's folder is not to be trusted.

A template sees plain data and the few functions it is given, reads no file outside its folders, and cannot blow up the
machine with one multiplication; `pnp.faces.limits` and `pnp.jobbing` stop what is slow or large in other ways.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, Environment, StrictUndefined, TemplateNotFound
from jinja2.bccache import Bucket
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from shelf.errors import nearest, quoted
from shelf.kept import Kept, made_by
from shelf.messages import Message
from shelf.safe_files import file_in, inside, read_text

_MOST_REPEATED = 100_000
_MOST_BITS = 256
_MOST_TEMPLATES = 500
_LENGTHS = ({float}, {float, int})
"""What a drawing multiplies most, whose product is no larger than any other number."""


_COMPILED: dict[str, bytes] = {}
"""The code of templates that this program has compiled, by Jinja2's keys."""


class _Compiled(BytecodeCache):
    """Templates that were compiled before: those that games share, and those of a game printed again.

    Jinja2 looks at their text and compiles anew what has changed. All sandboxes have the same filters and tests, which
    is all that a compiled template takes from the one that it was compiled in. On the disk only the code of the house's
    own templates is kept: code that a stranger could have made is never run.
    """

    def __init__(self, kept: Kept | None) -> None:
        self._kept = kept if kept and not kept.room else None

    def load_bytecode(self, bucket: Bucket) -> None:
        """The code as it was kept."""
        code = _COMPILED.get(bucket.key)
        if code is None and self._kept:
            code = self._kept.find("template", _compiled_from(bucket))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps the code; whoever prints thousands of strangers' games begins anew."""
        if len(_COMPILED) >= _MOST_TEMPLATES:
            _COMPILED.clear()
        _COMPILED[bucket.key] = code = bucket.bytecode_to_string()
        if self._kept:
            self._kept.put("template", _compiled_from(bucket), code)


def _compiled_from(bucket: Bucket) -> bytes:
    """All that goes into the code of a template: its name and text, Jinja2, Python."""
    return f"{bucket.key} {bucket.checksum} {version('jinja2')} {sys.version} {made_by(Path(__file__))}".encode()


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox over some folders, with the names that templates may use; `files` tells which come from one."""

    intercepted_binops = frozenset(("*", "**"))

    def __init__(
        self,
        folders: Sequence[Path],
        names: Mapping[str, object],
        files: Mapping[str, str],
        kept: Kept | None = None,
    ) -> None:
        super().__init__(
            loader=_Folders(folders),
            autoescape=True,
            undefined=_unknown(names, files),
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=_Compiled(kept),
        )
        # What they give differs from run to run, and a set must print the same twice.
        del self.globals["lipsum"], self.filters["random"]
        self.globals.update(names)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiplies, but not into the millions of letters or digits."""
        if operator == "*" and {type(left), type(right)} in _LENGTHS:
            return left * right
        for one, other in ((left, right), (right, left)):
            many = isinstance(one, str | bytes | list | tuple) and isinstance(other, int)
            if many and len(one) * other > _MOST_REPEATED:
                raise SecurityError(Message("faces.repeats", other=f"{other:,}"))
        if isinstance(left, int) and isinstance(right, int):
            bits = left.bit_length() * right if operator == "**" else left.bit_length() + right.bit_length()
            if bits > _MOST_BITS:
                raise SecurityError(Message("faces.large_number"))
        return super().call_binop(context, operator, left, right)


class _Folders(BaseLoader):
    """Finds templates by name in the folders and nowhere else, whatever `..`, slashes or links say."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        for folder in self.folders:
            if file_in(folder, template):
                return read_text(folder / template), str(folder / template), lambda: True
        if inside(self.folders[0], template) is None:
            raise TemplateNotFound(template, Message("faces.leads_out", template=quoted(template)))
        near, *others = self.folders
        found = [(near, file) for file in near.glob("**/*.j2")]
        found += [(folder, file) for folder in others for file in folder.glob("common/*.j2")]
        known = [file.relative_to(folder).as_posix() for folder, file in found]
        raise TemplateNotFound(
            template, Message("faces.no_template", template=quoted(template), hint=nearest(template, known))
        )


def _unknown(names: Mapping[str, object], files: Mapping[str, str]) -> type[StrictUndefined]:
    """The kind of undefined value that tells what was meant; `names` are known to every template."""

    class Unknown(StrictUndefined):
        """Any use of it is an error."""

        __slots__ = ()

        @property
        def _undefined_message(self) -> str:
            name, owner = str(self._undefined_name), self._undefined_obj
            if self._undefined_hint:
                return self._undefined_hint
            if owner is missing:
                return Message(
                    "faces.unknown_name",
                    name=repr(name),
                    hint=nearest(name, {*names, "row", "width", "height", "bleed"}),
                )
            if isinstance(owner, Mapping):
                keys = [key for key in map(str, owner) if not key.startswith("_")]
                path = next(_paths(names, owner), "row")
                file = files.get(path.partition(".")[0])
                place = f"{path} ({file})" if file else path
                return Message(
                    "faces.unknown_part",
                    place=place,
                    undefined_name=quoted(self._undefined_name),
                    hint=nearest(name, keys),
                )
            return super()._undefined_message

    return Unknown


def _paths(values: Mapping[str, object], wanted: object) -> Iterator[str]:
    """The dotted names under which templates know a mapping."""
    for key, value in values.items():
        if value is wanted:
            yield key
        elif isinstance(value, Mapping):
            yield from (f"{key}.{inner}" for inner in _paths(value, wanted))
