"""The OpenAPI document against the real server, and the protocol's page against the messages."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import schemathesis
from hypothesis import Phase, assume, given
from hypothesis import settings as examples
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from quarriors.server.protocol.schema import members, protocol_schema, refusal_codes
from quarriors.server.web.answers import STATUS
from quarriors.server.web.openapi import Endpoint, document
from quarriors.server.web.protocol_page import field_notes, main, renewed
from quarriors.server.web.routes import ENDPOINTS
from quarriors.table import messages
from quarriors.table.errors import CODES
from quarriors.table.values import traits_of
from tests.extent import daily
from tests.server.web.helpers import Running

PAGE = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
EXAMPLES = daily(6, 12)  # of each operation and mode; the same ones in every run


# --- OpenAPI -------------------------------------------------------------------------------------


def has_float(value: object) -> bool:
    """Whether a number with a point is anywhere in a body."""
    if isinstance(value, dict):
        return any(map(has_float, value.values()))
    if isinstance(value, list):
        return any(map(has_float, value))
    return isinstance(value, float)


# What is asked without any parameter cannot be asked wrongly.
CASES = [(GenerationMode.POSITIVE, one) for one in ENDPOINTS]
CASES += [(GenerationMode.NEGATIVE, one) for one in ENDPOINTS if one.lang or one.body]


@pytest.mark.parametrize(
    ("mode", "endpoint"), CASES, ids=[f"{mode.value} {one.name}" for mode, one in CASES]
)
def test_the_server_keeps_what_its_document_promises(
    there: Running, mode: GenerationMode, endpoint: Endpoint
) -> None:
    schema = schemathesis.openapi.from_url(f"{there.url}/api/openapi.json")
    operation = schema[endpoint.path][endpoint.method]
    tried = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @examples(max_examples=EXAMPLES, phases=[Phase.generate])
    def check(case: schemathesis.Case) -> None:
        nonlocal tried
        # To JSON schema 2.0 is a whole number; to msgspec it is none, and nobody writes it so.
        assume(mode is GenerationMode.NEGATIVE or not has_float(case.body))
        tried += 1
        answer = case.call()
        # Schemas know shapes. That a bot or a card exists, they do not: such a request may be
        # well-formed and impossible (422), but never malformed.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])
        if mode is GenerationMode.POSITIVE:
            assert answer.status_code not in (400, 413, 415), (case.body, answer.text)
            assert answer.status_code != 422 or "illegal" in endpoint.refusals

    check()
    assert tried > 0


def test_every_endpoint_is_in_the_document_with_all_its_refusals() -> None:
    told = document(ENDPOINTS)
    assert {(path, method.upper()) for path, item in told["paths"].items() for method in item} == {
        (one.path, one.method) for one in ENDPOINTS
    }
    names = [
        operation["operationId"] for item in told["paths"].values() for operation in item.values()
    ]
    assert len(set(names)) == len(names)
    for one in ENDPOINTS:
        responses = told["paths"][one.path][one.method.lower()]["responses"]
        for code in one.refusals:
            assert code in responses[str(STATUS[code])]["description"]
    text = msgspec.json.encode(told).decode()
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in told["components"]["schemas"]


def test_every_refusal_of_a_table_has_a_status() -> None:
    assert set(CODES) <= set(STATUS)
    assert set(CODES) == set(refusal_codes())


# --- the protocol's page -------------------------------------------------------------------------


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page, (
        "run: python -m quarriors.server.web.protocol_page docs/protocol.md"
    )


def test_the_page_tells_of_every_message_and_endpoint() -> None:
    page = PAGE.read_text("utf-8")
    for shape in (*members(messages.FromClient), *members(messages.FromServer)):
        assert f"### {shape.__name__}\n" in page
        assert f'`"type": "{traits_of(shape).tag}"`' in page
    for one in ENDPOINTS:
        assert f"| {one.method} | `{one.path}` |" in page
    links = re.findall(r"\]\(#(\w+)\)", page)
    heads = {head.lower() for head in re.findall(r"^#+ (\w+)$", page, re.MULTILINE)}
    assert links
    assert set(links) <= heads


def test_notes_beside_fields_are_found() -> None:
    notes = field_notes()
    assert notes["Table"]["state"] == "the number that answers must carry"
    assert notes["Player"]["here"] == "connected just now"
    assert "Hello" not in notes or "table" not in notes["Hello"]


def test_an_old_page_is_renewed_and_one_without_marks_refused(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    old = tmp_path / "protocol.md"
    old.write_text(page.replace("| `malformed` | 400 | yes |", "| old |"), "utf-8")
    main([str(old)])
    assert old.read_text("utf-8") == page
    with pytest.raises(SystemExit, match="generated"):
        renewed("# Nothing")


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told == msgspec.json.decode(msgspec.json.encode(protocol_schema()))
    assert set(told["properties"]) == {"from_client", "from_server"}
