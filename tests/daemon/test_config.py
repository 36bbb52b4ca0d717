"""The configuration: documented, overridable, and loud about a misspelt key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from daemon.base.config import Config, load_config, packaged_config
from daemon.base.errors import ConfigError
from daemon.models import ModelSpec
from daemon.models.catalogue import shipped
from daemon.models.weights import speech_settings
from pipelines.conventions import Conventions

ROOT = Path(__file__).parents[2]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    return path


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(written(tmp_path, text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_default_key_is_explained_by_a_comment() -> None:
    lines = packaged_config().read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if re.match(r"\w+ = ", line):
            above = [text for text in lines[:number] if text][-1]
            assert above.startswith("#") or re.match(r"\w+ = ", above), f"no comment above: {line}"


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    config = load_config(system=tmp_path / "absent.toml")
    assert config.web.port == tomllib.loads(packaged_config().read_text("utf-8"))["web"]["port"]


def test_models_are_named_in_the_configuration_and_nowhere_else_but_in_the_catalogue() -> None:
    written_as = r'"([\w.-]+/[\w.-]+(?::[\w.-]+\.gguf)?)"'
    named = re.findall(written_as, packaged_config().read_text("utf-8"))
    models = [spec for spec in map(ModelSpec.parse, named) if spec.name in shipped().models]
    assert len(models) == len(shipped().models) - 2, "auto alone takes tiny, nothing takes its English sister"
    folders = "docs scripts systemd packaging daemon pipelines guardrails web".split()
    files = [ROOT / "README.md", *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    ours = [path for path in files if path.is_file() and path.suffix != ".pyc"]
    for spec in models:
        name = spec.weights.encode() if spec.file else spec.repo.encode()
        others = {path.name for path in ours if name in path.read_bytes()} - {"catalogue.toml"}
        assert not others, spec.name
        assert named.count(spec.name) == 1


def test_a_file_overrides_single_keys_and_leaves_the_rest(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, '[vocabulary]\nroster = ["Ann"]'))
    assert config.vocabulary.roster == ("Ann",)
    assert config.vocabulary.words == ()
    assert config.web == load_config(system=tmp_path / "absent.toml").web


def test_how_many_texts_are_followed_reaches_speech_recognition(tmp_path: Path) -> None:
    assert speech_settings(load_config(written(tmp_path, "[speech]\nbeam = 1\n"))).beam_size == 1
    assert speech_settings(load_config(system=tmp_path / "absent.toml")).beam_size == 5


def test_the_systems_file_is_used_when_no_other_is_named(tmp_path: Path) -> None:
    assert load_config(system=written(tmp_path, "[web]\nport = 9000")).web.port == 9000


def test_a_misspelt_key_is_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    assert 'unknown key [speech] langauge; did you mean "language"?' in refusal(
        tmp_path, '[speech]\nlangauge = "en"'
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            'networks = ["192.168.1.5/16"]',
            '192.168.1.5/16 has host bits set; write a network such as "192.168.0.0/16"',
        ),
        ('networks = ["lan"]', "'lan' does not appear to be an IPv4 or IPv6 network"),
        ('networks = "10.0.0.0/8"', 'must be a list of texts, such as ["one", "two"]'),
        ('names = ["http://notes.example.org"]', "without http://"),
        ('names = ["notes.example.org:80"]', "is not a name"),
    ],
)
def test_who_may_open_the_page_is_checked(tmp_path: Path, line: str, told: str) -> None:
    assert told in refusal(tmp_path, f"[web]\n{line}")


def test_a_misspelt_section_is_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    assert 'unknown key [speach]; did you mean "speech"?' in refusal(tmp_path, "[speach]\nthreads = 1")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[web]\nport = 0", "[web] port"),
        ('[web]\nport = "x"', "[web] port"),
        ('[locale]\ntimezone = "Europe/Atlantis"', "no such time zone"),
        ('[models]\nllm = "gemma"', "[models] llm"),
        ("web = 3", "[web]"),
        ("[web", "not valid TOML"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_key(tmp_path: Path, text: str, part: str) -> None:
    assert part in refusal(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[vocabulary]\nroster = "Ann"', "[vocabulary] roster: must be a list of texts"),
        ("[vocabulary]\nroster = [3]", "[vocabulary] roster: must be a text in quotes"),
        ('[models]\nllm = "gemma"', 'must be "owner/repository:file.gguf"'),
        ('[models]\nspeech = "a b"', 'such as "owner/faster-whisper-base"'),
        ('[locale]\ncountry = "Germany"', '[locale] country: must be "" or the two letters of a country'),
        ('[locale]\ncountry = "UK"', '[locale] country: the code of the United Kingdom is "GB"'),
        ('[locale]\nday_first = "yes"', '[locale] day_first: must be true, false or "auto"'),
        ("[locale]\nday_first = 1", '[locale] day_first: must be true, false or "auto"'),
        ('[locale]\nweek_start = "mon"', "[locale] week_start: must be 'monday', 'tuesday',"),
        ('[speech]\nlanguage = "English"', 'must be "auto" or a code of two or three letters, such as "en"'),
        ('[recorder]\nlight = "a b"', "a name in /sys/class/leds"),
        ('[recorder]\nchime = "x"', "[recorder] chime: must be true or false"),
        ('[recorder]\nstart = "x"', "[recorder] start: must be 'voice', 'button' or 'schedule'"),
        ('[backup]\nfolder = "x"', "a path from the root"),
        ('[check]\noutside = ["x"]', "[check] outside: must be a list of addresses with ports"),
        ('[web]\nport = "x"', "[web] port: must be a whole number"),
        ("[web]\nport = 0", "[web] port: must be greater than or equal to 1"),
        ("web = 3", "[web]: must be a section"),
    ],
)
def test_a_bad_value_is_told_what_it_must_be(tmp_path: Path, text: str, wanted: str) -> None:
    message = refusal(tmp_path, text)
    assert wanted in message
    assert not re.search(r"Input|String|pattern|tuple|instance", message)


def test_each_example_of_a_form_has_that_form(tmp_path: Path) -> None:
    tried = 0
    for section, field in Config.model_fields.items():
        for key, part in getattr(field.annotation, "model_fields", {}).items():
            for example in re.findall(r'such as ("[^"]+")', part.description or ""):
                value = f"[{example}]" if key == "outside" else example
                load_config(written(tmp_path, f"[{section}]\n{key} = {value}"))
                tried += 1
    assert tried >= 5


@pytest.mark.parametrize(
    ("lines", "conventions"),
    [
        ("", Conventions()),
        ('week_start = "sunday"', Conventions(week_start=6)),
        ('day_first = true\ncountry = "US"', Conventions(day_first=True, country="US")),
        ('day_first = "auto"\ncountry = "GB"', Conventions(country="GB")),
    ],
)
def test_the_house_says_how_it_reads_its_days(tmp_path: Path, lines: str, conventions: Conventions) -> None:
    assert load_config(written(tmp_path, f"[locale]\n{lines}")).conventions == conventions


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such configuration file"):
        load_config(tmp_path / "absent.toml")


def test_the_room_has_a_time_zone_even_when_none_is_configured(tmp_path: Path) -> None:
    assert load_config(system=tmp_path / "absent.toml").timezone is not None
    assert (
        str(load_config(written(tmp_path, '[locale]\ntimezone = "Europe/Berlin"')).timezone)
        == "Europe/Berlin"
    )
