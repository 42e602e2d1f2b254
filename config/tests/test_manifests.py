"""compose.yaml and the manifests for Kubernetes are valid, and keep our own rules."""

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml
from django.conf import settings

from tools.local.supervisor import commands_of

ROOT = settings.BASE_DIR
# Of the Procfile; InternalApi has a web of its own.
ONLY_HERE = {"sandbox"}
PROCESSES = set(commands_of((ROOT / "Procfile").read_text())) - ONLY_HERE | {"web-internal"}
SERVERS = {"postgres", "redis", "rabbitmq"}
SCRIPTS = Path(sysconfig.get_path("scripts"))
# What compose.yaml sets for all processes and no deployment changes: the vision server of its demo.
FIXED = {"LOCAL_FACE_PROVIDER_URL"}
# Megabytes: a process, what the largest picture takes while it is decoded, a picture's file.
PROCESS, DECODED, FILE = 150, 460, 25
KUBERNETES = "1.37"
Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def compose() -> Manifest:
    text: Manifest = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return text


@pytest.fixture(scope="module")
def manifests() -> list[Manifest]:
    folder = ROOT / "deploy" / "kubernetes" / "example"
    built = subprocess.run(
        [SCRIPTS / "kubectl", "kustomize", folder], capture_output=True, check=True
    ).stdout
    return list(yaml.safe_load_all(built))


def pods(manifests: list[Manifest]) -> dict[str, Manifest]:
    kinds = ("Deployment", "StatefulSet", "Job")
    return {m["metadata"]["name"]: m["spec"]["template"] for m in manifests if m["kind"] in kinds}


def of_kind(manifests: list[Manifest], kind: str) -> dict[str, Manifest]:
    return {m["metadata"]["name"]: m["spec"] for m in manifests if m["kind"] == kind}


@pytest.mark.parametrize("name", ["compose.yaml", "compose.monitoring.yaml"])
def test_the_compose_files_are_valid_by_the_published_schema(name: str) -> None:
    assert compose_faults(ROOT / name) == ""


def test_what_monitors_reads_files_that_are_there_and_is_limited() -> None:
    services = yaml.safe_load((ROOT / "compose.monitoring.yaml").read_text())["services"]
    mounted = [each.partition(":")[0] for of in services.values() for each in of.get("volumes", [])]

    assert [each for each in mounted if each[0] == "." and not (ROOT / each).is_file()] == []
    assert [name for name, of in services.items() if not of["deploy"]["resources"]["limits"]] == []


def test_the_compose_file_says_first_that_it_makes_no_backups() -> None:
    first = (ROOT / "compose.yaml").read_text().splitlines()[0]

    assert re.match(r"# For a trial: nothing here makes backups", first)


def test_a_fault_of_compose_is_found(tmp_path: Path) -> None:
    text = (ROOT / "compose.yaml").read_text()
    file = tmp_path / "compose.yaml"
    file.write_text(text.replace("stop_grace_period", "stop_grace_perid"))

    assert "'stop_grace_perid' was unexpected" in compose_faults(file)


def test_every_service_is_limited(compose: Manifest) -> None:
    services = compose["services"]
    assert set(services) == PROCESSES | SERVERS | {"migrate"}
    for name, service in services.items():
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}, name
        # Else that of the image, which asks a web.
        assert (service["healthcheck"] == {"disable": True}) == (name in {"beat", "migrate"}), name
        if name not in SERVERS:
            assert service["read_only"], name
            assert service["cap_drop"] == ["ALL"], name
        # What depends on a dependent is not started by podman before 5.6.
        assert set(service.get("depends_on", {})) <= SERVERS, name
    assert services["beat"]["deploy"]["replicas"] == 1


def test_the_compose_file_has_secrets_in_files_only(compose: Manifest) -> None:
    named = {
        each for s in compose["services"].values() for each in map(_source, s.get("secrets", []))
    }

    assert named == set(compose["secrets"])
    assert all(list(secret) == ["file"] for secret in compose["secrets"].values())
    for name, service in compose["services"].items():
        for variable in service.get("environment", {}):
            assert not variable.endswith(("_KEY", "_TOKEN", "_PASSWORD", "DATABASE_URL")), name


def test_every_setting_of_a_process_can_be_given_beside_the_compose_file(compose: Manifest) -> None:
    services = compose["services"]
    ours = {name: services[name] for name in PROCESSES | {"migrate"}}

    for name, service in ours.items():
        file = "./vision.env" if name == "vision" else "./finishline.env"
        # A variable of `environment` comes before one of a file.
        assert service["env_file"] == [{"path": file, "required": False}], name
        optional = "./secrets/optional:/run/optional:ro" in service["volumes"]
        assert optional == (name != "vision"), name
        # Where Sentry, a collector or a mail server may be; the last two are not for `migrate`.
        assert name == "migrate" or "outside" in service["networks"], name
    set_for_all = services["worker"]["environment"].items()
    plain = {name for name, value in set_for_all if not value.startswith(("${", "/run/secrets/"))}
    assert plain == FIXED


