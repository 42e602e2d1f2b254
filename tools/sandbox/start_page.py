"""The sandbox's start page, for people: what is played, and where to look and to turn."""

import inspect
from collections.abc import Iterable, Mapping
from html import escape

from aiohttp import web

from tools.sandbox.wire import Service

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Finishline: the sandbox</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto }}
body {{ padding: 0 1rem }}
h1 {{ font-size: 1.5rem }}
h2 {{ font-size: 1.1rem; margin: 1.5rem 0 0 }}
p {{ margin: .25rem 0 }}
a {{ margin-right: 1rem; color: light-dark(#0b57d0, #a8c7fa) }}
pre {{ overflow-x: auto; padding: .75rem; border-radius: .5rem }}
pre {{ background: light-dark(#f1f3f4, #2b2c2f) }}
</style>
<h1>The sandbox</h1>
<p>It plays the services around Finishline, in memory. What it answered:
<a href="/control/log">the last requests</a><a href="/control/stats">counts</a>
<a href="/control">how all behave</a></p>
{services}
<h2>Let one misbehave</h2>
<pre>curl -X PATCH {base}/control/photo-service -d '{{"next": ["fail", "hang", "ok"]}}'
curl -X DELETE {base}/control</pre>
<p>docs/sandbox.md has every behaviour, docs/contracts what the real services implement.</p>
</html>
"""
_SERVICE = "<h2>{name}</h2>\n<p>{about}</p>\n<p>{links}</p>"


def start_page(request: web.Request, services: Mapping[str, Service]) -> web.Response:
    """Return the page; the address in it is the one that the browser asked."""
    shown = "\n".join(_service(service) for _, service in sorted(services.items()))
    page = _PAGE.format(services=shown, base=escape(f"{request.scheme}://{request.host}"))
    return web.Response(text=page, content_type="text/html")


def _service(service: Service) -> str:
    about = (inspect.getdoc(inspect.getmodule(service)) or "").partition("\n")[0]
    links = [
        (f"/control/log?service={service.name}", "what it was asked"),
        *((f"/{service.name}{path}", text) for path, text in _looks(service)),
        (f"/control/{service.name}", "how it behaves"),
    ]
    shown = "".join(f'<a href="{address}">{text}</a>' for address, text in links)
    return _SERVICE.format(name=escape(service.name), about=escape(about), links=shown)


def _looks(service: Service) -> Iterable[tuple[str, str]]:
    """Yield the pages of a service that show what it knows."""
    named = {"/state": "what it knows", "/truth": "what it sees", "/": "its images"}
    paths = {route.path for route in service.routes() if route.method == "GET"}
    return [(path, text) for path, text in named.items() if f"/{service.name}{path}" in paths]
