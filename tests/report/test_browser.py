"""The report in a real browser: it renders without a word on the console or the network, by keyboard, and prints."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dphh_sql.report import page, read

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")  # here: `make test` collects this file, without the extra
    found = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    driver = shutil.which("chromedriver")
    if found is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = found
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1100,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield started
    started.quit()


@pytest.fixture
def shown(browser: Any, released: Callable[[str, str], Path]) -> Any:
    file = released("zips", "FROM dp_hhh('loans', 'zip', eps => 1)").with_suffix(".html")
    file.write_text(page(read(file.with_suffix(".parquet"))), "utf-8")
    browser.get(file.as_uri())
    return browser


def test_it_renders_in_silence(shown: Any) -> None:
    assert "loans" in shown.title
    assert shown.get_log("browser") == []
    asked = [json.loads(entry["message"])["message"] for entry in shown.get_log("performance")]
    urls = {m["params"]["request"]["url"] for m in asked if m["method"] == "Network.requestWillBeSent"}
    assert {url.partition(":")[0] for url in urls} == {"file"}
    picture = shown.find_element("css selector", "svg")
    assert picture.size["width"] > 700
    assert picture.size["height"] > 150
    wide = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert shown.execute_script(wide)
    shown.set_window_size(400, 800)  # a telephone
    assert shown.execute_script(wide)
    shown.set_window_size(1100, 900)


def test_the_picture_can_be_read_on_a_telephone(shown: Any) -> None:
    shown.set_window_size(400, 800)
    heights = "return [...document.querySelectorAll('svg text')].map(text => text.getBoundingClientRect().height)"
    assert min(shown.execute_script(heights)) >= 9
    scrolled = shown.find_element("css selector", "figure .scroll")  # by keyboard too
    assert (scrolled.get_attribute("tabindex"), scrolled.aria_role) == ("0", "region")
    shown.set_window_size(1100, 900)


def test_no_text_leaves_its_tile(browser: Any, released: Callable[[str, str], Path]) -> None:
    file = released("words", "FROM dp_hhh('loans', 'word', hierarchy => 'path(/)', eps => 1)").with_suffix(".html")
    file.write_text(page(read(file.with_suffix(".parquet"))), "utf-8")
    browser.get(file.as_uri())
    assert browser.get_log("browser") == []
    widths = browser.execute_script(
        "return [...document.querySelectorAll('svg svg')].map(tile => [tile.querySelector('text').textContent,"
        " tile.querySelector('text').getComputedTextLength() + 4, tile.width.baseVal.value])"
    )
    assert len(widths) >= 8
    assert [text for text, width, room in widths if width > room] == []
    high = "return document.documentElement.scrollHeight"
    assert browser.execute_script(high) < 6_000  # no word is the whole page


def test_it_works_by_keyboard(shown: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    shown.find_element("css selector", "body").send_keys(Keys.TAB)
    assert shown.switch_to.active_element.text == "Skip to the report"
    shown.switch_to.active_element.send_keys(Keys.ENTER)
    assert shown.execute_script("return document.activeElement.id") == "main"


def test_a_screen_reader_finds_its_way(shown: Any) -> None:
    shown.execute_cdp_cmd("Accessibility.enable", {})
    nodes = shown.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    found = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
    roles = [role for role, _ in found]
    assert {"banner", "navigation", "main", "heading", "table", "columnheader", "rowheader", "image"} <= {
        "image" if role in ("img", "graphics-document") else role for role in roles
    }
    assert ("navigation", "Sections") in found
    assert any(role in ("img", "image", "graphics-document") and name.startswith("Icicle of ") for role, name in found)
    assert all(name for role, name in found if role in ("table", "region", "link", "heading", "img", "image"))


def test_it_prints(shown: Any) -> None:
    pdf = base64.b64decode(shown.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    assert pdf.startswith(b"%PDF-")
    assert 1 <= pdf.count(b"/Type /Page\n") <= 6
