"""A scene as pixels, for those who want a PNG."""

from __future__ import annotations

from typing import cast
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cairosvg

from pnp.faces import svg
from table.scenes.scene import Scene


def as_png(scene: Scene, width: int) -> bytes:
    """The scene, which has to be drawn with outlines, that many pixels wide."""
    root = ElementTree.fromstring(scene.svg)
    return cast("bytes", cairosvg.svg2png(bytestring=ElementTree.tostring(_spelled_out(root)), output_width=width))


def _spelled_out(root: Element) -> Element:
    """The drawing with everything in the place where it is used: CairoSVG would search for each of thousands anew."""
    named = {element.get("id"): element for element in root.iter() if element.get("id")}

    def spell(element: Element) -> Element:
        if svg.tag(element) == "use" and (used := named.get(svg.reference(element)[1:])) is not None:
            group = Element(f"{{{svg.NAMESPACE}}}g", {k: v for k, v in element.items() if k not in ("href", "x", "y")})
            if x := element.get("x"):
                group.set("transform", f"{group.get('transform', '')} translate({x} {element.get('y', '0')})".strip())
            group.append(spell(used))
            return group
        made = Element(element.tag, dict(element.items()))
        made.text = element.text
        made.extend(spell(child) for child in element if svg.tag(child) != "defs")
        return made

    def clip(element: Element) -> Element:
        """A clipping path may use a shape, but hold no group."""
        made = Element(element.tag, dict(element.items()))
        made.extend(named.get(svg.reference(child)[1:], child) for child in element)
        return made

    whole = spell(root)
    clips = Element(f"{{{svg.NAMESPACE}}}defs")
    clips.extend(clip(element) for element in root.iter() if svg.tag(element) == "clipPath")
    whole.insert(0, clips)
    return whole
