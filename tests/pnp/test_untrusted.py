"""A stranger's folder can spoil its own print run, and nothing else."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest
from PIL import Image

from pnp.faces import svg
from pnp.faces.images import picture
from shelf.errors import PrintingError
from tests.conftest import Workshop

SECRET = "THE SECRET"


@pytest.fixture(autouse=True)
def secret(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files beside the game's folder that nobody gave away, and a network that must stay silent."""
    (workshop.root / "secret.j2").write_text(SECRET, encoding="utf-8")
    (workshop.root / "secret.toml").write_text(f'[guild]\nbaker = "{SECRET}"\n', encoding="utf-8")
    (workshop.root / "secret.svg").write_text(f'<svg xmlns="{svg.NAMESPACE}" viewBox="0 0 9 9"/>', encoding="utf-8")
    (workshop.root / "secret.csv").write_text("id,guild\n", encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("somebody opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def refused(workshop: Workshop, template: str) -> str:
    """What is said about a card's template that begins with `template`."""
    workshop.change("templates/card.svg.j2", "{# One card.", template + "{# One card.")
    said = workshop.complaint("pdf", "mygame", "--out", "out")
    assert "mygame/templates/card.svg.j2" in said and SECRET not in said
    return said


# ---- templates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ joiner.__init__.__globals__.os.environ }}",
        "{{ namespace.__init__.__globals__ }}",
        "{{ self.__init__.__globals__ }}",
        "{{ text.__globals__ }}",
        "{{ block.__code__ }}",
        "{{ image.__closure__[0].cell_contents.folders }}",
        "{{ row.__class__ }}",
        "{{ ''['__class__'] }}",
        "{{ '' | attr('__class__') }}",
        "{{ [''] | map(attribute='__class__') | first }}",
        "{{ '{0.__class__}'.format('') }}",
        "{{ '{x.__class__}'.format_map({'x': ''}) }}",
        "{% set x = text.__globals__ %}{{ x }}",
    ],
)
def test_templates_do_not_reach_behind_their_data(workshop: Workshop, template: str) -> None:
    assert "unsafe" in refused(workshop, template)


@pytest.mark.parametrize("name", ["parse_raw", "parse_file", "model_validate", "model_construct", "copy_on_model"])
def test_the_definition_in_a_template_is_plain_data(workshop: Workshop, name: str) -> None:
    """A pydantic model would bring `parse_file` and `parse_raw(..., allow_pickle=True)` into the sandbox."""
    said = refused(workshop, f"{{{{ game.{name}('/etc/passwd') }}}}")
    assert f"game (game.toml) has no '{name}'" in said


@pytest.mark.parametrize(
    "template",
    [
        "{{ words.update({'a': 1}) }}",
        "{{ palette.guild.clear() }}",
        "{{ row.pop('id') }}",
        "{{ game.players.append(3) }}",
        "{% do tables.clear() %}",
    ],
)
def test_templates_change_nothing_for_others(workshop: Workshop, template: str) -> None:
    refused(workshop, template)


@pytest.mark.parametrize("function", ["lipsum()", "[1, 2] | random"])
def test_templates_draw_the_same_every_time(workshop: Workshop, function: str) -> None:
    refused(workshop, f"{{{{ {function} }}}}")


@pytest.mark.parametrize("way", ["include", "import", "extends"])
@pytest.mark.parametrize("name", ["../../secret.j2", "../secret.j2", "/etc/passwd", "x/../../../secret.j2", "link.j2"])
def test_templates_load_only_templates(workshop: Workshop, way: str, name: str) -> None:
    (workshop.game / "templates" / "link.j2").symlink_to(workshop.root / "secret.j2")
    tail = " as x" if way == "import" else ""
    assert "leads out of the game's templates" in refused(workshop, f'{{% {way} "{name}"{tail} %}}')


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{% for n in range(10 ** 9) %}{% endfor %}", "Range too big"),
        ("{{ 'a' * 10 ** 10 }}", "repeats something 10,000,000,000 times"),
        ("{{ 10 ** 10 * 'a' }}", "repeats something 10,000,000,000 times"),
        ("{{ [1] * 10 ** 10 }}", "repeats something 10,000,000,000 times"),
        ("{{ 10 ** 10 ** 10 }}", "a number too large"),
        ("{% set n = namespace(x=9) %}{% for i in range(60) %}{% set n.x = n.x * n.x %}{% endfor %}", "too large"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "itself without end"),
        ("{% include 'card.svg.j2' %}", "itself without end"),
        ("{% for n in range(90000) %}{{ 'x' * 99 }}{% endfor %}", "more than 4,000,000 characters"),
    ],
)
def test_a_template_gone_wild_is_stopped(workshop: Workshop, template: str, message: str) -> None:
    assert message in refused(workshop, template)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system tells no process its size")
