"""The outbox: what a command has to send is written in the command's own transaction."""

from foundation.messaging.outbox.posting import (
    HandlerMessage,
    MailMessage,
    Message,
    PeerMessage,
    RawTopicMessage,
    TopicMessage,
    post,
    withdraw,
)
