"""Members of staff and groups on the staff's site: who they are, and what they may do."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.admin import ModelAdmin
from unfold.forms import UserChangeForm
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminEmailInputWidget,
    UnfoldAdminTextInputWidget,
)

from foundation.records.audit import CREATED, Actor, actor_of, record_deed
from foundation.records.refusals import Conflict, Refusal
from foundation.rest.passwords import (
    SendPasswordLinkCommand,
    link_hours,
    say_sent,
    send_password_link,
)
from foundation.rest.presets import PRESETS_FIRST, groups_for_people, what_it_does
from foundation.rest.roles import ROLE_OF_GROUP, RoleHolder
from foundation.rest.second_factor import (
    ResetSecondFactorCommand,
    has_second_factor,
    reset_second_factor,
)
from foundation.staff.actions import button, say_done
from foundation.staff.command_admin import AuditedForms
from foundation.staff.confirming import text_of
from foundation.staff.display import address_of_page
from foundation.staff.form_fields import CleanTextField


class AccountTaken(Conflict):
    """Another account signs in with this e-mail address."""

    code = "account-taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateMemberCommand:
    """Add a member of staff, who signs in with the e-mail address."""

    name: str
    email: str
    group_ids: frozenset[int]
    by: Actor | None = None


def create_member(command: CreateMemberCommand) -> User:
    """Create the account without a password, and mail a link to set one.

    :raises AccountTaken: see there.
    """
    try:
        return _insert(command)
    except IntegrityError as error:
        if User.objects.filter(username=command.email.lower()).exists():
            raise AccountTaken from error
        raise


@transaction.atomic
def _insert(command: CreateMemberCommand) -> User:
    email = command.email.lower()
    user = User(username=email, email=email, first_name=command.name, is_staff=True)
    user.set_unusable_password()
    user.save()
    groups = Group.objects.filter(pk__in=command.group_ids).order_by("name")
    user.groups.set(groups)
    wanted = {"name": command.name, "email": email, "groups": ", ".join(g.name for g in groups)}
    record_deed(command.by, CREATED, user, {name: (None, to) for name, to in wanted.items()})
    send_password_link(SendPasswordLinkCommand(user_id=user.pk, is_new=True))
    return user


SEND_LINK = "Send a link to set the password"
RESETTING = (
    "The phone and the recovery codes stop working. A person who has the password can set up "
    "another phone: make sure that it is the member who asks."
)
SENDING = (
    "The link goes to the account's e-mail address. It works once, and for {hours} hours; "
    "until then the present password, if there is one, stays."
)


class GroupsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # at run time
    """Groups that people get, each with what its members do."""

    def __init__(self) -> None:
        super().__init__(
            Group.objects.filter(groups_for_people()).order_by(PRESETS_FIRST, "name"),
            required=False,
            widget=UnfoldAdminCheckboxSelectMultipleWidget,
        )

    def label_from_instance(self, obj: Model) -> str:
        return f"{obj}: {does}" if (does := what_it_does(str(obj))) else str(obj)


class NewMemberForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A new member of staff, who sets a password by a link in a mail."""

    first_name = CleanTextField(label="Name", max_length=150, widget=UnfoldAdminTextInputWidget)
    email = forms.EmailField(
        label="E-mail address",
        max_length=150,
        widget=UnfoldAdminEmailInputWidget,
        help_text="The member signs in with it, and gets a link there to set a password.",
    )
    groups = GroupsField()

    class Meta:
        model = User
        fields = ("first_name", "email", "groups")

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        if User.objects.filter(username=email).exists():
            raise forms.ValidationError("Another account signs in with this e-mail address.")
        return email


def _why_no_reset(_: Any, __: HttpRequest, user: User) -> str:
    return "" if has_second_factor(user) else "There is no two-factor sign-in to reset."


