"""Tables of TOML that accept only the keys they know, and what is said about one that is wrong."""

from __future__ import annotations

import re
import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from shelf.errors import DefinitionError, nearest, quoted
from shelf.messages import Message, is_message
from shelf.safe_files import parse_toml
from shelf.toml_lines import Place, line_of


class Strict(BaseModel):
    """A table of the definition that accepts only the keys it knows; made ready when the first file is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def fault_at(file: Path, text: str, message: str, *place: str | int) -> DefinitionError:
    """A fault in a TOML file at a key."""
    return DefinitionError(file, message, line_of(text, place), ".".join(str(step) for step in place) or None)


def spelled_out(file: Path, text: str, fault: ValidationError, model: type[BaseModel]) -> DefinitionError:
    """The most telling complaint of pydantic in our words, with its line: a misspelt key before a missing one."""
    found = fault.errors()
    first = next((error for error in found if error["type"] == "extra_forbidden"), found[0])
    place: Place = first["loc"]
    if first["type"] == "missing":
        return fault_at(file, text, Message("toml.no_key" if isinstance(place[-1], str) else "toml.no_value"), *place)
    place = _written(parse_toml(file, text), place)
    if first["type"] == "extra_forbidden":
        hint = nearest(str(place[-1]), _keys_at(model, place[:-1]))
        return fault_at(file, text, Message("toml.unknown_key", hint=hint), *place)
    choices = re.findall(r"'([^']*)'", first["msg"]) if first["type"] == "literal_error" else []
    hint = nearest(str(first["input"]), choices)
    message = Message("toml.found", expected=_expected(first), found=quoted(first["input"]), hint=hint)
    return fault_at(file, text, message, *place)


def _expected(error: ErrorDetails) -> str:
    if error["type"] == "string_pattern_mismatch":
        return Message("toml.no_name")
    said = error["msg"][0].lower() + error["msg"][1:]
    bound = next(iter(error.get("ctx", {"": ""}).values()))
    key = f"toml.expected.{error['type']}"
    return Message(key, said=said, bound=bound) if is_message(key) else said


def _written(values: Any, place: Place) -> Place:
    """The part of a place that stands in the file: pydantic adds the kinds it has tried."""
    for number, step in enumerate(place):
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return place[:number]
    return place


def _keys_at(annotation: Any, place: Place) -> list[str]:
    """The keys that a nested table of the definition knows."""
    for number, step in enumerate(place):
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            annotation = annotation.model_fields[str(step)].annotation
        elif get_origin(annotation) in (dict, list, tuple):
            annotation = get_args(annotation)[-1 if get_origin(annotation) is dict else 0]
        elif get_origin(annotation) in (Union, types.UnionType):
            return [key for choice in get_args(annotation) for key in _keys_at(choice, place[number:])]
        else:
            return []
    if get_origin(annotation) in (Union, types.UnionType):
        return [key for choice in get_args(annotation) for key in _keys_at(choice, ())]
    return list(annotation.model_fields) if hasattr(annotation, "model_fields") else []
