"""The text of a guide: Markdown, as HTML that is safe to show, and the sample pictures in it.

The Markdown is that of CommonMark, with tables and without HTML. A sample picture is
`![caption](photo:<id of the photo>)`. What markdown-it-py makes of it is cleaned by nh3, so that a
mistake in one of them lets no script, style, foreign picture or dangerous link through.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from foundation.records.guids import guid_or_none

PICTURE = "photo:"
DELETED = f"{PICTURE}deleted"  # what the picture of an erased person's photo refers to
GONE = "This sample picture was deleted."
SAMPLE, LOST = "sample", "lost"  # classes: a picture with its caption, one that was deleted
_TAGS = {
    "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "em", "ul", "ol", "li", "blockquote",
    "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "a", "img", "span",
}  # fmt: skip
_ATTRIBUTES = {"*": set[str](), "a": {"href"}, "img": {"alt", "src", "data-photo"}, "ol": {"start"}}
_LINKS = ("http://", "https://", "mailto:")


def pictures_in(text: str) -> list[str]:
    """Return what the pictures refer to, each once: `photo:<id>`, or another address."""
    tokens = [inner for token in _parsed(text) for inner in token.children or ()]
    found = [str(token.attrGet("src")) for token in tokens if token.type == "image"]
    return list(dict.fromkeys(found))


def photo_of(picture: str) -> UUID | None:
    """Return the id of the photo that a picture refers to; None: it refers to no photo."""
    scheme, _, photo_id = picture.partition(":")
    return guid_or_none(photo_id) if f"{scheme}:" == PICTURE else None


def html_of(text: str, shown: Mapping[UUID, str]) -> str:
    """Return the text as HTML.

    :param shown: the photos that may be shown, each with the address of its picture; empty: the
        picture has no address, and the reader fetches it by `data-photo`.
    """
    made = _MARKDOWN.renderer.render(_parsed(text), _MARKDOWN.options, {"shown": shown})
    addresses = {address for address in shown.values() if address}

    def kept(_: str, name: str, value: str) -> str | None:
        is_foreign = name == "src" and value not in addresses
        is_local = name == "href" and not value.lower().startswith(_LINKS)
        return None if is_foreign or is_local else value

    return nh3.clean(
        made,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=kept,
        allowed_classes={"span": {SAMPLE, LOST}},
        url_schemes={"http", "https", "mailto"},
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )


def without_pictures(text: str, photo_ids: Collection[UUID]) -> str:
    """Return the text in which the pictures of these photos are deleted ones."""
    for picture in pictures_in(text):
        if photo_of(picture) in photo_ids:
            text = text.replace(picture, DELETED)
    return text


def _parsed(text: str) -> list[Token]:
    """Return the parts of the text; its headings are below those of the page that shows them."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return tokens


def _picture(
    renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    """Render a picture: with its caption if its photo may be shown, else what happened to it."""
    token, shown = tokens[at], env["shown"]
    caption = escapeHtml(renderer.renderInlineAsText(token.children or [], options, env))
    picture = str(token.attrGet("src"))
    photo_id = photo_of(picture)
    if picture != DELETED and photo_id is None:
        return caption
    if photo_id is None or photo_id not in shown:
        return f'<span class="{LOST}">{GONE}</span>'
    source = f' src="{escapeHtml(shown[photo_id])}"' if shown[photo_id] else ""
    image = f'<img alt="Sample picture" data-photo="{photo_id}"{source}>'
    return f'<span class="{SAMPLE}">{image}<span>{caption}</span></span>'


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table")
_MARKDOWN.add_render_rule("image", _picture)
