// The settings of each strategy, against what reading a configuration refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatDecimal } from '#lib/decimal.ts';
import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { readValues } from '#strategies/config/config-values.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';

test('what a setting requires and bounds is what is refused', () => {
  for (const type of STRATEGY_TYPES) {
    const { settings } = STRATEGY_CATALOGUE[type];
    for (const setting of settings) {
      const { key } = setting;
      const problemOf = (config: Readonly<Record<string, string>>) => {
        const read = readValues(settings, config);
        return read.ok ? false : read.rejection.some((problem) => problem.key === key);
      };
      const isRequired = 'isRequired' in setting && setting.isRequired;
      assert.equal(problemOf({}), isRequired, `${type} without ${key}`);
      if (setting.type !== 'number') continue;
      const { least, most } = setting;
      if (most !== null)
        assert.ok(problemOf({ [key]: `${formatDecimal(most)}1` }), `${key} is too large`);
      if (least !== null) assert.ok(problemOf({ [key]: '-1000000' }), `${key} is too small`);
    }
  }
});
