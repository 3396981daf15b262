// Writes src/lib/api/generated.ts from the server's schemas: `npm run types`, with `quarriors`
// installed for PYTHON (or `python3`). `--check` only says whether that was forgotten.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const PYTHON = process.env.PYTHON ?? "python3";
const OUT = new URL("../src/lib/api/generated.ts", import.meta.url);
const ASK = `
import json
from quarriors.server.protocol.schema import protocol_schema
from quarriors.server.web.openapi import document
from quarriors.server.web.routes import ENDPOINTS
print(json.dumps({"protocol": protocol_schema(), "http": document(ENDPOINTS)}))
`;
// Limits of values say nothing to TypeScript, and titles would name a type for every field.
const LEFT_OUT = new Set([
  "default", "minLength", "maxLength", "minItems", "maxItems", "pattern", "minimum", "maximum",
]);
const VIEWS = {
  Table: "View | null",
  Update: "Partial<View>",
  Frame: "Partial<View>",
  TutorialStep: "Partial<View>",
};

const told = JSON.parse(
  execFileSync(PYTHON, ["-c", ASK], { maxBuffer: 1 << 26 })
    .toString()
    .replaceAll("#/components/schemas/", "#/$defs/"),
);
const defs = { ...told.http.components.schemas, ...told.protocol.$defs };
const sent = reachable([
  told.protocol.properties.from_client,
  ...Object.values(told.http.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.requestBody ?? {}),
  ),
]);

/** The names of all types that something refers to, directly or not. */
function reachable(roots) {
  const found = new Set();
  const look = (node) => {
    if (node === null || typeof node !== "object") return;
    const name = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : null;
    if (name !== null && !found.has(name)) {
      found.add(name);
      look(defs[name]);
    }
    Object.values(node).forEach(look);
  };
  roots.forEach(look);
  return found;
}

/** A schema without what TypeScript has no use for. */
function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  if (Array.isArray(node.prefixItems)) {
    // The old spelling of a tuple, which is the one that the generator knows.
    const items = node.prefixItems.map(plain);
    return { type: "array", items, minItems: items.length, maxItems: items.length };
  }
  const kept = Object.entries(node).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
}

/** One type. The server always sends all fields; what it is sent may leave out those with defaults. */
function shape(name, { title: _, ...schema }) {
  if (schema.type !== "object" || schema.properties === undefined) return plain(schema);
  const told = Object.keys(schema.properties).filter((key) => "default" in schema.properties[key]);
  const required = [...(schema.required ?? []), ...(sent.has(name) ? [] : told)];
  const properties = plain(schema.properties);
  if (name in VIEWS) properties.view = { tsType: VIEWS[name] };
  return { ...plain(schema), properties, required, additionalProperties: false };
}

const shapes = Object.fromEntries(
  Object.entries(defs).map(([name, schema]) => [name, shape(name, schema)]),
);
const names = Object.keys(shapes).sort();
const types = await compile(
  {
    title: "Everything",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: shapes,
  },
  "Everything",
  {
    bannerComment: "// Written by scripts/types.mjs from the server's schemas; not to be edited.",
    style: { printWidth: 100 },
  },
);
const version = `/** The version of the protocol that these types describe. */
export const VERSION = ${told.protocol.version};
`;
const text = `${types}${version}`;
if (!process.argv.includes("--check")) {
  writeFileSync(OUT, text);
} else if (readFileSync(OUT, "utf8") !== text) {
  console.error("src/lib/api/generated.ts is not what the server says: run `npm run types`.");
  process.exit(1);
}
