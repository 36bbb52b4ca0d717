"""A bundle is taken as it was signed, or not at all."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from daemon.machine.upgrade.bundle import opened, verify
from pipelines.errors import BadInputError
from tests.fakes.minisign import Key

PACKAGE = "packages/roomscribe_0.2.0+1.abc_amd64.deb"
FILES = {PACKAGE: b"package", "packages/libfoo_1:2.0-1_amd64.deb": b"foo", "models/llm.gguf": b"weights"}
KEY = Key()


def write(
    folder: Path, files: dict[str, bytes] = FILES, listed: dict[str, bytes] | None = None, key: Key = KEY
) -> Path:
    """A bundle, whose list may tell of other contents than it has."""
    sums = "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in (listed or files).items()
    ).encode()
    (folder / "bundle.pub").write_text(KEY.public)
    path = folder / "new.bundle"
    with tarfile.open(path, "w") as archive:
        all_files = {"SHA256SUMS": sums, "SHA256SUMS.minisig": key.sign(sums).encode(), **files}
        for name, data in all_files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def test_a_signed_bundle_says_what_it_holds_and_gives_it(tmp_path: Path) -> None:
    with opened(write(tmp_path), tmp_path / "bundle.pub") as bundle:
        assert (bundle.version, bundle.architecture) == ("0.2.0+1.abc", "amd64")
        assert bundle.weights == ["models/llm.gguf"]
        assert bundle.take(PACKAGE, tmp_path / "out").read_bytes() == b"package"


def test_a_file_that_differs_from_the_list_is_not_left_behind(tmp_path: Path) -> None:
    path = write(tmp_path, {**FILES, PACKAGE: b"changed"}, listed=FILES)
    with opened(path, tmp_path / "bundle.pub") as bundle:
        bundle.take("models/llm.gguf", tmp_path)
        with pytest.raises(BadInputError, match="is not what was signed"):
            bundle.take(PACKAGE, tmp_path / "out")
    assert not (tmp_path / "out" / PACKAGE).exists()


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"packages/libfoo_1_amd64.deb": b""}, "0 packages of Roomscribe"),
        ({PACKAGE: b"", PACKAGE.replace("0.2.0", "0.3.0"): b""}, "2 packages of Roomscribe"),
        ({PACKAGE: b"", "packages/../../etc/passwd": b""}, "a line that is none"),
        ({PACKAGE: b"", "/etc/passwd": b""}, "a line that is none"),
    ],
)
def test_a_list_that_is_none_is_refused_though_it_is_signed(
    tmp_path: Path, files: dict[str, bytes], says: str
) -> None:
    with pytest.raises(BadInputError, match=says), opened(write(tmp_path, files), tmp_path / "bundle.pub"):
        pass


def test_somebody_elses_signature_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, key=Key(id=b"x" * 8))
    refused = r"signed by the key 7878787878787878, not by 0807060504030201; nothing was changed"
    with pytest.raises(BadInputError, match=refused), opened(path, tmp_path / "bundle.pub"):
        pass
    # With the same id, too.
    with (
        pytest.raises(BadInputError, match="altered"),
        opened(write(tmp_path, key=Key()), tmp_path / "bundle.pub"),
    ):
        pass


def test_a_machine_without_a_key_says_where_one_belongs(tmp_path: Path) -> None:
    missing = tmp_path / "etc/bundle.pub"
    with (
        pytest.raises(BadInputError, match=r"there is no .*bundle.pub.*whoever builds"),
        opened(write(tmp_path), missing),
    ):
        pass


@pytest.mark.parametrize("cut", [0, 10, 700, 1500])
def test_a_bundle_that_was_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    path = write(tmp_path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(BadInputError, match="nothing was changed"), opened(path, tmp_path / "bundle.pub"):
        pass


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    path = write(tmp_path, {}, listed=FILES)
    with tarfile.open(path, "a") as archive:
        info = tarfile.TarInfo(PACKAGE)
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    with opened(path, tmp_path / "bundle.pub") as bundle, pytest.raises(BadInputError, match="not a file"):
        bundle.take(PACKAGE, tmp_path / "out")


@pytest.mark.parametrize("change", ["data", "comment", "key", "signature", "half"])
def test_whatever_is_changed_the_signature_does_not_fit(change: str) -> None:
    key, data, signature = KEY.public, b"list", KEY.sign(b"list", "roomscribe 1")
    assert verify(key, signature, data) == "roomscribe 1"
    if change == "data":
        data = b"lost"
    elif change == "comment":
        signature = signature.replace("roomscribe 1", "roomscribe 2")
    elif change == "key":
        key = key[:-2] + "\n"
    elif change == "signature":
        signature = KEY.sign(b"another")
    else:
        signature = signature[: len(signature) // 2]
    with pytest.raises(BadInputError):
        verify(key, signature, data)


@pytest.mark.skipif(shutil.which("minisign") is None, reason="minisign is not installed")
def test_what_minisign_signs_is_verified(tmp_path: Path) -> None:
    files = ["-p", str(tmp_path / "key.pub"), "-s", str(tmp_path / "key.key")]
    subprocess.run(["minisign", "-G", "-W", *files], check=True, capture_output=True)
    (tmp_path / "list").write_bytes(b"list")
    subprocess.run(
        ["minisign", "-S", *files[2:], "-t", "roomscribe 1", "-m", str(tmp_path / "list")],
        check=True,
        capture_output=True,
    )
    key, signature = (tmp_path / "key.pub").read_text(), (tmp_path / "list.minisig").read_text()
    assert verify(key, signature, b"list") == "roomscribe 1"
    with pytest.raises(BadInputError, match="altered"):
        verify(key, signature, b"lost")
