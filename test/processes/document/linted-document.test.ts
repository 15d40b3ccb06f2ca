// Linters of others find nothing in the document of the API, under their strictest rules. They have
// a lockfile of their own, and are installed when this runs first; where no registry can be
// reached, the test says so and checks nothing.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installTools } from '../../support/install-tools.ts';
import { runTool } from '../../support/run-tool.ts';

const LINTERS = fileURLToPath(new URL('../../document-tools/linters', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../../openapi.json', import.meta.url));

test('redocly and spectral find nothing, not even a hint', async (context) => {
  const isInstalled = await installTools(LINTERS).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return context.skip('the linters of test/document-tools/linters are missing');
  const rules = path.join(LINTERS, 'spectral.yaml');
  const [redocly, spectral] = await Promise.all([
    runTool(LINTERS, 'redocly', ['lint', DOCUMENT, '--extends=recommended-strict']),
    runTool(LINTERS, 'spectral', ['lint', DOCUMENT, '-r', rules, '--fail-severity=hint']),
  ]);
  assert.match(redocly, /Your API description is valid/);
  assert.doesNotMatch(redocly, /warning/i);
  assert.match(spectral, /No results/);
});
