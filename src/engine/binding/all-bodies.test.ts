// Every command of the catalogue has a body, and every body a command.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_BODIES, MISSING_BODIES } from '#engine/binding/all-bodies.ts';
import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import type { CommandCategory } from '#engine/commands/command.ts';

/** Families whose bodies are still to come. */
const COMING: ReadonlySet<CommandCategory> = new Set<CommandCategory>(['Custom Commands Helpers']);

suite('the bodies of commands', () => {
  test('are there for every command of the families that are done', () => {
    const done = COMMAND_CATALOGUE.filter(({ category }) => !COMING.has(category));
    assert.deepEqual(
      done.map(({ name }) => name).filter((name) => MISSING_BODIES.includes(name)),
      [],
    );
  });

  test('belong to commands of the catalogue', () => {
    const names = new Set(COMMAND_CATALOGUE.map(({ name }) => name));
    assert.deepEqual(
      [...ALL_BODIES.keys()].filter((name) => !names.has(name)),
      [],
    );
  });
});
