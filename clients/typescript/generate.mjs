// Writes the types of a document: `node generate.mjs document.json schema.ts`. Files are Blobs.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [source, target] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode("Blob");
const nodes = await openapiTS(JSON.parse(await readFile(source, "utf8")), {
  defaultNonNullable: false,
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
const head = "// Made by `script/clients`; do not change it by hand.\n\n";
await writeFile(target, head + astToString(nodes));
