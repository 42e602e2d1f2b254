"""The shapes of recognition on the wire."""

from recognition.api.serializers.accounts import (
    AccountChangeInput,
    AccountInput,
    AccountOutput,
    ActiveInput,
)
from recognition.api.serializers.albums import (
    AlbumOutput,
    AlbumOutputV1,
    AlbumSummaryOutput,
    InternalAlbumOutput,
    InternalAlbumOutputV1,
    PhotoCountOutput,
)
from recognition.api.serializers.callbacks import NumberCallbackInput, SelfieCallbackInput
from recognition.api.serializers.hints import CustomTagsOutput, TaggingHintOutput
from recognition.api.serializers.selfies import SelfieInput, SelfieOutput, SelfieUploadInput
from recognition.api.serializers.settings import (
    PriorityInput,
    RecognitionSettingsInput,
    RecognitionSettingsInputV1,
    RecognitionStateInput,
)
from recognition.api.serializers.spaces import SpaceChangeInput, SpaceInput, SpaceOutput
from recognition.api.serializers.tenants import TenantOutput

__all__ = [
    "AccountChangeInput",
    "AccountInput",
    "AccountOutput",
    "ActiveInput",
    "AlbumOutput",
    "AlbumOutputV1",
    "AlbumSummaryOutput",
    "CustomTagsOutput",
    "InternalAlbumOutput",
    "InternalAlbumOutputV1",
    "NumberCallbackInput",
    "PhotoCountOutput",
    "PriorityInput",
    "RecognitionSettingsInput",
    "RecognitionSettingsInputV1",
    "RecognitionStateInput",
    "SelfieCallbackInput",
    "SelfieInput",
    "SelfieOutput",
    "SelfieUploadInput",
    "SpaceChangeInput",
    "SpaceInput",
    "SpaceOutput",
    "TaggingHintOutput",
    "TenantOutput",
]
