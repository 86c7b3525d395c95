// Writes the types of the API for the pages: reads its description from standard input, writes TypeScript to standard output. It keeps
// to what the pages' check needs: sentences and formats are left out, and so are refusals, since they all are the one `Problem`.

import openapiTS, { astToString } from 'openapi-typescript';

/** What says nothing about a type. */
const SAID = ['default', 'description', 'example', 'examples', 'format', 'maximum', 'maxItems', 'maxLength', 'minimum', 'minItems', 'minLength', 'pattern', 'title'];
/** What is kept by names of its own, which may be any word. */
const NAMED = ['content', 'parameters', 'paths', 'properties', 'responses', 'schemas'];

function bare(value, named = false) {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => named || !SAID.includes(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, bare(one, !named && NAMED.includes(key))]));
}

let text = '';
for await (const part of process.stdin.setEncoding('utf8')) text += part;
const { openapi, paths, components } = JSON.parse(text);
for (const operation of Object.values(paths).flatMap((path) => Object.values(path)).filter((one) => one.responses)) {
  delete operation.operationId;
  operation.responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status.startsWith('2')));
}
const description = { openapi, info: { title: 'Croupier', version: '1' }, paths: bare(paths, true), components: bare(components) };
const types = await openapiTS(description, { alphabetize: true, silent: true });
process.stdout.write(`// Written by scripts/test-pages from the description of the API. Do not edit.\n\n${astToString(types)}`);
