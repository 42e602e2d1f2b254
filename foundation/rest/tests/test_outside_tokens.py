"""Tokens of an outside identity provider are checked with the keys that it publishes."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from rest_framework.test import APIClient

from foundation.rest.tokens import OutsideUser, published_keys

pytestmark = [pytest.mark.usefixtures("sample_api"), pytest.mark.django_db]

THING = "/admin-api/api/v2/thing"
RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
FORGED = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Provider:
    """An identity provider on loopback: its keys, and how often it was asked for them."""

    def __init__(self) -> None:
        rsa_key = jwt.algorithms.RSAAlgorithm.to_jwk(RSA_KEY.public_key(), as_dict=True)
        ec_key = jwt.algorithms.ECAlgorithm.to_jwk(EC_KEY.public_key(), as_dict=True)
        self.keys = [{**rsa_key, "kid": "r", "use": "sig"}, {**ec_key, "kid": "e", "use": "sig"}]
        self.asked = 0
        self.status = 200
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked += 1
                body = json.dumps({"keys": provider.keys}).encode()
                self.send_response(provider.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/keys"

    def token(self, key: Any = RSA_KEY, kid: str = "r", alg: str = "RS256", **claims: Any) -> str:
        known = {
            "iss": "https://idp.example",
            "aud": "finishline",
            "sub": "user-1",
            "exp": datetime.now(UTC) + timedelta(minutes=5),
            "roles": ["recognition.manage", "unknown.role"],
        }
        kept = {name: value for name, value in (known | claims).items() if value is not None}
        return jwt.encode(kept, key, algorithm=alg, headers={"kid": kid})


@pytest.fixture
def provider(settings) -> Iterator[Provider]:
    published_keys.cache_clear()
    found = Provider()
    thread = threading.Thread(target=found.server.serve_forever, args=(0.01,))
    thread.start()
    settings.JWT_JWKS_URL = found.url
    settings.JWT_ISSUER = "https://idp.example"
    settings.JWT_AUDIENCE = "finishline"
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


def call(client: APIClient, token: str):
    return client.get(THING, headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize(("key", "kid", "alg"), [(RSA_KEY, "r", "RS256"), (EC_KEY, "e", "ES256")])
def test_a_token_opens_what_its_roles_say(anybody: APIClient, provider: Provider, key, kid, alg):
    assert call(anybody, provider.token(key, kid, alg)).status_code == 200


@pytest.mark.parametrize(
    "roles", [None, [], ["tagging.manage"], "recognition.manage", {"recognition.manage": 1}, [None]]
)
def test_a_token_without_the_role_is_403(anybody: APIClient, provider: Provider, roles):
    assert call(anybody, provider.token(roles=roles)).status_code == 403


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another"},
        {"aud": None},
        {"exp": datetime(2020, 1, 1, tzinfo=UTC)},
        {"exp": None},
        {"sub": None},
        {"iss": "https://another.example"},
        {"iss": None},
    ],
)
def test_a_token_for_another_or_expired_is_401(anybody: APIClient, provider: Provider, claims):
    assert call(anybody, provider.token(**claims)).status_code == 401


def test_a_forged_signature_is_401(anybody: APIClient, provider: Provider):
    assert call(anybody, provider.token(FORGED)).status_code == 401


def test_an_algorithm_not_agreed_is_401(anybody: APIClient, provider: Provider):
    secret = "x" * 40

    assert call(anybody, provider.token(secret, "r", "HS256")).status_code == 401
    assert call(anybody, provider.token(None, "r", "none")).status_code == 401


def test_keys_are_asked_for_once(anybody: APIClient, provider: Provider):
    for _ in range(3):
        call(anybody, provider.token())

    assert provider.asked == 1


def test_unknown_keys_do_not_make_us_ask_again_and_again(anybody: APIClient, provider: Provider):
    answers = {call(anybody, provider.token(kid=f"k{n}")).status_code for n in range(5)}

    assert answers == {401}
    assert provider.asked == 1


def test_a_provider_that_is_away_is_503_for_its_own_tokens_and_not_asked_at_every_request(
    anybody, caller, provider
):
    provider.status = 500

    answer, *others = (call(anybody, provider.token()) for _ in range(4))

    assert (answer.status_code, answer.json()["code"]) == (503, "identity-provider-away")
    assert int(answer["Retry-After"]) > 0
    assert ({other.status_code for other in others}, provider.asked) == ({503}, 1)
    assert caller("recognition.manage").get(THING).status_code == 200


def test_known_keys_serve_while_the_provider_is_away(anybody: APIClient, provider: Provider):
    assert call(anybody, provider.token()).status_code == 200
    provider.status = 500
    published_keys(provider.url).client.cooldown_duration = 0
    assert call(anybody, provider.token(kid="new")).status_code == 503

    assert call(anybody, provider.token()).status_code == 200


def test_without_a_provider_set_its_tokens_are_401(anybody, provider, settings):
    settings.JWT_JWKS_URL = ""

    assert call(anybody, provider.token()).status_code == 401


def test_the_caller_has_a_name_as_users_do():
    assert OutsideUser(username="user-1").get_username() == "user-1"
