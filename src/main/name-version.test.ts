import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nameVersion } from '#main/name-version.ts';

test('the version of a repository names its commit, that of another folder none', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // A copy of the sources without its history has none either.
  assert.match(nameVersion('1.2.3', root), /^1\.2\.3(?: \([\da-f]{12,}\))?$/);
  assert.equal(nameVersion('1.2.3', fileURLToPath(new URL('./', import.meta.url))), '1.2.3');
  assert.equal(nameVersion('1.2.3', tmpdir()), '1.2.3');
});
