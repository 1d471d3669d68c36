"""By which addresses phones reach this machine, likeliest first, and the socket that they call."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
from collections.abc import Iterator
from errno import EACCES, EADDRINUSE
from typing import NamedTuple

from cli.opening import leave
from cli.serve.door import Door
from solver.language import later, say

try:
    import fcntl
except ImportError:  # Windows: there interfaces have no names for us
    fcntl = None  # type: ignore[assignment]

TRIED_PORTS = 20
BACKLOG = 128  # phones that may wait to be heard
LAST_PORT = 65535
ADDRESS_OF_INTERFACE = 0x8915  # SIOCGIFADDR
HOME, OTHER, CONTAINER, VPN = (  # the likeliest first; shown by say(…)
    later("home network"),
    later("another network"),
    later("containers on this machine"),
    later("VPN"),
)
NAMES = {
    VPN: ("tun", "tap", "wg", "ppp", "utun", "tailscale", "zt", "nordlynx", "ipsec", "vpn"),
    CONTAINER: ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni"),
}
HOMES = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
SHARED = ipaddress.ip_network("100.64.0.0/10")  # of providers, and of VPNs between machines
SUFFIXES = ("", ".local", ".fritz.box", ".lan", ".home", ".home.arpa", ".box", ".speedport.ip")  # of home networks


class Address(NamedTuple):
    """One of this machine's, and what it is most likely for."""

    number: str
    kind: str


def list_addresses() -> list[Address]:
    """Those that phones may reach: of the home network first, of VPNs last; the way out first among equals."""
    out, named = _find_way_out(), dict(_name_addresses())
    numbers = dict.fromkeys([*([out] if out else []), *named, *_resolve_own()])
    found = [Address(number, find_kind(number, named.get(number, ""))) for number in numbers if is_outside(number)]
    order = [HOME, OTHER, CONTAINER, VPN]
    return sorted(found, key=lambda address: order.index(address.kind)) or [Address("127.0.0.1", OTHER)]


def is_outside(number: str) -> bool:
    """Not this machine alone, nor one that nobody gave an address."""
    address = ipaddress.ip_address(number)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def find_kind(number: str, interface: str = "") -> str:
    """What an address is for, by the name of its interface and by its number."""
    for kind, names in NAMES.items():
        if interface.startswith(names):
            return kind
    address = ipaddress.ip_address(number)
    if address in SHARED:
        return VPN
    return HOME if any(address in home for home in HOMES) else OTHER


def _find_way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a way out is chosen
        return str(probe.getsockname()[0])
    return ""


def _name_addresses() -> Iterator[tuple[str, str]]:
    """Addresses and the names of their interfaces, where the system tells them."""
    if fcntl is None:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                told = fcntl.ioctl(asking.fileno(), ADDRESS_OF_INTERFACE, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(told[20:24]), name


def _resolve_own() -> list[str]:
    with contextlib.suppress(OSError):
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def listen(bind: str, port: int, tries: int = TRIED_PORTS) -> Door:
    """At the port asked for, or the next free one. Phones that come before all is ready wait a moment."""
    listening = Door(socket.AF_INET6 if ":" in bind else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bind, port))
        listening.listen(BACKLOG)
    except OSError as failed:
        listening.close()
        if failed.errno not in (EADDRINUSE, EACCES):
            problem = say("--bind {address}: {why}.", address=bind, why=failed.strerror)
            leave(problem, say("Name an address of this machine, or leave --bind out."))
        if not tries or port == LAST_PORT:
            leave(say("Neither this port is free nor the next ones."), say("Name another: {call}", call="--port 9000"))
        return listen(bind, port + 1, tries - 1)
    return listening


class Listening(NamedTuple):
    """Where a server listens: the links to it with what each is for, and every name by which phones may call it."""

    links: tuple[tuple[str, str], ...]
    hosts: tuple[str, ...]


def find_place(bind: str, port: int, secure: bool, path: str) -> Listening:
    everywhere = bind in ("0.0.0.0", "::")
    addresses = list_addresses() if everywhere else [Address(bind, "")]
    own = socket.gethostname().partition(".")[0]
    scheme = "https" if secure else "http"
    links = [(f"{scheme}://{join_port(number, port)}{path}", kind) for number, kind in addresses]
    if everywhere and own != "localhost":
        links.append((f"{scheme}://{join_port(f'{own}.local', port)}{path}", later("by name")))
    names = {*(number for number, _ in addresses), "127.0.0.1", "localhost", socket.gethostname()}
    names |= {f"{own}{suffix}" for suffix in SUFFIXES}
    return Listening(tuple(links), tuple(join_port(name, port) for name in names))


def join_port(name: str, port: int) -> str:
    return f"{f'[{name}]' if ':' in name else name}:{port}"
