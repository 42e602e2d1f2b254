"""Numbers of JSON, read exactly."""


class WrittenNumber(float):
    """A JSON number with a fraction or an exponent; its text is as it was written, digit by digit.

    Given to `json.loads` as `parse_float`. What reads the text gets every digit; everything else
    sees a float.
    """

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> "WrittenNumber":
        number = super().__new__(cls, written)
        number.written = written
        return number

    def __str__(self) -> str:
        return self.written
