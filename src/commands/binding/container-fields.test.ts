// Containers of the trading commands have the fields of the catalogue, in its order.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { valuesOf } from '#commands/binding/script-bench.fixture.ts';
import type { Container } from '#engine/values/container.ts';
import type { CommandCategory } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';

const FAMILIES: ReadonlySet<CommandCategory> = new Set<CommandCategory>([
  'Order Information',
  'Position Information',
  'Price Market Information',
  'Profit Information',
  'Trade Bot',
  'Trade Market Information',
  'Wallet',
]);

suite('containers', () => {
  for (const { name, category, parameters, result } of COMMAND_CATALOGUE) {
    if (result.kind !== 'container' || !FAMILIES.has(category)) continue;
    test(name, () => {
      const argument = parameters[0]?.isRequired === true ? "'id'" : '';
      const [container] = valuesOf(`return ${name}(${argument})`);
      assert.deepEqual(
        (container as Container).names,
        result.fields.map((field) => field.name),
      );
    });
  }
});