def test_the_images_have_one_tag_which_is_by_default_the_version(compose: Manifest) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    services = compose["services"]

    images = {services[name]["image"] for name in PROCESSES | {"migrate"}}

    registry, tag = "${FINISHLINE_REGISTRY:-localhost}", f"${{FINISHLINE_TAG:-{version}}}"
    assert images == {f"{registry}/finishline:{tag}", f"{registry}/finishline-vision:{tag}"}


def test_only_the_web_without_internal_api_has_a_port(compose: Manifest) -> None:
    services = compose["services"]

    assert [name for name, each in services.items() if each.get("ports")] == ["web"]
    assert "internal-api" not in services["web"]["environment"]["ENABLED_API_GROUPS"]
    # What calls it there speaks no TLS, and is no proxy.
    internal = services["web-internal"]["environment"]
    assert (internal["HTTPS_ONLY"], internal["TRUSTED_PROXIES"]) == ("false", "0")


def test_the_manifests_are_valid(manifests: list[Manifest]) -> None:
    ours = [each for each in manifests if not each["apiVersion"].startswith("keda.sh/")]

    for manifest in ours:
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)

    assert len(ours) > 25


def test_what_keda_scales_is_valid_by_its_published_types(manifests: list[Manifest]) -> None:
    scaled = [each for each in manifests if each["apiVersion"].startswith("keda.sh/")]

    assert {each["kind"] for each in scaled} == {"ScaledObject"}
    for each in scaled:
        assert keda_faults(each) == []


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"minReplicas": 2}, "'minReplicas' was unexpected"),
        ({"triggers": [{"metadata": {}}]}, "'type' is a required property"),
    ],
)
def test_a_fault_for_keda_is_found(manifests: list[Manifest], part: Manifest, fault: str) -> None:
    scaled = next(each for each in manifests if each["kind"] == "ScaledObject")

    [found] = keda_faults({**scaled, "spec": {**scaled["spec"], **part}})

    assert fault in found


def test_every_process_has_probes_limits_and_no_rights(manifests: list[Manifest]) -> None:
    found = pods(manifests)

    assert set(found) == PROCESSES | {"migrate"}
    for name, template in found.items():
        pod = template["spec"]
        [container] = pod["containers"]
        assert pod["enableServiceLinks"] is False, name
        assert pod["securityContext"]["runAsNonRoot"], name
        assert container["securityContext"]["readOnlyRootFilesystem"], name
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}, name
        assert set(container["resources"]["limits"]) == {"cpu", "memory"}, name
        probes = {"startupProbe", "readinessProbe", "livenessProbe"} & set(container)
        assert len(probes) == (0 if name in {"beat", "migrate"} else 3), name
        assert not [v for v in container.get("env", []) if "valueFrom" in v], name


def test_memory_is_enough_for_decoded_pictures(
    compose: Manifest, manifests: list[Manifest]
) -> None:
    web = commands_of((ROOT / "Procfile").read_text())["web"]
    [processes], [threads] = (
        re.findall(rf"--{what} (\d+)", web) for what in ("workers", "threads")
    )
    of_web = int(processes) * (PROCESS + DECODED + int(threads) * FILE)
    of_recognition = PROCESS + DECODED + settings.PICTURES_AT_ONCE * FILE

    for name, needed in {
        "web": of_web,
        "web-internal": of_web,
        "recognition": of_recognition,
    }.items():
        here = compose["services"][name]["deploy"]["resources"]["limits"]["memory"]
        [container] = pods(manifests)[name]["spec"]["containers"]
        assert container["resources"]["limits"]["memory"] == f"{here}i", name
        assert _megabytes(here) >= needed, name


def test_there_is_one_beat_and_budget_and_scale_for_others(manifests: list[Manifest]) -> None:
    beat = of_kind(manifests, "Deployment")["beat"]

    assert (beat["replicas"], beat["strategy"]) == (1, {"type": "Recreate"})
    assert set(of_kind(manifests, "PodDisruptionBudget")) == PROCESSES - {"beat"}
    scaled = of_kind(manifests, "ScaledObject")
    assert set(scaled) == {"worker", "deliveries", "recognition", "consumer"}
    # What names a number would have it again at each upgrade, in the middle of a backlog.
    deployed = of_kind(manifests, "Deployment")
    assert {name for name, each in deployed.items() if "replicas" not in each} == set(scaled)
    rules = (ROOT / "deploy" / "prometheus" / "rules.yaml").read_text()
    for name, each in scaled.items():
        query = each["triggers"][0]["metadata"]["query"]
        metrics = [
            word for word in query.replace("(", " ").replace(")", " ").split() if "_" in word
        ]
        assert [m for m in metrics if m.partition("{")[0] not in rules] == [], name


