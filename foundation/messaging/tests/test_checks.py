"""`manage.py check` reports a broker's address …"""

import pytest

from foundation.messaging.apps import check_servers


def reported(settings, name: str, value: str) -> list[str]:
    setattr(settings, name, value)
    return [error.msg for error in check_servers()]


@pytest.mark.parametrize("name", ["REDIS_URL", "EVENT_BUS_URL"])
@pytest.mark.parametrize("value", ["", "localhost:6379", "redis:6379", "redis://", "http://host"])
def test_that_names_no_broker(settings, name: str, value: str):
    [message] = reported(settings, name, value)

    assert message.startswith(f"{name} is no address like redis://")


@pytest.mark.parametrize("value", ["redis://h", "rediss://u:p@h:1/0", "amqp://h", "amqps://h//v"])
def test_but_none_that_does(settings, value: str):
    assert reported(settings, "EVENT_BUS_URL", value) == []


def test_without_the_password_in_it(settings):
    [message] = reported(settings, "EVENT_BUS_URL", "rabbit://user:hidden@host")

    assert "hidden" not in message


def test_of_every_node_of_a_bus(settings):
    assert reported(settings, "EVENT_BUS_URL", "amqp://one//;amqp://two//") == []
    assert len(reported(settings, "EVENT_BUS_URL", "amqp://one//;two")) == 1
