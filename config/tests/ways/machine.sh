#!/bin/sh
# A machine as `docs/one-machine.md` expects one, for the commands that follow on standard input: `unshare --mount --net
# --pid --fork --kill-child --mount-proc sh machine.sh PHOTOS`; PHOTOS, a folder, is served at port 8300. It has its own network; what is written to its files is gone
# with it. Debian's servers are here; for containers stand processes (compose.py), for systemd what it would call.
set -eu
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY SECRET_KEY DATABASE_URL REDIS_URL EVENT_BUS_URL DJANGO_SETTINGS_MODULE
here=$PWD
mount -t tmpfs tmpfs /mnt
for folder in /etc /opt /srv /tmp /usr /var "$here"; do
  mkdir -p "/mnt/above$folder" "/mnt/work$folder"
  chmod --reference="$folder" "/mnt/above$folder"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=/mnt/above$folder,workdir=/mnt/work$folder" "$folder"
done
mount -t tmpfs -o mode=755 tmpfs /run
cd "$here"

ip link set lo up
ip address add 10.89.240.1/32 dev lo
echo '127.0.0.1 localhost web web-internal vision redis rabbitmq finishline.example.org' >/etc/hosts

rm -rf /etc/postgresql/15 /var/lib/postgresql/15
pg_createcluster 15 main >/dev/null
mkdir -p /etc/caddy /etc/haproxy /mnt/containers
ln -s "$here/secrets" /run/secrets
ln -s "$here/secrets/optional" /run/optional

# As the image's build does:
SECRET_KEY=unused DATABASE_URL=postgres://unused@127.0.0.1/unused REDIS_URL=redis://127.0.0.1 STATIC_ROOT=/mnt/containers/static \
  .venv/bin/python manage.py collectstatic --noinput --verbosity 0
cat >/usr/local/bin/podman-compose <<END
#!/bin/sh
exec $here/.venv/bin/python $here/config/tests/ways/compose.py "\$@"
END
cat >/usr/local/bin/systemctl <<'END'
#!/bin/sh
case "$2" in
  postgresql) pg_ctlcluster 15 main "$1" ;;
  caddy) haproxy -D -f /etc/haproxy/haproxy.cfg ;;
  *) exit 1 ;;
esac
END
chmod 755 /usr/local/bin/podman-compose /usr/local/bin/systemctl

# In place of Caddy and its certificate:
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=finishline.example.org -keyout /etc/ssl/ours.pem.key \
  -addext subjectAltName=DNS:finishline.example.org -out /etc/ssl/ours.pem 2>/dev/null
cat >/etc/haproxy/haproxy.cfg <<'END'
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend site
    bind 127.0.0.1:443 ssl crt /etc/ssl/ours.pem
    http-request set-header X-Forwarded-Proto https
    option forwardfor
    default_backend web
backend web
    server web 127.0.0.1:8000
END
python3 -m http.server --bind 10.89.240.1 --directory "$1" 8300 >/dev/null 2>&1 &
trap 'tail -n 20 /mnt/containers/*.log >&2' EXIT
bash -s
trap - EXIT
