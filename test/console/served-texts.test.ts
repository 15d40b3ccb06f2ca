// Texts of the service in German: each is still one that the service says, and keeps what the
// service puts in.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { served } from '../../console/src/words/de/served.ts';
import { servedTexts } from '../../console/src/words/de/served-texts.ts';
import {
  ACTION_STARTERS,
  CONDITION_STARTERS,
  FILTER_STARTERS,
  PROTECTION_STARTERS,
} from '#domain/visual-rules/starters.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const SOURCES = globSync(['src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !/\.(?:test|prop|fixture|contract)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n')
  // Texts are broken over lines.
  .replaceAll(/['`] \+\n\s*['`]/g, '');
const given = (text: string): number => text.split('{}').length - 1;
/** Between what is put in; a word or two are of no text alone. */
const pieces = (text: string): readonly string[] =>
  text.split('{}').filter((piece) => piece.trim().length > 14);

test('each piece of a text stands in the sources of the service', () => {
  const lost = Object.keys(servedTexts).flatMap((text) =>
    pieces(text).filter((piece) => {
      const bare = piece.replaceAll(/^[\s".';,]+|[\s".';,()?]+$/g, '');
      return !SOURCES.includes(bare) && !SOURCES.includes(bare.replaceAll("'", String.raw`\'`));
    }),
  );
  assert.deepEqual(lost, []);
});

test('a text in German has as many places as the English one', () => {
  const wrong = Object.entries(servedTexts).filter(
    ([english, text]) => given(english) !== given(text),
  );
  assert.deepEqual(wrong, []);
});

test('what a rule is begun with has its words', () => {
  const labels = [
    ...ACTION_STARTERS,
    ...CONDITION_STARTERS,
    ...FILTER_STARTERS,
    ...PROTECTION_STARTERS,
  ].map(({ label }) => label);
  assert.deepEqual(
    labels.filter((label) => !Object.hasOwn(served, label)),
    [],
  );
});
