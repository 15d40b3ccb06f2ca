// Templates of the strategies, in the shape of the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { STRATEGY_CATALOGUE } from '#engine/strategies/strategy-catalogue.ts';
import { writeTemplate } from '#engine/strategies/write-template.ts';

test('a number, an option and a text of a template', () => {
  const template = writeTemplate(STRATEGY_CATALOGUE.spot_grid);
  const { settings } = template as { readonly settings: readonly { readonly key: string }[] };
  const settingOf = (key: string) => settings.find((setting) => setting.key === key);
  assert.deepEqual(settingOf('grid_count'), {
    key: 'grid_count',
    group: 'range',
    name: 'Grids',
    description: 'Intervals between lines; there is one line more',
    type: 'number',
    default: 10,
    editable: false,
    options: [],
  });
  assert.deepEqual(settingOf('grid_mode'), {
    key: 'grid_mode',
    group: 'range',
    name: 'Spacing',
    description: 'Equal steps in price, or equal ratios of prices',
    type: 'option',
    default: 'arithmetic',
    editable: false,
    options: ['arithmetic', 'geometric'],
  });
});

test('every template is plain JSON', () => {
  for (const type of STRATEGY_TYPES) {
    const template = writeTemplate(STRATEGY_CATALOGUE[type]);
    assert.deepEqual(JSON.parse(JSON.stringify(template)), template);
  }
});
