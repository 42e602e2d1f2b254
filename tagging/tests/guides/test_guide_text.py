"""A guide's Markdown as HTML…"""

import re
from uuid import UUID, uuid4

import pytest

from tagging.albums.guides import DELETED, GONE, html_of, photo_of, pictures_in, without_pictures

PHOTO = UUID("7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa")
HOSTILE = [
    "<script>alert(1)</script>",
    "<style>body { display: none }</style>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=https://evil.example></iframe>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#x6A;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/admin/logout/)",
    "[x](photo:7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa)",
    "<javascript:alert(1)>",
    "[x]\n\n[x]: javascript:alert(1)",
    "![x](https://evil.example/x.png)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](/admin/x.png)",
    '![" onerror="alert(1)](photo:7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa)',
    "![<img src=x onerror=alert(1)>](photo:7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa)",
    '[x](https://a.example "\\" onclick=\\"alert(1)")',
    '```js" onclick="alert(1)\n<script>alert(1)</script>\n```',
    "<!-- --!><img src=x onerror=alert(1)> -->",
]
TAG = re.compile(r"<[^>]*>")
# All that an element may have; what the guide says as a text is escaped.
HARMLESS = re.compile(
    r"</?(p|br|hr|h[2-6]|strong|em|ul|ol|li|blockquote|code|pre|table|thead|tbody|tr|th|td)>"
    r"|</?span( class=\"(sample|lost)\")?>"
    r"|<a( href=\"(https?://|mailto:)[^\"]*\")?( target=\"_blank\"| rel=\"noopener noreferrer\")*>"
    r"|</a>"
    rf"|<img alt=\"Sample picture\" data-photo=\"{PHOTO}\">"
)


def test_has_nothing_that_could_do_harm():
    tags = {text: TAG.findall(html_of(text, {PHOTO: ""})) for text in HOSTILE}

    assert {
        text: tag for text, found in tags.items() for tag in found if not HARMLESS.fullmatch(tag)
    } == {}


def test_has_what_staff_wrote():
    html = html_of("# Bibs\nRead **red** ones.\n\n- [a](https://a.example)\n\n|x|\n|-|\n|1|", {})

    assert "<h2>Bibs</h2>" in html
    assert "<strong>red</strong>" in html
    assert '<a href="https://a.example" target="_blank" rel="noopener noreferrer">a</a>' in html
    assert "<td>1</td>" in html


def test_shows_sample_pictures_with_captions_where_they_are():
    text = f"![A *red* bib](photo:{PHOTO})"

    assert html_of(text, {PHOTO: "/our/copy"}) == (
        f'<p><span class="sample"><img alt="Sample picture" data-photo="{PHOTO}" src="/our/copy">'
        "<span>A red bib</span></span></p>\n"
    )
    assert " src" not in html_of(text, {PHOTO: ""})


@pytest.mark.parametrize("picture", [f"photo:{PHOTO}", DELETED])
def test_says_that_a_picture_was_deleted(picture):
    html = html_of(f"![Ann]({picture})", {})

    assert html == f'<p><span class="lost">{GONE}</span></p>\n'


def test_finds_pictures_but_not_in_code():
    text = f"![a](photo:{PHOTO}) `![b](photo:1)`\n\n    ![c](photo:2)\n\n![d](photo:{PHOTO})"

    assert pictures_in(text) == [f"photo:{PHOTO}"]
    assert photo_of(f"photo:{PHOTO}") == PHOTO
    assert photo_of(f"https://a.example/photo:{PHOTO}") is None


def test_loses_the_pictures_of_photos():
    text = f"![a](photo:{str(PHOTO).upper()}) ![b](photo:{uuid4()})"

    left = without_pictures(text, {PHOTO})

    assert f"![a]({DELETED})" in left
    assert str(PHOTO).upper() not in left
    assert "![b](photo:" in left
