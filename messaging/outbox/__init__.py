"""The outbox: what a command has to send is written in the command's own transaction."""

from messaging.outbox.posting import (
    HandlerMessage,
    PeerMessage,
    RawTopicMessage,
    TopicMessage,
    post,
    withdraw,
)

__all__ = [
    "HandlerMessage",
    "PeerMessage",
    "RawTopicMessage",
    "TopicMessage",
    "post",
    "withdraw",
]
