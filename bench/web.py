"""The pages of `timbuktu serve`: taps, page sizes, listeners, answers while a search runs, start, memory.

    python bench/web.py [--taps 40] [--listeners 200]

Serves a folder of its own on the loopback and drives Debian's Chromium as a phone; the budgets are those of the house.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Page, async_playwright

from table.log import gamelog, referee

PLAYERS = {"kk-card": 3, "kardinal": 2, "kk-board": 3, "cartino": 2}
NAMES = ("Anna", "Ben", "Clara")
TABLES = 20
TAP = """async () => {
  const scene = document.getElementById("scene");
  const things = document.querySelectorAll("#steps [data-step]");
  const thing = things[Math.floor(Math.random() * things.length)];
  const drawn = () => new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
    watch.observe(scene, { childList: true, subtree: true });
  });
  const begun = performance.now();
  let picture = drawn();
  thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await picture;
  const taken = performance.now() - begun;
  picture = drawn();
  document.querySelector("[data-do=back]").click();
  await picture;
  return taken;
}"""
FOLLOW = """() => new Promise((done) => {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
  });
  watch.observe(document.getElementById("scene"), { childList: true, subtree: true });
})"""


def deal(folder: Path, game: str, name: str = "", seed: int = 7) -> Path:
    """A log of a dealt game."""
    rules, count = referee.rules(game), PLAYERS[game]
    header = {"game": game, "players": ", ".join(NAMES[:count])}
    file = folder / f"{name or game}.tbk"
    gamelog.create(file, gamelog.written(header, rules.write_setup(rules.deal(count, seed, {}))))
    return file


def told(what: str, value: float, unit: str, budget: float) -> None:
    print(f"{what:<58} {value:8.1f} {unit:<4} budget {budget:g} {unit}  {'ok' if value <= budget else 'OVER'}")


def most(times: list[float]) -> float:
    """The time under which 95 of 100 are."""
    return statistics.quantiles(times, n=20)[-1]


async def taps(page: Page, count: int) -> list[float]:
    """Milliseconds from a tap to the new picture."""
    await page.evaluate(TAP)
    return [await page.evaluate(TAP) for _ in range(count)]


async def sizes(client: httpx.AsyncClient, game: str, path: str) -> None:
    """The first page of a table with all that it loads but fonts, as it comes over the line."""
    while 'id="scene"' not in (page := await client.get(path)).text:
        await asyncio.sleep(1)
    modules = ("table", "asking", "finger", "listening", "motion", "patching", "zoom")
    parts = ["/static/house.css", *(f"/static/{name}.js" for name in modules)]
    answers = [page, *[await client.get(part) for part in parts]]
    told(f"{game}: first page without fonts", sum(one.num_bytes_downloaded for one in answers) / 1000, "kB", 300)


async def listeners(address: str, path: str, file: Path, count: int) -> None:
    """How long it takes until everybody has heard of a turn."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        here, heard = asyncio.Semaphore(0), []

        async def listen() -> None:
            async with client.stream("GET", f"{path}/events") as stream:
                async for line in stream.aiter_lines():
                    if line == "event: hello":
                        here.release()
                    if line == "event: changed":
                        heard.append(time.perf_counter())
                        return

        tasks = [asyncio.create_task(listen()) for _ in range(count)]
        for _ in tasks:
            await here.acquire()
        await asyncio.to_thread(referee.append, file, ["SA7"])
        begun = time.perf_counter()
        await asyncio.gather(*tasks)
    told(f"{count} listeners at one table, all told", 1000 * (max(heard) - begun), "ms", 1000)


async def memory(client: httpx.AsyncClient, folder: Path, server: int) -> None:
    """What the server takes when many tables are open, each in both shapes; Linux tells."""
    names = [f"open-{number}" for number in range(TABLES)]
    for number, name in enumerate(names):
        deal(folder, list(PLAYERS)[number % len(PLAYERS)], name, number)
    shelf = (await client.get("/")).text
    for name in names:
        path = re.search(rf'"(/t/{name}/host/[^"]+)"', shelf)[1]  # type: ignore[index]
        for shape in ("wide", "portrait"):
            (await client.get(f"{path}/look", params={"shape": shape})).raise_for_status()
    size = Path(f"/proc/{server}/statm")
    if size.exists():
        resident = int(size.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
        told(f"memory with {TABLES} more tables open", resident / 1e6, "MB", 400)


async def measure(address: str, folder: Path, server: int, wishes: Any) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        shelf = (await client.get("/")).text
        paths = {name: re.search(rf'"(/t/{name}/host/[^"]+)"', shelf)[1] for name in (*PLAYERS, "search")}  # type: ignore[index]
        for game in PLAYERS:
            await sizes(client, game, paths[game])
        await memory(client, folder, server)
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            pages: dict[str, Page] = {}
            for game in PLAYERS:
                pages[game] = await browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
                await pages[game].goto(address + paths[game])
                await pages[game].locator("#scene [data-step]").first.wait_for(state="attached")
                told(f"{game}: tap to new picture, 95 of 100", most(await taps(pages[game], wishes.taps)), "ms", 150)
            for game in PLAYERS:
                await searching(client, pages[game], game, paths["search"], wishes.taps)
            await following(client, pages["kk-card"], paths["kk-card"], 2 * (wishes.taps // 4))
            await browser.close()
    await listeners(address, paths["kk-card"], folder / "kk-card.tbk", wishes.listeners)


async def searching(client: httpx.AsyncClient, page: Page, game: str, path: str, count: int) -> None:
    """The same while a search for another table uses all threads that a search gets."""
    version = (await client.get(f"{path}/look")).json()["version"]
    while (await posted(client, f"{path}/advise", version=version, longer=True)).is_error:
        await asyncio.sleep(0.5)  # the one before has not ended yet
    await asyncio.sleep(3)
    told(f"{game}: the same while a search runs", most(await taps(page, count)), "ms", 400)
    running = (await posted(client, f"{path}/advise", version=version)).is_error
    await posted(client, f"{path}/stop")
    if not running:
        print("  the search had ended before: ask for fewer taps")


async def following(client: httpx.AsyncClient, page: Page, path: str, count: int) -> None:
    """How long it takes until a page shows what another device has done."""
    times = []
    for number in range(count):
        version = (await client.get(f"{path}/look")).json()["version"]
        picture = asyncio.create_task(page.evaluate(FOLLOW))
        await asyncio.sleep(0.2)
        begun = time.time()
        await posted(client, f"{path}/{'undo' if number % 2 else 'turn'}", version=version, turn="SA7")
        times.append(await picture - 1000 * begun)
    told("another page shows a turn, 95 of 100", most(times), "ms", 333)


async def posted(client: httpx.AsyncClient, path: str, **content: object) -> httpx.Response:
    """A request that changes something, as a page sends it."""
    return await client.post(path, json=content, headers={"origin": str(client.base_url).rstrip("/")})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--listeners", type=int, default=200)
    wishes: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for game in PLAYERS:
            deal(folder, game)
        deal(folder, "kk-board", "search")
        begun = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-c", "from table.cli import main; main()", "serve", place, "--no-open"],
            stdout=subprocess.PIPE,
            env=os.environ | {"TIMBUKTU_HOME": place},
            text=True,
        )
        try:
            assert server.stdout
            address = re.search(r"http://\S+?(?=/?$)", server.stdout.readline().strip())
            assert address
            httpx.get(f"{address[0]}/", timeout=60)
            told("start to first page", time.perf_counter() - begun, "s", 1.5)
            asyncio.run(measure(address[0], folder, server.pid, wishes))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
