// Lists in the documents that come from the code.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderInertCommands } from '#engine/commands/render-command-reference.ts';

const COMMANDS = fileURLToPath(new URL('../docs/commands.md', import.meta.url));

test('docs/commands.md lists all commands without effect, as the catalogue has them', () => {
  const [, list = ''] = readFileSync(COMMANDS, 'utf8').split('## Commands without effect\n\n');
  assert.equal(list.trimEnd(), renderInertCommands());
});
