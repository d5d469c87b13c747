"""A headless Chromium, driven over pipes with the Chrome DevTools Protocol."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",  # Chromium has no sandbox for root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
TIMEOUT: Final = 60.0
"""Seconds after which an answer or a page is missing."""


def find_chromium() -> str | None:
    """Return the path of an installed Chromium."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Chromium:
    """A browser process; it reads commands from file descriptor 3 and answers on 4."""

    def __init__(self, program: str, profile: Path) -> None:
        """Start the browser with an empty profile."""
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(
            [
                "/bin/bash",
                "-c",
                f'exec "$@" 3<&{commands} 4>&{answers}',
                "bash",
                program,
                *FLAGS,
                f"--user-data-dir={profile}",
            ],
            pass_fds=(commands, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._received = b""
        self._last_id = 0
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        """End the process."""
        os.close(self._commands)  # Chromium ends when its pipe is closed
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._answers)

    def call(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == message["id"]:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def wait(self, method: str, session: str) -> None:
        """Wait for an event, unless it has already happened."""
        deadline = time.monotonic() + TIMEOUT
        while not any(
            event.get("method") == method and event.get("sessionId") == session
            for event in self.events
        ):
            self.events.append(self._receive(deadline))

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._received:
            ready, _, _ = select.select([self._answers], [], [], deadline - time.monotonic())
            data = os.read(self._answers, 1 << 20) if ready else b""
            assert data, "Chromium does not answer"
            self._received += data
        text, self._received = self._received.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        return message


class Tab:
    """A window that shows one page, without the settings that others have stored."""

    def __init__(self, browser: Chromium, width: int, height: int, scheme: str) -> None:
        """Open an empty window.

        Args:
            browser: The browser.
            width: Width of the window, in CSS pixels.
            height: Height of the window.
            scheme: The colours that the user prefers, `light` or `dark`.
        """
        self._browser = browser
        self._context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call(
            "Target.createTarget", url="about:blank", browserContextId=self._context
        )["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session: str = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self._call("Emulation.setEmulatedMedia", features=[feature])

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def open(self, url: str) -> None:
        """Load a page and wait for its scripts, pictures and fonts."""
        self._browser.events.clear()
        self._call("Page.navigate", url=url)
        self._browser.wait("Page.loadEventFired", self._session)
        self.evaluate("document.fonts.ready.then(() => true)")

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  any value of JavaScript
        """Return the value of a JavaScript expression, or of the promise that it gives."""
        answer = self._call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        deadline = time.monotonic() + TIMEOUT
        while not self.evaluate(condition):
            assert time.monotonic() < deadline, condition
            time.sleep(0.05)

    def type(self, text: str) -> None:
        """Enter text where the cursor is."""
        self._call("Input.insertText", text=text)

    def picture(self) -> bytes:
        """Return a picture of the window as PNG."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def problems(self) -> list[str]:
        """Return the JavaScript errors, failed requests and requests to other hosts of the page."""
        # Events that have already happened arrive before this answer.
        self.evaluate("true")
        found = []
        for event in self._browser.events:
            detail = event.get("params", {})
            match event.get("method"):
                case "Runtime.exceptionThrown":
                    found.append(f"exception: {detail['exceptionDetails']}")
                case "Runtime.consoleAPICalled" if detail["type"] in {"error", "assert"}:
                    found.append(f"console: {detail['args']}")
                case "Log.entryAdded" if detail["entry"]["level"] == "error":
                    found.append(f"log: {detail['entry']}")
                case "Network.requestWillBeSent":
                    address = urlsplit(detail["request"]["url"])
                    if address.scheme in {"http", "https"} and address.hostname != "127.0.0.1":
                        found.append(f"request to another host: {address.geturl()}")
                case "Network.responseReceived" if detail["response"]["status"] >= 400:
                    found.append(f"{detail['response']['status']}: {detail['response']['url']}")
                case "Network.loadingFailed" if not detail.get("canceled"):
                    found.append(f"failed request: {detail['errorText']}")
        return found

    def close(self) -> None:
        """Close the window and forget its cookies and settings."""
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)
