"""The written types against the document of the API: each can be resolved, and each response that the
document describes is read as what its method says."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import sys
import typing
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx  # noqa: E402

from tidemill import Tidemill, models  # noqa: E402

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "openapi.json").read_text(encoding="utf8")
)
METHODS = ("get", "post", "put", "patch", "delete")
TEXTS = {"decimal": "12.50", "date-time": "2026-11-28T12:00:00.000Z"}
SHAPES = [each for _, each in inspect.getmembers(models, dataclasses.is_dataclass)]


def found(part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        target: Any = DOCUMENT
        for name in part["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        part = target
    return part


def sample(schema: dict[str, Any], depth: int = 0) -> Any:
    """A value that the schema allows, with each property that it names."""
    schema = found(schema)
    if "anyOf" in schema:
        return sample(schema["anyOf"][0], depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        own = schema.get("properties", {})
        names = own if depth < 6 else schema.get("required", [])
        return {name: sample(own[name], depth + 1) for name in names}
    if kind == "array":
        return [] if depth >= 6 else [sample(schema["items"], depth + 1)]
    if kind == "string":
        return TEXTS.get(schema.get("format", ""), "text")
    return {"integer": 1, "number": 1.5, "boolean": True, "null": None}[str(kind)]


def described() -> list[tuple[str, dict[str, Any] | None]]:
    """Each operation with the schema of its success; None: it has no body."""
    listed = []
    for methods in DOCUMENT["paths"].values():
        for method, operation in methods.items():
            if method not in METHODS:
                continue
            content = found(next(iter(operation["responses"].values()))).get("content", {})
            if "text/event-stream" in content:
                continue
            schema = content.get("application/json", {}).get("schema")
            listed.append((operation["operationId"], schema))
    return listed


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def client_of(response: httpx.Response) -> Tidemill:
    transport = httpx.MockTransport(lambda _: response)
    return Tidemill("http://tidemill.invalid", "x", transport=transport)


def returned(client: Tidemill, name: str) -> Any:
    """What a method returns, with a text for each argument that it has to have."""
    method = getattr(client, name)
    needed = [
        each
        for each in inspect.signature(method).parameters.values()
        if each.default is inspect.Parameter.empty
    ]
    return method(*({} if each.name == "body" else "text" for each in needed))


class Models(unittest.TestCase):
    def test_the_types_of_each_shape_can_be_resolved(self) -> None:
        self.assertGreater(len(SHAPES), 300)
        for shape in SHAPES:
            with self.subTest(shape.__name__):
                hints = typing.get_type_hints(shape, vars(models))
                self.assertEqual(set(hints), {each.name for each in dataclasses.fields(shape)})

    def test_each_response_is_read_as_what_its_method_says(self) -> None:
        operations = described()
        self.assertGreater(len(operations), 200)
        for identifier, schema in operations:
            with self.subTest(identifier):
                body = None if schema is None else sample(schema)
                response = httpx.Response(204) if body is None else httpx.Response(200, json=body)
                read = returned(client_of(response), snake(identifier))
                if body is None:
                    self.assertIsNone(read)
                    continue
                hint = typing.get_type_hints(getattr(Tidemill, snake(identifier)))["return"]
                kinds = typing.get_args(hint) or (hint,)
                self.assertIn(type(read), kinds)
                for one in dataclasses.fields(read):
                    key = one.metadata.get("name", one.name)
                    if isinstance(body[key], (bool, int)):
                        self.assertEqual(getattr(read, one.name), body[key])


if __name__ == "__main__":
    unittest.main()
