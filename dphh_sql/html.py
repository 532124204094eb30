"""HTML as elements, so that every text is escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

Part = Element | str

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\ufffe\uffff]")


def e(tag: str, *parts: Part | Iterable[Part], **attributes: object) -> Element:
    """An element; `class_` and `for_` lose their underscore, others become hyphens, None leaves an attribute out."""
    named = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items() if value is not None}
    element = Element(tag, named)
    for part in parts:
        for one in (part,) if isinstance(part, str | Element) else part:
            _append(element, one)
    return element


def _append(element: Element, part: Part) -> None:
    if isinstance(part, Element):
        element.append(part)
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + part
    else:
        element.text = (element.text or "") + part


def document(root: Element) -> str:
    """The whole text of a page."""
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def shortened(text: str, letters: int) -> str:
    """So many letters at most, the middle left out: prefixes begin alike.

    >>> shortened("/archive/2019/11/29/", 11), shortened("/a/", 11)
    ('/arch…1/29/', '/a/')
    """
    if len(text) <= letters:
        return text
    end = max(0, letters - 1) // 2
    return f"{text[: letters - 1 - end]}…{text[len(text) - end :]}"


def isolated(text: str) -> str:
    """A text among others, in a place where there are no tags: one written from right to left would turn what stands
    beside it around (Unicode, FSI and PDI).

    >>> isolated("abc"), isolated("\\u05e9")
    ('abc', '\\u2068ש\\u2069')
    """
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"\u2068{text}\u2069" if turns else text


def visible(text: str) -> str:
    """A text from the data, with characters that show nothing, or turn the text around, written out.

    >>> visible("a\\x00b"), visible(""), visible(" a")
    ('a\\\\x00b', '(empty text)', "' a'")
    """
    if not text:
        return "(empty text)"
    shown = _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return repr(shown) if shown != shown.strip() else shown
