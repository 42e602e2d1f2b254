// What outside linters find in the API documents: `node lint.mjs FOLDER ASYNCAPI_FILE`. Exits with 1 if there is
// an error or a warning. One process for all: to start one and load its rules costs more than most documents.
import { readFile, readdir } from "node:fs/promises";
import { Parser } from "@asyncapi/parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";

// Rules that a document may break, each with the reason: { "rule-id": "Why." }. There are none.
const EXCEPTIONS = {};
const WARNING = 1; // spectral's severities: 0 an error, 1 a warning, then information and hints

const [folder, events] = process.argv.slice(2);
const redocly = await createConfig({ extends: ["recommended"] });
const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [spectralRulesets.oas] });

async function byRedocly(name, source) {
  const found = await lintFromString({ source, absoluteRef: `${folder}/${name}`, config: redocly });
  return found.map(({ ruleId, message, location }) => ({ rule: ruleId, message, place: location[0]?.pointer }));
}

async function bySpectral(name, source) {
  const text = JSON.stringify(withoutTwins(JSON.parse(source)));
  const found = await spectral.run(new spectralCore.Document(text, spectralParsers.Json, name));
  return worth(found);
}

async function byAsyncApi(source) {
  const { document, diagnostics } = await new Parser().parse(source, { source: events });
  const unread = document ? [] : [{ rule: "asyncapi", message: "It cannot be read.", place: "" }];
  return [...unread, ...worth(diagnostics)];
}

function worth(diagnostics) {
  return diagnostics
    .filter(({ severity }) => severity <= WARNING)
    .map(({ code, message, path }) => ({ rule: code, message, place: path.join("/") }));
}

// Spectral looks at each place where a schema is used, for seconds: addresses that version 1 has in the words of
// version 2 are left out. Redocly reads them all.
function withoutTwins(document) {
  const words = (place) => JSON.stringify(place).replace(/V\d+"/g, '"').replaceAll("/v1/", "/v2/");
  const isTwin = ([path, place]) => {
    const newer = document.paths[path.replace("/v1/", "/v2/")];
    return path.includes("/v1/") && newer && words(newer) === words(place);
  };
  const kept = Object.entries(document.paths).filter((entry) => !isTwin(entry));
  return { ...document, paths: Object.fromEntries(kept) };
}

async function report(name, linter, findings) {
  const wrong = findings.filter(({ rule }) => !(rule in EXCEPTIONS));
  console.log(`${name}, ${linter}: ${wrong.length} errors and warnings`);
  for (const { rule, message, place } of wrong) console.log(`  ${rule}: ${message} (${place})`);
  return wrong.length;
}

let found = 0;
const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
if (names.length === 0) throw new Error(`No document in ${folder}.`);
for (const name of names) {
  const source = await readFile(`${folder}/${name}`, "utf8");
  found += await report(name, "redocly", await byRedocly(name, source));
  found += await report(name, "spectral", await bySpectral(name, source));
}
found += await report(events, "asyncapi", await byAsyncApi(await readFile(events, "utf8")));
process.exitCode = found ? 1 : 0;
