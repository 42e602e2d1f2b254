import pytest

from vision.requests import InvalidRequest, RecognitionRequest, RecognitionType, recognition_request

BODY = {
    "name": "photo;album",
    "type": "FACE_NUMBER",
    "imageUrl": "https://images.example/1.jpg",
    "callbackUrl": "https://web.example/callback?token=x",
}


def test_reads_a_request():
    assert recognition_request(BODY) == RecognitionRequest(
        name="photo;album",
        type=RecognitionType.FACE_NUMBER,
        image_url="https://images.example/1.jpg",
        callback_url="https://web.example/callback?token=x",
    )


@pytest.mark.parametrize(
    ("url", "lasting"),
    [
        ("https://images.example/1.jpg", "https://images.example/1.jpg"),
        ("https://images.example/1.jpg?signature=x", None),
        ("https://key:x@images.example/1.jpg", None),
    ],
)
def test_does_not_keep_a_url_that_may_be_a_secret(url, lasting):
    assert recognition_request({**BODY, "imageUrl": url}).lasting_image_url == lasting


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", None),
        ("name", "x" * 501),
        ("type", "number"),
        ("type", 1),
        ("imageUrl", "file:///etc/passwd"),
        ("imageUrl", "images/1.jpg"),
        ("imageUrl", "http://[::1/1.jpg"),
        ("callbackUrl", "http://"),
        ("callbackUrl", None),
        ("numberFormat", "Letters"),
        ("numberFormat", ""),
        ("numberFormat", 1),
    ],
)
def test_names_the_field_that_is_wrong(field, value):
    with pytest.raises(InvalidRequest, match=field):
        recognition_request({**BODY, field: value})


@pytest.mark.parametrize(
    ("fields", "number_format"),
    [({}, "Digits"), ({"numberFormat": None}, "Digits"), ({"numberFormat": "Digits"}, "Digits"),
     ({"numberFormat": "LettersAndDigits"}, "LettersAndDigits")],
)  # fmt: skip
def test_reads_whether_numbers_have_letters(fields, number_format):
    assert recognition_request({**BODY, **fields}).number_format == number_format


@pytest.mark.parametrize("body", [None, [], "text", 1])
def test_asks_for_an_object(body):
    with pytest.raises(InvalidRequest, match="object"):
        recognition_request(body)
