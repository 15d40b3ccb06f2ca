// Templates of the strategies, in the shape of the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listStrategies } from '#services/strategy-bots/list-strategies.ts';
import { PARTNER_STRATEGY_LIST } from '#api/schemas/partner-strategy.ts';

const NO_BOUNDS = { whole: false, minimum: null, above_minimum: false, maximum: null };
const { data: templates } = PARTNER_STRATEGY_LIST.toWire(listStrategies());

test('a number, an option and a text of a template', () => {
  const template = templates.find(({ type }) => type === 'spot_grid');
  const settingOf = (key: string) => template?.settings.find((setting) => setting.key === key);
  assert.deepEqual(settingOf('grid_count'), {
    key: 'grid_count',
    group: 'range',
    name: 'Grids',
    description: 'Intervals between lines; there is one line more',
    type: 'number',
    default: 10,
    editable: false,
    options: [],
    required: false,
    whole: true,
    minimum: '2',
    above_minimum: false,
    maximum: '200',
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
    required: false,
    ...NO_BOUNDS,
  });
  const investment = settingOf('investment');
  assert.partialDeepStrictEqual(investment, { required: true, minimum: '0', above_minimum: true });
  assert.partialDeepStrictEqual(settingOf('market_tag'), { required: true, ...NO_BOUNDS });
});

test('every template is plain JSON', () => {
  assert.ok(templates.length >= 5);
  assert.deepEqual(JSON.parse(JSON.stringify(templates)), templates);
});
