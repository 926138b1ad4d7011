"""The course runs without a network: the tests, the kernels and the grade are all without one."""

import os
import socket
import subprocess
import sys

import pytest
from jupyter_client.manager import start_new_kernel

ELSEWHERE = "192.0.2.1"  # an address that is kept for documentation and belongs to nobody
LEAVE = f"import socket; socket.create_connection(({ELSEWHERE!r}, 80), timeout=1)"


def test_the_tests_themselves_cannot_leave_this_machine():
    with pytest.raises(OSError, match=f"the course wanted the network: {ELSEWHERE}"):
        socket.create_connection((ELSEWHERE, 80), timeout=1)
    with pytest.raises(OSError, match=r"the course wanted the network: example\.org"):
        socket.getaddrinfo("example.org", 443)


def test_this_machine_can_still_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=5) as mine:
            mine.sendall(b"ok")
            theirs, _ = server.accept()
            with theirs:
                assert theirs.recv(2) == b"ok"
        assert socket.getaddrinfo("localhost", 80)


@pytest.mark.outside
def test_a_program_that_a_test_starts_cannot_leave_either():
    done = subprocess.run(
        [sys.executable, "-c", LEAVE], capture_output=True, text=True, check=False, timeout=60
    )
    assert "NoNetwork: the course wanted the network" in done.stderr


@pytest.mark.outside
def test_a_notebooks_kernel_cannot_leave_either():
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        reply = client.execute_interactive(LEAVE, timeout=60, output_hook=lambda _: None)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert reply["content"]["ename"] == "NoNetwork"


def test_the_guard_is_what_every_process_inherits():
    assert "offline" in os.environ["PYTHONPATH"].split(os.pathsep)[0]