@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' | center(10 ** 10) }}",
        "{{ 'a'.ljust(10 ** 10) }}",
        "{{ '{:>9999999999}'.format(1) }}",
        "{% set n = namespace(x='x' * 999) %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
    ],
)
def test_a_template_that_eats_memory_is_stopped(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    monkeypatch.setenv("TIMBUKTU_MEGABYTES", "100")
    assert "line 1: BA1 (cards.csv, line 2): needs more than 100 MB of memory" in refused(workshop, template)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no alarm")
def test_a_template_that_takes_too_long_is_stopped(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_SECONDS", "30")
    loops = "{% for n in range(90000) %}" * 3 + "{% endfor %}" * 3
    assert "line 1: BA1 (cards.csv, line 2): takes longer than 2 seconds" in refused(workshop, loops)


# ---- images -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../secret.svg",
        "symbols/../../secret.svg",
        "/etc/passwd",
        "file:///etc/passwd",
        "http://example.org/x.svg",
        "//example.org/x.svg",
        "data:image/svg+xml,<svg/>",
        "symbols/%2e%2e/%2e%2e/secret.svg",
        "symbols\\\\..\\\\..\\\\secret.svg",
        "symbols/link.svg",
        "outside/secret.svg",
        "symbols/loop.svg",
        "symbols",
        "",
        "a\\x00b",
    ],
)
@pytest.mark.parametrize("way", ["function", "element", "clipped"])
def test_images_come_from_the_games_folder(workshop: Workshop, name: str, way: str) -> None:
    (workshop.game / "symbols" / "link.svg").symlink_to(workshop.root / "secret.svg")
    (workshop.game / "symbols" / "loop.svg").symlink_to(workshop.game / "symbols" / "loop.svg")
    (workshop.game / "outside").symlink_to(workshop.root)
    element = f'<image href="{name.replace("<", "&lt;")}" width="9" height="9"/>'
    said = refused(
        workshop,
        {
            "function": f'{{{{ image("{name}", 0, 0, 9, 9) }}}}',
            "element": element,
            "clipped": f'<g opacity="0.5">{element}</g>',
        }[way],
    )
    assert "there is no image" in said or "leads out of the game's folder" in said


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<script>alert(1)</script>", "<script> is not printed"),
        ("<style>@import url(http://example.org/x.css);</style>", "<style> is not printed"),
        ('<image href="../../secret.svg"/>', "only things inside the drawing"),
        ('<image href="file:///etc/passwd"/>', "only things inside the drawing"),
        ('<image xlink:href="http://example.org/x.png"/>', "only things inside the drawing"),
        ('<image href="data:image/png;base64,AAAA"/>', "only things inside the drawing"),
        ('<use href="smith.svg#a"/>', "only things inside the drawing"),
        ('<rect style="fill:url(http://example.org/#a)"/>', "leads out of the drawing"),
        ("<g>" * 50_000 + "</g>" * 50_000, "more than 100 elements inside each other"),
        ('<g id="a"><use href="#a"/></g>', "the drawing uses itself"),
        ("<text>Hello</text>", "needs a system font"),
        ("<!--" + "x" * 5_000_000 + "-->", "larger than 4 MB"),
    ],
)
def test_a_drawing_stays_within_itself(workshop: Workshop, content: str, message: str) -> None:
    opening = f'<svg xmlns="{svg.NAMESPACE}" xmlns:xlink="{svg.XLINK}" viewBox="0 0 9 9">'
    workshop.write("symbols/baker.svg", f"{opening}{content}</svg>")
    said = workshop.complaint("pdf", "mygame", "--out", "out")
    assert said.startswith("mygame/symbols/baker.svg: ") and message in said


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    ],
)
def test_a_drawing_has_no_entities(workshop: Workshop, head: str) -> None:
    text = (workshop.game / "symbols" / "baker.svg").read_text(encoding="utf-8")
    workshop.write("symbols/baker.svg", head + text)
    assert "document type or entities" in workshop.complaint("pdf", "mygame", "--out", "out")


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no alarm")
def test_a_drawing_that_takes_too_long_is_stopped(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A billion laughs with <use> instead of entities."""
    monkeypatch.setenv("TIMBUKTU_SECONDS", "30")
    layers = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 10))
    content = f'<defs><g id="g0"><path d="M0 0h9"/></g>{layers}</defs><use href="#g9"/>'
    workshop.write("symbols/baker.svg", f'<svg xmlns="{svg.NAMESPACE}" viewBox="0 0 9 9">{content}</svg>')
    said = workshop.complaint("pdf", "mygame", "--out", "out")
    assert said.startswith("mygame/symbols/baker.svg: the drawing takes longer than 2 seconds")


def png(width: int, height: int) -> bytes:
    """A PNG file that claims a size and holds next to nothing."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9999))) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (png(60_000, 60_000), "more than 80 million pixels are not printed"),
        (png(12_000, 12_000), "more than 80 million pixels are not printed"),
        (png(9_000, 9_000), "more than 80 million pixels are not printed"),
        (png(800, 800), "cannot be read as PNG"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "cannot be read as PNG"),
        (b"", "cannot be read as PNG"),
    ],
)
@pytest.mark.parametrize("way", ["{0}", '<g opacity="0.5">{0}</g>'])
def test_a_picture_is_what_it_seems(workshop: Workshop, content: bytes, message: str, way: str) -> None:
    workshop.write("symbols/picture.png", content)
    place = way.format('{{ image("symbols/picture.png", 0, 0, 9, 9) }}')
    workshop.change("templates/card.svg.j2", "{# One card.", place + "{# One card.")
    said = workshop.complaint("pdf", "mygame", "--out", "out")
    assert said.startswith("mygame/symbols/picture.png: ") and message in said


