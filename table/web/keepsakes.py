"""What one takes home from a table: the filled chart, and the log."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pnp import jobs
from pnp.imposition.papers import papers
from pnp.jobs import Played
from pnp.print_options import Order
from shelf.errors import PrintingError
from table.log.refusal import RefusalError
from table.web.folder import NoSuchLogError, OpenLog
from table.web.house import WebHouse
from table.web.looks import Look
from table.web.views import View


class Keepsakes:
    """The requests for them."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house

    def routes(self) -> list[BaseRoute]:
        """Below the path of a view."""
        here = "/t/{log}/{view}/{key}"
        return [Route(f"{here}/chart.pdf", self.chart), Route(f"{here}/log.tbk", self.log)]

    def chart(self, request: Request) -> Response:
        """The scoring chart with the points that this view may know."""
        log, view = self.house.entered(request)
        words = self.house.pages.words(request)
        paper = request.query_params.get("paper", "a4")
        if paper not in papers():
            raise PrintingError(words.said("web.no_such_paper"))
        result = Look(log, view, words).result
        winners = tuple(result.winners()) if result.over else ()
        played = Played(log.file, result.game.id, result.game.data.folder, result.chart_values(), winners)
        name = self.house.folder.catalogue.named(result.game.id)
        order = Order(paper, words.language, backs="none")
        _, content = jobs.chart(name, order, tuple(result.players), None, None, played)
        return Response(content, media_type="application/pdf", headers=_as_file(f"{log.name}.pdf"))

    def log(self, request: Request) -> Response:
        """The log itself; it knows everything, so before the end only its host gets it."""
        log, view = self.house.entered(request)
        if not _may_have_log(log, view):
            raise RefusalError(self.house.pages.words(request).said("web.log_after_the_end"))
        try:
            content = log.file.read_bytes()
        except OSError:
            raise NoSuchLogError(log.name) from None
        return Response(content, media_type="text/plain; charset=utf-8", headers=_as_file(f"{log.name}.tbk"))


def _may_have_log(log: OpenLog, view: View) -> bool:
    return view.hosts or log.to_move < 0


def _as_file(name: str) -> dict[str, str]:
    from urllib.parse import quote

    return {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
