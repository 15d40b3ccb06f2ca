// The table of costs has every command once, and nothing else.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { COMMAND_COSTS } from '#commands/catalogue/command-costs.ts';
import { LIBRARY_COSTS } from '#lua/library/library-costs.fixture.ts';
import { LIBRARY } from '#lua/library/library.ts';

suite('the table of costs', () => {
  test('has each command once', () => {
    const names = COMMAND_COSTS.flatMap((cost) => cost.names);
    assert.deepEqual(names.toSorted(), COMMAND_CATALOGUE.map(({ name }) => name).toSorted());
  });

  test('has each library function once', () => {
    const names = LIBRARY_COSTS.flatMap((cost) => cost.names);
    assert.deepEqual(names.toSorted(), [...LIBRARY.keys()].toSorted());
  });

  test('lets no command be free', () => {
    for (const { model, steps } of COMMAND_COSTS) assert.ok(steps >= 16, model);
  });
});
