"""The page of a new game: who plays, dealt by the program or as it lies on the real table."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.definition.game import load
from pnp.jobbing import trusted
from shelf.errors import PrintingError, sentence
from shelf.messages import Message
from shelf.safe_files import file_in
from solver.games import playable_ids
from solver.kernel.playable import NotationError
from solver.players.bots import LEVELS
from table.log import referee
from table.log.gamelog import split_names
from table.log.refusal import RefusalError
from table.play import seats
from table.play.seats import AI, LEVEL, Chair, Laid
from table.scenes.easel import face_picture
from table.screens.words import Words
from table.web.folder import NoSuchLogError
from table.web.house import WebHouse, sent, text_of
from table.web.views import HOST, View

if TYPE_CHECKING:
    from solver.kernel.playable import Playable, SetupEntry

MOST_LINES = 200
"""Lines of a setup that is typed in."""
SEEDS = 1_000_000


class NewPage:
    """The requests of that page."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house

    def routes(self) -> list[BaseRoute]:
        """A page for each game that plays, and what it asks for."""
        return [
            Route("/new/{game}", self.page),
            Route("/new/{game}", self.begin, methods=["POST"]),
            Route("/new/{game}/setup", self.setup, methods=["POST"]),
            Route("/games/{game}/emblem.svg", self.emblem),
            Route("/games/{game}/faces/{code}.svg", self.face),
        ]

    def _rules(self, request: Request) -> Playable:
        game, catalogue = request.path_params["game"], self.house.folder.catalogue
        if game not in playable_ids(catalogue):
            raise NoSuchLogError(game)
        return referee.rules(game, catalogue=catalogue)

    def page(self, request: Request) -> Response:
        """The form; as it stands it begins a game of one person against opponents."""
        game, words = self._rules(request), self.house.pages.words(request)
        counts = game.player_counts()
        names = [words.said("play.human"), *words.entry("play.names")]
        title = load(self.house.folder.catalogue.named(game.id)).spec.title
        return self.house.pages.page(
            "new",
            words,
            game=game,
            title=title.de if words.language == "de" else title.en,
            names=names[: counts[-1]],
            least=counts[0],
            levels=LEVELS,
            usual=LEVEL,
        )

    async def begin(self, request: Request) -> Response:
        """Writes the log and says where its table is."""
        return await run_in_threadpool(self._begin, request, await sent(request))

    def _begin(self, request: Request, content: dict[str, Any]) -> Response:
        game, words = self._rules(request), self.house.pages.words(request)
        chairs = _chairs(content)
        seats.check_players(game, chairs)
        me = text_of(content, "me") or None
        if me and me not in [chair.name for chair in chairs if chair.level is None]:
            raise PrintingError(words.said("web.not_a_person", name=me))
        laid = self._laid(game, chairs, content, me, words)
        file = self.house.folder.free_file(f"{game.id}-{_today()}")
        seats.begin(game, chairs, laid, file, words, self.house.folder.catalogue, me)
        players = tuple(chair.name for chair in chairs)
        return JSONResponse({"path": self.house.path(file.stem, players, View(HOST))})

    def _laid(
        self, game: Playable, chairs: Sequence[Chair], content: dict[str, Any], me: str | None, words: Words
    ) -> Laid:
        options = _switched_on(game, content)
        if content.get("dealt") is not False:
            return seats.dealt(game, len(chairs), randbelow(SEEDS), options)
        if any(chair.level for chair in chairs):
            raise RefusalError(words.said("web.opponents_need_a_deal"))
        owner = [chair.name for chair in chairs].index(me) if me else None
        entry = game.setup_entry(len(chairs), options, owner)
        for line in _lines(content):
            entry.enter(line)
        if (missing := entry.prompt()) is not None:
            raise RefusalError(words.said("web.setup_missing", what=words.told(missing)))
        return Laid(entry.state(), options)

    async def setup(self, request: Request) -> Response:
        """What was entered of a real table so far, and what comes next."""
        return await run_in_threadpool(self._enter_setup, request, await sent(request))

    def _enter_setup(self, request: Request, content: dict[str, Any]) -> Response:
        """The last line may be unfinished: it is tried, and where it does not do yet it waits for more."""
        game, words = self._rules(request), self.house.pages.words(request)
        players, seat = content.get("players"), content.get("seat")
        if not isinstance(players, int) or players not in game.player_counts():
            raise PrintingError(Message("web.player_count", id=game.id))
        owner = seat if isinstance(seat, int) and 0 <= seat < players else None
        entry = game.setup_entry(players, _switched_on(game, content), owner)
        *entered, pending = *_lines(content), text_of(content, "pending")
        for line in entered:
            entry.enter(line)
        wanted = bool(pending) and entry.prompt() is not None
        fault = _try(entry, pending, words) if wanted else ""
        accepted = [*entered, pending] if wanted and not fault else entered
        return JSONResponse(
            {
                "prompt": None if entry.prompt() is None else words.told(entry.prompt()),
                "words": entry.words() if entry.prompt() is not None else [],
                "lines": accepted,
                "written": entry.lines(),
                "pending": pending if fault else "",
                "fault": fault,
                "help": words.told(entry.help()),
                "faces": self._faces(game),
            }
        )

    def _faces(self, game: Playable) -> dict[str, str]:
        """Where the printed faces of the things are found that the setup may name."""
        if not trusted(game.data.folder):
            return {}
        codes = {row["id"] for rows in game.data.tables.values() for row in rows if "id" in row}
        return {code: f"/games/{game.id}/faces/{quote(code)}.svg" for code in codes}

    def face(self, request: Request) -> Response:
        """A printed thing of a game, to tap on."""
        game, words = self._rules(request), self.house.pages.words(request)
        picture = face_picture(game.data, request.path_params["code"], words.language)
        if picture is None:
            raise NoSuchLogError
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    def emblem(self, request: Request) -> Response:
        """The sign of a game of the house."""
        game = self.house.folder.catalogue.find(request.path_params["game"])
        file = file_in(game.folder, "emblem.svg") if game and game.origin == "shipped" else None
        if file is None:
            raise NoSuchLogError
        return FileResponse(file, media_type="image/svg+xml")


def _chairs(content: dict[str, Any]) -> list[Chair]:
    given = content.get("chairs")
    if not isinstance(given, list) or not all(isinstance(chair, dict) for chair in given):
        raise PrintingError(Message("web.players"))
    chairs = []
    for each in given:
        name, kind = text_of(each, "name").strip(), text_of(each, "kind")
        if len(split_names(name)) > 1 or (kind.startswith(AI) and kind.removeprefix(AI) not in LEVELS):
            raise PrintingError(Message("web.kind", name=repr(name[:40])))
        chairs.append(Chair(name, kind.removeprefix(AI) if kind.startswith(AI) else None))
    return chairs


def _switched_on(game: Playable, content: dict[str, Any]) -> dict[str, str]:
    wished = content.get("options")
    return {key: "yes" for key in game.options if isinstance(wished, dict) and wished.get(key) is True}


def _lines(content: dict[str, Any]) -> list[str]:
    lines = content.get("lines", [])
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        raise PrintingError(Message("web.setup_lines"))
    return [text_of({"line": line}, "line") for line in lines]


def _try(entry: SetupEntry, line: str, words: Words) -> str:
    try:
        entry.enter(line)
    except NotationError as fault:
        return sentence(words.told(fault))
    return ""


def _today() -> str:
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()
