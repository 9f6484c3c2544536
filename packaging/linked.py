"""What the program is linked from, for the scripts that list it.

The crates are those that cargo resolves for the program with the feature `cadical` on this platform, or without it on another, and not what
only tests or build scripts use.
"""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def host():
    return subprocess.run(["rustc", "--print", "host-tuple"], capture_output=True, text=True, check=True).stdout.strip()


def metadata(target=None):
    command = ["cargo", "metadata", "--locked", "--format-version=1", *([] if target else ["--features=wherefore/cadical"])]
    command += ["--filter-platform", target or host(), "--manifest-path", str(ROOT / "Cargo.toml")]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def edges(graph):
    """For each package that the program is linked from, those that it needs itself."""
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    waiting = [p["id"] for p in graph["packages"] if p["name"] == "wherefore"]
    found = {}
    while waiting:
        package = waiting.pop()
        if package not in found:
            normal = [d["pkg"] for d in nodes[package]["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])]
            found[package] = normal
            waiting += normal
    return found


def linked(graph):
    """The packages that the program is linked from, those of the workspace left out."""
    wanted = edges(graph)
    found = [package for package in graph["packages"] if package["id"] in wanted and package["source"]]
    return sorted(found, key=lambda package: (package["name"], package["version"]))