class MemberAdmin(AuditedForms, UserAdmin, ModelAdmin):  # type: ignore[type-arg, misc]
    """Accounts of staff, services and taggers. They are made inactive, never deleted."""

    filled_by = "Administrators add members of staff, and accounts of services."

    form = UserChangeForm
    add_form = NewMemberForm
    add_fieldsets = ((None, {"fields": ("first_name", "email", "groups")}),)
    fieldsets = (
        (None, {"fields": ("username", "first_name", "last_name", "email")}),
        ("Access", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Single rights", {"classes": ("collapse",), "fields": ("user_permissions",)}),
        ("Since when", {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")
    list_display = ("username", "shown_name", "its_groups", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "groups")
    search_fields = ("username", "first_name", "last_name", "email")
    actions_detail = ("send_link", "reset_second_step")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        return users.prefetch_related("groups")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the field without a menu to add and change groups, for which there is no room."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.widget = getattr(field.widget, "widget", field.widget)
        return field

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:  # noqa: A002 (Django names it)
        """There is no such page: people set their own password, by a link."""
        raise Http404

    @admin.display(description="Name")
    def shown_name(self, user: User) -> str:
        return user.get_full_name()

    @admin.display(description="Groups")
    def its_groups(self, user: User) -> str:
        return ", ".join(sorted(group.name for group in user.groups.all()))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        wanted = form.cleaned_data
        member = create_member(
            CreateMemberCommand(
                name=wanted["first_name"],
                email=wanted["email"],
                group_ids=frozenset(group.pk for group in wanted["groups"]),
                by=actor_of(request),
            )
        )
        obj.__dict__.update(member.__dict__)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Leave it to the command."""

    def response_add(
        self, request: HttpRequest, obj: User, post_url_continue: str | None = None
    ) -> HttpResponse:
        say_sent(request, obj)
        return HttpResponseRedirect(address_of_page(User, obj.pk))

    @button(f"{SEND_LINK}…", "password-link")
    def send_link(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask, and mail the account a link; a password that it has works until a new one is set."""
        user = self.record_of(request, object_id)
        if request.method != "POST":
            text = SENDING.format(hours=link_hours())
            return self.ask(request, [user], SEND_LINK, text, {"send": "Send the link"})
        try:
            send_password_link(SendPasswordLinkCommand(user_id=user.pk, by=actor_of(request)))
        except Refusal as refusal:
            messages.error(request, text_of(refusal))
        else:
            say_sent(request, user)
        return HttpResponseRedirect(address_of_page(User, user.pk))

    @button("Reset two-factor sign-in…", "second-step", why_not=_why_no_reset)
    def reset_second_step(self, request: HttpRequest, object_id: str) -> HttpResponse:
        user = self.record_of(request, object_id)
        if request.method != "POST":
            title = "Reset two-factor sign-in"
            return self.ask(request, [user], title, RESETTING, {"reset": "Reset"})
        reset_second_factor(ResetSecondFactorCommand(user_id=user.pk, by=actor_of(request)))
        say_done(request, "The next sign-in sets up another phone.")
        return HttpResponseRedirect(address_of_page(User, user.pk))


class MemberGroupAdmin(AuditedForms, GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups, with who gets them and what they open."""

    filled_by = "The groups of the program come with it; administrators add others."

    list_display = ("name", "for_whom", "opens")
    ordering = (PRESETS_FIRST, "name")  # type: ignore[assignment]  # expressions are taken too

    @admin.display(description="For")
    def for_whom(self, group: Group) -> str:
        role = ROLE_OF_GROUP.get(group.name)
        return role.holder if role else RoleHolder.PEOPLE

    @admin.display(description="What it opens")
    def opens(self, group: Group) -> str:
        return what_it_does(group.name)


admin.site.unregister([User, Group, TOTPDevice, StaticDevice])  # a device is set up by its user
admin.site.register(User, MemberAdmin)
admin.site.register(Group, MemberGroupAdmin)
