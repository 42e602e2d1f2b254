"""What all shapes of the API share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.alias_generators import to_camel
from urllib3 import BaseHTTPResponse

from finishline_client.problems import Unreadable

ANSWER = "answer"  # the context of what came from the server


def wire_name(name: str) -> str:
    """Return a field's name in JSON: `albumId` for `album_id`, `from` for `from_`."""
    return to_camel(name.rstrip("_"))


@contextmanager
def read_from(response: BaseHTTPResponse) -> Iterator[None]:
    """Turn a fault of an answer's shape into an error of this client.

    :raises Unreadable: the answer is no JSON, or has another shape.
    """
    try:
        yield
    except ValidationError as wrong:
        [first, *_] = wrong.errors(include_url=False, include_context=False, include_input=False)
        place = ".".join(map(str, first["loc"])) or "the body"
        raise Unreadable(response, f"{place}: {first['msg']}") from wrong


class Model(BaseModel):
    """A shape: made by names as Python writes them, sent and read in camelCase.

    A field that is left out is not sent; `None` is sent as null. Fields that this version of the
    client does not know are ignored.
    """

    model_config = ConfigDict(
        alias_generator=wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        protected_namespaces=(),
        defer_build=True,  # a shape is made ready when it is used first
    )

    _etag: str | None = PrivateAttr(default=None)

    @property
    def etag(self) -> str | None:
        """The record's version as it was answered, for `if_match` and `if_none_match`."""
        return self._etag

    @field_validator("*", mode="wrap", check_fields=False)
    @classmethod
    def _let_newer_words_pass(
        cls, value: Any, read: Callable[[Any], Any], info: ValidationInfo
    ) -> Any:
        """Keep a word of an answer that only a newer server knows, as it is."""
        try:
            return read(value)
        except ValidationError as wrong:
            kinds = {error["type"] for error in wrong.errors()}
            if info.context is not ANSWER or kinds != {"literal_error"}:
                raise
            return value

    def sent(self) -> dict[str, Any]:
        """Return what is set, as JSON has it."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


M = TypeVar("M", bound=Model)


def read_answer(shape: type[M], response: BaseHTTPResponse) -> M:
    """Return the shape that an answer has.

    :raises Unreadable: it has another one.
    """
    with read_from(response):
        return shape.model_validate_json(response.data, context=ANSWER)
