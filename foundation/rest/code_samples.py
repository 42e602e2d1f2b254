"""How an operation is called: with curl, in Python and in TypeScript, for the pages of the API.

Places in an address get values of their kind, bodies the example of the document.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pprint import pformat
from typing import Any
from urllib.parse import urlencode

GUID = "3b1f8a52-6c0e-4d37-9a5b-1e2f3a4b5c6d"
_JSON, _FORM = "application/json", "multipart/form-data"
_OF_FORMAT = {"uuid": GUID, "date-time": "2026-05-17T09:30:00Z", "date": "2026-05-17"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    method: str
    url: str
    headers: Mapping[str, str]  # without that of the token
    with_token: bool
    body: Any  # None: no body
    form: Mapping[str, Any] | None


def code_samples(site: str, path: str, method: str, operation: Any) -> list[dict[str, str]]:
    """Return the samples of an operation, as `x-codeSamples` has them."""
    call = _call(site, path, method, operation)
    return [
        {"lang": "shell", "label": "curl", "source": _curl(call)},
        {"lang": "python", "label": "Python", "source": _python(call)},
        {"lang": "typescript", "label": "TypeScript", "source": _typescript(call)},
    ]


def _call(site: str, path: str, method: str, operation: Any) -> _Call:
    parameters = operation.get("parameters", [])
    for place in (each for each in parameters if each["in"] == "path"):
        path = path.replace("{" + place["name"] + "}", str(_value_of(place)))
    wanted = [each for each in parameters if each.get("required")]
    query = {each["name"]: _value_of(each) for each in wanted if each["in"] == "query"}
    content = operation.get("requestBody", {}).get("content", {})
    headers = {each["name"]: str(_value_of(each)) for each in wanted if each["in"] == "header"}
    if _JSON in content:
        headers["Content-Type"] = _JSON
    return _Call(
        method=method.upper(),
        url=f"{site}{path}{'?' + urlencode(query) if query else ''}",
        headers=headers,
        with_token=bool(operation["security"]),
        body=_example(content.get(_JSON)),
        form=None if _JSON in content else _example(content.get(_FORM)),
    )


def _example(content: Any) -> Any:
    examples = (content or {}).get("examples", {})
    return next((example["value"] for example in examples.values()), None)


def _value_of(parameter: Any) -> Any:
    if "example" in parameter:
        return parameter["example"]
    schema = parameter["schema"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "integer":
        return schema.get("minimum", 1)
    return _OF_FORMAT.get(schema.get("format", ""), parameter["name"])


def _curl(call: _Call) -> str:
    return " \\\n  ".join(_curl_parts(call))


def _curl_parts(call: _Call) -> Iterator[str]:
    way = "" if call.method == "GET" else f"-X {call.method} "
    yield f'curl {way}"{call.url}"'
    if call.with_token:
        yield '-H "Authorization: Bearer $TOKEN"'
    for name, value in call.headers.items():
        yield f"-H '{name}: {value}'"
    if call.body is not None:
        text = json.dumps(call.body, indent=2, ensure_ascii=False).replace("'", "'\\''")
        yield f"-d '{text}'"
    for name, value in (call.form or {}).items():
        yield f"-F '{name}={value}'"


def _python(call: _Call) -> str:
    headers = [f'"{name}": "{value}"' for name, value in call.headers.items()]
    if call.with_token:
        headers.insert(0, '"Authorization": f"Bearer {os.environ[\'TOKEN\']}"')
    arguments = [f'"{call.url}"']
    if headers:
        arguments.append(f"headers={{{', '.join(headers)}}}")
    if call.body is not None:
        arguments.append(f"json={_indented(pformat(call.body, sort_dicts=False, width=72))}")
    if call.form:
        arguments.append(f"data={_indented(pformat(dict(call.form), sort_dicts=False, width=72))}")
    lines = "".join(f"    {each},\n" for each in [*arguments, "timeout=10"])
    first = "import os\n\nimport requests" if call.with_token else "import requests"
    sent = f"answer = requests.{call.method.lower()}(\n{lines})\nanswer.raise_for_status()\n"
    return f"{first}\n\n{sent}print(answer.text)\n"


def _typescript(call: _Call) -> str:
    headers = [f'"{name}": "{value}"' for name, value in call.headers.items()]
    if call.with_token:
        headers.insert(0, "Authorization: `Bearer ${process.env.TOKEN}`")
    options = [] if call.method == "GET" else [f'method: "{call.method}"']
    if headers:
        options.append(f"headers: {{ {', '.join(headers)} }}")
    if call.body is not None:
        text = json.dumps(call.body, indent=2, ensure_ascii=False)
        options.append(f"body: JSON.stringify({_indented(text, 2)})")
    if call.form:
        options.append(f"body: new URLSearchParams({json.dumps(dict(call.form))})")
    given = "".join(f"  {each},\n" for each in options)
    second = f", {{\n{given}}}" if options else ""
    sent = f'const answer: Response = await fetch("{call.url}"{second});\n'
    return (
        f"{sent}if (!answer.ok) throw new Error(await answer.text());\n"
        "console.log(await answer.text());\n"
    )


def _indented(text: str, spaces: int = 4) -> str:
    return text.replace("\n", "\n" + " " * spaces)
