// Every command of the catalogue has a body, and every body a command.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_BODIES, MISSING_BODIES } from '#engine/binding/all-bodies.ts';
import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';

suite('the bodies of commands', () => {
  test('are there for all 582 commands', () => {
    assert.deepEqual(MISSING_BODIES, []);
    assert.equal(ALL_BODIES.size, 582);
  });

  test('belong to commands of the catalogue', () => {
    const names = new Set(COMMAND_CATALOGUE.map(({ name }) => name));
    assert.deepEqual(
      [...ALL_BODIES.keys()].filter((name) => !names.has(name)),
      [],
    );
  });
});
