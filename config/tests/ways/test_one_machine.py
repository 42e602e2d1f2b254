"""`docs/one-machine.md` leads to a system with a photo in it, restored and upgraded.

Processes stand in place of containers, and an own certificate in place of a bought one. Packages,
images and the servers of the monitoring are left out.
"""

import os
import secrets
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from config.tests.ways.pages import follow
from tools.local.management.commands.demo import SAMPLE

PAGE = "docs/one-machine.md"
MACHINE = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
NEEDED = (
    *("unshare", "ip", "openssl", "curl", "haproxy"),
    *("pgbackrest", "pg_createcluster", "rabbitmq-server", "redis-server"),
)
CHECK = "podman-compose run --rm --no-deps migrate python manage.py check --deploy"
STOP = "podman-compose stop $processes"
CREATE = "worker python manage.py createsuperuser"
PUBLISH = "podman-compose exec -T worker python manage.py publish"
SETTINGS = """
echo ALLOW_PRIVATE_IMAGE_URLS=true | tee -a finishline.env >vision.env
echo SSL_CERT_FILE=/etc/ssl/ours.pem | tee -a finishline.env >>vision.env
"""
PHOTO = """
token=$(podman-compose exec worker python manage.py issue_token us --days 1 \
  --role recognition.manage)
site=https://finishline.example.org
say() { curl --silent --show-error --fail-with-body --cacert /etc/ssl/ours.pem "$@"; }
call() { say -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }
api=$site/admin-api/api/v2
album=22222222-2222-4222-8222-222222222222
photo=11111111-1111-4111-8111-111111111111
tenant=33333333-3333-4333-8333-333333333333
call -X PUT $api/albums/$album -d '{"tenantId": "'$tenant'", "name": "City run"}'
"""
READ = "\nuntil call $api/photos/$photo | grep Processed; do sleep 1; done\n"
SIGN_IN = """
say() {
  curl --silent --show-error --fail-with-body --cacert /etc/ssl/ours.pem \
    --cookie jar --cookie-jar jar --location "$@"
}
say $site/admin/login/ >/dev/null
csrf=$(awk '/csrftoken/ {print $7}' jar)
say --referer $site/admin/login/ --data-urlencode csrfmiddlewaretoken=$csrf \
  --data-urlencode username=ada --data-urlencode password=$PASSWORD $site/admin/login/ |
  grep -A 2 '<title>'
"""


def why_not() -> str:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    return f"needs {', '.join(missing)}" if missing else "needs root" if os.geteuid() else ""


@pytest.mark.rehearsal
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_deploy_on_one_machine(tmp_path: Path) -> None:
    shutil.copy(SAMPLE / "01-start.jpg", tmp_path / "photo.jpg")
    password = secrets.token_urlsafe(12)
    given = f"--env DJANGO_SUPERUSER_PASSWORD={password}"
    replaced = {
        CHECK: SETTINGS + CHECK,
        CREATE: f"{given} {CREATE} --noinput --username ada --email ada@example.org",
        PUBLISH: PHOTO + PUBLISH,
        "https://photos.example.org/1.jpg": "http://10.89.240.1:8300/photo.jpg",
        STOP: READ + STOP,
    }

    printed = follow(
        PAGE,
        replaced,
        {**os.environ, "PASSWORD": password},
        settings.BASE_DIR,
        shell=(*MACHINE, "sh", "config/tests/ways/machine.sh", str(tmp_path)),
        then=READ + SIGN_IN,
    )

    assert "System check identified no issues" in printed
    assert printed.count('"value":"1052"') == 2
    assert "Set up the second step | Finishline" in printed