def test_a_picture_that_claims_to_be_long_gets_no_room_for_it(workshop: Workshop) -> None:
    """Its pixels take two thousand million bytes, says the head of their chunk."""
    whole = png(8, 8)
    at = whole.index(b"IDAT") - 4
    path = workshop.write("symbols/picture.png", whole[:at] + b"\x7f\xff\xff\xff" + whole[at + 4 :])
    tracemalloc.start()
    with contextlib.suppress(PrintingError):
        picture(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_a_monstrous_picture_file_is_refused(workshop: Workshop) -> None:
    with workshop.write("symbols/picture.png", png(8, 8)).open("ab") as file:
        file.truncate(250_000_001)
    with pytest.raises(PrintingError, match="larger than 250 MB"):
        picture(workshop.game / "symbols" / "picture.png")


def test_a_picture_of_reasonable_size_is_printed(workshop: Workshop) -> None:
    Image.new("RGB", (3000, 2000), "navy").save(workshop.game / "symbols" / "picture.jpg")
    workshop.change("templates/card.svg.j2", '"symbols/" ~ row.guild ~ ".svg"', '"symbols/picture.jpg"')
    assert workshop.run("pdf", "mygame", "--out", "out").exit_code == 0


# ---- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<p><img src='/etc/passwd'/></p>",
        "<p><img src='http://example.org/x.png'/></p>",
        "<p><font color='[[1]]'>x</font></p>",
        "<p><a href='file:///etc/passwd'>x</a></p>",
        "<p><onDraw name='x' label='y'/></p>",
        "<p><seq id='x'/></p>",
        "<script/>",
    ],
)
def test_a_text_sets_type_and_nothing_else(workshop: Workshop, html: str) -> None:
    assert "cannot stand in a text" in refused(workshop, f'{{{{ block("{html}", 0, 0, 50, 50) }}}}')


# ---- files and sizes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.toml", "words.de.toml", "palette.toml", "cards.csv", "templates"])
def test_links_out_of_the_folder_are_not_followed(workshop: Workshop, name: str) -> None:
    shutil.move(workshop.game / name, workshop.root / "elsewhere")
    (workshop.game / name).symlink_to(workshop.root / "elsewhere")
    assert "leads out of the game's folder" in workshop.printing()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('file = "cards.csv"', 'file = "../secret.csv"', 10),
        ('file = "cards.csv"', 'file = "/etc/passwd"', 10),
        ('face = "card.svg.j2"', 'face = "../../secret.j2"', 24),
        ('back = "back.svg.j2"', 'back = "/etc/passwd"', 25),
    ],
)
def test_names_in_the_definition_do_not_lead_out(workshop: Workshop, old: str, new: str, line: int) -> None:
    workshop.change("game.toml", old, new)
    said = workshop.printing()
    assert f"mygame/game.toml, line {line}: " in said and "leads out of the game's folder" in said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(workshop: Workshop) -> None:
    (workshop.game / "words.de.toml").unlink()
    os.mkfifo(workshop.game / "words.de.toml")
    assert workshop.printing() == "mygame/words.de.toml: this is not a file."


@pytest.mark.parametrize("size", ["[10000, 10000]", "[0.001, 88]", "[-63, 88]", "[nan, 88]", "[inf, 88]"])
def test_a_monstrous_component_is_refused(workshop: Workshop, size: str) -> None:
    workshop.change("game.toml", "size = [63, 88]", f"size = {size}")
    assert workshop.printing().startswith("mygame/game.toml, line 26: part.0.size.")


def test_a_monstrous_drawing_is_refused(workshop: Workshop) -> None:
    """A group scaled up from nothing would need a plate of many metres."""
    place = '<g transform="scale(0.00001 1)">{{ text("x", 0, 0) }}<path d="M0 0h9"/></g>'
    workshop.change("templates/card.svg.j2", "{# One card.", place + "{# One card.")
    assert "larger than a PDF page can be" in workshop.complaint("pdf", "mygame", "--out", "out")


@pytest.mark.parametrize("count", ["1000000", "20001", "999999999999999999999999", "9" * 5000])
def test_a_million_cards_are_refused(workshop: Workshop, count: str) -> None:
    workshop.change("cards.csv", "Draw a card.,2", f"Draw a card.,{count}")
    assert workshop.printing().startswith("mygame/cards.csv, line 3: count: ")


def test_a_million_rows_are_refused(workshop: Workshop) -> None:
    workshop.write("cards.csv", "id,guild\n" + "BA1,baker\n" * 1_000_000)
    assert "mygame/cards.csv: larger than 4 MB" in workshop.printing()


def test_messages_do_not_drive_the_terminal(workshop: Workshop) -> None:
    workshop.change("game.toml", 'file = "cards.csv"', 'file = "\\u001b[2J\\u0007.csv"')
    said = workshop.printing()
    assert said.isprintable()
