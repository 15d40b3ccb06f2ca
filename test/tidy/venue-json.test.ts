// The check of the readers of JSON finds each form of another reader.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOf } from './project.ts';
import { checkVenueJson } from './venue-json.ts';

/** Path, text, and whether the check must object. */
const CASES: readonly (readonly [path: string, text: string, objects: boolean])[] = [
  ['packages/venues/src/dialects/okx/a.ts', 'const { parse } = JSON;', true],
  ['packages/venues/src/dialects/okx/a.ts', 'const reader = JSON;', true],
  ['packages/venues/src/dialects/okx/a.ts', 'frames.map(JSON.parse)', true],
  ['packages/venues/src/dialects/okx/a.ts', 'const body = globalThis.JSON.parse(frame);', true],
  ['packages/venues/src/dialects/okx/a.ts', 'const price = parseFloat(text);', true],
  ['packages/venues/src/dialects/okx/a.ts', 'const price = Number.parseFloat(text);', true],
  ['packages/venues/src/dialects/okx/a.ts', 'const body = await response.json();', true],
  ['packages/venues/src/probe/deep/er/a.ts', 'JSON.parse(frame)', true],
  ['packages/venues/src/a.ts', 'JSON.parse(frame)', true],
  ['packages/venues/src/dialects/reply/parse-json.ts', 'JSON.parse(frame)', false],
  ['packages/venues/src/a.test.ts', 'JSON.parse(frame)', false],
  ['packages/venues/src/dialects/okx/a.ts', 'const frame = JSON.stringify(body);', false],
  ['packages/venues/src/dialects/okx/a.ts', '// JSON.parse loses digits.', false],
  ['src/services/a.ts', 'JSON.parse(row)', false],
];

for (const [path, text, objects] of CASES)
  test(`${objects ? 'finds' : 'accepts'} in ${path}: ${text}`, () => {
    const found = checkVenueJson(projectOf(new Map([[path, text]])));
    assert.equal(found.length > 0, objects, found.join('\n'));
  });