def test_internal_api_stays_inside(manifests: list[Manifest]) -> None:
    found = pods(manifests)
    served = {
        name: {v["name"]: v.get("value") for v in found[name]["spec"]["containers"][0]["env"]}
        for name in ("web", "web-internal")
    }
    [ingress] = of_kind(manifests, "Ingress").values()
    policies = of_kind(manifests, "NetworkPolicy")

    assert "internal-api" not in served["web"]["ENABLED_API_GROUPS"]
    internal = served["web-internal"]
    assert internal["ENABLED_API_GROUPS"] == "internal-api"
    assert (internal["HTTPS_ONLY"], internal["TRUSTED_PROXIES"]) == ("false", "0")
    backends = [
        path["backend"]["service"]["name"] for r in ingress["rules"] for path in r["http"]["paths"]
    ]
    assert backends == ["web"]
    assert "ingress" not in policies["nothing"]
    [rule] = policies["web-internal"]["ingress"]
    assert rule["from"] == [
        {"namespaceSelector": {"matchLabels": {"finishline/internal-api": "allowed"}}}
    ]


def test_vision_has_no_secret_but_its_own(compose: Manifest, manifests: list[Manifest]) -> None:
    own = {"vision-key", "vision-database-url"}
    [secret] = [
        volume["secret"]
        for volume in pods(manifests)["vision"]["spec"]["volumes"]
        if "secret" in volume
    ]

    assert {item["key"] for item in secret["items"]} == own
    assert set(compose["services"]["vision"]["secrets"]) == own


def test_migrations_can_be_applied_before_the_rest(manifests: list[Manifest]) -> None:
    first = [
        each
        for each in manifests
        if _label(each["metadata"], "component") in {"settings", "migrate"}
    ]

    assert sorted(each["kind"] for each in first) == ["ConfigMap", "Job"]
    [named] = [each["metadata"]["name"] for each in first if each["kind"] == "ConfigMap"]
    [job] = [each for each in first if each["kind"] == "Job"]
    [container] = job["spec"]["template"]["spec"]["containers"]
    assert container["envFrom"] == [{"configMapRef": {"name": named}}]


def test_prometheus_finds_every_pod_that_has_metrics(manifests: list[Manifest]) -> None:
    text = (ROOT / "deploy" / "prometheus" / "kubernetes.yaml").read_text()
    jobs = yaml.safe_load(text)["scrape_configs"]
    found = {
        (name, job["job_name"])
        for name, template in pods(manifests).items()
        for port in template["spec"]["containers"][0].get("ports", [])
        for job in jobs
        if re.fullmatch(
            job["relabel_configs"][0]["regex"],
            f"{_label(template['metadata'], 'component')};{port['name']}",
        )
    }

    assert found == {
        ("web", "finishline-web"),
        ("web-internal", "finishline-web"),
        ("consumer", "finishline-consumer"),
        ("vision", "finishline-vision"),
    }
    assert all(_drops_ended_pods(job) for job in jobs)
    policies = of_kind(manifests, "NetworkPolicy")
    [caller] = policies["metrics"]["ingress"][0]["from"]
    assert caller["podSelector"] == {
        "matchExpressions": [
            {"key": "app.kubernetes.io/name", "operator": "In", "values": ["prometheus"]}
        ]
    }
    [reached] = policies["metrics"]["podSelector"]["matchExpressions"]
    assert set(reached["values"]) == {name for name, _ in found}
    namespaces = {
        namespace
        for job in jobs
        for config in job["kubernetes_sd_configs"]
        for namespace in config["namespaces"]["names"]
    }
    assert namespaces == {each["metadata"]["namespace"] for each in manifests}


def test_the_image_gives_the_memory_of_a_picture_back_at_once() -> None:
    text = (ROOT / "Containerfile").read_text()
    application = text.split(" AS application\n")[1].split("\nFROM ")[0]

    assert "ENV MALLOC_MMAP_THRESHOLD_=1048576\n" in application


def _megabytes(memory: str) -> int:
    return int(memory[:-1]) * {"M": 1, "G": 1024}[memory[-1]]


def _drops_ended_pods(job: Manifest) -> bool:
    return any(
        rule.get("source_labels") == ["__meta_kubernetes_pod_phase"] and rule["action"] == "drop"
        for rule in job["relabel_configs"]
    )


def _label(metadata: Manifest, name: str) -> str | None:
    label: str | None = metadata.get("labels", {}).get(f"app.kubernetes.io/{name}")
    return label


def compose_faults(file: Path) -> str:
    """Return what the Compose specification's own schema refuses."""
    command: list[str | Path] = [
        SCRIPTS / "check-jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        file,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode else ""


def keda_faults(manifest: Manifest) -> list[str]:
    """Return what KEDA's types refuse; a name that they do not have, too."""
    # Here, since it takes half a second, and every process of the suite imports this file.
    from cloudcoil.models.keda.v1alpha1 import ScaledObject

    schema = _closed(ScaledObject.model_json_schema())
    return [each.message for each in jsonschema.Draft202012Validator(schema).iter_errors(manifest)]


def _closed(schema: Any) -> Any:
    """Return the schema with no other properties than those that each object names."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(each) for name, each in schema.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


def _source(secret: str | Manifest) -> str:
    return secret if isinstance(secret, str) else str(secret["source"])
