"""The functions `net` and `model` of templates; a game without paper models does not wait for what folds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.definition.game import Game
from shelf.errors import PrintingError, nearest
from shelf.messages import Message
from shelf.safe_files import file_in

NETS = "nets.toml"


def functions(game: Game) -> Mapping[str, Callable[..., dict[str, Any]]]:
    """Both functions by name."""
    if file_in(game.folder, NETS) is None:
        return {"net": _no_net, "model": _no_net}
    from pnp.models.net_files import read_nets  # numpy takes as long to import as a small deck to print
    from pnp.models.net_views import model_function, net_function

    nets = read_nets(game)
    return {"net": net_function(nets), "model": model_function(nets)}


def _no_net(name: object, *_: object, **__: object) -> dict[str, Any]:
    raise PrintingError(Message("nets.no_net", name=repr(str(name)), hint=nearest(str(name), ())))
