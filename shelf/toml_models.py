"""Tables of TOML that accept only the keys they know, and what is said about one that is wrong."""

from __future__ import annotations

import re
import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from shelf.errors import DefinitionError, nearest, quoted
from shelf.safe_files import parse_toml
from shelf.toml_lines import Place, line_of


class Strict(BaseModel):
    """A table of the definition that accepts only the keys it knows."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def fault_at(file: Path, text: str, message: str, *place: str | int) -> DefinitionError:
    """A fault in a TOML file at a key."""
    return DefinitionError(file, message, line_of(text, place), ".".join(str(step) for step in place) or None)


def spelled_out(file: Path, text: str, fault: ValidationError, model: type[BaseModel]) -> DefinitionError:
    """The most telling complaint of pydantic in our words, with its line: a misspelt key before a missing one."""
    found = fault.errors()
    first = next((error for error in found if error["type"] == "extra_forbidden"), found[0])
    place: Place = first["loc"]
    if first["type"] == "missing":
        what = "key" if isinstance(place[-1], str) else "value"
        return fault_at(file, text, f"this {what} is missing.", *place)
    place = _written(parse_toml(file, text), place)
    if first["type"] == "extra_forbidden":
        name = str(place[-1])
        return fault_at(file, text, f"unknown key.{nearest(name, _keys_at(model, place[:-1]))}", *place)
    message = f"{_expected(first)}, but found {quoted(first['input'])}."
    if first["type"] == "literal_error":
        message += nearest(str(first["input"]), re.findall(r"'([^']*)'", first["msg"]))
    return fault_at(file, text, message, *place)


def _expected(error: ErrorDetails) -> str:
    if error["type"] == "string_pattern_mismatch":
        return "a name of small letters, digits and hyphens was expected"
    return error["msg"][0].lower() + error["msg"][1:]


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
