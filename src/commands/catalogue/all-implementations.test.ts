// Every command of the catalogue has an implementation, and every implementation a command.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_IMPLEMENTATIONS } from '#commands/catalogue/all-implementations.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';

suite('the implementations of commands', () => {
  test('are there for all 590 commands', () => {
    assert.deepEqual(
      COMMAND_CATALOGUE.filter(({ name }) => !ALL_IMPLEMENTATIONS.has(name)),
      [],
    );
    assert.equal(ALL_IMPLEMENTATIONS.size, 590);
  });

  test('belong to commands of the catalogue', () => {
    const names = new Set(COMMAND_CATALOGUE.map(({ name }) => name));
    assert.deepEqual(
      [...ALL_IMPLEMENTATIONS.keys()].filter((name) => !names.has(name)),
      [],
    );
  });
});
