// Templates of the strategies, in the shape of the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { readValues } from '#strategies/config/config-values.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import { writeTemplate } from '#strategies/write-template.ts';

const NO_BOUNDS = { whole: false, minimum: null, above_minimum: false, maximum: null };

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

test('what a template requires and bounds is what is refused', () => {
  for (const type of STRATEGY_TYPES) {
    const { settings } = STRATEGY_CATALOGUE[type];
    for (const { key, required, maximum, minimum } of writeTemplate(STRATEGY_CATALOGUE[type])
      .settings) {
      const problemOf = (config: Readonly<Record<string, string>>) => {
        const read = readValues(settings, config);
        return read.ok ? false : read.rejection.some((problem) => problem.key === key);
      };
      assert.equal(problemOf({}), required, `${type} without ${key}`);
      if (maximum !== null) assert.ok(problemOf({ [key]: `${maximum}1` }), `${key} is too large`);
      if (minimum !== null) assert.ok(problemOf({ [key]: '-1000000' }), `${key} is too small`);
    }
  }
});

test('every template is plain JSON', () => {
  for (const type of STRATEGY_TYPES) {
    const template = writeTemplate(STRATEGY_CATALOGUE[type]);
    assert.deepEqual(JSON.parse(JSON.stringify(template)), template);
  }
});
