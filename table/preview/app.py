"""The page of the preview: faces by part, a fault above them, and a line to the server that tells of every save."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import escape
from itertools import groupby

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from table.preview.proofs import Proof, Proofs

PAUSE = 0.1
"""Seconds between two looks at the folder."""
POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"

_STYLE = """
body { margin: 0; background: #efe6d2; color: #221c14; font: 15px/1.4 'Source Serif Pro', Georgia, serif }
main { padding: 1rem 1.4rem 3rem } h2 { font-size: 1rem; letter-spacing: .08em; text-transform: uppercase }
section { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 }
img { display: block; box-shadow: 0 1px 4px #0006 } figcaption { font-size: .8rem; color: #6b5b45 }
#fault { position: sticky; top: 0; background: #a81e2d; color: #fff; padding: .7rem 1.4rem; white-space: pre-wrap }
#fault:empty { display: none } small { color: #6b5b45 }
figure.blamed img { outline: 3px solid #a81e2d }
@media (prefers-color-scheme: dark) { body { background: #23272e; color: #e8dfcb } }
"""
_SCRIPT = """
const stream = new EventSource("changes");
stream.onmessage = async () => {
  const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
  document.body.replaceChildren(...page.body.children);
};
"""


def preview_app(proofs: Proofs) -> Starlette:
    """The app; a name that is not this machine's own is refused."""

    async def page(_request: Request) -> Response:
        return HTMLResponse(_page(proofs), headers={"content-security-policy": POLICY, "cache-control": "no-store"})

    async def picture(request: Request) -> Response:
        content = proofs.pictures.get(request.path_params["name"])
        if content is None:
            return Response(status_code=404)
        return Response(content, media_type="image/png", headers={"cache-control": "max-age=86400, immutable"})

    async def changes(request: Request) -> Response:
        async def told() -> AsyncIterator[str]:
            version = proofs.version
            while not (app.state.over or await request.is_disconnected()):
                if proofs.version != version:
                    version = proofs.version
                    yield f"data: {version}\n\n"
                await asyncio.sleep(PAUSE / 2)

        return StreamingResponse(told(), media_type="text/event-stream")

    @asynccontextmanager
    async def watching(_app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(_watch(proofs))
        yield
        task.cancel()

    app = Starlette(
        routes=[Route("/", page), Route("/changes", changes), Route("/pictures/{name}.png", picture)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
        lifespan=watching,
    )
    app.state.over = False
    return app


async def _watch(proofs: Proofs) -> None:
    """Draws in this very thread: a process with one thread can be forked, and a fork begins at once."""
    while True:
        await asyncio.sleep(PAUSE)
        proofs.look()


def _page(proofs: Proofs) -> str:
    parts = "".join(
        _part(name, list(faces), proofs.fault) for name, faces in groupby(proofs.faces, key=lambda face: face.part)
    )
    return (
        f'<!DOCTYPE html><html lang="{proofs.language}"><meta charset="utf-8">'
        f"<title>{escape(proofs.folder.name)}</title><style>{_STYLE}</style><script>{_SCRIPT}</script>"
        f'<body><div id="fault" role="alert">{escape(proofs.fault)}</div>'
        f"<main><small>{escape(str(proofs.folder))} · {proofs.seconds:.2f} s</small>{parts}</main></body></html>"
    )


def _part(name: str, faces: Sequence[Proof], fault: str) -> str:
    figures = "".join(
        f'<figure{_blame(face, fault)}><img src="pictures/{face.picture}.png" alt="{escape(face.row)} {face.side}"'
        f' style="width:{face.width * 1.15:.1f}mm"><figcaption>{escape(face.row)} × {face.copies}</figcaption></figure>'
        for face in dict.fromkeys(faces)
        if face.side == "front"
    )
    backs = {face.picture: face for face in faces if face.side == "back"}
    figures += "".join(
        f'<figure><img src="pictures/{face.picture}.png" alt="back" style="width:{face.width * 1.15:.1f}mm"></figure>'
        for face in backs.values()
    )
    return f"<h2>{escape(name)}</h2><section>{figures}</section>"


def _blame(face: Proof, fault: str) -> str:
    """The face whose row a fault names."""
    return ' class="blamed"' if face.row and f"{face.row} (" in fault else ""
